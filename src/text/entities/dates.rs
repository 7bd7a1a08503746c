//! Dates, times of day and ordinals, which people write in different ways: `12.05.2024` and `12. Mai 2024`, `19.30 Uhr` and
//! `19:30`, `2nd` and `second`.
//!
//! A text says a date if it gives all that the date has: `12 May 2024` says `May 2024` too, and the other way round not.
//!
//! Cost: linear in the text.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use crate::text::Language;
use crate::text::entities::numbers::{ENGLISH_TENS, YEAR, digit, place};

/// What a mention says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meaning {
    Date {
        day: Option<u32>,
        month: u32,
        year: Option<u32>,
    },
    Time {
        hour: u32,
        minute: u32,
    },
    /// From the first on.
    Ordinal(u32),
}

/// A date, time or ordinal in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Its bytes.
    pub(crate) span: Range<usize>,
    pub(crate) said: Meaning,
}

/// What a text mentions.
pub(crate) struct Mentioned(HashSet<Meaning>);

const ENGLISH_MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const GERMAN_MONTHS: &[&str] = &[
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const PERSIAN_MONTHS: &[&str] = &[
    "فروردین",
    "اردیبهشت",
    "خرداد",
    "تیر",
    "مرداد",
    "شهریور",
    "مهر",
    "آبان",
    "آذر",
    "دی",
    "بهمن",
    "اسفند",
];
/// The letters of short names of months.
const SHORT: usize = 3;
/// The short name that has four.
const SEPTEMBER: (&str, u32) = ("Sept", 9);

/// From the first on.
const ENGLISH_ORDINALS: &[&str] = &[
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];
const ENGLISH_ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
/// From the first on; other endings come behind.
const GERMAN_ORDINALS: &[&str] = &[
    "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte",
    "zehnte", "elfte", "zwölfte",
];
const GERMAN_ENDINGS: [&str; 5] = ["", "m", "n", "r", "s"];
/// What is an ordinal and a verb, and is taken for that.
const GERMAN_VERB: &str = "achten";
/// What stands before a German day and month without a year.
const GERMAN_BEFORE: [&str; 8] = ["am", "vom", "bis", "zum", "ab", "seit", "dem", "den"];

const DAYS: RangeInclusive<u32> = 1..=31;
const MONTHS: RangeInclusive<u32> = 1..=12;
const HOURS: RangeInclusive<u32> = 0..=24;
const MINUTES: RangeInclusive<u32> = 0..=59;

/// Digits or letters that follow each other.
struct Token<'t> {
    span: Range<usize>,
    text: &'t str,
    /// The value and count of digits.
    digits: Option<(u32, usize)>,
}

impl Token<'_> {
    /// The value of one or two digits.
    fn short(&self) -> Option<u32> {
        self.digits
            .and_then(|(value, count)| (count < 3).then_some(value))
    }

    fn day(&self) -> Option<u32> {
        self.short().filter(|day| DAYS.contains(day))
    }

    fn month(&self) -> Option<u32> {
        self.short().filter(|month| MONTHS.contains(month))
    }

    fn year(&self) -> Option<u32> {
        self.digits
            .and_then(|(value, count)| (count == YEAR).then_some(value))
    }
}

/// A text in tokens.
struct Tokens<'t> {
    text: &'t str,
    all: Vec<Token<'t>>,
    language: Language,
}

/// The dates, times and ordinals of a text, in the order that they begin in.
pub(crate) fn mentions(text: &str, language: Language) -> Vec<Mention> {
    let tokens = Tokens::of(text, language);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.all.len() {
        let mention = tokens
            .numeric_date(at)
            .or_else(|| tokens.chinese_date(at))
            .or_else(|| tokens.day_first(at))
            .or_else(|| tokens.month_first(at))
            .or_else(|| tokens.time(at))
            .or_else(|| tokens.ordinal(at));
        at += match mention {
            Some((said, count)) => {
                let last = &tokens.all[at + count - 1];
                found.push(Mention {
                    span: tokens.all[at].span.start..last.span.end,
                    said,
                });
                count
            }
            None => 1,
        };
    }
    found
}

