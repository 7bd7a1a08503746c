//! The best part of items or of texts, under budgets.

use epitome::subset::{
    Problem, ProblemSpec, ScoredTexts, Selection, SimilarityOptions, SubsetOptions, select,
};
use serde::Deserialize;

use crate::error::Failure;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Select {
    problem: ProblemSpec,
    #[serde(default)]
    options: SubsetOptions,
}

/// The best choice of items within all budgets that the method finds.
pub(crate) fn select_items(request: Select) -> Result<Selection, Failure> {
    Ok(select(&Problem::new(&request.problem)?, &request.options)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectTexts {
    texts: Vec<String>,
    scores: Vec<f64>,
    #[serde(default)]
    labels: Vec<String>,
    limits: Limits,
    #[serde(default)]
    similarity: SimilarityOptions,
    #[serde(default)]
    options: SubsetOptions,
}

/// At most so many texts, words, texts of a label, and pairs that repeat each other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    #[serde(default)]
    items: Option<f64>,
    #[serde(default)]
    tokens: Option<f64>,
    #[serde(default)]
    quota: Option<f64>,
    #[serde(default)]
    repeats: Option<f64>,
}

/// The best of scored texts, and those related to each other, within all limits.
pub(crate) fn select_texts(request: SelectTexts) -> Result<Selection, Failure> {
    let SelectTexts {
        texts,
        scores,
        labels,
        limits,
        similarity,
        options,
    } = request;
    let mut scored = ScoredTexts::new(&texts, &scores, &similarity)?;
    if let Some(budget) = limits.items {
        scored.limit_items(budget);
    }
    if let Some(budget) = limits.tokens {
        scored.limit_words(budget);
    }
    if let Some(budget) = limits.repeats {
        scored.limit_repeats(budget);
    }
    if let Some(budget) = limits.quota {
        scored.limit_labels(&labels, budget)?;
    }
    Ok(select(&Problem::new(&scored.spec)?, &options)?)
}
