//! Words beside a number that make it rough: `more than 20`, `fast 20`, `20多人`.
//!
//! Such a number is true of others. `More than 20` is true of what is below 30, which has one more at its last digit that is not 0,
//! or a tenth more if that is further. `Nearly 20` is true of what is less by a tenth at most, `about 20` of that and of what is more by a
//! tenth at most.
//!
//! Cost: that of looking at the words beside each number.

use std::ops::{Range, RangeInclusive};

use crate::text::Language;
use crate::text::entities::numbers::{BLANKS, digit};
use crate::text::entities::rounding::last_unit;

/// In which direction a number is rough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hedge {
    /// The true number is more.
    More,
    /// The true number is less.
    Less,
    /// It is either.
    About,
}

use Hedge::{About, Less, More};

/// What stands before numbers, by language; longer ones come before those that they end in.
const ENGLISH: &[(&str, Hedge)] = &[
    ("no more than", Less),
    ("not more than", Less),
    ("no less than", More),
    ("not less than", More),
    ("no fewer than", More),
    ("not fewer than", More),
    ("more than", More),
    ("over", More),
    ("at least", More),
    ("above", More),
    ("not exceeding", Less),
    ("exceeding", More),
    ("upwards of", More),
    ("in excess of", More),
    ("a minimum of", More),
    ("a maximum of", Less),
    ("as many as", Less),
    ("as much as", Less),
    ("nearly", Less),
    ("almost", Less),
    ("under", Less),
    ("below", Less),
    ("less than", Less),
    ("fewer than", Less),
    ("at most", Less),
    ("up to", Less),
    ("about", About),
    ("around", About),
    ("some", About),
    ("roughly", About),
    ("approximately", About),
    ("close to", About),
];
const GERMAN: &[(&str, Hedge)] = &[
    ("nicht mehr als", Less),
    ("nicht weniger als", More),
    ("mehr als", More),
    ("über", More),
    ("mindestens", More),
    ("wenigstens", More),
    ("gut", More),
    ("fast", Less),
    ("knapp", Less),
    ("beinahe", Less),
    ("nahezu", Less),
    ("weniger als", Less),
    ("unter", Less),
    ("höchstens", Less),
    ("maximal", Less),
    ("bis zu", Less),
    ("kaum", Less),
    ("annähernd", Less),
    ("rund", About),
    ("etwa", About),
    ("circa", About),
    ("zirka", About),
    ("ca.", About),
    ("ca", About),
    ("ungefähr", About),
    ("gegen", About),
    ("an die", About),
];
const PERSIAN: &[(&str, Hedge)] = &[
    ("بیش از", More),
    ("بیشتر از", More),
    ("بالای", More),
    ("بالغ بر", More),
    ("افزون بر", More),
    ("متجاوز از", More),
    ("دست‌کم", More),
    ("دست کم", More),
    ("حداقل", More),
    ("کمتر از", Less),
    ("زیر", Less),
    ("حداکثر", Less),
    ("نزدیک به", About),
    ("قریب به", About),
    ("حدود", About),
    ("حدودا", About),
    ("تقریبا", About),
    ("تقریباً", About),
];
const CHINESE: &[(&str, Hedge)] = &[
    ("不超过", Less),
    ("不超過", Less),
    ("未超过", Less),
    ("未超過", Less),
    ("没超过", Less),
    ("没有超过", Less),
    ("不超", Less),
    ("未超", Less),
    ("不少于", More),
    ("不低于", More),
    ("远超", More),
    ("遠超", More),
    ("超过", More),
    ("超過", More),
    ("超", More),
    ("超出", More),
    ("逾", More),
    ("至少", More),
    ("最少", More),
    ("高于", More),
    ("多于", More),
    ("突破", More),
    ("最多", Less),
    ("低于", Less),
    ("少于", Less),
    ("不到", Less),
    ("不足", Less),
    ("接近", Less),
    ("将近", Less),
    ("將近", Less),
    ("几乎", Less),
    ("近", Less),
    ("差不多", About),
    ("大概", About),
    ("大约", About),
    ("大約", About),
    ("约", About),
    ("約", About),
];
/// Words that end in one of those.
const CHINESE_WORDS: [&str; 18] = [
    "最近", "附近", "靠近", "临近", "邻近", "纽约", "合约", "条约", "公约", "签约", "预约", "违约",
    "节约", "北约", "英超", "中超", "意超", "德超",
];

