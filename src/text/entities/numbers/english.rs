//! English number words: `twenty-two`, `two hundred and five`, `a` and `half a` before a scale.

use super::words::{Words, behind, lower_at, place};

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
const TENS: &[&str] = &[
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// The number words that begin at `start`.
pub(super) fn number(text: &str, start: usize) -> Option<Words> {
    let (word, end) = lower_at(text, start);
    if word == "half" {
        return Some(Words {
            value: "0.5".to_owned(),
            end: behind(text, end, " a")?,
            needs_scale: true,
        });
    }
    let is_article = word == "a";
    let (value, end) = match is_article {
        true => (1, end),
        false => below_hundred(text, start)?,
    };
    match hundreds(text, end) {
        Some((more, end)) => Some(Words::of(100 * value + more, end)),
        None => Some(Words {
            needs_scale: is_article,
            ..Words::of(value, end)
        }),
    }
}

/// What is added to hundreds if `hundred` stands behind `position`, and where that ends.
fn hundreds(text: &str, position: usize) -> Option<(u32, usize)> {
    let (word, end) = lower_at(text, behind(text, position, " ")?);
    if word != "hundred" {
        return None;
    }
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
