//! The GRU as one operator over the whole sequence.

use epitome_kernels::dense::Weights;
use epitome_kernels::direction::Direction;
use epitome_kernels::gru::{GATES, Unit};
use tract_core::internal::*;

use super::lstm::packed;

/// A GRU: `[steps, batch, inputs]` and the state `[1, batch, hidden]` to the states of
/// all steps, `[steps, 1, batch, hidden]`, and the last one.
#[derive(Clone, Debug, PartialEq)]
struct Gru {
    unit: Arc<Unit>,
    direction: Direction,
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

    fn eval(&self, _context: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let (rows, hidden) = args_2!(inputs);
        let size = self.unit.hidden();
        let &[steps, batch, width] = rows.shape() else {
            bail!("Gru: an input of shape {:?}", rows.shape());
        };
        ensure!(
            width == self.unit.input.inputs() && hidden.shape() == [1, batch, size],
            "Gru: {:?} with a state {:?}",
            rows.shape(),
            hidden.shape()
        );
        let mut hidden = hidden.into_tensor();
        let mut states = Tensor::zero::<f32>(&[steps, 1, batch, size])?;
        self.unit.run(
            rows.try_as_plain_ram()?.as_slice()?,
            self.direction,
            hidden.try_as_plain_ram_mut()?.as_slice_mut()?,
            states.try_as_plain_ram_mut()?.as_slice_mut()?,
        );
        Ok([states, hidden]
            .into_iter()
            .map(IntoTValue::into_tvalue)
            .collect())
    }
}

impl TypedOp for Gru {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let mut states = inputs[0].shape.to_tvec();
        states.insert(1, 1.to_dim());
        states[3] = self.unit.hidden().to_dim();
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
    let values = recurrent.try_as_plain_ram()?.as_slice::<f32>()?;
    let element = |input, output| values[output * size + input];
    let unit = Unit {
        input: packed(input)?,
        gates: Weights::new(size, 2 * size, element),
        new: Weights::new(size, size, |input, output| {
            element(input, 2 * size + output)
        }),
        bias,
        new_bias: new_bias.to_vec(),
        linear_before_reset,
    };
    Ok(Box::new(Gru {
        unit: Arc::new(unit),
        direction,
    }))
}
