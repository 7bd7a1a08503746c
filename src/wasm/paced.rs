//! Drives long work from JavaScript: where the work yields, a turn of the event loop passes, and the
//! caller may end it.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::convert::JsResult;
use crate::pace;

/// A future that waits for the promise that `turn` gives at every yield of `work`. A promise that
/// rejects drops the work, and its reason is what comes out.
pub(super) struct Paced<'a, T> {
    work: Pin<Box<dyn Future<Output = JsResult<T>> + 'a>>,
    turn: Function,
    waiting: Option<JsFuture>,
}

impl<'a, T> Paced<'a, T> {
    /// Paces `work` by `turn`, a function without arguments that gives a promise.
    pub(super) fn new(work: impl Future<Output = JsResult<T>> + 'a, turn: Function) -> Self {
        Self {
            work: Box::pin(work),
            turn,
            waiting: None,
        }
    }

    fn next_turn(&self) -> JsResult<JsFuture> {
        let promise = self.turn.call0(&JsValue::UNDEFINED)?;
        Ok(JsFuture::from(Promise::resolve(&promise)))
    }
}

impl<T> Future for Paced<'_, T> {
    type Output = JsResult<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<JsResult<T>> {
        loop {
            if let Some(waiting) = &mut self.waiting {
                match Pin::new(waiting).poll(context) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Ok(_)) => self.waiting = None,
                    Poll::Ready(Err(reason)) => return Poll::Ready(Err(reason)),
                }
            }
            match self.work.as_mut().poll(context) {
                Poll::Ready(result) => return Poll::Ready(result),
                Poll::Pending if pace::take_yielded() => match self.next_turn() {
                    Ok(turn) => self.waiting = Some(turn),
                    Err(thrown) => return Poll::Ready(Err(thrown)),
                },
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}
