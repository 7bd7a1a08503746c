//! Dense layers: products with constant matrices, added up, with bias and rectifier.

use std::collections::HashSet;

use epitome_kernels::integer::MOST_INPUTS;
use tract_core::internal::*;
use tract_core::ops::array::{Pad, PadMode, Slice};
use tract_core::ops::einsum::EinSum;
use tract_core::ops::math::{Add, Max};

use super::widened::widened;
use super::{Plan, constant, feeds_one, is_float, number, operands, quantize};
use crate::runtime::plan::Matrix;

/// A layer, one input for each part.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Dense {
    pub parts: Vec<Part>,
    pub bias: Vec<f32>,
    pub relu: bool,
    /// Axes of the result, of size 1, that the inputs lack; ascending, not the last.
    pub inserted: TVec<usize>,
}

/// A product of the layer: of the input's last axis, moved along the axis before.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Part {
    pub matrix: Arc<Matrix>,
    pub shift: isize,
    /// Whether the input is whole numbers that [`epitome_kernels::integer`] multiplies.
    pub whole: bool,
    /// Axes of the input, of size 1, that the result does without.
    pub dropped: TVec<usize>,
}

impl Part {
    /// The axes of the input that the result has too.
    fn kept<D: Clone>(&self, shape: &[D]) -> TVec<D> {
        let last = shape.len().saturating_sub(1);
        let axes = shape[..last].iter().enumerate();
        axes.filter(|(axis, _)| !self.dropped.contains(axis))
            .map(|(_, size)| size.clone())
            .collect()
    }
}

impl Eq for Dense {}

impl Op for Dense {
    fn name(&self) -> StaticName {
        "Dense".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Dense {
    op_out_of_plan!();

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("a layer runs in a plan")
    }
}

impl TypedOp for Dense {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let mut shape = self.parts[0].kept(&inputs[0].shape);
        shape.push(self.bias.len().to_dim());
        for &axis in &self.inserted {
            shape.insert(axis, 1.to_dim());
        }
        Ok(tvec![f32::fact(shape)])
    }

    as_op!();
}

/// Where layers end, and what they take.
pub(super) fn plan(model: &TypedModel) -> TractResult<Plan> {
    let mut plan = Plan::default();
    let mut inside = HashSet::new();
    for id in model.eval_order()?.into_iter().rev() {
        if inside.contains(&id) {
            continue;
        }
        if let Some(layer) = Layer::ending_at(model, id) {
            inside.extend(layer.nodes);
            plan.0.insert(id, (Box::new(layer.op), layer.inputs));
        }
    }
    Ok(plan)
}

/// A layer of the graph, and the nodes that it is made of.
struct Layer {
    op: Dense,
    inputs: Vec<OutletId>,
    nodes: Vec<usize>,
}

impl Layer {
    fn ending_at(model: &TypedModel, id: usize) -> Option<Self> {
        let mut layer = Self {
            op: Dense {
                parts: vec![],
                bias: vec![],
                relu: false,
                inserted: tvec![],
            },
            inputs: vec![],
            nodes: vec![],
        };
        let sum = match operands::<Max>(model, model.node(id)) {
            Some(&[a, b]) => {
                let zero = |outlet| number(model, outlet) == Some(0.0);
                let sum = if zero(b) {
                    a
                } else if zero(a) {
                    b
                } else {
                    return None;
                };
                if !feeds_one(model, sum) {
                    return None;
                }
                layer.op.relu = true;
                sum
            }
            _ => id.into(),
        };
        layer.take(model, sum)?;
        let outputs = layer.op.parts.first()?.matrix.outputs;
        match layer.op.bias[..] {
            [] => layer.op.bias = vec![0.0; outputs],
            [all] => layer.op.bias = vec![all; outputs],
            _ => {}
        }
        let same = layer
            .op
            .parts
            .iter()
            .all(|part| part.matrix.outputs == outputs);
        (same && layer.op.bias.len() == outputs).then_some(layer)
    }

    /// Takes a sum of products and at most one bias.
    fn take(&mut self, model: &TypedModel, outlet: OutletId) -> Option<()> {
        let node = model.node(outlet.node);
        self.nodes.push(node.id);
        let Some(&[a, b]) = operands::<Add>(model, node) else {
            return self.product(model, node);
        };
        for outlet in [a, b] {
            match constant(model, outlet) {
                Some(values) if self.op.bias.is_empty() => {
                    let columns = *values.shape().last()?;
                    let values = values.try_as_plain_ram().ok()?.as_slice::<f32>().ok()?;
                    if values.len() != columns {
                        return None;
                    }
                    self.op.bias = values.to_vec();
                }
                None if feeds_one(model, outlet) => self.take(model, outlet)?,
                _ => return None,
            }
        }
        Some(())
    }

