//! Quantities, dates, times and ordinals of a text, each with what it is of.
//!
//! A quantity has an amount in the base unit of its dimension (`3 days` is 259,200 of `time`), or
//! the noun that it counts. Numbers that mark the items of a list say nothing and are left out, and
//! so are decades, digits side by side (七八) and dates that may be read in two ways.

mod calendar;
mod changes;
mod units;

use std::ops::Range;

pub(crate) use changes::Role;

use super::Token;
use crate::lexicon::{Lexicon, Unit};
use crate::order;
use crate::text::Language;
use crate::text::entities::hedges::{Hedge, hedge};
use crate::text::entities::mentions::mentions;
use crate::text::entities::numbers::{Number, digit, marks_item};
use crate::text::entities::rounding::significant;

const CHINESE_DIGITS: &str = "〇零一二两兩三四五六七八九";
/// What a group of three digits counts.
const GROUP: f64 = 1000.0;
/// Words that join two numbers of one unit: `two to three days`.
const RANGE: &[&str] = &[
    "to", "or", "and", "bis", "oder", "und", "تا", "یا", "至", "到", "或",
];

/// What stands at a place of a text: a quantity, date, time or ordinal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) span: Range<usize>,
    /// Its tokens, without those of its unit.
    pub(crate) tokens: Range<usize>,
    pub(crate) kind: ValueKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueKind {
    Quantity(Amount),
    Date {
        day: Option<u32>,
        month: Option<u32>,
        year: Option<u32>,
    },
    /// A part of something that comes round, from 0: Monday, spring, morning.
    Part(Cycle, u8),
    /// Minutes from midnight.
    Time(u32),
    Ordinal(u32),
}

/// What comes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycle {
    Week,
    /// Its seasons.
    Year,
    /// Its times: morning, noon, afternoon, evening.
    Day,
}

/// A number and what it is of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Amount {
    /// As it is written, without its unit.
    pub(crate) number: f64,
    /// How many digits of it count.
    pub(crate) digits: usize,
    /// As a decimal.
    pub(crate) decimal: String,
    pub(crate) measured: Measured,
    /// The bytes of the unit or noun, where one stands.
    pub(crate) unit_span: Option<Range<usize>>,
    pub(crate) hedge: Option<Hedge>,
    /// What it is of a change, and the bytes of the word that says so.
    pub(crate) role: Option<(Role, Range<usize>)>,
    /// What it is by the marks of another language: `12.000` may be 12 or 12,000.
    pub(crate) otherwise: Option<f64>,
    /// Whether it is written in digits.
    pub(crate) in_digits: bool,
}

/// What an amount is of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measured {
    /// A unit of the lexicon.
    Unit(Unit),
    /// A noun, by its key.
    Noun(u64),
    Nothing,
}

impl Amount {
    /// In base units of its dimension.
    pub(crate) fn base(&self) -> f64 {
        match &self.measured {
            Measured::Unit(unit) => self.number * unit.factor,
            _ => self.number,
        }
    }

    pub(crate) fn dimension(&self) -> Option<&'static str> {
        match &self.measured {
            Measured::Unit(unit) => Some(unit.dimension),
            _ => None,
        }
    }
}

/// The values of a text, in order and apart. Its numbers are given in both readings.
pub(super) fn values(
    text: &str,
    language: Language,
    lexicon: &Lexicon,
    tokens: &[Token],
    [attached, apart]: [&[Number]; 2],
) -> Vec<Value> {
    let reader = Reader {
        text,
        language,
        lexicon,
        tokens,
    };
    let mut all: Vec<Value> = Vec::new();
    let found = mentions(text, language).into_iter();
    let dates = found.filter_map(|mention| reader.mention(mention.span, &mention.said));
    all.extend(dates);
    reader.add(&mut all, reader.calendar());
    for numbers in [apart, attached] {
        let numbers = numbers.iter().filter(|number| !number.is_decade);
        let found: Vec<_> = numbers.filter_map(|number| reader.number(number)).collect();
        reader.add(&mut all, found);
    }
    reader.share_units(&mut all);
    all
}

