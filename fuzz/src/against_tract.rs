//! Graphs of a few nodes, run from a plan and by tract's own operators: both must say the same.

use epitome::model::{Tensor, TensorData};
use epitome::runtime::{CpuBackend, onnx};
use tract_onnx::prelude::{
    Framework, InferenceModelExt, IntoRunnable, IntoTValue, TValue, Tensor as TractTensor,
    TractResult, tvec,
};

use crate::graphs::Graph;
use crate::input::Input;

/// How far an output may be from tract's, for an output of 1.
const TOLERANCE: f32 = 2e-3;
/// Beyond this, a difference of rounding grows past any tolerance.
const LARGE: f32 = 1e4;

/// A graph made of the bytes, and what it gives of small numbers.
pub fn graph(data: &[u8]) {
    let mut input = Input::new(data);
    let rows = 1 + input.below(4);
    let graph = Graph::of(&mut input);
    let bytes = graph.file();
    let Ok(interface) = onnx::interface(&bytes) else {
        return;
    };
    let spec = interface.into_spec("model.onnx");
    let numbers: Vec<f32> = (0..rows * graph.columns)
        .map(|at| ((at * 5 + rows) % 17) as f32 / 8.0 - 1.0)
        .collect();
    let Ok(session) = CpuBackend.open(&bytes, &spec, &|_| None) else {
        return;
    };
    let Ok(wanted) = by_tract(&bytes, &numbers, rows, graph.columns) else {
        return;
    };
    let tensor = Tensor::new(
        vec![rows, graph.columns],
        TensorData::F32(numbers),
    );
    let tensor = tensor.expect("as many numbers as the shape says");
    let found = pollster::block_on(session.run(vec![tensor]));
    let found = found.unwrap_or_else(|error| panic!("{error}, for {}", graph.nodes()));
    let TensorData::F32(values) = found[0].data() else {
        panic!("the output is no float32: {}", graph.nodes());
    };
    assert_eq!(values.len(), wanted.len(), "{}", graph.nodes());
    for (found, wanted) in values.iter().zip(&wanted) {
        let near = (found - wanted).abs() <= TOLERANCE * (1.0 + wanted.abs());
        let large = !wanted.is_finite() || wanted.abs() > LARGE;
        assert!(near || large, "{found}, not {wanted}: {}", graph.nodes());
    }
}

fn by_tract(bytes: &[u8], numbers: &[f32], rows: usize, columns: usize) -> TractResult<Vec<f32>> {
    let plan = tract_onnx::onnx()
        .model_for_read(&mut &bytes[..])?
        .into_optimized()?
        .into_runnable()?;
    let tensor: TValue = TractTensor::from_shape(&[rows, columns], numbers)?.into_tvalue();
    let outputs = plan.run(tvec!(tensor))?;
    let view = outputs[0].to_plain_array_view::<f32>()?;
    Ok(view.iter().copied().collect())
}
