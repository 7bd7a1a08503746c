//! What of a document a sentence of its summary is held against: the few sentences that hold most of
//! its words.
//!
//! Sentences are taken one after the other, each the one that holds most of the content stems that those
//! before it do not hold, the earlier one where two hold as many, until there are [`SENTENCES`] or none
//! holds any more of them. They stand in the document's order.
//!
//! Cost: the stems of the document once, and for every sentence of the summary a pass over those of
//! every sentence of the document.

use std::collections::HashSet;
use std::ops::Range;

use crate::matcher::stems::DocumentStems;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// Sentences of a premise at most: a sentence of a summary seldom puts more together.
pub(super) const SENTENCES: usize = 3;

/// The sentences of a document, to choose from.
pub(super) struct Premises<'a> {
    document: &'a str,
    stems: DocumentStems<'a>,
    sentences: Vec<(Range<usize>, HashSet<u32>)>,
}

impl<'a> Premises<'a> {
    /// Those of a document, whose words are given as well.
    pub(super) fn of(document: &'a str, words_of_it: &'a [String], language: Language) -> Self {
        let stems = DocumentStems::of(words_of_it, language);
        let sentences = sentences(document, language)
            .into_iter()
            .map(|span| {
                let said = stems.sentence(&words(&document[span.clone()])).sentence;
                (span, said.into_iter().collect())
            })
            .collect();
        Self {
            document,
            stems,
            sentences,
        }
    }

    /// The premise of a sentence; the document's first sentence if it shares no stem with any.
    pub(super) fn of_sentence(&self, sentence: &str) -> String {
        let said = self.stems.sentence(&words(sentence)).sentence;
        let mut left: HashSet<u32> = said.into_iter().collect();
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < SENTENCES {
            let held = |index: usize| self.sentences[index].1.intersection(&left).count();
            let best = (0..self.sentences.len())
                .filter(|index| !chosen.contains(index))
                .map(|index| (held(index), std::cmp::Reverse(index)))
                .max();
            let Some((count, std::cmp::Reverse(index))) = best else {
                break;
            };
            if count == 0 && !chosen.is_empty() {
                break;
            }
            left.retain(|stem| !self.sentences[index].1.contains(stem));
            chosen.push(index);
        }
        chosen.sort_unstable();
        let texts: Vec<&str> = chosen
            .into_iter()
            .map(|index| self.document[self.sentences[index].0.clone()].trim())
            .collect();
        texts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn premise(document: &str, sentence: &str) -> String {
        let read = words(document);
        Premises::of(document, &read, Language::English).of_sentence(sentence)
    }

    const DOCUMENT: &str = "The harbour line opens in May. It links the port with the old town. \
                            The council paid nine million for it. Trams run every ten minutes.";

    #[test]
    fn the_sentence_that_holds_all_stands_alone() {
        assert_eq!(
            premise(DOCUMENT, "The council paid nine million."),
            "The council paid nine million for it."
        );
    }

    #[test]
    fn what_one_sentence_lacks_another_adds_in_the_order_of_the_document() {
        assert_eq!(
            premise(DOCUMENT, "Trams to the port every ten minutes from May"),
            "The harbour line opens in May. It links the port with the old town. Trams run every ten minutes."
        );
    }

    #[test]
    fn where_nothing_is_shared_it_is_the_first_sentence() {
        let first = "The harbour line opens in May.";
        assert_eq!(premise(DOCUMENT, "A museum closes"), first);
        assert_eq!(premise(DOCUMENT, ""), first);
        assert_eq!(premise("", "A museum closes"), "");
    }

    #[test]
    fn of_equals_the_earlier_is_taken() {
        let document = "A tram stops. A tram goes. A tram waits.";
        assert_eq!(premise(document, "tram"), "A tram stops.");
    }
}
