//! Products of two inputs at a time, in 16 bits: on every processor.

use super::{COLUMNS, GREATEST, Panels, ROWS, VECTORS};
use crate::pairs::{Bytes, SUMS, Sums, Words, pairs};

/// Weights in panels; in each those of two inputs for `COLUMNS` outputs, pair after pair. Weights
/// of inputs and outputs that do not exist are 0.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    inputs: usize,
    panels: Vec<Bytes>,
}

impl Pairs {
    pub(super) fn new(inputs: usize, outputs: usize, matrix: &[i8]) -> Self {
        let mut panels = Vec::with_capacity(outputs.div_ceil(COLUMNS) * inputs.div_ceil(2));
        for first in (0..outputs).step_by(COLUMNS) {
            for two in matrix.chunks(2 * outputs) {
                let (above, below) = two.split_at(outputs);
                // The last of an odd number of inputs has none below.
                panels.push(Bytes::alternating(
                    columns(above, first),
                    columns(below, first),
                ));
            }
        }
        Self { inputs, panels }
    }

    fn panel(&self, index: usize) -> &[Bytes] {
        &self.panels[index * self.words()..][..self.words()]
    }
}

impl Panels for Pairs {
    /// int32 that a packed row has.
    fn words(&self) -> usize {
        self.inputs.div_ceil(2)
    }

    /// Writes a row, two values in one int32; the last of an odd number stands with a 0.
    fn pack(&self, row: &[f32], packed: &mut [i32]) {
        let (eights, rest) = row.as_chunks();
        let (packed, last) = packed.split_at_mut(eights.len() * SUMS);
        for (four, &eight) in packed.as_chunks_mut().0.iter_mut().zip(eights) {
            *four = pairs(eight, GREATEST);
        }
        let mut eight = [0.0; 2 * SUMS];
        for (value, &given) in eight.iter_mut().zip(rest) {
            *value = given;
        }
        for (last, pair) in last.iter_mut().zip(pairs(eight, GREATEST)) {
            *last = pair;
        }
    }

    /// The sums of four packed rows and a panel.
    #[inline(always)]
    fn four(&self, panel: usize, [a, b, c, d]: [&[i32]; ROWS]) -> [[f32; COLUMNS]; ROWS] {
        let mut sums = [[Sums::zero(); VECTORS]; ROWS];
        let steps = self.panel(panel).iter().zip(a).zip(b).zip(c).zip(d);
        for ((((&bytes, &a), &b), &c), &d) in steps {
            sums = add(sums, [a, b, c, d], bytes);
        }
        sums.map(floats)
    }

    /// The sums of a packed row and some panels from one on.
    #[inline(always)]
    fn one<const N: usize>(&self, panel: usize, row: &[i32]) -> [[f32; COLUMNS]; N] {
        let panels: [_; N] = std::array::from_fn(|at| &self.panel(panel + at)[..row.len()]);
        let mut sums = [[[Sums::zero(); VECTORS]]; N];
        for (at, &pair) in row.iter().enumerate() {
            for (sums, panel) in sums.iter_mut().zip(panels) {
                *sums = add(*sums, [pair], panel[at]);
            }
        }
        sums.map(|[sums]| floats(sums))
    }
}

/// The weights of a panel's outputs in a row of a matrix; 0 for those that do not exist.
#[inline(always)]
fn columns(row: &[i8], first: usize) -> [i8; COLUMNS] {
    let row = row.get(first..).unwrap_or_default();
    match row.first_chunk() {
        Some(columns) => *columns,
        None => std::array::from_fn(|column| row.get(column).copied().unwrap_or(0)),
    }
}

/// Sums with the products of one pair of each row added.
#[inline(always)]
fn add<const R: usize>(
    mut tile: [[Sums; VECTORS]; R],
    pairs: [i32; R],
    bytes: Bytes,
) -> [[Sums; VECTORS]; R] {
    let weights = bytes.words();
    for (sums, pair) in tile.iter_mut().zip(pairs) {
        let pair = Words::splat(pair);
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = sum.plus_products(pair, weights);
        }
    }
    tile
}

#[inline(always)]
fn floats([low, high]: [Sums; VECTORS]) -> [f32; COLUMNS] {
    let ([a, b, c, d], [e, f, g, h]) = (low.floats(), high.floats());
    [a, b, c, d, e, f, g, h]
}
