//! Choosing several sentences that do not repeat each other.
//!
//! Sentences are taken from the best to the worst. One is passed over if it
//! nearly repeats a chosen one: if at least [`NEAR_REPEAT`] of its pairs of
//! neighbouring words, the first word counting as a pair with the beginning,
//! occur in it. Linear time for a fixed number of chosen sentences.

use std::collections::HashSet;
use std::ops::Range;

use crate::text::tokenize::words;

/// The share of word pairs from which a sentence adds too little. Rewordings
/// of one event stay below it; corrected copies and quotations with a changed
/// ending reach it.
const NEAR_REPEAT: f64 = 0.6;

/// The first `count` of `candidates` (indices of `sentences`, best first) that
/// do not nearly repeat one another, in the order of the text.
pub(super) fn select(
    text: &str,
    sentences: &[Range<usize>],
    candidates: impl IntoIterator<Item = usize>,
    count: usize,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    let mut pairs_of_chosen: Vec<HashSet<(String, String)>> = Vec::new();
    for index in candidates {
        if chosen.len() == count {
            break;
        }
        let content = sentences.get(index).and_then(|span| text.get(span.clone()));
        let pairs = pairs(&words(content.unwrap_or_default()));
        if !pairs_of_chosen
            .iter()
            .any(|seen| nearly_repeats(&pairs, seen))
        {
            chosen.push(index);
            pairs_of_chosen.push(pairs.into_iter().collect());
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Each word of a sentence with the word before it.
pub(super) fn pairs(words: &[String]) -> Vec<(String, String)> {
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    before
        .zip(words)
        .map(|(before, word)| (before.to_owned(), word.clone()))
        .collect()
}

/// Whether enough of the `pairs` of a sentence are among those `seen`.
pub(super) fn nearly_repeats(pairs: &[(String, String)], seen: &HashSet<(String, String)>) -> bool {
    let repeated = pairs.iter().filter(|pair| seen.contains(pair)).count();
    repeated as f64 >= NEAR_REPEAT * pairs.len() as f64
}
