//! The arrays that pass between a task and a backend: row-major, of `i64`, `f32` or
//! `bool`.

use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::DataType;

/// The elements of a [`Tensor`], row-major.
#[derive(Clone, Debug, PartialEq)]
pub enum TensorData {
    /// Signed 64-bit integers: token ids.
    I64(Vec<i64>),
    /// Single-precision numbers; also those that a graph declares as half-precision.
    F32(Vec<f32>),
    /// Truth values.
    Bool(Vec<bool>),
}

impl TensorData {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self {
            Self::I64(values) => values.len(),
            Self::F32(values) => values.len(),
            Self::Bool(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An array with a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    data: TensorData,
}

impl Tensor {
    /// A tensor of the given shape.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the product of `shape` is not the
    /// number of elements.
    pub fn new(shape: Vec<usize>, data: TensorData) -> Result<Self> {
        let length = data.len();
        let expected = shape
            .iter()
            .try_fold(1usize, |product, &size| product.checked_mul(size));
        if expected != Some(length) {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!("a tensor of shape {shape:?} cannot hold {length} elements"),
            ));
        }
        Ok(Self { shape, data })
    }

    /// A tensor without elements, of so many axes.
    pub fn empty(kind: DataType, axes: usize) -> Self {
        let data = match kind {
            DataType::Int64 => TensorData::I64(vec![]),
            DataType::Float32 | DataType::Float16 => TensorData::F32(vec![]),
            DataType::Bool => TensorData::Bool(vec![]),
        };
        Self {
            shape: vec![0; axes.max(1)],
            data,
        }
    }

    /// The size of every axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements, row-major.
    pub fn data(&self) -> &TensorData {
        &self.data
    }

    /// Its shape and its elements.
    pub fn into_parts(self) -> (Vec<usize>, TensorData) {
        (self.shape, self.data)
    }

    /// The type of the elements.
    pub fn data_type(&self) -> DataType {
        match self.data {
            TensorData::I64(_) => DataType::Int64,
            TensorData::F32(_) => DataType::Float32,
            TensorData::Bool(_) => DataType::Bool,
        }
    }
}
