//! A summary in the document's way of writing numbers and dates: `2.5 million` as `2,500,000` and `12. Mai 2024` as
//! `12.05.2024`, where the document has them so.
//!
//! What goes by words, be it a count or a network, sees nothing in common between two ways of writing one thing.
//! Restated are dates, times of day, ordinals and numbers that the document has by their meaning and nowhere in the words of
//! the summary; a date also where the document gives a fuller one. Ordinals, small number words and others that may mean something else,
//! in either text, need the same word behind them there (`two men`, `2 men`).
//!
//! Cost: that of reading the summary's numbers and dates, and the document's if the summary has one in words that the
//! document has not.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::matcher::Pair;
use crate::text::entities::mentions::{Meaning, mentions};
use crate::text::entities::numbers::{Number, digit, readings};
use crate::text::tokenize::words::is_han;
use crate::text::{Language, said};

const DOZEN: f64 = 12.0;

/// The longest number or date that is looked at, in bytes.
const LONGEST: usize = 64;

/// A summary, and what is written otherwise in its document.
pub(super) struct Restated<'p> {
    summary: &'p str,
    /// Bytes of the summary, in order and apart, and what the document has for them.
    places: Vec<(Range<usize>, &'p str)>,
}

impl<'p> Restated<'p> {
    /// The summary of a pair, whose document is given as words, too.
    pub(super) fn of(pair: &'p Pair, document: &[String], language: Language) -> Self {
        let Pair {
            document: text,
            summary,
        } = pair;
        let words: LazyCell<HashSet<&String>, _> = LazyCell::new(|| document.iter().collect());
        let pairs: LazyCell<HashSet<&[String]>, _> =
            LazyCell::new(|| document.windows(2).collect());
        // Word by word, and pair by pair: a text that has these has nearly always the whole.
        let stands_there = |said: &[String]| match said {
            [word] => words.contains(word),
            said => said.windows(2).all(|pair| pairs.contains(pair)),
        };
        let of_document = LazyCell::new(|| by_meaning(text, language));
        let mut places = Vec::new();
        for one in quantities(summary, language) {
            let said_here = said(&summary[one.span.clone()], language);
            if said_here.is_empty() || stands_there(&said_here) {
                continue;
            }
            let beside = word_behind(summary, one.span.end);
            let alone = one.is_sure.then(|| (one.meaning.clone(), None));
            let found = alone.and_then(|key| of_document.get(&key));
            if let Some(span) = found.or_else(|| of_document.get(&(one.meaning, Some(beside)))) {
                places.push((one.span, &text[span.clone()]));
            }
        }
        Self { summary, places }
    }

    /// A span of the summary as the document would write it.
    pub(super) fn text(&self, span: Range<usize>) -> Cow<'p, str> {
        let first = self
            .places
            .partition_point(|(place, _)| place.start < span.start);
        let within = self.places.iter().skip(first);
        let mut within = within
            .take_while(|(place, _)| place.end <= span.end)
            .peekable();
        if within.peek().is_none() {
            return Cow::Borrowed(&self.summary[span]);
        }
        let mut text = String::with_capacity(span.len());
        let mut from = span.start;
        for (place, written) in within {
            text.push_str(&self.summary[from..place.start]);
            text.push_str(written);
            from = place.end;
        }
        text.push_str(&self.summary[from..span.end]);
        Cow::Owned(text)
    }

    /// Whether something within a span is written otherwise.
    pub(super) fn restates(&self, span: &Range<usize>) -> bool {
        let at = self
            .places
            .partition_point(|(place, _)| place.end <= span.start);
        self.places
            .get(at)
            .is_some_and(|(place, _)| place.start < span.end)
    }
}

/// What a number, date, time or ordinal means.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Sense {
    Value(String),
    Mention(Meaning),
}

/// A number, date, time or ordinal of a text.
struct Quantity {
    span: Range<usize>,
    meaning: Sense,
    /// Whether it can mean nothing else.
    is_sure: bool,
}

/// The dates, times and ordinals of a text, and the numbers beside them, each by its longest reading; in order and apart.
fn quantities(text: &str, language: Language) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = mentions(text, language)
        .into_iter()
        .map(|mention| Quantity {
            span: mention.span,
            is_sure: !matches!(mention.said, Meaning::Ordinal(_)),
            meaning: Sense::Mention(mention.said),
        })
        .collect();
    let (attached, apart) = readings(text, language);
    for numbers in [apart, attached] {
        let mut found: Vec<Quantity> = Vec::new();
        let mut others = all.iter().peekable();
        for number in numbers.into_iter().filter(|number| !number.is_decade) {
            while others
                .next_if(|other| other.span.end <= number.span.start)
                .is_some()
            {}
            if others
                .peek()
                .is_none_or(|other| number.span.end <= other.span.start)
            {
                found.push(Quantity {
                    is_sure: number.is_sure || is_large_in_words(&number, text),
                    span: number.span,
                    meaning: Sense::Value(number.value),
                });
            }
        }
        all.extend(found);
        all.sort_by_key(|one| one.span.start);
    }
    all.retain(|one| one.span.len() <= LONGEST);
    all
}

/// Whether a number in words is beyond a dozen, so that its words mean nothing else.
fn is_large_in_words(number: &Number, text: &str) -> bool {
    let words = &text[number.span.clone()];
    let is_large = || number.value.parse().is_ok_and(|value: f64| value > DOZEN);
    !words.contains(|c| digit(c).is_some()) && is_large()
}

