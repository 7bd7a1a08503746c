//! ONNX graphs as tract's typed graphs, operator by operator.
//!
//! tract's own reader knows two hundred operators and infers shapes by solving
//! rules over the whole graph. A graph that [`accept`](super::accept) let through
//! has its operators in a table and its nodes in order, so that one pass over the
//! nodes does: the shape of every value follows from those before it. What depends
//! on constants and sizes alone is computed here and now. The cost is linear in the graph,
//! once more for every open size that turns out to be another.

pub(super) mod activations;
pub(super) mod attention;
pub(super) mod branches;
pub(super) mod contrib;
pub(super) mod elementwise;
mod facts;
mod graph;
pub(super) mod layers;
pub(super) mod logic;
pub(super) mod packed;
pub(super) mod places;
pub(super) mod quantized;
pub(super) mod ranges;
pub(super) mod recurrent;
pub(super) mod sequences;
pub(super) mod shapes;
pub(super) mod slices;
mod tensor;
mod whole;

use std::collections::HashMap;

use tract_core::internal::*;

use super::messages::{AttributeProto, GraphProto, NodeProto, TensorProto};
use crate::model::manifest::{GraphSpec, TensorSpec};

pub(super) use branches::switch;
pub(super) use facts::dimensions;
pub(super) use graph::{Graph, Named};

/// The most elements that are computed while a graph is read.
const MOST_FOLDED: i64 = 1 << 26;

/// The most elements that the numbers of a shape make.
const MOST_ELEMENTS: i64 = 1 << 40;

/// The most axes of a value.
const MOST_AXES: usize = 8;

/// The most open sizes that may turn out to be others.
const MOST_EQUAL: usize = 64;

/// Makes the values that a node writes.
pub(super) type Wire = fn(&mut Graph, &Call<'_>) -> TractResult<TVec<OutletId>>;

/// What a run's open sizes must be, beyond what the axes say.
#[derive(Clone, Debug)]
pub(super) struct Equal {
    /// The name of an open size of the inputs.
    pub symbol: Symbol,
    /// What it must be.
    pub size: TDim,
}

/// A graph that has been read.
pub(super) struct Imported {
    pub model: TypedModel,
    pub equal: Vec<Equal>,
    /// Open sizes that must not be 0.
    pub not_empty: Vec<Symbol>,
}

/// A file whose initializers have been read, once for all that is made of it.
pub(super) struct Source<'a> {
    pub graph: &'a GraphProto,
    pub spec: &'a GraphSpec,
    pub opset: i64,
    pub initializers: HashMap<String, Arc<Tensor>>,
}

/// Reads the initializers of a graph, and lets the file's go.
pub(super) fn initializers(tensors: Vec<TensorProto>) -> TractResult<HashMap<String, Arc<Tensor>>> {
    let read = tensors.into_iter().map(|tensor| {
        let read = tensor::read(&tensor)?.into_arc_tensor();
        Ok((tensor.name, read))
    });
    read.collect()
}

impl Source<'_> {
    /// Reads the graph. With `switch`, the input at that place has that truth value.
    pub fn import(&self, switch: Option<(usize, bool)>) -> TractResult<Imported> {
        let scope = SymbolScope::default();
        let mut equal: Vec<Equal> = vec![];
        loop {
            let mut made = Graph::new(scope.clone(), &equal, self.opset);
            match self.read(&mut made, switch) {
                Ok(()) => {
                    return Ok(Imported {
                        model: made.model,
                        equal,
                        not_empty: made.not_empty,
                    });
                }
                Err(error) => {
                    let found = made.conflict.take();
                    let found = found.filter(|_| equal.len() < MOST_EQUAL);
                    let Some(found) = found else {
                        return Err(error);
                    };
                    for known in &mut equal {
                        known.size = known.size.substitute(&found.symbol, &found.size)?;
                    }
                    equal.push(found);
                }
            }
        }
    }

    fn read(&self, made: &mut Graph, switch: Option<(usize, bool)>) -> TractResult<()> {
        for (place, spec) in self.spec.inputs.iter().enumerate() {
            let source = made.input(spec)?;
            let value = match switch {
                Some((at, truth)) if at == place => switched(made, spec, truth)?,
                _ => source,
            };
            made.define(&spec.name, value);
        }
        for initializer in &self.initializers {
            let outlet = made.constant(initializer.1.clone())?;
            made.define(initializer.0, outlet);
        }
        made.nodes(self.graph)?;
        let mut outputs = vec![];
        for output in &self.spec.outputs {
            let found = made.value(&output.name)?;
            let found = found.with_context(|| format!("output `{}` has no name", output.name))?;
            ensure!(
                found.carried.is_none(),
                "an output of rounded values or their sums; allowed are float32, int64 and bool"
            );
            outputs.push(made.at_run_time(found.outlet)?);
        }
        made.model.select_output_outlets(&outputs)?;
        Ok(())
    }
}

