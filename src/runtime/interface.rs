//! What goes into a run and what comes out, against what the manifest says.

use std::collections::BTreeMap;

use super::plan::{Kind, Plan};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Tensor;
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};

/// The interface of a graph: its inputs and outputs, and the symbols of its plan.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub spec: GraphSpec,
    symbols: Vec<String>,
}

impl Interface {
    /// # Errors
    ///
    /// [`ErrorKind::InvalidModel`] if the plan has other inputs, outputs or symbols than
    /// the manifest says.
    pub fn new(spec: GraphSpec, plan: &Plan) -> Result<Self> {
        let kind = |tensor: &TensorSpec| match tensor.dtype {
            DataType::Float32 => Kind::Float,
            DataType::Int64 => Kind::Integer,
        };
        let kinds: Vec<_> = spec.inputs.iter().map(kind).collect();
        let named = |symbol: &String| {
            let axes = spec.inputs.iter().flat_map(|input| &input.shape);
            axes.into_iter()
                .any(|axis| matches!(axis, Axis::Symbol(name) if name == symbol))
        };
        if plan.input_kinds != kinds || plan.outputs.len() != spec.outputs.len() {
            return Err(invalid(
                "its inputs or outputs are not those of the manifest",
            ));
        }
        if !plan.symbols.iter().all(named) {
            return Err(invalid("it has a size that no input of the manifest has"));
        }
        Ok(Self {
            spec,
            symbols: plan.symbols.clone(),
        })
    }

    /// The sizes of the symbols in a run. Every input must have its declared type and
    /// shape; a symbol must have one size throughout, and no axis may be empty.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] otherwise.
    pub fn sizes(&self, inputs: &[Tensor]) -> Result<Sizes> {
        let specs = &self.spec.inputs;
        let mismatch = |problem: String| Err(Error::new(ErrorKind::ShapeMismatch, problem));
        if inputs.len() != specs.len() {
            return mismatch(format!(
                "got {} inputs; the model takes {}",
                inputs.len(),
                specs.len()
            ));
        }
        let mut named = BTreeMap::new();
        for (input, spec) in inputs.iter().zip(specs) {
            for (size, axis) in input.shape().iter().zip(&spec.shape) {
                if let Axis::Symbol(name) = axis {
                    named.entry(name.clone()).or_insert(*size);
                }
            }
            if !fits(input, spec, &named) || input.shape().contains(&0) {
                return mismatch(format!(
                    "input `{}` is {:?} of shape {:?}; the model takes {}, no axis empty",
                    spec.name,
                    input.data_type(),
                    input.shape(),
                    declared(spec)
                ));
            }
        }
        let sizes = self.symbols.iter().map(|symbol| named.get(symbol).copied());
        let plan = sizes
            .collect::<Option<_>>()
            .ok_or_else(|| invalid("a size of the plan is open"))?;
        Ok(Sizes { plan, named })
    }

    /// The outputs of a run, if each has its declared type and shape.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] otherwise.
    pub fn checked(&self, outputs: Vec<Tensor>, sizes: &Sizes) -> Result<Vec<Tensor>> {
        for (output, spec) in outputs.iter().zip(&self.spec.outputs) {
            if !fits(output, spec, &sizes.named) {
                return Err(Error::new(
                    ErrorKind::Inference,
                    format!(
                        "output `{}` is {:?} of shape {:?}; the manifest says {}",
                        spec.name,
                        output.data_type(),
                        output.shape(),
                        declared(spec)
                    ),
                ));
            }
        }
        Ok(outputs)
    }
}

/// The sizes of symbols in a run.
#[derive(Debug)]
pub(super) struct Sizes {
    /// Of the plan's symbols, in its order.
    pub plan: Vec<usize>,
    named: BTreeMap<String, usize>,
}

/// Whether a tensor has the declared type and shape, its symbols being sized as in
/// `named`, where they are known.
fn fits(tensor: &Tensor, spec: &TensorSpec, named: &BTreeMap<String, usize>) -> bool {
    tensor.data_type() == spec.dtype
        && tensor.shape().len() == spec.shape.len()
        && tensor
            .shape()
            .iter()
            .zip(&spec.shape)
            .all(|(size, axis)| match axis {
                Axis::Fixed(expected) => size == expected,
                Axis::Symbol(name) => named.get(name).is_none_or(|known| known == size),
            })
}

/// The type and shape of a tensor, for messages.
fn declared(spec: &TensorSpec) -> String {
    let axes: Vec<_> = spec.shape.iter().map(ToString::to_string).collect();
    format!("{:?} of shape [{}]", spec.dtype, axes.join(", "))
}

fn invalid(problem: &str) -> Error {
    Error::new(
        ErrorKind::InvalidModel,
        format!("the plan is unfit: {problem}"),
    )
}
