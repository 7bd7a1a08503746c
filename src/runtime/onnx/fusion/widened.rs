//! Constant matrices of int8 that products take as float32.
//!
//! A file of 8 bits would have four times its size in float32. The numbers stay as they are until
//! a [layer](super::Dense) has taken them; what else takes them gets them in float32
//! ([`Widened::floats`]).

use tract_core::internal::*;

/// int8 as float32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::runtime::onnx) struct Widened;

impl Widened {
    /// The numbers of a constant in float32.
    pub fn floats(numbers: &Tensor) -> TractResult<Tensor> {
        Ok(numbers.cast_to::<f32>()?.into_owned())
    }
}

impl Op for Widened {
    fn name(&self) -> StaticName {
        "Widened".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Widened {
    not_out_of_plan!();

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("weights are widened in a plan")
    }
}

impl TypedOp for Widened {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec![f32::fact(inputs[0].shape.to_tvec())])
    }

    as_op!();
}

/// The int8 numbers behind a value, if it is such a matrix.
pub(super) fn widened(model: &TypedModel, outlet: OutletId) -> Option<&Arc<Tensor>> {
    let node = model.node(outlet.node);
    node.op_is::<Widened>().then_some(())?;
    model
        .outlet_fact(*node.inputs.first()?)
        .ok()?
        .konst
        .as_ref()
}
