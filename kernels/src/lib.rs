//! The arithmetic behind Epitome's fused operators, over plain slices.
//!
//! A package of its own, because it alone is worth compiling for speed: the rest
//! of the module is compiled for size. The code is written so that LLVM turns it
//! into vector instructions (`simd128` in WebAssembly); it sums in an order that the
//! code fixes and, but for `relaxed-simd` (`lanes`), never contracts a product and a sum into one
//! instruction, so that a result is the same to the last bit natively and in WebAssembly. With
//! `relaxed-simd` the greater or lesser of a number and NaN may be either, and that of zeros of both
//! signs too.
//!
//! Shapes are the caller's to check: a slice of the wrong length is a bug there,
//! and each function says what it takes for granted.

pub mod columns;
pub mod dense;
pub mod direction;
pub mod elements;
pub mod exponential;
pub mod gru;
pub mod integer;
mod lanes;
pub mod lstm;
pub mod memory;
pub mod normalize;
mod pairs;
pub mod pointwise;
mod quads;
pub mod quantize;
pub mod reduce;
pub mod strided;
pub mod transcendental;
pub mod vector;
