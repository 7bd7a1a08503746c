//! Layout and the line classifier for JavaScript.

use std::rc::Rc;

use js_sys::Array;
use serde::Serialize;
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

/// A line with its place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineOut<'a> {
    text: &'a str,
    page: usize,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    block: usize,
    bold: bool,
}

/// A block with its place; its lines follow one another.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BlockOut {
    page: usize,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    kind: usize,
    column: usize,
    first_line: usize,
    lines: usize,
}

#[derive(Serialize)]
struct PageOut {
    number: usize,
    width: f64,
    height: f64,
}

#[derive(Serialize)]
struct BlocksOut<'a> {
    pages: Vec<PageOut>,
    lines: Vec<LineOut<'a>>,
    blocks: Vec<BlockOut>,
    cuts: crate::structure::Cuts,
    em: f64,
}

/// The lines and blocks of a document.
#[wasm_bindgen(js_name = pageBlocks)]
pub fn page_blocks(format: &str, source: JsValue, options: JsValue) -> JsResult<JsValue> {
    let options: BlockOptions = from_js("options", options)?;
    let layout = layout(format, source)?;
    let found = layout.blocks(&options).map_err(js_error)?;
    let number = |page: usize| layout.pages()[page].number;
    to_js(&BlocksOut {
        pages: layout
            .pages()
            .iter()
            .map(|page| PageOut {
                number: page.number,
                width: page.width,
                height: page.height,
            })
            .collect(),
        lines: found
            .lines
            .iter()
            .map(|line| LineOut {
                text: &line.text,
                page: number(line.page),
                left: line.left,
                top: line.top,
                width: line.width,
                height: line.height,
                block: line.block,
                bold: layout.fonts()[line.font].bold,
            })
            .collect(),
        blocks: found
            .blocks
            .iter()
            .map(|block| BlockOut {
                page: number(block.page),
                left: block.left,
                top: block.top,
                width: block.width,
                height: block.height,
                kind: block.kind,
                column: block.column,
                first_line: block.first_line,
                lines: block.lines,
            })
            .collect(),
        cuts: found.cuts,
        em: found.em,
    })
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
