//! Softmax and root-mean-square normalisation along an axis.
//!
//! softmax: e^(x - max) / Σ e^(x - max), 0 where x is 87 or more below max. RMS norm (Zhang and Sennrich 2019, without
//! the gain): x / √(mean x² + ε). Values are `[outer, size, inner]`, normalised along
//! the middle axis. Cost: three passes over the values, four of softmax, and there one
//! exponential for each.

use crate::exponential::{exp_or_zero, exps_or_zero};
use crate::lanes::{LANES, Lanes};
use crate::reduce::{Reduction, reduce};

/// Writes the softmax of `values` to `result`.
pub fn softmax(values: &[f32], size: usize, inner: usize, result: &mut [f32]) {
    if size == 0 || inner == 0 {
        return;
    }
    let mut greatest = vec![0.0; inner];
    let mut sums = vec![0.0; inner];
    for (values, result) in values
        .chunks_exact(size * inner)
        .zip(result.chunks_exact_mut(size * inner))
    {
        reduce(Reduction::Maximum, values, size, inner, &mut greatest);
        if let [greatest] = *greatest {
            powers(values, greatest, result);
        } else {
            result.copy_from_slice(values);
            by_column(result, inner, &greatest, |value, greatest| {
                exp_or_zero(value - greatest)
            });
        }
        reduce(Reduction::Sum, result, size, inner, &mut sums);
        for sum in &mut sums {
            *sum = 1.0 / *sum;
        }
        by_column(result, inner, &sums, |value, share| value * share);
    }
}

/// Writes e^(x - `greatest`), or 0 far below.
fn powers(values: &[f32], greatest: f32, result: &mut [f32]) {
    let (vectors, rest) = values.as_chunks::<LANES>();
    let (results, result_rest) = result.as_chunks_mut::<LANES>();
    for (result, &values) in results.iter_mut().zip(vectors) {
        *result = exps_or_zero(Lanes::new(values).plus(Lanes::splat(-greatest))).values();
    }
    let mut last = [0.0; LANES];
    last[..rest.len()].copy_from_slice(rest);
    let last = exps_or_zero(Lanes::new(last).plus(Lanes::splat(-greatest))).values();
    result_rest.copy_from_slice(&last[..rest.len()]);
}

/// Writes `values` divided by the root of their mean square to `result`.
pub fn rms_norm(values: &[f32], size: usize, inner: usize, epsilon: f32, result: &mut [f32]) {
    if size == 0 || inner == 0 {
        return;
    }
    let mut roots = vec![0.0; inner];
    for (values, result) in values
        .chunks_exact(size * inner)
        .zip(result.chunks_exact_mut(size * inner))
    {
        for (result, &value) in result.iter_mut().zip(values) {
            *result = value * value;
        }
        reduce(Reduction::Sum, result, size, inner, &mut roots);
        for root in &mut roots {
            *root = 1.0 / (*root / size as f32 + epsilon).sqrt();
        }
        result.copy_from_slice(values);
        by_column(result, inner, &roots, |value, root| value * root);
    }
}

/// Changes every row of `inner` values by the value of its column.
#[inline]
fn by_column(result: &mut [f32], inner: usize, by: &[f32], change: impl Fn(f32, f32) -> f32) {
    if let [by] = by {
        for value in result {
            *value = change(*value, *by);
        }
        return;
    }
    for row in result.chunks_exact_mut(inner) {
        for (value, &by) in row.iter_mut().zip(by) {
            *value = change(*value, by);
        }
    }
}