    /// Takes the product of a value's last axis with a constant matrix.
    fn product(&mut self, model: &TypedModel, node: &TypedNode) -> Option<()> {
        let op = node.op_as::<EinSum>()?;
        let &[rows, matrix] = &*node.inputs else {
            return None;
        };
        // A product that is added to every row of another is a layer of its own.
        let shape = |id: usize| Some(&model.outlet_fact(id.into()).ok()?.shape);
        if shape(node.id)? != shape(*self.nodes.first()?)? {
            return None;
        }
        let bytes = widened(model, matrix);
        let matrix = bytes.or_else(|| constant(model, matrix))?;
        if op.q_params.is_some() || matrix.rank() != 2 || !is_float(model, rows) {
            return None;
        }
        let shape = &model.outlet_fact(rows).ok()?.shape;
        let last = shape.rank().checked_sub(1)?;
        let mut transposed = false;
        let mut kept = vec![];
        let mut dropped = tvec![];
        let mut inserted = tvec![];
        for axis in op.axes.iter_all_axes() {
            match (&*axis.inputs[0], &*axis.inputs[1], &*axis.outputs[0]) {
                (&[k], &[at], &[]) if k == last => transposed = at == 1,
                (&[], &[_], &[n]) => kept.push((last, n)),
                (&[a], &[], &[b]) => kept.push((a, b)),
                (&[a], &[], &[]) if shape[a].is_one() => dropped.push(a),
                (&[], &[], &[b]) => inserted.push(b),
                _ => return None,
            }
        }
        // The axes keep their order, and the outputs come last.
        kept.sort_unstable();
        inserted.sort_unstable();
        let rank = kept.len() + inserted.len();
        let others = (0..rank).filter(|axis| !inserted.contains(axis));
        if !kept.iter().map(|pair| pair.1).eq(others) || inserted.contains(&(rank - 1)) {
            return None;
        }
        if self.op.parts.is_empty() {
            self.op.inserted = inserted;
        } else if self.op.inserted != inserted {
            return None;
        }
        dropped.sort_unstable();
        let &[first, second] = matrix.shape() else {
            return None;
        };
        let [inputs, outputs] = match transposed {
            true => [second, first],
            false => [first, second],
        };
        let values = matrix.try_as_plain_ram().ok()?;
        let matrix = match bytes {
            Some(_) => {
                let values = values.as_slice::<i8>().ok()?;
                Matrix::of_bytes(inputs, outputs, turned(values, second, transposed))
            }
            None => {
                let values = values.as_slice::<f32>().ok()?;
                Matrix::new(inputs, outputs, turned(values, second, transposed))
            }
        };
        let (rows, shift) = last
            .checked_sub(1)
            .filter(|_| dropped.is_empty() && self.op.inserted.is_empty())
            .and_then(|axis| moved(model, rows, axis))
            .unwrap_or((rows, 0));
        let found = quantize::whole(model, rows).filter(|_| matrix.is_quantized());
        let (rows, matrix, whole) = match found.filter(|_| matrix.inputs <= MOST_INPUTS) {
            Some((whole, step)) => (whole, matrix.scaled(step), true),
            None => (rows, matrix, false),
        };
        self.inputs.push(rows);
        self.op.parts.push(Part {
            matrix: Arc::new(matrix),
            shift,
            whole,
            dropped,
        });
        Some(())
    }
}

/// The elements of a matrix whose rows have so many, its columns as rows if it is `transposed`.
fn turned<T: Copy>(values: &[T], length: usize, transposed: bool) -> Vec<T> {
    if !transposed {
        return values.to_vec();
    }
    let mut turned = Vec::with_capacity(values.len());
    for column in 0..length {
        turned.extend(values[column.min(values.len())..].iter().step_by(length));
    }
    turned
}

/// What a value is, moved along an axis by a pad with zeros and a slice of the
/// length from before.
fn moved(model: &TypedModel, outlet: OutletId, axis: usize) -> Option<(OutletId, isize)> {
    let node = model.node(outlet.node);
    let slice = node.op_as::<Slice>().filter(|slice| slice.axis == axis)?;
    let padded = model.node(node.inputs[0].node);
    let pad = padded.op_as::<Pad>()?;
    let elsewhere = |(at, pads): (usize, &(usize, usize))| at == axis || *pads == (0, 0);
    let PadMode::Constant(value) = &pad.mode else {
        return None;
    };
    let zero = value.cast_to_scalar::<f32>().ok()? == 0.0;
    let &from = padded.inputs.first()?;
    let same = model.outlet_fact(from).ok()?.shape == model.outlet_fact(outlet).ok()?.shape;
    if !zero || !same || !pad.pads.iter().enumerate().all(elsewhere) {
        return None;
    }
    let start = isize::try_from(slice.start.to_i64().ok()?).ok()?;
    let before = isize::try_from(pad.pads[axis].0).ok()?;
    Some((from, start - before))
}
