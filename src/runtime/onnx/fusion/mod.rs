//! Graphs rewritten into fewer, larger operators.
//!
//! Operators run one after the other, each over the whole of its operands. The fixed
//! cost per operator, and the trips through memory between two elementwise
//! operators, cost a small model more than its arithmetic. Two passes over the
//! decluttered graph:
//!
//! 1. [`dense`]: products with constant matrices, added up, with their bias and
//!    rectifier; products of parts of a concatenation and of rows moved by a pad
//!    and a slice, as dilated convolutions make them, become one layer;
//! 2. [`pointwise`]: elementwise operators of one shape that only feed each
//!    other become one program.
//!
//! The [LSTM](lstm) and the [GRU](gru) are one operator each from the start, and so is
//! [rounding](quantize) to 8 bits.
//!
//! A pass finds the nodes that end a pattern and writes the graph anew, in time
//! linear in its size. What no longer leads to an output is dropped.

mod dense;
mod gru;
mod lstm;
mod planned;
mod pointwise;
mod quantize;
mod widened;

pub(super) use dense::Dense;
pub(super) use gru::{Gru, gru};
pub(super) use lstm::{Lstm, lstm};
pub(super) use planned::{Computed, Planned};
pub(super) use pointwise::Pointwise;
pub(super) use quantize::{DynamicQuantize, Quantize};
pub(super) use widened::Widened;

use std::collections::HashMap;

use tract_core::internal::*;
use tract_core::model::translator::Translate;
use tract_core::ops::binary::{BinMiniOp, TypedBinOp};

/// A decluttered graph, with fused operators.
pub(super) fn fuse(model: &TypedModel) -> TractResult<TypedModel> {
    let model = dense::plan(model)?.translate_model(model)?;
    pointwise::plan(&model)?.translate_model(&model)
}

/// The nodes that are replaced, each by an operator and what feeds it. A node in
/// between feeds nothing any more.
#[derive(Debug, Default)]
struct Plan(HashMap<usize, (Box<dyn TypedOp>, Vec<OutletId>)>);

impl Translate<TypedFact, Box<dyn TypedOp>, TypedFact, Box<dyn TypedOp>> for Plan {
    fn translate_node(
        &self,
        source: &TypedModel,
        node: &TypedNode,
        target: &mut TypedModel,
        mapping: &HashMap<OutletId, OutletId>,
    ) -> TractResult<TVec<OutletId>> {
        if source.input_outlets()?.contains(&node.id.into()) {
            let fact = source.outlet_fact(node.id.into())?.clone();
            return Ok(tvec![target.add_source(&node.name, fact)?]);
        }
        let (op, inputs) = match self.0.get(&node.id) {
            Some((op, inputs)) => (op, inputs),
            None => (&node.op, &node.inputs),
        };
        let inputs: TVec<_> = inputs.iter().map(|input| mapping[input]).collect();
        target.wire_node(&node.name, op.clone(), &inputs)
    }
}

/// The operands of a node that is a `T` of float32 without a change of type.
fn operands<'a, T: BinMiniOp>(model: &TypedModel, node: &'a TypedNode) -> Option<&'a [OutletId]> {
    let op = node.op_as::<TypedBinOp>()?;
    (op.0.is::<T>() && is_float(model, node.id.into())).then_some(&node.inputs)
}

/// Whether a value is float32.
fn is_float(model: &TypedModel, outlet: OutletId) -> bool {
    model
        .outlet_fact(outlet)
        .is_ok_and(|fact| fact.datum_type == f32::datum_type())
}

/// The constant that a value is, if it is one of float32.
fn constant(model: &TypedModel, outlet: OutletId) -> Option<&Arc<Tensor>> {
    let tensor = model.outlet_fact(outlet).ok()?.konst.as_ref()?;
    (tensor.datum_type() == f32::datum_type()).then_some(tensor)
}

/// The one number that a constant holds everywhere.
fn number(model: &TypedModel, outlet: OutletId) -> Option<f32> {
    let values = constant(model, outlet)?;
    let values = values.try_as_plain_ram().ok()?.as_slice::<f32>().ok()?;
    let (first, rest) = values.split_first()?;
    rest.iter().all(|value| value == first).then_some(*first)
}

/// Whether only one operator takes a value.
fn feeds_one(model: &TypedModel, outlet: OutletId) -> bool {
    model.outlet_successors(outlet).len() == 1 && !model.outputs.contains(&outlet)
}
