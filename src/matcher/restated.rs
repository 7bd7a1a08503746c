//! A summary in the document's way of writing: `2.5 million` as `2,500,000`, `12. Mai 2024` as `12.05.2024` and, in English, `injured`
//! as `hurt` (`same_words`), where the document has them so.
//!
//! What goes by words, be it a count or a network, sees nothing in common between two ways of writing one thing.
//! Restated are dates, times of day, ordinals and numbers that the document has by their meaning and nowhere in the
//! words of the summary; a date also where the document gives one fuller one. Ordinals, small number words and others
//! that may mean something else, in either text, need the same word behind them there (`two men`, `2 men`). A number that
//! rounds one of the same unit, or is true of one with the word beside it (`more than 4,200 people`), becomes that one, without the word.
//!
//! Cost: that of reading the summary's numbers and dates, and the document's if the summary has one in words that the
//! document has not; in English also that of `same_words`.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;

use crate::matcher::Pair;
use crate::matcher::document_quantities::DocumentQuantities;
use crate::matcher::same_words::written_otherwise;
use crate::text::entities::hedges::{hedge_at, is_ambiguous};
use crate::text::entities::mentions::Meaning;
use crate::text::entities::quantities::{Sense, quantities};
use crate::text::{Language, said};

/// The longest number or date that is looked at, in bytes.
const LONGEST: usize = 64;

/// Numbers of a summary that rounded ones are looked for.
const MOST_ROUGH: usize = 64;

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
        let of_document = LazyCell::new(|| DocumentQuantities::of(text, language));
        let (mut places, mut rough) = (Vec::new(), 0);
        let asked = quantities(summary, language).into_iter();
        for one in asked.filter(|one| one.span.len() <= LONGEST) {
            let said_here = said(&summary[one.span.clone()], language);
            let is_written = said_here.is_empty() || stands_there(&said_here);
            // A sign for what a number is of is no word, and the mark within a time (`19:30`, `19.30 Uhr`) none either.
            let has_mark = matches!(one.sense, Sense::Mention(Meaning::Time { .. }));
            if is_written && one.measure.is_none() && !has_mark {
                continue;
            }
            if let Some((span, written)) = of_document.same(&one, summary) {
                let is_other = written.to_lowercase() != summary[span.clone()].to_lowercase();
                if is_other && (!is_written || has_mark || span != one.span) {
                    places.push((span, written));
                }
                continue;
            }
            if is_written {
                continue;
            }
            rough += 1;
            if rough > MOST_ROUGH {
                continue;
            }
            let hedged = hedge_at(summary, &one.span, language);
            let hedge = hedged.as_ref().map(|(hedge, _)| *hedge);
            let Some(found) = of_document.rounded(&one, summary, hedge) else {
                continue;
            };
            // The number of the document is exact: nothing is `more than` it.
            let word = hedged.map(|(_, word)| word);
            let word = word.filter(|word| !is_ambiguous(&summary[word.clone()]));
            places.extend(with_word(summary, found, word));
        }
        if language == Language::English {
            places.extend(written_otherwise(text, &words, summary));
            places.sort_by_key(|(span, _)| span.start);
        }
        // A sign may stand between two numbers.
        let mut end = 0;
        places.retain(|(span, _)| {
            let is_apart = span.start >= end;
            if is_apart {
                end = span.end;
            }
            is_apart
        });
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
}

/// A number of a summary with what the document has for it, and the word beside it, which goes with the blanks behind it, in
/// order.
fn with_word<'d>(
    summary: &str,
    (span, written): (Range<usize>, &'d str),
    word: Option<Range<usize>>,
) -> Vec<(Range<usize>, &'d str)> {
    match word {
        Some(word) if word.end <= span.start => {
            let blanks = summary[word.end..span.start].find(|c: char| !c.is_whitespace());
            let end = blanks.map_or(span.start, |blanks| word.end + blanks);
            vec![(word.start..end, ""), (span, written)]
        }
        Some(word) if word.start >= span.end => vec![(span, written), (word, "")],
        _ => vec![(span, written)],
    }
}
