//! The plan of a bundle: read as it is, or made from an ONNX file.

use super::interface::Interface;
use super::plan::{self, Plan};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Bundle;

/// The graph's plan, and what goes in and comes out.
///
/// # Errors
///
/// What makes the file unfit to run, with the model's and the file's name.
pub(super) fn load(bundle: &Bundle) -> Result<(Interface, Plan)> {
    let manifest = bundle.manifest();
    let from_graph = || {
        let spec = manifest.graph.clone().ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidManifest,
                "the manifest describes no graph to run",
            )
        })?;
        let bytes = bundle.file(&spec.file)?;
        let plan = if plan::file::is_plan(bytes) {
            plan::file::read(bytes)
        } else {
            from_onnx(bytes, &spec)
        };
        let plan = plan.map_err(|error| error.at(&spec.file))?;
        Ok((Interface::new(spec, &plan)?, plan))
    };
    from_graph().map_err(|error: Error| error.at(format!("model `{}`", manifest.name)))
}

/// The plan of a bundle as a file, which every build runs.
///
/// # Errors
///
/// Those of loading the bundle.
pub fn plan_of(bundle: &Bundle) -> Result<Vec<u8>> {
    let (_, plan) = load(bundle)?;
    plan::file::write(&plan)
}

#[cfg(feature = "onnx")]
use super::onnx::plan as from_onnx;

#[cfg(not(feature = "onnx"))]
fn from_onnx(_: &[u8], _: &crate::model::manifest::GraphSpec) -> Result<Plan> {
    Err(Error::new(
        ErrorKind::Unsupported,
        "this build runs plans and does not read ONNX files; use the whole package `epitome`, or make a plan of the file with it",
    ))
}
