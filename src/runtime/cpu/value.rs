//! Values of a run, and the memory of those that are done with.

use std::sync::Arc;

use super::{missing, unfit};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Tensor, TensorData};
use crate::runtime::plan::Elements;

/// A value: a shape over elements that other values may share.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub shape: Vec<usize>,
    pub elements: Arc<Elements>,
    /// Where its elements lie, if not from the first on in the order of its axes.
    view: Option<View>,
}

/// Elements at `start` + Σ index · stride.
#[derive(Clone, Debug)]
struct View {
    start: usize,
    strides: Vec<usize>,
}

impl Value {
    pub fn new(shape: Vec<usize>, elements: Elements) -> Self {
        Self {
            shape,
            elements: Arc::new(elements),
            view: None,
        }
    }

    pub fn from_tensor(tensor: Tensor) -> Self {
        let (shape, data) = tensor.into_parts();
        let elements = match data {
            TensorData::F32(values) => Elements::Float(values),
            TensorData::I64(values) => Elements::Integer(values),
            TensorData::Bool(values) => Elements::Truth(values),
        };
        Self::new(shape, elements)
    }

    /// The tensor of a value whose elements lie in order.
    pub fn into_tensor(self) -> Result<Tensor> {
        let data = match Arc::unwrap_or_clone(self.elements) {
            Elements::Float(mut values) => {
                // It may lie in the memory of a value that was much larger.
                if values.capacity() / 2 > values.len() {
                    values.shrink_to_fit();
                }
                TensorData::F32(values)
            }
            Elements::Integer(values) => TensorData::I64(values),
            Elements::Truth(values) => TensorData::Bool(values),
            Elements::Byte(_) => return Err(missing("an output")),
        };
        Tensor::new(self.shape, data)
    }

    /// The elements of a value that lie in order, in another shape of as many.
    pub fn reshaped(&self, shape: Vec<usize>) -> Self {
        Self {
            shape,
            elements: self.elements.clone(),
            view: None,
        }
    }

    /// Its elements at other places: `start` + Σ index · stride.
    pub fn viewed(&self, shape: Vec<usize>, start: usize, strides: Vec<usize>) -> Self {
        Self {
            shape,
            elements: self.elements.clone(),
            view: Some(View { start, strides }),
        }
    }

    /// Whether its elements lie from the first on in the order of its axes.
    pub fn is_ordered(&self) -> bool {
        self.view.is_none()
    }

    /// The place of its first element.
    pub fn start(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.start)
    }

    /// Its elements, which `op` takes as float32.
    pub fn floats(&self, op: &str) -> Result<&[f32]> {
        match &*self.elements {
            Elements::Float(values) => Ok(values),
            _ => Err(unfit(op, self)),
        }
    }

    /// Places in the elements from one of an axis to the next.
    pub fn strides(&self) -> Vec<usize> {
        if let Some(view) = &self.view {
            return view.strides.clone();
        }
        let mut strides = vec![1; self.shape.len()];
        for axis in (1..self.shape.len()).rev() {
            strides[axis - 1] = strides[axis] * self.shape[axis];
        }
        strides
    }
}

/// Memory for as many elements.
///
/// # Errors
///
/// [`ErrorKind::Inference`] if there is not as much.
pub(super) fn reserved<T>(length: usize) -> Result<Vec<T>> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(length).map_err(|error| {
        let problem = format!("there is no memory for a value of {length} elements");
        Error::new(ErrorKind::Inference, problem).with_source(error)
    })?;
    Ok(memory)
}

/// Most float32 that a session keeps from one run to the next.
const KEPT: usize = 1 << 22;

/// Memory of float32 that results may be written to: what values of this run, and of the run
/// before, are done with.
#[derive(Debug, Default)]
pub(super) struct Pool {
    free: Vec<Vec<f32>>,
    before: Vec<Vec<f32>>,
}

impl Pool {
    /// Memory for as many elements, of any value. Sizes come back, layer after layer and run after run:
    /// memory that has just this length is taken first, because it need not be filled; but not the memory
    /// of a much larger value, which another of that size will want.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if there is not as much.
    pub fn take(&mut self, length: usize) -> Result<Vec<f32>> {
        let mut memory = self.found(length)?;
        epitome_kernels::memory::resize(&mut memory, length);
        Ok(memory)
    }

    /// Memory for as many elements, with none in it.
    ///
    /// # Errors
    ///
    /// As [`Pool::take`].
    pub fn empty(&mut self, length: usize) -> Result<Vec<f32>> {
        let mut memory = self.found(length)?;
        memory.clear();
        Ok(memory)
    }

    fn found(&mut self, length: usize) -> Result<Vec<f32>> {
        let lists = [&self.free, &self.before].into_iter().enumerate();
        let all = lists.flat_map(|(list, memories)| {
            let memories = memories.iter().enumerate();
            memories.map(move |(place, memory)| (list, place, memory))
        });
        let fit = all.filter(|(.., memory)| memory.capacity() >= length);
        let fit = fit.min_by_key(|(.., memory)| {
            let fits = memory.len() == length && memory.capacity() / 2 <= length;
            (!fits, memory.capacity())
        });
        match fit.map(|(list, place, _)| (list, place)) {
            Some((0, place)) => Ok(self.free.swap_remove(place)),
            Some((_, place)) => Ok(self.before.swap_remove(place)),
            None => reserved(length),
        }
    }

    /// Takes back the memory of a value, if no other value has it.
    pub fn give(&mut self, value: Value) {
        if let Ok(Elements::Float(memory)) = Arc::try_unwrap(value.elements) {
            self.free.push(memory);
        }
    }

    /// What the next run may write to: what this one has used, and no more than a session may keep.
    pub fn next(mut self) -> Self {
        let mut left = KEPT;
        self.free.retain(|memory| {
            let kept = memory.capacity() <= left;
            left -= if kept { memory.capacity() } else { 0 };
            kept
        });
        Self {
            free: vec![],
            before: self.free,
        }
    }
}
