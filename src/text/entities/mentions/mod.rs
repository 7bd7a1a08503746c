//! Dates, times of day and ordinals, which people write in different ways: `12.05.2024` and `12. Mai 2024`, `19.30 Uhr` and
//! `19:30`, `2nd` and `second`.
//!
//! A text says a date if it gives all that the date has: `12 May 2024` says `May 2024` too, and the other way round not.
//!
//! Cost: linear in the text.

mod dates;
mod ordinals;
#[cfg(test)]
mod tests;
mod times;
mod tokens;

use std::collections::HashSet;
use std::ops::Range;

use tokens::Tokens;

use crate::text::{Language, passes};

/// What a mention says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meaning {
    Date {
        day: Option<u32>,
        month: u32,
        year: Option<u32>,
    },
    Time {
        hour: u32,
        minute: u32,
    },
    /// From the first on.
    Ordinal(u32),
}

impl Meaning {
    /// What one who says this says too: the dates that a fuller one has in it.
    pub(crate) fn parts(&self) -> Vec<Self> {
        let Self::Date { day, month, year } = *self else {
            return vec![];
        };
        let parts = [(day, None), (None, year), (None, None)];
        let parts = parts.map(|(day, year)| Self::Date { day, month, year });
        parts.into_iter().filter(|part| part != self).collect()
    }
}

/// A date, time or ordinal in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Its bytes.
    pub(crate) span: Range<usize>,
    pub(crate) said: Meaning,
}

/// What a text mentions.
pub(crate) struct Mentioned(HashSet<Meaning>);

/// The dates, times and ordinals of a text, in the order that they begin in.
pub(crate) fn mentions(text: &str, language: Language) -> Vec<Mention> {
    passes::count(passes::DATES, text);
    let tokens = Tokens::of(text, language);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.all.len() {
        let mention = tokens
            .numeric_date(at)
            .or_else(|| tokens.chinese_date(at))
            .or_else(|| tokens.day_first(at))
            .or_else(|| tokens.month_first(at))
            .or_else(|| tokens.time(at))
            .or_else(|| tokens.ordinal(at));
        at += match mention {
            Some((said, count)) => {
                let last = &tokens.all[at + count - 1];
                found.push(Mention {
                    span: tokens.all[at].span.start..last.span.end,
                    said,
                });
                count
            }
            None => 1,
        };
    }
    found
}

impl Mentioned {
    pub(crate) fn of(text: &str, language: Language) -> Self {
        let mut all = HashSet::new();
        for mention in mentions(text, language) {
            all.extend(mention.said.parts());
            all.insert(mention.said);
        }
        Self(all)
    }

    /// Whether the text says as much.
    pub(crate) fn hold(&self, meaning: &Meaning) -> bool {
        self.0.contains(meaning)
    }
}
