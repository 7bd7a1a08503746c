//! Fused graphs made into plans.
//!
//! Every node becomes a step, or a few; sizes become sums of multiples of symbols;
//! equal weights become one matrix. Cost: linear in the graph and its weights.

mod constants;
mod plain;
mod products;
mod sizes;

use std::collections::HashMap;

use tract_core::internal::*;
use tract_core::ops::array::{MultiBroadcastTo, Slice};
use tract_core::ops::binary::TypedBinOp;
use tract_core::ops::einsum::EinSum;
use tract_core::ops::konst::Const;
use tract_core::ops::logic::{CompEq, CompGT, CompLT};
use tract_core::ops::nn::{Reduce, Reducer};
use tract_core::ops::source::TypedSource;

use epitome_kernels::direction::Direction;

use super::fusion::{Computed, Dense, DynamicQuantize, Gru, Lstm, Planned, Pointwise, Widened};
use super::import::Imported;
use crate::runtime::plan::{self, Comparison, Matrix, Op, Part, Plan, Reduction, Step, Value};
use constants::kind;

/// Makes a plan of a graph whose operators are those of the fusion and of the import.
pub(super) fn lower(imported: &Imported) -> TractResult<Plan> {
    let model = &imported.model;
    let mut lowering = Lowering {
        model,
        plan: Plan::default(),
        values: HashMap::new(),
    };
    for &input in model.input_outlets()? {
        let value = lowering.value();
        lowering.plan.inputs.push(value);
        let kind = kind(model.outlet_fact(input)?.datum_type)?;
        lowering.plan.input_kinds.push(kind);
        lowering.values.insert(input, value);
    }
    for id in model.eval_order()? {
        let node = model.node(id);
        lowering
            .node(node)
            .with_context(|| format!("{} after simplification", node.op.name()))?;
    }
    for output in model.output_outlets()? {
        let value = lowering.taken(*output)?;
        lowering.plan.outputs.push(value);
    }
    let mut requirements = vec![];
    for equal in &imported.equal {
        requirements.push(plan::Requirement {
            symbol: equal.symbol.to_string(),
            size: Some(lowering.size(&equal.size)?),
        });
    }
    for symbol in &imported.not_empty {
        requirements.push(plan::Requirement {
            symbol: symbol.to_string(),
            size: None,
        });
    }
    let mut plan = lowering.plan;
    plan.requirements = requirements;
    mark_last_uses(&mut plan);
    Ok(plan)
}

/// A plan under construction.
struct Lowering<'a> {
    model: &'a TypedModel,
    plan: Plan,
    values: HashMap<OutletId, Value>,
}

