//! Dates, in digits and with names of months.

use std::ops::RangeInclusive;

use super::Meaning;
use super::tokens::{Token, Tokens};
use crate::text::Language;
use crate::text::entities::numbers::{YEAR, place};

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

/// What stands before a German day and month without a year.
const GERMAN_BEFORE: [&str; 8] = ["am", "vom", "bis", "zum", "ab", "seit", "dem", "den"];

const DAYS: RangeInclusive<u32> = 1..=31;
const MONTHS: RangeInclusive<u32> = 1..=12;
impl Token<'_> {
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

impl Tokens<'_> {
    /// `12.05.2024`, `2024-05-12`, `5/12/2024`, `12.05.`, with how many tokens they take.
    pub(super) fn numeric_date(&self, at: usize) -> Option<(Meaning, usize)> {
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
    pub(super) fn chinese_date(&self, at: usize) -> Option<(Meaning, usize)> {
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
    pub(super) fn day_first(&self, at: usize) -> Option<(Meaning, usize)> {
        let (day, mut next) = match self.get(at)?.day() {
            Some(day) if self.gap(at) == Some("") && self.ends_ordinal(at + 1) => (day, at + 2),
            Some(day) => (day, at + 1),
            None => match self.ordinal(at)? {
                (Meaning::Ordinal(day), count) if DAYS.contains(&day) => (day, at + count),
                _ => return None,
            },
        };
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
    pub(super) fn month_first(&self, at: usize) -> Option<(Meaning, usize)> {
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
}
