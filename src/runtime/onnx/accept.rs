//! Decides whether a graph may be run, before tract sees it.
//!
//! Accepted is what the table of [operators](super::operators) proves: an
//! operator or attribute that is not in it is an error that names the node and
//! says what is allowed, never a wrong result. The cost is one decoding of the
//! file and one pass over its nodes.

use prost::Message;

use super::messages::{
    DimensionProto, GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto,
};
use super::operators::{OPERATORS, OPSETS, Operator, find};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{DataType, GraphSpec, TensorSpec};

/// ONNX's numbers for the element types that a graph may contain, with the
/// bytes of one element.
const ELEMENT_TYPES: &[(i32, &str, usize)] = &[
    (1, "float32", 4),
    (2, "uint8", 1),
    (3, "int8", 1),
    (6, "int32", 4),
    (7, "int64", 8),
    (9, "bool", 1),
];

/// Reads an ONNX file and checks it against its description.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`], [`ErrorKind::UnsupportedOperator`],
/// [`ErrorKind::UnsupportedAttribute`] or [`ErrorKind::ShapeMismatch`].
pub fn accept(bytes: &[u8], spec: &GraphSpec) -> Result<ModelProto> {
    let unreadable = |problem: String| Error::new(ErrorKind::InvalidModel, problem);
    let model = ModelProto::decode(bytes).map_err(|error| {
        unreadable("the file is not a complete ONNX model".into()).with_source(error)
    })?;
    let graph = model
        .graph
        .as_ref()
        .ok_or_else(|| unreadable("the ONNX model holds no graph".into()))?;
    check_operator_sets(&model)?;
    for tensor in &graph.initializer {
        check_initializer(tensor)?;
    }
    for (index, node) in graph.node.iter().enumerate() {
        check_node(node).map_err(|error| error.at(place(node, index)))?;
    }
    check_wiring(graph)?;
    check_interface("input", &graph.input, &spec.inputs)?;
    check_interface("output", &graph.output, &spec.outputs)?;
    Ok(model)
}

fn place(node: &NodeProto, index: usize) -> String {
    match (node.name.as_str(), node.output.first()) {
        ("", Some(output)) => format!("node {index} ({} writing `{output}`)", node.op_type),
        ("", None) => format!("node {index} ({})", node.op_type),
        (name, _) => format!("node `{name}` ({})", node.op_type),
    }
}

fn check_operator_sets(model: &ModelProto) -> Result<()> {
    let unsupported = |problem| Err(Error::new(ErrorKind::UnsupportedOperator, problem));
    if model.opset_import.is_empty() {
        return unsupported("the model names no operator set".to_string());
    }
    for import in &model.opset_import {
        if !matches!(import.domain.as_str(), "" | "ai.onnx") {
            return unsupported(format!(
                "operator domain `{}` is not supported; allowed is the default domain",
                import.domain
            ));
        }
        if !OPSETS.contains(&import.version) {
            return unsupported(format!(
                "operator set {} is not supported; allowed are {} to {}",
                import.version,
                OPSETS.start(),
                OPSETS.end()
            ));
        }
    }
    Ok(())
}

fn check_initializer(tensor: &TensorProto) -> Result<()> {
    let invalid = |problem: String| {
        Err(Error::new(
            ErrorKind::InvalidModel,
            format!("initializer `{}`: {problem}", tensor.name),
        ))
    };
    let Some((_, _, width)) = ELEMENT_TYPES
        .iter()
        .find(|(number, ..)| *number == tensor.data_type)
    else {
        return invalid(format!(
            "element type {} is not supported; allowed are {}",
            tensor.data_type,
            element_type_names()
        ));
    };
    if tensor.data_location.is_some_and(|location| location != 0) {
        return invalid("its data lies in another file; the model must hold it".into());
    }
    let length = tensor.dims.iter().try_fold(1usize, |product, &size| {
        product.checked_mul(usize::try_from(size).ok()?)
    });
    let Some(length) = length else {
        return invalid(format!("shape {:?} is not valid", tensor.dims));
    };
    let found = if tensor.raw_data.is_empty() {
        tensor.float_data.len() + tensor.int32_data.len() + tensor.int64_data.len()
    } else if tensor.raw_data.len().is_multiple_of(*width) {
        tensor.raw_data.len() / width
    } else {
        return invalid(format!(
            "its {} bytes are not a multiple of {width}",
            tensor.raw_data.len()
        ));
    };
    if found != length {
        return invalid(format!(
            "shape {:?} needs {length} elements, but it holds {found}",
            tensor.dims
        ));
    }
    Ok(())
}

fn check_node(node: &NodeProto) -> Result<()> {
    let operator = find(&node.op_type).filter(|_| node.domain.is_empty());
    let Some(operator) = operator else {
        let names: Vec<_> = OPERATORS.iter().map(|operator| operator.name).collect();
        return Err(Error::new(
            ErrorKind::UnsupportedOperator,
            format!(
                "operator `{}` is not supported; allowed are {}",
                node.op_type,
                names.join(", ")
            ),
        ));
    };
    check_inputs(node, operator)?;
    check_attributes(node, operator)?;
    match operator.name {
        "LSTM" => check_recurrent(node, &["initial_h", "initial_c"])?,
        "GRU" => check_recurrent(node, &["initial_h"])?,
        _ => {}
    }
    Ok(())
}

fn check_inputs(node: &NodeProto, operator: &Operator) -> Result<()> {
    let (least, most) = operator.inputs;
    let count = node.input.len();
    if count < least || count > most || node.output.is_empty() {
        return Err(Error::new(
            ErrorKind::InvalidModel,
            format!(
                "has {count} inputs and {} outputs; supported are {least} to {most} inputs and at least 1 output",
                node.output.len()
            ),
        ));
    }
    Ok(())
}

