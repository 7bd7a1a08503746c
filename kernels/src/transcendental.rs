//! Logarithm, exponential, sine and cosine of float32, and rounding to half precision.
//!
//! Computed in float64 by series and rounded once: the result is the nearest float32 but for
//! rare ties, and the same natively and in WebAssembly, whose mathematical libraries
//! differ. Cost: some twenty operations a value, one value at a time. Places such as the
//! buckets of relative positions depend on the last bit of a logarithm; nothing here is
//! on the path of a layer.

use std::f64::consts::{FRAC_2_PI, LN_2, LOG2_E, SQRT_2, TAU};

/// The natural logarithm; not a number below 0.
pub fn logarithm(x: f32) -> f32 {
    if x.is_nan() || x < 0.0 {
        return f32::NAN;
    }
    if x == 0.0 {
        return f32::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    // A subnormal float32 is a normal float64.
    let bits = f64::from(x).to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | (1023 << 52));
    if mantissa > SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    // ln m = 2 artanh((m - 1) / (m + 1))
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut sum = 0.0;
    for odd in (1..=21).rev().step_by(2) {
        sum = sum * square + 1.0 / f64::from(odd);
    }
    (exponent as f64 * LN_2 + 2.0 * ratio * sum) as f32
}

/// e^x
pub fn exponential(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    let x = f64::from(x).clamp(-200.0, 200.0);
    let power = (x * LOG2_E).round();
    let rest = x - power * LN_2;
    let mut sum = 1.0;
    for term in (1..=14).rev() {
        sum = 1.0 + sum * rest / f64::from(term);
    }
    let scale = f64::from_bits(((power as i64 + 1023) as u64) << 52);
    (sum * scale) as f32
}

/// The sine of an angle in radians.
pub fn sine(x: f32) -> f32 {
    match x {
        // Of either sign.
        0.0 => x,
        _ => turned(x, 0),
    }
}

/// The cosine of an angle in radians.
pub fn cosine(x: f32) -> f32 {
    turned(x, 1)
}

/// The sine of an angle, so many quarters of a turn further.
fn turned(x: f32, quarters: i64) -> f32 {
    if !x.is_finite() {
        return f32::NAN;
    }
    // π / 2 in three parts, the first two of 33 bits: products with small numbers are exact.
    const PARTS: [f64; 3] = [
        1.570_796_326_734_125_6,
        6.077_100_506_303_966e-11,
        2.022_266_248_795_950_7e-21,
    ];
    let mut x = f64::from(x);
    if x.abs() > 1e6 {
        x %= TAU;
    }
    let turns = (x * FRAC_2_PI).round();
    let rest = PARTS.iter().fold(x, |rest, part| rest - turns * part);
    let square = rest * rest;
    let place = (turns as i64 + quarters).rem_euclid(4);
    let series = |mut term: u32| {
        // From the last term of the series on.
        let mut sum = 1.0;
        while term > 1 {
            sum = 1.0 - sum * square / f64::from(term * (term - 1));
            term -= 2;
        }
        sum
    };
    let value = match place % 2 {
        0 => rest * series(17),
        _ => series(18),
    };
    (if place < 2 { value } else { -value }) as f32
}

/// The nearest number of half precision, of two the even one; infinity beyond the greatest.
pub fn half(x: f32) -> f32 {
    let size = x.abs();
    if size.is_nan() || size.is_infinite() {
        return x;
    }
    // Halfway to what would be the next after 65504.
    if size >= 65_520.0 {
        return f32::INFINITY.copysign(x);
    }
    // Steps of 2^-24 below 2^-14, else 10 bits behind the first.
    let exponent = ((size.to_bits() >> 23) as i32 - 127).max(-14);
    let step = f32::from_bits(((exponent - 10 + 127) as u32) << 23);
    ((size / step).round_ties_even() * step).copysign(x)
}
