//! What an ONNX file says of itself, and files that lie beside it: inputs and outputs, elements in
//! other files, nodes in any order, operators that are not carried out.

use epitome::model::manifest::{Axis, DataType};
use epitome::model::{Tensor, TensorData};
use epitome::runtime::{CpuBackend, onnx};
use epitome::{ErrorKind, Result};
use onnx::messages::*;
use prost::Message;

const FLOAT: i32 = 1;
const BOOL: i32 = 9;
const HALF: i32 = 10;

fn value(name: &str, elem_type: i32, axes: &[&str]) -> ValueInfoProto {
    let dim = axes.iter().map(|axis| match axis.parse() {
        Ok(size) => DimensionProto {
            dim_value: Some(size),
            dim_param: None,
        },
        Err(_) => DimensionProto {
            dim_value: None,
            dim_param: (!axis.is_empty()).then(|| (*axis).to_string()),
        },
    });
    ValueInfoProto {
        name: name.into(),
        r#type: Some(TypeProto {
            tensor_type: Some(TensorTypeProto {
                elem_type,
                shape: Some(TensorShapeProto { dim: dim.collect() }),
            }),
        }),
    }
}

fn node(op: &str, takes: &[&str], gives: &str) -> NodeProto {
    NodeProto {
        op_type: op.into(),
        name: format!("the {op}"),
        input: takes.iter().map(|name| (*name).into()).collect(),
        output: vec![gives.into()],
        ..Default::default()
    }
}

fn file(graph: GraphProto) -> Vec<u8> {
    let own = |domain: &str, version| OperatorSetIdProto {
        domain: domain.into(),
        version,
    };
    let model = ModelProto {
        opset_import: vec![own("ai.onnx.ml", 3), own("com.microsoft", 1), own("", 14)],
        graph: Some(graph),
    };
    model.encode_to_vec()
}

/// y = x · w + w, the nodes put the other way round, with w of [3] in another file.
fn beside(location: &str, offset: &str, length: &str) -> Vec<u8> {
    let entry = |key: &str, value: &str| StringStringEntryProto {
        key: key.into(),
        value: value.into(),
    };
    file(GraphProto {
        node: vec![
            node("Add", &["product", "w"], "y"),
            node("Mul", &["x", "w"], "product"),
        ],
        initializer: vec![TensorProto {
            name: "w".into(),
            data_type: FLOAT,
            dims: vec![3],
            data_location: Some(1),
            external_data: vec![
                entry("location", location),
                entry("offset", offset),
                entry("length", length),
            ],
            ..Default::default()
        }],
        input: vec![value("x", FLOAT, &["batch", "3"])],
        output: vec![value("y", FLOAT, &["batch", "3"])],
    })
}