/// The constant that stands for an input of one truth value.
fn switched(made: &mut Graph, spec: &TensorSpec, truth: bool) -> TractResult<OutletId> {
    let shape = vec![1; spec.shape.len()];
    made.constant(Tensor::from_shape(&shape, &[truth])?)
}

/// A node that is read: its attributes, and where its inputs come from.
pub(super) struct Call<'a> {
    node: &'a NodeProto,
    inputs: Vec<Option<Named>>,
}

impl Call<'_> {
    /// An input that the node must have.
    fn input(&self, index: usize) -> TractResult<OutletId> {
        self.optional(index)
            .with_context(|| format!("input {index} is missing"))
    }

    /// An input that the node may go without.
    fn optional(&self, index: usize) -> Option<OutletId> {
        Some(self.inputs.get(index).copied().flatten()?.outlet)
    }

    /// Every input; none may be missing.
    fn inputs(&self) -> TractResult<TVec<OutletId>> {
        (0..self.inputs.len())
            .map(|index| self.input(index))
            .collect()
    }

    /// How many values the node gives.
    fn outputs(&self) -> usize {
        self.node.output.len()
    }

    /// Refuses outputs that are not carried out, beyond the first `count`.
    fn gives(&self, count: usize) -> TractResult<()> {
        let more = self.node.output.iter().skip(count);
        match more.clone().find(|name| !name.is_empty()) {
            Some(name) => bail!("`{name}` is an output that is not carried out"),
            None => Ok(()),
        }
    }

    fn attribute(&self, name: &str) -> Option<&AttributeProto> {
        self.node.attribute.iter().find(|found| found.name == name)
    }

    /// What an input is in the file, if it is carried as another type.
    fn carried(&self, index: usize) -> Option<quantized::Carried> {
        self.inputs.get(index).copied().flatten()?.carried
    }

    /// Whether only DequantizeLinear takes the first output.
    fn is_only_dequantized(&self, graph: &Graph) -> bool {
        let output = self.node.output.first();
        output.is_some_and(|name| graph.is_only_dequantized(name))
    }

    /// An integer attribute.
    fn integer(&self, name: &str, default: i64) -> i64 {
        self.attribute(name).map_or(default, |found| found.i)
    }

    /// A number.
    fn float(&self, name: &str, default: f32) -> f32 {
        self.attribute(name).map_or(default, |found| found.f)
    }

    /// A text.
    fn text(&self, name: &str, default: &str) -> String {
        self.attribute(name).map_or_else(
            || default.into(),
            |found| String::from_utf8_lossy(&found.s).into_owned(),
        )
    }

    /// Whole numbers that stand in the attribute of a name, or in an input: which of the two the
    /// operator set says. Nothing if neither is there.
    fn integers(&self, graph: &Graph, name: &str, input: usize) -> TractResult<Option<TVec<i64>>> {
        if let Some(found) = self.attribute(name) {
            return Ok(Some(found.ints.iter().copied().collect()));
        }
        self.optional(input)
            .map(|input| graph.integers(input))
            .transpose()
    }
}
