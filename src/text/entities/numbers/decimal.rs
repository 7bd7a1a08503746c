//! Digits and the marks between them.

use super::scales::{BLANKS, Scaled, scaled, tenths};
use super::{Number, char_at, word_at};
use crate::text::Language;

/// Digits with separators and scale, and where they end.
pub(super) fn decimal(
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
                Mark::Blank if three && is_groupable(&groups, &marks) => Mark::Blank,
                Mark::Point => Mark::Decimal,
                Mark::Group | Mark::Blank => break,
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
    let Scaled {
        mut plain,
        mut zeros,
        mut end,
    } = scaled(trimmed(&plain), end, text, language, spacing);
    if zeros == 0
        && language == Language::Chinese
        && let Some((all, after)) = tenths(&plain, text, start, end)
    {
        (plain, zeros, end) = (all, 1, after);
    }
    let mut value = if plain.matches('.').count() > 1 {
        plain.clone()
    } else {
        shifted(&plain, zeros)
    };
    let mut is_decade = false;
    if let ([year], 0) = (&groups[..], zeros)
        && let Some((first, after)) = decade(year, text, end, language)
    {
        (value, end, is_decade) = (first, after, true);
    }
    let number = Number {
        span: start..end,
        plain,
        value,
        is_sure: true,
        is_decade,
        is_year: false,
    };
    (Some(number), end)
}

/// The first year of a decade whose digits end at `end`, and where it ends: `1990s`, `90s`, `90er`. With two digits it is one
/// of the last century from the thirties on: those below are of this century too.
fn decade(digits: &str, text: &str, end: usize, language: Language) -> Option<(String, usize)> {
    let suffix = word_at(text, end);
    let is_decade = digits.ends_with('0')
        && match language {
            Language::English => suffix == "s",
            Language::German => matches!(suffix, "er" | "ern"),
            Language::Chinese | Language::Persian => false,
        };
    let year = match digits.len() {
        2 if digits >= "30" => format!("19{digits}"),
        4 if !digits.starts_with('0') => digits.to_owned(),
        _ => return None,
    };
    is_decade.then(|| (year, end + suffix.len()))
}

/// Whether a blank can group the digits after these: no more than three stand before the first one, and no mark
/// of another kind. `2024 300` are two numbers.
fn is_groupable(groups: &[String], marks: &[Mark]) -> bool {
    match (groups, marks.last()) {
        ([first], None) => first.len() <= 3,
        (_, last) => last == Some(&Mark::Blank),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Group,
    Decimal,
    /// A point that groups before three digits.
    Point,
    /// A blank or apostrophe that groups before three digits.
    Blank,
}

/// Which marks between digits are looked for, and where they may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spacing {
    /// Between digits only.
    Attached,
    /// There, or with a space on either side; blanks and apostrophes group too, and a slash writes a Persian decimal.
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
    let attached = |mark| Some((mark, position + c.len_utf8()));
    if spacing == Spacing::Attached {
        return attached(mark(c, language)?);
    }
    let mut after = text.get(position..)?.chars();
    if let (Some(' '), Some(between), Some(' ')) = (after.next(), after.next(), after.next())
        && let Some(mark) = mark(between, language)
    {
        return Some((mark, text.len() - after.as_str().len()));
    }
    match c {
        '\'' | '’' => attached(Mark::Blank),
        '/' if language == Language::Persian => attached(Mark::Decimal),
        c if BLANKS.contains(&c) => attached(Mark::Blank),
        c => attached(mark(c, language)?),
    }
}

fn mark(c: char, language: Language) -> Option<Mark> {
    match (c, language) {
        ('.', Language::German) => Some(Mark::Point),
        ('\u{66C}', _) | ('،', Language::Persian) => Some(Mark::Group),
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
pub(super) fn shifted(decimal: &str, zeros: usize) -> String {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let mut fraction = fraction.chars();
    let mut value = whole.to_owned();
    for _ in 0..zeros {
        value.push(fraction.next().unwrap_or('0'));
    }
    trimmed(&format!("{value}.{}", fraction.as_str()))
}
