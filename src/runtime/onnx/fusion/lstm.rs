//! The LSTM as one operator over the whole sequence.

use epitome_kernels::direction::Direction;
use epitome_kernels::lstm::GATES;
use tract_core::internal::*;

use crate::runtime::plan::Matrix;

/// An LSTM: `[steps, batch, inputs]` and both states `[1, batch, hidden]`
/// to the states of all steps, `[steps, 1, batch, hidden]`, and the last of both.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Lstm {
    /// `[inputs, 4 · hidden]`, gate after gate: input, output, forget, cell.
    pub input: Arc<Matrix>,
    /// `[hidden, 4 · hidden]`
    pub recurrent: Arc<Matrix>,
    /// Both biases together.
    pub bias: Vec<f32>,
    pub direction: Direction,
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

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("an LSTM runs in a plan")
    }
}

impl TypedOp for Lstm {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        ensure!(
            inputs[0].rank() == 3,
            "an LSTM over {} axes; allowed are 3",
            inputs[0].rank()
        );
        let mut states = inputs[0].shape.to_tvec();
        states.insert(1, 1.to_dim());
        states[3] = self.recurrent.inputs.to_dim();
        let last = states[1..].to_vec();
        Ok(tvec![f32::fact(states), f32::fact(&last), f32::fact(&last)])
    }

    as_op!();
}

/// The operator with weights `[1, 4 · hidden, inputs]` and `[1, 4 · hidden, hidden]`,
/// and the biases of both, `[1, 8 · hidden]`.
pub(in crate::runtime) fn lstm(
    input: &Tensor,
    recurrent: &Tensor,
    bias: Option<&Tensor>,
    direction: Direction,
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
    let bias = match bias {
        Some(bias) => {
            let both = bias.try_as_plain_ram()?.as_slice::<f32>()?;
            ensure!(
                both.len() == 2 * gates,
                "{} biases for {gates} gates",
                both.len()
            );
            let (of_input, of_state) = both.split_at(gates);
            of_input.iter().zip(of_state).map(|(a, b)| a + b).collect()
        }
        None => vec![0.0; gates],
    };
    Ok(Box::new(Lstm {
        input: Arc::new(turned(input, 0, outputs)?),
        recurrent: Arc::new(turned(recurrent, 0, outputs)?),
        bias,
        direction,
    }))
}

/// Columns of a matrix `[1, columns, inputs]` that has been turned.
pub(super) fn turned(matrix: &Tensor, first: usize, columns: usize) -> TractResult<Matrix> {
    let inputs = matrix.shape()[2];
    let values = matrix.try_as_plain_ram()?.as_slice::<f32>()?;
    let values = &values[first * inputs..][..columns * inputs];
    let turned = (0..inputs).flat_map(|input| values.iter().skip(input).step_by(inputs));
    Ok(Matrix::new(inputs, columns, turned.copied().collect()))
}
