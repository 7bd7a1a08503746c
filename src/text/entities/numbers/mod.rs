//! Numbers and their values.
//!
//! A number is a run of decimal digits (ASCII, full width, Arabic or Persian)
//! with its separators, or a Chinese numeral, and the scale after it (`万`,
//! `million`, `Mio`, `میلیون`, …). Its value is a decimal without leading or
//! trailing zeros, so that `1,200`, `۱۲۰۰` and `1200.0` are one number, as are
//! `48亿` and `4,800,000,000`. In German `.` groups and `,` is the decimal mark;
//! elsewhere the other way round. What has two decimal marks, such as a date
//! or a version, keeps them. Number words are read up to a thousand, and before a
//! scale (`twenty-two`, `half a million`); a decade has its first year (`90s`).
//! Digits that belong to a name (`MH370`, `5G`, `COVID-19`) are no number.

mod chinese;
mod decimal;
mod english;
mod german;
mod persian;
mod scales;
mod words;

use std::ops::Range;

use chinese::is_chinese_numeral;
pub(crate) use decimal::digit;
use decimal::{Spacing, decimal};

use crate::text::Language;

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The bytes of the text that it takes, its scale included.
    pub span: Range<usize>,
    /// Its value without its scale; that of a decade (`90s`) without its century.
    pub plain: String,
    /// Its value.
    pub value: String,
    /// Whether it is a number for sure. A single Chinese numeral, one that can
    /// mean something else, a number word, or digits that may belong to a name
    /// (`Covid-19`) are not.
    pub is_sure: bool,
}

impl Number {
    /// Whether a scale or century was read with it.
    pub fn is_scaled(&self) -> bool {
        self.plain != self.value
    }
}

/// The numbers of `text` in their order.
///
/// ```
/// use epitome::text::Language;
/// use epitome::text::entities::numbers::numbers;
///
/// let values = |text, language| -> Vec<String> {
///     numbers(text, language).into_iter().map(|number| number.value).collect()
/// };
/// assert_eq!(values("投资４８亿元，三百二十五人", Language::Chinese), ["4800000000", "325"]);
/// assert_eq!(values("6成用户，2023成渝展，3成员", Language::Chinese), ["60", "2023", "3"]);
/// assert_eq!(values("1.234,50 Euro", Language::German), ["1234.5"]);
/// ```
pub fn numbers(text: &str, language: Language) -> Vec<Number> {
    read(text, language, Spacing::Attached)
}

/// The numbers of `text` if those are one that may be parts of one: marks between digits may stand alone, as tokenizers
/// leave them that part words and marks (`3 , 000 people` holds 3000), blanks and apostrophes may group (`10 000`), a slash
/// may write a Persian decimal (`۳/۵`), and parts are added up (`3万5千`). Empty for a text
/// in which that reads nothing else. Whether such a text means one number or two is not to be seen, so these are other
/// readings beside those of [`numbers`].
///
/// ```
/// use epitome::text::Language;
/// use epitome::text::entities::numbers::numbers_apart;
///
/// let found = numbers_apart("About 1 . 3 billion people, 3 , 000 here .", Language::English);
/// let values: Vec<_> = found.iter().map(|number| &number.value).collect();
/// assert_eq!(values, ["1300000000", "3000"]);
/// assert_eq!(numbers_apart("In May, 300 came. 20 left", Language::English), []);
/// ```
pub fn numbers_apart(text: &str, language: Language) -> Vec<Number> {
    let apart = summed(read(text, language, Spacing::Apart), text, language);
    match apart == numbers(text, language) {
        true => vec![],
        false => apart,
    }
}

/// Numbers of a text, those as one that are added up: `۲ میلیون و ۳۰۰ هزار`, `1亿2000万`. What is added is below the scale
/// before it, so that two numbers with an `and` between them stay two, and in Chinese it has one itself.
fn summed(numbers: Vec<Number>, text: &str, language: Language) -> Vec<Number> {
    let (joint, needs_scale) = match language {
        Language::Persian => (" و ", false),
        Language::Chinese => ("", true),
        Language::English | Language::German => return numbers,
    };
    let mut sums: Vec<Number> = Vec::new();
    let mut room = 0; // the digits that the scale before leaves
    for number in numbers {
        let zeros = match number.plain.contains('.') {
            true => 0,
            false => number.value.len() - number.plain.len(),
        };
        let fits = number.value.len() <= room
            && !number.value.contains('.')
            && (number.is_scaled() || !needs_scale);
        match sums.last_mut() {
            Some(sum) if fits && text.get(sum.span.end..number.span.start) == Some(joint) => {
                sum.value.truncate(sum.value.len() - number.value.len());
                sum.value.push_str(&number.value);
                sum.plain.clone_from(&sum.value);
                sum.span.end = number.span.end;
                sum.is_sure &= number.is_sure;
            }
            _ => sums.push(number),
        }
        room = zeros;
    }
    sums
}

