//! Matrices of weights, in 8 bits where that loses nothing.

use std::borrow::Cow;

use epitome_kernels::columns;
use serde::{Deserialize, Serialize};

use super::packed;
use super::shared::Shared;

/// A matrix `[inputs, outputs]`, row-major.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// Rows.
    pub inputs: usize,
    /// Columns.
    pub outputs: usize,
    /// Its elements.
    pub weights: Weights,
}

/// The elements of a matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Weights {
    /// float32
    Float(#[serde(with = "packed::floats")] Shared<f32>),
    /// Whole numbers, and for every column what they are multiplied by.
    Quantized {
        /// Row-major.
        #[serde(with = "packed::bytes")]
        values: Shared<i8>,
        /// One for each column.
        #[serde(with = "packed::floats")]
        scales: Vec<f32>,
    },
}

impl Matrix {
    /// A matrix of these elements, row-major, in 8 bits if every column is whole numbers
    /// from -128 to 127 times a scale, to the last bit.
    pub fn new(inputs: usize, outputs: usize, elements: Vec<f32>) -> Self {
        let weights = match columns::quantized(outputs, &elements) {
            Some((values, scales)) => Weights::Quantized {
                values: values.into(),
                scales,
            },
            None => Weights::Float(elements.into()),
        };
        Self {
            inputs,
            outputs,
            weights,
        }
    }

    /// A matrix of whole numbers, row-major.
    pub fn of_bytes(inputs: usize, outputs: usize, values: Vec<i8>) -> Self {
        let weights = Weights::Quantized {
            values: values.into(),
            scales: vec![1.0; outputs],
        };
        Self {
            inputs,
            outputs,
            weights,
        }
    }

    /// Its elements in float32, row-major.
    pub fn elements(&self) -> Cow<'_, [f32]> {
        match &self.weights {
            Weights::Float(elements) => Cow::Borrowed(elements),
            Weights::Quantized { values, scales } => {
                let mut elements = Vec::with_capacity(values.len());
                for row in values.chunks_exact(scales.len().max(1)) {
                    let row = row.iter().zip(scales);
                    elements.extend(row.map(|(&value, scale)| f32::from(value) * scale));
                }
                Cow::Owned(elements)
            }
        }
    }

    /// Whether it is in 8 bits.
    pub fn is_quantized(&self) -> bool {
        matches!(self.weights, Weights::Quantized { .. })
    }

    /// The matrix times a number.
    pub fn scaled(mut self, by: f32) -> Self {
        match &mut self.weights {
            Weights::Float(elements) => {
                let scaled: Vec<f32> = elements.iter().map(|value| value * by).collect();
                *elements = scaled.into();
            }
            Weights::Quantized { scales, .. } => scales.iter_mut().for_each(|value| *value *= by),
        }
        self
    }

    /// Lets the elements go, once a backend has its own of them; the sizes stay.
    pub(in crate::runtime) fn forget(&mut self) {
        self.weights = Weights::Float(Shared::default());
    }

    /// Whether there are as many elements as rows and columns say, and any.
    pub(super) fn is_complete(&self) -> bool {
        let wanted = self.inputs.checked_mul(self.outputs).filter(|all| *all > 0);
        match &self.weights {
            Weights::Float(elements) => wanted == Some(elements.len()),
            Weights::Quantized { values, scales } => {
                wanted == Some(values.len()) && scales.len() == self.outputs
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_the_same_matrix_in_both_types() {
        let whole: Vec<i8> = vec![1, -128, 0, 127, 5, 0];
        let widened = whole.iter().map(|&number| number.into()).collect();
        assert_eq!(Matrix::of_bytes(2, 3, whole), Matrix::new(2, 3, widened));
    }

    #[test]
    fn the_elements_of_a_copy_are_held_once() {
        let matrix = Matrix::new(2, 1, vec![1.0, std::f32::consts::FRAC_1_PI]);
        let copy = matrix.clone();
        let (Weights::Float(one), Weights::Float(other)) = (&matrix.weights, &copy.weights) else {
            panic!("weights that are no multiples of a number");
        };
        assert!(std::ptr::eq(&**one, &**other));
    }
}
