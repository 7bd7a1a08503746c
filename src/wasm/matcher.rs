//! `WasmMatcher`: [`Matcher`](crate::Matcher) for JavaScript.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::convert::{JsResult, files_from_js, from_js, js_error, to_js};
use super::paced::Paced;
use crate::matcher::{MatchOptions, Matcher, Pair};
use crate::model::{Bundle, Place};
use crate::text::Language;

/// A matcher that is ready to score pairs.
#[wasm_bindgen]
pub struct WasmMatcher(Rc<Matcher>);

#[wasm_bindgen]
impl WasmMatcher {
    /// Verifies a model's files, an array of `{ path, bytes, sha256 }`, and
    /// makes its matcher, on the backend `auto`, `wasm` or `webgpu`.
    pub async fn load(
        manifest: Vec<u8>,
        files: Array,
        language: Option<String>,
        backend: String,
    ) -> JsResult<WasmMatcher> {
        let language = language
            .map(|language| language.parse::<Language>())
            .transpose()
            .map_err(js_error)?;
        let bundle = Bundle::with_digests(&manifest, files_from_js(&files)?).map_err(js_error)?;
        let place = backend.parse::<Place>().map_err(js_error)?;
        let matcher = Matcher::load_on(&bundle, language, place)
            .await
            .map_err(js_error)?;
        Ok(Self(Rc::new(matcher)))
    }

    /// How many pairs one call is best given.
    #[wasm_bindgen(getter)]
    pub fn batch(&self) -> usize {
        self.0.batch()
    }

    /// Scores an array of `{ document, summary }`. Long work waits for the promise of `turn` now and
    /// then; one that rejects ends it.
    #[wasm_bindgen(js_name = matchBatch)]
    pub fn match_batch(&self, pairs: JsValue, explain: bool, turn: Function) -> js_sys::Promise {
        // The matcher is shared, so that freeing this handle while a batch is
        // under way is safe.
        let matcher = Rc::clone(&self.0);
        let work = async move {
            let pairs: Vec<Pair> = from_js("pairs", pairs)?;
            let matches = matcher
                .match_batch(&pairs, MatchOptions { explain })
                .await
                .map_err(js_error)?;
            to_js(&matches)
        };
        wasm_bindgen_futures::future_to_promise(Paced::new(work, turn))
    }
}
