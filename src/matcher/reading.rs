//! A text as a row of words and numbers, to be compared with another.
//!
//! A number is one item with its scale (`3.5 million`), by its value; every other word is one, by its letters, in
//! lower case and with ASCII digits, behind a word and a hyphen (`COVID-19`) with that word.
//!
//! Cost: linear in the text.

use std::collections::HashMap;
use std::ops::Range;

use crate::matcher::stems::numbered;
use crate::text::Language;
use crate::text::entities::hedges::{Hedge, hedge};
use crate::text::entities::numbers::{Number, digit, readings};
use crate::text::tokenize::words::{word_spans, words};

/// A text as a row of words and numbers.
pub(super) struct Reading {
    /// One for each item, equal for equal ones of all texts that are read together; none where a sentence begins.
    row: Vec<Option<u32>>,
    /// In order.
    pub(super) items: Vec<Item>,
}

/// A word or number.
pub(super) struct Item {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Its place in the row.
    at: usize,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// A number.
    Number {
        number: Number,
        /// Its percent or currency sign.
        sign: Option<char>,
        /// The word beside it that makes it rough.
        hedge: Option<Hedge>,
        /// Whether it is one for sure, which can be read in one way only.
        is_clear: bool,
    },
    /// A word with a digit, behind the word that it goes with by a hyphen.
    Numbered(String),
    /// Another word.
    Word(String),
}

/// The longest number, in bytes, that can be compared with others.
const LONGEST_NUMBER: usize = 48;

impl Reading {
    /// A text whose sentences begin at `starts`, in order; what is equal has equal numbers by `known`.
    pub(super) fn of(
        text: &str,
        language: Language,
        starts: impl Iterator<Item = usize>,
        known: &mut HashMap<String, u32>,
    ) -> Self {
        let (attached, apart) = readings(text, language);
        let all = if apart.is_empty() { &attached } else { &apart };
        let is_clear = |number: &Number| {
            let start = number.span.start;
            let is_read_so = || {
                let at = attached.binary_search_by_key(&start, |one| one.span.start);
                at.is_ok_and(|at| attached[at].span == number.span)
            };
            number.is_sure
                && number.span.len() <= LONGEST_NUMBER
                && (apart.is_empty() || is_read_so())
                && !is_part(text, &number.span)
        };
        let (mut numbers, mut starts) = (all.iter().peekable(), starts.peekable());
        let (mut row, mut items) = (vec![], vec![]);
        let mut end = 0;
        for span in word_spans(text) {
            if span.start < end {
                continue;
            }
            end = span.end;
            while starts.next_if(|&start| start <= span.start).is_some() {
                row.push(None);
            }
            let is_before = |number: &&Number| number.span.end <= span.start;
            while numbers.next_if(is_before).is_some() {}
            let is_of =
                |number: &&Number| number.span.start <= span.start && number.span.end >= span.end;
            let kind = match numbers.next_if(is_of) {
                Some(number) => {
                    end = number.span.end;
                    Kind::Number {
                        number: number.clone(),
                        sign: sign(text, &number.span),
                        hedge: hedge(text, &number.span, language),
                        is_clear: is_clear(number),
                    }
                }
                None => match folded(text.get(span.clone()).unwrap_or_default()) {
                    word if word.contains(|c: char| c.is_ascii_digit()) => {
                        let before = items.last().filter(|_| text[..span.start].ends_with('-'));
                        match before.map(|item: &Item| &item.kind) {
                            Some(Kind::Word(name)) => Kind::Numbered(format!("{name}-{word}")),
                            _ => Kind::Numbered(word),
                        }
                    }
                    word => Kind::Word(word),
                },
            };
            let key = match &kind {
                Kind::Number { number, .. } => &number.value,
                Kind::Numbered(word) | Kind::Word(word) => word,
            };
            let (at, key) = (row.len(), numbered(known, key.clone()));
            row.push(Some(key));
            items.push(Item {
                span: span.start..end,
                at,
                kind,
            });
        }
        Self { row, items }
    }

    /// How many items before and after one of this text, up to `reach` on either side, follow each other as beside one
    /// of another; none beyond where a sentence of either begins.
    pub(super) fn agreement(
        &self,
        one: &Item,
        other: &Self,
        there: &Item,
        reach: usize,
    ) -> [usize; 2] {
        let is_alike = |(one, two): &(&Option<u32>, &Option<u32>)| one.is_some() && one == two;
        let before = self.row[..one.at].iter().rev();
        let before = before.zip(other.row[..there.at].iter().rev());
        let after = self.row[one.at + 1..]
            .iter()
            .zip(&other.row[there.at + 1..]);
        [
            before.take(reach).take_while(is_alike).count(),
            after.take(reach).take_while(is_alike).count(),
        ]
    }

    /// Whether no item of its sentence comes after one.
    pub(super) fn is_last(&self, one: &Item) -> bool {
        self.row.get(one.at + 1).is_none_or(Option::is_none)
    }
}

/// The percent sign behind a number, or the currency sign before it.
fn sign(text: &str, number: &Range<usize>) -> Option<char> {
    let after = text[number.end..].trim_start_matches(' ').chars().next();
    let before = text[..number.start]
        .trim_end_matches(' ')
        .chars()
        .next_back();
    match after {
        Some('%' | '％' | '٪') => Some('%'),
        _ => before.filter(|c| "$€£¥￥﷼".contains(*c)),
    }
}

