//! Products of whole numbers: rows of numbers of 9 bits and weights of 8.
//!
//! A model whose activations are rounded too multiplies whole numbers and scales the
//! sums: y += scale · Σ q w, the sums of int32 and exact. An operation of a vector register
//! does the work of two of float32 ([`dense`](crate::dense)), and weights are a
//! quarter as long.
//!
//! Weights are packed once, in panels of `COLUMNS` outputs, two inputs side by side or four
//! ([`Packing`]); rows block after block, as many values in one int32. Cost: 2 · rows · inputs ·
//! outputs operations, inputs rounded up to two or four and outputs to a panel.

mod by_pairs;
mod by_quads;

use self::by_pairs::Pairs;
use self::by_quads::Quads;
use crate::quads;

/// Vectors of sums in a panel of weights.
const VECTORS: usize = 2;

/// Outputs in a panel of weights.
const COLUMNS: usize = 4 * VECTORS;

/// Rows in a tile.
const ROWS: usize = 4;

/// Panels that a row meets together where it stands alone: sums of one panel would wait for each
/// other.
const ACROSS: usize = 4;

/// Rows that meet a panel before the next panel is taken.
const BLOCK: usize = 32;

/// The greatest number of a row, and of the opposite sign the least: numbers from 0 to 255
/// without a zero point between them.
pub const GREATEST: i16 = 255;

/// The most inputs whose sums fit in 31 bits: 2³¹ / (255 · 128).
pub const MOST_INPUTS: usize = 65_536;

/// How many inputs are multiplied at a time. The sums are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Two, in 16 bits.
    Pairs,
    /// Four, in 8 bits, in two passes.
    Quads,
}

impl Packing {
    /// What is faster on this processor.
    pub fn fastest() -> Self {
        match quads::are_fast() {
            true => Self::Quads,
            false => Self::Pairs,
        }
    }
}

/// A matrix of weights, ready for [`accumulate`].
#[derive(Clone, Debug)]
pub struct Weights {
    inputs: usize,
    packed: Packed,
    scales: Vec<f32>,
}

#[derive(Clone, Debug)]
enum Packed {
    Pairs(Pairs),
    Quads(Quads),
}

impl Weights {
    /// Packs a matrix `[inputs, outputs]` that lies row after row; there is a scale for every
    /// output.
    pub fn new(inputs: usize, matrix: &[i8], scales: &[f32]) -> Self {
        Self::packed(Packing::fastest(), inputs, matrix, scales)
    }

    /// As [`Weights::new`], packed in this way.
    pub fn packed(packing: Packing, inputs: usize, matrix: &[i8], scales: &[f32]) -> Self {
        let outputs = scales.len();
        Self {
            inputs,
            packed: match packing {
                Packing::Pairs => Packed::Pairs(Pairs::new(inputs, outputs, matrix)),
                Packing::Quads => Packed::Quads(Quads::new(inputs, outputs, matrix)),
            },
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
}

/// A way to multiply packed rows with a panel of weights.
trait Panels {
    /// int32 that a packed row has.
    fn words(&self) -> usize;

    /// Writes a row, packed.
    fn pack(&self, row: &[f32], packed: &mut [i32]);

    /// The sums of four packed rows and a panel.
    fn four(&self, panel: usize, rows: [&[i32]; ROWS]) -> [[f32; COLUMNS]; ROWS];

    /// The sums of a packed row and some panels from one on.
    fn one<const N: usize>(&self, panel: usize, row: &[i32]) -> [[f32; COLUMNS]; N];
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
    if weights.inputs == 0 || weights.outputs() == 0 || length == 0 {
        return;
    }
    let zeros = vec![0.0; weights.inputs];
    let taken = |row: usize| match (row % length).checked_add_signed(shift) {
        Some(at) if at < length => {
            &rows[(row - row % length + at) * weights.inputs..][..weights.inputs]
        }
        _ => &zeros[..],
    };
    match &weights.packed {
        Packed::Pairs(panels) => multiply(taken, panels, &weights.scales, result),
        Packed::Quads(panels) => multiply(taken, panels, &weights.scales, result),
    }
}

fn multiply<'a>(
    taken: impl Fn(usize) -> &'a [f32],
    panels: &impl Panels,
    scales: &[f32],
    result: &mut [f32],
) {
    let outputs = scales.len();
    let count = result.len() / outputs;
    let words = panels.words();
    let mut packed = vec![0; BLOCK.min(count) * words];
    for block in (0..count).step_by(BLOCK) {
        let end = (block + BLOCK).min(count);
        for (row, packed) in (block..end).zip(packed.chunks_exact_mut(words)) {
            panels.pack(taken(row), packed);
        }
        let packed = |row: usize| &packed[(row - block) * words..][..words];
        let alone = end - (end - block) % ROWS;
        let put = |target: &mut [f32], sums: &[f32], scales: &[f32]| {
            for ((value, sum), scale) in target.iter_mut().zip(sums).zip(scales) {
                *value += sum * scale;
            }
        };
        for (panel, scales) in scales.chunks(COLUMNS).enumerate() {
            for row in (block..alone).step_by(ROWS) {
                let tile = panels.four(panel, std::array::from_fn(|index| packed(row + index)));
                for (index, sums) in tile.iter().enumerate() {
                    let place = (row + index) * outputs + panel * COLUMNS;
                    put(&mut result[place..][..scales.len()], sums, scales);
                }
            }
        }
        for row in alone..end {
            let target = &mut result[row * outputs..][..outputs];
            let parts = target.chunks_mut(ACROSS * COLUMNS);
            let parts = parts.zip(scales.chunks(ACROSS * COLUMNS));
            for (number, (target, scales)) in parts.enumerate() {
                let first = number * ACROSS;
                if target.len() == ACROSS * COLUMNS {
                    let sums: [_; ACROSS] = panels.one(first, packed(row));
                    put(target, sums.as_flattened(), scales);
                    continue;
                }
                let parts = target.chunks_mut(COLUMNS).zip(scales.chunks(COLUMNS));
                for (more, (target, scales)) in parts.enumerate() {
                    let [sums] = panels.one(first + more, packed(row));
                    put(target, &sums, scales);
                }
            }
        }
    }
}
