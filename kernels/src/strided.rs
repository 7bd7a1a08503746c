//! Elements put in another order: axes exchanged, cut or repeated.
//!
//! A source is read at start + Σ index · stride, in the row-major order of the
//! result. Axes that follow each other in the source are walked as one, and rows
//! that lie together are copied whole. Cost: one pass over the result.

use crate::lanes::{LANES, Lanes};

/// An axis of the result, and how far the source moves along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Elements.
    pub size: usize,
    /// Places in the source from one to the next; 0 repeats.
    pub stride: usize,
}

/// Rows of this many values or more are copied by a call into the engine.
const CALL: usize = 128;

/// [`copy`] of float32, short rows by vectors.
pub fn copy_floats(source: &[f32], start: usize, axes: &[Axis], result: &mut [f32]) {
    walk(source, start, axes, result, |row, source| {
        if row.len() >= CALL {
            row.copy_from_slice(source);
            return;
        }
        let (vectors, rest) = row.as_chunks_mut::<{ 2 * LANES }>();
        let (from, from_rest) = source.as_chunks::<{ 2 * LANES }>();
        for (vectors, from) in vectors.iter_mut().zip(from) {
            let halves = vectors.as_chunks_mut::<LANES>().0.iter_mut();
            for (half, from) in halves.zip(from.as_chunks::<LANES>().0) {
                *half = Lanes::new(*from).values();
            }
        }
        for (value, from) in rest.iter_mut().zip(from_rest) {
            *value = *from;
        }
    });
}

/// Copies from `source`, beginning at `start`, to `result`, which has as many
/// elements as the sizes of `axes` say. Every place that is read exists.
pub fn copy<T: Copy>(source: &[T], start: usize, axes: &[Axis], result: &mut [T]) {
    walk(source, start, axes, result, <[T]>::copy_from_slice);
}

/// [`copy`] with a way to copy a row that lies together.
#[inline(always)]
fn walk<T: Copy>(
    source: &[T],
    start: usize,
    axes: &[Axis],
    result: &mut [T],
    row_of: impl Fn(&mut [T], &[T]),
) {
    let mut merged: Vec<Axis> = Vec::with_capacity(axes.len());
    for &axis in axes.iter().filter(|axis| axis.size != 1) {
        match merged.last_mut() {
            Some(outer) if outer.stride == axis.stride * axis.size => {
                *outer = Axis {
                    size: outer.size * axis.size,
                    stride: axis.stride,
                };
            }
            _ => merged.push(axis),
        }
    }
    let Axis { size, stride } = merged.pop().unwrap_or(Axis { size: 1, stride: 1 });
    if size == 0 {
        return;
    }
    let mut counter = vec![0; merged.len()];
    let mut place = start;
    for row in result.chunks_exact_mut(size) {
        match stride {
            0 => row.fill(source[place]),
            1 => row_of(row, &source[place..][..size]),
            _ => {
                for (element, value) in row.iter_mut().zip(source[place..].iter().step_by(stride)) {
                    *element = *value;
                }
            }
        }
        for (axis, count) in merged.iter().zip(&mut counter).rev() {
            *count += 1;
            place += axis.stride;
            if *count < axis.size {
                break;
            }
            place -= axis.stride * axis.size;
            *count = 0;
        }
    }
}
