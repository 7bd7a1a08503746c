//! Epitome as a module without JavaScript: bytes in, bytes out, in batches.
//!
//! It is built for `wasm32-unknown-unknown`, where it imports nothing. A host writes a request,
//! MessagePack, into a buffer of [`abi::epitome_alloc`], calls an operation with its address, and
//! reads the reply at the address that comes back. `README.md` beside this crate has the requests and
//! replies.
//!
//! What a request says is untrusted: it gives an error, or an error of a row, never a trap. Texts
//! of a batch are columns; a row that cannot be read has an error in its place, and the others
//! have their results. Cost: that of the library, and one copy of each text.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod abi;
mod buffers;
mod corpus;
mod error;
mod matching;
mod measures;
mod models;
mod reply;
mod request;
mod run;
mod spans;
mod structure;
mod subset;
mod summaries;

/// The version of the interface: exports, requests and replies. A host refuses another.
pub const ABI_VERSION: u32 = 1;
