//! A row times a matrix that is used once: y += x M, M as it lies.
//!
//! Packing a matrix into panels ([`dense`](crate::dense)) pays where many rows meet it. A decoder
//! that writes token after token multiplies one row with keys and values that have just grown: here
//! the matrix is read once and nothing is written but the result. Products are added in the order of
//! [`dense`](crate::dense), and round as there. Cost: 2 · inputs · outputs operations.

use crate::lanes::{LANES, Lanes};

/// Inputs, or outputs, that are taken together.
const TOGETHER: usize = 4;

/// Adds Σ row · matrix to `result`; the inputs and outputs of the matrix lie so many places apart.
/// Nothing is done, and `false` given, if neither lie side by side.
pub fn accumulate(
    row: &[f32],
    matrix: &[f32],
    [input, output]: [usize; 2],
    result: &mut [f32],
) -> bool {
    if output == 1 {
        by_inputs(row, matrix, input, result);
    } else if input == 1 {
        by_outputs(row, matrix, output, result);
    }
    output == 1 || input == 1
}

/// Outputs lie side by side: each input adds its multiple of them.
fn by_inputs(row: &[f32], matrix: &[f32], input: usize, result: &mut [f32]) {
    let outputs = result.len();
    let weights = |at: usize| &matrix[at * input..][..outputs];
    let (fours, rest) = row.as_chunks::<TOGETHER>();
    for (number, values) in fours.iter().enumerate() {
        let lines: [_; TOGETHER] = std::array::from_fn(|at| weights(number * TOGETHER + at));
        add_lines(values.map(Lanes::splat), lines, result);
    }
    for (number, &value) in rest.iter().enumerate() {
        let line = weights(fours.len() * TOGETHER + number);
        add_lines([Lanes::splat(value)], [line], result);
    }
}

/// Adds multiples of lines to a result, line after line.
#[inline(always)]
fn add_lines<const N: usize>(values: [Lanes; N], lines: [&[f32]; N], result: &mut [f32]) {
    let length = result.len();
    let (vectors, rest) = result.as_chunks_mut::<LANES>();
    let parts = lines.map(|line| line[..length].as_chunks::<LANES>());
    for (place, vector) in vectors.iter_mut().enumerate() {
        let mut sum = Lanes::new(*vector);
        for (value, (part, _)) in values.iter().zip(&parts) {
            sum = sum.plus_product(*value, Lanes::new(part[place]));
        }
        *vector = sum.values();
    }
    if rest.is_empty() {
        return;
    }
    let mut sum = Lanes::up_to(rest);
    for (value, (_, part)) in values.iter().zip(&parts) {
        sum = sum.plus_product(*value, Lanes::up_to(part));
    }
    for (value, sum) in rest.iter_mut().zip(sum.values()) {
        *value = sum;
    }
}

/// Inputs lie side by side: four outputs at a time, a lane for each.
fn by_outputs(row: &[f32], matrix: &[f32], output: usize, result: &mut [f32]) {
    let inputs = row.len();
    let zeros = vec![0.0; inputs];
    let count = result.len();
    for (number, four) in result.chunks_mut(LANES).enumerate() {
        let lines: [&[f32]; LANES] = std::array::from_fn(|lane| {
            let at = number * LANES + lane;
            match at < count {
                true => &matrix[at * output..][..inputs],
                false => &zeros,
            }
        });
        let mut sum = Lanes::up_to(four);
        let parts = lines.map(|line| line.as_chunks::<LANES>());
        let (values, values_left) = row.as_chunks::<LANES>();
        for (place, values) in values.iter().enumerate() {
            let square = parts.map(|(part, _)| Lanes::new(part[place]));
            for (value, weights) in values.iter().zip(Lanes::exchanged(square)) {
                sum = sum.plus_product(Lanes::splat(*value), weights);
            }
        }
        for (place, &value) in values_left.iter().enumerate() {
            let weights = Lanes::new(parts.map(|(_, left)| left[place]));
            sum = sum.plus_product(Lanes::splat(value), weights);
        }
        for (value, sum) in four.iter_mut().zip(sum.values()) {
            *value = sum;
        }
    }
}
