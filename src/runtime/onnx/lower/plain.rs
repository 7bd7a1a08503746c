//! Operators whose settings need nothing from around them.

use tract_core::internal::*;
use tract_core::ops::array::{Gather, Pad, PadMode, TypedConcat};
use tract_core::ops::cast::Cast;
use tract_core::ops::nn::{RmsNorm, Softmax};

use super::constants::kind;
use crate::runtime::plan::Op;

/// The operator of the plan.
pub(super) fn plain(op: &dyn TypedOp) -> TractResult<Op> {
    Ok(if let Some(op) = op.downcast_ref::<Gather>() {
        Op::Gather { axis: op.axis }
    } else if let Some(op) = op.downcast_ref::<Cast>() {
        Op::Cast(kind(op.to)?)
    } else if let Some(op) = op.downcast_ref::<Softmax>() {
        let &[axis] = &*op.axes else {
            bail!("over {} axes; allowed is 1", op.axes.len());
        };
        Op::Softmax { axis }
    } else if let Some(op) = op.downcast_ref::<RmsNorm>() {
        Op::RmsNorm {
            axis: op.axis,
            epsilon: op.eps.cast_to_scalar()?,
        }
    } else if let Some(op) = op.downcast_ref::<Pad>() {
        let PadMode::Constant(filling) = &op.mode else {
            bail!("allowed is padding with a constant");
        };
        ensure!(
            filling.datum_type() == f32::datum_type(),
            "padding is of float32"
        );
        Op::Pad {
            around: op.pads.clone(),
            filling: filling.cast_to_scalar()?,
        }
    } else if let Some(op) = op.downcast_ref::<TypedConcat>() {
        Op::Concat { axis: op.axis }
    } else {
        bail!("the operator is not known in this place");
    })
}
