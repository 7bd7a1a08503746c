//! English number words: `twenty-two`, `two hundred and five`, `two dozen`, and before a scale `a`, `half a`,
//! `three quarters of a` and `one and a half`.

use super::scales::scale;
use super::words::{Words, behind, is_after, lower_at, place, word_behind};
use crate::text::Language;

/// From one on.
const UNITS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
/// From twenty on.
pub(in crate::text::entities) const TENS: &[&str] = &[
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Shares, of what stands behind them.
const SHARES: &[(&str, &str)] = &[
    ("half", "0.5"),
    ("quarter", "0.25"),
    ("three quarters", "0.75"),
    ("three-quarters", "0.75"),
];

/// Shares that are not read, with what is behind them: a third of a million is not one.
const OF_A_SHARE: &[&str] = &[
    "third of",
    "thirds of",
    "fifth of",
    "fifths of",
    "tenth of",
    "tenths of",
];

/// The number words that begin at `start`. `No one` holds none.
pub(super) fn number(text: &str, start: usize) -> Option<Words> {
    if let Some(share) = share(text, start) {
        return Some(share);
    }
    let (word, end) = lower_at(text, start);
    let is_article = word == "a";
    let (value, end) = match is_article {
        true => (1, end),
        false => below_hundred(text, start)?,
    };
    let is_none = match value {
        1 if is_article => OF_A_SHARE.iter().any(|of| is_after(text, start, of)),
        1 => is_after(text, start, "no"),
        _ => false,
    };
    if is_none {
        return None;
    }
    if let Some(end) = word_behind(text, end, "dozen") {
        return Some(Words::of(12 * value, end));
    }
    match hundreds(text, end) {
        Some((more, end)) => Some(Words::of(100 * value + more, end)),
        None => Some(Words {
            needs_scale: is_article,
            ..Words::of(value, end)
        }),
    }
}

/// `Half`, `half a` and `a quarter of a` before a scale, and `half a dozen`.
fn share(text: &str, start: usize) -> Option<Words> {
    let rest = text.get(start..)?;
    let (name, value) = SHARES.iter().find(|(name, _)| {
        let begins = rest.get(..name.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(name))
    })?;
    let end = start + name.len();
    let of_one = behind(text, end, " of a").or_else(|| behind(text, end, " a"));
    let end = of_one.unwrap_or(end);
    if let Some(end) = word_behind(text, end, "dozen") {
        return (*name == "half").then(|| Words::of(6, end));
    }
    let (zeros, _) = scale(text, end, Language::English);
    (zeros > 0).then(|| Words {
        value: (*value).to_owned(),
        ..Words::of(0, end)
    })
}

/// What is added to hundreds if `hundred` stands behind `position`, and where that ends.
fn hundreds(text: &str, position: usize) -> Option<(u32, usize)> {
    let end = word_behind(text, position, "hundred")?;
    let rest = behind(text, end, " and ").or_else(|| behind(text, end, " "));
    let more = rest.and_then(|rest| below_hundred(text, rest));
    Some(more.unwrap_or((0, end)))
}

/// A number below a hundred (`twenty-one`), and where it ends.
fn below_hundred(text: &str, start: usize) -> Option<(u32, usize)> {
    let (word, end) = lower_at(text, start);
    if let Some(unit) = place(UNITS, &word) {
        return Some((unit, end));
    }
    let tens = 10 * (place(TENS, &word)? + 1);
    let rest = behind(text, end, "-").or_else(|| behind(text, end, " "));
    let unit = rest.and_then(|rest| {
        let (word, end) = lower_at(text, rest);
        let unit = place(UNITS, &word).filter(|unit| *unit < 10)?;
        Some((tens + unit, end))
    });
    Some(unit.unwrap_or((tens, end)))
}
