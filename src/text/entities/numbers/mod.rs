//! Numbers and their values.
//!
//! A number is a run of decimal digits (ASCII, full width, Arabic or Persian)
//! with its separators, or a Chinese numeral, and the scale after it (`万`,
//! `million`, `Mio`, `میلیون`, …). Its value is a decimal without leading or
//! trailing zeros, so that `1,200`, `۱۲۰۰` and `1200.0` are one number, as are
//! `48亿` and `4,800,000,000`. In German `.` groups and `,` is the decimal mark;
//! elsewhere the other way round. What has two decimal marks, such as a date or a
//! version, keeps them. Number words are read up to a thousand (German ones up to a
//! million), and before a scale (`twenty-two`, `half a million`); a decade has its first
//! year (`90s`).
//! A minus before it is of the value (`-5`, `零下5度`).
//! Digits that belong to a name (`MH370`, `5G`, `COVID-19`) are no number; those of a measure (`4GB`) are.

mod chinese;
mod decimal;
mod english;
mod german;
mod persian;
mod scales;
mod sums;
#[cfg(test)]
mod tests;
mod words;

use std::ops::{Range, RangeInclusive};

use chinese::is_chinese_numeral;
pub(crate) use decimal::digit;
use decimal::{Spacing, decimal};
pub(super) use english::TENS as ENGLISH_TENS;
pub(super) use scales::{BLANKS, behind_blank};
pub(super) use words::place;

use crate::text::entities::units::unit_at;
use crate::text::tokenize::words::is_han;
use crate::text::{Language, passes};

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The bytes of the text that it takes, its scale included.
    pub span: Range<usize>,
    /// Its value without its scale; that of a decade (`90s`) without its century.
    pub plain: String,
    /// Its value.
    pub value: String,
    /// Whether it is a number for sure. A single Chinese numeral, one that can
    /// mean something else, a number word, or digits that may belong to a name
    /// (`Covid-19`) are not.
    pub is_sure: bool,
    /// Whether it is a decade, by its first year.
    pub is_decade: bool,
    /// Whether it may be a year: four digits from 1000 to 2100, without a mark or scale, and in Chinese before no other character than 年.
    pub is_year: bool,
}

impl Number {
    /// Whether a scale or century was read with it.
    pub fn is_scaled(&self) -> bool {
        self.plain != self.value
    }
}

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
    passes::count(passes::QUANTITIES, text);
    read(text, language, Spacing::Attached)
}

/// The numbers of `text` in other readings. Those are one that may be parts of one: marks between digits may stand alone, as tokenizers
/// leave them that part words and marks (`3 , 000 people` holds 3000), blanks and apostrophes may group (`10 000`), a slash
/// may write a Persian decimal (`۳/۵`), parts are added up (`3万5千`, `one thousand two hundred`), and a half may stand behind
/// a number without a scale (`two and a half`). Empty if those are the numbers of [`numbers`]. Whether such a text means one number or two is not to be seen, so these are other
/// readings beside those of [`numbers`].
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
    readings(text, language).1
}

/// The [`numbers()`] of `text`, and [those of other readings](numbers_apart).
pub(crate) fn readings(text: &str, language: Language) -> (Vec<Number>, Vec<Number>) {
    let attached = numbers(text, language);
    let mut apart = sums::summed(read(text, language, Spacing::Apart), text, language);
    if apart == attached {
        apart.clear();
    }
    (attached, apart)
}

fn read(text: &str, language: Language, spacing: Spacing) -> Vec<Number> {
    let mut found = Vec::new();
    let mut position = 0;
    let mut previous = ['\0'; 2]; // the two characters before
    let mut initial = '\0'; // the first letter of the word before
    while let Some(c) = char_at(text, position) {
        let read = if digit(c).is_some() {
            Some(decimal(text, position, language, spacing))
        } else if language == Language::Chinese && is_chinese_numeral(c) {
            Some(chinese::numeral(text, position))
        } else if c.is_alphabetic() && !previous[1].is_alphanumeric() {
            let word = words::number_word(text, position, language, spacing);
            word.map(|number| {
                let end = number.span.end;
                (Some(number), end)
            })
        } else {
            None
        };
        let end = match read {
            Some((number, end)) => {
                let number = number.filter(|_| !belongs_to_name(previous, text, end));
                found.extend(number.map(|number| {
                    let is_negative = is_negative(text, number.span.start);
                    let sign = |value: String| match is_negative && value != "0" {
                        true => format!("-{value}"),
                        false => value,
                    };
                    Number {
                        is_sure: number.is_sure && !may_belong_to_name(previous, initial, &number),
                        is_year: !is_negative && may_be_year(text, &number, language),
                        plain: sign(number.plain),
                        value: sign(number.value),
                        ..number
                    }
                }));
                end
            }
            None => position + c.len_utf8(),
        };
        for c in text.get(position..end).unwrap_or_default().chars() {
            if c.is_alphabetic() && !previous[1].is_alphabetic() {
                initial = c;
            }
            previous = [previous[1], c];
        }
        position = end;
    }
    found
}

