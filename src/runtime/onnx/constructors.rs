//! Runs the constructors that fill tract's registries in WebAssembly.
//!
//! A native program runs them before `main`; a WebAssembly library has no such
//! moment, and tract finds its registries empty. They must run exactly once.

#![allow(unsafe_code)]

use std::sync::Once;

unsafe extern "C" {
    fn __wasm_call_ctors();
}

/// Runs the constructors, the first time that it is called.
pub(super) fn run() {
    static RUN: Once = Once::new();
    // SAFETY: the linker defines the function, which takes nothing, and `Once`
    // lets it run a single time per instance.
    RUN.call_once(|| unsafe { __wasm_call_ctors() });
}
