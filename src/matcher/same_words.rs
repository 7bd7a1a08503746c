//! The words of an English summary that its document has otherwise: spelled otherwise, or another of the same meaning.
//!
//! Looked for are words that the document does not have. One of the same meaning must stand there before or behind the same word as in the
//! summary (`were hurt`, `were injured`), since in another place it may mean something else.
//!
//! Cost: a pass over the summary, and over the document if the summary has such a word.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::matcher::same_meaning::{american, groups, of_group};
use crate::text::Language;
use crate::text::said::said_at;

/// Words of a summary that are looked for.
const MOST: usize = 256;

/// Places of a document's word that are compared with a summary's.
const MOST_PLACES: usize = 64;

/// A text's words in lower case, and where each stands.
struct Placed<'t> {
    text: &'t str,
    words: Vec<(String, Range<usize>)>,
}

impl<'t> Placed<'t> {
    fn of(text: &'t str) -> Self {
        let places = said_at(text, Language::English).into_iter();
        let words = places.filter_map(|mut place| {
            let word = place.words.pop().filter(|_| place.words.is_empty());
            word.map(|word| (word, place.span))
        });
        Self {
            text,
            words: words.collect(),
        }
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.words.get(at).map(|(word, _)| word.as_str())
    }

    /// The words beside one; none at an end of the text.
    fn beside(&self, at: usize) -> [Option<&str>; 2] {
        let before = at.checked_sub(1).and_then(|before| self.word(before));
        [before, self.word(at + 1)]
    }

    fn written(&self, at: usize) -> &'t str {
        let span = self.words.get(at).map(|(_, span)| span.clone());
        span.and_then(|span| self.text.get(span))
            .unwrap_or_default()
    }
}

/// The bytes of a summary's words that the document, whose words are given in lower case, too, has otherwise, in order, and how it has them.
pub(super) fn written_otherwise<'d>(
    document: &'d str,
    known: &HashSet<&String>,
    summary: &str,
) -> Vec<(Range<usize>, &'d str)> {
    let summary = Placed::of(summary);
    let document = LazyCell::new(|| Document::of(document));
    let words = summary.words.iter().enumerate();
    let asked = words
        .filter(|(_, (word, _))| !known.contains(word) && word.chars().all(char::is_alphabetic))
        .take(MOST);
    asked
        .filter_map(|(at, (word, span))| {
            let found = document.spelled(word).or_else(|| {
                let same = groups(word).iter().flat_map(|&group| of_group(group));
                same.filter(|other| *other != word)
                    .find_map(|other| document.beside(other, summary.beside(at)))
            });
            found.map(|written| (span.clone(), written))
        })
        .collect()
}

/// A document whose words are looked up.
struct Document<'d> {
    placed: Placed<'d>,
    /// Where words stand, as Americans spell them.
    positions: HashMap<String, Vec<usize>>,
}

impl<'d> Document<'d> {
    fn of(text: &'d str) -> Self {
        let placed = Placed::of(text);
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (word, _)) in placed.words.iter().enumerate() {
            positions
                .entry(american(word).into_owned())
                .or_default()
                .push(at);
        }
        Self { placed, positions }
    }

    /// A word that is the same in the other spelling.
    fn spelled(&self, word: &str) -> Option<&'d str> {
        let found = self.positions.get(&*american(word))?;
        found.first().map(|&at| self.placed.written(at))
    }

    /// A word where it stands beside one of two.
    fn beside(&self, word: &str, [before, behind]: [Option<&str>; 2]) -> Option<&'d str> {
        let found = self.positions.get(&*american(word))?;
        let is_there = |at: &&usize| {
            let [preceding, following] = self.placed.beside(**at);
            preceding.is_some() && preceding == before || following.is_some() && following == behind
        };
        let at = found.iter().take(MOST_PLACES).find(is_there)?;
        Some(self.placed.written(*at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::said;

    fn found(document: &str, summary: &str) -> Vec<(String, String)> {
        let words = said(document, Language::English);
        written_otherwise(document, &words.iter().collect(), summary)
            .into_iter()
            .map(|(span, written)| (summary[span].to_owned(), written.to_owned()))
            .collect()
    }

    #[test]
    fn words_of_the_same_meaning_are_found_beside_the_same_word() {
        for (document, summary, wanted) in [
            (
                "No one was hurt in it.",
                "No one was injured",
                &[("injured", "hurt")][..],
            ),
            (
                "Crews rescued 17 people.",
                "Crews saved 17 people",
                &[("saved", "rescued")],
            ),
            (
                "A shortage of pilots",
                "a lack of pilots",
                &[("lack", "shortage")],
            ),
            (
                "Neighbouring Arnost organised it.",
                "It was organized by neighboring Arnost",
                &[("organized", "organised"), ("neighboring", "Neighbouring")],
            ),
            ("He was hurt.", "They saved him, and injured dogs ran", &[]),
            ("They were killed.", "They were hurt", &[]),
            ("They were hurt.", "They were hurt", &[]),
            ("They were hurt or injured.", "They were injured", &[]),
            ("", "They were injured", &[]),
            ("They were hurt.", "", &[]),
        ] {
            let wanted: Vec<_> = wanted
                .iter()
                .map(|(one, other)| ((*one).to_owned(), (*other).to_owned()))
                .collect();
            assert_eq!(found(document, summary), wanted, "{summary} of {document}");
        }
    }
}
