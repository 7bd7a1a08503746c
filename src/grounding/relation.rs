//! How two values relate: one holds the other, says another of the same kind, or is unlike.
//!
//! Amounts are compared within a dimension or noun, by the tolerances of [`holding`]; dates by the
//! parts that both have; a time of day holds the hours that it has.

use std::ops::Range;

use super::Holding;
use super::tolerance::holding;
use crate::analysis::{Amount, Cycle, Measured, Value, ValueKind};

/// The hours of morning, noon, afternoon and evening.
const DAY_TIMES: [Range<u32>; 4] = [0..12, 11..15, 12..19, 17..25];

/// How two values of a kind relate.
pub(super) enum Relation {
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

/// How a value of a summary relates to one of a document.
pub(super) fn relation(value: &Value, place: &Value) -> Relation {
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
            same(part == other)
        }
        (ValueKind::Part(Cycle::Day, part), ValueKind::Time(minutes)) => {
            match DAY_TIMES
                .get(usize::from(*part))
                .is_some_and(|hours| hours.contains(&(minutes / 60)))
            {
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
