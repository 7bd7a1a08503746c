//! Elements put in another order: axes exchanged, cut or repeated.
//!
//! A source is read at start + Σ index · stride, in the row-major order of the
//! result. Axes that follow each other in the source are walked as one, and rows
//! that lie together are copied whole. Cost: one pass over the result.

/// An axis of the result, and how far the source moves along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Elements.
    pub size: usize,
    /// Places in the source from one to the next; 0 repeats.
    pub stride: usize,
}

/// [`copy`] of float32.
pub fn copy_floats(source: &[f32], start: usize, axes: &[Axis], result: &mut [f32]) {
    copy(source, start, axes, result);
}

/// Copies from `source`, beginning at `start`, to `result`, which has as many
/// elements as the sizes of `axes` say. Every place that is read exists.
#[inline]
pub fn copy<T: Copy>(source: &[T], start: usize, axes: &[Axis], result: &mut [T]) {
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
            1 => row.copy_from_slice(&source[place..][..size]),
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
