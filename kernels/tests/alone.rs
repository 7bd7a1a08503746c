//! The tests of the kernels without the library around them, so that they are built in seconds for
//! each instruction set. With relaxed SIMD they run in no other way.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../tests/suite/kernels.rs"]
mod kernels;

#[path = "../../tests/suite/support"]
mod support {
    pub mod random;
}
