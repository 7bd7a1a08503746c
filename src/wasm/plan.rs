//! `planOf`: the plan of a graph, as the file that every build runs.

use js_sys::Array;
use wasm_bindgen::prelude::*;

#[cfg(feature = "onnx")]
use super::convert::to_js;
use super::convert::{JsResult, files_from_js, js_error};
use crate::engine;
use crate::model::Bundle;
#[cfg(feature = "onnx")]
use crate::text::pretrained::PretrainedTokenizer;

/// What a graph of a model of the field, in the file at `path`, reads and writes: `{ inputs, outputs }`
/// as a manifest has them. The files are an array of `{ path, bytes, sha256 }`.
#[wasm_bindgen(js_name = interfaceOf)]
#[cfg(feature = "onnx")]
pub fn interface_of(manifest: Vec<u8>, files: Array, path: &str) -> JsResult<JsValue> {
    let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
    to_js(&engine::plans::interface_of(&bundle, path).map_err(js_error)?)
}

/// A `tokenizer.json` in a form that is smaller and is read faster.
#[wasm_bindgen(js_name = packTokenizer)]
#[cfg(feature = "onnx")]
pub fn pack_tokenizer(json: &[u8]) -> JsResult<Vec<u8>> {
    let tokenizer = PretrainedTokenizer::from_json(json).map_err(js_error)?;
    tokenizer.to_packed().map_err(js_error)
}

/// Verifies a model's files, an array of `{ path, bytes, sha256 }`, and makes the plan of
/// its graph in the file at `path`.
#[wasm_bindgen(js_name = planOf)]
pub fn plan_of(manifest: Vec<u8>, files: Array, path: &str) -> JsResult<Vec<u8>> {
    let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
    engine::plans::plan_of(&bundle, path).map_err(js_error)
}
