//! Values and errors between Rust and JavaScript.

use std::error::Error as _;

use js_sys::{Array, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Error, ErrorKind};
use crate::model::HashedFile;

/// The result of an exported function.
pub(super) type JsResult<T> = std::result::Result<T, JsValue>;

/// A JavaScript `Error` with the DOMException `name`, the `code` and, where
/// there is one, the `cause`.
pub(super) fn js_error(error: Error) -> JsValue {
    let value = js_sys::Error::new(error.message());
    value.set_name(error.kind().dom_name());
    set(&value, "code", &JsValue::from_str(error.kind().code()));
    if let Some(cause) = error.source() {
        set(&value, "cause", &js_sys::Error::new(&cause.to_string()));
    }
    value.into()
}

fn set(target: &JsValue, key: &str, value: &JsValue) {
    // Setting a property of a fresh, extensible object cannot fail.
    let _ = Reflect::set(target, &JsValue::from_str(key), value);
}

/// Reads an argument; `what` names it in the error.
pub(super) fn from_js<T: DeserializeOwned>(what: &str, value: JsValue) -> JsResult<T> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        js_error(Error::new(
            ErrorKind::InvalidArgument,
            format!("{what}: {error}"),
        ))
    })
}

/// Writes a result as plain objects, arrays, numbers and strings; what is
/// absent is `null`.
pub(super) fn to_js(value: &impl Serialize) -> JsResult<JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| js_error(Error::new(ErrorKind::Inference, error.to_string())))
}

/// Reads a model's files, an array of `{ path, bytes, sha256 }`.
pub(super) fn files_from_js(files: &Array) -> JsResult<Vec<HashedFile>> {
    files.iter().map(file).collect()
}

fn file(entry: JsValue) -> JsResult<HashedFile> {
    let property = |name: &str| Reflect::get(&entry, &JsValue::from_str(name));
    let text = |name: &str| JsResult::Ok(property(name)?.as_string());
    let bytes = property("bytes")?.dyn_into::<Uint8Array>().ok();
    match (text("path")?, bytes, text("sha256")?) {
        (Some(path), Some(bytes), Some(sha256)) => Ok(HashedFile {
            path,
            bytes: bytes.to_vec(),
            sha256,
        }),
        _ => Err(js_error(Error::new(
            ErrorKind::InvalidArgument,
            "files: every entry must be { path: string, bytes: Uint8Array, sha256: string }",
        ))),
    }
}
