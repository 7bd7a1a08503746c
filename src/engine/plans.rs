//! Plans and interfaces of the graphs of a bundle, for JavaScript.

use crate::error::Result;
#[cfg(feature = "onnx")]
use crate::error::{Error, ErrorKind};
use crate::model::Bundle;
#[cfg(feature = "onnx")]
use crate::model::manifest::{GraphSpec, PretrainedGraph};

/// The plan of the graph in a file of a bundle, as a file, which runs where ONNX is not
/// read.
///
/// # Errors
///
/// What makes the graph unfit.
#[cfg(feature = "onnx")]
pub(crate) fn plan_of(bundle: &Bundle, path: &str) -> Result<Vec<u8>> {
    match pretrained_graph(bundle, path) {
        Some(graph) => {
            crate::runtime::plan_of_graph(bundle, &super::field::graph_of(bundle, graph)?)
        }
        None => crate::runtime::plan_of(bundle, path),
    }
}

/// The plan of the graph in a file of a bundle, as above.
///
/// # Errors
///
/// What makes the graph unfit.
#[cfg(not(feature = "onnx"))]
pub(crate) fn plan_of(bundle: &Bundle, path: &str) -> Result<Vec<u8>> {
    crate::runtime::plan_of(bundle, path)
}

/// What the graph in a file of a model of the field reads and writes.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if the model has no such graph, and what makes the file unfit.
#[cfg(feature = "onnx")]
pub(crate) fn interface_of(bundle: &Bundle, path: &str) -> Result<GraphSpec> {
    match pretrained_graph(bundle, path) {
        Some(graph) => super::field::graph_of(bundle, graph),
        None => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "model `{}` has no graph of the field in `{path}`",
                bundle.manifest().name
            ),
        )),
    }
}

#[cfg(feature = "onnx")]
fn pretrained_graph<'a>(bundle: &'a Bundle, path: &str) -> Option<&'a PretrainedGraph> {
    let pretrained = bundle.manifest().pretrained.as_ref()?;
    pretrained.graphs.iter().find(|graph| graph.file == path)
}
