//! What is only writing: the digits of a script, and the marks of a list.
//!
//! A model learned from Persian texts with their own digits, and a summary may be typed with others;
//! a summary that a program wrote may be a numbered list. Both say the same, so texts are brought
//! into one form before a model or a feature reads them. Explanations read texts as they are.
//!
//! Cost: a pass over each text.

use std::borrow::Cow;

use crate::text::Language;
use crate::text::entities::numbers::{digit, marks_item};

/// The digits of Persian texts, from zero.
const PERSIAN_ZERO: u32 = 0x06F0;

/// A document in the form that models read.
pub(super) fn document(text: &str, language: Language) -> Cow<'_, str> {
    match language {
        Language::Persian => with_persian_digits(text),
        _ => Cow::Borrowed(text),
    }
}

/// A summary in the form that models read.
pub(super) fn summary(text: &str, language: Language) -> Cow<'_, str> {
    match (without_items(text), language) {
        (Cow::Borrowed(text), Language::Persian) => with_persian_digits(text),
        (Cow::Owned(text), Language::Persian) => {
            Cow::Owned(with_persian_digits(&text).into_owned())
        }
        (text, _) => text,
    }
}

/// A text without the numbers that mark the items of a list, if two lines or more have one.
fn without_items(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut items = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start();
        let digits = body
            .chars()
            .take_while(|&c| digit(c).is_some())
            .map(char::len_utf8)
            .sum();
        let rest = body.get(digits..).unwrap_or_default();
        if digits > 0 && marks_item(body, &(0..digits)) {
            items += 1;
            let mark = rest.chars().next().map_or(0, char::len_utf8);
            kept.push_str(rest.get(mark..).unwrap_or_default().trim_start());
        } else {
            kept.push_str(line);
        }
    }
    match items > 1 {
        true => Cow::Owned(kept),
        false => Cow::Borrowed(text),
    }
}

/// A text whose digits are Persian ones, but those of Latin words.
fn with_persian_digits(text: &str) -> Cow<'_, str> {
    let is_persian = |c: char| (PERSIAN_ZERO..PERSIAN_ZERO + 10).contains(&u32::from(c));
    if !text.chars().any(|c| digit(c).is_some() && !is_persian(c)) {
        return Cow::Borrowed(text);
    }
    let is_of_word = |c: char| c.is_ascii_alphabetic() || c == '-';
    let mut written = String::with_capacity(text.len() + text.len() / 8);
    let mut before = ' ';
    let mut of_word = false;
    for (at, c) in text.char_indices() {
        let Some(value) = digit(c).and_then(|c| c.to_digit(10)) else {
            written.push(c);
            before = c;
            of_word = false;
            continue;
        };
        // A run of digits is of a word where a letter stands beside it.
        if digit(before).is_none() {
            let tail = text.get(at..).unwrap_or_default();
            let behind = tail.chars().find(|&c| digit(c).is_none()).unwrap_or(' ');
            of_word = is_of_word(before) || behind.is_ascii_alphabetic();
        }
        let persian = char::from_u32(PERSIAN_ZERO + value).filter(|_| !of_word);
        written.push(persian.unwrap_or(c));
        before = c;
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_lists_are_read_without_their_numbers() {
        for (text, wanted) in [
            ("1. Rain came.\n2. It left.", "Rain came.\nIt left."),
            ("1) Rain came.\n2) It left.", "Rain came.\nIt left."),
            (
                "3.5 million came.\n4.5 left.",
                "3.5 million came.\n4.5 left.",
            ),
            ("12 came.", "12 came."),
            ("1. Platz", "1. Platz"),
        ] {
            assert_eq!(summary(text, Language::English), wanted);
        }
        assert_eq!(
            summary("۱. باران آمد.\n۲. رفت.", Language::Persian),
            "باران آمد.\nرفت."
        );
    }

    #[test]
    fn persian_texts_have_persian_digits() {
        for (text, wanted) in [
            ("سال 1402 و ١٤٠٣", "سال ۱۴۰۲ و ۱۴۰۳"),
            ("نشست G20 و COVID-19", "نشست G20 و COVID-19"),
            ("سال ۱۴۰۲", "سال ۱۴۰۲"),
        ] {
            assert_eq!(summary(text, Language::Persian), wanted);
            assert_eq!(document(text, Language::Persian), wanted);
        }
    }
}
