//! Decides whether a graph may be run, before tract sees it.
//!
//! Accepted is what the table of [operators](super::operators) proves: an
//! operator or attribute that is not in it is an error that names the node and
//! says what is allowed, never a wrong result. The cost is one decoding of the
//! file and one pass over its nodes.

use std::collections::HashSet;

use prost::Message;

use super::external::{self, Files};
use super::messages::{GraphProto, ModelProto, NodeProto, TensorProto};
use super::operators::{CONTRIB, CONTRIB_OPERATORS, OPERATORS, OPSETS, Operator, find};
use super::{interface, order};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{GraphSpec, TensorSpec};

/// ONNX's numbers for the element types that a graph may contain, with the
/// bytes of one element.
const ELEMENT_TYPES: &[(i32, &str, usize)] = &[
    (1, "float32", 4),
    (2, "uint8", 1),
    (3, "int8", 1),
    (6, "int32", 4),
    (7, "int64", 8),
    (9, "bool", 1),
    (10, "float16", 2),
    (11, "float64", 8),
];

/// How deep branches may lie in branches.
const MOST_DEPTH: usize = 8;

/// The most nodes, those of branches too; those of the field have some thousands. Simplifying takes
/// time that grows with their square.
const MOST_NODES: usize = 20_000;

/// Reads an ONNX file and checks it against its description. Nodes are put in order, and elements
/// that lie in other files taken from there.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`], [`ErrorKind::UnsupportedOperator`],
/// [`ErrorKind::UnsupportedAttribute`], [`ErrorKind::ShapeMismatch`] or, of a file beside
/// the graph, [`ErrorKind::MissingFile`].
pub fn accept(bytes: &[u8], spec: &GraphSpec, files: &Files<'_>) -> Result<ModelProto> {
    let unreadable = |problem: String| Error::new(ErrorKind::InvalidModel, problem);
    let mut model = ModelProto::decode(bytes).map_err(|error| {
        unreadable("the file is not a complete ONNX model".into()).with_source(error)
    })?;
    if model.graph.is_none() {
        return Err(unreadable("the ONNX model holds no graph".into()));
    }
    check_operator_sets(&model)?;
    let graph = model.graph.get_or_insert_default();
    check_nodes(graph, 0, &mut 0)?;
    external::resolve(graph, files)?;
    check_constants(graph)?;
    order::sort(graph)?;
    check_wiring(graph, &[])?;
    check_interface(graph, spec)?;
    Ok(model)
}

/// The version of ONNX's own operators that a model imports.
pub(super) fn opset(model: &ModelProto) -> i64 {
    let own = |domain: &str| matches!(domain, "" | "ai.onnx");
    let mut imports = model.opset_import.iter();
    let found = imports.find(|import| own(&import.domain));
    found.map_or(0, |import| import.version)
}

/// Checks each node; `count` are those before.
fn check_nodes(graph: &GraphProto, depth: usize, count: &mut usize) -> Result<()> {
    *count += graph.node.len();
    if *count > MOST_NODES {
        return Err(Error::new(
            ErrorKind::InvalidModel,
            format!("the graph has more than {MOST_NODES} nodes"),
        ));
    }
    if depth > MOST_DEPTH {
        return Err(Error::new(
            ErrorKind::InvalidModel,
            format!("branches lie in each other more than {MOST_DEPTH} deep"),
        ));
    }
    for (index, node) in graph.node.iter().enumerate() {
        check_node(node).map_err(|error| error.at(place(node, index)))?;
        for branch in node.attribute.iter().filter_map(|found| found.g.as_ref()) {
            check_nodes(branch, depth + 1, count)?;
        }
    }
    Ok(())
}

