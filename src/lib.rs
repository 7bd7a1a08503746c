//! Epitome tells whether a summary fits its document, and writes one.
//!
//! The crate runs natively and as WebAssembly. Its layers import downward
//! only: `text` ← `metrics` ← `model` ← `runtime` ← `matcher`, `summarizer`
//! ← `engine` ← `wasm`.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod error;
pub mod metrics;
pub mod summarizer;
pub mod text;

pub use error::{Error, ErrorKind, Result};
