//! Sums and maxima along one axis.
//!
//! Along the last axis a row is taken in `LANES` interleaved parts, which are
//! put together at its end; along another axis whole rows are. Cost: one pass
//! over the values.

use serde::{Deserialize, Serialize};

/// Parts of a row that are reduced side by side.
const LANES: usize = 8;

/// How two values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reduction {
    /// a + b
    Sum,
    /// The greater; a value that is not a number is passed over.
    Maximum,
}

/// Reduces the middle axis of `values`, `[outer, size, inner]`, into `result`,
/// `[outer, inner]`. An empty axis gives 0 and -∞.
pub fn reduce(reduction: Reduction, values: &[f32], size: usize, inner: usize, result: &mut [f32]) {
    match reduction {
        Reduction::Sum => along(values, size, inner, result, 0.0, |a, b| a + b),
        Reduction::Maximum => along(values, size, inner, result, f32::NEG_INFINITY, |a, b| {
            if b > a { b } else { a }
        }),
    }
}

#[inline]
fn along(
    values: &[f32],
    size: usize,
    inner: usize,
    result: &mut [f32],
    start: f32,
    put: impl Fn(f32, f32) -> f32,
) {
    result.fill(start);
    if size == 0 || inner == 0 {
        return;
    }
    for (values, result) in values
        .chunks_exact(size * inner)
        .zip(result.chunks_exact_mut(inner))
    {
        if let [result] = result {
            let (parts, rest) = values.as_chunks::<LANES>();
            let mut sums = [start; LANES];
            for part in parts {
                for (sum, &value) in sums.iter_mut().zip(part) {
                    *sum = put(*sum, value);
                }
            }
            let all = sums.iter().chain(rest);
            *result = all.fold(start, |sum, &value| put(sum, value));
        } else {
            for row in values.chunks_exact(inner) {
                for (result, &value) in result.iter_mut().zip(row) {
                    *result = put(*result, value);
                }
            }
        }
    }
}
