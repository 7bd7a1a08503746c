//! Times of day.

use std::ops::RangeInclusive;

use super::Meaning;
use super::tokens::{Token, Tokens};
use crate::text::Language;

const HOURS: RangeInclusive<u32> = 0..=24;
const MINUTES: RangeInclusive<u32> = 0..=59;

impl Tokens<'_> {
    /// `19:30`, `19.30 Uhr`, `7 pm`, `19点30分`.
    pub(super) fn time(&self, at: usize) -> Option<(Meaning, usize)> {
        let hour = self.get(at)?.short().filter(|hour| HOURS.contains(hour))?;
        let next = self.get(at + 1);
        let minute = next.filter(|token| token.digits.is_some_and(|(_, count)| count == 2));
        let minute = minute.and_then(Token::short);
        let minute = minute.filter(|minute| MINUTES.contains(minute));
        let said = |minute, count| Some((Meaning::Time { hour, minute }, count));
        match (self.gap(at)?, minute) {
            (":" | "：", Some(minute)) => said(minute, 2),
            (".", Some(minute)) if self.is_clock(at + 1) => said(minute, 2),
            _ if self.is_clock(at) => said(0, 1),
            ("", _) if matches!(self.get(at + 1)?.text, "时" | "時" | "点" | "點") => {
                let minute = self.get(at + 2).and_then(Token::short);
                let minute = minute.filter(|minute| MINUTES.contains(minute));
                match minute.filter(|_| self.gap(at + 1) == Some("")) {
                    Some(minute) => said(minute, 3),
                    None => said(0, 2),
                }
            }
            _ => None,
        }
    }

    /// Whether what says that it is a time stands behind a token.
    fn is_clock(&self, at: usize) -> bool {
        let Some(next) = self
            .get(at + 1)
            .filter(|_| matches!(self.gap(at), Some("" | " ")))
        else {
            return false;
        };
        match self.language {
            Language::German => next.text == "Uhr",
            Language::English => {
                let is_parted = |letter: &str| {
                    next.text.eq_ignore_ascii_case(letter)
                        && self.gap(at + 1) == Some(".")
                        && self
                            .get(at + 2)
                            .is_some_and(|m| m.text.eq_ignore_ascii_case("m"))
                };
                let is_whole = |word: &str| next.text.eq_ignore_ascii_case(word);
                is_whole("am") || is_whole("pm") || is_parted("a") || is_parted("p")
            }
            Language::Chinese | Language::Persian => false,
        }
    }
}
