//! Operators of the plan as they stand in a graph.
//!
//! What tract has no operator for, or one that does other than ONNX says, is the
//! plan's own from the start. Programs of float32 are computed at once where all operands are
//! constant, by the kernel that runs them.

use epitome_kernels::pointwise::{self, Input, Values};
use tract_core::internal::*;

use crate::runtime::plan::Op as PlanOp;

/// What is computed.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) enum Computed {
    /// An operator of the plan.
    Step(PlanOp),
    /// Whole numbers, and how many.
    Range { start: TDim, count: TDim },
}

/// An operator of the plan, and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Planned {
    pub computed: Computed,
    datum: DatumType,
    shape: TVec<TDim>,
}

impl Planned {
    pub fn new(op: PlanOp, datum: DatumType, shape: &[TDim]) -> Self {
        Self {
            computed: Computed::Step(op),
            datum,
            shape: shape.into(),
        }
    }

    pub fn range(start: TDim, count: TDim) -> Self {
        Self {
            shape: tvec![count.clone()],
            computed: Computed::Range { start, count },
            datum: i64::datum_type(),
        }
    }
}

impl Eq for Planned {}

impl Op for Planned {
    fn name(&self) -> StaticName {
        match &self.computed {
            Computed::Step(op) => op.name().into(),
            Computed::Range { .. } => "Range".into(),
        }
    }

    op_as_typed_op!();
}

impl EvalOp for Planned {
    fn eval_out_of_plan(&self, inputs: TVec<TValue>) -> TractResult<Option<TVec<TValue>>> {
        let shape = self.shape.iter().map(|size| Ok(size.to_usize()?));
        let (Computed::Step(PlanOp::Pointwise(steps)), Ok(shape)) =
            (&self.computed, shape.collect::<TractResult<Vec<_>>>())
        else {
            return Ok(None);
        };
        let operands = inputs.iter().map(|input| {
            let ram = input.try_as_plain_ram()?;
            Ok(Input {
                values: match input.datum_type() {
                    DatumType::F32 => Values::Float(ram.as_slice::<f32>()?),
                    DatumType::Bool => Values::Truth(ram.as_slice::<bool>()?),
                    other => bail!("an operand of type {other:?}"),
                },
                shape: input.shape(),
            })
        });
        let operands = operands.collect::<TractResult<Vec<_>>>()?;
        let mut result = vec![0.0; shape.iter().product()];
        pointwise::run(steps, &operands, &shape, &mut result);
        Ok(Some(tvec![
            Tensor::from_shape(&shape, &result)?.into_tvalue()
        ]))
    }

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("an operator of the plan runs in a plan")
    }
}

impl TypedOp for Planned {
    fn output_facts(&self, _inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec![self.datum.fact(self.shape.clone())])
    }

    as_op!();
}
