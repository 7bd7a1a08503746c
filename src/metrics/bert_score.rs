//! BERTScore: greedy matching of token embeddings (Zhang et al. 2020).
//!
//! With `x` the embeddings of the reference and `y` those of the hypothesis,
//! each divided by its Euclidean length, and `w` the weights of their tokens:
//!
//! ```text
//! recall    = Σ_i w(x_i) max_j x_i·y_j / Σ_i w(x_i)
//! precision = Σ_j w(y_j) max_i x_i·y_j / Σ_j w(y_j)
//! F1        = 2 · precision · recall / (precision + recall)
//! ```
//!
//! Weights are 1, or the inverse document frequencies of [`IdfWeights`]. Over
//! static embeddings, such as those of fastText, this is the score of paper E
//! (Salemi et al. 2021, section 3.1). The values lie between −1 and 1; F1 is 0
//! where precision + recall is not positive. The figures equal those of the
//! `bert-score` package for a single pair without rescaling.
//!
//! Time is tokens · tokens · dimensions, memory linear.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::rouge::PrecisionRecallF1;
use crate::error::{Error, ErrorKind, Result};

/// The embeddings of the tokens of one text, with their weights.
#[derive(Clone, Debug)]
pub struct TokenEmbeddings {
    /// Row after row, each of length 1 or, where the embedding was zero, 0.
    unit: Vec<f32>,
    dimension: usize,
    weights: Vec<f64>,
}

impl TokenEmbeddings {
    /// The embeddings in `values`, row after row: one row of `dimension`
    /// numbers for each token. Rows need not be normalised. Every token weighs
    /// the same.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the dimension is 0 or does not divide
    /// the number of values, [`ErrorKind::InvalidArgument`] if a value is not
    /// finite.
    pub fn new(values: &[f32], dimension: usize) -> Result<Self> {
        if dimension == 0 || !values.len().is_multiple_of(dimension) {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!(
                    "{} values cannot be rows of {dimension}: \
                     every token needs one row of `dimension` values, at least 1",
                    values.len()
                ),
            ));
        }
        if let Some(position) = values.iter().position(|value| !value.is_finite()) {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "value {} of the embedding of token {} (both counted from 0) is not a finite number",
                    position % dimension,
                    position / dimension
                ),
            ));
        }
        let mut unit = values.to_vec();
        unit.chunks_exact_mut(dimension).for_each(normalize);
        Ok(Self {
            unit,
            dimension,
            weights: vec![1.0; values.len() / dimension],
        })
    }

    /// The same embeddings with a weight for every token.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if there is not one weight per token,
    /// [`ErrorKind::InvalidArgument`] if a weight is negative or not finite.
    pub fn with_weights(mut self, weights: &[f64]) -> Result<Self> {
        if weights.len() != self.weights.len() {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!(
                    "{} weights for {} tokens: there must be one weight per token",
                    weights.len(),
                    self.weights.len()
                ),
            ));
        }
        if let Some(position) = weights.iter().position(|w| !(w.is_finite() && *w >= 0.0)) {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("weight {position} (counted from 0) must be a finite number of at least 0"),
            ));
        }
        self.weights = weights.to_vec();
        Ok(self)
    }

    /// The number of tokens.
    pub fn tokens(&self) -> usize {
        self.weights.len()
    }

    /// The numbers in each embedding.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.unit.chunks_exact(self.dimension)
    }

    /// The weighted mean of one value per token. 0 if no token has weight.
    fn mean(&self, values: &[f32]) -> f64 {
        let total: f64 = self.weights.iter().sum();
        if total <= 0.0 {
            return 0.0;
        }
        let sum: f64 = values
            .iter()
            .zip(&self.weights)
            .map(|(&value, weight)| f64::from(value) * weight)
            .sum();
        sum / total
    }
}

