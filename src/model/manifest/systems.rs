//! What a system needs beside its graph: measures, weights, shares.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::calibration::Calibration;
use super::graph::{GraphSpec, TokenizerKind, TokenizerSpec};
use crate::text::Language;

/// A ROUGE matcher: which score, and how it becomes five levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RougeSpec {
    /// Which n-grams or subsequences are counted.
    pub measure: RougeMeasure,
    /// Which statistic of the counts is the score.
    pub statistic: RougeStatistic,
    /// The calibration of every language.
    pub calibration: BTreeMap<Language, Calibration>,
}

/// Which n-grams or subsequences a ROUGE score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RougeMeasure {
    /// Single tokens.
    #[serde(rename = "rouge-1")]
    Rouge1,
    /// Pairs of neighbouring tokens.
    #[serde(rename = "rouge-2")]
    Rouge2,
    /// The longest common subsequence.
    #[serde(rename = "rouge-l")]
    RougeL,
}

/// Which statistic of the counts is the score: the summary is the hypothesis,
/// the document the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RougeStatistic {
    /// The share of the summary that occurs in the document.
    Precision,
    /// The share of the document that occurs in the summary.
    Recall,
    /// The harmonic mean of both.
    F1,
}

impl RougeSpec {
    /// Says what is wrong with it, in a manifest for `languages`.
    pub(super) fn check(&self, languages: &[Language]) -> std::result::Result<(), String> {
        for language in languages {
            let Some(calibration) = self.calibration.get(language) else {
                return Err(format!("rouge.calibration lacks language `{language}`"));
            };
            calibration
                .check()
                .map_err(|problem| format!("rouge.calibration of `{language}` {problem}"))?;
        }
        Ok(())
    }
}

/// What a summary scores, and how that becomes five levels:
///
/// ```text
/// x = rouge_1 · ROUGE-1 precision + network · ln p + copied / (1 + b)²
///   + density · max (ln (1 + δ) − 2, 0) − contradicted · ln (1 + k) − missing · ln (1 + m)
///   + entailment.weight · ln e
/// ```
///
/// with p the network's probability of levels 4 and 5, b the number of distinct pairs of content stems
/// that are neighbours in a sentence and in the document nowhere so or with one between them, in either
/// order, of all sentences together, δ the summary's extractive density (Grusky, Naaman and Artzi
/// 2018), of its first 2,000 words among the document's first 20,000, k the number of places where the
/// document says otherwise, m the number of its names, numbers and dates that the document lacks
/// (`src/grounding/`), and e the probability that the document entails a sentence, if there is an
/// [`entailment`](Self::entailment) (ln e at least −6). Those of e, p and ROUGE are half way between
/// the mean over the sentences, weighted by their tokens, and the worst sentence.
///
/// A content stem is the first four letters of a word, or a word with a digit whole, without
/// function words: a list in English, in Persian and German what has fewer letters and no digit;
/// of a sentence of function words alone, those of all words, of the document too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitSpec {
    /// The weight of ROUGE-1 precision; not negative, 0 if absent.
    #[serde(default)]
    pub rouge_1: f64,
    /// The weight of the network's log-probability; not negative.
    pub network: f64,
    /// The weight of being in the document's own words; not negative, 0 if absent.
    #[serde(default)]
    pub copied: f64,
    /// The weight of the logarithm of extractive density beyond 2; not negative, 0 if absent.
    #[serde(default)]
    pub density: f64,
    /// The weight of places where the document says otherwise; not negative, 0 if absent.
    #[serde(default)]
    pub contradicted: f64,
    /// The weight of names, numbers and dates that the document lacks; not negative, 0 if absent.
    #[serde(default)]
    pub missing: f64,
    /// What a larger model judges entailment by, and what that weighs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entailment: Option<EntailmentSpec>,
    /// From x to levels.
    pub calibration: Calibration,
}

