//! Chinese numerals and their values.

use super::Number;
use super::decimal::trimmed;

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

/// A Chinese numeral with its value, and where it ends.
pub(super) fn numeral(text: &str, start: usize) -> (Option<Number>, usize) {
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

/// The value of a numeral: digits one by one (二〇二五), or with units (三百二十五).
/// `None` if it is not well-formed.
fn chinese_value(numeral: &str) -> Option<String> {
    if numeral.chars().all(|c| chinese_digit(c).is_some()) {
        let digits: String = numeral
            .chars()
            .filter_map(chinese_digit)
            .filter_map(|digit| char::from_digit(digit as u32, 10))
            .collect();
        return Some(trimmed(&digits));
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