/// BERTScore of a hypothesis against a reference. All zero when a side has no
/// token.
///
/// ```
/// use epitome::metrics::{TokenEmbeddings, bert_score};
///
/// let hypothesis = TokenEmbeddings::new(&[1.0, 0.0], 2)?;
/// let reference = TokenEmbeddings::new(&[2.0, 0.0, 0.0, 1.0], 2)?;
/// let scores = bert_score(&hypothesis, &reference)?;
/// assert_eq!((scores.precision, scores.recall), (1.0, 0.5));
/// # Ok::<(), epitome::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::ShapeMismatch`] if the dimensions differ.
pub fn bert_score(
    hypothesis: &TokenEmbeddings,
    reference: &TokenEmbeddings,
) -> Result<PrecisionRecallF1> {
    if hypothesis.dimension != reference.dimension {
        return Err(Error::new(
            ErrorKind::ShapeMismatch,
            format!(
                "the hypothesis has embeddings of {} dimensions, the reference of {}: \
                 both must come from one encoder",
                hypothesis.dimension, reference.dimension
            ),
        ));
    }
    if hypothesis.tokens() == 0 || reference.tokens() == 0 {
        return Ok(PrecisionRecallF1::default());
    }
    let mut best_of_hypothesis = vec![f32::NEG_INFINITY; hypothesis.tokens()];
    let mut best_of_reference = vec![f32::NEG_INFINITY; reference.tokens()];
    for (x, best_x) in reference.rows().zip(&mut best_of_reference) {
        for (y, best_y) in hypothesis.rows().zip(&mut best_of_hypothesis) {
            let similarity = dot(x, y);
            *best_x = best_x.max(similarity);
            *best_y = best_y.max(similarity);
        }
    }
    let precision = hypothesis.mean(&best_of_hypothesis);
    let recall = reference.mean(&best_of_reference);
    Ok(harmonic(precision, recall))
}

/// Precision and recall with their harmonic mean, which is 0 unless their sum
/// is positive.
pub(super) fn harmonic(precision: f64, recall: f64) -> PrecisionRecallF1 {
    let sum = precision + recall;
    let f1 = if sum > 0.0 {
        2.0 * precision * recall / sum
    } else {
        0.0
    };
    PrecisionRecallF1 {
        precision,
        recall,
        f1,
    }
}

/// Divides a vector by its Euclidean length, if it has one.
pub(super) fn normalize(vector: &mut [f32]) {
    let square: f64 = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    if square > 0.0 {
        let length = square.sqrt();
        for x in vector {
            *x = (f64::from(*x) / length) as f32;
        }
    }
}

/// The partial sums of a dot product: as many as the compiler can keep in one
/// vector register of any of the targets.
const LANES: usize = 8;

/// The dot product of two vectors of one length, added up in a fixed order, so
/// that it is the same on every machine.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a_lanes.iter().zip(b_lanes) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// Weights of tokens by how few references hold them:
/// `idf(t) = ln((N + 1) / (n(t) + 1))` for `N` references, `n(t)` of which hold
/// the token. A token of none weighs the most.
///
/// ```
/// use epitome::metrics::IdfWeights;
///
/// let idf = IdfWeights::from_references(&[vec!["a", "b"], vec!["a"]]);
/// assert_eq!(idf.weights(&["a", "b"]), [0.0, 1.5_f64.ln()]);
/// ```
#[derive(Clone, Debug)]
pub struct IdfWeights<T> {
    holders: HashMap<T, usize>,
    references: usize,
}

impl<T: Eq + Hash + Clone> IdfWeights<T> {
    /// Counts the tokens of the references.
    pub fn from_references(references: &[Vec<T>]) -> Self {
        let mut holders = HashMap::new();
        for reference in references {
            let distinct: HashSet<&T> = reference.iter().collect();
            for token in distinct {
                *holders.entry(token.clone()).or_insert(0) += 1;
            }
        }
        Self {
            holders,
            references: references.len(),
        }
    }

    /// The weight of each of the tokens.
    pub fn weights(&self, tokens: &[T]) -> Vec<f64> {
        let references = self.references as f64 + 1.0;
        tokens
            .iter()
            .map(|token| {
                let holders = self.holders.get(token).copied().unwrap_or(0);
                (references / (holders as f64 + 1.0)).ln()
            })
            .collect()
    }
}
