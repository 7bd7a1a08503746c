//! What multiplies a number that stands before it: scale words, and `成`.

use super::chinese::{CHINESE_SCALES, MAX_SCALE};
use super::word_at;
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
    ("b", 9),
    ("trillion", 12),
    ("tn", 12),
];
const GERMAN_SCALES: &[(&str, usize)] = &[
    ("tausend", 3),
    ("tsd", 3),
    ("million", 6),
    ("millionen", 6),
    ("mio", 6),
    ("milliarde", 9),
    ("milliarden", 9),
    ("mrd", 9),
    ("billion", 12),
    ("billionen", 12),
];
const PERSIAN_SCALES: &[(&str, usize)] =
    &[("هزار", 3), ("میلیون", 6), ("میلیارد", 9), ("تریلیون", 12)];

/// Blanks that may stand within a number, between its digits or before its scale.
pub(super) const BLANKS: [char; 3] = [' ', '\u{A0}', '\u{202F}'];

/// Companies and words that begin with a large scale, of which a blank parts the number before them:
/// `2023 万科` is a year.
const NO_SCALES: &[&str] = &[
    "万科", "万达", "万豪", "万象", "万事", "万一", "万众", "亿纬", "亿航",
];

/// What makes a Chinese number rough that stands before a large scale: `200多万`.
pub(super) const ROUGHLY: [char; 3] = ['多', '余', '餘'];

/// The zeros of 万, the least of large Chinese scales.
pub(super) const LARGE: usize = 4;

/// What makes another word of 成 before it: 成为, 成立, 成员, …
const AFTER_BECOMING: &str = "为為立员員功本都交分就果熟绩績长長型效人年品套名份";

/// The most tenths that there are.
const MOST_TENTHS: f64 = 10.0;

/// The zeros that the scale words from `start` on add, and where they end.
pub(super) fn scale(text: &str, start: usize, language: Language) -> (usize, usize) {
    let scales = match language {
        Language::Chinese => return chinese_scale(text, start),
        Language::English => ENGLISH_SCALES,
        Language::German => GERMAN_SCALES,
        Language::Persian => PERSIAN_SCALES,
    };
    let (mut zeros, mut end) = (0, start);
    loop {
        let gap = text.get(end..).unwrap_or_default();
        let after = gap.strip_prefix(BLANKS).or(gap.strip_prefix('-'));
        let position = text.len() - after.unwrap_or(gap).len();
        let word = word_at(text, position);
        let lower = word.to_lowercase();
        // One letter is a scale only right behind the digits.
        let is_scale =
            |scale: &&(&str, usize)| scale.0 == lower && (word.len() > 1 || position == start);
        match scales.iter().find(is_scale) {
            Some((_, more)) if zeros + more <= MAX_SCALE => {
                (zeros, end) = (zeros + more, position + word.len());
            }
            _ => return (zeros, end),
        }
    }
}

/// The same of Chinese scales. Behind a blank they are at least 万, since 百 and 千 begin words there
/// (`2023 百度`).
pub(super) fn chinese_scale(text: &str, start: usize) -> (usize, usize) {
    let rest = text.get(start..).unwrap_or_default();
    let after = rest.strip_prefix(BLANKS).unwrap_or(rest);
    let (mut zeros, mut scales) = (0, after);
    loop {
        let rough = scales.strip_prefix(ROUGHLY);
        let mut following = rough.unwrap_or(scales).chars();
        let scale = following.next();
        match CHINESE_SCALES.iter().find(|(unit, _)| Some(*unit) == scale) {
            Some((_, more)) if zeros + more <= MAX_SCALE && (rough.is_none() || *more >= LARGE) => {
                (zeros, scales) = (zeros + more, following.as_str());
            }
            _ => break,
        }
    }
    let is_apart = after.len() < rest.len();
    if is_apart && (zeros < LARGE || NO_SCALES.iter().any(|word| after.starts_with(word))) {
        return (0, start);
    }
    match zeros {
        0 => (0, start),
        _ => (zeros, text.len() - scales.len()),
    }
}

/// Where `成` after a number ends if it makes tenths of it: `6成` is 60 %, `2023成都` is none.
pub(super) fn after_tenths(plain: &str, text: &str, end: usize) -> Option<usize> {
    let rest = text.get(end..)?;
    let rest = rest.strip_prefix(BLANKS).unwrap_or(rest);
    let mut after = rest.chars();
    let is_tenths = after.next() == Some('成')
        && !after
            .next()
            .is_some_and(|next| AFTER_BECOMING.contains(next))
        && plain
            .parse::<f64>()
            .is_ok_and(|tenths| tenths <= MOST_TENTHS);
    is_tenths.then_some(text.len() - rest.len() + '成'.len_utf8())
}
