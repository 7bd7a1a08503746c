//! Sums and maxima along one axis.

use epitome_kernels::reduce::{Reduction, reduce};
use tract_core::internal::*;
use tract_core::ops::nn;

use super::{Plan, is_float, run};

/// Reduces one axis of float32, which stays with size 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reduce {
    reduction: Reduction,
    axis: usize,
}

impl Op for Reduce {
    fn name(&self) -> StaticName {
        "ReduceAxis".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Reduce {
    op_out_of_plan!();

    fn eval(&self, _context: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let shape = inputs[0].shape();
        let values = inputs[0].try_as_plain_ram()?.as_slice::<f32>()?;
        let (size, inner) = (shape[self.axis], shape[self.axis + 1..].iter().product());
        let mut reduced: TVec<usize> = shape.into();
        reduced[self.axis] = 1;
        run(&reduced, |result| {
            reduce(self.reduction, values, size, inner, result);
        })
    }
}

impl TypedOp for Reduce {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let mut shape = inputs[0].shape.to_tvec();
        shape[self.axis] = 1.to_dim();
        Ok(tvec![f32::fact(shape)])
    }

    as_op!();
}

/// The reductions of one axis.
pub(super) fn plan(model: &TypedModel) -> Plan {
    let found = model.nodes().iter().filter_map(|node| {
        let op = node.op_as::<nn::Reduce>()?;
        let &[axis] = &*op.axes else {
            return None;
        };
        let reduction = match op.reducer {
            nn::Reducer::Sum => Reduction::Sum,
            nn::Reducer::Max => Reduction::Maximum,
            _ => return None,
        };
        let op: Box<dyn TypedOp> = Box::new(Reduce { reduction, axis });
        is_float(model, node.inputs[0]).then(|| (node.id, (op, node.inputs.clone())))
    });
    Plan(found.collect())
}
