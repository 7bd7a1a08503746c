//! Units of measure in Latin letters: with the digits before them they are a measure, not a name (`4GB`, `4 GB`, `5 kg`).

use crate::text::tokenize::words::is_han;

use super::numbers::{BLANKS, digit};

/// As they are written.
const UNITS: &[&str] = &[
    "GB", "GHz", "GW", "GWh", "Gbit", "Hz", "KB", "MB", "MHz", "MW", "MWh", "Mbit", "PS", "TB",
    "TWh", "W", "Wh", "cm", "dB", "g", "h", "ha", "kHz", "kV", "kW", "kWh", "kg", "km", "kph", "l",
    "m", "mAh", "mg", "ml", "mm", "mph",
];

/// What is joined to digits, too, and no unit elsewhere.
const JOINED: &[&str] = &["am", "ft", "kmh", "lb", "lbs", "min", "pm"];

/// Whether a word is a unit.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

/// Whether a unit looks like a name, and is checked as one.
pub(super) fn is_named(unit: &str) -> bool {
    unit.starts_with(char::is_uppercase)
}

/// The unit that a word at `position` is.
pub(super) fn unit_at(text: &str, position: usize) -> Option<&str> {
    let rest = text.get(position..)?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let word = rest.get(..rest.len() - after.len())?;
    let goes_on = after.starts_with(|c: char| c.is_alphanumeric() && !is_han(c));
    (is_unit(word) && !goes_on).then_some(word)
}

/// Where the unit of a word of digits and a unit begins (`40ft`, `40FT`). One small letter may mean something else: `30m`
/// are millions, too.
pub(crate) fn joined_unit(word: &str) -> Option<usize> {
    let at = word.find(|c| digit(c).is_none())?;
    let unit = word.get(at..).filter(|_| at > 0)?;
    let is_joined = match unit.len() {
        1 => is_unit(unit) && is_named(unit),
        _ => {
            let mut all = UNITS.iter().chain(JOINED);
            all.any(|one| one.eq_ignore_ascii_case(unit))
        }
    };
    is_joined.then_some(at)
}

/// Whether a word at `position` is the unit of digits before it.
pub(super) fn is_of_number(text: &str, position: usize, word: &str) -> bool {
    let before = text.get(..position).unwrap_or_default();
    let before = before.strip_suffix(BLANKS).unwrap_or(before);
    is_unit(word) && before.ends_with(|c| digit(c).is_some())
}
