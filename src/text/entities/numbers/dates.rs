//! Dates, times and places in an order, which people write in different ways: `12.05.2024` and `12. Mai 2024`, `19.30 Uhr` and
//! `19:30`, `2nd` and `second`.
//!
//! They are other readings of a text, beside those that take `12.05.2024` for one number and `second` for a word.

use std::ops::{Range, RangeInclusive};

use super::decimal::{digit, trimmed};
use super::scales::BLANKS;
use super::words::{Words, lower_at, place};
use super::{Number, YEAR, char_at};
use crate::text::Language;

const ENGLISH_MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const GERMAN_MONTHS: &[&str] = &[
    "januar",
    "februar",
    "märz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
];
const PERSIAN_MONTHS: &[&str] = &[
    "فروردین",
    "اردیبهشت",
    "خرداد",
    "تیر",
    "مرداد",
    "شهریور",
    "مهر",
    "آبان",
    "آذر",
    "دی",
    "بهمن",
    "اسفند",
];
/// The letters of the short names of months: `Jan.`, `Sept.`
const SHORT: RangeInclusive<usize> = 3..=4;

/// From the first on.
const ENGLISH_ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];
/// From the first on, without their endings.
const GERMAN_ORDINALS: &[&str] = &[
    "erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt",
    "elft", "zwölft",
];
const GERMAN_ENDINGS: [&str; 5] = ["em", "en", "er", "es", "e"];
/// From the second on.
const PERSIAN_ORDINALS: &[&str] = &[
    "دوم",
    "سوم",
    "چهارم",
    "پنجم",
    "ششم",
    "هفتم",
    "هشتم",
    "نهم",
    "دهم",
];

const DAYS: RangeInclusive<u32> = 1..=31;
const MONTHS: RangeInclusive<u32> = 1..=12;
const HOURS: RangeInclusive<u32> = 0..=24;
const MINUTES: RangeInclusive<u32> = 0..=59;
/// What stands behind a time of day.
const ENGLISH_CLOCK: &[&str] = &["am", "pm", "a.m", "p.m"];
const GERMAN_CLOCK: &[&str] = &["uhr"];

/// The parts of a number that is a date or time, in the order that they stand in.
pub(super) fn parts(number: &Number, text: &str, language: Language) -> Option<Vec<Number>> {
    let groups = groups(text.get(number.span.clone())?, number.span.start)?;
    let values: Vec<u32> = groups
        .iter()
        .map(|(_, digits)| digits.parse().ok())
        .collect::<Option<_>>()?;
    let is_parted = match (values.as_slice(), language) {
        (&[first, second], Language::German) if text[number.span.end..].starts_with('.') => {
            DAYS.contains(&first) && MONTHS.contains(&second)
        }
        (&[first, second], Language::English | Language::German) => {
            let is_time =
                HOURS.contains(&first) && MINUTES.contains(&second) && groups[1].1.len() == 2;
            is_time && is_before_clock(text, number.span.end, language)
        }
        (&[day, month, _], _) if groups[2].1.len() == YEAR => {
            DAYS.contains(&day) && MONTHS.contains(&month)
        }
        (&[_, month, day], _) if groups[0].1.len() == YEAR => {
            DAYS.contains(&day) && MONTHS.contains(&month)
        }
        _ => false,
    };
    let part = |(span, digits): (Range<usize>, String)| {
        let value = trimmed(&digits);
        Number {
            span,
            plain: value.clone(),
            value,
            is_sure: number.is_sure,
            is_decade: false,
        }
    };
    is_parted.then(|| groups.into_iter().map(part).collect())
}

/// The groups of digits of a number, as ASCII digits, with where they stand; none of one with more than three, or
/// other marks than points and slashes.
fn groups(number: &str, start: usize) -> Option<Vec<(Range<usize>, String)>> {
    let mut groups: Vec<(Range<usize>, String)> = Vec::new();
    let mut is_new = true;
    for (at, c) in number.char_indices() {
        match digit(c) {
            Some(digit) => {
                if is_new {
                    groups.push((start + at..start + at, String::new()));
                    is_new = false;
                }
                let (span, digits) = groups.last_mut()?;
                digits.push(digit);
                span.end = start + at + c.len_utf8();
            }
            None if matches!(c, '.' | '/') && groups.len() < 3 => is_new = true,
            None => return None,
        }
    }
    (groups.len() > 1).then_some(groups)
}

fn is_before_clock(text: &str, end: usize, language: Language) -> bool {
    let clock = match language {
        Language::German => GERMAN_CLOCK,
        _ => ENGLISH_CLOCK,
    };
    let rest = text.get(end..).unwrap_or_default();
    let after = rest.strip_prefix(BLANKS).unwrap_or(rest);
    let is_here = |word: &&str| {
        let begins = after.get(..word.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(word))
            && !after[word.len()..].starts_with(char::is_alphanumeric)
    };
    clock.iter().any(is_here)
}

/// A month beside digits (`12. Mai`, `May 12`), or the place in an order that a word says.
pub(super) fn word(text: &str, start: usize, language: Language) -> Option<Words> {
    let (months, ordinal): (_, fn(&str) -> Option<u32>) = match language {
        Language::English => (ENGLISH_MONTHS, |word| place(ENGLISH_ORDINALS, word)),
        Language::German => (GERMAN_MONTHS, |word| {
            let ending = GERMAN_ENDINGS.iter().find(|end| word.ends_with(**end))?;
            place(GERMAN_ORDINALS, word.strip_suffix(ending)?)
        }),
        Language::Persian => (PERSIAN_MONTHS, |word| {
            Some(1 + place(PERSIAN_ORDINALS, word)?)
        }),
        Language::Chinese => return None,
    };
    let (word, end) = lower_at(text, start);
    if let Some(place) = ordinal(&word) {
        return Some(Words::of(place, end));
    }
    let is_short =
        |month: &&&str| SHORT.contains(&word.chars().count()) && month.starts_with(word.as_str());
    let month = place(months, &word).or_else(|| match language {
        Language::Persian => None,
        _ => place(months, months.iter().find(is_short)?),
    })?;
    let is_named = language == Language::Persian || char_at(text, start)?.is_uppercase();
    (is_named && is_beside_digits(text, start..end)).then(|| Words::of(month, end))
}

/// Whether digits stand before or behind a word, with a point or the end of an ordinal between them.
fn is_beside_digits(text: &str, word: Range<usize>) -> bool {
    let before = text.get(..word.start).unwrap_or_default().trim_end();
    let before = before.trim_end_matches('.');
    let before = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| before.strip_suffix(end))
        .unwrap_or(before);
    let after = text.get(word.end..).unwrap_or_default();
    let after = after.trim_start_matches('.').trim_start();
    let is_digit = |c: char| digit(c).is_some();
    before.ends_with(is_digit) || after.starts_with(is_digit)
}
