//! Extractive fragments for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, to_js};

/// How much of `summary` was copied from `document`.
#[wasm_bindgen(js_name = extractiveFragments)]
pub fn extractive_fragments(document: &str, summary: &str) -> JsResult<JsValue> {
    to_js(&crate::metrics::extractive_fragments(document, summary))
}
