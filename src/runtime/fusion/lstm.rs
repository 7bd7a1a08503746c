//! The LSTM as one operator over the whole sequence, where ONNX's is read.

use epitome_kernels::dense::Weights;
use epitome_kernels::lstm::{Cell, GATES};
use tract_core::internal::*;
use tract_onnx::model::ParsingContext;
use tract_onnx::ops::rec::{self, common::CommonRec};
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_hir::infer::{InferenceOp, InferenceResult, Solver, TensorProxy};
use tract_onnx::tract_hir::ops::expandable::{Expansion, expand};
use tract_onnx::tract_hir::ops::{math, nn};

use super::constant;

/// A forward LSTM: `[steps, batch, inputs]` and both states `[1, batch, hidden]`
/// to the states of all steps, `[steps, 1, batch, hidden]`, and the last of both.
#[derive(Clone, Debug, PartialEq)]
struct Lstm {
    cell: Arc<Cell>,
}

impl Eq for Lstm {}

impl Op for Lstm {
    fn name(&self) -> StaticName {
        "Lstm".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Lstm {
    op_out_of_plan!();

    fn eval(&self, _context: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let (rows, hidden, cell) = args_3!(inputs);
        let size = self.cell.hidden();
        let &[steps, batch, width] = rows.shape() else {
            bail!("Lstm: an input of shape {:?}", rows.shape());
        };
        ensure!(
            width == self.cell.input.inputs()
                && hidden.shape() == [1, batch, size]
                && cell.shape() == [1, batch, size],
            "Lstm: {:?} with states {:?} and {:?}",
            rows.shape(),
            hidden.shape(),
            cell.shape()
        );
        let (mut hidden, mut cell) = (hidden.into_tensor(), cell.into_tensor());
        let mut states = Tensor::zero::<f32>(&[steps, 1, batch, size])?;
        self.cell.run(
            rows.try_as_plain_ram()?.as_slice()?,
            hidden.try_as_plain_ram_mut()?.as_slice_mut()?,
            cell.try_as_plain_ram_mut()?.as_slice_mut()?,
            states.try_as_plain_ram_mut()?.as_slice_mut()?,
        );
        Ok([states, hidden, cell]
            .into_iter()
            .map(IntoTValue::into_tvalue)
            .collect())
    }
}

impl TypedOp for Lstm {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let mut states = inputs[0].shape.to_tvec();
        states.insert(1, 1.to_dim());
        states[3] = self.cell.hidden().to_dim();
        let last = states[1..].to_vec();
        Ok(tvec![f32::fact(states), f32::fact(&last), f32::fact(&last)])
    }

    as_op!();
}

/// Reads an ONNX LSTM, which [`accept`](super::super::accept) let through.
pub(in crate::runtime) fn lstm(
    _context: &ParsingContext,
    node: &NodeProto,
) -> TractResult<(Box<dyn InferenceOp>, Vec<String>)> {
    let body = rec::lstm::LSTM {
        f: Box::new(nn::sigmoid()),
        g: Box::new(math::tanh()),
        h: Box::new(math::tanh()),
    };
    let parts = CommonRec::from_node_and_options(node, 3, 0, Box::new(body))?;
    Ok((expand(Import(parts)), vec![]))
}

/// The LSTM of a file, its shapes to be solved.
#[derive(Clone, Debug)]
struct Import(CommonRec);

impl Import {
    /// The cell, if its weights are constants and it is one that [`Lstm`] runs.
    fn cell(&self, model: &TypedModel, inputs: &[OutletId]) -> Option<Cell> {
        let plain = !self.0.batch_first
            && self.0.optional_sequence_lens_input.is_none()
            && self.0.optional_p_input.is_none();
        let (input, recurrent) = (constant(model, inputs[1])?, constant(model, inputs[2])?);
        let &[1, gates, size] = recurrent.shape() else {
            return None;
        };
        if !plain || gates != GATES * size || size == 0 {
            return None;
        }
        let bias = match self.0.optional_bias_input {
            Some(at) => {
                let both = constant(model, inputs[at])?.try_as_plain_ram().ok()?;
                let (of_input, of_state) = both.as_slice::<f32>().ok()?.split_at_checked(gates)?;
                of_input.iter().zip(of_state).map(|(a, b)| a + b).collect()
            }
            None => vec![0.0; gates],
        };
        Some(Cell {
            input: packed(input)?,
            recurrent: packed(recurrent)?,
            bias,
        })
    }
}

/// A matrix `[1, outputs, inputs]`, packed.
fn packed(matrix: &Tensor) -> Option<Weights> {
    let &[1, outputs, inputs] = matrix.shape() else {
        return None;
    };
    let values = matrix.try_as_plain_ram().ok()?.as_slice::<f32>().ok()?;
    let element = |input, output| values[output * inputs + input];
    Some(Weights::new(inputs, outputs, element))
}

impl Expansion for Import {
    fn name(&self) -> StaticName {
        self.0.name()
    }

    fn nboutputs(&self) -> TractResult<usize> {
        self.0.nboutputs()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        self.0.rules(solver, inputs, outputs)
    }

    fn wire(
        &self,
        prefix: &str,
        model: &mut TypedModel,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        let states = (
            self.0.optional_initial_h_input,
            self.0.optional_initial_c_input,
        );
        let (Some(cell), (Some(hidden), Some(state))) = (self.cell(model, inputs), states) else {
            return self.0.wire(prefix, model, inputs);
        };
        let op = Lstm {
            cell: Arc::new(cell),
        };
        let made = model.wire_node(prefix, op, &[inputs[0], inputs[hidden], inputs[state]])?;
        let wanted = [
            self.0.optional_y_output,
            self.0.optional_y_h_output,
            self.0.optional_y_c_output,
        ];
        let mut found: Vec<_> = wanted
            .into_iter()
            .zip(made)
            .filter_map(|(slot, outlet)| Some((slot?, outlet)))
            .collect();
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, outlet)| outlet).collect())
    }
}
