//! Words of digits and a unit that is joined to them (`500km`).
//!
//! Ordinals (`500th`) are none: they do not round.

const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// The most digits of a measure.
const LONGEST: usize = 15;

/// A word in two parts.
#[derive(Clone, Copy)]
pub(super) struct Measure<'w> {
    pub(super) digits: &'w str,
    unit: &'w str,
}

impl<'w> Measure<'w> {
    /// The parts of a word in lower case, with ASCII digits.
    pub(super) fn of(word: &'w str) -> Option<Self> {
        let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &word[..word.len() - unit.len()];
        let is_measure = (1..=LONGEST).contains(&digits.len())
            && !unit.is_empty()
            && unit.chars().all(char::is_alphabetic)
            && !ORDINALS.contains(&unit);
        is_measure.then_some(Self { digits, unit })
    }

    /// Whether one has the unit of another.
    pub(super) fn is_of_unit_of(&self, other: &Self) -> bool {
        self.unit == other.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_digits_and_a_unit() {
        let found = |word| Measure::of(word).map(|measure| (measure.digits, measure.unit));
        assert_eq!(found("500km"), Some(("500", "km")));
        assert_eq!(found("20درصد"), Some(("20", "درصد")));
        for word in [
            "", "500", "km", "g20", "3d2", "1st", "22nd", "3rd", "500th", "covid-19", "5-km",
        ] {
            assert_eq!(found(word), None, "{word}");
        }
        assert_eq!(found(&("9".repeat(LONGEST + 1) + "km")), None);
    }
}
