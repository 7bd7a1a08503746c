//! The plan of a graph: read as it is, or made from an ONNX file.

use super::interface::Interface;
use super::plan::{self, Plan};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Bundle;
use crate::model::manifest::GraphSpec;

/// The plan of one of a bundle's graphs, and what goes in and comes out.
///
/// # Errors
///
/// What makes the file unfit to run, with the model's and the file's name.
pub(super) fn load(bundle: &Bundle, graph: &GraphSpec) -> Result<(Interface, Plan)> {
    let from_graph = || {
        let bytes = bundle.file(&graph.file)?;
        let plan = if plan::file::is_plan(bytes) {
            plan::file::read(bytes)
        } else {
            from_onnx(bytes, graph)
        };
        let plan = plan.map_err(|error| error.at(&graph.file))?;
        Ok((Interface::new(graph.clone(), &plan)?, plan))
    };
    from_graph().map_err(|error: Error| error.at(format!("model `{}`", bundle.manifest().name)))
}

/// The plan of the graph in the file at `path` as a file, which every build runs.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if no graph of the model is there, and those of
/// loading it.
pub fn plan_of(bundle: &Bundle, path: &str) -> Result<Vec<u8>> {
    let manifest = bundle.manifest();
    let Some(graph) = manifest.graphs().find(|graph| graph.file == path) else {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("model `{}` has no graph in `{path}`", manifest.name),
        ));
    };
    let (_, plan) = load(bundle, graph)?;
    plan::file::write(&plan)
}

#[cfg(feature = "onnx")]
use super::onnx::plan as from_onnx;

#[cfg(not(feature = "onnx"))]
fn from_onnx(_: &[u8], _: &GraphSpec) -> Result<Plan> {
    Err(Error::new(
        ErrorKind::Unsupported,
        "this build runs plans and does not read ONNX files; use the whole package `epitome`, or make a plan of the file with it",
    ))
}