/// A cross-encoder that judges whether a document entails a sentence of its summary, and what that
/// weighs. Its [`graph`](Self::graph) reads one window of premise and hypothesis: `tokens` and
/// `segments`, int64 `[1, length]`, and gives `logits`, float32 `[1, 3]`, of entailment, neutral and
/// contradiction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntailmentSpec {
    /// How texts become ids. A vocabulary of [`TokenizerKind::Wordpiece`] holds `[CLS]` and `[SEP]`,
    /// that stand around the texts of a window; for [`TokenizerKind::Unigram`] these are the two ids after
    /// those of pieces and buckets.
    pub tokenizer: TokenizerSpec,
    /// The graph; the `max_length` of its input is the length of a window.
    pub graph: GraphSpec,
    /// The weight of the log-probability of entailment; not negative.
    pub weight: f64,
}

impl EntailmentSpec {
    /// Says what is wrong with it.
    fn check(&self) -> std::result::Result<(), String> {
        if !matches!(
            self.tokenizer.kind,
            TokenizerKind::Wordpiece | TokenizerKind::Unigram
        ) {
            return Err("fit.entailment.tokenizer must be of kind `wordpiece` or `unigram`".into());
        }
        match self.weight {
            weight if weight >= 0.0 && weight.is_finite() => Ok(()),
            weight => Err(format!(
                "fit.entailment.weight is {weight}; it must not be negative"
            )),
        }
    }
}

impl FitSpec {
    /// Says what is wrong with it.
    pub(super) fn check(&self) -> std::result::Result<(), String> {
        for (name, weight) in [
            ("rouge_1", self.rouge_1),
            ("network", self.network),
            ("copied", self.copied),
            ("density", self.density),
            ("contradicted", self.contradicted),
            ("missing", self.missing),
        ] {
            if !(weight >= 0.0 && weight.is_finite()) {
                return Err(format!("fit.{name} is {weight}; it must not be negative"));
            }
        }
        self.entailment.iter().try_for_each(EntailmentSpec::check)?;
        self.calibration
            .check()
            .map_err(|problem| format!("fit.calibration {problem}"))
    }
}

/// A support vector machine for two classes, levels 1 to 3 and 4 to 5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SvmSpec {
    /// The path of the support vectors, one of [`files`](super::Manifest::files).
    pub file: String,
    /// The share of every level within its class; those of a class add up to one.
    pub shares: [f64; 5],
}

impl SvmSpec {
    /// Says what is wrong with it.
    pub(super) fn check(&self) -> std::result::Result<(), String> {
        let [one, two, three, four, five] = self.shares;
        let whole = |sum: f64| (sum - 1.0).abs() < 1e-6;
        let positive = self.shares.iter().all(|share| *share >= 0.0);
        if positive && whole(one + two + three) && whole(four + five) {
            return Ok(());
        }
        Err(format!(
            "svm.shares is {:?}; the first three and the last two must add up to 1",
            self.shares
        ))
    }
}

/// A line classifier: what it is told of blocks, and what it says of lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinesSpec {
    /// How many lines on either side of a line the graph looks at.
    pub context: usize,
    /// The least probability of a line that starts a section, 0 to 1.
    pub threshold: f64,
    /// The centre of every type of block, over the features of
    /// [`Traits`](crate::structure::kinds::Traits::features).
    pub centres: Vec<[f64; 5]>,
}

impl LinesSpec {
    /// Says what is wrong with it.
    pub(super) fn check(&self) -> std::result::Result<(), String> {
        if !(0.0..=1.0).contains(&self.threshold) {
            return Err(format!(
                "lines.threshold is {}; it must be 0 to 1",
                self.threshold
            ));
        }
        if self.context > 100 {
            return Err(format!("lines.context is {}; at most 100", self.context));
        }
        let finite = self.centres.iter().flatten().all(|value| value.is_finite());
        if self.centres.is_empty() || !finite {
            return Err("lines.centres must hold at least one centre of finite numbers".into());
        }
        Ok(())
    }
}
