//! Quantities, dates and times of a summary, held against those of a document.

use std::ops::Range;

use super::context::{Match, near};
use super::relation::{Relation, relation};
use super::tolerance::{Operand, follows, is_product, is_rate_of};
use super::{Grounding, Holding, Kind, Objection};
use crate::analysis::{Amount, Document, Measured, Value, ValueKind};
use crate::pace;
use crate::text::Language;

/// The least match of context at a place that says otherwise, where the document holds the value
/// nowhere, and where it does.
const LEAST: f64 = 0.5;
const LEAST_HELD: f64 = 0.6;
/// By how much the context must match better than at every place that holds the value.
const MARGIN: f64 = 0.15;
/// The same where the nearest words do not match better, either.
const WIDE_MARGIN: f64 = 0.3;
/// What is taken off at a place of which it is not sure that it is of the same thing.
const UNCERTAIN: f64 = 0.2;
/// What is taken off at a place that no longer holds, or never did.
const SUPERSEDED: f64 = 0.15;
/// The fewest content words that both contexts have.
const WORDS: usize = 2;
/// What is taken off at a place beside which the opposite is said, and how near that stands.
const OPPOSED: f64 = 0.2;
const BESIDE: usize = 4;
/// Sentences between what is counted and the amount of each.
const COUNTED: usize = 2;
/// A day, in seconds, and how many days a month may be off.
const DAY: f64 = 86_400.0;
const SLACK: f64 = 1.5;
/// A year, in seconds.
const YEAR: f64 = 31_557_600.0;
/// What stands before a number below zero.
const SIGNS: [char; 3] = ['-', '−', '–'];
/// What relating a value of a summary to one of a document counts in products.
const RELATED: u64 = 512;
/// The most values of a document that derived ones are made of.
const MOST_DERIVED: usize = 300;

impl Grounding<'_, '_> {
    /// Whether the document holds a value of the summary, and the match of contexts.
    pub(crate) async fn value(&self, summary: &Document<'_>, value: &Value) -> (Holding, Match) {
        let document = self.document;
        pace::after(RELATED * document.values.len() as u64).await;
        let clues = self.index.clues(summary, &value.tokens);
        let (mut held, mut held_match) = (None, Match::default());
        let mut other: Option<(&Value, Relation, Match, f64)> = None;
        for place in &document.values {
            let relation = relation(value, place);
            if matches!(relation, Relation::Unlike) {
                continue;
            }
            let mut found = self.index.compare(document, &clues, &place.tokens).await;
            if are_opposed(summary, value, document, place) {
                found.share = (found.share - OPPOSED).max(0.0);
            }
            if let Relation::Held(holding) = relation {
                if held.is_none() || found.share > held_match.share {
                    (held, held_match) = (Some(holding), found);
                }
                continue;
            }
            let uncertain = if matches!(relation, Relation::Perhaps) {
                UNCERTAIN
            } else {
                0.0
            };
            let late = if is_superseded(document, place) {
                SUPERSEDED
            } else {
                0.0
            };
            let share = found.share - uncertain - late;
            if !summary
                .tokens
                .get(value.tokens.start)
                .is_some_and(|token| token.is_open)
                && self.states(summary, value.tokens.start, place.tokens.start)
                && !summary_tells(summary, value, place)
                && other.as_ref().is_none_or(|(_, _, _, most)| share > *most)
            {
                other = Some((place, relation, found, share));
            }
        }
        let least = if held.is_some() { LEAST_HELD } else { LEAST };
        if let Some((place, relation, found, share)) = other
            && share >= least
            && found.words >= WORDS
            && (held.is_none() || share >= held_match.share + margin(&found, &held_match))
        {
            let is_derived = self.derives(value, place);
            if held.is_none() && is_derived && !matches!(relation, Relation::OtherUnit) {
                return (Holding::Form, found);
            }
            let (span, place) = shown(summary, value, document, place, &relation);
            return (Holding::Contradicted { span, place }, found);
        }
        (held.unwrap_or(Holding::Absent), held_match)
    }

    /// Objections to the values of a sentence.
    pub(super) async fn of_values(
        &self,
        summary: &Document<'_>,
        tokens: &Range<usize>,
    ) -> Vec<Objection> {
        let mut found = Vec::new();
        for value in &summary.values {
            if !tokens.contains(&value.tokens.start) {
                continue;
            }
            let token = summary.tokens.get(value.tokens.start);
            let is_open = token.is_some_and(|token| token.is_open);
            let kind = match value.kind {
                ValueKind::Quantity(_) | ValueKind::Ordinal(_) => Kind::Number,
                _ => Kind::Date,
            };
            match self.value(summary, value).await {
                (Holding::Contradicted { span, place }, found_match) => found.push(Objection {
                    kind,
                    span,
                    instead: Some(place),
                    strength: found_match.share,
                }),
                (Holding::Absent, _) if !is_open && self.is_missing(value) => {
                    found.push(Objection {
                        kind: Kind::Missing,
                        span: value.span.clone(),
                        instead: None,
                        strength: 0.5,
                    })
                }
                _ => {}
            }
        }
        found
    }