impl Lowering<'_> {
    fn value(&mut self) -> Value {
        self.plan.values += 1;
        self.plan.values - 1
    }

    /// The value of an outlet that a node takes.
    fn taken(&mut self, outlet: OutletId) -> TractResult<Value> {
        let known = self.values.get(&outlet).copied();
        known.context("a value that no step writes")
    }

    /// A step with one result.
    fn step(&mut self, op: Op, inputs: Vec<Value>) -> Value {
        self.steps(op, inputs, 1)[0]
    }

    fn steps(&mut self, op: Op, inputs: Vec<Value>, results: usize) -> Vec<Value> {
        let outputs: Vec<Value> = (0..results).map(|_| self.value()).collect();
        self.plan.steps.push(Step {
            op,
            inputs,
            outputs: outputs.clone(),
            last: vec![],
        });
        outputs
    }

    fn node(&mut self, node: &TypedNode) -> TractResult<()> {
        if node.op_is::<TypedSource>() {
            return Ok(());
        }
        if let Some(constant) = node.op_as::<Const>() {
            return self.constant(node, constant.val());
        }
        if node.op_is::<Widened>() {
            let numbers = &self.model.outlet_fact(node.inputs[0])?.konst;
            let numbers = numbers.as_ref().context("weights that are not constant")?;
            return self.constant(node, &Widened::floats(numbers)?);
        }
        let inputs = node.inputs.iter().map(|&input| self.taken(input));
        let inputs = inputs.collect::<TractResult<Vec<_>>>()?;
        if let Some(cell) = node.op_as::<Lstm>() {
            let weights = plan::Recurrence {
                input: self.matrix(&cell.input),
                recurrent: self.matrix(&cell.recurrent),
                bias: cell.bias.clone(),
                reverse: cell.direction == Direction::Reverse,
            };
            let results = self.steps(Op::Lstm(weights), inputs, 3);
            self.written(node, results);
            return Ok(());
        }
        if let Some(unit) = node.op_as::<Gru>() {
            let weights = plan::Gru {
                input: self.matrix(&unit.input),
                gates: self.matrix(&unit.gates),
                new: self.matrix(&unit.new),
                bias: unit.bias.clone(),
                new_bias: unit.new_bias.clone(),
                linear_before_reset: unit.linear_before_reset,
                reverse: unit.direction == Direction::Reverse,
            };
            let results = self.steps(Op::Gru(weights), inputs, 2);
            self.written(node, results);
            return Ok(());
        }
        if node.op_is::<DynamicQuantize>() {
            let results = self.steps(Op::DynamicQuantize, inputs, 2);
            self.written(node, results);
            return Ok(());
        }
        let value = self.single(node, inputs)?;
        self.values.insert(node.id.into(), value);
        Ok(())
    }

    /// A node that is the same in every run.
    fn constant(&mut self, node: &TypedNode, tensor: &Tensor) -> TractResult<()> {
        let value = self.value();
        let constant = constants::constant(tensor)?;
        self.plan.constants.push((value, constant));
        self.values.insert(node.id.into(), value);
        Ok(())
    }

    /// Keeps the values that a node has written.
    fn written(&mut self, node: &TypedNode, results: Vec<Value>) {
        for (slot, value) in results.into_iter().enumerate() {
            self.values.insert(OutletId::new(node.id, slot), value);
        }
    }

    /// A node with one result.
    fn single(&mut self, node: &TypedNode, inputs: Vec<Value>) -> TractResult<Value> {
        let op = &node.op;
        let made = if let Some(op) = op.downcast_ref::<Dense>() {
            let parts = op.parts.iter().map(|part| Part {
                matrix: self.matrix(&part.matrix),
                shift: part.shift,
                whole: part.whole,
                dropped: part.dropped.to_vec(),
            });
            let layer = Op::Dense(plan::Dense {
                parts: parts.collect(),
                bias: op.bias.clone(),
                relu: op.relu,
            });
            let result = self.step(layer, inputs);
            return Ok(op.inserted.iter().fold(result, |value, &axis| {
                self.step(Op::InsertAxis(axis), vec![value])
            }));
        } else if let Some(op) = op.downcast_ref::<Pointwise>() {
            Op::Pointwise(op.steps.clone())
        } else if let Some(op) = op.downcast_ref::<Reduce>() {
            return self.reduce(node, op, inputs[0]);
        } else if let Some(op) = op.downcast_ref::<EinSum>() {
            return self.product(node, op, &inputs);
        } else if let Some(op) = op.downcast_ref::<TypedBinOp>() {
            return self.comparison(op, &inputs);
        } else if let Some(op) = op.downcast_ref::<Planned>() {
            match &op.computed {
                Computed::Step(op) => op.clone(),
                Computed::Range { start, count } => Op::Range {
                    start: self.size(start)?,
                    end: self.size(&super::sizes::sum(start, count, 1)?)?,
                },
            }
        } else if let Some(op) = op.downcast_ref::<AxisOp>() {
            self.axis(node, op)?
        } else if let Some(op) = op.downcast_ref::<Slice>() {
            Op::Slice {
                axis: op.axis,
                start: self.size(&op.start)?,
                end: self.size(&op.end)?,
            }
        } else if let Some(op) = op.downcast_ref::<MultiBroadcastTo>() {
            let sizes = op.shape.iter().map(|size| self.size(size));
            Op::Broadcast(sizes.collect::<TractResult<_>>()?)
        } else {
            plain::plain(op.as_ref())?
        };
        Ok(self.step(made, inputs))
    }

    /// Sums and maxima, axis after axis.
    fn reduce(&mut self, node: &TypedNode, op: &Reduce, mut value: Value) -> TractResult<Value> {
        let reduction = match op.reducer {
            Reducer::Sum => Reduction::Sum,
            Reducer::Max => Reduction::Maximum,
            _ => bail!("allowed are sums and maxima"),
        };
        ensure!(
            self.model.outlet_fact(node.inputs[0])?.datum_type == f32::datum_type(),
            "reductions are of float32"
        );
        let shape = &self.model.outlet_fact(node.inputs[0])?.shape;
        for &axis in op.axes.iter().filter(|&&axis| !shape[axis].is_one()) {
            value = self.step(Op::Reduce { reduction, axis }, vec![value]);
        }
        Ok(value)
    }

    fn comparison(&mut self, op: &TypedBinOp, inputs: &[Value]) -> TractResult<Value> {
        let &[a, b] = inputs else {
            bail!("a comparison of {} operands", inputs.len());
        };
        let (comparison, inputs) = if op.0.is::<CompEq>() {
            (Comparison::Equal, vec![a, b])
        } else if op.0.is::<CompGT>() {
            (Comparison::Greater, vec![a, b])
        } else if op.0.is::<CompLT>() {
            (Comparison::Greater, vec![b, a])
        } else {
            bail!("elementwise operators take float32");
        };
        Ok(self.step(Op::Compare(comparison), inputs))
    }

    fn axis(&mut self, node: &TypedNode, op: &AxisOp) -> TractResult<Op> {
        Ok(match *op {
            AxisOp::Add(axis) => Op::InsertAxis(axis),
            AxisOp::Rm(axis) => Op::RemoveAxis(axis),
            AxisOp::Move(from, to) => {
                let rank = self.model.outlet_fact(node.inputs[0])?.rank();
                let mut order: Vec<usize> = (0..rank).collect();
                let moved = order.remove(from);
                order.insert(to, moved);
                Op::Transpose(order)
            }
            AxisOp::Reshape(axis, ref from, ref to) => {
                // A product of symbols is no sum of them: it is what remains.
                let sizes = to.iter().map(|size| self.size(size).ok());
                Op::Reshape {
                    axis,
                    count: from.len(),
                    sizes: sizes.collect(),
                }
            }
        })
    }

    /// The place of a matrix in the plan.
    fn matrix(&mut self, matrix: &Matrix) -> usize {
        let matrices = &mut self.plan.matrices;
        let known = matrices.iter().position(|known| known == matrix);
        known.unwrap_or_else(|| {
            matrices.push(matrix.clone());
            matrices.len() - 1
        })
    }
}

/// Says of every step which values no later one takes.
fn mark_last_uses(plan: &mut Plan) {
    let mut needed: std::collections::HashSet<Value> = plan.outputs.iter().copied().collect();
    needed.extend(plan.constants.iter().map(|(value, _)| value));
    for step in plan.steps.iter_mut().rev() {
        let values = step.inputs.iter().chain(&step.outputs).copied();
        step.last = values.filter(|&value| needed.insert(value)).collect();
    }
}
