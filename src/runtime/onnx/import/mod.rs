//! ONNX graphs as tract's typed graphs, operator by operator.
//!
//! tract's own reader knows two hundred operators and infers shapes by solving
//! rules over the whole graph. A graph that [`accept`](super::accept) let through
//! has its operators in a table and its nodes in order, so that one pass over the
//! nodes does: the shape of every value follows from those before it. What depends
//! on constants alone is computed here and now. The cost is linear in the graph.

pub(super) mod elementwise;
pub(super) mod layers;
pub(super) mod places;
pub(super) mod quantized;
mod tensor;

use std::collections::{HashMap, HashSet};

use tract_core::internal::*;

use super::messages::{AttributeProto, GraphProto, NodeProto};
use super::operators::find;
use crate::model::manifest::{Axis, DataType, TensorSpec};

/// The most elements that are computed while a graph is read.
const MOST_FOLDED: i64 = 1 << 26;

/// Makes the values that a node writes.
pub(super) type Wire = fn(&mut Graph, &Call<'_>) -> TractResult<TVec<OutletId>>;

/// Reads a graph whose inputs are those of `inputs`.
pub(super) fn import(graph: &GraphProto, inputs: &[TensorSpec]) -> TractResult<TypedModel> {
    let mut made = Graph {
        dequantized: only_dequantized(graph),
        ..Graph::default()
    };
    let mut values: HashMap<&str, OutletId> = HashMap::new();
    for spec in inputs {
        values.insert(&spec.name, made.input(spec)?);
    }
    for initializer in &graph.initializer {
        let outlet = made.constant(tensor::read(initializer)?)?;
        values.insert(&initializer.name, outlet);
    }
    for node in &graph.node {
        let operator = find(&node.op_type).context("an operator that the table lacks")?;
        let place = || format!("node `{}` ({})", node.name, node.op_type);
        let inputs = node.input.iter().map(|name| value(&values, name));
        let call = Call {
            node,
            inputs: inputs.collect::<TractResult<_>>().with_context(place)?,
        };
        for carried in node.input.iter().filter_map(|name| made.carried.get(name)) {
            carried.check(operator.name).with_context(place)?;
        }
        let outputs = (operator.wire)(&mut made, &call).with_context(place)?;
        for (name, outlet) in node.output.iter().zip(outputs) {
            if !name.is_empty() {
                values.insert(name, outlet);
            }
        }
    }
    let outputs = graph.output.iter().map(|output| {
        let found = values.get(output.name.as_str()).copied();
        found.with_context(|| format!("output `{}` is not written", output.name))
    });
    let outputs = outputs.collect::<TractResult<Vec<_>>>()?;
    let mut names = graph.output.iter().map(|output| &output.name);
    ensure!(
        !names.any(|name| made.carried.contains_key(name)),
        "an output of rounded values or their sums; allowed are float32 and int64"
    );
    made.model.select_output_outlets(&outputs)?;
    Ok(made.model)
}

/// Values, by name, that are no outputs and of which only DequantizeLinear takes the numbers.
fn only_dequantized(graph: &GraphProto) -> HashSet<String> {
    let mut dequantized = HashSet::new();
    let mut taken: HashSet<&str> = graph.output.iter().map(|output| &*output.name).collect();
    for node in &graph.node {
        for (index, name) in node.input.iter().enumerate() {
            if (index, &*node.op_type) == (0, "DequantizeLinear") {
                dequantized.insert(name.clone());
            } else {
                taken.insert(name);
            }
        }
    }
    dequantized.retain(|name| !taken.contains(&**name));
    dequantized
}

/// The value of a name; nothing if the name is empty, for an input that is left out.
fn value(values: &HashMap<&str, OutletId>, name: &str) -> TractResult<Option<OutletId>> {
    if name.is_empty() {
        return Ok(None);
    }
    let known = values.get(name).copied();
    let known = known.with_context(|| format!("`{name}` is an output that is not carried out"))?;
    Ok(Some(known))
}

/// A node that is read: its attributes, and where its inputs come from.
pub(super) struct Call<'a> {
    node: &'a NodeProto,
    inputs: Vec<Option<OutletId>>,
}

impl Call<'_> {
    /// An input that the node must have.
    fn input(&self, index: usize) -> TractResult<OutletId> {
        self.optional(index)
            .with_context(|| format!("input {index} is missing"))
    }

    /// An input that the node may go without.
    fn optional(&self, index: usize) -> Option<OutletId> {
        self.inputs.get(index).copied().flatten()
    }

    /// Every input; none may be missing.
    fn inputs(&self) -> TractResult<TVec<OutletId>> {
        (0..self.inputs.len())
            .map(|index| self.input(index))
            .collect()
    }

    fn attribute(&self, name: &str) -> Option<&AttributeProto> {
        self.node.attribute.iter().find(|found| found.name == name)
    }

    /// What an input is in the file, if it is carried as another type.
    fn carried(&self, graph: &Graph, index: usize) -> Option<quantized::Carried> {
        graph.carried.get(self.node.input.get(index)?).copied()
    }

    /// Says what the first output is in the file.
    fn carry(&self, graph: &mut Graph, carried: quantized::Carried) {
        if let Some(name) = self.node.output.first() {
            graph.carried.insert(name.clone(), carried);
        }
    }

    /// Whether only DequantizeLinear takes the first output.
    fn is_only_dequantized(&self, graph: &Graph) -> bool {
        let output = self.node.output.first();
        output.is_some_and(|name| graph.dequantized.contains(name))
    }

    /// An integer attribute.
    fn integer(&self, name: &str, default: i64) -> i64 {
        self.attribute(name).map_or(default, |found| found.i)
    }
}