    /// Whether a value follows from others of the document, numbers among them near a place.
    pub(super) fn derives(&self, value: &Value, place: &Value) -> bool {
        let sentence = self.document.tokens.get(place.tokens.start);
        let near = sentence.map_or(0..0, |token| {
            token.sentence.saturating_sub(1)..token.sentence + 2
        });
        match &value.kind {
            ValueKind::Quantity(amount) => self.is_derived(amount, near),
            kind => self.is_derived_date(kind),
        }
    }

    /// Whether an amount follows from two numbers of one of some sentences, or from one and a count.
    fn is_derived(&self, amount: &Amount, sentences: Range<usize>) -> bool {
        let operands = self.operands();
        operands.iter().enumerate().any(|(at, (one, sentence))| {
            let mut behind = operands.get(at + 1..).unwrap_or_default().iter();
            behind.any(|(other, of_other)| {
                let is_near = sentences.contains(sentence) || sentences.contains(of_other);
                is_near
                    && (sentence == of_other && follows(amount, one, other)
                        || sentence.abs_diff(*of_other) <= COUNTED
                            && is_product(amount, one, other))
            })
        })
    }

    /// Whether an amount follows from any numbers of the document, or is a rate of one.
    fn follows_from_any(&self, amount: &Amount) -> bool {
        let operands = self.operands();
        operands.iter().enumerate().any(|(at, (one, _))| {
            let mut behind = operands.get(at + 1..).unwrap_or_default().iter();
            is_rate_of(amount, one)
                || behind
                    .any(|(other, _)| follows(amount, one, other) || is_product(amount, one, other))
        })
    }

    /// The numbers of the document that others follow from, and their sentences.
    fn operands(&self) -> Vec<(Operand, usize)> {
        let operand = |value: &Value| {
            let sentence = self.document.tokens.get(value.tokens.start)?.sentence;
            match &value.kind {
                ValueKind::Quantity(of) => Some((Operand::of(of), sentence)),
                ValueKind::Date {
                    year: Some(year), ..
                } => {
                    let base = f64::from(*year) * YEAR;
                    let dimension = Some("time");
                    Some((Operand { base, dimension }, sentence))
                }
                _ => None,
            }
        };
        let values = self.document.values.iter().filter_map(operand);
        values.take(MOST_DERIVED).collect()
    }

    /// Whether a date is so long before or after one of the document as a time of it says.
    fn is_derived_date(&self, kind: &ValueKind) -> bool {
        let values = self.document.values.iter().take(MOST_DERIVED);
        let Some(wanted) = day_of_year(kind) else {
            return false;
        };
        let mut times = values.clone().filter_map(|value| match &value.kind {
            ValueKind::Quantity(amount) if amount.dimension() == Some("time") => {
                Some(amount.base() / DAY)
            }
            _ => None,
        });
        times.any(|days| {
            days >= 1.0
                && values.clone().any(|value| {
                    let day = day_of_year(&value.kind);
                    day.is_some_and(|day| ((day - wanted).abs() - days).abs() <= SLACK)
                })
        })
    }

