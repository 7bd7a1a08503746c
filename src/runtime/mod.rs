//! Running models: natively and in WebAssembly.
//!
//! A model's graph comes as a [plan], or as an [ONNX file](onnx) that becomes one when
//! it is loaded. The [CPU](cpu) runs a plan step after step, a [GPU](webgpu) pass after
//! pass.

pub mod cpu;
mod interface;
mod load;
#[cfg(feature = "onnx")]
pub mod onnx;
pub mod plan;
pub mod webgpu;

pub use cpu::CpuBackend;
pub use load::{plan_of, plan_of_graph};
#[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
pub use webgpu::session::WebGpuBackend;
