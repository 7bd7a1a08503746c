//! Chinese numerals and their values.

use super::Number;
use super::decimal::{digit, shifted, trimmed};
use super::scales::{LARGE, ROUGHLY, chinese_scale, tenths};

/// The most digits that scales may add: beyond a number of that size, the
/// scale words after it are not one number.
pub(super) const MAX_SCALE: usize = 24;

/// Scale characters, with the zeros they add.
pub(super) const CHINESE_SCALES: [(char, usize); 6] = [
    ('百', 2),
    ('千', 3),
    ('万', 4),
    ('萬', 4),
    ('亿', 8),
    ('億', 8),
];

/// A run of Chinese digits of fewer characters can be a date or a guess (五一,
/// 七八).
const MIN_DIGITS_ALONE: usize = 3;

/// What before 十 makes it tens of something, which is no number: 数十万, 几十亿.
const SOME: [char; 4] = ['数', '數', '几', '幾'];

/// What stands before a share of a hundred.
const OF_HUNDRED: &str = "百分之";

/// A Chinese numeral with its value, and where it ends.
pub(super) fn numeral(text: &str, start: usize) -> (Option<Number>, usize) {
    let content = text.get(start..).unwrap_or_default();
    let length = content
        .find(|c| !is_chinese_numeral(c))
        .unwrap_or(content.len());
    let numeral = content.get(..length).unwrap_or_default();
    let end = start + length;
    let before = text.get(..start).unwrap_or_default();
    if numeral.starts_with('十') && before.ends_with(SOME) {
        return (None, end);
    }
    let Some(value) = chinese_value(numeral) else {
        return (None, end);
    };
    let size = numeral.chars().count();
    let only_digits = numeral.chars().all(|c| chinese_digit(c).is_some());
    let is_sure = size >= if only_digits { MIN_DIGITS_ALONE } else { 2 };
    let is_share = before.ends_with(OF_HUNDRED);
    let (plain, zeros, end, is_sure) =
        if let Some((plain, zeros, end)) = with_fraction(&value, text, end, is_share) {
            (plain, zeros, end, true)
        } else if size == 1
            && let Some((plain, end)) = tenths(&value, text, start, end)
        {
            (plain, 1, end, false)
        } else {
            (value, 0, end, is_sure)
        };
    let number = Number {
        span: start..end,
        value: shifted(&plain, zeros),
        plain,
        is_sure,
        is_decade: false,
        is_year: false,
    };
    (Some(number), end)
}

/// A number with what stands between it and a large scale, the zeros of that, and where it ends: a fraction (三点五亿) or
/// a word for roughly (两百多万). Without the scale, what follows a point may be minutes (三点五十分), but not of a share (百分之三点五).
fn with_fraction(
    value: &str,
    text: &str,
    end: usize,
    is_share: bool,
) -> Option<(String, usize, usize)> {
    let rest = text.get(end..)?;
    let (plain, at) = match rest.strip_prefix(['点', '點']) {
        Some(rest) => {
            let after = rest.trim_start_matches(|c| chinese_digit(c).is_some());
            let fraction = digits(rest.get(..rest.len() - after.len())?);
            if fraction.is_empty() {
                return None;
            }
            (
                trimmed(&format!("{value}.{fraction}")),
                text.len() - after.len(),
            )
        }
        None if rest.starts_with(ROUGHLY) => (value.to_owned(), end),
        None => return None,
    };
    let (zeros, end) = chinese_scale(text, at);
    match zeros {
        LARGE.. => Some((plain, zeros, end)),
        _ => (is_share && plain != value).then_some((plain, 0, at)),
    }
}

/// The ASCII digits of Chinese ones.
fn digits(numeral: &str) -> String {
    numeral.chars().filter_map(decimal_digit).collect()
}

/// The ASCII digit of any digit.
pub(super) fn decimal_digit(c: char) -> Option<char> {
    digit(c).or_else(|| char::from_digit(chinese_digit(c)? as u32, 10))
}

/// The value of a numeral: digits one by one (二〇二五), or with units (三百二十五).
/// `None` if it is not well-formed.
fn chinese_value(numeral: &str) -> Option<String> {
    if numeral.chars().all(|c| chinese_digit(c).is_some()) {
        return Some(trimmed(&digits(numeral)));
    }
    let (mut total, mut section, mut digit): (u128, u128, Option<u128>) = (0, 0, None);
    let mut last_large = u128::MAX;
    for (index, c) in numeral.chars().enumerate() {
        if let Some(value) = chinese_digit(c) {
            if digit.is_some_and(|digit| digit > 0) {
                return None;
            }
            digit = Some(value);
            continue;
        }
        let zeros = match c {
            '十' => 1,
            _ => CHINESE_SCALES.iter().find(|(unit, _)| *unit == c)?.1,
        };
        let unit = 10_u128.pow(zeros as u32);
        if zeros < 4 {
            let times = match digit.take() {
                Some(digit) => digit,
                None if index == 0 && c == '十' => 1,
                None => return None,
            };
            section += times * unit;
        } else {
            section += digit.take().unwrap_or(0);
            if total + section == 0 {
                return None;
            }
            // 两亿五千万 adds its parts, 一万二千亿 multiplies what came before.
            total = if unit < last_large {
                total.checked_add(section.checked_mul(unit)?)?
            } else {
                total.checked_add(section)?.checked_mul(unit)?
            };
            last_large = unit;
            section = 0;
            if total > 10_u128.pow(MAX_SCALE as u32) {
                return None;
            }
        }
    }
    Some((total + section + digit.unwrap_or(0)).to_string())
}

/// The value of a digit.
fn chinese_digit(c: char) -> Option<u128> {
    "零一二三四五六七八九"
        .chars()
        .position(|digit| digit == c)
        .or(match c {
            '〇' => Some(0),
            '两' | '兩' => Some(2),
            _ => None,
        })
        .map(|digit| digit as u128)
}

/// Whether `c` is a digit, a unit or a scale.
pub(super) fn is_chinese_numeral(c: char) -> bool {
    c == '十' || chinese_digit(c).is_some() || CHINESE_SCALES.iter().any(|(unit, _)| *unit == c)
}