    /// Whether a value that the document does not hold is one that it would have to.
    fn is_missing(&self, value: &Value) -> bool {
        let document = self.document;
        match &value.kind {
            ValueKind::Quantity(amount) => {
                let is_same = |one: &Value| match &one.kind {
                    ValueKind::Quantity(of) => {
                        of.number == amount.number
                            || of.base() == amount.base()
                            || amount.otherwise == Some(of.number)
                    }
                    _ => false,
                };
                !document.values.iter().take(MOST_DERIVED).any(is_same)
                    && amount.in_digits
                    && amount.hedge.is_none()
                    && (amount.number >= 10.0 || amount.decimal.contains('.'))
                    && !self.follows_from_any(amount)
            }
            ValueKind::Date { day, year, .. } => {
                // A part of it that stands nowhere.
                let numbers = |wanted: u32| {
                    document.values.iter().any(|one| match &one.kind {
                        ValueKind::Date { day, month, year } => {
                            *day == Some(wanted) || *month == Some(wanted) || *year == Some(wanted)
                        }
                        ValueKind::Quantity(amount) => amount.number == f64::from(wanted),
                        _ => false,
                    })
                };
                match (day, year) {
                    _ if self.is_derived_date(&value.kind) => false,
                    (Some(day), _) => !numbers(*day),
                    (None, Some(year)) => !numbers(*year) && !numbers(*year % 100),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Whether the words beside two values are opposites: `fell by 3` and `rose by 3`.
fn are_opposed(summary: &Document, value: &Value, document: &Document, place: &Value) -> bool {
    let beside = |document: &Document, value: &Value| {
        let clause = document
            .tokens
            .get(value.tokens.start)
            .map_or(0, |token| token.clause);
        let first = document
            .opposites
            .partition_point(|(at, _)| at.end + BESIDE < value.tokens.start);
        let near = document.opposites[first..]
            .iter()
            .take_while(|(at, _)| at.start <= value.tokens.end + BESIDE);
        let near = near.filter(|(at, _)| document.tokens[at.start].clause == clause);
        near.map(|(_, form)| form.clone()).collect::<Vec<_>>()
    };
    let of_document = beside(document, place);
    let of_summary = if of_document.is_empty() {
        Vec::new()
    } else {
        beside(summary, value)
    };
    of_summary.iter().any(|form| {
        let is_opposite = |other: &String| summary.lexicon.are_opposites(form, other);
        let is_alike = |other: &String| summary.lexicon.are_alike(form, other);
        of_document.iter().any(is_opposite) && !of_document.iter().any(is_alike)
    })
}

fn margin(other: &Match, held: &Match) -> f64 {
    match other.beside > held.beside {
        true => MARGIN,
        false => WIDE_MARGIN,
    }
}

/// Whether a word before a value says that it no longer holds.
fn is_superseded(document: &Document, value: &Value) -> bool {
    let Some(token) = document.tokens.get(value.tokens.start) else {
        return false;
    };
    if document.language == Language::Chinese {
        let near = near(document, &value.tokens).start;
        let clause = document.clauses.get(token.clause);
        let from = document.tokens[near]
            .span
            .start
            .max(clause.map_or(0, |clause| clause.start));
        let before = document
            .text
            .get(from..value.span.start)
            .unwrap_or_default();
        return document
            .lexicon
            .superseding()
            .any(|word| before.contains(word));
    }
    let from = value.tokens.start.saturating_sub(4);
    let before = document.tokens[from..value.tokens.start].iter();
    before
        .filter(|one| one.clause == token.clause)
        .any(|one| document.lexicon.is_superseding(&one.norm))
}

/// Which day of a year of equal months a date is.
fn day_of_year(kind: &ValueKind) -> Option<f64> {
    match kind {
        ValueKind::Date {
            day: Some(day),
            month: Some(month),
            ..
        } => Some(f64::from(*day) + 30.4 * f64::from(*month)),
        _ => None,
    }
}

/// The bytes of two values in one shape: with their units where both have one, and with what says
/// their role or sign where that is what differs.
pub(super) fn shown(
    summary: &Document,
    value: &Value,
    document: &Document,
    place: &Value,
    relation: &Relation,
) -> (Range<usize>, Range<usize>) {
    let amount = |value: &Value| match &value.kind {
        ValueKind::Quantity(amount) => Some(amount.clone()),
        _ => None,
    };
    let (Some(one), Some(other)) = (amount(value), amount(place)) else {
        return (value.span.clone(), place.span.clone());
    };
    let unit = |amount: &Amount| match amount.measured {
        Measured::Unit(_) => amount.unit_span.clone(),
        _ => None,
    };
    let units = (unit(&one), unit(&other));
    let have_units = units.0.is_some() && units.1.is_some();
    let span = |text: &str, value: &Value, amount: &Amount, unit: Option<Range<usize>>| {
        let with = |span: Range<usize>, part: Range<usize>| {
            span.start.min(part.start)..span.end.max(part.end)
        };
        let mut span = value.span.clone();
        if let Some(unit) = unit.filter(|_| have_units || matches!(relation, Relation::OtherUnit)) {
            span = with(span, unit);
        }
        if amount.number < 0.0
            && let Some(sign) = text[..span.start]
                .chars()
                .next_back()
                .filter(|c| SIGNS.contains(c))
        {
            span.start -= sign.len_utf8();
        }
        match (&amount.role, relation) {
            (Some((_, role)), Relation::OtherRole) => with(span, role.clone()),
            _ => span,
        }
    };
    (
        span(summary.text, value, &one, units.0),
        span(document.text, place, &other, units.1),
    )
}

/// Whether the summary tells a value of the document at another place near by of the same sentence.
fn summary_tells(summary: &Document, value: &Value, place: &Value) -> bool {
    let near = near(summary, &value.tokens);
    let first = summary
        .values
        .partition_point(|one| one.tokens.start < near.start);
    let mut others = summary.values[first..]
        .iter()
        .take_while(|one| one.tokens.start < near.end);
    others.any(|one| one != value && matches!(relation(one, place), Relation::Held(_)))
}
