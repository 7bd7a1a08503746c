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
        let folder = graph.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = |path: &str| {
            let path = path.strip_prefix("./").unwrap_or(path);
            let path = match folder {
                "" => path.to_string(),
                _ => format!("{folder}/{path}"),
            };
            bundle.file(&path).ok()
        };
        load_file(bytes, graph, &beside).map_err(|error| error.at(&graph.file))
    };
    from_graph().map_err(|error: Error| error.at(format!("model `{}`", bundle.manifest().name)))
}

/// The plan of a graph's file. `beside` finds files by their paths from its folder.
///
/// # Errors
///
/// What makes the file unfit to run.
pub(super) fn load_file<'a>(
    bytes: &[u8],
    graph: &GraphSpec,
    beside: &(dyn Fn(&str) -> Option<&'a [u8]> + 'a),
) -> Result<(Interface, Plan)> {
    let plan = match plan::file::is_plan(bytes) {
        true => plan::file::read(bytes),
        false => from_onnx(bytes, graph, beside),
    }?;
    Ok((Interface::new(graph.clone(), &plan)?, plan))
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
fn from_onnx<'a>(_: &[u8], _: &GraphSpec, _: &dyn Fn(&str) -> Option<&'a [u8]>) -> Result<Plan> {
    Err(Error::new(
        ErrorKind::Unsupported,
        "this build runs plans and does not read ONNX files; use the whole package `epitome`, or make a plan of the file with it",
    ))
}
