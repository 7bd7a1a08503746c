//! The language of a text, for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, to_js};
use crate::text::Language;

/// Guesses the language of a text: `{ language, confidence }`, or `null` without letters of one.
#[wasm_bindgen(js_name = detectLanguage)]
pub fn detect_language(text: &str) -> JsResult<JsValue> {
    to_js(&Language::guess(text))
}
