//! Words beside a number that make it rough: `more than 20`, `fast 20`, `20多人`.
//!
//! A number with such a word is true of others: of more, up to one at its last digit that is not 0 (`more than 20` of 23,
//! `超100` of 180) or a tenth of it; of less, or of either, within a fifth.
//!
//! Cost: that of looking at the words beside each number.

use std::ops::{Range, RangeInclusive};

use crate::text::Language;
use crate::text::entities::rounding::last_unit;

/// In which direction a number is rough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hedge {
    /// What it tells is more.
    More,
    /// What it tells is less.
    Less,
    /// It is either.
    About,
}

use Hedge::{About, Less, More};

/// What stands before numbers, by language.
const ENGLISH: &[(&str, Hedge)] = &[
    ("more than", More),
    ("over", More),
    ("at least", More),
    ("above", More),
    ("exceeding", More),
    ("upwards of", More),
    ("nearly", Less),
    ("almost", Less),
    ("under", Less),
    ("below", Less),
    ("less than", Less),
    ("fewer than", Less),
    ("up to", Less),
    ("about", About),
    ("around", About),
    ("some", About),
    ("roughly", About),
    ("approximately", About),
    ("close to", About),
];
const GERMAN: &[(&str, Hedge)] = &[
    ("mehr als", More),
    ("über", More),
    ("mindestens", More),
    ("gut", More),
    ("fast", Less),
    ("knapp", Less),
    ("beinahe", Less),
    ("unter", Less),
    ("weniger als", Less),
    ("bis zu", Less),
    ("rund", About),
    ("etwa", About),
    ("circa", About),
    ("ca.", About),
    ("ungefähr", About),
    ("an die", About),
];
const PERSIAN: &[(&str, Hedge)] = &[
    ("بیش از", More),
    ("بیشتر از", More),
    ("بالای", More),
    ("دست‌کم", More),
    ("دست کم", More),
    ("حداقل", More),
    ("کمتر از", Less),
    ("نزدیک به", About),
    ("قریب به", About),
    ("حدود", About),
    ("حدودا", About),
    ("تقریبا", About),
    ("تقریباً", About),
];
const CHINESE: &[(&str, Hedge)] = &[
    ("超过", More),
    ("超過", More),
    ("超", More),
    ("逾", More),
    ("至少", More),
    ("突破", More),
    ("不到", Less),
    ("不足", Less),
    ("近", Less),
    ("约", About),
    ("約", About),
];
/// Words that end in one of those.
const CHINESE_WORDS: [&str; 6] = ["最近", "附近", "靠近", "纽约", "合约", "条约"];

/// What stands behind numbers, or in them before a scale.
const BEHIND: &[(&str, Hedge)] = &[("+", More), ("-plus", More)];
const BEHIND_CHINESE: &[(&str, Hedge)] = &[
    ("多", More),
    ("余", More),
    ("餘", More),
    ("左右", About),
    ("上下", About),
];

/// The longest of what stands before numbers, in bytes.
const LONGEST: usize = 24;

/// The share that a rough number is off by, at most and at least.
const MOST: f64 = 0.2;
const LEAST: f64 = 0.1;

/// The word of a text that makes the number at a place rough.
pub(crate) fn hedge(text: &str, number: &Range<usize>, language: Language) -> Option<Hedge> {
    let (before, behind) = match language {
        Language::English => (ENGLISH, BEHIND),
        Language::German => (GERMAN, BEHIND),
        Language::Persian => (PERSIAN, BEHIND),
        Language::Chinese => (CHINESE, BEHIND_CHINESE),
    };
    let after = text.get(number.end..)?;
    let in_or_behind = behind.iter().find(|(word, _)| {
        after.starts_with(word)
            || language == Language::Chinese && text[number.clone()].contains(word)
    });
    if let Some((_, hedge)) = in_or_behind {
        return Some(*hedge);
    }
    let said = text
        .get(..number.start)?
        .trim_end_matches(|c: char| c == ' ' || "$€£¥￥".contains(c));
    let mut start = said.len().saturating_sub(LONGEST);
    while !said.is_char_boundary(start) {
        start += 1;
    }
    let said = said.get(start..)?.to_lowercase();
    let is_said = |word: &str| {
        let rest = said.strip_suffix(word);
        rest.is_some_and(|rest| {
            language == Language::Chinese || !rest.ends_with(char::is_alphanumeric)
        })
    };
    if language == Language::Chinese && CHINESE_WORDS.iter().any(|word| said.ends_with(word)) {
        return None;
    }
    let found = before.iter().find(|(word, _)| is_said(word));
    found.map(|(_, hedge)| *hedge)
}

impl Hedge {
    /// Of which values a rough value is true; none if it is no number.
    pub(crate) fn reach(self, rough: &str) -> Option<RangeInclusive<f64>> {
        let about: f64 = rough.parse().ok()?;
        let last = last_unit(rough);
        let off = last.clamp(LEAST * about, MOST * about);
        Some(match self {
            More => about..=about + last.max(LEAST * about),
            Less => about - off..=about,
            About => about - off..=about + off,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::entities::numbers::numbers;

    #[test]
    fn words_beside_numbers_make_them_rough() {
        for (language, text, wanted) in [
            (
                Language::English,
                "More than 20, over $3 million, rover 5, nearly 40, about €6, 7+, 9",
                vec![
                    Some(More),
                    Some(More),
                    None,
                    Some(Less),
                    Some(About),
                    Some(More),
                    None,
                ],
            ),
            (
                Language::German,
                "Mehr als 20, ca. 5, fast 7, Rund 9, 3",
                vec![Some(More), Some(About), Some(Less), Some(About), None],
            ),
            (
                Language::Persian,
                "بیش از ۲۰ نفر، حدود ۵، ۳",
                vec![Some(More), Some(About), None],
            ),
            (
                Language::Chinese,
                "超20人，20多人，200多万，近30，最近30天，纽约20人，50左右，5人",
                vec![
                    Some(More),
                    Some(More),
                    Some(More),
                    Some(Less),
                    None,
                    None,
                    Some(About),
                    None,
                ],
            ),
        ] {
            let found = numbers(text, language).into_iter();
            let hedges: Vec<_> = found
                .map(|number| hedge(text, &number.span, language))
                .collect();
            assert_eq!(hedges, wanted, "{text}");
        }
    }

    #[test]
    fn rough_numbers_reach_others() {
        for (hedge, rough, wanted) in [
            (More, "20", Some(20.0..=30.0)),
            (More, "25", Some(25.0..=27.5)),
            (Less, "100", Some(80.0..=100.0)),
            (Less, "25", Some(22.5..=25.0)),
            (About, "50", Some(40.0..=60.0)),
            (About, "1.2.3", None),
        ] {
            assert_eq!(hedge.reach(rough), wanted, "{rough}");
        }
    }
}
