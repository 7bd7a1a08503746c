//! Measures of summaries and of judges, and the language of texts.

use epitome::metrics::{
    self, EntityFactuality, EntityOptions, ExtractiveFragments, PrecisionRecallF1, RougeOptions,
    RougeScores, TokenEmbeddings,
};
use epitome::text::Language;
use epitome::text::language::Guess;
use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::request::{Cell, rows};

/// A row's result or its error.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Row<T> {
    /// What was computed.
    Ok(T),
    /// Why nothing was.
    Error(Failure),
}

impl<T> From<Result<T, Failure>> for Row<T> {
    fn from(outcome: Result<T, Failure>) -> Self {
        match outcome {
            Ok(value) => Self::Ok(value),
            Err(failure) => Self::Error(failure),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rouge {
    hypotheses: Vec<Cell>,
    references: Vec<Cell>,
    /// By whose rules texts are split into the sentences of ROUGE-Lsum.
    #[serde(default)]
    language: Option<Language>,
}

/// ROUGE of each hypothesis against its reference.
pub(crate) fn rouge(request: Rouge) -> Result<Vec<Row<RougeScores>>, Failure> {
    let language = request.language;
    let score = |(hypothesis, reference): (String, String)| {
        metrics::rouge_with(&hypothesis, &reference, RougeOptions { language })
    };
    let rows = rows(
        ("hypotheses", request.hypotheses),
        ("references", request.references),
    )?;
    Ok(rows.into_iter().map(|row| row.map(score).into()).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fragments {
    documents: Vec<Cell>,
    summaries: Vec<Cell>,
}

/// How much of each summary was copied from its document.
pub(crate) fn fragments(request: Fragments) -> Result<Vec<Row<ExtractiveFragments>>, Failure> {
    let rows = rows(
        ("documents", request.documents),
        ("summaries", request.summaries),
    )?;
    let found =
        |(document, summary): (String, String)| metrics::extractive_fragments(&document, &summary);
    Ok(rows.into_iter().map(|row| row.map(found).into()).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entities {
    document: String,
    summary: String,
    #[serde(default)]
    options: EntityOptions,
}

/// Compares the entities of a summary with those of its document.
pub(crate) fn entities(request: Entities) -> Result<EntityFactuality, Failure> {
    let Entities {
        document,
        summary,
        options,
    } = request;
    Ok(metrics::entity_factuality(&document, &summary, &options))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Detect {
    texts: Vec<Cell>,
}

/// The language of each text; nothing of one without letters of a known script, or of no text.
pub(crate) fn detect(request: Detect) -> Result<Vec<Option<Guess>>, Failure> {
    let guess = |cell: Cell| {
        cell.text("texts")
            .ok()
            .and_then(|text| Language::guess(&text))
    };
    Ok(request.texts.into_iter().map(guess).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Auc {
    scores: Vec<f64>,
    labels: Vec<bool>,
}

/// The area under the ROC curve.
pub(crate) fn auc(request: Auc) -> Result<f64, Failure> {
    Ok(metrics::auc(&request.scores, &request.labels)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AucInterval {
    scores: Vec<f64>,
    labels: Vec<bool>,
    resamples: usize,
    seed: u64,
}

/// The most samples of the bootstrap.
const MOST_RESAMPLES: usize = 100_000;

/// The area under the ROC curve with its 95 % interval from a stratified bootstrap.
pub(crate) fn auc_interval(request: AucInterval) -> Result<metrics::AucInterval, Failure> {
    if request.resamples > MOST_RESAMPLES {
        return Err(Failure::argument(format!(
            "resamples: {} are more than {MOST_RESAMPLES}",
            request.resamples
        )));
    }
    Ok(metrics::auc_interval(
        &request.scores,
        &request.labels,
        request.resamples,
        request.seed,
    )?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BertScore {
    hypothesis: Side,
    reference: Side,
}

/// The embeddings of a text's tokens, row after row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    values: Vec<f32>,
    dimension: usize,
    #[serde(default)]
    weights: Option<Vec<f64>>,
}

impl Side {
    fn embeddings(&self, name: &str) -> Result<TokenEmbeddings, Failure> {
        let made = TokenEmbeddings::new(&self.values, self.dimension);
        let weighed = made.and_then(|embeddings| match &self.weights {
            Some(weights) => embeddings.with_weights(weights),
            None => Ok(embeddings),
        });
        Ok(weighed.map_err(|error| error.at(name))?)
    }
}

/// BERTScore of a hypothesis against a reference.
pub(crate) fn bert_score(request: BertScore) -> Result<PrecisionRecallF1, Failure> {
    let hypothesis = request.hypothesis.embeddings("hypothesis")?;
    let reference = request.reference.embeddings("reference")?;
    Ok(metrics::bert_score(&hypothesis, &reference)?)
}
