//! Dense layers: y = act(Σᵢ xᵢ Wᵢ + b) over rows of float32.
//!
//! One layer may add up several products. A dilated convolution is three of
//! them, over the same rows moved by -d, 0 and d; a layer over a concatenation
//! is one for each part. Nothing is copied to put the parts side by side.
//!
//! Weights are packed once, in panels of `COLUMNS` outputs. A tile of `ROWS`
//! rows and one panel stays in registers while the products are added up; blocks
//! of `BLOCK` rows keep the rows and the panel in the first cache. Cost:
//! 2 · rows · Σ inputs · outputs operations, outputs rounded up to a panel.

use crate::lanes::{LANES, Lanes};

/// Vectors in a row of a panel of weights.
const VECTORS: usize = 2;

/// Outputs in a panel of weights: a matrix is packed as if it had a multiple of them.
pub const COLUMNS: usize = VECTORS * LANES;

/// Rows in a tile.
const ROWS: usize = 4;

/// Panels that a row meets together where it stands alone: sums of one panel would wait for each
/// other.
const ACROSS: usize = 4;

/// Rows that meet a panel before the next panel is taken.
const BLOCK: usize = 32;

/// A matrix of weights, ready for [`dense`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    inputs: usize,
    outputs: usize,
    /// Panel after panel; in each the weights of `COLUMNS` outputs, input by
    /// input. Outputs that do not exist have weight 0.
    panels: Vec<[Lanes; VECTORS]>,
}

/// One product of a layer.
#[derive(Clone, Copy, Debug)]
pub struct Product<'a> {
    /// Rows of as many values as the weights have inputs.
    pub rows: &'a [f32],
    /// What the rows are multiplied by.
    pub weights: &'a Weights,
    /// Row t of the result takes row t + `shift` of its sequence, zeros outside.
    pub shift: isize,
}

impl Weights {
    /// Packs a matrix `[inputs, outputs]` that lies row after row.
    pub fn new(inputs: usize, outputs: usize, matrix: &[f32]) -> Self {
        Self::strided(inputs, outputs, matrix, [outputs, 1])
    }

    /// Packs a matrix `[inputs, outputs]` whose inputs and outputs lie so many places apart.
    pub fn strided(
        inputs: usize,
        outputs: usize,
        matrix: &[f32],
        [input, output]: [usize; 2],
    ) -> Self {
        let mut panels = Vec::with_capacity(outputs.div_ceil(COLUMNS) * inputs);
        let zeros = vec![0.0; if input == 1 && output != 1 { inputs } else { 0 }];
        for first in (0..outputs).step_by(COLUMNS) {
            let count = COLUMNS.min(outputs - first);
            let from = |row: usize| &matrix[row * input + first * output..];
            if output == 1 {
                panels.extend((0..inputs).map(|row| load(&from(row)[..count])));
            } else if input == 1 && inputs > 0 {
                let columns: [&[f32]; COLUMNS] =
                    std::array::from_fn(|column| match column < count {
                        true => &from(0)[column * output..][..inputs],
                        false => &zeros,
                    });
                panels.extend((0..inputs).map(|row| vectors(|column| columns[column][row])));
            } else {
                panels.extend((0..inputs).map(|row| {
                    vectors(|column| match column < count {
                        true => from(row)[column * output],
                        false => 0.0,
                    })
                }));
            }
        }
        Self {
            inputs,
            outputs,
            panels,
        }
    }

    /// Values in a row that it is multiplied with.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Values in a row of the result.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    fn panel(&self, index: usize) -> &[[Lanes; VECTORS]] {
        &self.panels[index * self.inputs..][..self.inputs]
    }
}