fn read(text: &str, language: Language, spacing: Spacing) -> Vec<Number> {
    let mut found = Vec::new();
    let mut position = 0;
    let mut previous = ['\0'; 2]; // the two characters before
    let mut initial = '\0'; // the first letter of the word before
    while let Some(c) = char_at(text, position) {
        let read = if digit(c).is_some() {
            Some(decimal(text, position, language, spacing))
        } else if language == Language::Chinese && is_chinese_numeral(c) {
            Some(chinese::numeral(text, position))
        } else if c.is_alphabetic() && !previous[1].is_alphanumeric() {
            words::number_word(text, position, language)
        } else {
            None
        };
        let end = match read {
            Some((number, end)) => {
                let after = char_at(text, end);
                let number = number.filter(|_| !belongs_to_name(previous, after));
                found.extend(number.map(|number| Number {
                    is_sure: number.is_sure && !may_belong_to_name(previous, initial, &number),
                    ..number
                }));
                end
            }
            None => position + c.len_utf8(),
        };
        for c in text.get(position..end).unwrap_or_default().chars() {
            if c.is_alphabetic() && !previous[1].is_alphabetic() {
                initial = c;
            }
            previous = [previous[1], c];
        }
        position = end;
    }
    found
}

/// Whether digits between these characters are a part of a name.
fn belongs_to_name(before: [char; 2], after: Option<char>) -> bool {
    let is_latin = |c: char| c.is_ascii_alphabetic();
    is_latin(before[1])
        || (before[1] == '-' && before[0].is_ascii_uppercase())
        || after.is_some_and(|c| c.is_ascii_uppercase())
}

/// The digits of a year.
const YEAR: usize = 4;

/// Whether digits behind these characters, of a word that begins with `initial`, may be a part of a name: behind a capitalised
/// word and a hyphen (`Covid-19`), which others hold as a number (`Top-10`). A year says when (`Mid-2024`).
fn may_belong_to_name(before: [char; 2], initial: char, number: &Number) -> bool {
    let is_behind_word = before[1] == '-' && before[0].is_lowercase();
    is_behind_word && initial.is_uppercase() && number.value.len() < YEAR
}

/// The longest word that is compared with a list, in bytes.
const MAX_WORD_BYTES: usize = 64;

/// The word that begins at `start`, empty if it is too long for the lists.
fn word_at(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest
        .char_indices()
        .take(MAX_WORD_BYTES)
        .find(|(_, c)| !c.is_alphanumeric())
        .map_or(rest.len(), |(end, _)| end);
    if end > MAX_WORD_BYTES {
        return "";
    }
    rest.get(..end).unwrap_or_default()
}

