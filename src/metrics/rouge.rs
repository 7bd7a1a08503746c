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
//! subsequence. Where a divisor would be zero the value is zero. The figures
//! equal those of the `rouge-score` package on the same tokens.
//!
//! ROUGE-N needs linear time and memory. ROUGE-L needs linear memory and at
//! most `h · r / 64` word operations; ten thousand tokens against ten thousand
//! take milliseconds.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::text::tokenize::words;

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

/// ROUGE-1, ROUGE-2 and ROUGE-L of one pair of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RougeScores {
    /// Overlap of words.
    pub rouge1: PrecisionRecallF1,
    /// Overlap of pairs of neighbouring words.
    pub rouge2: PrecisionRecallF1,
    /// Longest common subsequence of words.
    pub rouge_l: PrecisionRecallF1,
}

/// ROUGE-1, ROUGE-2 and ROUGE-L over [`words()`].
///
/// ```
/// let scores = epitome::metrics::rouge("The tram is late.", "The tram was late");
/// assert_eq!(scores.rouge1.f1, 0.75);
/// ```
pub fn rouge(hypothesis: &str, reference: &str) -> RougeScores {
    let hypothesis = words(hypothesis);
    let reference = words(reference);
    RougeScores {
        rouge1: rouge_n(&hypothesis, &reference, 1),
        rouge2: rouge_n(&hypothesis, &reference, 2),
        rouge_l: rouge_l(&hypothesis, &reference),
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
    let common = longest_common_subsequence(hypothesis, reference);
    PrecisionRecallF1::from_counts(common, hypothesis.len(), reference.len())
}

/// Bits of a machine word in the bit-parallel recurrence.
const WORD_BITS: usize = u64::BITS as usize;

/// The positions of one token: words of the bit vector with at least one
/// match, and the matches in them.
type MatchMasks = Vec<(usize, u64)>;

/// Length of the longest common subsequence, by the bit-parallel recurrence of
/// Hyyrö (2004).
///
/// Bit `i` of `v` is zero where the common subsequence of the tokens of `a` up
/// to `i` with the part of `b` read so far is longer than with one token of `a`
/// less. Per token of `b` with matches `m`, `u = v & m` and
/// `v = (v + u) | (v & !u)`. Words without matches change only while a carry
/// runs through them, so masks are stored for words with matches alone and the
/// memory stays linear.
fn longest_common_subsequence<T: Eq + Hash>(a: &[T], b: &[T]) -> usize {
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut masks: HashMap<&T, MatchMasks> = HashMap::new();
    for (position, token) in a.iter().enumerate() {
        let (word, bit) = (position / WORD_BITS, 1 << (position % WORD_BITS));
        let matches = masks.entry(token).or_default();
        match matches.last_mut() {
            Some((last, mask)) if *last == word => *mask |= bit,
            _ => matches.push((word, bit)),
        }
    }
    let mut v = vec![u64::MAX; a.len().div_ceil(WORD_BITS)];
    for token in b {
        if let Some(matches) = masks.get(token) {
            advance(&mut v, matches);
        }
    }
    // Bits past the end of `a` never match, so they stay one.
    v.iter().map(|word| word.count_zeros() as usize).sum()
}

/// One step of the recurrence: reads a token of `b` with the given matches.
fn advance(v: &mut [u64], matches: &[(usize, u64)]) {
    let mut next = 0; // the word that the carry would enter
    let mut carry = false;
    for &(word, mask) in matches {
        if carry {
            carry = v.get_mut(next..word).is_some_and(propagate);
        }
        if let Some(bits) = v.get_mut(word) {
            let u = *bits & mask;
            let (sum, overflow) = bits.overflowing_add(u);
            let (sum, carried) = sum.overflowing_add(u64::from(carry));
            *bits = sum | (*bits & !u);
            carry = overflow || carried;
        }
        next = word + 1;
    }
    if carry {
        v.get_mut(next..).map(propagate);
    }
}

/// Adds a carry to the words in turn until one takes it. Returns whether it
/// leaves the last word.
fn propagate(words: &mut [u64]) -> bool {
    for bits in words {
        let (sum, overflow) = bits.overflowing_add(1);
        *bits |= sum;
        if !overflow {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::roc::SplitMix64;

    /// The textbook recurrence.
    fn quadratic(a: &[u64], b: &[u64]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y {
                    diagonal + 1
                } else {
                    above.max(row[j])
                };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn bit_parallel_equals_the_textbook_recurrence() {
        let mut random = SplitMix64::new(7);
        for round in 0..600 {
            let alphabet = 1 + round % 40;
            let mut sequence = |longest| -> Vec<u64> {
                let length = random.below(longest);
                (0..length).map(|_| random.below(alphabet)).collect()
            };
            let (a, b) = (sequence(300), sequence(300));
            assert_eq!(
                longest_common_subsequence(&a, &b),
                quadratic(&a, &b),
                "{a:?} {b:?}"
            );
        }
    }

    #[test]
    fn a_carry_runs_through_words_without_matches() {
        // Long stretches of another token lie between the matches.
        for gap in [1, 63, 64, 65, 127, 128, 129, 1000] {
            let mut a = vec![1_u64; 70];
            a.extend(vec![2; gap]);
            a.extend(vec![1; 70]);
            let b = vec![1_u64; 130];
            assert_eq!(longest_common_subsequence(&a, &b), 130);
            assert_eq!(longest_common_subsequence(&a, &a), a.len());
        }
    }
}
