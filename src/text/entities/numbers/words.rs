//! Numbers in words.

use super::decimal::shifted;
use super::scales::scale;
use super::{Number, word_at};
use crate::text::Language;

/// Number words that a headline writes in digits.
const ENGLISH_WORDS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const GERMAN_WORDS: &[&str] = &[
    "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
];
const PERSIAN_WORDS: &[&str] = &[
    "دو",
    "سه",
    "چهار",
    "پنج",
    "شش",
    "هفت",
    "هشت",
    "نه",
    "ده",
    "یازده",
    "دوازده",
];

/// A number word, and where it ends.
pub(super) fn number_word(
    text: &str,
    start: usize,
    language: Language,
) -> Option<(Option<Number>, usize)> {
    let list = match language {
        Language::English => ENGLISH_WORDS,
        Language::German => GERMAN_WORDS,
        Language::Persian => PERSIAN_WORDS,
        Language::Chinese => return None,
    };
    let word = word_at(text, start);
    let index = list
        .iter()
        .position(|known| *known == word.to_lowercase())?;
    let value = (index + 2).to_string();
    let (zeros, end) = scale(text, start + word.len(), language);
    let number = Number {
        span: start..end,
        value: shifted(&value, zeros),
        plain: value,
        is_sure: false,
    };
    Some((Some(number), end))
}
