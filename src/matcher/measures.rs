//! Words of digits and a unit that is joined to them: measures (`500km`) and decades (`1990s`, `90er`).
//!
//! Ordinals (`500th`) are none: they do not round.

/// What makes a decade of two digits, or of all four.
const DECADES: [&str; 3] = ["s", "er", "ern"];
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

    /// Whether one is a decade, which does not round.
    pub(super) fn is_decade(&self) -> bool {
        DECADES.contains(&self.unit)
            && matches!(self.digits.len(), 2 | 4)
            && self.digits.ends_with('0')
    }

    /// Whether one is a decade, and another the same in two digits or in four.
    pub(super) fn is_decade_of(&self, other: &Self) -> bool {
        let (short, long) = match self.digits.len() {
            2 => (self.digits, other.digits),
            _ => (other.digits, self.digits),
        };
        let are_of_lengths = short.len() == 2 && long.len() == 4;
        are_of_lengths && self.is_decade() && long.ends_with(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_digits_and_a_unit() {
        let found = |word| Measure::of(word).map(|measure| (measure.digits, measure.unit));
        assert_eq!(found("500km"), Some(("500", "km")));
        assert_eq!(found("90er"), Some(("90", "er")));
        assert_eq!(found("20درصد"), Some(("20", "درصد")));
        for word in [
            "", "500", "km", "g20", "3d2", "1st", "22nd", "3rd", "500th", "covid-19", "5-km",
        ] {
            assert_eq!(found(word), None, "{word}");
        }
        assert_eq!(found(&("9".repeat(LONGEST + 1) + "km")), None);
    }

    #[test]
    fn decades_have_two_digits_or_four() {
        let found = |one, two| {
            let [Some(one), Some(two)] = [one, two].map(Measure::of) else {
                return false;
            };
            one.is_of_unit_of(&two) && one.is_decade_of(&two)
        };
        assert!(found("90s", "1990s") && found("1990er", "90er"));
        for (one, two) in [
            ("80s", "1990s"),
            ("90s", "90s"),
            ("90s", "1990er"),
            ("90km", "1990km"),
            ("98s", "1998s"),
        ] {
            assert!(!found(one, two), "{one} {two}");
        }
    }
}
