//! The words of an English summary that its document has otherwise: spelled otherwise, or another of the same meaning.
//!
//! Looked for are words that the document does not have. One of the same meaning must stand there between the same words as in the summary (`were hurt in`,
//! `were injured in`) or beside the same one that says more than `the` (`firefighters rescued`, `firefighters saved`), since in another place it may mean
//! something else. A name within a sentence is no such word, in neither text.
//!
//! Cost: a pass over the summary, and over the document if the summary has such a word.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::matcher::same_meaning::{american, groups, of_group};
use crate::text::said::said_at;
use crate::text::{Language, says_little};

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
        let words = places.map(|place| (place.words.join(" "), place.span));
        Self {
            text,
            words: words.collect(),
        }
    }

    /// The words beside one in its sentence.
    fn beside(&self, at: usize) -> [Option<&str>; 2] {
        let before = at.checked_sub(1).filter(|&before| self.is_joined(before));
        let behind = Some(at + 1).filter(|_| self.is_joined(at));
        [before, behind].map(|at| self.words.get(at?).map(|(word, _)| word.as_str()))
    }

    /// Whether nothing ends between a word and the next.
    fn is_joined(&self, at: usize) -> bool {
        let span = |at: usize| self.words.get(at).map(|(_, span)| span);
        let between = span(at).zip(span(at + 1));
        between.is_some_and(|(one, next)| {
            let gap = self.text.get(one.end..next.start).unwrap_or_default();
            !gap.contains(['.', '!', '?', ';', ':', '\n'])
        })
    }

    /// Whether a word begins with a capital.
    fn is_capitalised(&self, at: usize) -> bool {
        self.written(at).starts_with(char::is_uppercase)
    }

    /// Whether a word within a sentence begins with a capital.
    fn is_name(&self, at: usize) -> bool {
        let [before, _] = self.beside(at);
        before.is_some() && self.is_capitalised(at)
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
        .filter(|(at, _)| !summary.is_name(*at))
        .take(MOST);
    asked
        .filter_map(|(at, (word, span))| {
            let is_capitalised = summary.is_capitalised(at);
            let found = document.spelled(word, is_capitalised).or_else(|| {
                let same = groups(word).iter().flat_map(|&group| of_group(group));
                same.filter(|other| *other != word)
                    .find_map(|other| document.between(other, summary.beside(at), is_capitalised))
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
    fn spelled(&self, word: &str, is_capitalised: bool) -> Option<&'d str> {
        let at = self.places(word, is_capitalised).next()?;
        Some(self.placed.written(at))
    }

    /// A word where it stands between two, or beside one of them that says more than others.
    fn between(
        &self,
        word: &str,
        [before, behind]: [Option<&str>; 2],
        is_capitalised: bool,
    ) -> Option<&'d str> {
        let says =
            |word: Option<&str>| word.is_some_and(|word| !says_little(word, Language::English));
        let is_there = |at: &usize| {
            let [preceding, following] = self.placed.beside(*at);
            let (is_before, is_behind) = (preceding == before, following == behind);
            is_before && (is_behind || says(before)) || is_behind && says(behind)
        };
        let at = self.places(word, is_capitalised).find(is_there)?;
        Some(self.placed.written(at))
    }

    /// Where a word stands that is no name, with or without a capital.
    fn places(&self, word: &str, is_capitalised: bool) -> impl Iterator<Item = usize> {
        let found = self.positions.get(&*american(word));
        let places = found.into_iter().flatten().copied().take(MOST_PLACES);
        places.filter(move |&at| {
            self.placed.is_capitalised(at) == is_capitalised && !self.placed.is_name(at)
        })
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
    fn words_of_the_same_meaning_are_found_among_the_same_words() {
        for (document, summary, wanted) in [
            (
                "No one was hurt in it.",
                "No one was injured in it",
                &[("injured", "hurt")][..],
            ),
            (
                "Crews rescued 17 people.",
                "Crews saved 17 people",
                &[("saved", "rescued")],
            ),
            (
                "A shortage of pilots",
                "It has a lack of pilots",
                &[("lack", "shortage")],
            ),
            (
                "The neighbouring town organised it.",
                "It was organized by the neighboring town",
                &[("organized", "organised"), ("neighboring", "neighbouring")],
            ),
            (
                "Neighbouring Arnost paid.",
                "Neighboring Arnost paid",
                &[("Neighboring", "Neighbouring")],
            ),
            ("He was hurt.", "They saved him, and injured dogs ran", &[]),
            (
                "Crews left. Rescued were 17 people.",
                "Crews saved 17 people",
                &[],
            ),
            ("No one wasn't hurt in it.", "No one was injured in it", &[]),
            ("The tire burst.", "It happened in Tyre", &[]),
            ("They met in Grey.", "The gray wall", &[]),
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
