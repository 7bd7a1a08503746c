//! Dates, times, ordinals, days of the week and months.

use std::ops::Range;

use super::{Reader, Value, ValueKind};
use crate::text::Language;
use crate::text::entities::mentions::Meaning;

impl Reader<'_> {
    /// Days of the week and months without a day.
    pub(super) fn calendar(&self) -> Vec<Value> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let (taken, kind) = self.day_or_month(at);
            if let Some(kind) = kind {
                let span = self.tokens[at].span.start..self.tokens[at + taken - 1].span.end;
                found.push(Value {
                    span,
                    tokens: at..at + taken,
                    kind,
                });
            }
            at += taken;
        }
        found
    }

    /// What a date, time or ordinal that stands at a place says; none where it may be read in two ways.
    pub(super) fn mention(&self, span: Range<usize>, meaning: &Meaning) -> Option<Value> {
        let written = &self.text[span.clone()];
        let kind = match *meaning {
            Meaning::Date { day, month, year } => {
                let is_either = self.language == Language::English
                    && written.contains('/')
                    && day.is_some_and(|day| day <= 12 && day != month);
                if is_either {
                    return None;
                }
                ValueKind::Date {
                    day,
                    month: Some(month),
                    year,
                }
            }
            Meaning::Time { hour, minute } => {
                // 3点 are three points, too.
                if written.ends_with(['点', '點']) && self.before(&span).ends_with('.') {
                    return None;
                }
                ValueKind::Time(60 * hour + minute)
            }
            Meaning::Ordinal(place) => ValueKind::Ordinal(place),
        };
        Some(Value {
            tokens: self.tokens_of(&span),
            span,
            kind,
        })
    }

    /// How many tokens a day of the week, or a month, takes at a place.
    fn day_or_month(&self, at: usize) -> (usize, Option<ValueKind>) {
        if self.language == Language::Chinese {
            return self.chinese_weekday(at);
        }
        let word = self.norm(at);
        if let Some(day) = self.lexicon.weekday(word) {
            // `sat` and `sun` are words, too.
            let written = &self.text[self.tokens[at].span.clone()];
            let is_day = self.language != Language::English
                || written.starts_with(char::is_uppercase) && word.len() > 3;
            return (1, is_day.then_some(ValueKind::Weekday(day)));
        }
        let Some(month) = self.lexicon.month(word) else {
            return (1, None);
        };
        let written = &self.text[self.tokens[at].span.clone()];
        let before = match at {
            0 => "",
            at => self.norm(at - 1),
        };
        let is_month = match self.language {
            Language::English => {
                let is_name = !matches!(word, "may" | "march" | "jan" | "mar" | "dec");
                let introduced = matches!(
                    before,
                    "in" | "of"
                        | "by"
                        | "since"
                        | "until"
                        | "late"
                        | "early"
                        | "last"
                        | "next"
                        | "this"
                        | "from"
                        | "to"
                        | "during"
                        | "for"
                );
                written.starts_with(char::is_uppercase) && (is_name && word.len() > 3 || introduced)
            }
            Language::Persian => self.norm(at + 1) == "ماه" || word.chars().count() > 4,
            _ => written.starts_with(char::is_uppercase),
        };
        let kind = ValueKind::Date {
            day: None,
            month: Some(u32::from(month) + 1),
            year: None,
        };
        (1, is_month.then_some(kind))
    }

    fn chinese_weekday(&self, at: usize) -> (usize, Option<ValueKind>) {
        for length in [3, 2] {
            let word = self.run(at, length);
            if let Some(day) = self.lexicon.weekday(&word) {
                return (length, Some(ValueKind::Weekday(day)));
            }
        }
        (1, None)
    }
}
