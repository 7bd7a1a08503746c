//! Numbers that round others, as headlines do: `97 trillion` for 97.42 trillion, `2200`
//! points for 2198.2, `60 %` for 62.1 %.
//!
//! A number rounds another that it is when that is cut or rounded to its own last digit that is not 0,
//! if it is at most 5 % less, or 2 % off either way. Small counts and years are exact: the precise number must be at
//! least 100, or have a fraction, and the rough one be at least 10 or have one; a whole number from 1000 to 2100 rounds
//! none of that size, and is rounded by none. A number with a [word that makes it rough](super::hedges) gives any that it is true
//! of.
//!
//! Cost: the numbers are sorted once; for each rough one, those are looked at that are near enough.

use std::ops::RangeInclusive;

use super::hedges::Hedge;
use super::numbers::Number;

/// The most that a number may be cut short by, as a share of the precise one.
const CUT: f64 = 0.05;
/// The most that it may be off either way where its last digit is rounded.
const ROUNDED: f64 = 0.02;
const YEARS: RangeInclusive<f64> = 1000.0..=2100.0;

/// Numbers that others may round.
pub(crate) struct Precise {
    /// In ascending order.
    numbers: Vec<Exact>,
}

/// A number that others may round or be true of.
struct Exact {
    value: f64,
    /// How many digits it has.
    digits: usize,
    /// Whether others may round it.
    is_rounded: bool,
    /// Whether no number with a word beside it is true of it, since it may be a year.
    is_year: bool,
}

impl Exact {
    fn of(decimal: &str, is_year: bool) -> Option<Self> {
        let value: f64 = decimal.parse().ok()?;
        Some(Self {
            value,
            digits: significant(decimal),
            is_rounded: decimal.contains('.') || value >= 100.0 && !YEARS.contains(&value),
            is_year,
        })
    }
}

impl Precise {
    pub(crate) fn of<'n>(numbers: impl Iterator<Item = &'n Number>) -> Self {
        let of_number = |number: &Number| Exact::of(&number.value, number.is_year);
        Self::sorted(numbers.filter_map(of_number).collect())
    }

    /// Of one value.
    pub(crate) fn of_value(value: &str) -> Self {
        Self::sorted(Exact::of(value, false).into_iter().collect())
    }

    fn sorted(mut numbers: Vec<Exact>) -> Self {
        let order = |a: &Exact, b: &Exact| a.value.total_cmp(&b.value);
        numbers.sort_by(|a, b| order(a, b).then(a.is_year.cmp(&b.is_year)));
        numbers.dedup_by(|a, b| (a.value, a.is_year) == (b.value, b.is_year));
        Self { numbers }
    }

    /// Whether `rough`, a value, rounds one of them or, with a word beside it, is true of one: less than 4,200 rounds no 4,217.
    pub(crate) fn holds(&self, rough: &str, hedge: Option<Hedge>) -> bool {
        let is_rounded = hedge.is_none_or(|hedge| hedge == Hedge::About);
        is_rounded && self.holds_rounded(rough)
            || hedge.is_some_and(|hedge| self.holds_roughly(rough, hedge))
    }

    /// Whether `rough`, a value too, with a word beside it is true of one of them.
    pub(crate) fn holds_roughly(&self, rough: &str, hedge: Hedge) -> bool {
        hedge.reach(rough).is_some_and(|reach| {
            self.from(*reach.start())
                .take_while(|exact| reach.contains(&exact.value))
                .any(|exact| !exact.is_year)
        })
    }

    /// Whether `rough`, a value too, rounds one of them.
    pub(crate) fn holds_rounded(&self, rough: &str) -> bool {
        let Ok(about) = rough.parse::<f64>() else {
            return false;
        };
        if about < 10.0 && !rough.contains('.') {
            return false;
        }
        let is_year = !rough.contains('.') && YEARS.contains(&about);
        let (digits, last) = (significant(rough), last_unit(rough));
        let least = (about / (1.0 + ROUNDED)).max(about - last);
        let most = (about / (1.0 - CUT)).min(about + last);
        self.from(least)
            .take_while(|exact| exact.value <= most)
            .filter(|exact| exact.is_rounded && !(is_year && YEARS.contains(&exact.value)))
            .any(|exact| {
                let less = exact.value - about;
                let is_cut = (0.0..last).contains(&less) && less <= CUT * exact.value;
                let is_rounded = less.abs() <= last / 2.0 && less.abs() <= ROUNDED * exact.value;
                exact.digits > digits && (is_cut || is_rounded)
            })
    }

    /// The numbers from a value on.
    fn from(&self, least: f64) -> impl Iterator<Item = &Exact> {
        let first = self.numbers.partition_point(|exact| exact.value < least);
        self.numbers.iter().skip(first)
    }
}

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
    use crate::text::Language;
    use crate::text::entities::numbers::numbers;

    fn rounds(rough: &str, precise: &str) -> bool {
        Precise::of_value(precise).holds_rounded(rough)
    }

    #[test]
    fn headlines_round() {
        for (rough, precise) in [
            ("97000000000000", "97420000000000"),
            ("2200", "2198.2"),
            ("60", "62.1"),
            ("1.3", "1.28"),
            ("12.5", "12.47"),
            ("5000", "4983"),
            ("100", "100.4"),
            ("3000000", "2980000"),
        ] {
            assert!(rounds(rough, precise), "{rough} of {precise}");
        }
    }

    #[test]
    fn words_beside_numbers_give_others() {
        let numbers = numbers("23, 7 and 180, 1,234 in 1998", Language::English);
        let precise = Precise::of(numbers.iter());
        for (rough, hedge, wanted) in [
            ("20", Hedge::More, true),
            ("100", Hedge::More, true),
            ("21", Hedge::More, true),
            ("10", Hedge::Less, false),
            ("190", Hedge::Less, true),
            ("6", Hedge::Less, false),
            ("25", Hedge::About, true),
            ("40", Hedge::About, false),
            ("1.2.3", Hedge::About, false),
            ("1000", Hedge::More, true),
            ("2000", Hedge::Less, false),
        ] {
            assert_eq!(precise.holds_roughly(rough, hedge), wanted, "{rough}");
        }
    }

    #[test]
    fn other_numbers_do_not() {
        for (rough, precise) in [
            ("98000000000000", "97420000000000"),
            ("2300", "2198.2"),
            ("70", "62.1"),
            ("2000", "2014"),
            ("2000", "2014.5"),
            ("2010", "2014.5"),
            ("60", "62"),
            ("5", "4.9"),
            ("97420000000000", "97000000000000"),
            ("48", "48"),
            ("2014.5.1", "2014.51"),
            ("2014", "2014.5.1"),
            ("", "1000.5"),
            ("10", "12.5"),
        ] {
            assert!(!rounds(rough, precise), "{rough} of {precise}");
        }
    }

    #[test]
    fn one_of_many_is_found() {
        let numbers = numbers("7, 1987, 48.31, 97.6 and 1250000", Language::English);
        let precise = Precise::of(numbers.iter());
        let rounded = ["48.3", "98", "1200000", "1300000", "1990"];
        let found: Vec<_> = rounded.map(|rough| precise.holds_rounded(rough)).into();
        assert_eq!(found, [true, true, true, false, false]);
    }
}
