//! Units of measure in Latin letters: behind digits they are no name (`4GB`, `4 GB`, `5 kg`).

use std::ops::RangeInclusive;

use super::numbers::{BLANKS, digit};

/// As they are written.
const UNITS: &[&str] = &[
    "GB", "GHz", "GW", "GWh", "Gbit", "Hz", "KB", "MB", "MHz", "MW", "MWh", "Mbit", "PS", "TB",
    "TWh", "W", "Wh", "cm", "dB", "g", "h", "ha", "kHz", "kV", "kW", "kWh", "kg", "km", "kph", "l",
    "m", "mAh", "mg", "ml", "mm", "mph",
];

/// A name behind such digits may be one (`in 2020 TB fell`).
const YEARS: RangeInclusive<u32> = 1900..=2100;

/// Whether a word is a unit.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

/// The unit that letters at `position` are.
pub(super) fn unit_joined(text: &str, position: usize) -> Option<&str> {
    let rest = text.get(position..)?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let word = rest.get(..rest.len() - after.len())?;
    is_unit(word).then_some(word)
}

/// The unit of a number that ends at `position`, joined to it or behind a blank, if it would be a name without it: `GB`.
pub(crate) fn named_unit(text: &str, position: usize) -> Option<&str> {
    let rest = text.get(position..)?;
    let after = rest.strip_prefix(BLANKS).unwrap_or(rest);
    let unit = unit_joined(text, text.len() - after.len())?;
    unit.contains(char::is_uppercase).then_some(unit)
}

/// Whether a word at `position` is the unit of digits before it.
pub(super) fn is_of_number(text: &str, position: usize, word: &str) -> bool {
    let before = text.get(..position).unwrap_or_default();
    let apart = before.strip_suffix(BLANKS);
    let before = apart.unwrap_or(before);
    let is_digit = |c: char| digit(c).is_some();
    if !is_unit(word) || !before.ends_with(is_digit) {
        return false;
    }
    let start = before.trim_end_matches(is_digit).len();
    let value = before.get(start..).and_then(|digits| digits.parse().ok());
    apart.is_none() || !value.is_some_and(|value| YEARS.contains(&value))
}
