//! Values rounded to whole numbers of a step that follows from their range.
//!
//! As ONNX's DynamicQuantizeLinear, to uint8: the range from the least value to the greatest,
//! with 0 in it, is cut into 255 steps, and one of the 256 places is that of 0. Cost: two passes.

/// Places beyond the first.
const STEPS: f32 = 255.0;

/// Writes how many steps each value is from 0, whole numbers from -255 to 255, and returns the
/// size of a step. A value is at the nearest place, of two the even one.
pub fn quantize(values: &[f32], result: &mut [f32]) -> f32 {
    let (least, greatest) = range(values);
    let width = greatest - least;
    let step = if width > 0.0 { width / STEPS } else { 1.0 };
    let zero = (-least / step).round_ties_even().clamp(0.0, STEPS);
    let (low, high) = (-zero, STEPS - zero);
    for (value, result) in values.iter().zip(result) {
        let place = (value / step).round_ties_even();
        let place = if place < low { low } else { place };
        *result = if place > high { high } else { place };
    }
    step
}

/// The least and the greatest value, and 0.
fn range(values: &[f32]) -> (f32, f32) {
    const LANES: usize = 16;
    let lesser = |a: f32, b: f32| if b < a { b } else { a };
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let mut least = [0.0_f32; LANES];
    let mut greatest = [0.0_f32; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            least[lane] = lesser(least[lane], chunk[lane]);
            greatest[lane] = greater(greatest[lane], chunk[lane]);
        }
    }
    let least = least.iter().chain(rest).copied().fold(0.0, lesser);
    (
        least,
        greatest.iter().chain(rest).copied().fold(0.0, greater),
    )
}
