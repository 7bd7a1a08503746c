//! Choosing the sentences of a summary together, under a length budget.
//!
//! [Top sentence selection](super::top_sentences) takes sentences one by one.
//! Here they are the items of paper D's problem (see [`subset`](crate::subset)):
//!
//! ```text
//! s1_i  = r_i^1.5       what a sentence says of the rest
//! s2_ij = W · m_ij      the words that two sentences share
//! budgets: the words in all; no two sentences that nearly repeat each other
//! ```
//!
//! where `r_i` is the score of top sentence selection and `m_ij` the clipped
//! overlap of two sentences. The score of a sentence grows with its length, so
//! that taking the best ones fills the budget with a few long ones; chosen
//! together, shorter ones count for the words that they save. The exponent and
//! `W` are those that keep the most of the reference on a training set of news.
//!
//! At most [`MAX_SENTENCES`] are considered, the best: time is bounded but for
//! the scores, which take linear time.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::selection::{nearly_repeats, pairs};
use super::top_sentences::{ranking, scores, words_of};
use crate::error::{Error, ErrorKind, Result};
use crate::subset::{AttributeSpec, Problem, ProblemSpec, SubsetOptions, select};
use crate::text::{Language, sentences};

/// Pairs of sentences are compared, so that there is an end to it.
const MAX_SENTENCES: usize = 200;

/// `W`: what a shared word counts. Sentences that go together are better read
/// together, as long as it is a small part of what they say.
const SHARED_WORD: f64 = 0.0003;

/// What a sentence like nothing else counts: it is better than no sentence.
const LEAST: f64 = 1e-6;

/// Half of what a pair costs: none fits.
const NO_PAIR: f64 = 0.5;

/// The sentences of `text` that are chosen together for a summary of at most
/// `budget` words, in the order of the text. None if no sentence is so short.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if the budget is 0.
pub fn subset_sentences(
    text: &str,
    language: Language,
    budget: usize,
) -> Result<Vec<Range<usize>>> {
    if budget == 0 {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            "the budget is 0 words: it must be at least 1",
        ));
    }
    let sentences = sentences(text, language);
    let scores = scores(text, &sentences);
    let chosen = choose(text, &sentences, &scores, &ranking(&scores), budget, &[])?;
    Ok(chosen
        .into_iter()
        .filter_map(|index| sentences.get(index).cloned())
        .collect())
}

/// Among the sentences that are `candidates`, best first, those to take in at
/// most `budget` words; ascending. `scores` are those of all sentences; the
/// answer is never worse than `start`, which holds candidates.
pub(super) fn choose(
    text: &str,
    sentences: &[Range<usize>],
    scores: &[f64],
    candidates: &[usize],
    budget: usize,
    start: &[usize],
) -> Result<Vec<usize>> {
    let mut items: Vec<usize> = candidates.iter().copied().take(MAX_SENTENCES).collect();
    items.sort_unstable();
    if items.is_empty() || budget == 0 {
        return Ok(start.to_vec());
    }
    let spans: Vec<Range<usize>> = items
        .iter()
        .map(|&index| sentences.get(index).cloned().unwrap_or_default())
        .collect();
    let words = words_of(text, &spans);
    // As real numbers: counts are far below 2^53. What has no word takes the
    // place of one.
    let sizes = words.iter().map(|words| words.len().max(1) as f64);
    let mut attributes = vec![AttributeSpec {
        name: Some("words".into()),
        budget: budget as f64,
        unary: sizes.collect(),
        pairs: vec![],
    }];
    let repeats = repeats(&words);
    if !repeats.is_empty() {
        attributes.push(AttributeSpec {
            name: Some("repeats".into()),
            budget: NO_PAIR,
            unary: vec![],
            pairs: repeats,
        });
    }
    let score = |index: &usize| scores.get(*index).copied().unwrap_or_default();
    let problem = Problem::new(&ProblemSpec {
        // The same bits on every machine, unlike a power.
        unary: items
            .iter()
            .map(|index| LEAST + score(index) * score(index).sqrt())
            .collect(),
        pairs: overlaps(&words)
            .into_iter()
            .map(|(i, j, shared)| (i, j, SHARED_WORD * shared))
            .collect(),
        triples: vec![],
        attributes,
    })?;
    let position = |index: &usize| items.binary_search(index).ok();
    let options = SubsetOptions {
        start: Some(start.iter().filter_map(position).collect()),
        ..Default::default()
    };
    let chosen = select(&problem, &options)?.chosen;
    Ok(chosen
        .iter()
        .filter_map(|&item| items.get(item).copied())
        .collect())
}

