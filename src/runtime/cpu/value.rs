//! Values of a run, and the memory of those that are done with.

use std::rc::Rc;

use super::{missing, unfit};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Tensor, TensorData};
use crate::runtime::plan::Elements;

/// A value: a shape over elements that other values may share.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub shape: Vec<usize>,
    pub elements: Rc<Elements>,
}

impl Value {
    pub fn new(shape: Vec<usize>, elements: Elements) -> Self {
        Self {
            shape,
            elements: Rc::new(elements),
        }
    }

    pub fn from_tensor(tensor: Tensor) -> Self {
        let (shape, data) = tensor.into_parts();
        let elements = match data {
            TensorData::F32(values) => Elements::Float(values),
            TensorData::I64(values) => Elements::Integer(values),
        };
        Self::new(shape, elements)
    }

    pub fn into_tensor(self) -> Result<Tensor> {
        let data = match Rc::unwrap_or_clone(self.elements) {
            Elements::Float(values) => TensorData::F32(values),
            Elements::Integer(values) => TensorData::I64(values),
            Elements::Byte(_) | Elements::Truth(_) => return Err(missing("an output")),
        };
        Tensor::new(self.shape, data)
    }

    /// The same elements in another shape of as many.
    pub fn reshaped(&self, shape: Vec<usize>) -> Self {
        Self {
            shape,
            elements: self.elements.clone(),
        }
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

/// Memory of float32 that results may be written to.
#[derive(Debug, Default)]
pub(super) struct Pool(Vec<Vec<f32>>);

impl Pool {
    /// Memory for as many elements, of any value. Sizes come back, layer after layer: memory that has
    /// just this length is taken first, because it need not be filled; but not the memory of a much
    /// larger value, which another of that size will want.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if there is not as much.
    pub fn take(&mut self, length: usize) -> Result<Vec<f32>> {
        let fit = self.0.iter().enumerate();
        let fit = fit
            .filter(|(_, memory)| memory.capacity() >= length)
            .min_by_key(|(_, memory)| {
                let fits = memory.len() == length && memory.capacity() / 2 <= length;
                (!fits, memory.capacity())
            });
        let mut memory = match fit {
            Some((place, _)) => self.0.swap_remove(place),
            None => reserved(length)?,
        };
        memory.resize(length, 0.0);
        Ok(memory)
    }

    /// Takes back the memory of a value, if no other value has it.
    pub fn give(&mut self, value: Value) {
        if let Ok(Elements::Float(memory)) = Rc::try_unwrap(value.elements) {
            self.0.push(memory);
        }
    }
}
