//! `WasmWriter`: [`Writer`](crate::summarizer::Writer) for JavaScript.

use js_sys::Array;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::convert::{JsResult, files_from_js, from_js, js_error, to_js};
use crate::model::Bundle;
use crate::summarizer::{Choice, SummaryFormat, SummaryLength, Writer, WriterOptions, Writing};
use crate::text::Language;

/// A headline model that is ready to write.
#[wasm_bindgen]
pub struct WasmWriter {
    writer: Writer,
    options: Options,
}

/// What headlines should be like.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    length: SummaryLength,
    format: SummaryFormat,
    language: Option<Language>,
}

#[wasm_bindgen]
impl WasmWriter {
    /// Verifies a model's files, an array of `{ path, bytes, sha256 }`, and makes its
    /// writer; options `{ length, format, language }`, all optional.
    pub async fn load(manifest: Vec<u8>, files: Array, options: JsValue) -> JsResult<WasmWriter> {
        let options: Options = from_js("options", options)?;
        let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
        let writer = Writer::load(&bundle).await.map_err(js_error)?;
        if let Some(language) = options.language {
            writer.check_language(language).map_err(js_error)?;
        }
        Ok(Self { writer, options })
    }

    /// Reads a document; the search for its headline then goes step by step.
    pub fn begin(&self, text: String, beams: usize, length_penalty: f64) -> js_sys::Promise {
        let (writer, options) = (self.writer.clone(), self.options);
        wasm_bindgen_futures::future_to_promise(async move {
            let options = WriterOptions {
                beams,
                length_penalty,
                length: Some(options.length),
                language: options.language,
                format: options.format,
                faithful: true,
                choice: Choice::Consensus,
            };
            let writing = writer.begin(&text, options).await.map_err(js_error)?;
            Ok(WasmWriting(writing).into())
        })
    }
}

/// A headline that is being written.
#[wasm_bindgen]
pub struct WasmWriting(Writing);

#[wasm_bindgen]
impl WasmWriting {
    /// One step of the decoder. Returns whether the search is over.
    pub async fn step(&mut self) -> JsResult<bool> {
        self.0.step().await.map_err(js_error)
    }

    /// What the headline begins with for certain.
    #[wasm_bindgen(getter)]
    pub fn agreed(&self) -> String {
        self.0.agreed()
    }

    /// The headlines found, best first: an array of `{ text, logProbability }`.
    pub fn candidates(&self) -> JsResult<JsValue> {
        to_js(&self.0.candidates())
    }
}
