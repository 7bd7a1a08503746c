//! The GRU as one operator over the whole sequence.

use epitome_kernels::direction::Direction;
use epitome_kernels::gru::GATES;
use tract_core::internal::*;

use super::lstm::turned;
use crate::runtime::plan::Matrix;

/// A GRU: `[steps, batch, inputs]` and the state `[1, batch, hidden]` to the states of
/// all steps, `[steps, 1, batch, hidden]`, and the last one. The fields are those of
/// [`epitome_kernels::gru::Unit`].
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Gru {
    pub input: Arc<Matrix>,
    pub gates: Arc<Matrix>,
    pub new: Arc<Matrix>,
    pub bias: Vec<f32>,
    pub new_bias: Vec<f32>,
    pub linear_before_reset: bool,
    pub direction: Direction,
}

impl Eq for Gru {}

impl Op for Gru {
    fn name(&self) -> StaticName {
        "Gru".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Gru {
    op_out_of_plan!();

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("a GRU runs in a plan")
    }
}

impl TypedOp for Gru {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        ensure!(
            inputs[0].rank() == 3,
            "a GRU over {} axes; allowed are 3",
            inputs[0].rank()
        );
        let mut states = inputs[0].shape.to_tvec();
        states.insert(1, 1.to_dim());
        states[3] = self.new.inputs.to_dim();
        let last = states[1..].to_vec();
        Ok(tvec![f32::fact(states), f32::fact(&last)])
    }

    as_op!();
}

/// The operator with weights `[1, 3 · hidden, inputs]` and `[1, 3 · hidden, hidden]`,
/// and the biases of both, `[1, 6 · hidden]`.
pub(in crate::runtime) fn gru(
    input: &Tensor,
    recurrent: &Tensor,
    bias: Option<&Tensor>,
    direction: Direction,
    linear_before_reset: bool,
) -> TractResult<Box<dyn TypedOp>> {
    let &[1, gates, size] = recurrent.shape() else {
        bail!("recurrent weights of shape {:?}", recurrent.shape());
    };
    let &[1, outputs, _] = input.shape() else {
        bail!("weights of shape {:?}", input.shape());
    };
    ensure!(
        size > 0 && gates == GATES * size && outputs == gates,
        "weights of shapes {:?} and {:?}",
        input.shape(),
        recurrent.shape()
    );
    let both = match bias {
        Some(bias) => bias.try_as_plain_ram()?.as_slice::<f32>()?.to_vec(),
        None => vec![0.0; 2 * gates],
    };
    ensure!(
        both.len() == 2 * gates,
        "{} biases for {gates} gates",
        both.len()
    );
    let (of_input, of_state) = both.split_at(gates);
    let (added, new_bias) = of_state.split_at(2 * size);
    let mut bias = of_input.to_vec();
    for (sum, more) in bias.iter_mut().zip(added) {
        *sum += more;
    }
    Ok(Box::new(Gru {
        input: Arc::new(turned(input, 0, outputs)?),
        gates: Arc::new(turned(recurrent, 0, 2 * size)?),
        new: Arc::new(turned(recurrent, 2 * size, size)?),
        bias,
        new_bias: new_bias.to_vec(),
        linear_before_reset,
        direction,
    }))
}
