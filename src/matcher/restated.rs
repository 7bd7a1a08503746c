//! A summary in the document's way of writing numbers and dates: `2.5 million` as `2,500,000` and `12. Mai 2024` as
//! `12.05.2024`, where the document has them so.
//!
//! What goes by words, be it a count or a network, sees nothing in common between two ways of writing one thing.
//! Restated are dates, times of day, ordinals and numbers that the document has by their meaning and nowhere in the
//! words of the summary; a date also where the document gives one fuller one. Ordinals, small number words and others
//! that may mean something else, in either text, need the same word behind them there (`two men`, `2 men`).
//!
//! Cost: that of reading the summary's numbers and dates, and the document's if the summary has one in words that the
//! document has not.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::matcher::Pair;
use crate::text::entities::mentions::Meaning;
use crate::text::entities::quantities::{Quantity, Sense, quantities};
use crate::text::tokenize::words::is_han;
use crate::text::{Language, said};

/// The longest number or date that is looked at, in bytes.
const LONGEST: usize = 64;

/// What may stand between a number and the word behind it.
const JOINTS: [char; 4] = [' ', '\u{A0}', '\u{200C}', '-'];

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
        let asked = quantities(summary, language).into_iter();
        for one in asked.filter(|one| one.span.len() <= LONGEST) {
            let said_here = said(&summary[one.span.clone()], language);
            if said_here.is_empty() || stands_there(&said_here) {
                continue;
            }
            let behind = word_behind(summary, one.span.end).map(Some);
            let alone = one.is_sure.then_some(None);
            let mut asked = alone.into_iter().chain(behind);
            let found = asked.find_map(|behind| of_document.get(&(one.sense.clone(), behind)));
            let written = found.map(|span| &text[span.clone()]);
            if let Some(written) = written.filter(|written| *written != &summary[one.span.clone()])
            {
                places.push((one.span, written));
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

    /// The whole summary as the document would write it.
    pub(super) fn whole(&self) -> Cow<'p, str> {
        self.text(0..self.summary.len())
    }

    /// The bytes of the summary that a span of the [whole](Self::whole) is of; of a number or date, all.
    pub(super) fn original(&self, span: &Range<usize>) -> Range<usize> {
        let (mut start, mut end) = (None, None);
        let (mut at, mut before) = (0, 0); // where the last place ends, in the whole and in the summary
        for (place, written) in &self.places {
            let from = at + place.start - before;
            let until = from + written.len();
            if start.is_none() && span.start < until {
                start = Some((before + span.start.saturating_sub(at)).min(place.start));
            }
            if end.is_none() && span.end <= from {
                end = Some(before + span.end.saturating_sub(at));
            } else if end.is_none() && span.end <= until {
                end = Some(place.end);
            }
            (at, before) = (until, place.end);
        }
        let behind = |position: usize| before + position.saturating_sub(at);
        start.unwrap_or(behind(span.start))..end.unwrap_or(behind(span.end))
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

/// Where a text has what its numbers and dates mean: by the meaning alone, if that is sure, and with the word behind it. What a
/// date says in part is where one date says it, and no other.
fn by_meaning(text: &str, language: Language) -> HashMap<(Sense, Option<String>), Range<usize>> {
    let mut places = HashMap::new();
    let mut in_part: HashMap<Meaning, Option<&Quantity>> = HashMap::new();
    let all = quantities(text, language);
    for one in &all {
        let alone = one.is_sure.then_some(None);
        let behind = word_behind(text, one.span.end).map(Some);
        for behind in alone.into_iter().chain(behind) {
            let key = (one.sense.clone(), behind);
            places.entry(key).or_insert_with(|| one.span.clone());
        }
        if let Sense::Mention(meaning) = &one.sense {
            for part in meaning.parts() {
                let whole = in_part.entry(part).or_insert(Some(one));
                *whole = whole.filter(|whole| whole.sense == one.sense);
            }
        }
    }
    for (part, whole) in in_part {
        if let Some(whole) = whole {
            let key = (Sense::Mention(part), None);
            places.entry(key).or_insert_with(|| whole.span.clone());
        }
    }
    places
}

/// The word behind a place of a text, if no mark lies between, in lower case; a Han character is one.
fn word_behind(text: &str, end: usize) -> Option<String> {
    let rest = text.get(end..)?.trim_start_matches(JOINTS);
    let first = rest.chars().next().filter(|c| c.is_alphanumeric())?;
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
        Restated::of(&pair, &words, language).whole().into_owned()
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
            (English, "She finished 2nd.", "It lasted a second"),
            (English, "Room 1. The end", "It is the one. The end"),
            (English, "The 30m tower", "30 million people"),
            (English, "In 21 days", "Twenty One Pilots"),
            (Persian, "۳۰ نفر آمدند", "ویتامین سی"),
            // Digits that are no value, or more than one.
            (English, "Python 3.10 is out", "Python 3.1 is out"),
            (English, "Agent 007 came", "7 agents came"),
            (Chinese, "78人参加", "七八人参加"),
            // Dates that may be others, and one of several.
            (English, "On 5/12/2024", "On 5 December 2024"),
            (Persian, "در 2024/05/12", "در ۱۲ مرداد ۲۰۲۴"),
            (Persian, "در 1403/04/03", "۳ تیر شلیک شد"),
            (German, "Am 1.5.2024 und am 3.5.2024", "Im Mai 2024"),
            (English, "On 12 May 2023 and on 12 May 2024", "On May 12"),
            (English, "It opens at 7 pm", "It opens at 7:00 am"),
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
        assert_eq!(restated.whole(), "1,300,000 dogs. 2,500,000 people");
        for (span, wanted) in [
            (0..1, "1.3 million"),
            (3..9, "1.3 million"),
            (4..14, "1.3 million dogs"),
            (9..10, " "),
            (10..14, "dogs"),
            (14..16, ". "),
            (16..20, "2.5 million"),
            (14..25, ". 2.5 million"),
            (26..32, "people"),
            (0..32, &pair.summary),
        ] {
            assert_eq!(&pair.summary[restated.original(&span)], wanted, "{span:?}");
        }
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
