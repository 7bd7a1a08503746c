//! A tract plan behind the [`Session`] interface.
//!
//! Loading decodes, checks and optimises the graph once; symbolic axes stay
//! symbolic, so one plan serves every batch size and length. A run copies its
//! inputs and outputs once.

use std::sync::Arc;

use tract_core::prelude::{
    IntoRunnable, IntoTValue, TValue, TVec, Tensor as TractTensor, TypedModel, TypedSimplePlan,
};

use super::accept::accept;
use super::fusion;
use super::import::import;
use crate::error::{Error, ErrorKind, Result};
use crate::model::backend::LocalFuture;
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};
use crate::model::{Backend, Bundle, Session, Tensor, TensorData};

/// Runs graphs on the CPU through tract.
#[derive(Clone, Copy, Debug, Default)]
pub struct TractBackend;

impl Backend for TractBackend {
    fn load<'a>(&'a self, bundle: &'a Bundle) -> LocalFuture<'a, Result<Box<dyn Session>>> {
        Box::pin(async move {
            let session = TractSession::load(bundle)
                .map_err(|error| error.at(format!("model `{}`", bundle.manifest().name)))?;
            Ok(Box::new(session) as Box<dyn Session>)
        })
    }
}

struct TractSession {
    spec: GraphSpec,
    plan: Arc<TypedSimplePlan>,
}

impl TractSession {
    fn load(bundle: &Bundle) -> Result<Self> {
        #[cfg(target_arch = "wasm32")]
        super::constructors::run();
        let Some(spec) = bundle.manifest().graph.clone() else {
            return Err(Error::new(
                ErrorKind::InvalidManifest,
                "the manifest describes no graph to run",
            ));
        };
        let model =
            accept(bundle.file(&spec.file)?, &spec).map_err(|error| error.at(&spec.file))?;
        let graph = model
            .graph
            .as_ref()
            .ok_or_else(|| Error::new(ErrorKind::InvalidModel, "the ONNX model holds no graph"))?;
        let optimised = import(graph, &spec.inputs)
            .and_then(TypedModel::into_decluttered)
            .and_then(|model| fusion::fuse(&model))
            .and_then(|mut model| {
                model.optimize()?;
                Ok(model)
            })
            .and_then(TypedModel::into_runnable)
            .map_err(|error| {
                Error::new(
                    ErrorKind::InvalidModel,
                    format!("{}: the graph cannot be prepared: {error:#}", spec.file),
                )
                .with_source(error)
            })?;
        Ok(Self {
            spec,
            plan: optimised,
        })
    }

    fn run_now(&self, inputs: Vec<Tensor>) -> Result<Vec<Tensor>> {
        check_inputs(&inputs, &self.spec.inputs)?;
        let inputs = inputs.iter().map(to_tract).collect::<Result<TVec<_>>>()?;
        let outputs = self.plan.run(inputs).map_err(inference_failed)?;
        outputs
            .into_iter()
            .zip(&self.spec.outputs)
            .map(|(output, spec)| from_tract(&output, spec))
            .collect()
    }
}

impl Session for TractSession {
    fn run(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<Vec<Tensor>>> {
        Box::pin(std::future::ready(self.run_now(inputs)))
    }

    fn backend(&self) -> &'static str {
        if cfg!(target_arch = "wasm32") {
            "wasm"
        } else {
            "native"
        }
    }
}

fn inference_failed(error: tract_core::prelude::TractError) -> Error {
    Error::new(
        ErrorKind::Inference,
        format!("running the graph failed: {error:#}"),
    )
    .with_source(error)
}

/// Every input must have its declared type and shape; a symbol must have one
/// size throughout, and no axis may be empty.
fn check_inputs(inputs: &[Tensor], specs: &[TensorSpec]) -> Result<()> {
    let mismatch = |problem: String| Err(Error::new(ErrorKind::ShapeMismatch, problem));
    if inputs.len() != specs.len() {
        return mismatch(format!(
            "got {} inputs; the model takes {}",
            inputs.len(),
            specs.len()
        ));
    }
    let mut symbols = std::collections::BTreeMap::new();
    for (
        input,
        TensorSpec {
            name, dtype, shape, ..
        },
    ) in inputs.iter().zip(specs)
    {
        let fits = input.data_type() == *dtype
            && input.shape().len() == shape.len()
            && input.shape().iter().zip(shape).all(|(&size, axis)| {
                size > 0
                    && match axis {
                        Axis::Fixed(expected) => size == *expected,
                        Axis::Symbol(symbol) => *symbols.entry(symbol).or_insert(size) == size,
                    }
            });
        if !fits {
            let axes: Vec<_> = shape.iter().map(ToString::to_string).collect();
            return mismatch(format!(
                "input `{name}` is {:?} of shape {:?}; the model takes {dtype:?} of shape [{}], no axis empty",
                input.data_type(),
                input.shape(),
                axes.join(", ")
            ));
        }
    }
    Ok(())
}

fn to_tract(tensor: &Tensor) -> Result<TValue> {
    match tensor.data() {
        TensorData::I64(values) => TractTensor::from_shape(tensor.shape(), values),
        TensorData::F32(values) => TractTensor::from_shape(tensor.shape(), values),
    }
    .map(IntoTValue::into_tvalue)
    .map_err(inference_failed)
}

fn from_tract(value: &TValue, spec: &TensorSpec) -> Result<Tensor> {
    let data = match spec.dtype {
        DataType::Float32 => {
            let view = value
                .to_plain_array_view::<f32>()
                .map_err(inference_failed)?;
            TensorData::F32(view.iter().copied().collect())
        }
        DataType::Int64 => {
            let view = value
                .to_plain_array_view::<i64>()
                .map_err(inference_failed)?;
            TensorData::I64(view.iter().copied().collect())
        }
    };
    Tensor::new(value.shape().to_vec(), data)
        .map_err(|error| error.at(format!("output `{}`", spec.name)))
}
