//! Quantities, dates and times of a summary, held against those of a document.

use std::ops::Range;

use super::context::Match;
use super::tolerance::{holding, is_derived};
use super::{Grounding, Holding, Kind, Objection};
use crate::analysis::{Amount, Cycle, Document, Measured, Value, ValueKind};
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
/// What stands before a number below zero.
const SIGNS: [char; 3] = ['-', '−', '–'];
/// The hours of morning, noon, afternoon and evening.
const DAY_TIMES: [Range<u32>; 4] = [0..12, 11..15, 12..19, 17..25];
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
    /// The number is the same, of a change and not of what it leads to, or the other way round.
    OtherRole,
    Unlike,
}

impl Grounding<'_, '_> {
    /// Whether the document holds a value of the summary, and the match of contexts.
    pub(crate) fn value(&self, summary: &Document, value: &Value) -> (Holding, Match) {
        let document = self.document;
        let clues = self.index.clues(summary, &value.tokens);
        let (mut held, mut held_match) = (None, Match::default());
        let mut other: Option<(&Value, Relation, Match, f64)> = None;
        for place in &document.values {
            let relation = relation(value, place);
            if matches!(relation, Relation::Unlike) {
                continue;
            }
            let mut found = self.index.compare(document, &clues, &place.tokens);
            if are_opposed(summary, value, document, place) {
                found.share = (found.share - OPPOSED).max(0.0);
            }
            if let Relation::Held(holding) = relation {
                if held.is_none() || found.share > held_match.share {
                    (held, held_match) = (Some(holding), found);
                }
                continue;
            }
            let uncertain = if matches!(relation, Relation::Perhaps) { UNCERTAIN } else { 0.0 };
            let late = if is_superseded(document, place) { SUPERSEDED } else { 0.0 };
            let share = found.share - uncertain - late;
            if self.states(summary, value.tokens.start, place.tokens.start)
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
            let (span, place) = shown(summary, value, document, place, &relation);
            return (Holding::Contradicted { span, place }, found);
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
                (Holding::Contradicted { span, place }, found_match) => found.push(Objection {
                    kind,
                    span,
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
                            if of.number == amount.number
                                || of.base() == amount.base()
                                || amount.otherwise == Some(of.number)
                            {
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

/// Whether the words beside two values are opposites: `fell by 3` and `rose by 3`.
fn are_opposed(summary: &Document, value: &Value, document: &Document, place: &Value) -> bool {
    let beside = |document: &Document, value: &Value| {
        let clause = document
            .tokens
            .get(value.tokens.start)
            .map_or(0, |token| token.clause);
        let near = document.opposites.iter().filter(move |(at, _)| {
            at.end + BESIDE >= value.tokens.start && at.start <= value.tokens.end + BESIDE
        });
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
        let from = document
            .clauses
            .get(token.clause)
            .map_or(0, |clause| clause.start);
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

/// The bytes of two values in one shape: with their units where both have one, and with what says
/// their role or sign where that is what differs.
fn shown(
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
            && let Some(sign) = text[..span.start].chars().next_back().filter(|c| SIGNS.contains(c))
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
        (ValueKind::Part(cycle, part), ValueKind::Part(next, other)) if cycle == next => {
            match (part == other, cycle) {
                (true, _) => Relation::Held(Holding::Exact),
                (false, Cycle::Week) => Relation::Other,
                (false, _) => Relation::Perhaps,
            }
        }
        (ValueKind::Part(Cycle::Day, part), ValueKind::Time(minutes)) => {
            match DAY_TIMES.get(usize::from(*part)).is_some_and(|hours| hours.contains(&(minutes / 60))) {
                true => Relation::Held(Holding::Form),
                false => Relation::Unlike,
            }
        }
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
    let relation = amounts_of_any_role(of_summary, of_document);
    let role = |amount: &Amount| amount.role.as_ref().map(|(role, _)| *role);
    match (role(of_summary), role(of_document)) {
        (Some(one), Some(other)) if one != other && matches!(relation, Relation::Held(_)) => {
            Relation::OtherRole
        }
        _ => relation,
    }
}

fn amounts_of_any_role(of_summary: &Amount, of_document: &Amount) -> Relation {
    let (one, other) = (of_summary.dimension(), of_document.dimension());
    match (&of_summary.measured, &of_document.measured) {
        (Measured::Unit(unit), Measured::Unit(next)) => {
            if one == other {
                if let Some(holding) = holding(of_summary, of_document) {
                    return Relation::Held(holding);
                }
                let has_word = of_summary.unit_span.is_some() && of_document.unit_span.is_some();
                if of_summary.number == of_document.number && !has_word {
                    return Relation::Held(Holding::Exact);
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
