//! A long short-term memory over whole sequences (Hochreiter and Schmidhuber 1997,
//! with forget gates), as ONNX defines it:
//!
//! i, o, f = σ(W x + R h + b)    g = tanh(W x + R h + b)
//! c ← f · c + i · g             h ← o · tanh(c)
//!
//! The products with the inputs are one dense layer over all steps; a step adds
//! the product with the state. Cost: 8 · steps · batch · hidden · (inputs + hidden)
//! operations and five exponentials for each value of a state.

use crate::dense::{Product, Weights, accumulate, dense};
use crate::exponential::{logistic, tanh};

/// Gates of a cell: input, output, forget, cell, in this order.
pub const GATES: usize = 4;

/// The weights of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// `[inputs, 4 · hidden]`, gate after gate.
    pub input: &'a Weights,
    /// `[hidden, 4 · hidden]`, gate after gate.
    pub recurrent: &'a Weights,
    /// Both biases together, `4 · hidden`.
    pub bias: &'a [f32],
}

impl Cell<'_> {
    /// Values in a state.
    pub fn hidden(&self) -> usize {
        self.recurrent.inputs()
    }

    /// Runs over `rows`, `[steps, batch, inputs]`. `hidden` and `cell`,
    /// `[batch, hidden]`, are the states before and after; `states`,
    /// `[steps, batch, hidden]`, the hidden state of each step.
    pub fn run(&self, rows: &[f32], hidden: &mut [f32], cell: &mut [f32], states: &mut [f32]) {
        let (size, step) = (self.hidden(), hidden.len());
        if step == 0 {
            return;
        }
        let inputs = Product {
            rows,
            weights: self.input,
            shift: 0,
        };
        let mut gates = vec![0.0; GATES * states.len()];
        let count = states.len() / size;
        dense(&[inputs], count, self.bias, false, &mut gates);
        for (gates, states) in gates
            .chunks_exact_mut(GATES * step)
            .zip(states.chunks_exact_mut(step))
        {
            let state = Product {
                rows: hidden,
                weights: self.recurrent,
                shift: 0,
            };
            accumulate(&[state], step / size, GATES * size, gates);
            let gates = gates.chunks_exact(GATES * size);
            let cells = cell.chunks_exact_mut(size);
            for ((gates, cell), state) in gates.zip(cells).zip(states.chunks_exact_mut(size)) {
                turn(gates, cell, state);
            }
            hidden.copy_from_slice(states);
        }
    }
}

/// One step of one cell.
fn turn(gates: &[f32], cell: &mut [f32], state: &mut [f32]) {
    let size = state.len();
    let (input, rest) = gates.split_at(size);
    let (output, rest) = rest.split_at(size);
    let (forget, new) = rest.split_at(size);
    for ((((cell, &input), &forget), &new), (state, &output)) in cell
        .iter_mut()
        .zip(input)
        .zip(forget)
        .zip(new)
        .zip(state.iter_mut().zip(output))
    {
        *cell = logistic(forget) * *cell + logistic(input) * tanh(new);
        *state = logistic(output) * tanh(*cell);
    }
}