/// Where a text has what its numbers and dates mean: by the meaning alone, if that is sure, and with the word behind it.
fn by_meaning(
    text: &str,
    language: Language,
) -> HashMap<(Sense, Option<Option<String>>), Range<usize>> {
    let mut places = HashMap::new();
    let all = quantities(text, language);
    for one in &all {
        let behind = Some(word_behind(text, one.span.end));
        let alone = one.is_sure.then_some(None);
        for behind in alone.into_iter().chain([behind]) {
            let key = (one.meaning.clone(), behind);
            places.entry(key).or_insert_with(|| one.span.clone());
        }
    }
    for one in &all {
        if let Sense::Mention(Meaning::Date { day, month, year }) = one.meaning {
            for (day, year) in [(day, None), (None, year)] {
                let meaning = Sense::Mention(Meaning::Date { day, month, year });
                places
                    .entry((meaning, None))
                    .or_insert_with(|| one.span.clone());
            }
        }
    }
    places
}

/// The first word behind a place of a text, in lower case; a Han character is one.
fn word_behind(text: &str, end: usize) -> Option<String> {
    let rest = text
        .get(end..)?
        .trim_start_matches(|c: char| !c.is_alphanumeric());
    let first = rest.chars().next()?;
    if is_han(first) {
        return Some(first.to_string());
    }
    let word: String = rest
        .chars()
        .take(LONGEST)
        .take_while(|c| c.is_alphanumeric())
        .collect();
    Some(word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Chinese, English, German, Persian};

    fn restated(document: &str, summary: &str, language: Language) -> String {
        let pair = Pair {
            document: document.into(),
            summary: summary.into(),
        };
        let words = said(document, language);
        Restated::of(&pair, &words, language)
            .text(0..summary.len())
            .into_owned()
    }

    #[test]
    fn what_the_document_writes_otherwise_is_written_as_there() {
        for (language, document, summary, wanted) in [
            (
                German,
                "Die Brücke öffnet am 12. Mai 2024 für 2,5 Millionen Pendler.",
                "Seit dem 12.05.2024 haben 2.500.000 Pendler eine Brücke.",
                "Seit dem 12. Mai 2024 haben 2,5 Millionen Pendler eine Brücke.",
            ),
            (
                German,
                "Beginn ist um 19.30 Uhr, am 3.10.2023 war es früher.",
                "Um 19:30 Uhr geht es los, am 3. Oktober nicht.",
                "Um 19:30 Uhr geht es los, am 3.10.2023 nicht.",
            ),
            (
                English,
                "The council spent $3,500,000 on May 12, 2024; two men and 30 women voted.",
                "On 12 May 2024 it spent 3.5 million; 2 men and thirty women voted.",
                "On May 12, 2024 it spent 3,500,000; two men and 30 women voted.",
            ),
            (
                English,
                "He came 2nd in the race.",
                "The second in the race",
                "The 2nd in the race",
            ),
            (
                Chinese,
                "公司投入4800000000元，百分之三十的员工参加。",
                "投入48亿元，30%员工参加",
                "投入4800000000元，三十%员工参加",
            ),
            (
                Persian,
                "۲۵۰۰ نفر در مراسم بودند.",
                "دو هزار و پانصد نفر آمدند",
                "۲۵۰۰ نفر آمدند",
            ),
        ] {
            assert_eq!(restated(document, summary, language), wanted, "{summary}");
        }
    }

    #[test]
    fn what_stands_there_and_what_may_mean_something_else_stays() {
        for (language, document, summary) in [
            // As it stands, though the document has it otherwise, too.
            (
                English,
                "The 2.5 million (2,500,000) voters",
                "2.5 million voters",
            ),
            // Of other things.
            (English, "The 2 dogs bark", "Two men bark"),
            (English, "Two of them bark", "They won by 2 to 0"),
            (English, "He came 2nd in the race.", "A second later"),
            (Chinese, "3人参加会议", "三星参加会议"),
            // Other values, fuller dates, and decades.
            (English, "The 2.5 million voters", "2,400,000 voters"),
            (German, "Am 12. Mai kam er.", "Am 12.05.2024 kam er."),
            (English, "It was in 1990.", "The 1990s"),
            (English, "", "12 May 2024"),
            (English, "12 May 2024", ""),
        ] {
            assert_eq!(restated(document, summary, language), summary);
        }
    }

    #[test]
    fn spans_are_restated_by_what_lies_in_them() {
        let pair = Pair {
            document: "2,500,000 people and 1,300,000 dogs".into(),
            summary: "1.3 million dogs. 2.5 million people".into(),
        };
        let restated = Restated::of(&pair, &said(&pair.document, English), English);
        assert_eq!(restated.text(0..17), "1,300,000 dogs.");
        assert_eq!(restated.text(18..36), "2,500,000 people");
        assert!(matches!(restated.text(12..18), Cow::Borrowed(_)));
        assert!(restated.restates(&(4..11)) && restated.restates(&(0..36)));
        assert!(!restated.restates(&(12..18)));
    }

    #[test]
    fn long_texts_are_read_in_linear_time() {
        for (document, summary) in [
            ("2 a ", "two b "),
            ("1,1,1,", "1 1 1 2 "),
            ("12.05.2024 ", "12. Mai 2024 "),
            ("1 ", "1.0 "),
        ] {
            let repeated = |unit: &str| unit.repeat(300_000 / unit.len());
            for language in [English, German] {
                restated(&repeated(document), &repeated(summary), language);
            }
        }
    }
}
