//! Products of whole numbers: rows of numbers of 9 bits and weights of 8.
//!
//! A model whose activations are rounded too multiplies whole numbers and scales the
//! sums: y += scale · Σ q w, the sums of int32 and exact. Four operations of a vector
//! register do the work of eight of float32 ([`dense`](crate::dense)), and weights are a
//! quarter as long.
//!
//! Weights are packed once, in panels of `COLUMNS` outputs, two inputs side by side;
//! rows at every call, two values in one int32. Cost: 2 · rows · inputs · outputs
//! operations, inputs rounded up to two and outputs to a panel.

use crate::pairs::{BYTES, Bytes, SUMS, Sums, Words, pair};

/// Vectors of sums in a panel of weights.
const VECTORS: usize = 2;

/// Outputs in a panel of weights.
const COLUMNS: usize = VECTORS * SUMS;

/// Rows in a tile.
const ROWS: usize = 4;

/// Pairs of inputs whose products are added in one turn of the innermost loop.
const STEP: usize = 2;

/// Rows that meet a panel before the next panel is taken.
const BLOCK: usize = 16;

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
        let weight = |input: usize, output: usize| {
            let inside = input < inputs && output < outputs;
            if inside {
                matrix[input * outputs + output]
            } else {
                0
            }
        };
        let panels = (0..outputs).step_by(COLUMNS).flat_map(|first| {
            (0..inputs).step_by(2).map(move |input| {
                let at = |place: usize| weight(input + place % 2, first + place / 2);
                Bytes::new(std::array::from_fn::<i8, BYTES, _>(at))
            })
        });
        Self {
            inputs,
            panels: panels.collect(),
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
    let pairs = inputs.div_ceil(2);
    let packed = packed(rows, inputs);
    let zeros = vec![0; pairs];
    let taken = |row: usize| match (row % length).checked_add_signed(shift) {
        Some(at) if at < length => &packed[(row - row % length + at) * pairs..][..pairs],
        _ => &zeros[..],
    };
    let count = result.len() / outputs;
    for block in (0..count).step_by(BLOCK) {
        let end = (block + BLOCK).min(count);
        for (panel, scales) in weights.scales.chunks(COLUMNS).enumerate() {
            let bytes = weights.panel(panel);
            let mut put = |row: usize, sums: [Sums; VECTORS]| {
                let sums = sums.map(Sums::values);
                let target = &mut result[row * outputs + panel * COLUMNS..][..scales.len()];
                let sums = sums.as_flattened().iter().zip(scales);
                for (value, (&sum, scale)) in target.iter_mut().zip(sums) {
                    *value += sum as f32 * scale;
                }
            };
            let mut row = block;
            while row + ROWS <= end {
                let tile = tile(std::array::from_fn(|index| taken(row + index)), bytes);
                for sums in tile {
                    put(row, sums);
                    row += 1;
                }
            }
            while row < end {
                let mut sums = [[Sums::zero(); VECTORS]];
                for (&pair, bytes) in taken(row).iter().zip(bytes) {
                    sums = one(sums, [pair], *bytes);
                }
                put(row, sums[0]);
                row += 1;
            }
        }
    }
}

/// Two values in one int32, row after row; the last of an odd row stands with a 0.
fn packed(rows: &[f32], inputs: usize) -> Vec<i32> {
    let limit = f32::from(GREATEST);
    let whole = |value: f32| value.clamp(-limit, limit) as i16;
    let mut packed = Vec::with_capacity(rows.len().div_ceil(2));
    for row in rows.chunks_exact(inputs) {
        let (pairs, last) = row.as_chunks::<2>();
        packed.extend(pairs.iter().map(|&[a, b]| pair(whole(a), whole(b))));
        packed.extend(last.iter().map(|&a| pair(whole(a), 0)));
    }
    packed
}

/// The sums of some rows and a panel.
type Tile<const R: usize> = [[Sums; VECTORS]; R];

/// The products of rows and a panel, [`STEP`] pairs at a time.
#[inline(always)]
fn tile(rows: [&[i32]; ROWS], panel: &[Bytes]) -> Tile<ROWS> {
    let mut sums = [[Sums::zero(); VECTORS]; ROWS];
    let (panels, last_panel) = panel.as_chunks::<STEP>();
    let [a, b, c, d] = rows.map(|row| row.as_chunks::<STEP>());
    let steps = panels.iter().zip(a.0).zip(b.0).zip(c.0).zip(d.0);
    for ((((panel, a), b), c), d) in steps {
        for at in 0..STEP {
            sums = one(sums, [a[at], b[at], c[at], d[at]], panel[at]);
        }
    }
    for (at, bytes) in last_panel.iter().enumerate() {
        sums = one(sums, [a.1, b.1, c.1, d.1].map(|row| row[at]), *bytes);
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