fn check_attributes(node: &NodeProto, operator: &Operator) -> Result<()> {
    for attribute in &node.attribute {
        if !operator.attributes.contains(&attribute.name.as_str()) {
            let allowed = match operator.attributes {
                [] => "none".to_string(),
                names => names.join(", "),
            };
            return Err(Error::new(
                ErrorKind::UnsupportedAttribute,
                format!(
                    "attribute `{}` is not supported; allowed: {allowed}",
                    attribute.name
                ),
            ));
        }
        // A tensor in a node is read as an initializer is.
        if ["Constant", "ConstantOfShape"].contains(&operator.name)
            && let Some(value) = &attribute.t
        {
            check_initializer(value)?;
        }
    }
    Ok(())
}

/// Neither sequence lengths nor peepholes are read, and the initial states, from
/// input 5 on, must be there: their batch is symbolic.
fn check_recurrent(node: &NodeProto, states: &[&'static str]) -> Result<()> {
    let attribute = |name: &str| node.attribute.iter().find(|found| found.name == name);
    if let Some(direction) = attribute("direction")
        && direction.s != b"forward"
        && direction.s != b"reverse"
    {
        return Err(Error::new(
            ErrorKind::UnsupportedAttribute,
            format!(
                "direction `{}` is not supported; allowed are `forward` and `reverse`",
                String::from_utf8_lossy(&direction.s)
            ),
        ));
    }
    let name = |index: usize| node.input.get(index).map_or("", String::as_str);
    if !name(4).is_empty() {
        return Err(Error::new(
            ErrorKind::UnsupportedAttribute,
            "input `sequence_lens` is not supported; mask the padding in the graph",
        ));
    }
    let weights = [(0, "X"), (1, "W"), (2, "R")].into_iter();
    for (index, input) in weights.chain((5..).zip(states.iter().copied())) {
        if name(index).is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidModel,
                format!("input `{input}` is missing; export it explicitly"),
            ));
        }
    }
    Ok(())
}

/// Every name that is read must have been written before, and none is written twice.
fn check_wiring(graph: &GraphProto) -> Result<()> {
    let inputs = graph.input.iter().map(|input| input.name.as_str());
    let constants = graph.initializer.iter().map(|tensor| tensor.name.as_str());
    let mut known: std::collections::HashSet<&str> = inputs.chain(constants).collect();
    let dangling = |place: String, name: &str| {
        Err(Error::new(
            ErrorKind::InvalidModel,
            format!("{place} reads `{name}`, which nothing before it writes"),
        ))
    };
    for (index, node) in graph.node.iter().enumerate() {
        for name in node.input.iter().filter(|name| !name.is_empty()) {
            if !known.contains(name.as_str()) {
                return dangling(place(node, index), name);
            }
        }
        for name in node.output.iter().filter(|name| !name.is_empty()) {
            if !known.insert(name) {
                return Err(Error::new(
                    ErrorKind::InvalidModel,
                    format!(
                        "{} writes `{name}`, which is there before it",
                        place(node, index)
                    ),
                ));
            }
        }
    }
    for output in &graph.output {
        if !known.contains(output.name.as_str()) {
            return dangling("the graph's output".into(), &output.name);
        }
    }
    Ok(())
}

fn check_interface(side: &str, found: &[ValueInfoProto], declared: &[TensorSpec]) -> Result<()> {
    let mismatch = |problem| Err(Error::new(ErrorKind::ShapeMismatch, problem));
    let found_names: Vec<_> = found.iter().map(|value| value.name.as_str()).collect();
    let declared_names: Vec<_> = declared.iter().map(|spec| spec.name.as_str()).collect();
    if found_names != declared_names {
        return mismatch(format!(
            "the graph has the {side}s {found_names:?}; the manifest declares {declared_names:?}"
        ));
    }
    for (value, spec) in found.iter().zip(declared) {
        let name = &spec.name;
        let Some(tensor) = value.r#type.as_ref().and_then(|of| of.tensor_type.as_ref()) else {
            return mismatch(format!("{side} `{name}` is not a tensor"));
        };
        let number = match spec.dtype {
            DataType::Float32 => 1,
            DataType::Int64 => 7,
        };
        if tensor.elem_type != number {
            return mismatch(format!(
                "{side} `{name}` has element type {}; the manifest declares {:?}",
                element_type_name(tensor.elem_type),
                spec.dtype
            ));
        }
        let axes = axes(tensor.shape.as_ref().map_or(&[][..], |shape| &shape.dim));
        let expected: Vec<_> = spec.shape.iter().map(ToString::to_string).collect();
        if axes != expected {
            return mismatch(format!(
                "{side} `{name}` has shape [{}]; the manifest declares [{}]",
                axes.join(", "),
                expected.join(", ")
            ));
        }
    }
    Ok(())
}

fn axes(dimensions: &[DimensionProto]) -> Vec<String> {
    let name = |dimension: &DimensionProto| match (dimension.dim_value, &dimension.dim_param) {
        (Some(size), _) => size.to_string(),
        (None, Some(symbol)) => symbol.clone(),
        (None, None) => "?".into(),
    };
    dimensions.iter().map(name).collect()
}

fn element_type_name(number: i32) -> String {
    ELEMENT_TYPES
        .iter()
        .find(|(known, ..)| *known == number)
        .map_or_else(|| format!("number {number}"), |(_, name, _)| (*name).into())
}

fn element_type_names() -> String {
    let names: Vec<_> = ELEMENT_TYPES.iter().map(|(_, name, _)| *name).collect();
    names.join(", ")
}
