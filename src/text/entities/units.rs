//! Units of measure that are written with letters: behind digits they are no name (`4GB`, `4 GB`, `5 kg`).

/// As they are written.
const UNITS: &[&str] = &[
    "GB", "GHz", "GW", "GWh", "Hz", "KB", "MB", "MHz", "MW", "MWh", "TB", "TWh", "cm", "dB", "g",
    "h", "ha", "kHz", "kW", "kWh", "kg", "km", "kph", "l", "m", "mg", "ml", "mm", "mph",
];

/// Whether a word is a unit.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}
