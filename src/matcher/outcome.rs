//! What a matcher says of one pair.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::evidence::Evidence;
use crate::matcher::verdict::{JudgedSentence, Verdict};
use crate::text::Language;

/// A distribution over the five levels of quality: `levels[k]` is the
/// probability of level `k + 1`. Non-negative, summing to one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Levels(pub [f64; 5]);

impl Levels {
    /// The softmax of five logits.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if one of them is not finite.
    pub fn from_logits(logits: [f32; 5]) -> Result<Self> {
        if !logits.iter().all(|logit| logit.is_finite()) {
            return Err(Error::new(
                ErrorKind::Inference,
                "the graph of a matcher gives logits that are not finite",
            ));
        }
        let logits = logits.map(f64::from);
        let greatest = logits.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let powers = logits.map(|logit| (logit - greatest).exp());
        let sum: f64 = powers.iter().sum();
        Ok(Self(powers.map(|power| power / sum)))
    }

    /// From P(level > 1), …, P(level > 4), which must not rise.
    pub fn from_exceedances([two, three, four, five]: [f64; 4]) -> Self {
        Self([1.0 - two, two - three, three - four, four - five, five])
    }

    /// The levels of a summary whose document is shown to say otherwise: of the probability of
    /// levels 4 and 5 a fifth stays, and the rest goes to levels 2 and 3. The order of such
    /// summaries stays as it is.
    pub(super) fn contradicted(self) -> Self {
        const STAYS: f64 = 0.2;
        let [one, two, three, four, five] = self.0;
        let moved = (1.0 - STAYS) * (four + five) / 2.0;
        Self([one, two + moved, three + moved, STAYS * four, STAYS * five])
    }

    /// The expected level, 1 to 5.
    pub fn score(&self) -> f64 {
        let levels = [1.0, 2.0, 3.0, 4.0, 5.0];
        levels.iter().zip(self.0).map(|(level, p)| level * p).sum()
    }

    /// The probability of level 4 or 5.
    pub fn probability(&self) -> f64 {
        (self.0[3] + self.0[4]).clamp(0.0, 1.0)
    }
}

/// The share of each text that the model saw, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Read {
    /// Of the document.
    pub document: f64,
    /// Of the summary.
    pub summary: f64,
}

/// The languages that texts seem to be in, each where it is another than they were read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// Of the document.
    pub document: Option<Language>,
    /// Of the summary.
    pub summary: Option<Language>,
}

/// The judgement of one pair.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// The expected level, 1 to 5.
    pub score: f64,
    /// The probability that the summary fits: of level 4 or 5. Of the default matchers at even odds:
    /// where as many summaries are good as bad.
    pub probability: f64,
    /// Whether the summary more likely fits than not.
    pub matched: bool,
    /// The probability of each level.
    pub levels: Levels,
    /// Where it was computed: `wasm`, `webgpu` or `native`.
    pub backend: &'static str,
    /// How much of each text was seen.
    pub read: Read,
    /// The language that the texts were read in.
    pub language: Language,
    /// The languages that the texts seem to be in, where they are others than `language`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_mismatch: Option<Mismatch>,
    /// Whether the document says what the summary says.
    pub verdict: Verdict,
    /// Each sentence of the summary, with what supports it.
    pub sentences: Vec<JudgedSentence>,
    /// What supports the parts of the summary, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Vec<Evidence>>,
}

impl Match {
    pub(super) fn new(levels: Levels, backend: &'static str, read: Read) -> Self {
        let probability = levels.probability();
        Self {
            score: levels.score(),
            probability,
            matched: probability >= 0.5,
            levels,
            backend,
            read,
            language: Language::English,
            language_mismatch: None,
            verdict: Verdict::Unclear,
            sentences: Vec::new(),
            evidence: None,
        }
    }

    /// Says that the document is shown to say otherwise.
    pub(super) fn contradict(&mut self) {
        self.verdict = Verdict::Contradicted;
        self.levels = self.levels.contradicted();
        self.score = self.levels.score();
        self.probability = self.levels.probability();
        self.matched = self.probability >= 0.5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_a_distribution() {
        for logits in [[0.0; 5], [1e30, -1e30, 0.0, 5.0, -5.0]] {
            let levels = Levels::from_logits(logits).unwrap();
            let sum: f64 = levels.0.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{logits:?}");
            assert!((1.0..=5.0).contains(&levels.score()));
        }
    }

    #[test]
    fn logits_that_are_not_finite_are_an_error() {
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let error = Levels::from_logits([wrong, 0.0, 0.0, 0.0, 0.0]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Inference);
        }
    }

    #[test]
    fn exceedances_become_levels() {
        let levels = Levels::from_exceedances([0.9, 0.7, 0.4, 0.1]);
        assert!((levels.probability() - 0.4).abs() < 1e-12);
        assert!((levels.score() - (1.0 + 0.9 + 0.7 + 0.4 + 0.1)).abs() < 1e-12);
    }

    #[test]
    fn what_is_contradicted_does_not_match() {
        for logits in [[0.0; 5], [-9.0, -9.0, -9.0, 9.0, 9.0]] {
            let before = Levels::from_logits(logits).unwrap();
            let after = before.contradicted();
            let sum: f64 = after.0.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12);
            assert!((after.probability() - 0.2 * before.probability()).abs() < 1e-12);
            assert!(after.score() < before.score());
        }
    }
}
