//! A text as a row of words and numbers, to be compared with another.
//!
//! A number is one item with its scale (`3.5 million`), by its value; every other word is one, by its letters, in
//! lower case and with ASCII digits.
//!
//! Cost: linear in the text.

use std::collections::HashMap;
use std::ops::Range;

use crate::matcher::stems::numbered;
use crate::text::Language;
use crate::text::entities::numbers::{Number, digit, numbers, numbers_apart};
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
    /// A number, and whether it is one for sure, which can be read in one way only.
    Number { number: Number, is_clear: bool },
    /// A word with a digit.
    Numbered(String),
    /// Another word.
    Word(String),
}

impl Reading {
    /// A text whose sentences begin at `starts`, in order; what is equal has equal numbers by `known`.
    pub(super) fn of(
        text: &str,
        language: Language,
        starts: impl Iterator<Item = usize>,
        known: &mut HashMap<String, u32>,
    ) -> Self {
        let (attached, apart) = (numbers(text, language), numbers_apart(text, language));
        let all = if apart.is_empty() { &attached } else { &apart };
        let is_clear = |number: &Number| {
            let is_read_so = |one: &Number| one.span == number.span;
            number.is_sure && (apart.is_empty() || attached.iter().any(is_read_so))
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
                        is_clear: is_clear(number),
                    }
                }
                None => match folded(text.get(span.clone()).unwrap_or_default()) {
                    word if word.contains(|c: char| c.is_ascii_digit()) => Kind::Numbered(word),
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

    /// How many items, up to `reach` on either side, follow each other beside one of this text as beside one of another;
    /// none beyond where a sentence of either begins.
    pub(super) fn agreement(&self, one: &Item, other: &Self, there: &Item, reach: usize) -> usize {
        let is_alike = |(one, two): &(&Option<u32>, &Option<u32>)| one.is_some() && one == two;
        let before = self.row[..one.at].iter().rev();
        let before = before.zip(other.row[..there.at].iter().rev());
        let after = self.row[one.at + 1..]
            .iter()
            .zip(&other.row[there.at + 1..]);
        before.take(reach).take_while(is_alike).count()
            + after.take(reach).take_while(is_alike).count()
    }
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
        assert_eq!(one.agreement(&one.items[2], &two, &two.items[1], 4), 3);
        assert_eq!(one.agreement(&one.items[2], &two, &two.items[1], 1), 2);
        assert_eq!(one.agreement(&one.items[0], &two, &two.items[3], 4), 0);
    }

    #[test]
    fn a_sentence_ends_what_agrees() {
        let mut known = HashMap::new();
        let text = "It left. 12 came";
        let parted = Reading::of(text, Language::English, [0, 9].into_iter(), &mut known);
        let whole = read(text, &mut known);
        let agreement = |one: &Reading| one.agreement(&one.items[2], &whole, &whole.items[2], 4);
        assert_eq!((agreement(&parted), agreement(&whole)), (1, 3));
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