/// Whether digits may be a part of a number that is written in a way of its own (`3 000`, `۳/۵`), or of a name (`Covid-19`).
fn is_part(text: &str, number: &Range<usize>) -> bool {
    let is_mark = |c: char| matches!(c, '/' | '\'' | '’' | '،') || c.is_whitespace();
    let mut before = text[..number.start].chars().rev();
    let mut after = text[number.end..].chars();
    let goes_before = match (before.next(), before.next()) {
        (Some('-'), Some(c)) => c.is_alphabetic(),
        (Some(mark), Some(c)) => is_mark(mark) && digit(c).is_some(),
        _ => false,
    };
    goes_before || after.next().is_some_and(is_mark) && after.next().and_then(digit).is_some()
}

/// A word as words are compared, with ASCII digits.
fn folded(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let folded = words(word).concat();
    folded.chars().map(|c| digit(c).unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, known: &mut HashMap<String, u32>) -> Reading {
        Reading::of(text, Language::English, std::iter::empty(), known)
    }

    #[test]
    fn a_number_with_its_scale_is_one_item() {
        let text = "The G20 met, 3.5 million came on May 12";
        let reading = read(text, &mut HashMap::new());
        let found: Vec<_> = reading
            .items
            .iter()
            .map(|item| &text[item.span.clone()])
            .collect();
        assert_eq!(
            found,
            [
                "The",
                "G20",
                "met",
                "3.5 million",
                "came",
                "on",
                "May",
                "12"
            ]
        );
        let kind = |item: &Item| match &item.kind {
            Kind::Number { is_clear: true, .. } => 'n',
            Kind::Number { .. } => '?',
            Kind::Numbered(_) => 'd',
            Kind::Word(_) => 'w',
        };
        let kinds: String = reading.items.iter().map(kind).collect();
        assert_eq!(kinds, "wdwnwwwn");
    }

    #[test]
    fn numbers_agree_by_their_value_and_words_by_their_letters() {
        let mut known = HashMap::new();
        let (one, two) = (
            read("In MAY 3,000 came ۲", &mut known),
            read("may 3000 came 2", &mut known),
        );
        assert_eq!(one.row[1..], two.row);
        // Beside `3,000`: `May` before it, two after it, of which a reach of one sees one.
        assert_eq!(one.agreement(&one.items[2], &two, &two.items[1], 4), [1, 2]);
        assert_eq!(one.agreement(&one.items[2], &two, &two.items[1], 1), [1, 1]);
        assert_eq!(one.agreement(&one.items[0], &two, &two.items[3], 4), [0, 0]);
    }

    #[test]
    fn a_sentence_ends_what_agrees() {
        let mut known = HashMap::new();
        let text = "It left. 12 came";
        let parted = Reading::of(text, Language::English, [0, 9].into_iter(), &mut known);
        let whole = read(text, &mut known);
        let agreement = |one: &Reading| one.agreement(&one.items[2], &whole, &whole.items[2], 4);
        assert_eq!((agreement(&parted), agreement(&whole)), ([0, 1], [2, 1]));
    }

    #[test]
    fn a_number_that_may_be_a_part_of_another_is_not_clear() {
        let clear = |text: &str, language| -> Vec<String> {
            let reading = Reading::of(text, language, std::iter::empty(), &mut HashMap::new());
            let clear = |item: &&Item| matches!(&item.kind, Kind::Number { is_clear: true, .. });
            let clear = reading.items.iter().filter(clear);
            clear
                .map(|item| text[item.span.clone()].to_owned())
                .collect()
        };
        let german = "3 000 Menschen, 3’000 Karten, 12 Schiffe";
        assert_eq!(clear(german, Language::German), ["12"]);
        assert_eq!(clear("۳/۵ درصد، ۲۰ کشتی", Language::Persian), ["۲۰"]);
        assert_eq!(
            clear("Covid-19, COVID-19, 2-3, 9 ferries", Language::English),
            ["2", "3", "9"]
        );
        assert_eq!(
            clear(&"9".repeat(LONGEST_NUMBER + 1), Language::English),
            [""; 0]
        );
    }

    #[test]
    fn signs_of_numbers_are_read() {
        let text = "£3bn, 5 %, 7, € 2";
        let reading = read(text, &mut HashMap::new());
        let sign = |item: &Item| match &item.kind {
            Kind::Number { sign, .. } => *sign,
            _ => Some('?'),
        };
        let signs: Vec<_> = reading.items.iter().map(sign).collect();
        assert_eq!(signs, [Some('£'), Some('%'), None, Some('€')]);
    }

    #[test]
    fn many_numbers_with_marks_apart_are_read_in_linear_time() {
        let text = format!("3 , 000 {}", "7 x ".repeat(200_000));
        let reading = read(&text, &mut HashMap::new());
        assert_eq!(reading.items.len(), 400_001);
    }

    #[test]
    fn words_are_folded() {
        for (word, wanted) in [
            ("Ferry", "ferry"),
            ("ＧＤＰ", "gdp"),
            ("۲۰درصد", "20درصد"),
            ("می\u{200C}رود", "میرود"),
        ] {
            assert_eq!(folded(word), wanted);
        }
    }
}