/// Whether digits behind these characters, which end at `end`, are a part of a name.
fn belongs_to_name(before: [char; 2], text: &str, end: usize) -> bool {
    let is_latin = |c: char| c.is_ascii_alphabetic();
    is_latin(before[1])
        || (before[1] == '-' && before[0].is_ascii_uppercase())
        || char_at(text, end).is_some_and(|c| c.is_ascii_uppercase())
            && unit_at(text, end).is_none()
}

/// Words before negative numbers.
const MINUS: [&str; 6] = ["minus", "Minus", "负", "負", "零下", "منهای"];
const SIGNS: [char; 5] = ['$', '€', '£', '¥', '￥'];

/// Whether a minus stands before a number that begins at `start`, or before its currency; between
/// two numbers or words it is a hyphen.
fn is_negative(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let before = before.trim_end_matches(SIGNS);
    match before.strip_suffix(['-', '−', '–']) {
        Some(rest) => {
            let is_apart = !rest
                .ends_with(|c: char| c.is_alphanumeric() && !is_han(c) || c == ')' || c == '%');
            let is_range = rest
                .trim_end()
                .ends_with(|c: char| digit(c).is_some() || c == '%');
            is_apart && !(rest.ends_with(char::is_whitespace) && is_range)
        }
        None => {
            let before = before.trim_end();
            MINUS.iter().any(|word| before.ends_with(word))
        }
    }
}

/// Whether a number marks the item of a list: it begins a line of text, and `.`, `)` or `、` and other
/// text stand behind it.
pub(crate) fn marks_item(text: &str, span: &Range<usize>) -> bool {
    // Of a line without end, only what stands right before the number is read.
    let is_blank = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\r');
    let before = text.get(..span.start).unwrap_or_default();
    let before = before.trim_end_matches(is_blank);
    let line = before.strip_suffix(['(', '（', '#']).unwrap_or(before);
    let line = line.trim_end_matches(is_blank);
    let digits = text.get(span.clone()).unwrap_or_default();
    let is_short = digits.chars().count() <= 2 && digits.chars().all(|c| digit(c).is_some());
    let mut behind = text.get(span.end..).unwrap_or_default().chars();
    is_short
        && (line.is_empty() || line.ends_with(['\n', '\r']))
        && match behind.next() {
            Some('.' | '．') => behind.next().is_some_and(char::is_whitespace),
            Some(')' | '、' | '）') => true,
            _ => false,
        }
}

const YEARS: RangeInclusive<u32> = 1000..=2100;
/// The digits of a year.
pub(super) const YEAR: usize = 4;

/// Whether digits behind these characters, of a word that begins with `initial`, may be a part of a name: behind a capitalised
/// word and a hyphen (`Covid-19`), which others hold as a number (`Top-10`). A year says when (`Mid-2024`).
fn may_belong_to_name(before: [char; 2], initial: char, number: &Number) -> bool {
    let is_behind_word = before[1] == '-' && before[0].is_lowercase();
    is_behind_word && initial.is_uppercase() && number.value.len() < YEAR
}

/// Whether a number may be a year.
fn may_be_year(text: &str, number: &Number, language: Language) -> bool {
    let digits = text.get(number.span.clone()).unwrap_or_default();
    let value = number.value.parse().ok();
    let before_other = char_at(text, number.span.end).is_some_and(|c| is_han(c) && c != '年');
    number.plain.len() == YEAR
        && digits.chars().count() == YEAR
        && value.is_some_and(|value: u32| YEARS.contains(&value))
        && !(language == Language::Chinese && before_other)
}

/// The longest word that is compared with a list, in bytes.
const MAX_WORD_BYTES: usize = 64;

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

fn char_at(text: &str, position: usize) -> Option<char> {
    text.get(position..)?.chars().next()
}
