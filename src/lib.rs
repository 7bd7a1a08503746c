//! Epitome tells whether a summary fits its document, and writes one.
//!
//! The crate runs natively and as WebAssembly. Its layers import downward
//! only: `lexicon` ← `analysis` ← `grounding` and `text` ← `metrics` ← `corpus`, `subset`, `model` ← `runtime` ← `matcher`,
//! `summarizer`, `structure` ← `engine` ← `wasm`.
//!
//! A [`Matcher`] and a [`Summarizer`] are `Send` and `Sync`: threads share one, and each awaits its
//! own results. `examples/score_from_tokio.rs` does so in tasks of tokio.
//!
//! ```
//! use epitome::Matcher;
//! use epitome::matcher::MatchOptions;
//! use epitome::model::Bundle;
//!
//! let bundle = Bundle::open("models/rouge")?;
//! let matcher = pollster::block_on(Matcher::load(&bundle, None))?;
//! let document = "The harbour line opens in May. It links the harbour and the town.";
//! let score = |summary: &str| {
//!     let summaries = [summary.to_owned()];
//!     pollster::block_on(matcher.match_all(document, &summaries, MatchOptions::default()))
//! };
//! let summaries = ["Harbour line to open in May", "A museum closes for good"];
//! let found = std::thread::scope(|threads| {
//!     let running = summaries.map(|summary| threads.spawn(|| score(summary)));
//!     running.map(|thread| thread.join().expect("a thread that scores"))
//! });
//! let [about_it, about_another] = found;
//! assert!(about_it?[0].matched && !about_another?[0].matched);
//! # Ok::<(), epitome::Error>(())
//! ```

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
