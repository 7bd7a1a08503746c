//! Values rounded to whole numbers, of a step that is known or follows from their range.
//!
//! Numbers of 8 bits are carried as float32 and without their zero point: what takes them
//! subtracts it first. A product with weights of 8 bits is then exact ([`Dense`](super::Dense)
//! knows its operand as whole), and everything else computes as with any float32.

use tract_core::internal::*;
use tract_core::ops::math::Mul;

use super::{number, operands};

/// round(x / step), nothing below `low` or above `high`; of two nearest the even one.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Quantize {
    pub step: f32,
    pub low: f32,
    pub high: f32,
}

impl Quantize {
    /// What becomes of a value.
    pub fn apply(&self, value: f32) -> f32 {
        let nearest = (value / self.step).round_ties_even();
        nearest.max(self.low).min(self.high)
    }
}

/// Whole numbers of a step that follows from the range of all values, the step, and a zero point
/// that nobody computes: what takes the numbers has subtracted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::runtime::onnx) struct DynamicQuantize;

impl Eq for Quantize {}

impl Op for Quantize {
    fn name(&self) -> StaticName {
        "Quantize".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Quantize {
    not_out_of_plan!();

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("rounding runs in a plan")
    }
}

impl TypedOp for Quantize {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec![f32::fact(inputs[0].shape.to_tvec())])
    }

    as_op!();
}

impl Op for DynamicQuantize {
    fn name(&self) -> StaticName {
        "DynamicQuantize".into()
    }

    op_as_typed_op!();
}

impl EvalOp for DynamicQuantize {
    not_out_of_plan!();

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("rounding runs in a plan")
    }
}

impl TypedOp for DynamicQuantize {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let step: [TDim; 0] = [];
        Ok(tvec![
            f32::fact(inputs[0].shape.to_tvec()),
            f32::fact(&step),
            u8::fact(&step)
        ])
    }

    as_op!();
}

/// The whole numbers behind a value, and what they are multiplied by, if it is some.
pub(super) fn whole(model: &TypedModel, outlet: OutletId) -> Option<(OutletId, f32)> {
    let node = model.node(outlet.node);
    let rounds = |outlet: OutletId| {
        let op = &model.node(outlet.node).op;
        outlet.slot == 0 && (op.is::<Quantize>() || op.is::<DynamicQuantize>())
    };
    if rounds(outlet) {
        return Some((outlet, 1.0));
    }
    let &[a, b] = operands::<Mul>(model, node)? else {
        return None;
    };
    let (whole, step) = if rounds(a) { (a, b) } else { (b, a) };
    let step = number(model, step)?;
    rounds(whole).then_some((whole, step))
}
