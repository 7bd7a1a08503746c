//! The ROUGE matcher of paper A: word overlap as the measure of a pair.
//!
//! The summary is the hypothesis, the document the reference. The score x
//! becomes a distribution over the levels by proportional odds,
//! P(level > k) = σ(slope · (x − t_k)), fitted per language by the recipe.
//! Everything is read; the cost is linear in both texts, for ROUGE-L that of
//! [`rouge_l`].

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Pair;
use crate::matcher::outcome::{Levels, Match, Read};
use crate::metrics::{rouge_l, rouge_n};
use crate::model::manifest::{RougeMeasure, RougeSpec, RougeStatistic};
use crate::text::Language;
use crate::text::tokenize::words;

/// Scores pairs by ROUGE.
pub struct RougeMatcher {
    spec: RougeSpec,
    backend: &'static str,
}

impl RougeMatcher {
    /// A matcher by the measure and calibration of a manifest; results report
    /// `backend`.
    pub fn new(spec: RougeSpec, backend: &'static str) -> Self {
        Self { spec, backend }
    }

    /// Scores one pair by the calibration of `language`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnsupportedLanguage`] if there is no such calibration.
    pub fn score(&self, pair: &Pair, language: Language) -> Result<Match> {
        let Some(calibration) = self.spec.calibration.get(&language) else {
            return Err(Error::new(
                ErrorKind::UnsupportedLanguage,
                format!("rouge has no calibration for language `{language}`"),
            ));
        };
        let levels = Levels::from_exceedances(calibration.exceedances(self.measure(pair)));
        let whole = Read {
            document: 1.0,
            summary: 1.0,
        };
        Ok(Match::new(levels, self.backend, whole))
    }

    fn measure(&self, pair: &Pair) -> f64 {
        let (summary, document) = (words(&pair.summary), words(&pair.document));
        let scores = match self.spec.measure {
            RougeMeasure::Rouge1 => rouge_n(&summary, &document, 1),
            RougeMeasure::Rouge2 => rouge_n(&summary, &document, 2),
            RougeMeasure::RougeL => rouge_l(&summary, &document),
        };
        match self.spec.statistic {
            RougeStatistic::Precision => scores.precision,
            RougeStatistic::Recall => scores.recall,
            RougeStatistic::F1 => scores.f1,
        }
    }
}
