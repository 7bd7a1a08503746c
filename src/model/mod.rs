//! Models as data: a manifest, the files it lists, and what a task needs from
//! whatever runs them.
//!
//! - [`Manifest`]: what a model is and what its files must be;
//! - [`Bundle`]: a manifest together with its verified files;
//! - [`Session`] and [`Backend`]: the interface between a task and a runtime.

pub mod backend;
pub mod bundle;
pub mod manifest;
pub mod tensor;

pub use backend::{Backend, Place, Session};
pub use bundle::{Bundle, HashedFile};
pub use manifest::Manifest;
pub use tensor::{Tensor, TensorData};