/// Writes act(Σ rows · weights + `bias`) to `result`, act being max(0, ·) if
/// `relu`, else nothing.
///
/// The rows are those of sequences of `length` rows each; a shift never crosses
/// from one sequence into another. All weights have as many outputs as `bias`;
/// all products and the result have the same number of rows.
pub fn dense(
    products: &[Product<'_>],
    length: usize,
    bias: &[f32],
    relu: bool,
    result: &mut [f32],
) {
    fill(bias, result);
    accumulate(products, length, bias.len(), result);
    if relu {
        rectify(result);
    }
}

/// Values of a column up to which [`column()`] is faster than [`Weights`] and [`accumulate`].
pub const SHORT: usize = 8;

/// Writes Σ row · column for rows of as many values as the column has, at least one.
pub fn column(rows: &[f32], column: &[f32], result: &mut [f32]) {
    for (row, result) in rows.chunks_exact(column.len()).zip(result) {
        let products = row.iter().zip(column);
        *result = products.fold(0.0, |sum, (x, y)| sum + x * y);
    }
}

/// Writes `bias` to every row.
pub fn fill(bias: &[f32], result: &mut [f32]) {
    for row in result.chunks_exact_mut(bias.len().max(1)) {
        row.copy_from_slice(bias);
    }
}

/// Writes max(0, ·).
pub fn rectify(values: &mut [f32]) {
    for value in values {
        *value = if *value < 0.0 { 0.0 } else { *value };
    }
}

/// Adds Σ rows · weights to `result`, rows of `outputs` values; as [`dense`].
pub fn accumulate(products: &[Product<'_>], length: usize, outputs: usize, result: &mut [f32]) {
    if outputs == 0 || length == 0 {
        return;
    }
    let zeros = vec![0.0; products.iter().map(|p| p.weights.inputs).max().unwrap_or(0)];
    let rows = result.len() / outputs;
    // What the rows of a block take, product after product: which row that is costs a division.
    let mut taken = Vec::with_capacity(products.len() * BLOCK.min(rows));
    for block in (0..rows).step_by(BLOCK) {
        let count = BLOCK.min(rows - block);
        taken.clear();
        for product in products {
            taken.extend((block..block + count).map(|row| product.row(row, length, &zeros)));
        }
        for panel in 0..outputs.div_ceil(COLUMNS) {
            let first = panel * COLUMNS;
            let columns = COLUMNS.min(outputs - first);
            let place = |row: usize| (block + row) * outputs + first;
            let parts = || {
                let weights = products.iter().map(|product| product.weights.panel(panel));
                weights.zip(taken.chunks_exact(count))
            };
            for row in (0..count / ROWS * ROWS).step_by(ROWS) {
                let mut tile =
                    std::array::from_fn(|index| load(&result[place(row + index)..][..columns]));
                for (weights, taken) in parts() {
                    let rows = std::array::from_fn(|index| taken[row + index]);
                    tile = add(tile, rows, weights);
                }
                for (index, sums) in tile.into_iter().enumerate() {
                    store(sums, &mut result[place(row + index)..][..columns]);
                }
            }
        }
        for row in count / ROWS * ROWS..count {
            let target = &mut result[(block + row) * outputs..][..outputs];
            for (number, target) in target.chunks_mut(ACROSS * COLUMNS).enumerate() {
                let first = number * ACROSS;
                match target.len() == ACROSS * COLUMNS {
                    true => one_row::<ACROSS>(products, &taken[row..], count, first, target),
                    false => {
                        for (more, target) in target.chunks_mut(COLUMNS).enumerate() {
                            one_row::<1>(products, &taken[row..], count, first + more, target);
                        }
                    }
                }
            }
        }
    }
}

/// Adds the products of one row and some panels from `first` on to `target`. `taken` has what the row
/// takes of each product, `count` places apart.
#[inline(always)]
fn one_row<const N: usize>(
    products: &[Product<'_>],
    taken: &[&[f32]],
    count: usize,
    first: usize,
    target: &mut [f32],
) {
    let mut sums: Tile<N> =
        std::array::from_fn(|at| load(target.get(at * COLUMNS..).unwrap_or_default()));
    for (product, taken) in products.iter().zip(taken.iter().step_by(count)) {
        let panels: [_; N] =
            std::array::from_fn(|at| &product.weights.panel(first + at)[..taken.len()]);
        for (at, &value) in taken.iter().enumerate() {
            let value = Lanes::splat(value);
            for (sums, panel) in sums.iter_mut().zip(panels) {
                for (sum, weight) in sums.iter_mut().zip(panel[at]) {
                    *sum = sum.plus_product(value, weight);
                }
            }
        }
    }
    for (sums, target) in sums.into_iter().zip(target.chunks_mut(COLUMNS)) {
        store(sums, target);
    }
}

/// Up to `COLUMNS` values as vectors, with zeros behind them.
#[inline(always)]
fn load(values: &[f32]) -> [Lanes; VECTORS] {
    match values.first_chunk::<COLUMNS>() {
        Some(values) => vectors(|column| values[column]),
        None => vectors(|column| values.get(column).copied().unwrap_or(0.0)),
    }
}

/// Writes the first values of vectors. (Copying a slice of any length is a call into the engine.)
#[inline(always)]
fn store(sums: [Lanes; VECTORS], target: &mut [f32]) {
    match target.first_chunk_mut::<COLUMNS>() {
        Some(target) => {
            let (vectors, _) = target.as_chunks_mut::<LANES>();
            for (vector, sums) in vectors.iter_mut().zip(sums) {
                *vector = sums.values();
            }
        }
        None => {
            let values = sums.map(Lanes::values);
            for (target, value) in target.iter_mut().zip(values.as_flattened()) {
                *target = *value;
            }
        }
    }
}

/// The values of a panel's columns as vectors.
#[inline(always)]
fn vectors(column: impl Fn(usize) -> f32) -> [Lanes; VECTORS] {
    std::array::from_fn(|vector| {
        Lanes::new(std::array::from_fn(|lane| column(vector * LANES + lane)))
    })
}

impl<'a> Product<'a> {
    /// The values that row `row` of the result takes.
    #[inline]
    fn row(&self, row: usize, length: usize, zeros: &'a [f32]) -> &'a [f32] {
        let inputs = self.weights.inputs;
        match (row % length).checked_add_signed(self.shift) {
            Some(at) if at < length => &self.rows[(row - row % length + at) * inputs..][..inputs],
            _ => &zeros[..inputs],
        }
    }
}

/// The sums of some rows and a panel.
type Tile<const R: usize> = [[Lanes; VECTORS]; R];

/// A tile with the products of its rows and a panel added. One input in a turn of the loop: with
/// several, LLVM has more vectors alive than there are registers.
#[inline(always)]
fn add(
    mut tile: Tile<ROWS>,
    [a, b, c, d]: [&[f32]; ROWS],
    panel: &[[Lanes; VECTORS]],
) -> Tile<ROWS> {
    for ((((weights, &a), &b), &c), &d) in panel.iter().zip(a).zip(b).zip(c).zip(d) {
        tile = one(tile, [a, b, c, d], weights);
    }
    tile
}

/// A tile with the products of one value of each row added.
#[inline(always)]
fn one<const R: usize>(mut tile: Tile<R>, values: [f32; R], weights: &[Lanes; VECTORS]) -> Tile<R> {
    for (sums, value) in tile.iter_mut().zip(values) {
        let value = Lanes::splat(value);
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum = sum.plus_product(value, *weight);
        }
    }
    tile
}
