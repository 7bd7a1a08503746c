//! ROUGE: overlap of a hypothesis with a reference (Lin 2004).
//!
//! With `o` the overlap, `h` the size of the hypothesis and `r` that of the
//! reference:
//!
//! ```text
//! precision = o / h    recall = o / r    F1 = 2 · precision · recall / (precision + recall)
//! ```
//!
//! For ROUGE-N the sizes count n-grams and `o` is the clipped overlap: each
//! n-gram counts as often as it occurs in the text that has it less often. For
//! ROUGE-L the sizes count tokens and `o` is the length of the longest common
//! subsequence; for ROUGE-Lsum see [`rouge_lsum()`]. Where a divisor would be
//! zero the value is zero. The figures equal those of the `rouge-score` package
//! on the same tokens.
//!
//! ROUGE-N needs linear time and memory. ROUGE-L needs linear memory and at
//! most `h · r / 64` word operations; ten thousand tokens against ten thousand
//! take milliseconds.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::common_subsequence::Columns;
use super::rouge_lsum::rouge_lsum;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// Precision, recall and their harmonic mean, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrecisionRecallF1 {
    /// Share of the hypothesis that the reference holds.
    pub precision: f64,
    /// Share of the reference that the hypothesis holds.
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
}

impl PrecisionRecallF1 {
    /// The three measures from counts: what both have in common, the size of
    /// the hypothesis and the size of the reference.
    ///
    /// ```
    /// use epitome::metrics::PrecisionRecallF1;
    ///
    /// let measures = PrecisionRecallF1::from_counts(1, 2, 4);
    /// assert_eq!((measures.precision, measures.recall), (0.5, 0.25));
    /// ```
    pub fn from_counts(overlap: usize, hypothesis: usize, reference: usize) -> Self {
        // As real numbers: counts are far below 2^53.
        let share = |of: usize| overlap as f64 / of.max(1) as f64;
        let (precision, recall) = (share(hypothesis), share(reference));
        let sum = precision + recall;
        let f1 = if sum > 0.0 {
            2.0 * precision * recall / sum
        } else {
            0.0
        };
        Self {
            precision,
            recall,
            f1,
        }
    }
}

/// ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum of one pair of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RougeScores {
    /// Overlap of words.
    pub rouge1: PrecisionRecallF1,
    /// Overlap of pairs of neighbouring words.
    pub rouge2: PrecisionRecallF1,
    /// Longest common subsequence of words.
    pub rouge_l: PrecisionRecallF1,
    /// Longest common subsequences of words, sentence by sentence.
    pub rouge_lsum: PrecisionRecallF1,
}

/// What [`rouge_with`] can be told. An unknown field is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RougeOptions {
    /// The language of both texts, by whose rules they are split into the
    /// sentences of ROUGE-Lsum. Default: guessed from each text.
    pub language: Option<Language>,
}

/// [`rouge_with`] in the languages that the texts seem to have.
///
/// ```
/// let scores = epitome::metrics::rouge("The tram is late.", "The tram was late");
/// assert_eq!(scores.rouge1.f1, 0.75);
/// ```
pub fn rouge(hypothesis: &str, reference: &str) -> RougeScores {
    rouge_with(hypothesis, reference, RougeOptions::default())
}

/// ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum over [`words()`] and, for the
/// last, [`sentences()`]. Words are the same in every language: Han characters
/// one by one, other scripts by runs of letters and digits.
///
/// ```
/// use epitome::metrics::{RougeOptions, rouge_with};
/// use epitome::text::Language;
///
/// let options = RougeOptions { language: Some(Language::Chinese) };
/// let scores = rouge_with("地铁晚点。天气很好。", "天气很好。地铁晚点。", options);
/// assert_eq!((scores.rouge_l.f1, scores.rouge_lsum.f1), (0.5, 1.0));
/// ```
pub fn rouge_with(hypothesis: &str, reference: &str, options: RougeOptions) -> RougeScores {
    let in_sentences = |text: &str| -> Vec<Vec<String>> {
        let language = options
            .language
            .or_else(|| Language::detect(text))
            .unwrap_or(Language::English);
        // A line ends a sentence, as in `rouge-score`.
        let lines = text.lines();
        lines
            .flat_map(|line| {
                let spans = sentences(line, language).into_iter();
                spans.map(|span| words(line.get(span).unwrap_or_default()))
            })
            .collect()
    };
    let (hypothesis_words, reference_words) = (words(hypothesis), words(reference));
    RougeScores {
        rouge1: rouge_n(&hypothesis_words, &reference_words, 1),
        rouge2: rouge_n(&hypothesis_words, &reference_words, 2),
        rouge_l: rouge_l(&hypothesis_words, &reference_words),
        rouge_lsum: rouge_lsum(&in_sentences(hypothesis), &in_sentences(reference)),
    }
}

/// ROUGE-N over tokens of any kind. All zero when `n` is 0 or a side has fewer
/// than `n` tokens.
///
/// ```
/// use epitome::metrics::rouge_n;
///
/// let hypothesis: Vec<char> = "天气很好".chars().collect();
/// let reference: Vec<char> = "天气好".chars().collect();
/// assert_eq!(rouge_n(&hypothesis, &reference, 2).recall, 0.5);
/// ```
pub fn rouge_n<T: Eq + Hash>(hypothesis: &[T], reference: &[T], n: usize) -> PrecisionRecallF1 {
    if n == 0 {
        return PrecisionRecallF1::default();
    }
    let mut remaining: HashMap<&[T], usize> = HashMap::new();
    for gram in reference.windows(n) {
        *remaining.entry(gram).or_default() += 1;
    }
    let mut overlap = 0;
    for gram in hypothesis.windows(n) {
        if let Some(count) = remaining.get_mut(gram).filter(|count| **count > 0) {
            *count -= 1;
            overlap += 1;
        }
    }
    let grams = |tokens: &[T]| (tokens.len() + 1).saturating_sub(n);
    PrecisionRecallF1::from_counts(overlap, grams(hypothesis), grams(reference))
}

/// ROUGE-L over tokens of any kind. All zero when a side is empty.
///
/// ```
/// use epitome::metrics::rouge_l;
///
/// assert_eq!(rouge_l(&["a", "x", "b"], &["a", "b", "y"]).precision, 2.0 / 3.0);
/// ```
pub fn rouge_l<T: Eq + Hash>(hypothesis: &[T], reference: &[T]) -> PrecisionRecallF1 {
    // The shorter side as columns: fewer bits in every row.
    let (columns, rows) = if hypothesis.len() <= reference.len() {
        (hypothesis, reference)
    } else {
        (reference, hypothesis)
    };
    let common = Columns::new(columns).length_with(rows);
    PrecisionRecallF1::from_counts(common, hypothesis.len(), reference.len())
}
