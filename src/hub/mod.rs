//! A model of the field as it lies in a repository: what its `config.json` says of it.
//!
//! Repositories of Hugging Face's layout hold `config.json`, `tokenizer.json` and graphs under
//! `onnx/`. A [`Config`] is that file as far as it matters here; a [`Head`] is what the outputs of a
//! classifier mean. Unknown fields are ignored, since every architecture has its own.

pub mod config;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
pub mod head;
pub mod repository;

pub use config::Config;
#[cfg(not(target_arch = "wasm32"))]
pub use folder::FolderOptions;
pub use head::{Head, HeadOptions, HeadTask};