/// Gives the tokens of a quantity the key of its number, so that `3,020` shares it with `3020`.
pub(super) fn give_keys(tokens: &mut [Token], values: &[Value]) {
    for value in values {
        let ValueKind::Quantity(amount) = &value.kind else {
            continue;
        };
        let key = match amount.otherwise.filter(|other| *other > amount.number) {
            Some(other) => super::tokens::key_of_number(&other.to_string()),
            None => super::tokens::key_of_number(&amount.decimal),
        };
        for (at, token) in tokens[value.tokens.clone()].iter_mut().enumerate() {
            token.key = if at == 0 { key } else { 0 };
            token.is_stop = at > 0;
        }
    }
}

/// What digits in three behind one mark are where that mark is of the other kind.
fn otherwise(written: &str, value: f64) -> Option<f64> {
    let (whole, behind) = written.split_once([',', '.'])?;
    let digits = |text: &str| {
        let all_are = text.chars().all(|c| digit(c).is_some());
        all_are.then(|| text.chars().count())
    };
    let is_group = matches!(digits(whole), Some(1..=3))
        && digits(behind) == Some(3)
        && !whole.starts_with(|c| digit(c) == Some('0'));
    is_group.then_some(if value < GROUP {
        value * GROUP
    } else {
        value / GROUP
    })
}

struct Reader<'r> {
    text: &'r str,
    language: Language,
    lexicon: &'r Lexicon,
    tokens: &'r [Token],
}

