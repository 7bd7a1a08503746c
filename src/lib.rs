//! Epitome tells whether a summary fits its document, and writes one.
//!
//! The crate runs natively and as WebAssembly. Its layers import downward
//! only: `lexicon` ← `analysis` ← `grounding` and `text` ← `metrics` ← `corpus`, `subset`, `model` ← `runtime` ← `matcher`,
//! `summarizer`, `structure` ← `engine` ← `wasm`.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod analysis;
pub mod corpus;
mod engine;
pub mod error;
mod grounding;
#[cfg(feature = "onnx")]
pub mod hub;
mod lexicon;
pub mod matcher;
pub mod metrics;
pub mod model;
mod order;
mod pace;
mod random;
pub mod runtime;
pub mod structure;
pub mod subset;
pub mod summarizer;
pub mod text;
#[cfg(all(feature = "js", target_arch = "wasm32", target_os = "unknown"))]
mod wasm;

#[cfg(feature = "onnx")]
pub use engine::{DecoderFiles, Seq2SeqFiles};
pub use error::{Error, ErrorKind, Result};
pub use matcher::Matcher;
pub use structure::{LineClassifier, PageLayout};
pub use summarizer::Summarizer;
