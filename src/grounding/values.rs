//! Quantities, dates and times of a summary, held against those of a document.

use std::ops::Range;

use super::context::Match;
use super::tolerance::{holding, is_derived};
use super::{Grounding, Holding, Kind, Objection};
use crate::analysis::{Amount, Document, Measured, Value, ValueKind};

/// The least match of context at a place that says otherwise, where the document holds the value
/// nowhere, and where it does.
const LEAST: f64 = 0.5;
const LEAST_HELD: f64 = 0.6;
/// By how much the context must match better than at every place that holds the value.
const MARGIN: f64 = 0.15;
/// The fewest content words that both contexts have.
const WORDS: usize = 2;
/// The most values of a document that derived ones are made of.
const MOST_DERIVED: usize = 300;

/// How two values of a kind relate.
enum Relation {
    Held(Holding),
    /// Of one kind and unit, and not the same.
    Other,
    /// Of one kind; whether they are of the same thing, the context tells.
    Perhaps,
    /// The number is the same, and its unit another.
    OtherUnit,
    Unlike,
}

impl Grounding<'_, '_> {
    /// Whether the document holds a value of the summary, and the match of contexts.
    pub(crate) fn value(&self, summary: &Document, value: &Value) -> (Holding, Match) {
        let document = self.document;
        let clues = self.index.clues(summary, &value.tokens);
        let (mut held, mut held_match) = (None, Match::default());
        let mut other: Option<(Range<usize>, Match, f64)> = None;
        for place in &document.values {
            let relation = relation(value, place);
            if matches!(relation, Relation::Unlike) {
                continue;
            }
            let found = self.index.compare(document, &clues, &place.tokens);
            match relation {
                Relation::Held(holding) => {
                    if held.is_none() || found.share > held_match.share {
                        (held, held_match) = (Some(holding), found);
                    }
                }
                Relation::Other | Relation::Perhaps | Relation::OtherUnit => {
                    let less = if matches!(relation, Relation::Perhaps) {
                        0.15
                    } else {
                        0.0
                    };
                    let share = found.share - less;
                    let is_told = summary_tells(summary, value, place);
                    if !is_told && other.as_ref().is_none_or(|(_, _, most)| share > *most) {
                        let span = match (&relation, &place.kind) {
                            (
                                Relation::OtherUnit,
                                ValueKind::Quantity(Amount {
                                    unit_span: Some(unit),
                                    ..
                                }),
                            ) => place.span.start.min(unit.start)..place.span.end.max(unit.end),
                            _ => place.span.clone(),
                        };
                        other = Some((span, found, share));
                    }
                }
                Relation::Unlike => {}
            }
        }
        let least = if held.is_some() { LEAST_HELD } else { LEAST };
        if let Some((place, found, share)) = other
            && share >= least
            && found.words >= WORDS
            && (held.is_none() || share >= held_match.share + MARGIN)
        {
            return (Holding::Contradicted { place }, found);
        }
        (held.unwrap_or(Holding::Absent), held_match)
    }

    /// Objections to the values of a sentence.
    pub(super) fn of_values(&self, summary: &Document, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = Vec::new();
        for value in &summary.values {
            if !tokens.contains(&value.tokens.start) {
                continue;
            }
            let kind = match value.kind {
                ValueKind::Quantity(_) | ValueKind::Ordinal(_) => Kind::Number,
                _ => Kind::Date,
            };
            match self.value(summary, value) {
                (Holding::Contradicted { place }, found_match) => found.push(Objection {
                    kind,
                    span: whole(value),
                    instead: Some(place),
                    strength: found_match.share,
                }),
                (Holding::Absent, _) if self.is_missing(value) => found.push(Objection {
                    kind: Kind::Missing,
                    span: value.span.clone(),
                    instead: None,
                    strength: 0.5,
                }),
                _ => {}
            }
        }
        found
    }