impl Reader<'_> {
    /// Adds those that overlap none before them; keeps the order.
    fn add(&self, all: &mut Vec<Value>, found: Vec<Value>) {
        let mut apart = Vec::new();
        for one in found {
            let next = all.partition_point(|other| other.span.end <= one.span.start);
            if all
                .get(next)
                .is_none_or(|other| one.span.end <= other.span.start)
            {
                apart.push(one);
            }
        }
        all.extend(apart);
        order::by_key(all, |one| one.span.start);
        all.dedup_by(|next, one| next.span.start < one.span.end);
    }

    fn tokens_of(&self, span: &Range<usize>) -> Range<usize> {
        let from = self
            .tokens
            .partition_point(|token| token.span.end <= span.start);
        let to = self
            .tokens
            .partition_point(|token| token.span.start < span.end);
        from..to.max(from)
    }

    fn norm(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.norm.as_str())
    }

    fn before(&self, span: &Range<usize>) -> &str {
        self.text.get(..span.start).unwrap_or_default()
    }

    /// So many tokens from a place on as one word, if nothing stands between them.
    fn run(&self, at: usize, length: usize) -> String {
        let tokens = self.tokens.get(at..at + length).unwrap_or_default();
        let joined = tokens
            .windows(2)
            .all(|two| two[0].span.end == two[1].span.start);
        match joined {
            true => tokens.iter().map(|token| token.norm.as_str()).collect(),
            false => String::new(),
        }
    }

    fn number(&self, number: &Number) -> Option<Value> {
        let written = &self.text[number.span.clone()];
        let in_digits = written.contains(|c| digit(c).is_some());
        let kept = number.value.chars().filter_map(digit).count();
        let is_cut = written.chars().filter_map(digit).count() > kept && number.value.contains('.');
        let is_run = self.language == Language::Chinese
            && written.chars().count() == 2
            && written.chars().all(|c| CHINESE_DIGITS.contains(c));
        let is_single =
            self.language == Language::Chinese && !in_digits && written.chars().count() == 1;
        let value: f64 = number.value.parse().ok()?;
        if is_cut && number.value.matches('.').count() > 1
            || is_run
            || marks_item(self.text, &number.span)
        {
            return None;
        }
        let tokens = self.tokens_of(&number.span);
        if number.is_year {
            return Some(Value {
                span: number.span.clone(),
                tokens,
                kind: ValueKind::Date {
                    day: None,
                    month: None,
                    year: Some(value as u32),
                },
            });
        }
        let (measured, unit_span) = self.measured(number, &tokens);
        let is_part = self.language == Language::Persian
            && !in_digits
            && matches!(written, "سی" | "نه" | "یک" | "ده" | "صد")
            || self.language == Language::English && matches!(written, "one" | "One")
            || self.language == Language::German && written.to_lowercase().starts_with("ein")
            || is_single && (written == "一" || !matches!(measured, Measured::Unit(_)));
        if is_part && !matches!(measured, Measured::Unit(_)) || is_single && written == "一" {
            return None;
        }
        Some(Value {
            kind: ValueKind::Quantity(Amount {
                number: value,
                digits: significant(&number.value),
                decimal: number.value.trim_start_matches('-').to_owned(),
                measured,
                unit_span,
                hedge: hedge(self.text, &self.with_article(&number.span), self.language),
                role: self.role(&tokens),
                otherwise: otherwise(written, value),
                in_digits,
            }),
            span: number.span.clone(),
            tokens,
        })
    }

    /// `Two to three days`: the first is of days, too; `2020至2022年`: the first is a year, too.
    fn share_units(&self, all: &mut [Value]) {
        for at in (1..all.len()).rev() {
            let (before, behind) = all.split_at_mut(at);
            let (Some(one), Some(next)) = (before.last_mut(), behind.first()) else {
                continue;
            };
            let gap = self
                .text
                .get(one.span.end..next.span.start)
                .unwrap_or_default();
            let word = gap.trim().to_lowercase();
            let joins = RANGE.contains(&word.as_str())
                || matches!(word.as_str(), "-" | "–" | "—" | "~" | "～");
            if let (
                ValueKind::Quantity(of_one),
                ValueKind::Date {
                    day: None,
                    year: Some(_),
                    ..
                },
            ) = (&one.kind, &next.kind)
                && joins
                && (1000.0..=2100.0).contains(&of_one.number)
                && of_one.in_digits
            {
                one.kind = ValueKind::Date {
                    day: None,
                    month: None,
                    year: Some(of_one.number as u32),
                };
                continue;
            }
            if let (ValueKind::Quantity(one), ValueKind::Quantity(next)) =
                (&mut one.kind, &next.kind)
                && joins
                && matches!(next.measured, Measured::Unit(_))
                && !matches!(one.measured, Measured::Unit(_))
            {
                one.measured = next.measured.clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::{Cycle, Document, ValueKind};
    use crate::text::Language::{self, Chinese, English, German, Persian};

    fn found(text: &str, language: Language) -> Vec<String> {
        let document = Document::new(text, language);
        let shown = document.values.iter().map(|one| match &one.kind {
            ValueKind::Quantity(amount) => {
                let dimension = amount.dimension().unwrap_or("-");
                format!("{} {dimension}", amount.base())
            }
            ValueKind::Date { day, month, year } => {
                let shown =
                    |part: &Option<u32>| part.map_or("?".to_owned(), |part| part.to_string());
                format!("{}.{}.{}", shown(day), shown(month), shown(year))
            }
            ValueKind::Part(Cycle::Week, day) => format!("day {day}"),
            ValueKind::Part(cycle, at) => format!("{cycle:?} {at}"),
            ValueKind::Time(minutes) => format!("{}:{:02}", minutes / 60, minutes % 60),
            ValueKind::Ordinal(place) => format!("#{place}"),
        });
        shown.collect()
    }

    #[test]
    fn values_are_read_with_their_units() {
        for (language, text, wanted) in [
            (
                English,
                "A six-month trial for £2 from 6 May 2024",
                "15778800 time,2 pound,6.5.2024",
            ),
            (
                English,
                "It fell to -5 degrees on Monday in 2019",
                "-5 -,day 0,?.?.2019",
            ),
            (
                English,
                "1. Rain came.\n2) It took 2 to 3 days",
                "172800 time,259200 time",
            ),
            (English, "You may go in May", "?.5.?"),
            (
                German,
                "Das dauert fünf bis sieben Wochen ab Montag",
                "3024000 time,4233600 time,day 0",
            ),
            (
                German,
                "Am 9. Mai wurden 34,99 € gebucht",
                "9.5.?,34.99 euro",
            ),
            (
                Chinese,
                "周一票价降至120元，为期三天",
                "day 0,120 yuan,259200 time",
            ),
            (Chinese, "气温零下5度，2.2%", "-5 -,2.2 percent"),
            (
                Persian,
                "روز سه‌شنبه ۱۳۵ میلیارد تومان",
                "day 1,1350000000000 rial",
            ),
            (
                English,
                "In spring, on Monday morning",
                "Year 0,day 0,Day 0",
            ),
            (English, "A spring in the garden ran dry tonight", "Day 3"),
            (German, "Am Montagabend im Herbst", "day 0,Day 3,Year 2"),
            (Chinese, "今秋周二上午", "Year 2,day 1,Day 0"),
            (Persian, "پاییز سه‌شنبه بعد از ظهر", "Year 2,day 1,Day 2"),
        ] {
            assert_eq!(found(text, language).join(","), wanted, "{text}");
        }
    }
}
