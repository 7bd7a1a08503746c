//! Running plans on a GPU, through WebGPU.
//!
//! [`lower`] turns a plan and the sizes of a run into [passes](program) of our own WGSL;
//! it is plain Rust, which every build has and native tests check. What drives the
//! device is in builds for WebAssembly only.
//!
//! Kernels stay within what every device offers (256 threads and 16 KiB in a
//! workgroup, eight storage buffers of 128 MiB in a pass) and use no optional feature:
//! neither `shader-f16` nor `subgroups`. Numbers are float32, so that scores agree with
//! the CPU's but for the order of sums.

#[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
pub mod buffers;
#[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
pub mod device;
#[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
pub mod execute;
pub mod fixed;
pub mod kernels;
pub mod lower;
pub mod program;
#[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
pub mod session;
pub mod shader;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
pub mod timer;
