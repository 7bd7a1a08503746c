//! What an ONNX file takes and gives, read from the file itself.
//!
//! A manifest need not say it: [`interface`] reads names, element types and axes. An axis
//! without a size or a name gets a name of its own. Initializers that a file of
//! before 2019 lists among its inputs are none. Cost: one decoding of the file.

use std::collections::HashSet;

use prost::Message;

use super::accept::element_type_name;
use super::external;
use super::messages::{DimensionProto, GraphProto, ModelProto, ValueInfoProto};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};

/// The inputs and outputs of a graph, in the file's order.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphInterface {
    /// What a run must be given.
    pub inputs: Vec<TensorSpec>,
    /// What a run gives.
    pub outputs: Vec<TensorSpec>,
}

impl GraphInterface {
    /// The graph in the file at `path`, with all of its inputs and outputs.
    pub fn into_spec(self, path: impl Into<String>) -> GraphSpec {
        GraphSpec {
            file: path.into(),
            inputs: self.inputs,
            outputs: self.outputs,
        }
    }
}

/// Reads what the graph of an ONNX file takes and gives. A type of 32-bit integers is
/// said as int64, in which it is passed.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`] if the file is no complete ONNX model, or an input or
/// output is no tensor of known rank; [`ErrorKind::UnsupportedOperator`] for an
/// element type that runs do not take.
pub fn interface(bytes: &[u8]) -> Result<GraphInterface> {
    of(&graph(bytes)?)
}

fn graph(bytes: &[u8]) -> Result<GraphProto> {
    let model = ModelProto::decode(bytes).map_err(|error| {
        Error::new(
            ErrorKind::InvalidModel,
            "the file is not a complete ONNX model",
        )
        .with_source(error)
    })?;
    let graph = model.graph;
    graph.ok_or_else(|| Error::new(ErrorKind::InvalidModel, "the ONNX model holds no graph"))
}

/// The files that an ONNX file keeps elements in beside itself, by their paths from its folder.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`] if the file is no complete ONNX model.
pub fn external_files(bytes: &[u8]) -> Result<Vec<String>> {
    let mut found = vec![];
    external::locations(&graph(bytes)?, &mut found);
    Ok(found)
}

/// The interface of a graph.
pub(super) fn of(graph: &GraphProto) -> Result<GraphInterface> {
    let constants = graph.initializer.iter().map(|tensor| &*tensor.name);
    let constants: HashSet<&str> = constants.collect();
    let inputs = graph.input.iter();
    let inputs = inputs.filter(|input| !constants.contains(&*input.name));
    Ok(GraphInterface {
        inputs: inputs
            .map(|value| spec("input", value))
            .collect::<Result<_>>()?,
        outputs: graph
            .output
            .iter()
            .map(|value| spec("output", value))
            .collect::<Result<_>>()?,
    })
}

fn spec(side: &str, value: &ValueInfoProto) -> Result<TensorSpec> {
    let name = &value.name;
    let invalid = |problem: &str| {
        let problem = format!("{side} `{name}` {problem}");
        Error::new(ErrorKind::InvalidModel, problem)
    };
    let tensor = value.r#type.as_ref().and_then(|of| of.tensor_type.as_ref());
    let tensor = tensor.ok_or_else(|| invalid("is not a tensor"))?;
    let shape = tensor.shape.as_ref();
    let shape = shape.ok_or_else(|| invalid("has no shape; export it with its axes"))?;
    let axes = shape.dim.iter().enumerate();
    Ok(TensorSpec {
        name: name.clone(),
        dtype: data_type(tensor.elem_type).ok_or_else(|| {
            Error::new(
                ErrorKind::UnsupportedOperator,
                format!(
                    "{side} `{name}` has element type {}; allowed are float32, float16, int64, int32 and bool",
                    element_type_name(tensor.elem_type)
                ),
            )
        })?,
        shape: axes
            .map(|(at, dimension)| axis(name, at, dimension))
            .collect(),
        max_length: None,
    })
}

/// ONNX's number of an element type, as runs pass it.
pub(super) fn data_type(number: i32) -> Option<DataType> {
    Some(match number {
        1 => DataType::Float32,
        6 | 7 => DataType::Int64,
        9 => DataType::Bool,
        10 => DataType::Float16,
        _ => return None,
    })
}

fn axis(name: &str, at: usize, dimension: &DimensionProto) -> Axis {
    let size = dimension
        .dim_value
        .and_then(|size| usize::try_from(size).ok());
    match (size, dimension.dim_param.as_deref()) {
        (Some(size), _) if size > 0 => Axis::Fixed(size),
        (_, Some(symbol)) if !symbol.is_empty() => Axis::Symbol(symbol.into()),
        _ => Axis::Symbol(format!("{name} axis {at}")),
    }
}