fn char_at(text: &str, position: usize) -> Option<char> {
    text.get(position..)?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(language: Language, text: &str) -> Vec<String> {
        let found = numbers(text, language).into_iter();
        found.map(|number| number.value).collect()
    }

    /// Numbers of texts, by language.
    const CASES: &[(Language, &str, &[&str])] = &[
        (
            Language::Chinese,
            "97.42 万亿元 48 亿 3 个 2\u{A0}万 6 成 5\u{202F}千万",
            &[
                "97420000000000",
                "4800000000",
                "3",
                "20000",
                "60",
                "50000000",
            ],
        ),
        (
            Language::Chinese,
            "2023 万科，2023 百度，3 千米，8 成员，5  万",
            &["2023", "2023", "3", "8", "5"],
        ),
        (
            Language::Chinese,
            "六成，一成员，两百多万，200多万，2千多万，十余万，数十万，几十亿，200多百姓，200 多亿",
            &[
                "60",
                "1",
                "2000000",
                "2000000",
                "20000000",
                "100000",
                "200",
                "20000000000",
            ],
        ),
        (
            Language::Chinese,
            "三点五亿，十二点二五万亿，三点五十分，三点，五点二，三点万象",
            &["350000000", "12250000000000", "3", "50", "3", "5", "2", "3"],
        ),
        (
            Language::English,
            "Twenty-two people, two hundred, one, a million, half a million, a dog, half a dog, \
            one hundred and fifty thousand, thirteen, ninety nine, twelve hundred, a hundred and one, \
            someone, a, half",
            &[
                "22", "200", "1", "1000000", "500000", "150000", "13", "99", "1200", "101",
            ],
        ),
        (
            Language::German,
            "eine Million, ein Hund, einundzwanzig, zweihundert, Zwanzig, hundertfünf, dreißig, dreissig, \
            siebenhundertsiebenundsiebzigtausendsiebenhundertsiebenundsiebzig, zwei Tausend, eins, \
            hundertein, neunzehnhundert, hunderthundert, tausendtausend, undzwanzig, Hundertschaft",
            &[
                "1000000", "21", "200", "20", "105", "30", "30", "2000", "1", "101", "1900",
            ],
        ),
        (
            Language::Persian,
            "۵ هزار میلیارد تومان، دو هزار میلیارد، ۳ هزار",
            &["5000000000000", "2000000000000", "3000"],
        ),
        (
            Language::English,
            "$1.3B, 2b, 3 B, 5 thousand billion, 5 million m, 2\u{202F}million",
            &[
                "1300000000",
                "2000000000",
                "3",
                "5000000000000",
                "5000000",
                "2000000",
            ],
        ),
        (
            Language::Persian,
            "۱،۲۰۰ نفر، ۳،۵، ۱،۲۰۰،۵۰۰",
            &["1200", "3", "5", "1200500"],
        ),
        (
            Language::English,
            "the 90s, '80s, 1990s, 1,990s, 20s, 35s, 90st, 0990s",
            &["1990", "1980", "1990", "1990", "20", "35", "90", "990"],
        ),
        (
            Language::German,
            "die 90er, 80ern, 1990er-Jahre, 20er, 90s",
            &["1990", "1980", "1990", "20", "90"],
        ),
        (
            Language::German,
            "5 Tsd. Euro, eine Billion, 10 000",
            &["5000", "1000000000000", "10", "0"],
        ),
        (
            Language::Persian,
            "بیست و یک نفر، دویست و سی و پنج، یک کتاب، یک میلیون، صد و ده هزار، سه و چهار، بیست و سی، سه‌شنبه، بی‌بی‌سی",
            &["21", "235", "1000000", "110000", "3", "4", "20", "30"],
        ),
    ];

    /// Other readings of texts.
    const APART: &[(Language, &str, &[&str])] = &[
        (
            Language::German,
            "10 000 Menschen, 3’000, 1'234’567, 2\u{202F}500,50 Euro, 12\u{A0}300 Mio",
            &["10000", "3000", "1234567", "2500.5", "12300000000"],
        ),
        (
            Language::German,
            "2024 300, 10 00, 10 0000, 1.200 300, 10  000, 10 000.000 1",
            &[
                "2024", "300", "10", "0", "10", "0", "1200", "300", "10", "0", "10000000", "1",
            ],
        ),
        (Language::English, "2024 300 of 12 men, 5' 300, 7/8", &[]),
        (
            Language::Persian,
            "۳/۵ درصد، ۲/۵ میلیون، ۱۴۰۲/۵/۳",
            &["3.5", "2500000", "1402.5.3"],
        ),
        (
            Language::Persian,
            "۲ میلیون و ۳۰۰ هزار و ۵۰۰ نفر، دو میلیون و سیصد هزار",
            &["2300500", "2300000"],
        ),
        (
            Language::Persian,
            "۵ هزار و ۲ هزار، ۱٫۵ هزار و ۲، ۵ و ۲",
            &[],
        ),
        (
            Language::Chinese,
            "1亿2000万元，3万5千2百，5万6，3万4万，1.5亿2千，2千3百1",
            &[
                "120000000",
                "35200",
                "50000",
                "6",
                "30000",
                "40000",
                "150000000",
                "2000",
                "2300",
                "1",
            ],
        ),
    ];

    #[test]
    fn numerals_that_can_mean_something_else_are_not_sure() {
        let text = "六成，一成员，十余万，三点五亿，三点五，二十";
        let found = numbers(text, Language::Chinese).into_iter();
        let sure: Vec<_> = found.filter(|number| number.is_sure).collect();
        let sure: Vec<_> = sure
            .iter()
            .map(|number| &text[number.span.clone()])
            .collect();
        assert_eq!(sure, ["十余万", "三点五亿", "二十"]);
    }

    #[test]
    fn digits_that_may_belong_to_a_name_are_not_sure() {
        let text = "COVID-19, Covid-19, Top-10, MH370, mid-2024, Mid-2024, top-10, A 7, Ten - 8";
        let found = numbers(text, Language::English).into_iter();
        let found: Vec<_> = found.map(|number| (number.value, number.is_sure)).collect();
        let found: Vec<_> = found
            .iter()
            .map(|(value, sure)| (&**value, *sure))
            .collect();
        assert_eq!(
            found,
            [
                ("19", false),
                ("10", false),
                ("2024", true),
                ("2024", true),
                ("10", true),
                ("7", true),
                ("10", false),
                ("8", true),
            ]
        );
    }

    #[test]
    fn other_readings_join_parts() {
        for (language, text, wanted) in APART {
            let found = numbers_apart(text, *language).into_iter();
            let values: Vec<_> = found.map(|number| number.value).collect();
            assert_eq!(values, *wanted, "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (language, text, wanted) in CASES {
            assert_eq!(values(*language, text), *wanted, "{text}");
        }
    }
}
