//! `WasmWriter`: models that write, for JavaScript.

use js_sys::{Array, Function};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::convert::{JsResult, files_from_js, from_js, js_error, to_js};
use super::paced::Paced;
use crate::error::{Error, ErrorKind};
use crate::model::Bundle;
#[cfg(feature = "onnx")]
use crate::model::manifest::System;
#[cfg(feature = "onnx")]
use crate::summarizer::seq2seq::{Generation, Output, Seq2Seq, Seq2SeqOptions};
use crate::summarizer::{
    Candidate, Choice, Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryLength,
    SummaryType, Writer, WriterOptions, Writing,
};
use crate::text::Language;

/// A model that is ready to write: one of the package's for headlines, or one of the field.
#[wasm_bindgen]
pub struct WasmWriter {
    model: Model,
    options: Options,
}

#[derive(Clone)]
enum Model {
    Headline(Writer),
    #[cfg(feature = "onnx")]
    Seq2Seq(Seq2Seq),
}

/// What summaries should be like.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    r#type: Option<SummaryType>,
    length: SummaryLength,
    format: SummaryFormat,
    language: Option<Language>,
    /// With `auto`, what is written competes with what the document holds.
    method: Option<Method>,
}

impl Options {
    /// As a summarizer has them.
    fn summary(&self) -> SummarizerOptions {
        SummarizerOptions {
            r#type: self.r#type.unwrap_or_default(),
            length: self.length,
            format: self.format,
            language: self.language,
            ..SummarizerOptions::default()
        }
    }
}

#[wasm_bindgen]
impl WasmWriter {
    /// Verifies a model's files, an array of `{ path, bytes, sha256 }`, and makes its
    /// writer; options `{ type, length, format, language, method }`, all optional.
    pub async fn load(manifest: Vec<u8>, files: Array, options: JsValue) -> JsResult<WasmWriter> {
        let options: Options = from_js("options", options)?;
        let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
        #[cfg(feature = "onnx")]
        if bundle.manifest().system == System::Pretrained {
            let model = Model::Seq2Seq(Seq2Seq::load(&bundle).await.map_err(js_error)?);
            return Ok(Self { model, options });
        }
        let model = {
            let writer = Writer::load(&bundle).await.map_err(js_error)?;
            if let Some(language) = options.language {
                writer.check_language(language).map_err(js_error)?;
            }
            if options
                .r#type
                .is_some_and(|kind| kind != SummaryType::Headline)
            {
                let message = "type: this model writes headlines; allowed: headline";
                return Err(js_error(Error::new(ErrorKind::Unsupported, message)));
            }
            Model::Headline(writer)
        };
        Ok(Self { model, options })
    }

    /// Reads a document; the search for its summary then goes step by step. Without `beams` or
    /// `length_penalty` a model of the field searches as its own files say. With the method `auto`
    /// the `context` steers what the document's own sentences compete with.
    pub fn begin(
        &self,
        text: String,
        beams: Option<usize>,
        length_penalty: Option<f64>,
        context: Option<String>,
    ) -> js_sys::Promise {
        let (model, options) = (self.model.clone(), self.options);
        wasm_bindgen_futures::future_to_promise(async move {
            let rival = match options.method {
                Some(Method::Auto) => Some(Summarizer::new(options.summary()).map_err(js_error)?),
                _ => None,
            };
            let writing = match model {
                Model::Headline(writer) => {
                    let usual = WriterOptions::default();
                    let options = WriterOptions {
                        beams: beams.unwrap_or(usual.beams),
                        length_penalty: length_penalty.unwrap_or(usual.length_penalty),
                        length: Some(options.length),
                        language: options.language,
                        format: options.format,
                        faithful: true,
                        choice: Choice::Consensus,
                    };
                    let writing = writer.begin(&text, options).await.map_err(js_error)?;
                    let rival = rival.map(|summarizer| Rival {
                        summarizer,
                        text,
                        context: context.unwrap_or_default(),
                    });
                    Work::Headline(writing, rival)
                }
                #[cfg(feature = "onnx")]
                Model::Seq2Seq(model) => {
                    let search = Seq2SeqOptions {
                        beams,
                        length_penalty,
                        ..Seq2SeqOptions::default()
                    };
                    let summary = options.summary();
                    let begun = model.begin_summary(&text, &summary, &search);
                    Work::Seq2Seq(begun.map_err(js_error)?, summary)
                }
            };
            Ok(WasmWriting(writing).into())
        })
    }
}

/// A summary that is being written.
#[wasm_bindgen]
pub struct WasmWriting(Work);

/// What the document itself holds competes with what is written.
struct Rival {
    summarizer: Summarizer,
    text: String,
    /// What the summary is for.
    context: String,
}

enum Work {
    /// With whom it competes for the text, if with anybody.
    Headline(Writing, Option<Rival>),
    #[cfg(feature = "onnx")]
    Seq2Seq(Generation, SummarizerOptions),
}

#[wasm_bindgen]
impl WasmWriting {
    /// One step of the decoder; long ones wait for the promise of `turn` now and then, and one that
    /// rejects ends it. Returns whether the search is over.
    pub async fn step(&mut self, turn: Option<Function>) -> JsResult<bool> {
        let work = async {
            match &mut self.0 {
                Work::Headline(writing, _) => writing.step().await.map_err(js_error),
                #[cfg(feature = "onnx")]
                Work::Seq2Seq(generation, _) => generation.step().await.map_err(js_error),
            }
        };
        match turn {
            Some(turn) => Paced::new(work, turn).await,
            None => work.await,
        }
    }

    /// What the summary begins with for certain. Of a model of the field, whose sentences are
    /// chosen among when all are written, nothing.
    #[wasm_bindgen(getter)]
    pub fn agreed(&self) -> String {
        match &self.0 {
            Work::Headline(writing, None) => writing.agreed(),
            // What is shown is known at the end.
            Work::Headline(_, Some(_)) => String::new(),
            #[cfg(feature = "onnx")]
            Work::Seq2Seq(..) => String::new(),
        }
    }

    /// The summaries found, best first: an array of `{ text, logProbability }`.
    pub fn candidates(&self) -> JsResult<JsValue> {
        match &self.0 {
            Work::Headline(writing, None) => to_js(&writing.candidates()),
            Work::Headline(writing, Some(rival)) => {
                let mut found = writing.candidates();
                let texts: Vec<String> = found.iter().map(|one| one.text.clone()).collect();
                let shown = rival
                    .summarizer
                    .headline_among(&rival.text, &rival.context, &texts)
                    .map_err(js_error)?;
                let likely = found.iter().find(|one| one.text == shown);
                let log_probability = likely.map_or(f64::NEG_INFINITY, |one| one.log_probability);
                found.retain(|one| one.text != shown);
                found.insert(
                    0,
                    Candidate {
                        text: shown,
                        log_probability,
                    },
                );
                to_js(&found)
            }
            #[cfg(feature = "onnx")]
            Work::Seq2Seq(generation, options) => {
                let parts = generation.parts(options).map_err(js_error)?;
                let score = |window: &Vec<Output>| window.first().map_or(0.0, |one| one.score);
                let mut found = vec![Candidate {
                    text: parts.concat(),
                    log_probability: generation.outputs().iter().map(score).sum(),
                }];
                // Of one window, what the search found besides.
                if let [window] = generation.outputs() {
                    found.extend(window.iter().skip(1).map(|one| Candidate {
                        text: one.text.trim().to_owned(),
                        log_probability: one.score,
                    }));
                }
                to_js(&found)
            }
        }
    }
}
