//! Top sentence selection (paper E, section 3.1, Algorithm 1, syntactic form).
//!
//! The score of a sentence is its likeness to the rest of the document,
//!
//! ```text
//! r_i = ROUGE-1 F1 (s_i, Document \ s_i)
//! ```
//!
//! over [`words()`]. The counts of the rest are those of the whole document minus
//! those of the sentence, so all scores together take linear time: every word
//! is read once. Of sentences with equal scores the earlier is the better.

use std::collections::HashMap;
use std::ops::Range;

use crate::metrics::PrecisionRecallF1;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// The `count` best sentences of `text`, in the order of the text. All of them
/// if there are no more.
///
/// ```
/// use epitome::summarizer::top_sentences;
/// use epitome::text::Language;
///
/// let text = "The tram is late. A cat sleeps. The line of the tram is blocked. It is the line to the harbour.";
/// let best = top_sentences(text, Language::English, 1);
/// assert_eq!(&text[best[0].clone()], "The line of the tram is blocked.");
/// ```
pub fn top_sentences(text: &str, language: Language, count: usize) -> Vec<Range<usize>> {
    let sentences = sentences(text, language);
    let mut best = ranking(&scores(text, &sentences));
    best.truncate(count);
    best.sort_unstable();
    best.into_iter()
        .filter_map(|index| sentences.get(index).cloned())
        .collect()
}

/// The score `r_i` of each of the `parts` of `text`, against all other parts.
/// A part whose range is not in the text counts as empty.
pub fn scores(text: &str, parts: &[Range<usize>]) -> Vec<f64> {
    let words = parts
        .iter()
        .map(|part| words(text.get(part.clone()).unwrap_or_default()))
        .collect::<Vec<_>>();
    let bags = Bags::new(&words);
    (0..words.len()).map(|index| bags.score(index)).collect()
}

/// The indices of `scores` from the best to the worst, equal ones in order.
pub(super) fn ranking(scores: &[f64]) -> Vec<usize> {
    let score = |index: usize| scores.get(index).copied().unwrap_or_default();
    let mut indices: Vec<usize> = (0..scores.len()).collect();
    indices.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
    indices
}

/// Word counts of the parts of a document and of all of it.
struct Bags {
    /// For each part its distinct words, as indices into `totals`, with counts.
    parts: Vec<Vec<(usize, usize)>>,
    /// For each distinct word its count in the document.
    totals: Vec<usize>,
    /// The number of words in the document.
    size: usize,
}

impl Bags {
    fn new(parts: &[Vec<String>]) -> Self {
        let mut indices: HashMap<&str, usize> = HashMap::new();
        let mut totals = Vec::new();
        let parts = parts
            .iter()
            .map(|words| {
                let mut part: Vec<usize> = words
                    .iter()
                    .map(|word| {
                        let next = indices.len();
                        *indices.entry(word).or_insert(next)
                    })
                    .collect();
                part.sort_unstable();
                part.chunk_by(|a, b| a == b)
                    .filter_map(|equal| equal.first().map(|&word| (word, equal.len())))
                    .collect::<Vec<_>>()
            })
            .collect::<Vec<_>>();
        totals.resize(indices.len(), 0);
        for &(word, count) in parts.iter().flatten() {
            if let Some(total) = totals.get_mut(word) {
                *total += count;
            }
        }
        let size = totals.iter().sum();
        Self {
            parts,
            totals,
            size,
        }
    }

    /// ROUGE-1 F1 of a part against the other parts.
    fn score(&self, index: usize) -> f64 {
        let Some(part) = self.parts.get(index) else {
            return 0.0;
        };
        let size: usize = part.iter().map(|&(_, count)| count).sum();
        let overlap = part
            .iter()
            .map(|&(word, count)| {
                let total = self.totals.get(word).copied().unwrap_or_default();
                count.min(total - count)
            })
            .sum();
        PrecisionRecallF1::from_counts(overlap, size, self.size - size).f1
    }
}
