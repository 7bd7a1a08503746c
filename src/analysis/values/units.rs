//! The unit or noun of a number.

use std::ops::Range;

use super::{Measured, Reader};
use crate::analysis::tokens::key_of;
use crate::lexicon::Unit;
use crate::text::Language;
use crate::text::entities::measures::{Measure, measure};
use crate::text::entities::numbers::Number;

/// Han characters that a unit has at most.
const UNIT: usize = 4;
/// Tokens behind a number among which the noun is that it counts.
const NOUN: usize = 2;

impl Reader<'_> {
    /// A number with the article before it: `nearly a quarter of a million`.
    pub(super) fn with_article(&self, span: &Range<usize>) -> Range<usize> {
        let before = self.before(span);
        let article = match self.language {
            Language::English => before.strip_suffix("a "),
            Language::German => before.strip_suffix("eine "),
            _ => None,
        };
        article
            .filter(|rest| rest.ends_with(' '))
            .map_or(span.start, str::len)..span.end
    }

    /// The unit or noun of a number, and its bytes.
    pub(super) fn measured(
        &self,
        number: &Number,
        tokens: &Range<usize>,
    ) -> (Measured, Option<Range<usize>>) {
        let span = &number.span;
        if let Some((measure, whole)) = measure(self.text, span, self.language) {
            let dimension = match measure {
                Measure::Percent => "percent",
                Measure::Dollar => "dollar",
                Measure::Euro => "euro",
                Measure::Pound => "pound",
            };
            let unit = match whole.end > span.end {
                true => span.end..whole.end,
                false => whole.start..span.start,
            };
            let unit_span = self.trimmed(unit);
            let unit = Unit {
                dimension,
                factor: 1.0,
            };
            return (Measured::Unit(unit), Some(unit_span));
        }
        if self.before(span).ends_with(['¥', '￥']) {
            let unit = Unit {
                dimension: "yuan",
                factor: 1.0,
            };
            return (Measured::Unit(unit), None);
        }
        match self.language {
            Language::Chinese => self.chinese_unit(tokens.end),
            _ => self.unit(tokens.clone()),
        }
    }

    fn trimmed(&self, span: Range<usize>) -> Range<usize> {
        let written = self.text.get(span.clone()).unwrap_or_default();
        let start = span.start + written.len() - written.trim_start().len();
        start..start + written.trim().len()
    }

    /// The unit or noun of the number that tokens make up.
    fn unit(&self, number: Range<usize>) -> (Measured, Option<Range<usize>>) {
        let Some(last) = number.end.checked_sub(1).and_then(|at| self.tokens.get(at)) else {
            return (Measured::Nothing, None);
        };
        let mut noun = None;
        for at in number.end..number.end + NOUN {
            let Some(token) = self
                .tokens
                .get(at)
                .filter(|token| token.clause == last.clause)
            else {
                break;
            };
            let between = self
                .text
                .get(last.span.end..token.span.start)
                .unwrap_or_default();
            let is_apart = between.contains(['.', ',', ')', '(', '،', ';', ':']);
            let unit = self.lexicon.unit(&token.norm).filter(|_| !is_apart);
            // `Five working days` are of days.
            if let Some(unit) = unit {
                return (Measured::Unit(unit.clone()), Some(token.span.clone()));
            }
            if is_apart || token.is_stop || token.norm.contains(char::is_numeric) {
                break;
            }
            if token.key != 0 && noun.is_none() {
                noun = Some((Measured::Noun(token.key), Some(token.span.clone())));
            }
        }
        noun.unwrap_or((Measured::Nothing, None))
    }

    fn chinese_unit(&self, at: usize) -> (Measured, Option<Range<usize>>) {
        let span =
            |length: usize| self.tokens[at].span.start..self.tokens[at + length - 1].span.end;
        let from = match self.norm(at) {
            "多" | "余" | "餘" => at + 1,
            _ => at,
        };
        for length in (1..=UNIT).rev() {
            let word = self.run(from, length);
            if let Some(unit) = self.lexicon.unit(&word) {
                return (Measured::Unit(unit.clone()), Some(span(length)));
            }
        }
        match self.tokens.get(from) {
            Some(token) if token.span.start == self.tokens[at.saturating_sub(1)].span.end => {
                let key = key_of(&token.norm, self.language);
                (Measured::Noun(key), Some(token.span.clone()))
            }
            _ => (Measured::Nothing, None),
        }
    }
}
