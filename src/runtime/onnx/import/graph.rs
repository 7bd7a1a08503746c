//! A graph under construction.

use std::collections::{HashMap, HashSet};

use tract_core::internal::*;
use tract_core::ops::array::TypedConcat;

use super::super::fusion::Planned;
use super::super::messages::GraphProto;
use super::super::operators::find;
use super::super::sizes;
use super::quantized::Carried;
use super::{Call, Equal, MOST_AXES, MOST_ELEMENTS, MOST_FOLDED, dimensions};
use crate::model::manifest::{Axis, DataType, TensorSpec};
use crate::runtime::plan;

/// A value of the file. tract holds equal constants once, so that two names may be of one outlet.
#[derive(Clone, Copy, Debug)]
pub(in crate::runtime::onnx) struct Named {
    pub(super) outlet: OutletId,
    /// What it is in the file, if it is carried as another type.
    pub(super) carried: Option<Carried>,
}

impl From<OutletId> for Named {
    fn from(outlet: OutletId) -> Self {
        Self {
            outlet,
            carried: None,
        }
    }
}

/// The greatest size of an axis that an input declares.
const MOST_SIZE: usize = 1 << 28;

/// A graph under construction.
pub(in crate::runtime::onnx) struct Graph {
    pub(super) model: TypedModel,
    /// The version of ONNX's own operators.
    pub(super) opset: i64,
    /// Nodes that were made, for their names.
    count: usize,
    /// Values by name, those of the branch that is read last.
    names: Vec<HashMap<String, Named>>,
    /// What the node that is read says of its first output.
    pending: Option<Carried>,
    /// Values, by name, whose numbers only DequantizeLinear takes; as `names`.
    dequantized: Vec<HashSet<String>>,
    /// Tables of uint8, and what stands for them in int8.
    pub(super) moved: HashMap<OutletId, OutletId>,
    /// Values of sequences.
    pub(super) sequences: Vec<TVec<OutletId>>,
    /// Sizes that are known to be others.
    equal: Vec<Equal>,
    /// A size that must be another for the graph to make sense.
    pub(super) conflict: Option<Equal>,
    /// Open sizes that must not be 0.
    pub(super) not_empty: Vec<Symbol>,
}

impl Graph {
    pub(super) fn new(scope: SymbolScope, equal: &[Equal], opset: i64) -> Self {
        Self {
            model: TypedModel {
                symbols: scope,
                ..TypedModel::default()
            },
            opset,
            count: 0,
            names: vec![HashMap::new()],
            pending: None,
            dequantized: vec![],
            moved: HashMap::new(),
            sequences: vec![],
            equal: equal.to_vec(),
            conflict: None,
            not_empty: vec![],
        }
    }

    /// Reads the nodes of a graph or branch.
    pub(super) fn nodes(&mut self, graph: &GraphProto) -> TractResult<()> {
        self.dequantized.push(only_dequantized(graph));
        for node in &graph.node {
            let place = || match node.name.as_str() {
                "" => format!(
                    "node writing `{}` ({})",
                    node.output.first().map_or("", String::as_str),
                    node.op_type
                ),
                name => format!("node `{name}` ({})", node.op_type),
            };
            let operator = find(&node.domain, &node.op_type);
            let operator = operator.context("an operator that the table lacks")?;
            let inputs = node.input.iter().map(|name| self.value(name));
            let inputs: Vec<Option<Named>> =
                inputs.collect::<TractResult<_>>().with_context(place)?;
            for carried in inputs.iter().flatten().filter_map(|named| named.carried) {
                carried.check(operator.name).with_context(place)?;
            }
            let call = Call { node, inputs };
            let outputs = (operator.wire)(self, &call).with_context(place)?;
            let mut carried = self.pending.take();
            for (name, outlet) in node.output.iter().zip(outputs) {
                // What is carried is the first output.
                let carried = carried.take();
                self.define(name, Named { outlet, carried });
            }
        }
        self.dequantized.pop();
        Ok(())
    }

    /// Gives a value a name.
    pub(super) fn define(&mut self, name: &str, named: impl Into<Named>) {
        if let Some(names) = self.names.last_mut().filter(|_| !name.is_empty()) {
            names.insert(name.into(), named.into());
        }
    }

    /// The value of a name; nothing if the name is empty, for an input that is left out.
    pub(super) fn value(&self, name: &str) -> TractResult<Option<Named>> {
        if name.is_empty() {
            return Ok(None);
        }
        let known = self.names.iter().rev().find_map(|names| names.get(name));
        let known =
            known.with_context(|| format!("`{name}` is an output that is not carried out"))?;
        Ok(Some(*known))
    }

    /// Names from here on are those of a branch, until [`Graph::leave`].
    pub(super) fn enter(&mut self) {
        self.names.push(HashMap::new());
    }

    pub(super) fn leave(&mut self) {
        self.names.pop();
    }

    pub(super) fn is_only_dequantized(&self, name: &str) -> bool {
        let last = self.dequantized.last();
        last.is_some_and(|names| names.contains(name))
    }

    /// Says what the first output of the node that is read is in the file.
    pub(super) fn carry(&mut self, carried: Carried) {
        self.pending = Some(carried);
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("{}", self.count)
    }

    pub(super) fn input(&mut self, spec: &TensorSpec) -> TractResult<OutletId> {
        let mut shape: TVec<TDim> = tvec![];
        for axis in &spec.shape {
            shape.push(match axis {
                Axis::Fixed(size) => {
                    ensure!(
                        *size <= MOST_SIZE,
                        "input `{}`: an axis of {size}; allowed are {MOST_SIZE}",
                        spec.name
                    );
                    size.to_dim()
                }
                Axis::Symbol(name) => {
                    let symbol = self.model.symbols.sym(name);
                    let equal = self.equal.iter().find(|equal| equal.symbol == symbol);
                    equal.map_or_else(|| symbol.to_dim(), |equal| equal.size.clone())
                }
            });
        }
        check_shape(&shape)?;
        let datum = match spec.dtype {
            DataType::Float32 | DataType::Float16 => f32::datum_type(),
            DataType::Int64 => i64::datum_type(),
            DataType::Bool => bool::datum_type(),
        };
        self.model.add_source(&spec.name, datum.fact(shape))
    }

