//! BERTScore over given embeddings for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, js_error, to_js};
use crate::error::Result;
use crate::metrics::TokenEmbeddings;

/// BERTScore of a hypothesis against a reference. Each side has its embeddings
/// row after row, the length of a row, and optionally a weight for each row.
#[wasm_bindgen(js_name = bertScore)]
pub fn bert_score(
    hypothesis: &[f32],
    hypothesis_dimension: usize,
    hypothesis_weights: Option<Vec<f64>>,
    reference: &[f32],
    reference_dimension: usize,
    reference_weights: Option<Vec<f64>>,
) -> JsResult<JsValue> {
    let hypothesis = side(
        "hypothesis",
        hypothesis,
        hypothesis_dimension,
        hypothesis_weights,
    );
    let reference = side(
        "reference",
        reference,
        reference_dimension,
        reference_weights,
    );
    let score = hypothesis
        .and_then(|hypothesis| crate::metrics::bert_score(&hypothesis, &reference?))
        .map_err(js_error)?;
    to_js(&score)
}

fn side(
    name: &str,
    values: &[f32],
    dimension: usize,
    weights: Option<Vec<f64>>,
) -> Result<TokenEmbeddings> {
    TokenEmbeddings::new(values, dimension)
        .and_then(|embeddings| match weights {
            Some(weights) => embeddings.with_weights(&weights),
            None => Ok(embeddings),
        })
        .map_err(|error| error.at(name))
}
