//! What numbers, dates, times of day and ordinals of a text mean, so that texts that write them in different ways can be compared.
//!
//! Cost: linear in the text.

use std::ops::Range;

use super::measures::{Measure, measure};
use super::mentions::{Meaning, Mention, mentions};
use super::numbers::{Number, digit, readings};
use crate::text::Language;

const CHINESE_DIGITS: &str = "〇零一二两兩三四五六七八九";
/// The greatest number whose word may mean something else.
const DOZEN: f64 = 12.0;
/// From which year on a date in digits is no Persian one, by whose calendar it is 1403 in 2024.
const GREGORIAN: u32 = 1700;

/// What is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sense {
    /// A value.
    Value(String),
    /// A date, time or ordinal.
    Mention(Meaning),
}

/// A number, date, time or ordinal of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quantity {
    /// Its bytes.
    pub(crate) span: Range<usize>,
    pub(crate) sense: Sense,
    /// Whether it can mean nothing else.
    pub(crate) is_sure: bool,
    /// Whether a number may be a year.
    pub(crate) is_year: bool,
    /// What a number is of, and its bytes with the sign or word for that.
    pub(crate) measure: Option<(Measure, Range<usize>)>,
}

/// The dates, times and ordinals of a text, and the numbers beside them, each by its longest reading; in order and apart.
/// Left out is what does not tell its meaning: digits with zeros that no value keeps (`3.10`, `007`), which may be of a name, Chinese
/// digits side by side (七八人 are seven or eight), negative numbers, decades, and dates whose day may be their month (`5/12/2024`) or whose
/// calendar is not clear.
pub(crate) fn quantities(text: &str, language: Language) -> Vec<Quantity> {
    let of_mention = |mention: Mention| Quantity {
        is_sure: is_sure_mention(&mention, text),
        span: with_point(&mention, text, language),
        sense: Sense::Mention(mention.said),
        is_year: false,
        measure: None,
    };
    let mentioned = mentions(text, language).into_iter();
    let mut all: Vec<Quantity> = mentioned.map(of_mention).collect();
    let (attached, apart) = readings(text, language);
    for numbers in [apart, attached] {
        let mut found = Vec::new();
        let mut others = all.iter().map(|one| &one.span).peekable();
        for number in numbers.into_iter().filter(|number| !number.is_decade) {
            while others
                .next_if(|other| other.end <= number.span.start)
                .is_some()
            {}
            if others
                .peek()
                .is_none_or(|other| number.span.end <= other.start)
            {
                found.push(Quantity {
                    is_sure: is_sure_number(&number, text, language),
                    sense: sense(&number, text, language),
                    is_year: number.is_year,
                    measure: measure(text, &number.span, language),
                    span: number.span,
                });
            }
        }
        all.extend(found);
        all.sort_by_key(|one| one.span.start);
    }
    all.retain(|one| tells_its_meaning(one, text, language));
    all
}

/// What a number means: its value, or behind a Chinese 第 its place.
fn sense(number: &Number, text: &str, language: Language) -> Sense {
    let is_place = language == Language::Chinese && text[..number.span.start].ends_with('第');
    match number.value.parse() {
        Ok(place) if is_place => Sense::Mention(Meaning::Ordinal(place)),
        _ => Sense::Value(number.value.clone()),
    }
}

fn is_sure_mention(mention: &Mention, text: &str) -> bool {
    match mention.said {
        Meaning::Date { .. } => true,
        // 3点 are three points, too.
        Meaning::Time { .. } => !text[mention.span.clone()].ends_with(['点', '點']),
        Meaning::Ordinal(_) => false,
    }
}

/// The bytes of a mention, with the point that makes a German ordinal of digits.
fn with_point(mention: &Mention, text: &str, language: Language) -> Range<usize> {
    let Range { start, end } = mention.span;
    let is_open = match mention.said {
        Meaning::Ordinal(_) | Meaning::Date { year: None, .. } => true,
        Meaning::Date { .. } | Meaning::Time { .. } => false,
    };
    let ends_in_digit = text[..end].ends_with(|c| digit(c).is_some());
    let has_point = language == Language::German && is_open && ends_in_digit;
    start..end + usize::from(has_point && text[end..].starts_with('.'))
}