/// What stands behind numbers, or in them before a scale.
const BEHIND_CHINESE: &[(&str, Hedge)] =
    &[("多", More), ("个多", More), ("余", More), ("餘", More)];
/// What stands behind them or their unit: 50岁左右.
const BEHIND_UNIT: &[(&str, Hedge)] = &[
    ("左右", About),
    ("上下", About),
    ("以上", More),
    ("以下", Less),
];

/// Signs that stand between such a word and a number.
const CURRENCIES: [char; 5] = ['$', '€', '£', '¥', '￥'];

/// The bytes of the longest of what stands before numbers.
const LONGEST: usize = 24;

/// The share of itself by which a rough number is off.
const OFF: f64 = 0.1;

/// In which direction the word beside a number of a text makes it rough.
pub(crate) fn hedge(text: &str, number: &Range<usize>, language: Language) -> Option<Hedge> {
    let after = text.get(number.end..)?;
    if language == Language::Chinese
        && let Some(found) = chinese_behind(text, number)
    {
        return Some(found);
    }
    if let Some(rest) = after.strip_prefix('+')
        && !rest.starts_with(|c| digit(c).is_some())
    {
        return Some(More);
    }
    before(text, number.start, language)
}

/// The Chinese word behind a number, in it, or behind its unit.
fn chinese_behind(text: &str, number: &Range<usize>) -> Option<Hedge> {
    let (inside, after) = (text.get(number.clone())?, text.get(number.end..)?);
    let mut beside = BEHIND_CHINESE.iter();
    let beside = beside.find(|(word, _)| after.starts_with(word) || inside.contains(word));
    let behind_unit = || {
        let unit = after.chars().next().map_or(0, char::len_utf8);
        BEHIND_UNIT
            .iter()
            .find(|(word, _)| [0, unit].iter().any(|&gap| after[gap..].starts_with(word)))
    };
    beside.or_else(behind_unit).map(|(_, hedge)| *hedge)
}

/// The word before a number that begins at a place.
fn before(text: &str, start: usize, language: Language) -> Option<Hedge> {
    let words = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::Persian => PERSIAN,
        Language::Chinese => CHINESE,
    };
    let said = text.get(..start)?.trim_end_matches(BLANKS);
    let amount = said.trim_end_matches(CURRENCIES);
    let said = match amount.strip_suffix("US") {
        Some(rest) if amount.len() < said.len() => rest,
        _ => amount,
    };
    let said = said.trim_end_matches(BLANKS);
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
    let (_, hedge) = words.iter().find(|(word, _)| is_said(word))?;
    Some(*hedge)
}

impl Hedge {
    /// Of which values a rough value is true; none if it is no number.
    pub(crate) fn reach(self, rough: &str) -> Option<RangeInclusive<f64>> {
        let about: f64 = rough.parse().ok()?;
        let off = OFF * about;
        Some(match self {
            More => about..=(about + last_unit(rough).max(off)).next_down(),
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
                "More than 20, over $3 million, rover 5, nearly 40, about €6, 7+, 5+3, no more than 9, No less than 8",
                vec![
                    Some(More),
                    Some(More),
                    None,
                    Some(Less),
                    Some(About),
                    Some(More),
                    None,
                    None,
                    Some(Less),
                    Some(More),
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
                "超20人，20多人，200多万，近30，最近30天，签约20人，50左右，5人，不超过20人，50岁左右，10%以上，20个多月",
                vec![
                    Some(More),
                    Some(More),
                    Some(More),
                    Some(Less),
                    None,
                    None,
                    Some(About),
                    None,
                    Some(Less),
                    Some(About),
                    Some(More),
                    Some(More),
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
        for (hedge, rough, within, beyond) in [
            (More, "20", 29.0, 30.0),
            (More, "25", 27.4, 27.6),
            (More, "100", 199.0, 200.0),
            (Less, "100", 90.0, 89.0),
            (Less, "100", 100.0, 101.0),
            (About, "50", 45.0, 44.0),
            (About, "50", 55.0, 56.0),
        ] {
            let reach = hedge.reach(rough).unwrap();
            assert!(
                reach.contains(&within) && !reach.contains(&beyond),
                "{rough}"
            );
        }
        assert_eq!(About.reach("1.2.3"), None);
    }

    #[test]
    fn no_word_is_longer_than_what_is_looked_at() {
        for (word, _) in [ENGLISH, GERMAN, PERSIAN, CHINESE].concat() {
            assert!(word.len() < LONGEST, "{word}");
        }
    }
}
