//! `planOf`: the plan of a graph, as the file that every build runs.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert::{JsResult, files_from_js, js_error};
use crate::engine;
use crate::model::Bundle;

/// Verifies a model's files, an array of `{ path, bytes, sha256 }`, and makes the plan of
/// its graph in the file at `path`.
#[wasm_bindgen(js_name = planOf)]
pub fn plan_of(manifest: Vec<u8>, files: Array, path: &str) -> JsResult<Vec<u8>> {
    let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
    engine::plan_of(&bundle, path).map_err(js_error)
}
