//! e^x, the logistic function, the hyperbolic tangent and the error function in float32.
//!
//! e^x = 2ⁿ · e^r with n whole and |r| ≤ ln 2 / 2, e^r by the polynomial of
//! Cephes' `expf` (Moshier 1989): a relative error of at most 2e-7, saturated
//! beyond ±87. No branches and no tables, so that loops over it become vector
//! instructions.

use crate::lanes::Lanes;

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

/// 3 · 2²²: a sum with it is rounded to a whole number, which stands in its last bits.
const WHOLE: f32 = 12_582_912.0;

/// e^x, between e^-87 and e^87.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let x = if x > LIMIT { LIMIT } else { x };
    let x = if x < -LIMIT { -LIMIT } else { x };
    let whole = x * std::f32::consts::LOG2_E + WHOLE;
    let n = whole - WHOLE;
    let r = x - n * LN_2[0] - n * LN_2[1];
    let polynomial = POLYNOMIAL.iter().fold(0.0, |sum, c| sum * r + c);
    let power = f32::from_bits(whole.to_bits().wrapping_add(127) << 23);
    (polynomial * r * r + r + 1.0) * power
}

/// [`exp`] of four values. With relaxed SIMD the products and sums are one instruction, which they
/// never become where LLVM puts single values together.
#[inline(always)]
pub(crate) fn exps(x: Lanes) -> Lanes {
    let number = Lanes::splat;
    let x = x.within(-LIMIT, LIMIT);
    let whole = number(WHOLE).plus_product(x, number(std::f32::consts::LOG2_E));
    let n = whole.plus(number(-WHOLE));
    let r = x.plus_product(n, number(-LN_2[0]));
    let r = r.plus_product(n, number(-LN_2[1]));
    let polynomial = POLYNOMIAL.iter();
    let polynomial = polynomial.fold(number(0.0), |sum, &c| number(c).plus_product(sum, r));
    let sum = r.plus_product(polynomial.times(r), r).plus(number(1.0));
    sum.times(whole.power_of_last_bits())
}

/// [`exps`] without e^-87: 0 from -87 down, and the same number where e^x is above 10⁻³⁰. What a mask
/// shuts out is 0 so; shares of e^-87 would be no normal numbers, with which products take a
/// hundred times as long.
#[inline(always)]
pub(crate) fn exps_or_zero(x: Lanes) -> Lanes {
    let least = exps(Lanes::splat(-LIMIT));
    exps(x).plus(least.times(Lanes::splat(-1.0)))
}

/// [`exps_or_zero`] of one value.
#[inline(always)]
pub(crate) fn exp_or_zero(x: f32) -> f32 {
    exp(x) - exp(-LIMIT)
}

/// [`logistic`] of four values, as [`exps`].
#[inline(always)]
pub(crate) fn logistics(x: Lanes) -> Lanes {
    let one = Lanes::splat(1.0);
    one.over(one.plus(exps(x.times(Lanes::splat(-1.0)))))
}

/// [`tanh`] of four values, as [`exps`].
#[inline(always)]
pub(crate) fn tanhs(x: Lanes) -> Lanes {
    let two = Lanes::splat(2.0);
    two.times(logistics(two.times(x))).plus(Lanes::splat(-1.0))
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

/// Beyond it erf(x) is ±1 in float32.
const ERF_LIMIT: f32 = 4.0;

/// Coefficients of x² in the numerator of erf(x) / x, the highest first: the rational
/// minimax approximation of Eigen's vectorised `erf`.
const ERF_ABOVE: [f32; 7] = [
    -2.726_142_3e-10,
    2.770_681_4e-8,
    -2.101_024e-6,
    -5.692_506_4e-5,
    -7.349_906_3e-4,
    -2.954_6e-3,
    -1.609_603_3e-2,
];

/// The same of the denominator.
const ERF_BELOW: [f32; 5] = [
    -1.456_607_2e-5,
    -2.133_740_6e-4,
    -1.682_827e-3,
    -7.373_329_2e-3,
    -1.426_473_9e-2,
];

/// 2 / √π ∫₀ˣ e^(-t²) dt of four values, as [`exps`], with an absolute error of at most 5e-7.
#[inline(always)]
pub(crate) fn erfs(x: Lanes) -> Lanes {
    let x = x.within(-ERF_LIMIT, ERF_LIMIT);
    let square = x.times(x);
    let of = |coefficients: &[f32]| {
        let sum = |sum, &c| Lanes::splat(c).plus_product(sum, square);
        coefficients.iter().fold(Lanes::splat(0.0), sum)
    };
    x.times(of(&ERF_ABOVE)).over(of(&ERF_BELOW))
}
