//! TextRank for sentences (Mihalcea and Tarau 2004, section 4).
//!
//! The sentences are the nodes of a graph. The weight of the edge between two
//! of them is their similarity,
//!
//! ```text
//! w_ij = |distinct words of both| / (ln |s_i| + ln |s_j|)
//! ```
//!
//! with `|s|` the number of words of a sentence; it is 0 where both have one
//! word. The scores solve the weighted PageRank with `d = 0.85`,
//!
//! ```text
//! r_i = (1 − d) / n + d · (Σ_j w_ij r_j / Σ_k w_jk + (Σ r of sentences without edges) / n)
//! ```
//!
//! and add up to 1. Nothing is trained, and no word is left out; the paper
//! leaves the choice of words to a filter that each language would need its
//! own of. Words are those of [`words()`](crate::text::tokenize::words()).
//!
//! The edges are never written down. Sentences are grouped by word and by
//! length, so that a step of the iteration takes at most words · distinct
//! lengths of sentences; as lengths add up to the number of words `N`, that is
//! below `N · √(2N)`. A document of 100,000 characters takes some milliseconds,
//! whether it has a hundred sentences or thirty thousand.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::top_sentences::words_of;
use crate::order;

/// The share of a sentence's score that comes over the edges.
const DAMPING: f64 = 0.85;

/// The iteration ends when the scores change by less than this in all…
const TOLERANCE: f64 = 1e-10;

/// …or after this many steps, when they are within 0.85^200 < 1e-14 of the
/// solution.
const MAX_STEPS: usize = 200;

/// Scores are rounded to a multiple of 1 / this, so that sentences that are
/// equally central tie on every machine, whatever its logarithm's last digit.
const ROUNDING: f64 = 1e9;

/// The TextRank score of each of the `parts` of `text`, to nine decimals. A part
/// whose range is not in the text counts as empty.
///
/// ```
/// use epitome::summarizer::textrank;
///
/// let text = "The tram is late. The tram is full. A cat sleeps.";
/// let scores = textrank::scores(text, &[0..17, 18..35, 36..49]);
/// assert!(scores[0] == scores[1] && scores[1] > scores[2]);
/// ```
pub fn scores(text: &str, parts: &[Range<usize>]) -> Vec<f64> {
    let graph = Graph::new(&words_of(text, parts));
    graph
        .rank()
        .into_iter()
        .map(|score| (score * ROUNDING).round() / ROUNDING)
        .collect()
}

/// The similarities of all sentences.
struct Graph {
    /// For each sentence its distinct words, ascending.
    words: Vec<Vec<usize>>,
    /// For each sentence the index of its length in `logarithms`.
    lengths: Vec<usize>,
    /// `1 / (ln |s_i| + ln |s_j|)` for each pair of lengths that occur, row after
    /// row; 0 where the sum is. The lengths that occur are at most `√(2N)`.
    factors: Vec<f64>,
    /// The number of lengths that occur.
    width: usize,
    /// For each word the lengths of the sentences that hold it, with the place
    /// of their sum among all sums.
    groups: Vec<Vec<(usize, usize)>>,
    /// The number of sums.
    sums: usize,
    /// For each sentence and each of its words the place of the sum that it adds
    /// to.
    own: Vec<Vec<usize>>,
}

