//! The numbers and dates of a document, found by what a summary says of them.
//!
//! Cost: that of reading them once. A number or date is looked up; one that may be a rounded or rough one is compared with
//! the document's of the same unit, up to [`MOST_OF_UNIT`].

use std::collections::HashMap;

use crate::text::Language;
use crate::text::entities::hedges::Hedge;
use crate::text::entities::mentions::Meaning;
use crate::text::entities::quantities::{Quantity, Sense, quantities};
use crate::text::entities::rounding::{Precise, last_unit};
use crate::text::tokenize::words::is_han;

/// What may stand between a number and what it counts; 20多人 are more than twenty.
const JOINTS: [char; 7] = [' ', '\u{A0}', '\u{200C}', '-', '多', '余', '餘'];
/// The most letters of a word behind a number that are looked at.
const LONGEST_WORD: usize = 64;
/// Signs that are the unit of what stands behind them.
const BEFORE: [char; 6] = ['$', '€', '£', '¥', '￥', '#'];
/// Signs that are the unit of what stands before them.
const BEHIND: [char; 5] = ['%', '％', '٪', '€', '°'];
/// Numbers of one unit that a rough one is compared with.
const MOST_OF_UNIT: usize = 2_000;

/// The numbers, dates, times and ordinals of a document.
pub(super) struct DocumentQuantities<'d> {
    text: &'d str,
    all: Vec<Quantity>,
    /// By what they mean alone, if that is sure, and with the word behind them. What a date says in part is where one
    /// date says it, and no other.
    by_sense: HashMap<(Sense, Option<String>), usize>,
    /// Those that are numbers for sure.
    by_unit: HashMap<String, Vec<usize>>,
}

impl<'d> DocumentQuantities<'d> {
    pub(super) fn of(text: &'d str, language: Language) -> Self {
        let all = quantities(text, language);
        let mut by_sense = HashMap::new();
        let mut by_unit: HashMap<String, Vec<usize>> = HashMap::new();
        let mut in_part: HashMap<Meaning, Option<usize>> = HashMap::new();
        for (at, one) in all.iter().enumerate() {
            let alone = one.is_sure.then_some(None);
            let behind = word_behind(text, one).map(Some);
            for behind in alone.into_iter().chain(behind) {
                by_sense.entry((one.sense.clone(), behind)).or_insert(at);
            }
            match &one.sense {
                Sense::Mention(meaning) => {
                    for part in meaning.parts() {
                        let whole = in_part.entry(part).or_insert(Some(at));
                        *whole = whole.filter(|&whole| all[whole].sense == one.sense);
                    }
                }
                Sense::Value(_) if one.is_sure => {
                    for unit in units(text, one) {
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
            all,
            by_sense,
            by_unit,
        }
    }

    /// How the document writes what a number or date of a summary means.
    pub(super) fn same(&self, one: &Quantity, summary: &str) -> Option<&'d str> {
        let alone = one.is_sure.then_some(None);
        let behind = word_behind(summary, one).map(Some);
        let mut asked = alone.into_iter().chain(behind);
        let at = asked.find_map(|behind| self.by_sense.get(&(one.sense.clone(), behind)))?;
        self.written(*at)
    }

    /// How the document writes the number of the same unit that one of a summary rounds or, with the word beside it, is true
    /// of, if that is off by less than one at its last digit; the nearest of several.
    pub(super) fn rounded(
        &self,
        one: &Quantity,
        summary: &str,
        hedge: Option<Hedge>,
    ) -> Option<&'d str> {
        let Sense::Value(rough) = &one.sense else {
            return None;
        };
        let about: f64 = rough.parse().ok()?;
        let unit_of_rough = last_unit(rough);
        let mut nearest: Option<(f64, usize)> = None;
        for unit in units(summary, one) {
            let of_unit = self.by_unit.get(&unit).into_iter().flatten();
            for &at in of_unit.take(MOST_OF_UNIT) {
                let Sense::Value(value) = &self.all[at].sense else {
                    continue;
                };
                let Ok(off) = value.parse().map(|value: f64| (value - about).abs()) else {
                    continue;
                };
                let is_nearer = off < nearest.map_or(unit_of_rough, |(least, _)| least);
                let gives = |precise: Precise| {
                    precise.holds_rounded(rough)
                        || hedge.is_some_and(|hedge| precise.holds_roughly(rough, hedge))
                };
                if is_nearer && gives(Precise::of_value(value)) {
                    nearest = Some((off, at));
                }
            }
        }
        self.written(nearest?.1)
    }

    fn written(&self, at: usize) -> Option<&'d str> {
        self.text.get(self.all[at].span.clone())
    }
}

/// What tells of a number what it counts or measures: the word behind it, and the signs beside it.
fn units(text: &str, one: &Quantity) -> Vec<String> {
    let before = text[..one.span.start].trim_end_matches(JOINTS).chars();
    let before = before.last().filter(|c| BEFORE.contains(c));
    let behind = text[one.span.end..].trim_start_matches(JOINTS).chars();
    let behind = { behind }.next().filter(|c| BEHIND.contains(c));
    let signs = before.into_iter().chain(behind).map(String::from);
    signs.chain(word_behind(text, one)).collect()
}

/// The word behind a number or date, if no mark lies between, in lower case; a Han character is one.
fn word_behind(text: &str, one: &Quantity) -> Option<String> {
    let rest = text.get(one.span.end..)?.trim_start_matches(JOINTS);
    let first = rest.chars().next().filter(|c| c.is_alphanumeric())?;
    if is_han(first) {
        return Some(first.to_string());
    }
    let word: String = rest
        .chars()
        .take(LONGEST_WORD)
        .take_while(|c| c.is_alphanumeric())
        .collect();
    Some(word.to_lowercase())
}
