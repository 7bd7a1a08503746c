//! Factual consistency of entities for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, from_js, to_js};

/// Compares the entities of `summary` with those of `document`, with options
/// `{ language, reference, entities }`, all optional.
#[wasm_bindgen(js_name = entityFactuality)]
pub fn entity_factuality(document: &str, summary: &str, options: JsValue) -> JsResult<JsValue> {
    let options = from_js("options", options)?;
    to_js(&crate::metrics::entity_factuality(
        document, summary, &options,
    ))
}
