//! Matrices whose columns are whole numbers of 8 bits times a scale, to the last bit.
//!
//! Weights that were stored in 8 bits come restored to float32; this finds what they were.
//! Cost: three passes over the matrix where every column has a greatest number of 127 or holds
//! whole numbers, else up to 640 more over the columns that have not. A matrix that was not stored
//! so is told by its first column.

/// The least and the greatest whole number of a column.
const LEAST: f32 = -128.0;
const GREATEST: f32 = 127.0;

/// The whole numbers of a matrix that lies row after row, and the scale of every column;
/// nothing if a column is no whole numbers from -128 to 127 times any scale.
pub fn quantized(outputs: usize, matrix: &[f32]) -> Option<(Vec<i8>, Vec<f32>)> {
    let first = || matrix.iter().step_by(outputs.max(1)).copied();
    let most = first().fold(0.0_f32, |most, value| most.max(value.abs()));
    let scale = likely(most);
    if !first().all(|value| fits(value, scale)) && search(most, first).is_none() {
        return None;
    }
    let mut greatest = vec![0.0_f32; outputs];
    for row in matrix.chunks_exact(outputs.max(1)) {
        for (greatest, value) in greatest.iter_mut().zip(row) {
            *greatest = if value.abs() > *greatest {
                value.abs()
            } else {
                *greatest
            };
        }
    }
    let mut scales: Vec<f32> = greatest.iter().map(|&greatest| likely(greatest)).collect();
    let mut fit = vec![true; outputs];
    for row in matrix.chunks_exact(outputs.max(1)) {
        for ((fit, &value), &scale) in fit.iter_mut().zip(row).zip(&scales) {
            *fit &= fits(value, scale);
        }
    }
    let mut last = None;
    for column in (0..outputs).filter(|&column| !fit[column]) {
        let values = || matrix[column..].iter().step_by(outputs).copied();
        let found = last.filter(|&scale| values().all(|value| fits(value, scale)));
        let found = found.or_else(|| search(greatest[column], values))?;
        scales[column] = found;
        last = Some(found);
    }
    let mut whole = Vec::with_capacity(matrix.len());
    for row in matrix.chunks_exact(outputs.max(1)) {
        whole.extend(
            row.iter()
                .zip(&scales)
                .map(|(&value, &scale)| steps(value, scale) as i32 as i8),
        );
    }
    Some((whole, scales))
}

/// The scale of a column of whole numbers, or of one in which 127 stands.
fn likely(greatest: f32) -> f32 {
    if greatest <= -LEAST && greatest.round_ties_even() == greatest {
        1.0
    } else {
        greatest / GREATEST
    }
}

/// The scale of which all values are whole multiples. The greatest is a multiple too; dividing by
/// it misses the scale by a bit or two.
fn search<I: Iterator<Item = f32>>(greatest: f32, values: impl Fn() -> I) -> Option<f32> {
    (1..=128_u8).rev().find_map(|times| {
        let near = greatest / f32::from(times);
        let around = [0, 1, -1, 2, -2].into_iter();
        let mut around =
            around.map(|step| f32::from_bits(near.to_bits().wrapping_add_signed(step)));
        around.find(|&scale| scale.is_normal() && values().all(|value| fits(value, scale)))
    })
}

/// Whether a value is a whole multiple of a scale, from -128 to 127.
#[inline(always)]
fn fits(value: f32, scale: f32) -> bool {
    let whole = steps(value, scale);
    (LEAST..=GREATEST).contains(&whole) && (whole * scale).to_bits() == (value + 0.0).to_bits()
}

#[inline(always)]
fn steps(value: f32, scale: f32) -> f32 {
    (value / scale).round_ties_even()
}
