//! The packaged graphs, run by this crate and by tract itself, which reads, simplifies
//! and runs them by its own operators.

use crate::support::{Files, fit, lines, lstm};
use epitome::model::manifest::{Axis, DataType};
use epitome::model::{Backend, Tensor, TensorData};
use epitome::runtime::CpuBackend;
use epitome::text::Language;
use tract_onnx::prelude::{
    Framework, InferenceModelExt, IntoRunnable, IntoTValue, TValue, Tensor as TractTensor,
};

/// Greatest difference of an output.
const TOLERANCE: f32 = 2e-4;

/// What tract makes of the inputs.
fn by_tract(files: &Files, inputs: &[Tensor]) -> Vec<Vec<f32>> {
    let (_, onnx) = &files.files[0];
    let plan = tract_onnx::onnx()
        .model_for_read(&mut &onnx[..])
        .and_then(InferenceModelExt::into_optimized)
        .and_then(IntoRunnable::into_runnable)
        .unwrap();
    let inputs = inputs.iter().map(|input| -> TValue {
        let tensor = match input.data() {
            TensorData::I64(values) => TractTensor::from_shape(input.shape(), values),
            TensorData::F32(values) => TractTensor::from_shape(input.shape(), values),
            TensorData::Bool(values) => TractTensor::from_shape(input.shape(), values),
        };
        tensor.unwrap().into_tvalue()
    });
    let outputs = plan.run(inputs.collect()).unwrap();
    let floats = outputs.iter().map(|output| {
        let view = output.to_plain_array_view::<f32>().unwrap();
        view.iter().copied().collect()
    });
    floats.collect()
}

#[test]
fn packaged_graphs_agree_with_tract() {
    for files in [
        lstm(),
        fit(Language::Chinese),
        fit(Language::Persian),
        lines(),
    ] {
        let bundle = files.bundle().unwrap();
        let spec = bundle.manifest().graph.clone().unwrap();
        let session = pollster::block_on(CpuBackend.load(&bundle, &spec)).unwrap();
        for size in [2, 23] {
            let inputs: Vec<Tensor> = spec
                .inputs
                .iter()
                .map(|input| {
                    let shape: Vec<usize> = input
                        .shape
                        .iter()
                        .map(|axis| match axis {
                            Axis::Fixed(size) => *size,
                            Axis::Symbol(name) if name == "batch" => 2,
                            Axis::Symbol(name) => size + name.len() % 3,
                        })
                        .collect();
                    let most = if input.name == "kinds" { 3 } else { 90 };
                    let ids = (0..shape.iter().product::<usize>()).map(|at| at * 7 % most);
                    let data = match input.dtype {
                        DataType::Int64 => TensorData::I64(ids.map(|id| id as i64).collect()),
                        DataType::Float32 | DataType::Float16 => {
                            TensorData::F32(ids.map(|id| id as f32).collect())
                        }
                        DataType::Bool => TensorData::Bool(ids.map(|id| id % 2 == 1).collect()),
                    };
                    Tensor::new(shape, data).unwrap()
                })
                .collect();
            let found = pollster::block_on(session.run(inputs.clone())).unwrap();
            let wanted = by_tract(&files, &inputs);
            for (found, wanted) in found.iter().zip(wanted) {
                let TensorData::F32(found) = found.data() else {
                    unreachable!("outputs are float32");
                };
                assert_eq!(found.len(), wanted.len());
                for (found, wanted) in found.iter().zip(wanted) {
                    assert!((found - wanted).abs() < TOLERANCE, "{found} for {wanted}");
                }
            }
        }
    }
}
