//! Small graphs that no oracle answers for: what is refused and why, and what stays in 8 bits.

use crate::support::{Files, lstm};
use epitome::ErrorKind;
use epitome::model::{Backend, Session, Tensor, TensorData};
use epitome::runtime::onnx::messages::*;
use epitome::runtime::plan::{Elements, file};
use epitome::runtime::{CpuBackend, plan_of};
use prost::Message;
use serde_json::{Value, json};

const FLOAT: i32 = 1;
const UINT8: i32 = 2;
const INT8: i32 = 3;
const INT64: i32 = 7;

/// Elements of one type, as the bytes of a file.
fn tensor(name: &str, data_type: i32, dims: &[i64], values: &[i64]) -> TensorProto {
    let bytes = |value: &i64| match data_type {
        FLOAT => (*value as f32).to_le_bytes().to_vec(),
        INT64 => value.to_le_bytes().to_vec(),
        _ => vec![*value as u8],
    };
    TensorProto {
        name: name.into(),
        data_type,
        dims: dims.to_vec(),
        raw_data: values.iter().flat_map(bytes).collect(),
        ..Default::default()
    }
}

fn integer(name: &str, i: i64) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        i,
        ..Default::default()
    }
}

fn integers(name: &str, ints: &[i64]) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        ints: ints.to_vec(),
        ..Default::default()
    }
}

/// A node: the operator, what it takes and what it gives, each in one line.
fn node(op: &str, takes: &str, gives: &str, attribute: Vec<AttributeProto>) -> NodeProto {
    let names = |line: &str| line.split_whitespace().map(String::from).collect();
    NodeProto {
        op_type: op.into(),
        name: format!("the {op}"),
        input: names(takes),
        output: names(gives),
        attribute,
        ..Default::default()
    }
}

fn value(name: &str, shape: &[i64]) -> ValueInfoProto {
    let dim = shape.iter().map(|&size| DimensionProto {
        dim_value: Some(size),
        ..Default::default()
    });
    ValueInfoProto {
        name: name.into(),
        r#type: Some(TypeProto {
            tensor_type: Some(TensorTypeProto {
                elem_type: FLOAT,
                shape: Some(TensorShapeProto { dim: dim.collect() }),
            }),
        }),
    }
}

