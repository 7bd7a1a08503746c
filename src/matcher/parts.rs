//! What a pair is judged by, and the sum that it scores.
//!
//! Cost: a few multiplications.

use serde::Serialize;

use crate::model::manifest::FitSpec;

/// What a pair is judged by. What is judged of each sentence is half way between their
/// mean and the worst of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Parts {
    /// ROUGE-1 precision, 0 to 1, and 0 where it has no weight.
    pub rouge_1: f64,
    /// ROUGE-2 precision, 0 to 1, and 0 where it has no weight.
    pub rouge_2: f64,
    /// The greatest share of its content stems that a stretch of the document a quarter longer
    /// holds, 0 to 1, and 0 where it has no weight.
    pub proximity: f64,
    /// ln (1 + content stems that the document does not hold); at least 0, and 0 where it has no
    /// weight.
    pub novelty: f64,
    /// The logarithm of the network's probability of levels 4 and 5, or, of a quoted
    /// sentence, of levels 2 to 5; ln 10⁻⁶ to 0.
    pub network: f64,
    /// ln (1 + pairs of content stems that are neighbours in a sentence and nowhere near each other
    /// in the document), of all sentences together; at least 0, and 0 where it has no weight.
    pub novel_bigrams: f64,
    /// ln (1 + extractive density) of the summary's first 2,000 words among the document's
    /// first 20,000; at least 0, and 0 where it has no weight.
    pub density: f64,
    /// ln (1 + extractive fragments of two words or more that stand in the document after the end
    /// of the one before them) among the same words; at least 0, and 0 where it has no weight.
    pub fragments: f64,
    /// ln (words of the document / 20), of 20 to 400 words: 0 to ln 20, and 0 where it has no weight.
    pub length: f64,
    /// Words of the document's first 150 that the summary holds, beyond 30, by 150: 0 to 0.8, and 0
    /// where it has no weight.
    pub lead: f64,
    /// Distinct content stems of the summary that the document says three times or more, beyond 3 and
    /// up to 15, by 12: 0 to 1, and 0 where it has no weight.
    pub topics: f64,
    /// How many of the summary's content words have a stem that is among those of the 30 content words
    /// before them, less one, by how many it has: 0 to 1, and 0 where it has no weight.
    pub repetition: f64,
    /// Share of the whole summary's numbers that the document holds neither exactly nor more
    /// precisely; 0 without any.
    pub numbers: f64,
    /// ln (1 + numbers and words of the summary for which the document says others); at least 0, and 0 where
    /// it has no weight.
    pub contradictions: f64,
    /// ln (1 + negations of the summary that the document does not hold, half for one that it has
    /// beside other words); at least 0, and 0 where it has no weight.
    pub negations: f64,
    /// The logarithm of the probability that the document entails a sentence, −6 to 0; 0 for a quoted
    /// sentence, and without a cross-encoder.
    pub entailment: f64,
}

impl Parts {
    pub(super) fn plus(&self, other: &Self, times: f64) -> Self {
        Self {
            rouge_1: self.rouge_1 + times * other.rouge_1,
            rouge_2: self.rouge_2 + times * other.rouge_2,
            proximity: self.proximity + times * other.proximity,
            novelty: self.novelty + times * other.novelty,
            novel_bigrams: self.novel_bigrams + times * other.novel_bigrams,
            network: self.network + times * other.network,
            density: self.density + times * other.density,
            fragments: self.fragments + times * other.fragments,
            length: self.length + times * other.length,
            lead: self.lead + times * other.lead,
            topics: self.topics + times * other.topics,
            repetition: self.repetition + times * other.repetition,
            numbers: self.numbers + times * other.numbers,
            contradictions: self.contradictions + times * other.contradictions,
            negations: self.negations + times * other.negations,
            entailment: self.entailment + times * other.entailment,
        }
    }
}

impl FitSpec {
    /// x of a pair.
    pub fn score(&self, parts: &Parts) -> f64 {
        let entailment = self.entailment.as_ref().map_or(0.0, |spec| spec.weight);
        self.rouge_1 * parts.rouge_1
            + self.rouge_2 * parts.rouge_2
            + self.proximity * parts.proximity
            - self.novelty * parts.novelty
            - self.novel_bigrams * parts.novel_bigrams
            + self.network * parts.network
            + self.density * parts.density
            + self.fragments * parts.fragments
            + self.length * parts.length
            + self.lead * parts.lead
            + self.topics * parts.topics
            - self.repetition * parts.repetition
            - self.numbers * parts.numbers
            - self.contradictions * parts.contradictions
            - self.negations * parts.negations
            + entailment * parts.entailment
    }
}

/// A part of the score, computed only where it counts.
pub(super) fn weighed<T: Default>(weight: f64, part: impl FnOnce() -> T) -> T {
    if weight > 0.0 { part() } else { T::default() }
}
