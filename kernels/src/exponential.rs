//! e^x, the logistic function and the hyperbolic tangent in float32.
//!
//! e^x = 2ⁿ · e^r with n whole and |r| ≤ ln 2 / 2, e^r by the polynomial of
//! Cephes' `expf` (Moshier 1989): a relative error of at most 2e-7, saturated
//! beyond ±87. No branches and no tables, so that loops over it become vector
//! instructions.

/// Beyond it e^x leaves float32's normal numbers.
const LIMIT: f32 = 87.0;

/// ln 2 in two parts, the first with few digits.
const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];

/// Coefficients of r² to r⁷ in e^r, the highest first.
const POLYNOMIAL: [f32; 6] = [
    1.987_569_1e-4,
    1.398_199_9e-3,
    8.333_452e-3,
    4.166_579_6e-2,
    1.666_666_5e-1,
    0.5,
];

/// e^x, between e^-87 and e^87.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let x = if x > LIMIT { LIMIT } else { x };
    let x = if x < -LIMIT { -LIMIT } else { x };
    let n = (x * std::f32::consts::LOG2_E).round_ties_even();
    let r = x - n * LN_2[0] - n * LN_2[1];
    let polynomial = POLYNOMIAL.iter().fold(0.0, |sum, c| sum * r + c);
    let power = f32::from_bits(((n as i32 + 127) << 23) as u32);
    (polynomial * r * r + r + 1.0) * power
}

/// 1 / (1 + e^-x).
#[inline(always)]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// (e^2x - 1) / (e^2x + 1), with an absolute error of at most 3e-7.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    2.0 * logistic(2.0 * x) - 1.0
}
