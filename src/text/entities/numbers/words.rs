//! Numbers in words, which are never sure: most can mean something else.
//!
//! A word that is an article too (`a`, `eine`, `یک`) is a number before a scale only, so that the articles of a text do not
//! say that it speaks of one.

use super::decimal::{Spacing, shifted};
use super::scales::scaled;
use super::{Number, english, german, persian, word_at};
use crate::text::Language;

/// What number words say without the scale behind them.
pub(super) struct Words {
    /// Their value.
    pub(super) value: String,
    /// Where they end.
    pub(super) end: usize,
    /// Whether they are no number without a scale.
    pub(super) needs_scale: bool,
}

impl Words {
    pub(super) fn of(value: u32, end: usize) -> Self {
        Self {
            value: value.to_string(),
            end,
            needs_scale: false,
        }
    }

    /// A half more than a whole number.
    pub(super) fn and_a_half(whole: u32, end: usize) -> Self {
        Self {
            value: format!("{whole}.5"),
            end,
            needs_scale: false,
        }
    }

    /// The same, but no number without a scale.
    pub(super) fn of_scale(self) -> Self {
        Self {
            needs_scale: true,
            ..self
        }
    }
}

/// A number in words, and where it ends.
pub(super) fn number_word(
    text: &str,
    start: usize,
    language: Language,
    spacing: Spacing,
) -> Option<Number> {
    let words = match language {
        Language::English => english::number(text, start)?,
        Language::German => german::number(text, start)?,
        Language::Persian => persian::number(text, start)?,
        Language::Chinese => return None,
    };
    let alone = words.value.clone();
    let scaled = scaled(words.value, words.end, text, language, spacing);
    let is_alone = scaled.zeros == 0 && scaled.plain == alone;
    if words.needs_scale && is_alone {
        return None;
    }
    Some(Number {
        span: start..scaled.end,
        value: shifted(&scaled.plain, scaled.zeros),
        plain: scaled.plain,
        is_sure: false,
        is_decade: false,
        is_year: false,
    })
}

/// The word at `start` in lower case, and where it ends.
pub(super) fn lower_at(text: &str, start: usize) -> (String, usize) {
    let word = word_at(text, start);
    (word.to_lowercase(), start + word.len())
}

/// The place of a word in a list, counted from one.
pub(in crate::text::entities) fn place(list: &[&str], word: &str) -> Option<u32> {
    (1..)
        .zip(list)
        .find(|(_, known)| **known == word)
        .map(|(place, _)| place)
}

/// Where a word in lower case ends if it stands behind `position` and a space, in any case.
pub(super) fn word_behind(text: &str, position: usize, word: &str) -> Option<usize> {
    let (found, end) = lower_at(text, behind(text, position, " ")?);
    (found == word).then_some(end)
}

/// Whether words in lower case, and a space or hyphen, stand before `position`, in any case.
pub(super) fn is_after(text: &str, position: usize, words: &str) -> bool {
    let is_before = || {
        let before = text.get(..position)?.strip_suffix([' ', '-'])?;
        let start = before.len().checked_sub(words.len())?;
        let begins_word = |before: &str| !before.ends_with(char::is_alphanumeric);
        let is_said = before.get(start..)?.eq_ignore_ascii_case(words);
        Some(is_said && begins_word(before.get(..start)?))
    };
    is_before().unwrap_or(false)
}

/// Where `gap` ends if it stands at `position`.
pub(super) fn behind(text: &str, position: usize, gap: &str) -> Option<usize> {
    let rest = text.get(position..)?;
    rest.starts_with(gap).then_some(position + gap.len())
}
