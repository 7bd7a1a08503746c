//! Layout and the line classifier for JavaScript.

use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert::{JsResult, files_from_js, from_js, js_error, to_js};
use crate::error::{Error, ErrorKind};
use crate::model::Bundle;
use crate::structure::{BlockOptions, LineClassifier, PageLayout};

/// Reads a document: the XML of `pdftohtml`, or the pages of `pdfjs`.
fn layout(format: &str, source: JsValue) -> JsResult<PageLayout> {
    match format {
        "pdftohtml" => PageLayout::from_pdftohtml(&from_js::<String>("xml", source)?),
        "pdfjs" => PageLayout::from_pdfjs(&from_js::<Vec<_>>("pages", source)?),
        _ => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("format {format} is not known; allowed: pdftohtml, pdfjs"),
        )),
    }
    .map_err(js_error)
}

/// The lines and blocks of a document.
#[wasm_bindgen(js_name = pageBlocks)]
pub fn page_blocks(format: &str, source: JsValue, options: JsValue) -> JsResult<JsValue> {
    let options: BlockOptions = from_js("options", options)?;
    let found = layout(format, source)?.placed_blocks(&options);
    to_js(&found.map_err(js_error)?)
}

/// A line classifier that is ready.
#[wasm_bindgen]
pub struct WasmLineClassifier(Rc<LineClassifier>);

#[wasm_bindgen]
impl WasmLineClassifier {
    /// Verifies a model's files, an array of `{ path, bytes, sha256 }`, and makes its
    /// classifier.
    pub async fn load(manifest: Vec<u8>, files: Array) -> JsResult<WasmLineClassifier> {
        let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
        let classifier = LineClassifier::load(&bundle).await.map_err(js_error)?;
        Ok(Self(Rc::new(classifier)))
    }

    /// The lines and sections of a document.
    pub fn classify(&self, format: String, source: JsValue) -> js_sys::Promise {
        // Shared, so that freeing this handle while a document is under way is
        // safe.
        let classifier = Rc::clone(&self.0);
        wasm_bindgen_futures::future_to_promise(async move {
            let layout = layout(&format, source)?;
            to_js(&classifier.classify(&layout).await.map_err(js_error)?)
        })
    }
}
