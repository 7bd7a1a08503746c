//! Numbers and their values.
//!
//! A number is a run of decimal digits (ASCII, full width, Arabic or Persian)
//! with its separators, or a Chinese numeral, and the scale after it (`万`,
//! `million`, `Mio`, `میلیون`, …). Its value is a decimal without leading or
//! trailing zeros, so that `1,200`, `۱۲۰۰` and `1200.0` are one number, as are
//! `48亿` and `4,800,000,000`. In German `.` groups and `,` is the decimal mark;
//! elsewhere the other way round. What has two decimal marks, such as a date
//! or a version, keeps them. Digits that belong to a name (`MH370`, `5G`,
//! `COVID-19`) are no number.

use std::ops::Range;

use super::chinese::{CHINESE_SCALES, MAX_SCALE, chinese_digit, chinese_value, is_chinese_numeral};
use crate::text::Language;

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The bytes of the text that it takes, its scale included.
    pub span: Range<usize>,
    /// Its value without its scale.
    pub plain: String,
    /// Its value.
    pub value: String,
    /// Whether it is a number for sure. A single Chinese numeral, one that can
    /// mean something else, or a number word is not.
    pub is_sure: bool,
}

impl Number {
    /// Whether a scale was read with it.
    pub fn is_scaled(&self) -> bool {
        self.plain != self.value
    }
}

/// Scale words after a number, by language, with the zeros they add.
const ENGLISH_SCALES: &[(&str, usize)] = &[
    ("thousand", 3),
    ("k", 3),
    ("million", 6),
    ("mln", 6),
    ("mn", 6),
    ("m", 6),
    ("billion", 9),
    ("bln", 9),
    ("bn", 9),
    ("trillion", 12),
    ("tn", 12),
];
const GERMAN_SCALES: &[(&str, usize)] = &[
    ("tausend", 3),
    ("million", 6),
    ("millionen", 6),
    ("mio", 6),
    ("milliarde", 9),
    ("milliarden", 9),
    ("mrd", 9),
    ("billionen", 12),
];
const PERSIAN_SCALES: &[(&str, usize)] =
    &[("هزار", 3), ("میلیون", 6), ("میلیارد", 9), ("تریلیون", 12)];

/// What makes another word of 成 before it: 成为, 成立, 成员, …
const AFTER_BECOMING: &str = "为為立员員功本都交分就果熟绩績长長型效人年品套名份";

/// The most tenths that there are.
const MOST_TENTHS: f64 = 10.0;

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

/// A run of Chinese digits of fewer characters can be a date or a guess (五一,
/// 七八).
const MIN_DIGITS_ALONE: usize = 3;

/// The numbers of `text` in their order.
///
/// ```
/// use epitome::text::Language;
/// use epitome::text::entities::numbers::numbers;
///
/// let values = |text, language| -> Vec<String> {
///     numbers(text, language).into_iter().map(|number| number.value).collect()
/// };
/// assert_eq!(values("投资４８亿元，三百二十五人", Language::Chinese), ["4800000000", "325"]);
/// assert_eq!(values("6成用户，2023成渝展，3成员", Language::Chinese), ["60", "2023", "3"]);
/// assert_eq!(values("1.234,50 Euro", Language::German), ["1234.5"]);
/// ```
pub fn numbers(text: &str, language: Language) -> Vec<Number> {
    read(text, language, Spacing::Attached)
}

/// The numbers of `text` if marks between digits may stand alone, as tokenizers leave them
/// that part words and marks: `3 , 000 people` holds 3000. Empty for a text without such marks.
/// Whether such a text means one number or two is not to be seen, so these are other readings
/// beside those of [`numbers`].
///
/// ```
/// use epitome::text::Language;
/// use epitome::text::entities::numbers::numbers_apart;
///
/// let found = numbers_apart("About 1 . 3 billion people, 3 , 000 here .", Language::English);
/// let values: Vec<_> = found.iter().map(|number| &number.value).collect();
/// assert_eq!(values, ["1300000000", "3000"]);
/// assert_eq!(numbers_apart("In May, 300 came. 20 left", Language::English), []);
/// ```
pub fn numbers_apart(text: &str, language: Language) -> Vec<Number> {
    let is_between_digits = |(at, _): (usize, &str)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let mark = mark_at(text, at, language, Spacing::Apart);
        let after = mark.and_then(|(_, next)| char_at(text, next));
        before.and_then(digit).is_some() && after.and_then(digit).is_some()
    };
    match text.match_indices(' ').any(is_between_digits) {
        true => read(text, language, Spacing::Apart),
        false => vec![],
    }
}

