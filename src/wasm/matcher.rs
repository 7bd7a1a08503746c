//! `WasmMatcher`: [`Matcher`](crate::Matcher) for JavaScript.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert::{JsResult, files_from_js, from_js, js_error, to_js};
use crate::error::{Error, ErrorKind, Result};
use crate::matcher::turns::Turns;
use crate::matcher::{MatchOptions, Matcher, Pair};
use crate::model::backend::LocalFuture;
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

    /// Scores an array of `{ document, summary }`. `turn` is called between parts of the work; where
    /// it gives a promise, that is awaited. What it throws, or the promise rejects with, ends the
    /// call.
    #[wasm_bindgen(js_name = matchBatch)]
    pub fn match_batch(
        &self,
        pairs: JsValue,
        explain: bool,
        turn: Option<js_sys::Function>,
    ) -> js_sys::Promise {
        // The matcher is shared, so that freeing this handle while a batch is
        // under way is safe.
        let matcher = Rc::clone(&self.0);
        wasm_bindgen_futures::future_to_promise(async move {
            let pairs: Vec<Pair> = from_js("pairs", pairs)?;
            let options = MatchOptions { explain };
            let Some(turn) = turn else {
                return to_js(
                    &matcher
                        .match_batch(&pairs, options)
                        .await
                        .map_err(js_error)?,
                );
            };
            let turns = JsTurns {
                turn,
                thrown: RefCell::default(),
            };
            let found = matcher.match_batch_in_turns(&pairs, options, &turns).await;
            match (found, turns.thrown.into_inner()) {
                (_, Some(thrown)) => Err(thrown),
                (found, None) => to_js(&found.map_err(js_error)?),
            }
        })
    }
}

/// A JavaScript function as turns.
struct JsTurns {
    turn: js_sys::Function,
    /// What it threw or rejected with.
    thrown: RefCell<Option<JsValue>>,
}

impl JsTurns {
    async fn call(&self) -> std::result::Result<(), JsValue> {
        let given = self.turn.call0(&JsValue::NULL)?;
        if let Ok(promise) = given.dyn_into::<js_sys::Promise>() {
            wasm_bindgen_futures::JsFuture::from(promise).await?;
        }
        Ok(())
    }
}

impl Turns for JsTurns {
    fn turn(&self) -> LocalFuture<'_, Result<()>> {
        Box::pin(async move {
            self.call().await.map_err(|thrown| {
                *self.thrown.borrow_mut() = Some(thrown);
                Error::new(ErrorKind::Inference, "the caller gave up")
            })
        })
    }
}