fn run(bytes: &[u8], stored: &[u8]) -> Result<Tensor> {
    let spec = onnx::interface(bytes)?.into_spec("model.onnx");
    let find = |path: &str| (path == "model.onnx_data").then_some(stored);
    let session = CpuBackend.open(bytes, &spec, &find)?;
    let x = Tensor::new(
        vec![2, 3],
        TensorData::F32(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    )?;
    Ok(pollster::block_on(session.run(vec![x]))?.remove(0))
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn elements_are_taken_from_the_file_beside() {
    let numbers = [9.0_f32, 1.0, 2.0, 3.0];
    let stored: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let whole = beside("model.onnx_data", "4", "12");
    assert_eq!(onnx::external_files(&whole).unwrap(), ["model.onnx_data"]);
    let wanted = TensorData::F32(vec![2.0, 6.0, 12.0, 5.0, 12.0, 21.0]);
    assert_eq!(run(&whole, &stored).unwrap().data(), &wanted);
    for (location, offset, length, kind, words) in [
        ("other", "4", "12", ErrorKind::MissingFile, "not given"),
        (
            "../model.onnx_data",
            "4",
            "12",
            ErrorKind::InvalidModel,
            "inside",
        ),
        (
            "/model.onnx_data",
            "4",
            "12",
            ErrorKind::InvalidModel,
            "inside",
        ),
        (
            "model.onnx_data",
            "8",
            "12",
            ErrorKind::InvalidModel,
            "has 16",
        ),
        (
            "model.onnx_data",
            "4",
            "18446744073709551615",
            ErrorKind::InvalidModel,
            "has 16",
        ),
        (
            "model.onnx_data",
            "-4",
            "12",
            ErrorKind::InvalidModel,
            "whole number",
        ),
        (
            "model.onnx_data",
            "4",
            "8",
            ErrorKind::InvalidModel,
            "needs 3",
        ),
    ] {
        let error = run(&beside(location, offset, length), &stored).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn an_interface_is_read_from_the_file() {
    let graph = GraphProto {
        node: vec![node("Where", &["choice", "x", "zero"], "y")],
        initializer: vec![TensorProto {
            name: "zero".into(),
            data_type: FLOAT,
            float_data: vec![0.0],
            ..Default::default()
        }],
        // Old files list constants among the inputs.
        input: vec![
            value("choice", BOOL, &["1"]),
            value("x", HALF, &["batch", ""]),
            value("zero", FLOAT, &[]),
        ],
        output: vec![value("y", HALF, &["batch", "n"])],
    };
    let bytes = file(graph);
    let found = onnx::interface(&bytes).unwrap();
    let names: Vec<_> = found.inputs.iter().map(|spec| &*spec.name).collect();
    assert_eq!(names, ["choice", "x"]);
    assert_eq!(found.inputs[0].dtype, DataType::Bool);
    assert_eq!(found.inputs[1].dtype, DataType::Float16);
    let axis = |name: &str| Axis::Symbol(name.into());
    assert_eq!(found.inputs[1].shape, [axis("batch"), axis("x axis 1")]);
    let session = CpuBackend
        .open(&bytes, &found.into_spec("m"), &|_| None)
        .unwrap();
    for (choice, wanted) in [(true, vec![1.0, 2.0]), (false, vec![0.0; 2])] {
        let inputs = vec![
            Tensor::new(vec![1], TensorData::Bool(vec![choice])).unwrap(),
            Tensor::new(vec![1, 2], TensorData::F32(vec![1.0, 2.0])).unwrap(),
        ];
        let outputs = pollster::block_on(session.run(inputs)).unwrap();
        assert_eq!(outputs[0].data(), &TensorData::F32(wanted));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn what_is_not_carried_out_is_refused_by_name() {
    let of = |node: NodeProto| {
        file(GraphProto {
            node: vec![node],
            initializer: vec![],
            input: vec![value("x", FLOAT, &["batch", "3"])],
            output: vec![value("y", FLOAT, &["batch", "3"])],
        })
    };
    let foreign = NodeProto {
        domain: "com.microsoft".into(),
        ..node("GroupQueryAttention", &["x"], "y")
    };
    let circle = node("Add", &["x", "y"], "y");
    for (node, kind, words) in [
        (
            node("Loop", &["x"], "y"),
            ErrorKind::UnsupportedOperator,
            "without loops",
        ),
        (foreign, ErrorKind::UnsupportedOperator, "`com.microsoft`"),
        (circle, ErrorKind::InvalidModel, "depends on its own"),
        (
            node("Add", &["x", "z"], "y"),
            ErrorKind::InvalidModel,
            "nothing before it",
        ),
    ] {
        let error = run(&of(node), &[]).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
    let truncated = &beside("model.onnx_data", "0", "12")[..40];
    assert_eq!(
        run(truncated, &[]).unwrap_err().kind(),
        ErrorKind::InvalidModel
    );
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn graphs_of_too_many_nodes_are_refused() {
    let steps: Vec<String> = (0..=20_001).map(|at| format!("x{at}")).collect();
    let last = steps.last().unwrap();
    let graph = GraphProto {
        node: steps
            .windows(2)
            .map(|pair| node("Relu", &[&pair[0]], &pair[1]))
            .collect(),
        input: vec![value("x0", FLOAT, &["n", "4"])],
        output: vec![value(last, FLOAT, &["n", "4"])],
        ..Default::default()
    };
    let bytes = file(graph);
    let spec = onnx::interface(&bytes).unwrap().into_spec("model.onnx");
    let error = onnx::plan(&bytes, &spec, &|_| None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidModel);
    assert!(error.message().contains("nodes"), "{error}");
}