fn read(text: &str, language: Language, spacing: Spacing) -> Vec<Number> {
    let mut found = Vec::new();
    let mut position = 0;
    let mut previous = ['\0'; 2]; // the two characters before
    while let Some(c) = char_at(text, position) {
        let read = if digit(c).is_some() {
            Some(decimal(text, position, language, spacing))
        } else if language == Language::Chinese && is_chinese_numeral(c) {
            Some(chinese(text, position))
        } else if c.is_alphabetic() && !previous[1].is_alphanumeric() {
            number_word(text, position, language)
        } else {
            None
        };
        let end = match read {
            Some((number, end)) => {
                let after = char_at(text, end);
                found.extend(number.filter(|_| !belongs_to_name(previous, after)));
                end
            }
            None => position + c.len_utf8(),
        };
        for c in text.get(position..end).unwrap_or_default().chars() {
            previous = [previous[1], c];
        }
        position = end;
    }
    found
}

/// Whether digits between these characters are a part of a name.
fn belongs_to_name(before: [char; 2], after: Option<char>) -> bool {
    let is_latin = |c: char| c.is_ascii_alphabetic();
    is_latin(before[1])
        || (before[1] == '-' && before[0].is_ascii_uppercase())
        || after.is_some_and(|c| c.is_ascii_uppercase())
}

/// Digits with separators and scale, and where they end.
fn decimal(
    text: &str,
    start: usize,
    language: Language,
    spacing: Spacing,
) -> (Option<Number>, usize) {
    let mut groups: Vec<String> = vec![String::new()];
    let mut marks: Vec<Mark> = Vec::new();
    let mut end = start;
    while let Some(c) = char_at(text, end) {
        if let Some(digit) = digit(c) {
            if let Some(group) = groups.last_mut() {
                group.push(digit);
            }
            end += c.len_utf8();
        } else if let Some((mark, next)) = mark_at(text, end, language, spacing)
            && char_at(text, next).and_then(digit).is_some()
        {
            let three = text
                .get(next..)
                .unwrap_or_default()
                .chars()
                .take_while(|&c| digit(c).is_some())
                .count()
                == 3;
            // Without three digits after it, a grouping mark separates numbers, and a
            // point that can group writes a decimal.
            let mark = match mark {
                Mark::Group if three => Mark::Group,
                Mark::Point if three => Mark::Group,
                Mark::Point => Mark::Decimal,
                Mark::Group => break,
                Mark::Decimal => Mark::Decimal,
            };
            marks.push(mark);
            groups.push(String::new());
            end = next;
        } else {
            break;
        }
    }
    let mut plain = groups.first().cloned().unwrap_or_default();
    for (mark, group) in marks.iter().zip(groups.iter().skip(1)) {
        if *mark == Mark::Decimal {
            plain.push('.');
        }
        plain.push_str(group);
    }
    let plain = trimmed(&plain);
    let (mut zeros, mut end) = scale(text, end, language);
    if zeros == 0
        && language == Language::Chinese
        && let Some(after) = after_tenths(&plain, text, end)
    {
        (zeros, end) = (1, after);
    }
    let value = if plain.matches('.').count() > 1 {
        plain.clone()
    } else {
        shifted(&plain, zeros)
    };
    let number = Number {
        span: start..end,
        plain,
        value,
        is_sure: true,
    };
    (Some(number), end)
}

/// A Chinese numeral with its value, and where it ends.
fn chinese(text: &str, start: usize) -> (Option<Number>, usize) {
    let content = text.get(start..).unwrap_or_default();
    let length = content
        .find(|c| !is_chinese_numeral(c))
        .unwrap_or(content.len());
    let numeral = content.get(..length).unwrap_or_default();
    let end = start + length;
    let Some(value) = chinese_value(numeral) else {
        return (None, end);
    };
    let size = numeral.chars().count();
    let only_digits = numeral.chars().all(|c| chinese_digit(c).is_some());
    let number = Number {
        span: start..end,
        plain: value.clone(),
        value,
        is_sure: size >= if only_digits { MIN_DIGITS_ALONE } else { 2 },
    };
    (Some(number), end)
}

