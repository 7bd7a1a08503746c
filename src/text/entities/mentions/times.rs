//! Times of day.

use std::ops::RangeInclusive;

use super::Meaning;
use super::tokens::{Token, Tokens};
use crate::text::Language;

const HOURS: RangeInclusive<u32> = 0..=24;
const MINUTES: RangeInclusive<u32> = 0..=59;

/// The hours that the second half of the day begins with.
const HALF: u32 = 12;

impl Tokens<'_> {
    /// `19:30`, `19.30 Uhr`, `7 pm`, `19点30分`.
    pub(super) fn time(&self, at: usize) -> Option<(Meaning, usize)> {
        let (mut hour, minute, mut count) = self.hour_and_minute(at)?;
        if let Some((half, more)) = self.half_of_day(at + count - 1)
            && hour <= HALF
        {
            hour = hour % HALF + half;
            count += more;
        }
        Some((Meaning::Time { hour, minute }, count))
    }

    /// What is said before a word for half a day, with how many tokens it takes.
    fn hour_and_minute(&self, at: usize) -> Option<(u32, u32, usize)> {
        let hour = self.get(at)?.short().filter(|hour| HOURS.contains(hour))?;
        let next = self.get(at + 1);
        let minute = next.filter(|token| token.digits.is_some_and(|(_, count)| count == 2));
        let minute = minute.and_then(Token::short);
        let minute = minute.filter(|minute| MINUTES.contains(minute));
        match (self.gap(at)?, minute) {
            (":" | "：", Some(minute)) => Some((hour, minute, 2)),
            (".", Some(minute)) if self.is_clock(at + 1) => Some((hour, minute, 2)),
            _ if self.is_clock(at) => Some((hour, 0, 1)),
            ("", _) if matches!(self.get(at + 1)?.text, "时" | "時" | "点" | "點") => {
                let minute = self.get(at + 2).and_then(Token::short);
                let minute = minute.filter(|minute| MINUTES.contains(minute));
                match minute.filter(|_| self.gap(at + 1) == Some("")) {
                    Some(minute) => Some((hour, minute, 3)),
                    None => Some((hour, 0, 2)),
                }
            }
            _ => None,
        }
    }

    /// Whether what says that it is a time stands behind a token.
    fn is_clock(&self, at: usize) -> bool {
        let is_hour = |next: &Token| next.text == "Uhr" && self.is_beside(at);
        match self.language {
            Language::German => self.get(at + 1).is_some_and(is_hour),
            Language::English => self.half_of_day(at).is_some(),
            Language::Chinese | Language::Persian => false,
        }
    }

    /// The first hour of the half of the day that is said behind a token, and how many tokens say it: `pm`, `p.m.`.
    fn half_of_day(&self, at: usize) -> Option<(u32, usize)> {
        let next = self.get(at + 1)?.text;
        if self.language != Language::English || !self.is_beside(at) {
            return None;
        }
        let is = |half: &str| next.eq_ignore_ascii_case(half);
        let is_parted = || {
            let behind = self.get(at + 2);
            self.gap(at + 1) == Some(".")
                && behind.is_some_and(|m| m.text.eq_ignore_ascii_case("m"))
        };
        [("am", 0), ("pm", HALF)]
            .into_iter()
            .find_map(|(half, from)| {
                let is_whole = is(half).then_some((from, 1));
                is_whole.or_else(|| (is(&half[..1]) && is_parted()).then_some((from, 2)))
            })
    }

    /// Whether no more than a blank stands behind a token.
    fn is_beside(&self, at: usize) -> bool {
        matches!(self.gap(at), Some("" | " "))
    }
}