/// A graph under construction.
#[derive(Default)]
pub(super) struct Graph {
    model: TypedModel,
    /// Nodes that were made, for their names.
    count: usize,
    /// Values, by name, that are of another type in the file than they are carried as.
    carried: HashMap<String, quantized::Carried>,
    /// Values, by name, whose numbers only DequantizeLinear takes.
    dequantized: HashSet<String>,
    /// Tables of uint8, and what stands for them in int8.
    moved: HashMap<OutletId, OutletId>,
}

impl Graph {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("{}", self.count)
    }

    fn input(&mut self, spec: &TensorSpec) -> TractResult<OutletId> {
        let shape: TVec<TDim> = spec
            .shape
            .iter()
            .map(|axis| match axis {
                Axis::Fixed(size) => size.to_dim(),
                Axis::Symbol(name) => self.model.symbols.sym(name).to_dim(),
            })
            .collect();
        let datum = match spec.dtype {
            DataType::Float32 => f32::datum_type(),
            DataType::Int64 => i64::datum_type(),
        };
        self.model.add_source(&spec.name, datum.fact(shape))
    }

    fn constant(&mut self, tensor: impl IntoArcTensor) -> TractResult<OutletId> {
        let name = self.name();
        self.model.add_const(name, tensor)
    }

    /// The one result of an operator.
    fn wire(
        &mut self,
        op: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<OutletId> {
        Ok(self.wire_all(op, inputs)?[0])
    }

    /// The results of an operator; constants, if it takes nothing but constants and
    /// no size is open.
    fn wire_all(
        &mut self,
        op: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        let op = op.into();
        let constants: Option<TVec<TValue>> = inputs
            .iter()
            .map(|&input| Some(self.known(input)?.into_tvalue()))
            .collect();
        if let Some(constants) = constants
            && self.gives_little(&*op, inputs)?
            && let Ok(Some(outputs)) = op.eval_out_of_plan(constants)
        {
            let outputs = outputs
                .into_iter()
                .map(|output| self.constant(output.into_arc_tensor()));
            return outputs.collect();
        }
        let name = self.name();
        self.model.wire_node(name, op, inputs)
    }

    /// Whether the results of an operator may be computed while the graph is read.
    fn gives_little(&self, op: &dyn TypedOp, inputs: &[OutletId]) -> TractResult<bool> {
        let facts = inputs
            .iter()
            .map(|&input| self.model.outlet_fact(input))
            .collect::<TractResult<TVec<_>>>()?;
        Ok(op.output_facts(&facts)?.iter().all(|fact| {
            let elements = fact.shape.volume().to_i64();
            elements.is_ok_and(|elements| elements <= MOST_FOLDED)
        }))
    }

    fn shape(&self, outlet: OutletId) -> TractResult<&ShapeFact> {
        Ok(&self.model.outlet_fact(outlet)?.shape)
    }

    fn rank(&self, outlet: OutletId) -> TractResult<usize> {
        Ok(self.shape(outlet)?.rank())
    }

    fn datum(&self, outlet: OutletId) -> TractResult<DatumType> {
        Ok(self.model.outlet_fact(outlet)?.datum_type)
    }

    /// The value, where it is constant.
    fn known(&self, outlet: OutletId) -> Option<Arc<Tensor>> {
        self.model.outlet_fact(outlet).ok()?.konst.clone()
    }

    /// Whole numbers, or sizes of axes, that must be constant.
    fn sizes(&self, outlet: OutletId) -> TractResult<TVec<TDim>> {
        let tensor = self
            .known(outlet)
            .context("a place or size is not constant")?;
        let tensor = tensor.cast_to::<TDim>()?;
        Ok(tensor.try_as_plain_ram()?.as_slice::<TDim>()?.into())
    }

    /// Whole numbers that must be constant.
    fn integers(&self, outlet: OutletId) -> TractResult<TVec<i64>> {
        let sizes = self.sizes(outlet)?;
        sizes.iter().map(|size| Ok(size.to_i64()?)).collect()
    }

    /// An axis of a value, counted from its end if negative.
    fn axis(&self, axis: i64, rank: usize) -> TractResult<usize> {
        let rank = i64::try_from(rank)?;
        let found = if axis < 0 { axis + rank } else { axis };
        ensure!((0..rank).contains(&found), "axis {axis} of {rank}");
        Ok(usize::try_from(found)?)
    }
}
