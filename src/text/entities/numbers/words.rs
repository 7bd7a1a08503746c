//! Numbers in words, which are never sure: most can mean something else.
//!
//! A word that is an article too (`a`, `eine`, `یک`) is a number before a scale only, so that the articles of a text do not
//! say that it speaks of one.

use super::decimal::shifted;
use super::scales::scale;
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
}

/// A number in words, and where it ends.
pub(super) fn number_word(
    text: &str,
    start: usize,
    language: Language,
) -> Option<(Option<Number>, usize)> {
    let words = match language {
        Language::English => english::number(text, start)?,
        Language::German => german::number(text, start)?,
        Language::Persian => persian::number(text, start)?,
        Language::Chinese => return None,
    };
    let (zeros, end) = scale(text, words.end, language);
    if words.needs_scale && zeros == 0 {
        return None;
    }
    let number = Number {
        span: start..end,
        value: shifted(&words.value, zeros),
        plain: words.value,
        is_sure: false,
        is_decade: false,
    };
    Some((Some(number), end))
}

/// The word at `start` in lower case, and where it ends.
pub(super) fn lower_at(text: &str, start: usize) -> (String, usize) {
    let word = word_at(text, start);
    (word.to_lowercase(), start + word.len())
}

/// The place of a word in a list, counted from one.
pub(super) fn place(list: &[&str], word: &str) -> Option<u32> {
    (1..)
        .zip(list)
        .find(|(_, known)| **known == word)
        .map(|(place, _)| place)
}

/// Where `gap` ends if it stands at `position`.
pub(super) fn behind(text: &str, position: usize, gap: &str) -> Option<usize> {
    let rest = text.get(position..)?;
    rest.starts_with(gap).then_some(position + gap.len())
}
