//! What a summary tells of its document and how, counted in words over the whole of both:
//! how long the pieces are that it takes over, how much of the document's beginning it
//! holds beyond what a title does, and how often it repeats itself.
//!
//! Cost: linear in both texts, but for density, which costs at worst the product of their
//! lengths; so it looks at the first words only.

use std::collections::{HashMap, HashSet};

use crate::matcher::parts::weighed;
use crate::matcher::stems::numbered;
use crate::metrics::fragments::fragments_of;
use crate::model::manifest::FitSpec;
use crate::text::tokenize::words;

/// Words of a document and of a summary among which density looks for pieces.
const DENSITY_WORDS: [usize; 2] = [20_000, 2_000];

/// Words of a document that are its lead.
const LEAD_WORDS: usize = 150;

/// Words of the lead that a title or a short sentence may hold, since a frequent word counts as often as
/// the lead says it: only more than these speak for a summary.
const LEAD_OF_A_TITLE: usize = 30;

/// Words of a run whose repetition counts.
const RUN: usize = 3;

/// What is counted of a whole summary; 0 where it has no weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Content {
    /// ln (1 + extractive density) (Grusky, Naaman and Artzi 2018) of the summary's first
    /// 2,000 words among the document's first 20,000; at least 0.
    pub(super) density: f64,
    /// Words of the document's first 150 that the summary holds, beyond 30, by 150: 0 to 0.8.
    pub(super) lead: f64,
    /// Share of the summary's runs of three words that stand in it before, 0 to 1.
    pub(super) repetition: f64,
}

impl Content {
    /// What `spec` weighs of a summary of a document that is given as words.
    pub(super) fn of(document: &[String], summary: &str, spec: &FitSpec) -> Self {
        if [spec.density, spec.lead, spec.repetition] == [0.0; 3] {
            return Self::default();
        }
        let summary = &words(summary);
        Self {
            density: weighed(spec.density, || density(document, summary).ln_1p()),
            lead: weighed(spec.lead, || lead(document, summary)),
            repetition: weighed(spec.repetition, || repetition(summary)),
        }
    }
}

/// The extractive density of a summary, of as many words as count.
fn density(document: &[String], summary: &[String]) -> f64 {
    let [of_document, of_summary] = DENSITY_WORDS;
    // As numbers, which are compared faster.
    let mut known: HashMap<&String, u32> = HashMap::new();
    let [document, summary] =
        [(document, of_document), (summary, of_summary)].map(|(words, most)| -> Vec<u32> {
            let numbers = words.iter().take(most);
            numbers.map(|word| numbered(&mut known, word)).collect()
        });
    fragments_of(&document, &summary).density
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

/// The share of a summary's runs of words that it has said before (See, Liu and Manning
/// 2017 count them so).
fn repetition(summary: &[String]) -> f64 {
    let mut said = HashSet::new();
    let runs = summary.windows(RUN);
    let of = runs.len();
    let repeated = runs.filter(|run| !said.insert(*run)).count();
    repeated as f64 / of.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::extractive_fragments;

    #[test]
    fn density_is_that_of_the_fragments_of_the_first_words() {
        let found = |document: &str, summary: &str| density(&words(document), &words(summary));
        for (document, summary) in [
            ("The harbour line opens in May.", "Harbour line opens today"),
            ("The line opens. It links the town.", "It links the line"),
            ("a", ""),
            ("", "a"),
        ] {
            let wanted = extractive_fragments(document, summary).density;
            assert_eq!(found(document, summary), wanted, "{summary}");
        }
        // Of what is beyond the limits, the `c` of the document would be found, and the `d` of the
        // summary would count.
        let [of_document, of_summary] = DENSITY_WORDS;
        let document = "a ".repeat(of_document) + &"c ".repeat(10_000);
        let summary = "a c ".repeat(of_summary / 2) + &"d ".repeat(8_000);
        assert_eq!(found(&document, &summary), 0.5);
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
    fn what_is_said_again_counts_by_runs_of_three_words() {
        let found = |summary: &str| repetition(&words(summary));
        assert_eq!(found("the line opens in may"), 0.0);
        // Of six runs, "the line opens" comes again.
        assert_eq!(found("the line opens and the line opens today"), 1.0 / 6.0);
        assert_eq!(found("la la la la"), 0.5);
        assert_eq!(found("the line"), 0.0);
        assert_eq!(found(""), 0.0);
    }
}
