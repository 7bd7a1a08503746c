//! Random graphs, fused and run by this crate, against ONNX Runtime.

use crate::support::{Files, decoded, lstm};
use epitome::ErrorKind;
use epitome::model::{Backend, Tensor, TensorData};
use epitome::runtime::onnx::messages::ModelProto;
use epitome::runtime::plan::{Op, file};
use epitome::runtime::{CpuBackend, plan_of};
use prost::Message;
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
    fn files(&self) -> Files {
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
        files
    }

    /// How many nodes are of an operator.
    fn count(&self, operator: &str) -> usize {
        let model = ModelProto::decode(&decoded(&self.onnx)[..]).unwrap();
        let nodes = model.graph.unwrap().node.into_iter();
        nodes.filter(|node| node.op_type == operator).count()
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
        let bundle = case.files().bundle().unwrap();
        let graph = bundle.manifest().graph.clone().unwrap();
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
                    _ => &[],
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

/// A model with an encoder that holds an operator, and what it is run with.
pub(crate) fn encoder_with(operator: &str) -> (Files, Vec<Tensor>) {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/encoders.json")).unwrap();
    let case = cases.iter().find(|case| case.count(operator) > 0).unwrap();
    let inputs = case.runs[1].inputs.iter().map(Named::tensor);
    (case.files(), inputs.collect())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn products_of_rounded_values_are_of_whole_numbers() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/encoders.json")).unwrap();
    let (mut dynamic, mut fixed) = (0, 0);
    for case in &cases {
        let bundle = case.files().bundle().unwrap();
        let plan = file::read(&plan_of(&bundle, "model.onnx").unwrap()).unwrap();
        let parts = plan.steps.iter().filter_map(|step| match &step.op {
            Op::Dense(layer) => Some(layer.parts.iter()),
            _ => None,
        });
        let whole = parts.flatten().filter(|part| part.whole).count();
        if case.count("QuantizeLinear") > 0 {
            // Which products those are, the nodes around them say.
            assert!(whole > 0);
            fixed += whole;
        } else {
            assert_eq!(whole, case.count("MatMulInteger"));
            dynamic += whole;
        }
    }
    assert!(dynamic >= 20 && fixed >= 20, "{dynamic}, {fixed}");
}
