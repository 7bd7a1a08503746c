//! Numbers that a sentence gives in another order than one that is the same but for them.

use std::ops::Range;

use super::STRENGTH;
use crate::analysis::{Document, Value, ValueKind};
use crate::grounding::{Grounding, Kind, Objection};

/// Words that join things whose order says nothing.
const JOINS: &[&str] = &[
    "and", "or", "und", "oder", "sowie", "和", "与", "與", "及", "或", "و", "یا",
];

impl Grounding<'_, '_> {
    /// The objection to numbers of a sentence that stand in another order than in one that is the same
    /// but for them: `from 12 to 10` of `from 10 to 12`.
    pub(super) fn reordered(
        &self,
        summary: &Document,
        own: &Range<usize>,
        other: &Range<usize>,
    ) -> Option<Objection> {
        let numbers = |document: &Document, tokens: &Range<usize>| -> Vec<Value> {
            let of_sentence = document.values.iter().filter(|value| {
                tokens.contains(&value.tokens.start) && matches!(value.kind, ValueKind::Quantity(_))
            });
            of_sentence.cloned().collect()
        };
        let (ours, theirs) = (numbers(summary, own), numbers(self.document, other));
        if ours.len() < 2 || ours.len() != theirs.len() || own.len() != other.len() {
            return None;
        }
        let is_number = |values: &[Value], at: usize| values.iter().any(|v| v.tokens.contains(&at));
        let is_same = own.clone().zip(other.clone()).all(|(one, next)| {
            match (is_number(&ours, one), is_number(&theirs, next)) {
                (true, true) => true,
                (false, false) => {
                    let (one, next) = (&summary.tokens[one], &self.document.tokens[next]);
                    one.norm == next.norm
                }
                _ => false,
            }
        });
        let amount = |value: &Value| match &value.kind {
            ValueKind::Quantity(amount) => amount.number,
            _ => f64::NAN,
        };
        let sorted = |values: &[Value]| {
            let mut amounts: Vec<f64> = values.iter().map(amount).collect();
            amounts.sort_by(f64::total_cmp);
            amounts
        };
        if !is_same || sorted(&ours) != sorted(&theirs) {
            return None;
        }
        let at = ours
            .iter()
            .zip(&theirs)
            .position(|(one, next)| amount(one) != amount(next))?;
        // `3 and 2` is `2 and 3`, but `3 cats and 2 dogs` is not `2 cats and 3 dogs`.
        let next = ours.get(at + 1)?;
        let mut between = ours[at].tokens.end..next.tokens.start;
        let gap = summary.text.get(ours[at].span.end..next.span.start)?;
        let is_list = between.all(|at| JOINS.contains(&summary.tokens[at].norm.as_str()))
            && !gap.contains(['-', '–', ':', '比']);
        (!is_list).then(|| Objection {
            kind: Kind::Number,
            span: ours[at].span.clone(),
            instead: Some(theirs[at].span.clone()),
            strength: STRENGTH,
        })
    }
}