    pub(super) fn constant(&mut self, tensor: impl IntoArcTensor) -> TractResult<OutletId> {
        let name = self.name();
        self.model.add_const(name, tensor)
    }

    /// Whole numbers and sizes as a constant.
    pub(super) fn whole(&mut self, shape: &[usize], values: &[TDim]) -> TractResult<OutletId> {
        let numbers: Option<Vec<i64>> = values.iter().map(sizes::number).collect();
        let tensor = match numbers {
            Some(numbers) => Tensor::from_shape(shape, &numbers)?,
            None => tensor1(values).into_shape(shape)?,
        };
        self.constant(tensor)
    }

    /// The one result of an operator.
    pub(super) fn wire(
        &mut self,
        op: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<OutletId> {
        Ok(self.wire_all(op, inputs)?[0])
    }

    /// The results of an operator; constants, if it takes nothing but constants and
    /// no size is open.
    pub(super) fn wire_all(
        &mut self,
        op: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        let op = op.into();
        let constants: Option<TVec<TValue>> = inputs
            .iter()
            .map(|&input| Some(self.known(input)?.into_tvalue()))
            .collect();
        let facts = inputs
            .iter()
            .map(|&input| self.model.outlet_fact(input))
            .collect::<TractResult<TVec<_>>>()?;
        let facts = {
            let inputs = facts;
            op.output_facts(&inputs)?
        };
        for fact in &facts {
            check_shape(&fact.shape)?;
        }
        let little = facts.iter().all(|fact| {
            let known = fact.shape.iter().all(|size| sizes::number(size).is_some());
            known && sizes::volume(&fact.shape, MOST_FOLDED).is_some()
        });
        if let Some(constants) = constants.filter(|constants| little && !constants.is_empty())
            && let Ok(Some(outputs)) = op.eval_out_of_plan(constants)
        {
            let outputs = outputs.into_iter().map(|output| {
                let output = output.into_arc_tensor();
                if output.datum_type() == TDim::datum_type() {
                    return self.whole(output.shape(), &dimensions(&output)?);
                }
                self.constant(output)
            });
            return outputs.collect();
        }
        let inputs = inputs.iter().map(|&input| self.at_run_time(input));
        let inputs = inputs.collect::<TractResult<TVec<_>>>()?;
        let name = self.name();
        self.model.wire_node(name, op, &inputs)
    }

    /// The result of an operator of the plan.
    pub(super) fn planned(
        &mut self,
        op: plan::Op,
        inputs: &[OutletId],
        datum: DatumType,
        shape: &[TDim],
    ) -> TractResult<OutletId> {
        self.wire(Planned::new(op, datum, shape), inputs)
    }

    /// A value as a run has it: sizes become whole numbers of that run.
    pub(super) fn at_run_time(&mut self, outlet: OutletId) -> TractResult<OutletId> {
        if self.datum(outlet)? != TDim::datum_type() {
            return Ok(outlet);
        }
        let known = self.known(outlet).context("a size is not constant")?;
        let values = dimensions(&known)?;
        ensure!(
            values.len() <= MOST_AXES,
            "{} sizes as numbers; allowed are {MOST_AXES}",
            values.len()
        );
        let mut parts: TVec<OutletId> = tvec![];
        for value in &values {
            parts.push(match sizes::number(value) {
                Some(number) => self.constant(tensor1(&[number]))?,
                None => self.range(value, &1.to_dim())?,
            });
        }
        let mut result = match &*parts {
            [part] => *part,
            _ => self.wire(TypedConcat::new(0), &parts)?,
        };
        let shape: TVec<TDim> = known.shape().iter().map(|size| size.to_dim()).collect();
        if known.rank() != 1 {
            let from: TVec<TDim> = tvec![values.len().to_dim()];
            result = match known.rank() {
                0 => self.wire(AxisOp::Rm(0), &[result])?,
                _ => self.wire(AxisOp::Reshape(0, from, shape), &[result])?,
            };
        }
        Ok(result)
    }

    /// So many whole numbers, from `start` on.
    pub(super) fn range(&mut self, start: &TDim, count: &TDim) -> TractResult<OutletId> {
        let op = Planned::range(start.clone(), count.clone());
        // tract computes what takes nothing but constants.
        let name = self.name();
        check_shape(std::slice::from_ref(count))?;
        Ok(self.model.wire_node(name, op, &[])?[0])
    }
}

/// Refuses shapes that no run could have, before tract multiplies their sizes.
fn check_shape(shape: &[TDim]) -> TractResult<()> {
    ensure!(
        shape.len() <= MOST_AXES,
        "a value of {} axes; allowed are {MOST_AXES}",
        shape.len()
    );
    ensure!(
        shape.iter().filter_map(sizes::number).all(|size| size >= 0),
        "a negative size in {shape:?}"
    );
    ensure!(
        sizes::volume(shape, MOST_ELEMENTS).is_some(),
        "a value of shape {shape:?}: more than {MOST_ELEMENTS} elements"
    );
    Ok(())
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
        let branches = node.attribute.iter().filter_map(|found| found.g.as_ref());
        for branch in branches {
            taken.extend(super::super::order::outside(branch));
        }
    }
    dequantized.retain(|name| !taken.contains(&**name));
    dequantized
}
