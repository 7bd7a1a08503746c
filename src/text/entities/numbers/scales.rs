//! What multiplies a number that stands before it: scale words, and `成`.

use super::chinese::{CHINESE_SCALES, MAX_SCALE, decimal_digit};
use super::decimal::Spacing;
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
pub(in crate::text::entities) const BLANKS: [char; 3] = [' ', '\u{A0}', '\u{202F}'];

/// Marks of direction, which stand beside numbers in texts that run from right to left.
const DIRECTIONS: [char; 4] = ['\u{200E}', '\u{200F}', '\u{061C}', '\u{200C}'];

/// A text without the blank that it begins with, and without marks of direction.
pub(in crate::text::entities) fn behind_blank(text: &str) -> &str {
    let text = text.trim_start_matches(DIRECTIONS);
    let text = text.strip_prefix(BLANKS).unwrap_or(text);
    text.trim_start_matches(DIRECTIONS)
}

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

/// What stands behind the second digit of a share, but for marks: 六成四的人. 八成二手房 is no share of 82 %.
const AFTER_SHARES: &str = "的以左多上";

/// The most tenths that there are.
const MOST_TENTHS: f64 = 10.0;

/// What stands for a half behind a number.
const ENGLISH_HALVES: &[&str] = &[" and a half", "-and-a-half"];
const PERSIAN_HALVES: &[&str] = &[" و نیم"];

/// Digits with what stands behind them.
pub(super) struct Scaled {
    /// The digits, with the half behind them.
    pub(super) plain: String,
    /// What the scale adds.
    pub(super) zeros: usize,
    pub(super) end: usize,
}

/// A decimal that ends at `end` with the half and scale behind it. A half without a scale can be a time (`پنج و نیم`, half past five):
/// it is read with digits [`Apart`](Spacing::Apart) only.
pub(super) fn scaled(
    plain: String,
    end: usize,
    text: &str,
    language: Language,
    spacing: Spacing,
) -> Scaled {
    let halves = match language {
        Language::English => ENGLISH_HALVES,
        Language::Persian => PERSIAN_HALVES,
        Language::Chinese | Language::German => &[],
    };
    let half_behind = |end: usize| {
        let rest = text.get(end..)?;
        let half = halves.iter().find(|half| rest.starts_with(**half))?;
        let end = end + half.len();
        (!plain.contains('.') && word_at(text, end).is_empty()).then_some(end)
    };
    let (zeros, after) = scale(text, end, language);
    // `a million and a half`
    if zeros > 0 {
        return match half_behind(after) {
            Some(end) => Scaled {
                plain: format!("{plain}.5"),
                zeros,
                end,
            },
            None => Scaled {
                plain,
                zeros,
                end: after,
            },
        };
    }
    if let Some(half) = half_behind(end) {
        let (zeros, end) = scale(text, half, language);
        if zeros > 0 || spacing == Spacing::Apart {
            return Scaled {
                plain: format!("{plain}.5"),
                zeros,
                end,
            };
        }
    }
    Scaled {
        plain,
        zeros,
        end: after,
    }
}

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
        let after = gap.strip_prefix('-').unwrap_or(behind_blank(gap));
        let position = text.len() - after.len();
        let word = word_at(text, position);
        let lower = match language {
            Language::Persian => word.replace('ي', "ی"),
            _ => word.to_lowercase(),
        };
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
    let after = behind_blank(rest);
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

/// What stands before shares, behind which `成` begins no word: 超6成员工.
const BEFORE_SHARES: [char; 5] = ['超', '近', '逾', '约', '約'];

/// Digits from `start` on and where they end with the `成` behind them, if it makes tenths of them: `6成` is 60 % and `六成四` 64 %, `2023成都`
/// is none.
pub(super) fn tenths(plain: &str, text: &str, start: usize, end: usize) -> Option<(String, usize)> {
    let rest = text.get(end..)?;
    let rest = behind_blank(rest);
    let after = rest.strip_prefix('成')?;
    let is_share = text.get(..start)?.ends_with(BEFORE_SHARES) && plain.len() == 1;
    let is_tenths = (is_share || !after.starts_with(|next| AFTER_BECOMING.contains(next)))
        && plain
            .parse::<f64>()
            .is_ok_and(|tenths| tenths <= MOST_TENTHS);
    if !is_tenths {
        return None;
    }
    let end = text.len() - after.len();
    let mut following = after.chars();
    let more = following.next();
    let is_last = following
        .next()
        .is_none_or(|c| !c.is_alphanumeric() || AFTER_SHARES.contains(c));
    match more.and_then(|c| Some((c, decimal_digit(c)?))) {
        Some((c, digit)) if is_last && !plain.contains('.') => {
            Some((format!("{plain}.{digit}"), end + c.len_utf8()))
        }
        _ => Some((plain.to_owned(), end)),
    }
}
