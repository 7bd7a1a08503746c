//! Dates, times, ordinals, days of the week, months, seasons and times of day.

use std::ops::Range;

use super::{Cycle, Reader, Value, ValueKind};
use crate::text::Language;
use crate::text::entities::mentions::Meaning;

/// English words before a month or season that is a word, too.
const INTRODUCING: &[&str] = &[
    "in", "of", "by", "since", "until", "late", "early", "last", "next", "this", "from", "to",
    "during", "for",
];

impl Reader<'_> {
    /// Days of the week, seasons, times of day, and months without a day.
    pub(super) fn calendar(&self) -> Vec<Value> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let (taken, kind) = self.part(at);
            if let Some(kind) = kind {
                let mut span = self.tokens[at].span.start..self.tokens[at + taken - 1].span.end;
                let tokens = at..at + taken;
                // Of `Montagabend` either part is one.
                let time = match kind {
                    ValueKind::Part(Cycle::Week, _) => self.behind_weekday(at),
                    _ => None,
                };
                let end = time.as_ref().map_or(span.end, |(start, _)| *start);
                let time = time.map(|(start, time)| Value {
                    span: start..span.end,
                    tokens: tokens.clone(),
                    kind: ValueKind::Part(Cycle::Day, time),
                });
                span.end = end;
                found.push(Value { span, tokens, kind });
                found.extend(time);
            }
            at += taken;
        }
        found
    }

    /// The time of day that a German day of the week ends in, and where it begins.
    fn behind_weekday(&self, at: usize) -> Option<(usize, u8)> {
        let token = self
            .tokens
            .get(at)
            .filter(|_| self.language == Language::German)?;
        let written = &self.text[token.span.clone()];
        let mut starts = written.char_indices().map(|(start, _)| start).skip(1);
        starts.find_map(|start| {
            let before = self.lexicon.weekday(&written[..start].to_lowercase())?;
            let time = self.lexicon.day_time(&written[start..])?;
            (self.lexicon.weekday(&token.norm) == Some(before))
                .then_some((token.span.start + start, time))
        })
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

    /// How many tokens a part of the calendar takes at a place.
    fn part(&self, at: usize) -> (usize, Option<ValueKind>) {
        if self.language == Language::Chinese {
            return self.chinese_part(at);
        }
        let word = self.norm(at);
        let before = match at {
            0 => "",
            at => self.norm(at - 1),
        };
        if let Some(day) = self.lexicon.weekday(word) {
            // `sat` and `sun` are words, too.
            let written = &self.text[self.tokens[at].span.clone()];
            let is_day = self.language != Language::English
                || written.starts_with(char::is_uppercase) && word.len() > 3;
            return (1, is_day.then_some(ValueKind::Part(Cycle::Week, day)));
        }
        if let Some(season) = self.lexicon.season(word) {
            // A spring may be one of water.
            let is_season = word != "spring" || INTRODUCING.contains(&before);
            return (1, is_season.then_some(ValueKind::Part(Cycle::Year, season)));
        }
        if let Some(time) = self.lexicon.day_time(word) {
            let time = match (word, before) {
                // Tomorrow.
                ("morgen", before) if before != "am" => None,
                // `بعد از ظهر`.
                ("ظهر", "از") => Some(time + 1),
                _ => Some(time),
            };
            return (1, time.map(|time| ValueKind::Part(Cycle::Day, time)));
        }
        let Some(month) = self.lexicon.month(word) else {
            return (1, None);
        };
        let written = &self.text[self.tokens[at].span.clone()];
        let is_month = match self.language {
            Language::English => {
                let is_name = !matches!(word, "may" | "march" | "jan" | "mar" | "dec");
                let introduced = INTRODUCING.contains(&before);
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

    fn chinese_part(&self, at: usize) -> (usize, Option<ValueKind>) {
        for length in [3, 2] {
            let word = self.run(at, length);
            let day = self.lexicon.weekday(&word).map(|day| (Cycle::Week, day));
            let season = || Some((Cycle::Year, self.lexicon.season(&word)?));
            let time = || Some((Cycle::Day, self.lexicon.day_time(&word)?));
            if let Some((cycle, part)) = day.or_else(season).or_else(time) {
                return (length, Some(ValueKind::Part(cycle, part)));
            }
        }
        (1, None)
    }
}
