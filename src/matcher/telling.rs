//! Whether a word or number of one text says what another of a document does, may say it, or says something else.
//!
//! Numbers are the same by their value, or where one rounds the other or is [true of it](crate::text::entities::hedges), and so are measures of one unit (`500km`); a decade rounds nothing. Other words
//! with a digit are by their letters and digits. Other words are never compared for what they mean.
//!
//! Cost: that of comparing two short texts; [`NumbersTold`] reads a document's items once.

use std::collections::HashSet;

use crate::matcher::measures::Measure;
use crate::matcher::reading::{Item, Kind};
use crate::text::entities::hedges::Hedge;
use crate::text::entities::numbers::Number;
use crate::text::entities::rounding::{Precise, significant};
use crate::text::tokenize::words::is_han;
use crate::text::{Language, is_function_word, stem};

/// A rough number is off by this share at most.
const ROUGH: f64 = 0.2;

/// Letters of a word that may be another form of one that begins alike (`won`, `wins`).
const SHORT: usize = 6;

impl Item {
    /// Whether it is a number for sure, or a word that says something.
    pub(super) fn is_clear(&self, language: Language) -> bool {
        match &self.kind {
            Kind::Number { is_clear, .. } => *is_clear,
            Kind::Numbered(_) => true,
            Kind::Word(word) => !word.contains(is_han) && !is_function_word(word, language),
        }
    }

    /// The stem of a word without a digit.
    pub(super) fn stem(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(stem(word)),
            _ => None,
        }
    }

    /// Whether one of the document says the same, or more precisely.
    pub(super) fn is_told_by(&self, found: &Self) -> bool {
        match (&self.kind, &found.kind) {
            (
                Kind::Number {
                    number: one, hedge, ..
                },
                Kind::Number { number: two, .. },
            ) => {
                let is_unscaled = !one.is_scaled() || !two.is_scaled();
                one.value == two.value
                    || is_unscaled && one.plain == two.plain
                    || !one.is_decade
                        && (is_rounded(&one.value, &two.value)
                            || hedge.is_some_and(|hedge| is_true_of(hedge, &one.value, two)))
            }
            (Kind::Numbered(one), Kind::Numbered(two)) => {
                one == two || is_measured(Measure::of(one), Measure::of(two))
            }
            _ => false,
        }
    }

    /// Whether one of the document may say the same: a number in words, or one that is not clear, of which another
    /// reading may be the same.
    pub(super) fn may_be_told_by(&self, found: &Self) -> bool {
        let is_number = matches!(self.kind, Kind::Number { .. });
        let may_be = |found: &Kind| match found {
            Kind::Number { is_clear, .. } => !is_clear,
            Kind::Word(_) => true,
            Kind::Numbered(_) => false,
        };
        is_number && may_be(&found.kind)
    }

    /// Whether one of the document, which does not say the same, may be said for it: a number for a number with the same
    /// sign, a word for a word that is no other form of it, and for one with a digit the same with others.
    pub(super) fn may_differ_from(&self, found: &Self) -> bool {
        let letters = |word: &str| word.replace(|c: char| c.is_ascii_digit(), "");
        match (&self.kind, &found.kind) {
            (Kind::Number { sign: one, .. }, Kind::Number { sign: two, .. }) => one == two,
            (Kind::Word(one), Kind::Word(two)) => {
                let is_short = |word: &str| word.chars().nth(SHORT).is_none();
                one.chars().next() != two.chars().next() || !is_short(one) || !is_short(two)
            }
            (Kind::Numbered(one), Kind::Numbered(two)) => letters(one) == letters(two),
            _ => false,
        }
    }
}

/// Whether a value gives another, roughly or as a number rounds another.
fn is_rounded(rough: &str, precise: &str) -> bool {
    is_rough(rough, precise) || Precise::of_value(precise).holds_rounded(rough)
}

/// Whether a value with a word beside it is true of another.
fn is_true_of(hedge: Hedge, rough: &str, precise: &Number) -> bool {
    Precise::of(std::iter::once(precise)).holds_roughly(rough, hedge)
}

/// Whether a measure gives another.
fn is_measured(rough: Option<Measure>, precise: Option<Measure>) -> bool {
    rough.zip(precise).is_some_and(|(rough, precise)| {
        rough.is_of_unit_of(&precise) && is_rounded(rough.digits, precise.digits)
    })
}

/// Whether a value with one digit that is not 0 gives another roughly. `More than 20` are 23.
fn is_rough(rough: &str, precise: &str) -> bool {
    let (Ok(about), Ok(exact)) = (rough.parse::<f64>(), precise.parse::<f64>()) else {
        return false;
    };
    significant(rough) == 1 && significant(precise) > 1 && (about - exact).abs() <= ROUGH * exact
}

/// The numbers of a document, and its words with a digit.
pub(super) struct NumbersTold<'r> {
    all: HashSet<&'r str>,
    precise: Precise,
    measures: Vec<Measure<'r>>,
}

impl<'r> NumbersTold<'r> {
    pub(super) fn of(items: &'r [Item]) -> Self {
        let value = |item: &'r Item| match &item.kind {
            Kind::Number { number, .. } => Some(number.value.as_str()),
            Kind::Numbered(word) => Some(word.as_str()),
            Kind::Word(_) => None,
        };
        let number = |item: &'r Item| match &item.kind {
            Kind::Number { number, .. } => Some(number),
            Kind::Numbered(_) | Kind::Word(_) => None,
        };
        let all: HashSet<&str> = items.iter().filter_map(value).collect();
        Self {
            precise: Precise::of(items.iter().filter_map(number)),
            measures: all.iter().filter_map(|word| Measure::of(word)).collect(),
            all,
        }
    }

    /// Whether one is among them, or rounds one.
    pub(super) fn holds(&self, item: &Item) -> bool {
        match &item.kind {
            Kind::Number { number, hedge, .. } => {
                self.all.contains(number.value.as_str())
                    || self.precise.holds(&number.value, *hedge)
            }
            Kind::Numbered(word) => {
                let measure = Measure::of(word);
                let is_given = |found: &Measure| is_measured(measure, Some(*found));
                self.all.contains(word.as_str()) || self.measures.iter().any(is_given)
            }
            Kind::Word(_) => false,
        }
    }
}
