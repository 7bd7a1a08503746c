//! How long a device is waited for.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;

use super::device::{settled, text, untyped};

/// How long a device may take for a run, in milliseconds.
const PATIENCE: f64 = 60_000.0;

/// How much longer a device may take that computes, and compiles, on the CPU.
const SOFTWARE: f64 = 10.0;

/// How long a host may take to offer an adapter, and an adapter a device, in milliseconds.
const OFFER: f64 = 10_000.0;

/// Why there is no answer.
pub enum Unanswered {
    /// The device has said what is wrong.
    Failed(String),
    /// The time is over.
    Silent(String),
}

impl Unanswered {
    /// What to say of it.
    pub fn problem(self) -> String {
        match self {
            Self::Failed(problem) | Self::Silent(problem) => problem,
        }
    }
}

/// A promise that is kept when the time is over.
pub struct Timer {
    promise: Promise,
    number: JsValue,
    milliseconds: f64,
}

impl Timer {
    /// Starts the time of a run.
    pub fn new(software: bool) -> Self {
        Self::lasting(if software {
            SOFTWARE * PATIENCE
        } else {
            PATIENCE
        })
    }

    /// Starts the time of an offer.
    pub fn of_offer() -> Self {
        Self::lasting(OFFER)
    }

    fn lasting(milliseconds: f64) -> Self {
        let mut number = JsValue::UNDEFINED;
        let promise = Promise::new(&mut |resolve, _| {
            let keep = resolve.bind1(&JsValue::NULL, &Self::mark());
            if let Some(set) = function("setTimeout")
                && let Ok(given) = set.call2(&JsValue::UNDEFINED, &keep, &milliseconds.into())
            {
                number = given;
            }
        });
        Self {
            promise,
            number,
            milliseconds,
        }
    }

    /// What a promise gives, if the time suffices.
    pub async fn within(&self, promise: impl JsCast) -> Result<JsValue, Unanswered> {
        let both = Array::of2(&untyped(promise), &self.promise);
        match settled(Promise::race(both.unchecked_ref())).await {
            Ok(value) if value == Self::mark() => Err(Unanswered::Silent(format!(
                "no answer within {} s",
                self.milliseconds / 1000.0
            ))),
            Ok(value) => Ok(value),
            Err(error) => Err(Unanswered::Failed(text(&error))),
        }
    }

    /// What the promise gives at the end of the time.
    fn mark() -> JsValue {
        "timeout".into()
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(clear) = function("clearTimeout") {
            let _ = clear.call1(&JsValue::UNDEFINED, &self.number);
        }
    }
}

fn function(name: &str) -> Option<Function> {
    Reflect::get(&js_sys::global(), &name.into())
        .ok()?
        .dyn_into()
        .ok()
}
