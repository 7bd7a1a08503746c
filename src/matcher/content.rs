//! What a summary tells of its document and how, counted in words over the whole of both:
//! how long the pieces are that it takes over and how many there are, how much of the document's beginning it
//! holds beyond what a title does and how many of its frequent words, how often it repeats itself, what it denies, and how long a text it sums up.
//!
//! Cost: linear in both texts, but for the pieces, which cost at worst the product of their
//! lengths; so they are looked for among the first words only.

use std::collections::{HashMap, HashSet};

use crate::matcher::negations::unheld_negations;
use crate::matcher::parts::weighed;
use crate::matcher::stems::{DocumentStems, SentenceStems, numbered};
use crate::matcher::topics::topics;
use crate::metrics::fragments::{ExtractiveFragments, fragments_of};
use crate::model::manifest::FitSpec;
use crate::text::{Language, said};

/// Words of a document and of a summary among which pieces are looked for.
const PIECED_WORDS: [usize; 2] = [20_000, 2_000];

/// Words of a fragment that counts as a piece: a single word may have come by itself.
const PIECE: usize = 2;

/// Words of a document that are its lead.
const LEAD_WORDS: usize = 150;

/// Words of a document between which its length counts: people judged summaries of such.
const LENGTHS: [usize; 2] = [20, 400];

/// Words of the lead that a title or a short sentence may hold, since a frequent word counts as often as
/// the lead says it: only more than these speak for a summary.
const LEAD_OF_A_TITLE: usize = 30;

/// How many content words back one that is said again is looked for: without a limit a long summary would repeat
/// more for its length alone.
const AGAIN_WITHIN: usize = 30;

/// Content words that may be said again: a summary names its subject twice.
const AGAIN: usize = 1;

/// What is counted of a whole summary; 0 where it has no weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Content {
    /// ln (1 + extractive density) (Grusky, Naaman and Artzi 2018) of the summary's first
    /// 2,000 words among the document's first 20,000; at least 0.
    pub(super) density: f64,
    /// ln (1 + fragments of two words or more that stand in the document after the end of the one before
    /// them) among the same words; at least 0. One piece is a clause that was picked; several sum up more of
    /// the text. Pieces that change places may turn what it says round, and do not count.
    pub(super) fragments: f64,
    /// ln (words of the document / 20), of 20 to 400 words: 0 to ln 20. A longer document is likelier to say
    /// somewhere, in other words, what a summary says in words of its own; in a single sentence nearly all is
    /// shared, by false summaries too.
    pub(super) length: f64,
    /// Words of the document's first 150 that the summary holds, beyond 30, by 150: 0 to 0.8.
    pub(super) lead: f64,
    /// Distinct content stems of the summary that the document says three times or more, beyond 3 and up
    /// to 15, by 12: 0 to 1.
    pub(super) topics: f64,
    /// How many of the summary's content words have a stem that is among those of the 30 content words before
    /// them, less one, by how many it has: 0 to 1.
    pub(super) repetition: f64,
    /// ln (1 + negations that the document does not hold, half for one that it has beside other words); at least 0.
    pub(super) negations: f64,
}

impl Content {
    /// What `spec` weighs of a summary of a document that is given as words, and as stems where
    /// a part reads them.
    pub(super) fn of(
        document: &[String],
        stems: Option<&DocumentStems>,
        summary: &str,
        language: Language,
        spec: &FitSpec,
    ) -> Self {
        let weights = [
            spec.density,
            spec.fragments,
            spec.length,
            spec.lead,
            spec.topics,
            spec.repetition,
            spec.negations,
        ];
        if weights == [0.0; 7] {
            return Self::default();
        }
        let summary = &said(summary, language);
        let pieces = weighed(spec.density.max(spec.fragments), || {
            pieces(document, summary)
        });
        let of_summary = weighed(spec.topics.max(spec.repetition), || {
            stems.map(|stems| stems.sentence(summary))
        });
        let of_stems = |part: fn(&SentenceStems) -> f64| of_summary.as_ref().map_or(0.0, part);
        Self {
            density: weighed(spec.density, || pieces.density.ln_1p()),
            fragments: weighed(spec.fragments, || (in_order(&pieces) as f64).ln_1p()),
            length: weighed(spec.length, || length(document)),
            lead: weighed(spec.lead, || lead(document, summary)),
            topics: weighed(spec.topics, || of_stems(topics)),
            repetition: weighed(spec.repetition, || of_stems(repetition)),
            negations: weighed(spec.negations, || {
                unheld_negations(document, summary, language).ln_1p()
            }),
        }
    }
}

/// The extractive fragments of a summary, of as many words as count.
fn pieces(document: &[String], summary: &[String]) -> ExtractiveFragments {
    let [of_document, of_summary] = PIECED_WORDS;
    // As numbers, which are compared faster.
    let mut known: HashMap<&String, u32> = HashMap::new();
    let [document, summary] =
        [(document, of_document), (summary, of_summary)].map(|(words, most)| -> Vec<u32> {
            let numbers = words.iter().take(most);
            numbers.map(|word| numbered(&mut known, word)).collect()
        });
    fragments_of(&document, &summary)
}

