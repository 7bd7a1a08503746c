//! Products of whole numbers: rows of numbers of 9 bits and weights of 8.
//!
//! A model whose activations are rounded too multiplies whole numbers and scales the
//! sums: y += scale · Σ q w, the sums of int32 and exact. Four operations of a vector
//! register do the work of eight of float32 ([`dense`](crate::dense)), and weights are a
//! quarter as long.
//!
//! Weights are packed once, in panels of `COLUMNS` outputs, two inputs side by side;
//! rows block after block, two values in one int32. Cost: 2 · rows · inputs · outputs
//! operations, inputs rounded up to two and outputs to a panel.

use crate::pairs::{Bytes, SUMS, Sums, Words, pairs};

/// Vectors of sums in a panel of weights.
const VECTORS: usize = 2;

/// Outputs in a panel of weights.
const COLUMNS: usize = VECTORS * SUMS;

/// Rows in a tile.
const ROWS: usize = 4;

/// Rows that meet a panel before the next panel is taken.
const BLOCK: usize = 32;

/// The greatest number of a row, and of the opposite sign the least: numbers from 0 to 255
/// without a zero point between them.
pub const GREATEST: i16 = 255;

/// The most inputs whose sums fit in 31 bits: 2³¹ / (255 · 128).
pub const MOST_INPUTS: usize = 65_536;

/// A matrix of weights, ready for [`accumulate`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    inputs: usize,
    /// Panel after panel; in each the weights of two inputs for `COLUMNS` outputs, pair after
    /// pair. Weights of inputs and outputs that do not exist are 0.
    panels: Vec<Bytes>,
    scales: Vec<f32>,
}

impl Weights {
    /// Packs a matrix `[inputs, outputs]` that lies row after row; there is a scale for every
    /// output.
    pub fn new(inputs: usize, matrix: &[i8], scales: &[f32]) -> Self {
        let outputs = scales.len();
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
        Self {
            inputs,
            panels,
            scales: scales.to_vec(),
        }
    }

    /// Values in a row that it is multiplied with.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Values in a row of the result.
    pub fn outputs(&self) -> usize {
        self.scales.len()
    }

    fn panel(&self, index: usize) -> &[Bytes] {
        let pairs = self.inputs.div_ceil(2);
        &self.panels[index * pairs..][..pairs]
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

/// Adds scale · (rows · weights) to `result`.
///
/// `rows` are whole numbers from -[`GREATEST`] to [`GREATEST`]: what lies beyond counts as
/// these, and what is behind the point is dropped. Row t of the result takes row t + `shift` of
/// its sequence of `length` rows, zeros outside. There are at most [`MOST_INPUTS`] inputs.
pub fn accumulate(
    rows: &[f32],
    weights: &Weights,
    length: usize,
    shift: isize,
    result: &mut [f32],
) {
    let (inputs, outputs) = (weights.inputs, weights.outputs());
    if inputs == 0 || outputs == 0 || length == 0 {
        return;
    }
    let length_of_row = inputs.div_ceil(2);
    let count = result.len() / outputs;
    let zeros = vec![0.0; inputs];
    let taken = |row: usize| match (row % length).checked_add_signed(shift) {
        Some(at) if at < length => &rows[(row - row % length + at) * inputs..][..inputs],
        _ => &zeros[..],
    };
    let mut packed = vec![0; BLOCK.min(count) * length_of_row];
    for block in (0..count).step_by(BLOCK) {
        let end = (block + BLOCK).min(count);
        for (row, packed) in (block..end).zip(packed.chunks_exact_mut(length_of_row)) {
            pack(taken(row), packed);
        }
        let packed = |row: usize| &packed[(row - block) * length_of_row..][..length_of_row];
        for (panel, scales) in weights.scales.chunks(COLUMNS).enumerate() {
            let bytes = weights.panel(panel);
            let mut put = |row: usize, sums: [Sums; VECTORS]| {
                let sums = sums.map(Sums::floats);
                let target = &mut result[row * outputs + panel * COLUMNS..][..scales.len()];
                let sums = sums.as_flattened().iter().zip(scales);
                for (value, (sum, scale)) in target.iter_mut().zip(sums) {
                    *value += sum * scale;
                }
            };
            let mut row = block;
            while row + ROWS <= end {
                let tile = tile(std::array::from_fn(|index| packed(row + index)), bytes);
                for sums in tile {
                    put(row, sums);
                    row += 1;
                }
            }
            while row < end {
                let mut sums = [[Sums::zero(); VECTORS]];
                for (&pair, bytes) in packed(row).iter().zip(bytes) {
                    sums = one(sums, [pair], *bytes);
                }
                put(row, sums[0]);
                row += 1;
            }
        }
    }
}

/// Writes a row, two values in one int32; the last of an odd number stands with a 0.
fn pack(row: &[f32], packed: &mut [i32]) {
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

/// The sums of some rows and a panel.
type Tile<const R: usize> = [[Sums; VECTORS]; R];

/// The products of rows and a panel.
#[inline(always)]
fn tile(rows: [&[i32]; ROWS], panel: &[Bytes]) -> Tile<ROWS> {
    let mut sums = [[Sums::zero(); VECTORS]; ROWS];
    let [a, b, c, d] = rows;
    let steps = panel.iter().zip(a).zip(b).zip(c).zip(d);
    for ((((&bytes, &a), &b), &c), &d) in steps {
        sums = one(sums, [a, b, c, d], bytes);
    }
    sums
}

/// Sums with the products of one pair of each row added.
#[inline(always)]
fn one<const R: usize>(mut tile: Tile<R>, pairs: [i32; R], bytes: Bytes) -> Tile<R> {
    let weights = bytes.words();
    for (sums, pair) in tile.iter_mut().zip(pairs) {
        let pair = Words::splat(pair);
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = sum.plus_products(pair, weights);
        }
    }
    tile
}
