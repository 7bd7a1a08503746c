//! The digits of a decimal that say how precise it is.
//!
//! Cost: that of looking at every digit.

/// How many digits a decimal has from the first to the last that is not 0.
pub(crate) fn significant(decimal: &str) -> usize {
    let digits: String = decimal.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

/// What one is worth at the last digit that is not 0.
pub(crate) fn last_unit(decimal: &str) -> f64 {
    let exponent = match decimal.split_once('.') {
        Some((_, fraction)) => -(fraction.len() as i32),
        None => (decimal.len() - decimal.trim_end_matches('0').len()) as i32,
    };
    10_f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_ends_at_the_last_digit_that_is_not_zero() {
        for (decimal, digits, unit) in [
            ("97420000000000", 4, 1e10),
            ("2198.2", 5, 0.1),
            ("60", 1, 10.0),
            ("0.05", 1, 0.01),
        ] {
            assert_eq!(significant(decimal), digits, "{decimal}");
            assert!((last_unit(decimal) / unit - 1.0).abs() < 1e-12, "{decimal}");
        }
    }
}
