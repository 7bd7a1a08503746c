//! Running models on the CPU, through tract: natively and in WebAssembly.
//!
//! A graph is [checked](accept) against what the runtime is proven to carry
//! out before tract sees it: tract ignores some attributes and panics on some
//! graphs, and a panic in WebAssembly ends the instance.

pub mod accept;
#[cfg(target_arch = "wasm32")]
mod constructors;
mod fusion;
mod import;
pub mod onnx;
pub mod operators;
pub mod plan;
pub mod session;
pub mod webgpu;

pub use session::TractBackend;
