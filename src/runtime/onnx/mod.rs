//! ONNX files made into [plans](super::plan).
//!
//! A file is [checked](accept) against the table of [operators]: what is not proven
//! is refused by name. Its nodes become tract's typed graph, which tract simplifies;
//! products, bias and rectifier become layers and elementwise operators programs,
//! and the graph becomes a plan. Cost: tract's simplification, some hundred
//! milliseconds for a few hundred nodes; the rest is linear.

pub mod accept;
#[cfg(target_arch = "wasm32")]
mod constructors;
mod fusion;
mod import;
mod lower;
pub mod messages;
pub mod operators;
mod simplify;

use super::plan::Plan;
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::GraphSpec;

/// Makes the plan of an ONNX file that the manifest describes.
///
/// # Errors
///
/// Those of [`accept::accept`], and [`ErrorKind::InvalidModel`] if operators are put
/// together in a way that plans do not know.
pub fn plan(bytes: &[u8], spec: &GraphSpec) -> Result<Plan> {
    #[cfg(target_arch = "wasm32")]
    constructors::run();
    let model = accept::accept(bytes, spec)?;
    let graph = model
        .graph
        .as_ref()
        .ok_or_else(|| Error::new(ErrorKind::InvalidModel, "the ONNX model holds no graph"))?;
    import::import(graph, &spec.inputs)
        .and_then(simplify::simplify)
        .and_then(|model| fusion::fuse(&model))
        .and_then(|model| lower::lower(&model))
        .map_err(|error| {
            Error::new(
                ErrorKind::InvalidModel,
                format!("the graph cannot be prepared: {error:#}"),
            )
            .with_source(error)
        })
}