/// How many pieces stand in the document after the end of the one before them, the first among them.
fn in_order(pieces: &ExtractiveFragments) -> usize {
    let mut end = 0;
    let of_words = pieces.fragments.iter().filter(|one| one.length >= PIECE);
    of_words
        .filter(|one| one.document >= std::mem::replace(&mut end, one.document + one.length))
        .count()
}

/// The logarithm of how many times the least length that counts a document has.
fn length(document: &[String]) -> f64 {
    let [least, most] = LENGTHS;
    (document.len().clamp(least, most) as f64 / least as f64).ln()
}

/// The words of a document's lead that its summary holds beyond what a title does, by the length
/// of a lead. The beginning stands in for the reference that there is none of, as the first
/// sentences do in SUPERT (Gao, Zhao and Eger 2020). A document shorter than a lead has less to tell.
fn lead(document: &[String], summary: &[String]) -> f64 {
    let told: HashSet<&String> = summary.iter().collect();
    let lead = document.get(..LEAD_WORDS).unwrap_or(document);
    let held = lead.iter().filter(|word| told.contains(word)).count();
    held.saturating_sub(LEAD_OF_A_TITLE) as f64 / LEAD_WORDS as f64
}

/// How many of a summary's content words it has said shortly before, less one, by how many it has. Whoever says the
/// same again tells less in as many words, and what two sentences say of one thing hangs together less.
fn repetition(said: &SentenceStems) -> f64 {
    let mut last = HashMap::new();
    let again = said.sentence.iter().enumerate().filter(|&(at, stem)| {
        let before = last.insert(stem, at);
        before.is_some_and(|before| at - before <= AGAIN_WITHIN)
    });
    let again = again.count().saturating_sub(AGAIN);
    again as f64 / said.sentence.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::extractive_fragments;
    use crate::text::tokenize::words;

    #[test]
    fn pieces_are_the_fragments_of_the_first_words() {
        let found = |document: &str, summary: &str| pieces(&words(document), &words(summary));
        for (document, summary) in [
            ("The harbour line opens in May.", "Harbour line opens today"),
            ("The line opens. It links the town.", "It links the line"),
            ("a", ""),
            ("", "a"),
        ] {
            let wanted = extractive_fragments(document, summary);
            assert_eq!(found(document, summary), wanted, "{summary}");
        }
        // Of what is beyond the limits, the `c` of the document would be found, and the `d` of the
        // summary would count.
        let [of_document, of_summary] = PIECED_WORDS;
        let document = "a ".repeat(of_document) + &"c ".repeat(10_000);
        let summary = "a c ".repeat(of_summary / 2) + &"d ".repeat(8_000);
        assert_eq!(found(&document, &summary).density, 0.5);
    }

    #[test]
    fn the_lead_is_told_by_the_words_that_it_shares() {
        let found = |document: &str, summary: &str| lead(&words(document), &words(summary));
        // A word counts as often as the document says it.
        let document = "the line links the port ".repeat(20);
        assert_eq!(found(&document, "The new line"), 30.0 / 150.0);
        assert_eq!(found(&document, "A new port"), 0.0);
        assert_eq!(found("", "a"), 0.0);
        assert_eq!(found("a", ""), 0.0);
        let beyond = "a ".repeat(LEAD_WORDS) + &"b ".repeat(50);
        assert_eq!((found(&beyond, "b"), found(&beyond, "a")), (0.0, 0.8));
    }

    #[test]
    fn pieces_count_in_the_order_of_the_document() {
        let found = |summary: &str| {
            let document =
                words("The harbour line opens in May. The mayor praised the new bridge.");
            in_order(&pieces(&document, &words(summary)))
        };
        assert_eq!(found("Harbour line opens in May"), 1);
        assert_eq!(found("Line opens: mayor praised new bridge"), 3);
        // May alone is no piece, and the line stands before the bridge.
        assert_eq!(found("New bridge, May, harbour line, mayor praised"), 2);
        assert_eq!(found("Harbour line, harbour line, harbour line"), 1);
        assert_eq!((found("May"), found("")), (0, 0));
    }

    #[test]
    fn the_length_of_a_document_counts_between_two_bounds() {
        let found = |times: usize| length(&words(&"a ".repeat(times)));
        assert_eq!((found(0), found(20), found(21) > 0.0), (0.0, 0.0, true));
        assert_eq!(found(400), 20_f64.ln());
        assert_eq!(found(5_000), found(400));
    }

    #[test]
    fn what_is_said_again_shortly_after_counts_but_for_one() {
        let found = |summary: &str| {
            let stems = DocumentStems::of(&[], Language::English);
            repetition(&stems.sentence(&words(summary)))
        };
        assert_eq!(found("the line opens in may"), 0.0);
        // One of four, and four of seven, less one.
        assert_eq!(found("the line opens and the line closes"), 0.0);
        let thrice = "The line opens in May. It is the line to open; May it open";
        assert_eq!(found(thrice), 3.0 / 7.0);
        assert_eq!(found("la la la la"), 0.5);
        assert_eq!((found("the line"), found("")), (0.0, 0.0));
        // The first of 31 different ones is said again as the 31st one after it, and all others so.
        let different: String = (0..31).map(|number| format!("{number} ")).collect();
        assert_eq!(found(&different.repeat(3)), 0.0);
        let fewer: String = (0..30).map(|number| format!("{number} ")).collect();
        assert_eq!(found(&fewer.repeat(2)), 29.0 / 60.0);
    }
}
