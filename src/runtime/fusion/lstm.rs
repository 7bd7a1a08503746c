//! The LSTM as one operator over the whole sequence.

use epitome_kernels::dense::Weights;
use epitome_kernels::direction::Direction;
use epitome_kernels::lstm::{Cell, GATES};
use tract_core::internal::*;

/// An LSTM: `[steps, batch, inputs]` and both states `[1, batch, hidden]`
/// to the states of all steps, `[steps, 1, batch, hidden]`, and the last of both.
#[derive(Clone, Debug, PartialEq)]
struct Lstm {
    cell: Arc<Cell>,
    direction: Direction,
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
            self.direction,
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
    let cell = Cell {
        input: packed(input)?,
        recurrent: packed(recurrent)?,
        bias,
    };
    Ok(Box::new(Lstm {
        cell: Arc::new(cell),
        direction,
    }))
}

/// A matrix `[1, outputs, inputs]`, packed.
pub(super) fn packed(matrix: &Tensor) -> TractResult<Weights> {
    let (outputs, inputs) = (matrix.shape()[1], matrix.shape()[2]);
    let values = matrix.try_as_plain_ram()?.as_slice::<f32>()?;
    let element = |input, output| values[output * inputs + input];
    Ok(Weights::new(inputs, outputs, element))
}
