//! Random graphs, fused and run by this crate, against ONNX Runtime.

use crate::support::lstm;
use epitome::ErrorKind;
use epitome::model::manifest::GraphSpec;
use epitome::model::{Backend, Bundle, Tensor, TensorData};
use epitome::runtime::plan::{Op, file};
use epitome::runtime::{CpuBackend, plan_of};
use serde::Deserialize;
use serde_json::{Value, json};

/// Greatest difference, for values around 1 and beyond.
const TOLERANCE: f32 = 2e-5;

#[derive(Deserialize)]
struct Case {
    onnx: String,
    runs: Vec<Run>,
}

impl Case {
    /// A model of this graph.
    fn bundle(&self) -> (Bundle, GraphSpec) {
        let mut files = lstm().replace("model.onnx", decoded(&self.onnx));
        let mut manifest: Value = serde_json::from_str(&files.manifest).unwrap();
        let last = self.runs.last().unwrap();
        let specs = |named: &[Named], outputs: bool| -> Vec<Value> {
            let pooled = |one: &Named| outputs && one.shape[1] == 1;
            named.iter().map(|one| one.spec(pooled(one))).collect()
        };
        manifest["graph"]["inputs"] = specs(&last.inputs, false).into();
        manifest["graph"]["outputs"] = specs(&last.outputs, true).into();
        files.manifest = manifest.to_string();
        let bundle = files.bundle().unwrap();
        let graph = bundle.manifest().graph.clone().unwrap();
        (bundle, graph)
    }
}

#[derive(Deserialize)]
struct Run {
    inputs: Vec<Named>,
    outputs: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    shape: Vec<usize>,
    values: Vec<f32>,
}

impl Named {
    fn tensor(&self) -> Tensor {
        Tensor::new(self.shape.clone(), TensorData::F32(self.values.clone())).unwrap()
    }

    /// As a manifest says it; rows have any length, pooled values length 1.
    fn spec(&self, pooled: bool) -> Value {
        let length = if pooled { json!(1) } else { json!("length") };
        let shape = json!(["batch", length, self.shape[2]]);
        json!({ "name": self.name, "dtype": "float32", "shape": shape })
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn graphs_agree_with_onnx_runtime() {
    agree(include_str!("../data/graphs.json"));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn encoders_agree_with_onnx_runtime() {
    agree(include_str!("../data/encoders.json"));
}

fn agree(cases: &str) {
    let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
    for (number, case) in cases.iter().enumerate() {
        let (bundle, graph) = case.bundle();
        let session = pollster::block_on(CpuBackend.load(&bundle, &graph));
        let session = session.unwrap_or_else(|error| panic!("graph {number}: {error}"));
        for run in &case.runs {
            let inputs = run.inputs.iter().map(Named::tensor).collect();
            let outputs = pollster::block_on(session.run(inputs)).unwrap();
            for (found, wanted) in outputs.iter().zip(&run.outputs) {
                let place = format!("graph {number}, {} of {:?}", wanted.name, wanted.shape);
                assert_eq!(found.shape(), wanted.shape, "{place}");
                let found = match found.data() {
                    TensorData::F32(found) => &found[..],
                    TensorData::I64(_) => &[],
                };
                assert_eq!(found.len(), wanted.values.len(), "{place}");
                for (found, wanted) in found.iter().zip(&wanted.values) {
                    let allowed = TOLERANCE * wanted.abs().max(1.0);
                    assert!(
                        (found - wanted).abs() <= allowed,
                        "{place}: {found} for {wanted}"
                    );
                }
            }
        }
        let wrong = vec![Tensor::new(vec![1], TensorData::F32(vec![0.0])).unwrap(); 3];
        let error = pollster::block_on(session.run(wrong)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ShapeMismatch);
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn products_of_rounded_values_are_of_whole_numbers() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/encoders.json")).unwrap();
    let mut counts = [0, 0];
    for case in &cases {
        let (bundle, _) = case.bundle();
        let plan = file::read(&plan_of(&bundle, "model.onnx").unwrap()).unwrap();
        let bytes = decoded(&case.onnx);
        let has = |operator: &str| {
            let mut windows = bytes.windows(operator.len());
            windows.any(|window| window == operator.as_bytes())
        };
        let parts = plan.steps.iter().filter_map(|step| match &step.op {
            Op::Dense(layer) => Some(layer.parts.iter()),
            _ => None,
        });
        let whole = parts.flatten().map(|part| part.whole);
        let (whole, others): (Vec<bool>, Vec<bool>) = whole.partition(|whole| *whole);
        if has("DynamicQuantizeLinear") || has("QuantizeLinear") {
            counts[usize::from(has("DynamicQuantizeLinear"))] += 1;
            // The last layer is a Gemm, which is not rounded.
            assert!(whole.len() >= 6 && others.len() <= 1);
        } else {
            assert!(whole.is_empty());
        }
    }
    assert!(counts.iter().all(|count| *count >= 6), "{counts:?}");
}

/// Base64 with padding.
fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => 0,
    };
    let padding = text
        .bytes()
        .rev()
        .take_while(|&letter| letter == b'=')
        .count();
    let mut bytes: Vec<u8> = text
        .as_bytes()
        .chunks_exact(4)
        .flat_map(|four| {
            let bits = four
                .iter()
                .fold(0, |bits, &letter| bits << 6 | u32::from(value(letter)));
            [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]
        })
        .collect();
    bytes.truncate(bytes.len() - padding);
    bytes
}
