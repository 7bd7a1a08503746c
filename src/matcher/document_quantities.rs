//! The numbers and dates of a document, found by what a summary says of them.
//!
//! Cost: that of reading them once. A number or date is looked up; one that may be a rounded or rough one is compared with
//! the document's of the same unit, up to [`MOST_OF_UNIT`].

use std::collections::HashMap;
use std::ops::Range;

use crate::matcher::counted::{units, word_behind};
use crate::text::Language;
use crate::text::entities::hedges::{Hedge, is_exact};
use crate::text::entities::measures::Measure;
use crate::text::entities::mentions::Meaning;
use crate::text::entities::quantities::{Quantity, Sense, quantities};
use crate::text::entities::rounding::{Precise, last_unit};

/// Numbers of one unit that a rough one is compared with.
const MOST_OF_UNIT: usize = 2_000;
/// Ways of writing one number that are compared with a summary's.
const MOST_WAYS: usize = 64;

/// The numbers, dates, times and ordinals of a document.
pub(super) struct DocumentQuantities<'d> {
    text: &'d str,
    language: Language,
    all: Vec<Quantity>,
    /// By what they mean alone, if that is sure, and with the word behind them. What a date says in part is where one
    /// date says it, and no other.
    by_sense: HashMap<(Sense, Option<String>), usize>,
    /// Numbers with a sign or word for what they are of, by value.
    by_measure: HashMap<(Measure, String), Vec<usize>>,
    /// Those that are numbers for sure, and no years.
    by_unit: HashMap<String, Vec<usize>>,
}

impl<'d> DocumentQuantities<'d> {
    pub(super) fn of(text: &'d str, language: Language) -> Self {
        let all = quantities(text, language);
        let mut by_sense = HashMap::new();
        let mut by_measure: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_unit: HashMap<String, Vec<usize>> = HashMap::new();
        let mut in_part: HashMap<Meaning, Option<usize>> = HashMap::new();
        for (at, one) in all.iter().enumerate() {
            let alone = one.is_sure.then_some(None);
            let behind = word_behind(text, one.span.end, language).map(Some);
            for behind in alone.into_iter().chain(behind) {
                by_sense.entry((one.sense.clone(), behind)).or_insert(at);
            }
            if let (Sense::Value(value), Some((measure, _))) = (&one.sense, &one.measure) {
                let key = (*measure, value.clone());
                by_measure.entry(key).or_default().push(at);
            }
            match &one.sense {
                Sense::Mention(meaning) => {
                    for part in meaning.parts() {
                        let whole = in_part.entry(part).or_insert(Some(at));
                        *whole = whole.filter(|&whole| all[whole].sense == one.sense);
                    }
                }
                Sense::Value(_) if one.is_sure && !one.is_year => {
                    for unit in units(text, one, language) {
                        by_unit.entry(unit).or_default().push(at);
                    }
                }
                Sense::Value(_) => {}
            }
        }
        for (part, whole) in in_part {
            if let Some(at) = whole {
                by_sense.entry((Sense::Mention(part), None)).or_insert(at);
            }
        }
        Self {
            text,
            language,
            all,
            by_sense,
            by_measure,
            by_unit,
        }
    }

    /// How the document writes what a number or date of a summary means, and the bytes of the summary that this stands for:
    /// where both have a sign or word for what the number is of, those of this, too.
    pub(super) fn same(&self, one: &Quantity, summary: &str) -> Option<(Range<usize>, &'d str)> {
        if let Some(found) = self.same_measure(one, summary) {
            return Some(found);
        }
        let alone = one.is_sure.then_some(None);
        let behind = word_behind(summary, one.span.end, self.language).map(Some);
        let mut asked = alone.into_iter().chain(behind);
        let at = asked.find_map(|behind| self.by_sense.get(&(one.sense.clone(), behind)))?;
        Some((one.span.clone(), self.written(self.all[*at].span.clone())?))
    }

    /// How it writes as much of the same measure: as the summary does, if it does so anywhere.
    fn same_measure(&self, one: &Quantity, summary: &str) -> Option<(Range<usize>, &'d str)> {
        let (Sense::Value(value), Some((measure, span))) = (&one.sense, &one.measure) else {
            return None;
        };
        let found = self.by_measure.get(&(*measure, value.clone()))?;
        let written = |at: &usize| {
            let (_, span) = self.all[*at].measure.as_ref()?;
            self.written(span.clone())
        };
        let here = summary.get(span.clone())?;
        let all = found.iter().take(MOST_WAYS).filter_map(written);
        let mut alike = all.filter(|there| there.to_lowercase() == here.to_lowercase());
        let there = alike.next().or_else(|| written(found.first()?));
        Some((span.clone(), there?))
    }

    /// How the document writes the number of the same unit that one of a summary rounds or, with the word beside it, is true
    /// of, if that is off by less than one at its last digit; the nearest of several. What is more or less than a number is
    /// on that side of it.
    pub(super) fn rounded(
        &self,
        one: &Quantity,
        summary: &str,
        hedge: Option<Hedge>,
    ) -> Option<(Range<usize>, &'d str)> {
        let Sense::Value(rough) = &one.sense else {
            return None;
        };
        if !one.is_sure || is_exact(summary, &one.span) || is_of_name(summary, one) {
            return None;
        }
        let about: f64 = rough.parse().ok()?;
        let unit_of_rough = last_unit(rough);
        let mut nearest: Option<(f64, usize)> = None;
        for unit in units(summary, one, self.language) {
            let of_unit = self.by_unit.get(&unit).into_iter().flatten();
            for &at in of_unit.take(MOST_OF_UNIT) {
                let Sense::Value(value) = &self.all[at].sense else {
                    continue;
                };
                let Ok(off) = value.parse().map(|value: f64| (value - about).abs()) else {
                    continue;
                };
                let is_nearer = off < nearest.map_or(unit_of_rough, |(least, _)| least);
                if is_nearer && Precise::of_value(value).holds(rough, hedge) {
                    nearest = Some((off, at));
                }
            }
        }
        let there = &self.all[nearest?.1];
        match (&one.measure, &there.measure) {
            (Some((a, span)), Some((b, written))) if a == b => {
                Some((span.clone(), self.written(written.clone())?))
            }
            _ => Some((one.span.clone(), self.written(there.span.clone())?)),
        }
    }

    fn written(&self, span: Range<usize>) -> Option<&'d str> {
        self.text.get(span)
    }
}

/// Whether a number stands behind a word in upper case, as in the names of indices (`S&P 500`).
fn is_of_name(text: &str, one: &Quantity) -> bool {
    let word = text[..one.span.start].split_whitespace().next_back();
    word.is_some_and(|word| {
        let mut letters = word.chars().filter(|c| c.is_alphabetic());
        letters.clone().count() > 1 && letters.all(char::is_uppercase)
    })
}
