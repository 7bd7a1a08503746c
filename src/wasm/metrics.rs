//! The metrics for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, from_js, js_error, to_js};

/// ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum of `hypothesis` against
/// `reference`, with options `{ language }`.
#[wasm_bindgen]
pub fn rouge(hypothesis: &str, reference: &str, options: JsValue) -> JsResult<JsValue> {
    let options = from_js("options", options)?;
    to_js(&crate::metrics::rouge_with(hypothesis, reference, options))
}

/// The area under the ROC curve; a label that is not 0 is positive.
#[wasm_bindgen(js_name = rocAuc)]
pub fn roc_auc(scores: &[f64], labels: &[u8]) -> JsResult<f64> {
    let labels: Vec<bool> = labels.iter().map(|&label| label != 0).collect();
    crate::metrics::auc(scores, &labels).map_err(js_error)
}
