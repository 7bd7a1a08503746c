//! What a pair is judged by, and the sum that it scores.
//!
//! Cost: a few multiplications.

use serde::Serialize;

use crate::model::manifest::FitSpec;

/// What a pair is judged by. What is judged of each sentence is half way between their
/// mean and the worst of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Parts {
    /// ROUGE-1 precision of a sentence, 0 to 1, and 0 where it has no weight.
    pub rouge_1: f64,
    /// The logarithm of the network's probability of levels 4 and 5 of a sentence; ln 10⁻⁶ to 0.
    pub network: f64,
    /// 1 / (1 + b)², where b is the number of pairs of content stems that are neighbours in a
    /// sentence and nowhere near each other in the document, of all sentences together: 1 of a
    /// summary in the document's words, and near 0 of any other; 0 where it has no weight.
    pub copied: f64,
    /// ln (1 + extractive density) − 2 of the summary's first 2,000 words among the document's
    /// first 20,000; at least 0, and 0 where it has no weight.
    pub density: f64,
    /// ln (1 + places where the document says otherwise); at least 0.
    pub contradicted: f64,
    /// ln (1 + names, numbers and dates that the document lacks); at least 0.
    pub missing: f64,
    /// The logarithm of the probability that the document entails a sentence, −6 to 0; 0 without a
    /// cross-encoder.
    pub entailment: f64,
}

impl Parts {
    pub(super) fn plus(&self, other: &Self, times: f64) -> Self {
        Self {
            rouge_1: self.rouge_1 + times * other.rouge_1,
            network: self.network + times * other.network,
            copied: self.copied + times * other.copied,
            density: self.density + times * other.density,
            contradicted: self.contradicted + times * other.contradicted,
            missing: self.missing + times * other.missing,
            entailment: self.entailment + times * other.entailment,
        }
    }
}

impl FitSpec {
    /// x of a pair.
    pub fn score(&self, parts: &Parts) -> f64 {
        let entailment = self.entailment.as_ref().map_or(0.0, |spec| spec.weight);
        self.rouge_1 * parts.rouge_1
            + self.network * parts.network
            + self.copied * parts.copied
            + self.density * parts.density
            - self.contradicted * parts.contradicted
            - self.missing * parts.missing
            + entailment * parts.entailment
    }
}

/// A part of the score, computed only where it counts.
pub(super) fn weighed<T: Default>(weight: f64, part: impl FnOnce() -> T) -> T {
    if weight > 0.0 { part() } else { T::default() }
}