/// Checks the tensors of a graph, those in its nodes and branches too.
fn check_constants(graph: &GraphProto) -> Result<()> {
    for tensor in &graph.initializer {
        check_initializer(tensor)?;
    }
    for (index, node) in graph.node.iter().enumerate() {
        for attribute in &node.attribute {
            if let Some(tensor) = &attribute.t {
                check_initializer(tensor).map_err(|error| error.at(place(node, index)))?;
            }
            if let Some(branch) = &attribute.g {
                check_constants(branch)?;
            }
        }
    }
    Ok(())
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
    // A domain that no node uses may be imported; nodes of a domain are found by name.
    let opset = opset(model);
    if !OPSETS.contains(&opset) {
        return unsupported(format!(
            "operator set {opset} is not supported; allowed are {} to {}",
            OPSETS.start(),
            OPSETS.end()
        ));
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
    let length = tensor.dims.iter().try_fold(1usize, |product, &size| {
        product.checked_mul(usize::try_from(size).ok()?)
    });
    let Some(length) = length else {
        return invalid(format!("shape {:?} is not valid", tensor.dims));
    };
    let found = if tensor.raw_data.is_empty() {
        // Those of its type alone: others would be read as nothing.
        match tensor.data_type {
            1 => tensor.float_data.len(),
            7 => tensor.int64_data.len(),
            11 => tensor.double_data.len(),
            _ => tensor.int32_data.len(),
        }
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
    let Some(operator) = find(&node.domain, &node.op_type) else {
        return Err(unknown(node));
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

/// Says that an operator is not known, and what to do.
fn unknown(node: &NodeProto) -> Error {
    let (domain, name) = (&*node.domain, &*node.op_type);
    let own = matches!(domain, "" | "ai.onnx");
    let problem = match name {
        "Loop" | "Scan" if own => format!(
            "operator `{name}` is not supported: it keeps a state from step to step; export the graph \
             without loops"
        ),
        _ => {
            let table = if domain == CONTRIB {
                CONTRIB_OPERATORS
            } else {
                OPERATORS
            };
            let names: Vec<_> = table.iter().map(|operator| operator.name).collect();
            let domain = if own {
                String::new()
            } else {
                format!(" of domain `{domain}`")
            };
            let advice = match (own, domain.as_str()) {
                (true, _) => "",
                _ => "; take the file that no optimizer has rewritten",
            };
            format!(
                "operator `{name}`{domain} is not supported{advice}; allowed are {}",
                names.join(", ")
            )
        }
    };
    Error::new(ErrorKind::UnsupportedOperator, problem)
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

/// Every name that is read is written before, here or in a graph around, and none is written
/// twice.
fn check_wiring(graph: &GraphProto, around: &[&HashSet<&str>]) -> Result<()> {
    let inputs = graph.input.iter().map(|input| input.name.as_str());
    let constants = graph.initializer.iter().map(|tensor| tensor.name.as_str());
    let mut known: HashSet<&str> = inputs.chain(constants).collect();
    let outside = |name: &str| around.iter().any(|names| names.contains(name));
    let dangling = |place: String, name: &str| {
        Err(Error::new(
            ErrorKind::InvalidModel,
            format!("{place} reads `{name}`, which nothing before it writes"),
        ))
    };
    for (index, node) in graph.node.iter().enumerate() {
        for name in node.input.iter().filter(|name| !name.is_empty()) {
            if !known.contains(name.as_str()) && !outside(name) {
                return dangling(place(node, index), name);
            }
        }
        for branch in node.attribute.iter().filter_map(|found| found.g.as_ref()) {
            let around: Vec<&HashSet<&str>> = around.iter().copied().chain([&known]).collect();
            check_wiring(branch, &around)?;
        }
        for name in node.output.iter().filter(|name| !name.is_empty()) {
            if outside(name) || !known.insert(name) {
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
        if !known.contains(output.name.as_str()) && !outside(&output.name) {
            return dangling("the graph's output".into(), &output.name);
        }
    }
    Ok(())
}

/// The inputs must be those of the manifest, in its order; of the outputs it may leave some out.
fn check_interface(graph: &GraphProto, spec: &GraphSpec) -> Result<()> {
    let found = interface::of(graph)?;
    let names = |specs: &[TensorSpec]| -> Vec<String> {
        specs.iter().map(|spec| spec.name.clone()).collect()
    };
    let (inputs, declared) = (names(&found.inputs), names(&spec.inputs));
    let outputs = names(&found.outputs);
    let wanted = names(&spec.outputs);
    for (side, found, declared, fits) in [
        ("input", &inputs, &declared, inputs == declared),
        (
            "output",
            &outputs,
            &wanted,
            !wanted.is_empty() && wanted.iter().all(|name| outputs.contains(name)),
        ),
    ] {
        if !fits {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!("the graph has the {side}s {found:?}; the manifest declares {declared:?}"),
            ));
        }
    }
    for (side, found, declared) in [
        ("input", &found.inputs, &spec.inputs),
        ("output", &found.outputs, &spec.outputs),
    ] {
        for spec in declared {
            if let Some(found) = found.iter().find(|found| found.name == spec.name) {
                check_tensor(side, found, spec)?;
            }
        }
    }
    Ok(())
}

fn check_tensor(side: &str, found: &TensorSpec, spec: &TensorSpec) -> Result<()> {
    let name = &spec.name;
    let mismatch = |problem| Err(Error::new(ErrorKind::ShapeMismatch, problem));
    if found.dtype != spec.dtype {
        return mismatch(format!(
            "{side} `{name}` has element type {}; the manifest declares {:?}",
            format!("{:?}", found.dtype).to_lowercase(),
            spec.dtype
        ));
    }
    let axes =
        |spec: &TensorSpec| -> Vec<String> { spec.shape.iter().map(ToString::to_string).collect() };
    let (axes, expected) = (axes(found), axes(spec));
    if axes != expected {
        return mismatch(format!(
            "{side} `{name}` has shape [{}]; the manifest declares [{}]",
            axes.join(", "),
            expected.join(", ")
        ));
    }
    Ok(())
}

pub(super) fn element_type_name(number: i32) -> String {
    ELEMENT_TYPES
        .iter()
        .find(|(known, ..)| *known == number)
        .map_or_else(|| format!("number {number}"), |(_, name, _)| (*name).into())
}

fn element_type_names() -> String {
    let names: Vec<_> = ELEMENT_TYPES.iter().map(|(_, name, _)| *name).collect();
    names.join(", ")
}
