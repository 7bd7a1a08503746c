//! `WasmSummarizer`: [`Summarizer`](crate::Summarizer) for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, from_js, js_error};
use crate::summarizer::Summarizer;

/// A summarizer with its options.
#[wasm_bindgen]
pub struct WasmSummarizer(Summarizer);

#[wasm_bindgen]
impl WasmSummarizer {
    /// A summarizer with options
    /// `{ type, length, format, language, method }`, all optional.
    pub fn create(options: JsValue) -> JsResult<WasmSummarizer> {
        let options = from_js("options", options)?;
        Summarizer::new(options).map(Self).map_err(js_error)
    }

    /// The parts of the summary of `text`; put one after the other, they are
    /// the summary. `context` says what it is for.
    pub fn parts(&self, text: &str, context: Option<String>) -> JsResult<Vec<String>> {
        let context = context.unwrap_or_default();
        self.0.parts_about(text, &context).map_err(js_error)
    }
}
