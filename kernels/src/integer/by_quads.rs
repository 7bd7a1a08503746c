//! Products of four inputs at a time, of the 7 high bits of the rows' numbers and then of the 2
//! low ones.
//!
//! Σ x w = 4 Σ h w + Σ l w - 256 Σ w, with x + 256 = 4 h + l: the same sums as of pairs, in two
//! passes over a panel of half the instructions.

use super::{COLUMNS, GREATEST, Panels, ROWS, VECTORS};
use crate::quads::{Fours, LOW_BITS, OFFSET, Sums, parts};

/// Weights in panels; in each those of four inputs for `COLUMNS` outputs, four after four. Weights
/// of inputs and outputs that do not exist are 0.
#[derive(Clone, Debug)]
pub(super) struct Quads {
    inputs: usize,
    panels: Vec<[Fours; VECTORS]>,
    /// Of every panel's outputs, what takes the offset of the numbers away again.
    starts: Vec<[i32; COLUMNS]>,
}

impl Quads {
    pub(super) fn new(inputs: usize, outputs: usize, matrix: &[i8]) -> Self {
        let count = outputs.div_ceil(COLUMNS);
        let mut panels = Vec::with_capacity(count * inputs.div_ceil(4));
        let mut starts = Vec::with_capacity(count);
        for first in (0..outputs).step_by(COLUMNS) {
            let mut sums = [0_i32; COLUMNS];
            for rows in matrix.chunks(4 * outputs) {
                let mut four = [[0; 4]; COLUMNS];
                for (input, row) in rows.chunks_exact(outputs).enumerate() {
                    for ((four, sum), &weight) in four.iter_mut().zip(&mut sums).zip(&row[first..])
                    {
                        four[input] = weight;
                        *sum += i32::from(weight);
                    }
                }
                let (halves, _) = four.as_flattened().as_chunks::<16>();
                panels.push(std::array::from_fn(|half| Fours::new(halves[half])));
            }
            starts.push(sums.map(|sum| -(i32::from(OFFSET) >> LOW_BITS) * sum));
        }
        Self {
            inputs,
            panels,
            starts,
        }
    }

    fn panel(&self, index: usize) -> &[[Fours; VECTORS]] {
        let fours = self.inputs.div_ceil(4);
        &self.panels[index * fours..][..fours]
    }

    #[inline(always)]
    fn start(&self, panel: usize) -> [Sums; VECTORS] {
        let [a, b, c, d, e, f, g, h] = self.starts[panel];
        [Sums::new([a, b, c, d]), Sums::new([e, f, g, h])]
    }
}

impl Panels for Quads {
    /// int32 that a packed row has.
    fn words(&self) -> usize {
        2 * self.inputs.div_ceil(4)
    }

    /// Writes the high parts of a row, four in one int32, and behind them the low parts.
    fn pack(&self, row: &[f32], packed: &mut [i32]) {
        let (high, low) = packed.split_at_mut(packed.len() / 2);
        let (eights, rest) = row.as_chunks();
        let (high, last_high) = high.split_at_mut(2 * eights.len());
        let (low, last_low) = low.split_at_mut(2 * eights.len());
        let both = high.as_chunks_mut().0.iter_mut().zip(low.as_chunks_mut().0);
        for ((high, low), &eight) in both.zip(eights) {
            [*high, *low] = parts(eight, GREATEST);
        }
        let mut eight = [0.0; 8];
        for (value, &given) in eight.iter_mut().zip(rest) {
            *value = given;
        }
        let both = parts(eight, GREATEST);
        for (last, part) in [last_high, last_low].into_iter().zip(both) {
            last.copy_from_slice(&part[..last.len()]);
        }
    }

    /// The sums of four packed rows and a panel.
    #[inline(always)]
    fn four(&self, panel: usize, rows: [&[i32]; ROWS]) -> [[f32; COLUMNS]; ROWS] {
        let weights = self.panel(panel);
        let (high, low) = (
            rows.map(|row| &row[..weights.len()]),
            rows.map(|row| &row[weights.len()..]),
        );
        let sums = pass([self.start(panel); ROWS], high, weights);
        let sums = sums.map(|sums| sums.map(Sums::raised));
        pass(sums, low, weights).map(floats)
    }

    /// The sums of a packed row and some panels from one on.
    #[inline(always)]
    fn one<const N: usize>(&self, panel: usize, row: &[i32]) -> [[f32; COLUMNS]; N] {
        std::array::from_fn(|at| self.alone(panel + at, row))
    }
}

impl Quads {
    /// The sums of a packed row and a panel.
    #[inline(always)]
    fn alone(&self, panel: usize, row: &[i32]) -> [f32; COLUMNS] {
        let weights = self.panel(panel);
        let (high, low) = row.split_at(weights.len());
        // Side by side, so that no sum has to wait for the one before it.
        let (mut of_high, mut of_low) = ([self.start(panel)], [[Sums::new([0; 4]); VECTORS]]);
        for ((weights, &high), &low) in weights.iter().zip(high).zip(low) {
            of_high = add(of_high, [high], weights);
            of_low = add(of_low, [low], weights);
        }
        let [[a, b], [c, d]] = [of_high[0], of_low[0]];
        floats([a.raised().plus(c), b.raised().plus(d)])
    }
}

/// Sums of four rows with the products of one part of them and a panel added.
#[inline(always)]
fn pass(
    mut tile: [[Sums; VECTORS]; ROWS],
    [a, b, c, d]: [&[i32]; ROWS],
    panel: &[[Fours; VECTORS]],
) -> [[Sums; VECTORS]; ROWS] {
    for ((((weights, &a), &b), &c), &d) in panel.iter().zip(a).zip(b).zip(c).zip(d) {
        tile = add(tile, [a, b, c, d], weights);
    }
    tile
}

/// Sums with the products of four values of each row added.
#[inline(always)]
fn add<const R: usize>(
    mut tile: [[Sums; VECTORS]; R],
    fours: [i32; R],
    weights: &[Fours; VECTORS],
) -> [[Sums; VECTORS]; R] {
    for (sums, four) in tile.iter_mut().zip(fours) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = sum.plus_products(*weights, four);
        }
    }
    tile
}

#[inline(always)]
fn floats([low, high]: [Sums; VECTORS]) -> [f32; COLUMNS] {
    let ([a, b, c, d], [e, f, g, h]) = (low.floats(), high.floats());
    [a, b, c, d, e, f, g, h]
}
