//! Every test of the library's public face, in one program: it is linked once, and starts one
//! browser. Tests compare with files of `tests/data`, that `tests/oracles` writes, and with the
//! `reference.json` of models.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

mod corpus;
mod entities;
mod evidence;
mod extractive;
mod fidelity;
mod gists;
mod kernels;
mod metrics;
mod pseudo_summary;
mod structure;
mod subset;
mod summarizer;
mod text;
mod transcendental;

// Models are read from ONNX.
#[cfg(feature = "onnx")]
mod entailment;
#[cfg(feature = "onnx")]
mod fit;
#[cfg(feature = "onnx")]
mod graphs;
#[cfg(feature = "onnx")]
mod line_classifier;
#[cfg(feature = "onnx")]
mod loading;
#[cfg(feature = "onnx")]
mod matcher;
#[cfg(feature = "onnx")]
mod onnx_files;
#[cfg(feature = "onnx")]
mod operators;
#[cfg(feature = "onnx")]
mod plans;
#[cfg(feature = "onnx")]
mod surface;
#[cfg(all(feature = "onnx", feature = "jieba"))]
mod systems;
#[cfg(feature = "onnx")]
mod writer;

// The source's own shape, files beside it, threads, and tract beside the runtime.
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
mod encodings;
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
mod field;
#[cfg(not(target_arch = "wasm32"))]
mod layers;
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
mod seq2seq;
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
mod threads;
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
mod tract;
#[cfg(not(target_arch = "wasm32"))]
mod versions;
#[cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
mod zoo;