impl Mentioned {
    pub(crate) fn of(text: &str, language: Language) -> Self {
        let mut all = HashSet::new();
        for mention in mentions(text, language) {
            if let Meaning::Date { day, month, year } = mention.said {
                for (day, year) in [(day, None), (None, year), (None, None)] {
                    all.insert(Meaning::Date { day, month, year });
                }
            }
            all.insert(mention.said);
        }
        Self(all)
    }

    /// Whether the text says as much.
    pub(crate) fn hold(&self, meaning: &Meaning) -> bool {
        self.0.contains(meaning)
    }
}

impl<'t> Tokens<'t> {
    fn of(text: &'t str, language: Language) -> Self {
        let mut all: Vec<Token> = Vec::new();
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            let is_digit = digit(c).is_some();
            if !is_digit && !c.is_alphabetic() {
                continue;
            }
            // Every Han character is one token.
            let is_alone = language == Language::Chinese && !is_digit && !c.is_ascii();
            let mut end = start + c.len_utf8();
            let belongs =
                |c: char| digit(c).is_some() == is_digit && (is_digit || c.is_alphabetic());
            while let Some((at, c)) = chars.next_if(|&(_, c)| !is_alone && belongs(c)) {
                end = at + c.len_utf8();
            }
            let token = &text[start..end];
            let digits: String = token.chars().filter_map(digit).collect();
            all.push(Token {
                span: start..end,
                text: token,
                digits: digits.parse().ok().map(|value| (value, digits.len())),
            });
        }
        Self {
            text,
            all,
            language,
        }
    }

    fn get(&self, at: usize) -> Option<&Token<'t>> {
        self.all.get(at)
    }

    /// What stands between a token and the next one.
    fn gap(&self, at: usize) -> Option<&'t str> {
        let (one, next) = (self.get(at)?, self.get(at + 1)?);
        self.text.get(one.span.end..next.span.start)
    }

    /// What stands behind a token.
    fn after(&self, at: usize) -> &'t str {
        let end = self.get(at).map_or(self.text.len(), |token| token.span.end);
        self.text.get(end..).unwrap_or_default()
    }

    /// `12.05.2024`, `2024-05-12`, `5/12/2024`, `12.05.`, with how many tokens they take.
    fn numeric_date(&self, at: usize) -> Option<(Meaning, usize)> {
        let (first, second, mark) = (self.get(at)?, self.get(at + 1)?, self.gap(at)?);
        if !matches!(mark, "." | "/" | "-") {
            return None;
        }
        if let Some(third) = self.get(at + 2).filter(|_| self.gap(at + 1) == Some(mark)) {
            let parts = match (first.year(), third.year()) {
                (Some(year), None) => (third.day()?, second.month()?, year),
                // Americans have the month first, which is to be seen where a day is beyond the twelfth.
                (None, Some(year)) => match second.month() {
                    Some(month) => (first.day()?, month, year),
                    None => (second.day()?, first.month()?, year),
                },
                _ => return None,
            };
            let (day, month, year) = parts;
            let said = Meaning::Date {
                day: Some(day),
                month,
                year: Some(year),
            };
            return Some((said, 3));
        }
        let is_date = self.language == Language::German
            && mark == "."
            && self.after(at + 1).starts_with('.')
            && (second.digits.is_some_and(|(_, count)| count == 2)
                || self.is_behind(at, &GERMAN_BEFORE));
        let said = Meaning::Date {
            day: Some(first.day()?),
            month: second.month()?,
            year: None,
        };
        is_date.then_some((said, 2))
    }

    /// Whether one of some words stands before a token.
    fn is_behind(&self, at: usize, words: &[&str]) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.get(before));
        before.is_some_and(|before| words.contains(&before.text.to_lowercase().as_str()))
    }

    /// `2024年5月12日`, `5月12日`, `2024年5月`.
    fn chinese_date(&self, at: usize) -> Option<(Meaning, usize)> {
        let is = |at: usize, unit: &[&str]| {
            let is_beside = matches!(self.gap(at - 1), Some("" | " "));
            is_beside && self.get(at).is_some_and(|token| unit.contains(&token.text))
        };
        let year = self.get(at)?.year().filter(|_| is(at + 1, &["年"]));
        let at_month = if year.is_some() { at + 2 } else { at };
        let month = self
            .get(at_month)?
            .month()
            .filter(|_| is(at_month + 1, &["月"]))?;
        let day = self.get(at_month + 2).and_then(Token::day);
        let day = day.filter(|_| is(at_month + 3, &["日", "号", "號"]));
        let end = at_month + if day.is_some() { 4 } else { 2 };
        Some((Meaning::Date { day, month, year }, end - at))
    }

    /// `12. Mai 2024`, `12th of May`, `the second of May`, `۱۲ اردیبهشت ۱۴۰۳`.
    fn day_first(&self, at: usize) -> Option<(Meaning, usize)> {
        let (day, next) = match self.get(at)?.day() {
            Some(day) if self.gap(at) == Some("") && self.ends_ordinal(at + 1) => (day, at + 2),
            Some(day) => (day, at + 1),
            None => match self.ordinal(at)? {
                (Meaning::Ordinal(day), count) if DAYS.contains(&day) => (day, at + count),
                _ => return None,
            },
        };
        let mut next = next;
        let is_apart = match self.language {
            Language::German => {
                matches!(self.gap(next - 1), Some(". " | " " | ".\u{A0}" | "\u{A0}"))
            }
            _ => self.gap(next - 1) == Some(" "),
        };
        if !is_apart {
            return None;
        }
        if self.language == Language::English
            && self.get(next)?.text == "of"
            && self.gap(next) == Some(" ")
        {
            next += 1;
        }
        let month = self.month_name(next)?;
        let (year, end) = self.year_behind(next);
        let said = Meaning::Date {
            day: Some(day),
            month,
            year,
        };
        Some((said, end - at))
    }

    /// `May 12, 2024`, `Mai 2024`, `مهر ۱۴۰۳`.
    fn month_first(&self, at: usize) -> Option<(Meaning, usize)> {
        let month = self.month_name(at)?;
        if let (Some(year), end) = self.year_behind(at) {
            let said = Meaning::Date {
                day: None,
                month,
                year: Some(year),
            };
            return Some((said, end - at));
        }
        let gap = self.gap(at).filter(|gap| matches!(*gap, " " | ". "));
        if self.language != Language::English || gap.is_none() {
            return None;
        }
        let day = self.get(at + 1)?.day()?;
        let mut last = at + 1;
        if self.gap(last) == Some("") && self.ends_ordinal(last + 1) {
            last += 1;
        }
        let (year, end) = self.year_behind(last);
        let said = Meaning::Date {
            day: Some(day),
            month,
            year,
        };
        Some((said, end - at))
    }

    /// The year behind a token, and which one comes after that.
    fn year_behind(&self, at: usize) -> (Option<u32>, usize) {
        let is_apart = matches!(self.gap(at), Some(" " | ", " | ". "));
        let year = self.get(at + 1).filter(|_| is_apart).and_then(Token::year);
        (year, at + 1 + usize::from(year.is_some()))
    }

    /// The month that a token names.
    fn month_name(&self, at: usize) -> Option<u32> {
        let name = self.get(at)?.text;
        let months = match self.language {
            Language::English => ENGLISH_MONTHS,
            Language::German => GERMAN_MONTHS,
            Language::Persian => {
                let name = name.replace('ي', "ی");
                return place(PERSIAN_MONTHS, &name);
            }
            Language::Chinese => return None,
        };
        let is_short = |month: &str| {
            let letters = month.char_indices().nth(SHORT).map(|(end, _)| end);
            letters.is_some_and(|end| month[..end] == *name)
        };
        let short = || (1..).zip(months).find(|(_, month)| is_short(month));
        place(months, name)
            .or_else(|| (name == SEPTEMBER.0).then_some(SEPTEMBER.1))
            .or_else(|| Some(short()?.0))
    }

    /// `19:30`, `19.30 Uhr`, `7 pm`, `19点30分`.
    fn time(&self, at: usize) -> Option<(Meaning, usize)> {
        let hour = self.get(at)?.short().filter(|hour| HOURS.contains(hour))?;
        let next = self.get(at + 1);
        let minute = next.filter(|token| token.digits.is_some_and(|(_, count)| count == 2));
        let minute = minute.and_then(Token::short);
        let minute = minute.filter(|minute| MINUTES.contains(minute));
        let said = |minute, count| Some((Meaning::Time { hour, minute }, count));
        match (self.gap(at)?, minute) {
            (":" | "：", Some(minute)) => said(minute, 2),
            (".", Some(minute)) if self.is_clock(at + 1) => said(minute, 2),
            _ if self.is_clock(at) => said(0, 1),
            ("", _) if matches!(self.get(at + 1)?.text, "时" | "時" | "点" | "點") => {
                let minute = self.get(at + 2).and_then(Token::short);
                let minute = minute.filter(|minute| MINUTES.contains(minute));
                match minute.filter(|_| self.gap(at + 1) == Some("")) {
                    Some(minute) => said(minute, 3),
                    None => said(0, 2),
                }
            }
            _ => None,
        }
    }

    /// Whether what says that it is a time stands behind a token.
    fn is_clock(&self, at: usize) -> bool {
        let Some(next) = self
            .get(at + 1)
            .filter(|_| matches!(self.gap(at), Some("" | " ")))
        else {
            return false;
        };
        match self.language {
            Language::German => next.text == "Uhr",
            Language::English => {
                let is_parted = |letter: &str| {
                    next.text.eq_ignore_ascii_case(letter)
                        && self.gap(at + 1) == Some(".")
                        && self
                            .get(at + 2)
                            .is_some_and(|m| m.text.eq_ignore_ascii_case("m"))
                };
                let is_whole = |word: &str| next.text.eq_ignore_ascii_case(word);
                is_whole("am") || is_whole("pm") || is_parted("a") || is_parted("p")
            }
            Language::Chinese | Language::Persian => false,
        }
    }

    /// Whether a token makes an ordinal of the digits before it.
    fn ends_ordinal(&self, at: usize) -> bool {
        let is_ending = |token: &Token| ENGLISH_ENDINGS.contains(&token.text);
        self.language == Language::English && self.get(at).is_some_and(is_ending)
    }

    /// `2nd`, `second`, `twenty-second`, `2.`, `zweite`.
    fn ordinal(&self, at: usize) -> Option<(Meaning, usize)> {
        let token = self.get(at)?;
        let said = |place, count| Some((Meaning::Ordinal(place), count));
        match (self.language, token.digits) {
            (Language::English, Some((place, _))) => {
                let is_ordinal = self.gap(at) == Some("") && self.ends_ordinal(at + 1);
                said(place, 2).filter(|_| is_ordinal)
            }
            (Language::German, Some((place, count))) => {
                let before = at.checked_sub(1).and_then(|before| self.gap(before));
                let is_ordinal = count < 3
                    && self.gap(at) == Some(". ")
                    && !matches!(before, Some("." | ":" | "-"));
                said(place, 1).filter(|_| is_ordinal)
            }
            (Language::English, None) => {
                let word = token.text.to_lowercase();
                if let Some(tens) = place(ENGLISH_TENS, &word) {
                    let unit = self.get(at + 1)?.text;
                    let unit = place(&ENGLISH_ORDINALS[..9], &unit.to_lowercase())?;
                    return match self.gap(at) {
                        Some("-" | " ") => said(10 * (tens + 1) + unit, 2),
                        _ => None,
                    };
                }
                said(place(ENGLISH_ORDINALS, &word)?, 1)
            }
            (Language::German, None) => {
                let word = token.text.to_lowercase();
                let is_one = |stem: &&&str| {
                    let ending = word.strip_prefix(**stem);
                    ending.is_some_and(|ending| GERMAN_ENDINGS.contains(&ending))
                };
                let stem = GERMAN_ORDINALS.iter().find(is_one);
                let stem = stem.filter(|_| word != GERMAN_VERB)?;
                said(place(GERMAN_ORDINALS, stem)?, 1)
            }
            (Language::Chinese | Language::Persian, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, language: Language) -> Vec<String> {
        let said = |mention: Mention| match mention.said {
            Meaning::Date { day, month, year } => {
                let part = |part: Option<u32>| part.map_or("-".to_owned(), |part| part.to_string());
                format!("{} {month} {}", part(day), part(year))
            }
            Meaning::Time { hour, minute } => format!("{hour}:{minute}"),
            Meaning::Ordinal(place) => format!("#{place}"),
        };
        mentions(text, language).into_iter().map(said).collect()
    }

    #[test]
    fn mentions_are_read_as_people_write_them() {
        for (language, text, wanted) in [
            (
                Language::German,
                "12.05.2024, 1.2.3, 12.05. und Am 1.5. kam Version 3.5. heraus, 12. Mai 2024, Mai 2024, 3. März, Sept 2001",
                "12 5 2024, 12 5 -, 1 5 -, 12 5 2024, - 5 2024, 3 3 -, - 9 2001",
            ),
            (
                Language::German,
                "19.30 Uhr, 19:30, 19 Uhr, 12.05 Euro, Zweiter, achten, der 8. Mann, im Mai, gewinnt 3:1. Kane",
                "19:30, 19:30, 19:0, #2, #8",
            ),
            (
                Language::English,
                "May 12, 2024, 12th of May, Sept. 3, 12 March 2024, April 2024, may 3, Marc 5, May the best",
                "12 5 2024, 12 5 -, 3 9 -, 12 3 2024, - 4 2024",
            ),
            (
                Language::English,
                "2024-05-12, 12/5/2024, 5/31/2024, 31.13.2024, 7.30pm, 7.30 p.m., 3.5 amps, 7 PM, 9:05",
                "12 5 2024, 12 5 2024, 31 5 2024, 7:30, 7:30, 7:0, 9:5",
            ),
            (
                Language::English,
                "2nd, second, Twenty-second, twenty men, twelfth, 3 thirds",
                "#2, #2, #22, #12",
            ),
            (
                Language::Chinese,
                "2024年5月12日，5月12号，2024年5月，19:30，19点30分，19时，2024.5.12，5月，增长5%，月均",
                "12 5 2024, 12 5 -, - 5 2024, 19:30, 19:30, 19:0, 12 5 2024, - 5 -",
            ),
            (
                Language::Persian,
                "۱۲ اردیبهشت ۱۴۰۳، ۱۴۰۳/۲/۱۲، دي ۱۴۰۳، ساعت ۱۹:۳۰، ۲:۱",
                "12 2 1403, 12 2 1403, - 10 1403, 19:30",
            ),
            (Language::English, "", ""),
        ] {
            assert_eq!(found(text, language).join(", "), wanted, "{text}");
        }
    }

    #[test]
    fn a_date_says_its_parts() {
        let mentioned = Mentioned::of("It began on 12 May 2024.", Language::English);
        let holds = |text| {
            let said = mentions(text, Language::English);
            !said.is_empty() && said.iter().all(|mention| mentioned.hold(&mention.said))
        };
        assert!(holds("May 2024, 12 May, May 12, 2024"));
        assert!(!holds("13 May") && !holds("May 2023") && !holds("2:30"));
        let undated = Mentioned::of("It began in May 2024.", Language::English);
        let day = &mentions("12 May 2024", Language::English)[0];
        assert!(!undated.hold(&day.said));
    }

    #[test]
    fn long_texts_are_read_in_linear_time() {
        for (language, unit) in [
            (Language::German, "1."),
            (Language::German, "12. "),
            (Language::English, "May "),
            (Language::English, "twenty-"),
            (Language::English, "2nd of "),
            (Language::Chinese, "2024年5月"),
        ] {
            mentions(&unit.repeat(600_000 / unit.len()), language);
        }
        assert_eq!(found(&"9".repeat(100_000), Language::English), [""; 0]);
    }
}