/// The words that two sentences share, for every two that share one.
fn overlaps(sentences: &[Vec<String>]) -> Vec<(usize, usize, f64)> {
    let bags: Vec<HashMap<&str, usize>> = sentences
        .iter()
        .map(|words| {
            let mut bag = HashMap::new();
            for word in words {
                *bag.entry(word.as_str()).or_insert(0) += 1;
            }
            bag
        })
        .collect();
    let mut found = Vec::new();
    for (i, one) in bags.iter().enumerate() {
        for (j, other) in bags.iter().enumerate().skip(i + 1) {
            let shared: usize = one
                .iter()
                .map(|(word, &count)| count.min(other.get(word).copied().unwrap_or(0)))
                .sum();
            if shared > 0 {
                found.push((i, j, shared as f64));
            }
        }
    }
    found
}

/// The pairs of sentences of which one nearly repeats the other.
fn repeats(sentences: &[Vec<String>]) -> Vec<(usize, usize, f64)> {
    let pairs: Vec<_> = sentences.iter().map(|words| pairs(words)).collect();
    let sets: Vec<HashSet<_>> = pairs
        .iter()
        .map(|of| of.iter().cloned().collect())
        .collect();
    let mut found = Vec::new();
    for j in 0..pairs.len() {
        for i in 0..j {
            if nearly_repeats(&pairs[i], &sets[j]) || nearly_repeats(&pairs[j], &sets[i]) {
                found.push((i, j, 1.0));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six words, then two of three that say as much together.
    const TEXT: &str = "The red tram to the harbour stops. The tram stops. A harbour sleeps. \
                        A cat. The tram stops. Harbour and tram.";

    #[test]
    fn the_budget_is_kept_and_used() {
        let language = Language::English;
        let count =
            |spans: &[Range<usize>]| -> usize { words_of(TEXT, spans).iter().map(Vec::len).sum() };
        for budget in 1..30 {
            let chosen = subset_sentences(TEXT, language, budget).unwrap();
            assert!(count(&chosen) <= budget, "{budget}");
            assert!(chosen.is_sorted_by_key(|span| span.start));
            // The shortest sentence has two words.
            assert_eq!(chosen.is_empty(), budget < 2, "{budget}");
        }
        assert!(subset_sentences("", language, 5).unwrap().is_empty());
        let error = subset_sentences(TEXT, language, 0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    }

    #[test]
    fn sentences_do_not_repeat_each_other() {
        let all = subset_sentences(TEXT, Language::English, 100).unwrap();
        let all: Vec<&str> = all.into_iter().map(|span| &TEXT[span]).collect();
        assert_eq!(
            all.iter().filter(|one| **one == "The tram stops.").count(),
            1
        );
        assert_eq!(all.len(), 5);
    }

    #[test]
    fn it_is_the_best_choice_by_trying_every_one() {
        let sentences = sentences(TEXT, Language::English);
        let scores = scores(TEXT, &sentences);
        let words = words_of(TEXT, &sentences);
        let (overlaps, repeats) = (overlaps(&words), repeats(&words));
        for budget in 2..25 {
            let value = |choice: u32| {
                let inside = |i: usize| choice >> i & 1 == 1;
                let both = |i: usize, j: usize| inside(i) && inside(j);
                let size: usize = (0..words.len())
                    .filter(|&i| inside(i))
                    .map(|i| words[i].len())
                    .sum();
                if size > budget || repeats.iter().any(|&(i, j, _)| both(i, j)) {
                    return 0.0;
                }
                let alone = (0..words.len())
                    .filter(|&i| inside(i))
                    .map(|i| LEAST + scores[i].powf(1.5));
                let shared = overlaps.iter().filter(|&&(i, j, _)| both(i, j));
                alone.sum::<f64>() + SHARED_WORD * shared.map(|pair| pair.2).sum::<f64>()
            };
            let best = (0..1_u32 << words.len()).map(value).fold(0.0, f64::max);
            let candidates = ranking(&scores);
            let chosen = choose(TEXT, &sentences, &scores, &candidates, budget, &[]).unwrap();
            let found = value(chosen.iter().map(|i| 1 << i).sum());
            assert!((found - best).abs() < 1e-9, "{budget}: {found} {best}");
        }
    }
}