fn is_sure_number(number: &Number, text: &str, language: Language) -> bool {
    let written = &text[number.span.clone()];
    if written.contains(|c| digit(c).is_some()) {
        // `30m` may be as long as that.
        let mut behind = written.chars().rev().take_while(|c| c.is_alphabetic());
        let has_letter = behind.next().is_some_and(|c| c.is_ascii()) && behind.next().is_none();
        return number.is_sure && !has_letter;
    }
    let is_large = || number.value.parse().is_ok_and(|value: f64| value > DOZEN);
    match language {
        Language::Chinese => number.is_sure,
        Language::German => is_large(),
        // Twenty One may be a name.
        Language::English => {
            let mut others = written.split([' ', '-']).skip(1);
            is_large() && !others.any(|word| word.starts_with(char::is_uppercase))
        }
        // سی is thirty and a letter.
        Language::Persian => is_large() && written.contains(char::is_whitespace),
    }
}

fn tells_its_meaning(one: &Quantity, text: &str, language: Language) -> bool {
    let written = &text[one.span.clone()];
    match &one.sense {
        Sense::Value(value) => {
            let digits = written.chars().filter_map(digit).count();
            let kept = value.chars().filter_map(digit).count();
            let is_run = language == Language::Chinese
                && written.chars().count() == 2
                && written.chars().all(|c| CHINESE_DIGITS.contains(c));
            digits <= kept && !is_run && !value.starts_with('-')
        }
        Sense::Mention(Meaning::Date { day, month, year }) => {
            let is_either = language == Language::English
                && written.contains('/')
                && day.is_some_and(|day| day <= 12 && day != *month);
            let is_persian =
                language != Language::Persian || year.is_some_and(|year| year < GREGORIAN);
            !is_either && is_persian
        }
        Sense::Mention(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Chinese, English, German, Persian};

    /// What a text means and where, `?` behind what is not sure.
    fn found(text: &str, language: Language) -> String {
        let shown = quantities(text, language).into_iter().map(|one| {
            let sense = match one.sense {
                Sense::Value(value) => value,
                Sense::Mention(meaning) => format!("{meaning:?}"),
            };
            let sure = if one.is_sure { "" } else { "?" };
            format!("{}={sense}{sure}", &text[one.span])
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn quantities_are_read_once_by_their_longest_reading() {
        for (language, text, wanted) in [
            (
                English,
                "1 , 300 or two men, 0.5 of 1,200",
                "1 , 300=1300, two=2?, 0.5=0.5, 1,200=1200",
            ),
            (
                English,
                "one thousand two hundred in the 1990s",
                "one thousand two hundred=1200",
            ),
            (
                English,
                "30m, 2.5 million, Twenty One, twenty-one",
                "30m=30000000?, 2.5 million=2500000, Twenty One=21?, twenty-one=21",
            ),
            (English, "007, 3.10, 2.50 million", "2.50 million=2500000"),
            (
                Chinese,
                "七八人，两个，第二个，三十二人，1亿2000万",
                "两=2?, 二=Ordinal(2)?, 三十二=32, 1亿2000万=120000000",
            ),
            (
                Persian,
                "سی نفر، بیست و سه نفر، ۱۲ مرداد",
                "سی=30?, بیست و سه=23",
            ),
            (
                German,
                "Das 1. Mal, dreiundzwanzig, 2,5 Mio",
                "1.=Ordinal(1)?, dreiundzwanzig=23, 2,5 Mio=2500000",
            ),
            (
                English,
                "-23 degrees, minus 5, −7%, 4-5, from 3 - 9, -$6",
                "4=4, 5=5, 3=3, 9=9",
            ),
            (Chinese, "零下23度", "零=0?"),
            (English, "", ""),
        ] {
            assert_eq!(found(text, language), wanted, "{text}");
        }
        let date = "Date { day: Some(5), month: 12, year: Some(2024) }";
        assert_eq!(
            found("5/12/2024 or 2024-12-05", English),
            format!("2024-12-05={date}")
        );
        assert_eq!(found("5.12.2024", German), format!("5.12.2024={date}"));
    }
}
