//! Numbers and words of a summary for which its document says others.
//!
//! A number can be wrong although the document holds it, elsewhere; and one that the document does
//! not hold may be true. What speaks against it is that the document says the same with another one: `before the
//! 12 ferries left` where the document has `before the 9 ferries left`. So it is with a word that the document does not
//! hold, but less surely, since it may mean the same.
//!
//! What is said of two numbers agrees in the words that follow each other alike on either side of them in their
//! sentences, up to [`REACH`] on each. A number of the summary is contradicted if some other number of the document with
//! the same percent or currency sign agrees with it
//!
//! - in two words or more, in three if the document holds the number elsewhere, in Chinese in three characters in either case;
//! - in one of them at least behind it, where its unit stands, unless it ends its sentence and the document holds it nowhere;
//! - and in two more than anything that is the same or may be: a number of equal value, one that it rounds, is true of
//!   (`more than 20` of 23) or, with one digit that is not 0, gives to a fifth, any word, which may be a number word, or a
//!   number that is not clear. A decade is never rough.
//!
//! Words with a digit (`mp4`, `Covid-19`) are compared with those that have the same letters, and where the digits are a
//! measure's (`500km`) as numbers are. A content word of which the document does not hold the stem is contradicted if some
//! content word of the document agrees with it in five words or more, which are on both sides, unless both are short
//! and begin alike (`won`, `wins`). Chinese characters are no such words.
//!
//! What stands word for word in the document is not contradicted. Number words and single Chinese
//! numerals, which can mean something else, contradict nothing and are not contradicted; nor are numbers that
//! can be read in two ways (`3 , 000`) or may be a part of another (`3 000`, `۳/۵`).
//!
//! Cost: a pass over both texts, and one over the document's words and numbers for each of the summary's first
//! 256 numbers and words that it does not hold. In a document of more than 20,000 words nothing is compared.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::matcher::reading::{Item, Kind, Reading};
use crate::matcher::telling::NumbersTold;
use crate::text::tokenize::words::word_spans;
use crate::text::{Language, sentences};

/// Words on either side of a number in which it is compared with another.
const REACH: usize = 4;

/// Items in which a number must agree with another one, and by how many more than with the same. A Chinese character is half
/// a word.
const AGREEMENT: usize = 2;
const AGREEMENT_IN_CHINESE: usize = 3;

/// Items in which one must agree with another one that the document holds elsewhere.
const AGREEMENT_OF_HELD: usize = 3;

/// Words in which a word that the document does not hold must agree with another.
const AGREEMENT_OF_WORDS: usize = REACH + 1;

/// Words and numbers that a document may have, and how many of a summary are looked for among them.
const MOST: [usize; 2] = [20_000, 256];

/// The bytes of the numbers and words of `summary` for which `document` says others, in order.
pub(super) fn contradicted(document: &str, summary: &str, language: Language) -> Vec<Range<usize>> {
    let [of_document, of_summary] = MOST;
    let mut known = HashMap::new();
    let starts = |text| {
        let spans = sentences(text, language).into_iter();
        spans.map(|span| span.start)
    };
    let said = Reading::of(summary, language, starts(summary), &mut known);
    let is_none = !said.items.iter().any(|item| item.is_clear(language));
    if is_none || word_spans(document).len() > of_document {
        return vec![];
    }
    let read = Reading::of(document, language, starts(document), &mut known);
    let held: HashSet<&str> = read.items.iter().filter_map(Item::stem).collect();
    let told = NumbersTold::of(&read.items);
    let least = match language {
        Language::Chinese => AGREEMENT_IN_CHINESE,
        _ => AGREEMENT,
    };
    let is_contradicted = |item: &&Item| {
        // What agrees with what says the same, with what says another, and with such a one behind it too.
        let (mut same, mut other, mut behind) = (0, 0, 0);
        for one in &read.items {
            let [before, after] = said.agreement(item, &read, one, REACH);
            let agreement = before + after;
            if agreement <= same.min(behind) {
                continue;
            }
            if item.is_told_by(one) || item.may_be_told_by(one) {
                same = agreement.max(same);
            } else if one.is_clear(language) && item.may_differ_from(one) {
                other = agreement.max(other);
                if after > 0 {
                    behind = agreement.max(behind);
                }
            }
        }
        if let Kind::Word(_) = item.kind {
            return other >= AGREEMENT_OF_WORDS;
        }
        if other < least {
            return false;
        }
        let is_held = told.holds(item);
        let needed = if is_held { AGREEMENT_OF_HELD } else { least };
        // The unit of a number is what stands behind it, or a part of the word.
        let found = match &item.kind {
            Kind::Number { .. } if is_held || !said.is_last(item) => behind,
            _ => other,
        };
        found >= needed && found >= same + AGREEMENT
    };
    let is_open = |item: &&Item| {
        item.is_clear(language) && item.stem().is_none_or(|stem| !held.contains(stem))
    };
    let compared = said.items.iter().filter(is_open).take(of_summary);
    let contradicted = compared.filter(is_contradicted);
    contradicted.map(|item| item.span.clone()).collect()
}