/// A model of a graph from `x`, `[2, 3]`, to `y`, `[2, 3]`, beside the constants that all may take.
fn model(nodes: &[NodeProto]) -> Files {
    let model = ModelProto {
        opset_import: vec![OperatorSetIdProto {
            domain: String::new(),
            version: 17,
        }],
        graph: Some(GraphProto {
            node: nodes.to_vec(),
            initializer: vec![
                tensor("zero", UINT8, &[], &[0]),
                tensor("three", UINT8, &[], &[3]),
                tensor("rows", UINT8, &[2], &[1, 2]),
                tensor("weights", INT8, &[3, 3], &[1, -2, 3, 4, 5, -6, 7, 8, -128]),
                tensor("constant", UINT8, &[2, 3], &[1, 2, 3, 4, 5, 6]),
                tensor("matrix", FLOAT, &[3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
                tensor("one", FLOAT, &[], &[1]),
                tensor("nothing", FLOAT, &[], &[0]),
                tensor("exponent", FLOAT, &[], &[7]),
                tensor("deep", FLOAT, &[1, 1, 1], &[2]),
                tensor("table", UINT8, &[6], &[0, 1, 127, 128, 200, 255]),
                tensor("below", INT64, &[2], &[-2, -3]),
                tensor("open", INT64, &[2], &[-1, -1]),
                tensor("wide", INT64, &[9], &[1, 1, 1, 1, 1, 1, 1, 2, 3]),
                tensor("others", INT64, &[2], &[2, 4]),
                tensor("huge", INT64, &[3], &[1 << 30, 1 << 20, 6]),
                tensor("rest", INT64, &[2], &[0, -1]),
                tensor("empty", FLOAT, &[0, 3], &[]),
                tensor("first", INT64, &[1], &[1]),
                tensor("start", INT64, &[1], &[0]),
                tensor("end", INT64, &[1], &[i64::MAX]),
                tensor("beyond", INT64, &[1], &[1 << 40]),
                tensor("below_32_bits", INT64, &[1], &[-(1 << 40)]),
                tensor("least", INT64, &[1], &[i64::MIN]),
            ],
            input: vec![value("x", &[2, 3])],
            output: vec![value("y", &[2, 3])],
        }),
    };
    let mut files = lstm().replace("model.onnx", model.encode_to_vec());
    let mut manifest: Value = serde_json::from_str(&files.manifest).unwrap();
    let spec = |name: &str| json!([{ "name": name, "dtype": "float32", "shape": [2, 3] }]);
    manifest["graph"]["inputs"] = spec("x");
    manifest["graph"]["outputs"] = spec("y");
    files.manifest = manifest.to_string();
    files
}

/// The session of such a model.
fn load(nodes: &[NodeProto]) -> epitome::Result<Box<dyn Session>> {
    let bundle = model(nodes).bundle()?;
    let graph = bundle.manifest().graph.clone().unwrap();
    pollster::block_on(CpuBackend.load(&bundle, &graph))
}

/// `x` rounded, multiplied and restored, with these inputs of the product.
fn quantized(product: &str) -> Vec<NodeProto> {
    vec![
        node("DynamicQuantizeLinear", "x", "q s z", vec![]),
        node("DynamicQuantizeLinear", "x", "q2 s2 z2", vec![]),
        node("MatMulInteger", product, "sum", vec![]),
        node("Cast", "sum", "float", vec![integer("to", 1)]),
        node("Mul", "float s", "y", vec![]),
    ]
}

/// `x` rounded with a known scale, and what takes it.
fn rounded(last: NodeProto) -> Vec<NodeProto> {
    vec![node("QuantizeLinear", "x one three", "q", vec![]), last]
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn graphs_that_are_carried_out_load() {
    let graphs = [
        quantized("q weights z"),
        quantized("q weights z zero"),
        rounded(node("DequantizeLinear", "q one three", "y", vec![])),
        vec![
            node(
                "Constant",
                "",
                "c",
                vec![AttributeProto {
                    name: "value".into(),
                    t: Some(tensor("", FLOAT, &[3], &[1, 2, 3])),
                    ..Default::default()
                }],
            ),
            node("Add", "x c", "y", vec![]),
        ],
        // Weights that are rounded in the graph are rounded once.
        vec![
            node("QuantizeLinear", "matrix one zero", "q", vec![]),
            node("DequantizeLinear", "q one zero", "w", vec![]),
            node("MatMul", "x w", "y", vec![]),
        ],
        vec![node("Gemm", "x matrix", "y", vec![integer("transB", 1)])],
    ];
    for (number, nodes) in graphs.iter().enumerate() {
        load(nodes).unwrap_or_else(|error| panic!("graph {number}: {error}"));
    }
}

/// Slices of a table of uint8, twice, and what takes them.
fn slices(last: &[NodeProto]) -> Vec<NodeProto> {
    let mut nodes = vec![
        node("Cast", "x", "places", vec![integer("to", i64::from(INT64))]),
        node("Gather", "table places", "bytes", vec![]),
        node("Gather", "table places", "slices", vec![]),
    ];
    nodes.extend_from_slice(last);
    nodes
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn tables_of_uint8_stay_in_8_bits() {
    let places = TensorData::F32(vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let places = Tensor::new(vec![2, 3], places).unwrap();
    let restored = |zero: f32| [0.0, 1.0, 127.0, 128.0, 200.0, 255.0].map(|byte| byte - zero);
    let dequantize = |inputs, gives| node("DequantizeLinear", inputs, gives, vec![]);
    let cast = |gives| node("Cast", "bytes", gives, vec![integer("to", 1)]);
    let difference = node("Sub", "a b", "y", vec![]);
    for (last, expected, in_bytes) in [
        (
            vec![dequantize("bytes one three", "y")],
            restored(3.0),
            true,
        ),
        (vec![dequantize("bytes one zero", "y")], restored(0.0), true),
        (vec![dequantize("bytes one", "y")], restored(0.0), true),
        // Taken twice, and one table for two slices.
        (
            vec![
                dequantize("bytes one", "a"),
                dequantize("slices one three", "b"),
                difference.clone(),
            ],
            [3.0; 6],
            true,
        ),
        (
            vec![
                dequantize("bytes one", "a"),
                dequantize("bytes one three", "b"),
                difference.clone(),
            ],
            [3.0; 6],
            true,
        ),
        // Another operator takes them as they are.
        (vec![cast("y")], restored(0.0), false),
        (
            vec![cast("a"), dequantize("bytes one three", "b"), difference],
            [3.0; 6],
            false,
        ),
    ] {
        let nodes = slices(&last);
        let session = load(&nodes).unwrap();
        let run = session.run(vec![places.clone()]);
        let outputs = pollster::block_on(run).unwrap();
        assert_eq!(outputs[0].data(), &TensorData::F32(expected.to_vec()));
        let plan = plan_of(&model(&nodes).bundle().unwrap(), "model.onnx").unwrap();
        let constants = file::read(&plan).unwrap().constants;
        let tables = constants.iter().map(|(_, table)| &table.elements);
        let tables: Vec<_> = tables.filter(|elements| elements.len() == 6).collect();
        assert_eq!(tables.len(), 1);
        assert_eq!(matches!(tables[0], Elements::Byte(_)), in_bytes);
    }
}

/// The rows of `x`, their first element put last, through slices with these ends.
fn turned(head: &str, tail: &str) -> Vec<NodeProto> {
    vec![
        node("Slice", head, "head", vec![]),
        node("Slice", tail, "tail", vec![]),
        node("Concat", "tail head", "y", vec![integer("axis", 1)]),
    ]
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn slices_take_places_of_64_bits() {
    let x = Tensor::new(
        vec![2, 3],
        TensorData::F32((0..6_u8).map(f32::from).collect()),
    )
    .unwrap();
    let turned_rows = TensorData::F32(vec![1.0, 2.0, 0.0, 4.0, 5.0, 3.0]);
    for nodes in [
        turned("x start first first", "x first end first"),
        turned("x start first first", "x first beyond first"),
        turned("x least first first", "x first end first"),
        turned("x below_32_bits first first", "x first beyond first"),
    ] {
        let run = load(&nodes).unwrap();
        let outputs = pollster::block_on(run.run(vec![x.clone()])).unwrap();
        assert_eq!(outputs[0].data(), &turned_rows);
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn graphs_that_are_not_carried_out_are_refused_by_name() {
    let axes = |name| vec![integers("axes", name)];
    let cases: Vec<(Vec<NodeProto>, &str)> = vec![
        (
            vec![
                node("Add", "x x", "y", vec![]),
                node("Add", "x x", "y", vec![]),
            ],
            "writes `y`, which is there before it",
        ),
        (quantized("q weights zero"), "another zero point"),
        (quantized("q weights z2"), "another zero point"),
        (quantized("q weights"), "another zero point"),
        (
            quantized("constant weights rows"),
            "allowed is one zero point",
        ),
        (quantized("q weights z z"), "not constant"),
        (
            rounded(node("DequantizeLinear", "q one zero", "y", vec![])),
            "another zero point",
        ),
        (
            rounded(node("Add", "q x", "y", vec![])),
            "allowed are DequantizeLinear, MatMulInteger",
        ),
        (
            vec![node("QuantizeLinear", "x one three", "y", vec![])],
            "an output of rounded values",
        ),
        (
            vec![
                node("QuantizeLinear", "x nothing three", "q", vec![]),
                node("DequantizeLinear", "q one three", "y", vec![]),
            ],
            "a scale of 0",
        ),
        (
            vec![
                node("DynamicQuantizeLinear", "x", "q s z", vec![]),
                node("MatMulInteger", "q weights z", "sum", vec![]),
                node("Mul", "sum s", "y", vec![]),
            ],
            "allowed are Cast",
        ),
        (
            vec![
                node("DynamicQuantizeLinear", "x", "q s z", vec![]),
                node("Cast", "z", "float", vec![integer("to", 1)]),
                node("Add", "x float", "y", vec![]),
            ],
            "no step writes",
        ),
        (vec![node("Pow", "x exponent", "y", vec![])], "exponent 7"),
        (vec![node("Pow", "x deep", "y", vec![])], "[1, 1, 1]"),
        (vec![node("Pow", "x x", "y", vec![])], "not constant"),
        (
            vec![node(
                "LayerNormalization",
                "x matrix",
                "y",
                vec![integer("axis", 0)],
            )],
            "allowed is the last",
        ),
        (
            vec![node(
                "LayerNormalization",
                "x one",
                "y",
                vec![integer("stash_type", 10)],
            )],
            "stash_type 10",
        ),
        (
            vec![
                node("LayerNormalization", "x one", "n mean", vec![]),
                node("Add", "n mean", "y", vec![]),
            ],
            "`mean` is an output that is not carried out",
        ),
        (
            vec![node("Reshape", "x below", "y", vec![])],
            "a size of -2",
        ),
        (
            vec![node("Reshape", "x open", "y", vec![])],
            "2 sizes of -1",
        ),
        (vec![node("Reshape", "x wide", "y", vec![])], "2 axes to 9"),
        (vec![node("Reshape", "x others", "y", vec![])], "a shape"),
        (vec![node("Reshape", "x huge", "y", vec![])], "more than"),
        (
            vec![node("Reshape", "empty rest", "y", vec![])],
            "beside an empty axis",
        ),
        (
            vec![node(
                "Reshape",
                "x below",
                "y",
                vec![integer("allowzero", 1)],
            )],
            "a size of -2",
        ),
        (
            vec![node("ReduceMean", "x", "y", axes(&[1, -1]))],
            "stands twice",
        ),
        (
            vec![node("Constant", "", "y", vec![])],
            "`value` is missing",
        ),
    ];
    for (number, (nodes, words)) in cases.iter().enumerate() {
        let Err(error) = load(nodes) else {
            panic!("case {number} loads: {words}");
        };
        assert!(error.to_string().contains(words), "case {number}: {error}");
        assert_eq!(error.kind(), ErrorKind::InvalidModel, "case {number}");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn outputs_that_nobody_reads_come_empty() {
    let given = TensorData::F32(vec![1.0, -2.0, 3.0, -4.0, 5.0, -6.0]);
    let given = Tensor::new(vec![2, 3], given).unwrap();
    let session = load(&[node("Relu", "x", "y", vec![])]).unwrap();
    let ask = |unread: &[usize]| {
        pollster::block_on(session.run_keeping(vec![given.clone()], &[0], unread)).unwrap()
    };
    let (read, kept) = ask(&[]);
    let positive = TensorData::F32(vec![1.0, 0.0, 3.0, 0.0, 5.0, 0.0]);
    assert_eq!(read[0].data(), &positive);
    assert_eq!(kept, std::slice::from_ref(&given));
    let (unread, kept) = ask(&[0]);
    assert_eq!(unread[0].data(), &TensorData::F32(vec![]));
    assert_eq!(unread[0].shape().len(), 2);
    assert_eq!(kept, std::slice::from_ref(&given));
}
