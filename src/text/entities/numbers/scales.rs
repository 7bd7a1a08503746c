//! What multiplies a number that stands before it: scale words, and `成`.

use super::chinese::{CHINESE_SCALES, MAX_SCALE};
use super::{char_at, word_at};
use crate::text::Language;

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

/// The zeros that the scale words from `start` on add, and where they end.
pub(super) fn scale(text: &str, start: usize, language: Language) -> (usize, usize) {
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
pub(super) fn after_tenths(plain: &str, text: &str, end: usize) -> Option<usize> {
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