    /// Whether a value that the document does not hold is one that it would have to.
    fn is_missing(&self, value: &Value) -> bool {
        let document = self.document;
        match &value.kind {
            ValueKind::Quantity(amount) => {
                let mut others: Vec<(f64, bool)> = Vec::new();
                for one in document.values.iter().take(MOST_DERIVED) {
                    match &one.kind {
                        ValueKind::Quantity(of) => {
                            if of.number == amount.number || of.base() == amount.base() {
                                return false;
                            }
                            others.push((of.base(), false));
                        }
                        ValueKind::Date {
                            year: Some(year), ..
                        } => others.push((f64::from(*year), true)),
                        _ => {}
                    }
                }
                amount.in_digits
                    && amount.hedge.is_none()
                    && (amount.number >= 10.0 || amount.decimal.contains('.'))
                    && !is_derived(amount, &others)
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
                    (Some(day), _) => !numbers(*day),
                    (None, Some(year)) => !numbers(*year) && !numbers(*year % 100),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// A value with its unit.
fn whole(value: &Value) -> Range<usize> {
    match &value.kind {
        ValueKind::Quantity(Amount {
            measured: Measured::Unit(_),
            unit_span: Some(unit),
            ..
        }) => value.span.start.min(unit.start)..value.span.end.max(unit.end),
        _ => value.span.clone(),
    }
}

/// Whether the summary tells a value of the document at another place of the same sentence.
fn summary_tells(summary: &Document, value: &Value, place: &Value) -> bool {
    let sentence = summary.sentence_of(value.tokens.start);
    summary.values.iter().any(|one| {
        one != value
            && sentence.contains(&one.tokens.start)
            && matches!(relation(one, place), Relation::Held(_))
    })
}

fn relation(value: &Value, place: &Value) -> Relation {
    match (&value.kind, &place.kind) {
        (ValueKind::Quantity(of_summary), ValueKind::Quantity(of_document)) => {
            amounts(of_summary, of_document)
        }
        (
            ValueKind::Date { day, month, year },
            ValueKind::Date {
                day: other_day,
                month: other_month,
                year: other_year,
            },
        ) => {
            let parts = [(day, other_day), (month, other_month), (year, other_year)];
            let both = parts
                .iter()
                .filter(|(one, other)| one.is_some() && other.is_some());
            let differ = both.clone().filter(|(one, other)| one != other).count();
            let is_held = parts
                .iter()
                .all(|(one, other)| one.is_none() || one == other);
            match (both.count(), differ) {
                _ if is_held => Relation::Held(Holding::Exact),
                (0, _) => Relation::Unlike,
                (_, 0) => Relation::Held(Holding::Form),
                _ => Relation::Other,
            }
        }
        (ValueKind::Weekday(day), ValueKind::Weekday(other)) => same(day == other),
        (ValueKind::Time(time), ValueKind::Time(other)) => {
            // Half past seven may be 7:30 or 19:30.
            same(time == other || time % 720 == other % 720)
        }
        (ValueKind::Ordinal(place), ValueKind::Ordinal(other)) => match place == other {
            true => Relation::Held(Holding::Exact),
            false => Relation::Perhaps,
        },
        _ => Relation::Unlike,
    }
}

fn same(is_same: bool) -> Relation {
    match is_same {
        true => Relation::Held(Holding::Exact),
        false => Relation::Other,
    }
}

fn amounts(of_summary: &Amount, of_document: &Amount) -> Relation {
    let (one, other) = (of_summary.dimension(), of_document.dimension());
    match (&of_summary.measured, &of_document.measured) {
        (Measured::Unit(unit), Measured::Unit(next)) => {
            if one == other {
                if let Some(holding) = holding(of_summary, of_document) {
                    return Relation::Held(holding);
                }
                return match of_summary.number == of_document.number && unit.factor != next.factor {
                    true => Relation::OtherUnit,
                    false => Relation::Other,
                };
            }
            let is_money = |name: Option<&str>| {
                matches!(name, Some("euro" | "dollar" | "pound" | "yuan" | "rial"))
            };
            match of_summary.number == of_document.number && is_money(one) && is_money(other) {
                true => Relation::OtherUnit,
                false => Relation::Unlike,
            }
        }
        (Measured::Noun(noun), Measured::Noun(next)) => match holding(of_summary, of_document) {
            Some(holding) => Relation::Held(holding),
            None if noun == next => Relation::Other,
            None => Relation::Perhaps,
        },
        _ => match holding(of_summary, of_document) {
            Some(holding) => Relation::Held(holding),
            None if one.is_some() || other.is_some() => Relation::Unlike,
            None => Relation::Perhaps,
        },
    }
}
