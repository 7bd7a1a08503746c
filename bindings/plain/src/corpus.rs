//! Corpora, prepared by the recipes of papers.

use epitome::corpus::{
    ArmanOptions, CorpusPair, GigawordOptions, PreparedCorpus, Recipe, prepare_corpus,
};
use serde::Deserialize;

use crate::error::Failure;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prepare {
    pairs: Vec<CorpusPair>,
    recipe: Options,
}

/// A recipe by its name, with its options.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Options {
    Gigaword(GigawordOptions),
    Arman(Box<ArmanOptions>),
}

/// Applies a recipe, and counts what every rule leaves.
pub(crate) fn prepare(request: Prepare) -> Result<PreparedCorpus, Failure> {
    let recipe = match request.recipe {
        Options::Gigaword(options) => Recipe::Gigaword(options),
        Options::Arman(options) => Recipe::Arman(options),
    };
    Ok(prepare_corpus(&request.pairs, &recipe)?)
}
