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

    /// The sizes of the plan's symbols in a run. Every input must have its declared
    /// type and shape; a symbol must have one size throughout, and no axis may be empty.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] otherwise.
    pub fn sizes(&self, inputs: &[Tensor]) -> Result<Vec<usize>> {
        let specs = &self.spec.inputs;
        let mismatch = |problem: String| Err(Error::new(ErrorKind::ShapeMismatch, problem));
        if inputs.len() != specs.len() {
            return mismatch(format!(
                "got {} inputs; the model takes {}",
                inputs.len(),
                specs.len()
            ));
        }
        let mut symbols: BTreeMap<&String, usize> = BTreeMap::new();
        for (input, spec) in inputs.iter().zip(specs) {
            let TensorSpec {
                name, dtype, shape, ..
            } = spec;
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
        let sizes = self
            .symbols
            .iter()
            .map(|symbol| symbols.get(symbol).copied());
        sizes
            .collect::<Option<_>>()
            .ok_or_else(|| invalid("a size of the plan is open"))
    }
}

fn invalid(problem: &str) -> Error {
    Error::new(
        ErrorKind::InvalidModel,
        format!("the plan is unfit: {problem}"),
    )
}