/// A number word, and where it ends.
fn number_word(text: &str, start: usize, language: Language) -> Option<(Option<Number>, usize)> {
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

/// The zeros that the scale words from `start` on add, and where they end.
fn scale(text: &str, start: usize, language: Language) -> (usize, usize) {
    let scales = match language {
        Language::Chinese => {
            let (mut zeros, mut end) = (0, start);
            while let Some(c) = char_at(text, end)
                && let Some((_, more)) = CHINESE_SCALES.iter().find(|(unit, _)| *unit == c)
                && zeros + more <= MAX_SCALE
            {
                zeros += more;
                end += c.len_utf8();
            }
            return (zeros, end);
        }
        Language::English => ENGLISH_SCALES,
        Language::German => GERMAN_SCALES,
        Language::Persian => PERSIAN_SCALES,
    };
    let gap = text.get(start..).unwrap_or_default();
    let after = gap.strip_prefix([' ', '-', '\u{A0}']).unwrap_or(gap);
    let position = start + (gap.len() - after.len());
    let word = word_at(text, position);
    // One letter is a scale only right behind the digits.
    let is_scale = |scale: &&(&str, usize)| {
        scale.0 == word.to_lowercase() && (word.len() > 1 || position == start)
    };
    match scales.iter().find(is_scale) {
        Some((_, zeros)) => (*zeros, position + word.len()),
        None => (0, start),
    }
}

/// Where `成` after a number ends if it makes tenths of it: `6成` is 60 %, `2023成都` is none.
fn after_tenths(plain: &str, text: &str, end: usize) -> Option<usize> {
    let mut after = text.get(end..)?.chars();
    let is_tenths = after.next() == Some('成')
        && !after
            .next()
            .is_some_and(|next| AFTER_BECOMING.contains(next))
        && plain
            .parse::<f64>()
            .is_ok_and(|tenths| tenths <= MOST_TENTHS);
    is_tenths.then_some(end + '成'.len_utf8())
}

/// The longest word that is compared with a list, in bytes.
const MAX_WORD_BYTES: usize = 32;

/// The word that begins at `start`, empty if it is too long for the lists.
fn word_at(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest
        .char_indices()
        .take(MAX_WORD_BYTES)
        .find(|(_, c)| !c.is_alphanumeric())
        .map_or(rest.len(), |(end, _)| end);
    if end > MAX_WORD_BYTES {
        return "";
    }
    rest.get(..end).unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Group,
    Decimal,
    /// A point that groups before three digits.
    Point,
}

/// Where marks between digits may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// Between digits only.
    Attached,
    /// There, or with a space on either side.
    Apart,
}

/// The mark at a position, and where what follows it begins.
fn mark_at(
    text: &str,
    position: usize,
    language: Language,
    spacing: Spacing,
) -> Option<(Mark, usize)> {
    let c = char_at(text, position)?;
    if c == ' ' && spacing == Spacing::Apart {
        let c = char_at(text, position + 1)?;
        let next = position + 1 + c.len_utf8();
        let space = char_at(text, next).filter(|&c| c == ' ');
        return Some((mark(c, language)?, next + space?.len_utf8()));
    }
    Some((mark(c, language)?, position + c.len_utf8()))
}

fn mark(c: char, language: Language) -> Option<Mark> {
    match (c, language) {
        ('.', Language::German) => Some(Mark::Point),
        ('\u{66C}', _) => Some(Mark::Group),
        (',', Language::German) | ('\u{66B}' | '．', _) => Some(Mark::Decimal),
        (',', _) => Some(Mark::Group),
        ('.', _) => Some(Mark::Decimal),
        _ => None,
    }
}

/// The ASCII digit of a decimal digit.
pub(crate) fn digit(c: char) -> Option<char> {
    let zero = match c {
        '0'..='9' => '0',
        '０'..='９' => '０',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6F0}'..='\u{6F9}' => '\u{6F0}',
        _ => return None,
    };
    char::from_digit(c as u32 - zero as u32, 10)
}

/// A decimal without zeros that say nothing. What has two decimal marks stays.
pub(super) fn trimmed(decimal: &str) -> String {
    if decimal.matches('.').count() > 1 {
        return decimal.to_owned();
    }
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    match (whole, fraction) {
        ("", "") => "0".to_owned(),
        (whole, "") => whole.to_owned(),
        ("", fraction) => format!("0.{fraction}"),
        (whole, fraction) => format!("{whole}.{fraction}"),
    }
}

/// A decimal times a power of ten.
fn shifted(decimal: &str, zeros: usize) -> String {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let mut fraction = fraction.chars();
    let mut value = whole.to_owned();
    for _ in 0..zeros {
        value.push(fraction.next().unwrap_or('0'));
    }
    trimmed(&format!("{value}.{}", fraction.as_str()))
}

fn char_at(text: &str, position: usize) -> Option<char> {
    text.get(position..)?.chars().next()
}
