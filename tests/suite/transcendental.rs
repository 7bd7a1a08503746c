//! Logarithm, exponential, sine and cosine against those of float64, rounded; and half precision
//! against its definition.

use crate::support::random::Random;
use epitome_kernels::transcendental::{cosine, exponential, half, logarithm, sine};

/// Whether two numbers are the same, or neighbours: of a tie either is as near.
fn near(found: f32, wanted: f32) -> bool {
    found.to_bits().abs_diff(wanted.to_bits()) <= 1 || found.is_nan() && wanted.is_nan()
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn series_give_the_nearest_float32() {
    let mut random = Random(5);
    let mut numbers: Vec<f32> = (0..20_000)
        .map(|_| {
            let power = 2.0_f64.powi(random.below(40) as i32 - 20);
            ((2.0 * random.unit() - 1.0) * power) as f32
        })
        .collect();
    numbers.extend([0.0, -0.0, 1.0, 0.5, 2.0, 8.0, 88.7, -103.9, 1e-40, 3e38]);
    numbers.extend([f32::INFINITY, f32::NEG_INFINITY, f32::NAN]);
    for x in numbers {
        let wide = f64::from(x);
        let pairs = [
            ("ln", logarithm(x), wide.ln() as f32),
            ("exp", exponential(x), wide.exp() as f32),
            ("sin", sine(x), wide.sin() as f32),
            ("cos", cosine(x), wide.cos() as f32),
        ];
        for (name, found, wanted) in pairs {
            // Angles beyond 1e6 lose places of their own.
            let rough = matches!(name, "sin" | "cos") && x.abs() > 1e6;
            let fits = match rough {
                true => found.is_nan() == wanted.is_nan(),
                false => near(found, wanted),
            };
            assert!(fits, "{name} {x:e}: {found:e} for {wanted:e}");
        }
    }
    // Quotients of logarithms, as buckets of distances are, are whole where they should be.
    assert_eq!(logarithm(16.0 / 8.0) / logarithm(128.0 / 8.0) * 8.0, 2.0);
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn half_precision_has_ten_bits() {
    for (x, wanted) in [
        (1.0, 1.0),
        (1.0 + 1.0 / 2048.0, 1.0),
        (1.0 + 3.0 / 2048.0, 1.0 + 1.0 / 512.0),
        (65_504.0, 65_504.0),
        (65_519.0, 65_504.0),
        (65_520.0, f32::INFINITY),
        (-3.4e38, f32::NEG_INFINITY),
        (2.0_f32.powi(-24), 2.0_f32.powi(-24)),
        (2.0_f32.powi(-25), 0.0),
        (3.0 * 2.0_f32.powi(-25), 2.0_f32.powi(-23)),
        (f32::INFINITY, f32::INFINITY),
    ] {
        assert_eq!(half(x), wanted, "{x:e}");
        assert_eq!(half(-x), -wanted, "{x:e}");
    }
    assert!(half(f32::NAN).is_nan());
}