impl Graph {
    fn new(sentences: &[Vec<String>]) -> Self {
        let mut indices: HashMap<&str, usize> = HashMap::new();
        let words: Vec<Vec<usize>> = sentences
            .iter()
            .map(|sentence| {
                let mut words: Vec<usize> = sentence
                    .iter()
                    .map(|word| {
                        let next = indices.len();
                        *indices.entry(word).or_insert(next)
                    })
                    .collect();
                words.sort_unstable();
                words.dedup();
                words
            })
            .collect();
        let mut ranks: BTreeMap<usize, usize> = sentences
            .iter()
            .map(|sentence| (sentence.len(), 0))
            .collect();
        for (rank, index) in ranks.values_mut().enumerate() {
            *index = rank;
        }
        let lengths: Vec<usize> = sentences
            .iter()
            .map(|sentence| ranks.get(&sentence.len()).copied().unwrap_or_default())
            .collect();
        // A sentence without words has no edges: its logarithm is not used.
        let logarithms: Vec<f64> = ranks
            .keys()
            .map(|&length| (length.max(1) as f64).ln())
            .collect();
        let factors = logarithms
            .iter()
            .flat_map(|a| logarithms.iter().map(move |b| a + b))
            .map(|sum| if sum > 0.0 { 1.0 / sum } else { 0.0 })
            .collect();

        let mut groups: Vec<Vec<(usize, usize)>> = vec![Vec::new(); indices.len()];
        let mut order: Vec<usize> = (0..words.len()).collect();
        order::by_key(&mut order, |&sentence| lengths.get(sentence));
        let mut sums = 0;
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); words.len()];
        for sentence in order {
            let (Some(of_sentence), Some(&length), Some(own)) = (
                words.get(sentence),
                lengths.get(sentence),
                own.get_mut(sentence),
            ) else {
                continue;
            };
            for &word in of_sentence {
                let Some(group) = groups.get_mut(word) else {
                    continue;
                };
                // Sentences come in the order of their lengths.
                if group.last().is_none_or(|&(last, _)| last != length) {
                    group.push((length, sums));
                    sums += 1;
                }
                own.extend(group.last().map(|&(_, place)| place));
            }
        }
        Self {
            words,
            lengths,
            factors,
            width: ranks.len(),
            groups,
            sums,
            own,
        }
    }

    /// For each sentence `i` the sum of `w_ij · values_j` over all others.
    fn spread(&self, values: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.sums];
        for (places, value) in self.own.iter().zip(values) {
            for &place in places {
                if let Some(sum) = sums.get_mut(place) {
                    *sum += value;
                }
            }
        }
        self.words
            .iter()
            .zip(&self.lengths)
            .zip(values)
            .map(|((words, &length), value)| {
                let factors = self.factors(length);
                let factor = |other: usize| factors.get(other).copied().unwrap_or_default();
                let mut received = 0.0;
                for group in words.iter().filter_map(|&word| self.groups.get(word)) {
                    for &(other, place) in group {
                        received += sums.get(place).copied().unwrap_or_default() * factor(other);
                    }
                }
                let itself = words.len() as f64 * factor(length) * value;
                // What is left of a sentence that shares no word is rounding.
                (received - itself).max(0.0)
            })
            .collect()
    }

    /// The factors of a length, by the indices of the other length.
    fn factors(&self, length: usize) -> &[f64] {
        let start = length * self.width;
        self.factors
            .get(start..start + self.width)
            .unwrap_or_default()
    }

    /// Whether each sentence shares a word with another, one of them having two
    /// words or more.
    fn has_edges(&self) -> Vec<bool> {
        let holders = {
            let mut holders = vec![0_usize; self.groups.len()];
            for &word in self.words.iter().flatten() {
                if let Some(count) = holders.get_mut(word) {
                    *count += 1;
                }
            }
            holders
        };
        self.words
            .iter()
            .zip(&self.lengths)
            .map(|(words, &length)| {
                let factors = self.factors(length);
                words.iter().any(|&word| {
                    let shared = holders.get(word).is_some_and(|&count| count > 1);
                    let lengths = self.groups.get(word);
                    shared
                        && lengths.is_some_and(|lengths| {
                            lengths
                                .iter()
                                .any(|&(other, _)| factors.get(other).is_some_and(|&f| f > 0.0))
                        })
                })
            })
            .collect()
    }

    fn rank(&self) -> Vec<f64> {
        // As a real number: counts are far below 2^53.
        let size = self.words.len().max(1) as f64;
        let has_edges = self.has_edges();
        let degrees = self.spread(&vec![1.0; self.words.len()]);
        let mut scores = vec![1.0 / size; self.words.len()];
        for _ in 0..MAX_STEPS {
            let shares: Vec<f64> = scores
                .iter()
                .zip(&degrees)
                .zip(&has_edges)
                .map(|((score, degree), has_edges)| if *has_edges { score / degree } else { 0.0 })
                .collect();
            let loose: f64 = scores
                .iter()
                .zip(&has_edges)
                .filter_map(|(score, has_edges)| (!has_edges).then_some(score))
                .sum();
            let base = (1.0 - DAMPING + DAMPING * loose) / size;
            let next: Vec<f64> = self
                .spread(&shares)
                .iter()
                .zip(&has_edges)
                .map(|(received, has_edges)| {
                    base + if *has_edges { DAMPING * received } else { 0.0 }
                })
                .collect();
            let change: f64 = next.iter().zip(&scores).map(|(a, b)| (a - b).abs()).sum();
            scores = next;
            if change < TOLERANCE {
                break;
            }
        }
        scores
    }
}
