//! The kernels, a file for each family; each writes the passes of a step.

pub mod elementwise;
pub mod places;
pub mod products;
pub mod recurrent;
pub mod rows;
pub mod whole;

use super::program::{Buffer, Store};

/// A value on the device: row-major, in its own buffer or that of a value which it is a
/// view of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Where its elements are.
    pub buffer: Buffer,
    /// Its axes.
    pub shape: Vec<usize>,
    /// How its elements lie.
    pub store: Store,
}

impl Held {
    /// How many elements it has.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }
}
