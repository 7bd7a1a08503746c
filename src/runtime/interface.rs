//! What goes into a run and what comes out, against what the manifest says.

use std::collections::BTreeMap;

use super::plan::{Kind, Plan, Requirement};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};
use crate::model::{Tensor, TensorData};

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
            DataType::Float32 | DataType::Float16 => Kind::Float,
            DataType::Int64 => Kind::Integer,
            DataType::Bool => Kind::Truth,
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

    /// Whether the inputs of a run choose the plan's alternative.
    pub fn chooses_alternative(&self, plan: &Plan, inputs: &[Tensor]) -> bool {
        let alternative = plan.alternative.as_ref();
        let chosen = alternative.and_then(|alternative| inputs.get(alternative.input));
        chosen.is_some_and(|input| *input.data() == TensorData::Bool(vec![false]))
    }

    /// The sizes of the symbols in a run. Every input must have its declared type and
    /// shape; a symbol must have one size throughout, and the size that is required.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] otherwise.
    pub fn sizes(&self, inputs: &[Tensor], requirements: &[Requirement]) -> Result<Sizes> {
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
            name_sizes(&mut named, input, spec);
            if !fits(input, spec, &named) {
                return mismatch(unfit(input, spec));
            }
        }
        let sizes = self.symbols.iter().map(|symbol| named.get(symbol).copied());
        let plan = sizes
            .collect::<Option<Vec<usize>>>()
            .ok_or_else(|| invalid("a size of the plan is open"))?;
        for Requirement { symbol, size } in requirements {
            let found = named.get(symbol).copied().unwrap_or(0);
            let wanted = size.as_ref().map(|size| size.of(&plan)).transpose();
            let problem = match wanted {
                Ok(None) if found == 0 => "which is empty; 1 is the least".to_string(),
                Ok(Some(wanted)) if found != wanted => format!("of {found}; it must be {wanted}"),
                Err(_) => format!("of {found}, which does not fit the others"),
                Ok(_) => continue,
            };
            return mismatch(format!("the inputs have an axis `{symbol}` {problem}"));
        }
        Ok(Sizes { plan })
    }

    /// The sizes of the plan's symbols that one input has, which must have its declared type and
    /// shape.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] otherwise.
    pub fn sizes_of(&self, place: usize, input: &Tensor) -> Result<Vec<Option<usize>>> {
        let Some(spec) = self.spec.inputs.get(place) else {
            let count = self.spec.inputs.len();
            let problem = format!("there is no input {place}; the model takes {count}");
            return Err(Error::new(ErrorKind::ShapeMismatch, problem));
        };
        let mut named = BTreeMap::new();
        name_sizes(&mut named, input, spec);
        if !fits(input, spec, &named) {
            return Err(Error::new(ErrorKind::ShapeMismatch, unfit(input, spec)));
        }
        let sizes = self.symbols.iter().map(|symbol| named.get(symbol).copied());
        Ok(sizes.collect())
    }

    /// The outputs of a run, if each has its declared type, as many axes, and the sizes that are
    /// numbers. Of the names of sizes an output says nothing: a graph that fills a cache
    /// may give it at another size than it declares. Those at the places `unread` are not looked
    /// at.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] otherwise.
    pub fn checked(&self, outputs: Vec<Tensor>, unread: &[usize]) -> Result<Vec<Tensor>> {
        let none = BTreeMap::new();
        for (place, (output, spec)) in outputs.iter().zip(&self.spec.outputs).enumerate() {
            if !unread.contains(&place) && !fits(output, spec, &none) {
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
}

/// Names the sizes of an input's axes that have no name yet.
fn name_sizes(named: &mut BTreeMap<String, usize>, input: &Tensor, spec: &TensorSpec) {
    for (size, axis) in input.shape().iter().zip(&spec.shape) {
        if let Axis::Symbol(name) = axis {
            named.entry(name.clone()).or_insert(*size);
        }
    }
}

/// Why an input does not fit.
fn unfit(input: &Tensor, spec: &TensorSpec) -> String {
    format!(
        "input `{}` is {:?} of shape {:?}; the model takes {}",
        spec.name,
        input.data_type(),
        input.shape(),
        declared(spec)
    )
}

/// Whether a tensor has the declared type and shape, its symbols being sized as in
/// `named`, where they are known.
fn fits(tensor: &Tensor, spec: &TensorSpec, named: &BTreeMap<String, usize>) -> bool {
    tensor.data_type() == spec.dtype.carried()
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
