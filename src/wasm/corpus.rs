//! Corpus preparation for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, from_js, js_error, to_js};
use crate::corpus::{CorpusPair, Recipe};
use crate::error::{Error, ErrorKind};

/// Applies a recipe, by its name and options, to an array of
/// `{ document, summary }`.
#[wasm_bindgen(js_name = prepareCorpus)]
pub fn prepare_corpus(pairs: JsValue, recipe: &str, options: JsValue) -> JsResult<JsValue> {
    let pairs: Vec<CorpusPair> = from_js("pairs", pairs)?;
    let recipe = match recipe {
        "gigaword" => Recipe::Gigaword(from_js("options", options)?),
        "arman" => Recipe::Arman(from_js("options", options)?),
        _ => {
            return Err(js_error(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "option recipe cannot be {recipe:?}: allowed are {}",
                    Recipe::NAMES.join(", ")
                ),
            )));
        }
    };
    to_js(&crate::corpus::prepare_corpus(&pairs, &recipe).map_err(js_error)?)
}
