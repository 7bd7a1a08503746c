//! ROUGE-Lsum: ROUGE-L over the sentences of a summary (Lin 2004, section 3.2).
//!
//! For every sentence of the reference, the tokens are counted that lie on the
//! longest common subsequence with at least one sentence of the hypothesis. A
//! token counts no more often than it occurs in the hypothesis, nor in the
//! reference. Precision divides the count by the tokens of the hypothesis,
//! recall by those of the reference. Of several longest subsequences the one
//! is taken that the `rouge-score` package takes, so the figures are its own.
//!
//! With `h` and `r` tokens in `s` and `t` different sentences: about
//! `s · r + h · r / 64` steps. A sentence that is repeated is compared once.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::common_subsequence::Columns;
use super::rouge::PrecisionRecallF1;

/// ROUGE-Lsum over sentences of tokens of any kind. All zero when a side holds
/// no token.
///
/// ```
/// use epitome::metrics::rouge_lsum;
///
/// let reference = [vec!["a", "b", "c", "d", "e"]];
/// let hypothesis = [vec!["a", "b", "x"], vec!["c", "y", "e"]];
/// assert_eq!(rouge_lsum(&hypothesis, &reference).recall, 4.0 / 5.0);
/// ```
pub fn rouge_lsum<T: Eq + Hash>(hypothesis: &[Vec<T>], reference: &[Vec<T>]) -> PrecisionRecallF1 {
    let mut left = counts(hypothesis);
    let mut left_in_reference = counts(reference);
    let mut seen: HashSet<&[T]> = HashSet::new();
    let columns: Vec<Columns<T>> = hypothesis
        .iter()
        .filter(|sentence| seen.insert(sentence))
        .map(|sentence| Columns::new(sentence))
        .collect();
    let mut unions: HashMap<&[T], Vec<bool>> = HashMap::new();
    let mut hits = 0;
    for sentence in reference {
        let union = unions
            .entry(sentence)
            .or_insert_with(|| union_of_paths(&columns, sentence));
        for (token, _) in sentence.iter().zip(union).filter(|(_, on)| **on) {
            if let (Some(h), Some(r)) = (left.get_mut(token), left_in_reference.get_mut(token))
                && *h > 0
                && *r > 0
            {
                (*h, *r) = (*h - 1, *r - 1);
                hits += 1;
            }
        }
    }
    let size = |sentences: &[Vec<T>]| sentences.iter().map(Vec::len).sum();
    PrecisionRecallF1::from_counts(hits, size(hypothesis), size(reference))
}

/// For each token of a sentence whether it is on the longest common subsequence
/// with one of the others.
fn union_of_paths<T: Eq + Hash>(others: &[Columns<T>], sentence: &[T]) -> Vec<bool> {
    let mut union = vec![false; sentence.len()];
    for position in others.iter().flat_map(|other| other.path_in(sentence)) {
        if let Some(is_on_path) = union.get_mut(position) {
            *is_on_path = true;
        }
    }
    union
}

fn counts<T: Eq + Hash>(sentences: &[Vec<T>]) -> HashMap<&T, usize> {
    let mut counts = HashMap::new();
    for token in sentences.iter().flatten() {
        *counts.entry(token).or_insert(0) += 1;
    }
    counts
}
