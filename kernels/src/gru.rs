//! A gated recurrent unit over whole sequences (Cho et al. 2014), as ONNX defines it:
//!
//! z, r = σ(W x + R h + b)    n = tanh(W x + b + R (r · h) + c)
//! h ← (1 - z) · n + z · h
//!
//! or, with the reset gate after the product (`linear_before_reset`), n = tanh(W x + b +
//! r · (R h + c)).
//!
//! The products with the inputs are one dense layer over all steps; a step adds the
//! products with the state. Cost: 6 · steps · batch · hidden · (inputs + hidden)
//! operations and three exponentials for each value of a state.

use crate::dense::{Product, Weights, accumulate, dense};
use crate::direction::Direction;
use crate::exponential::{logistic, tanh};

/// Gates of a unit: update, reset, new, in this order.
pub const GATES: usize = 3;

/// The weights of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// `[inputs, 3 · hidden]`, gate after gate.
    pub input: &'a Weights,
    /// `[hidden, 2 · hidden]`, of the gates update and reset.
    pub gates: &'a Weights,
    /// `[hidden, hidden]`, of the new state.
    pub new: &'a Weights,
    /// `3 · hidden`: of update and reset both biases together, of new that of the input.
    pub bias: &'a [f32],
    /// `hidden`: the state's bias of new.
    pub new_bias: &'a [f32],
    /// Whether the reset gate comes after the product with the state.
    pub linear_before_reset: bool,
}

impl Unit<'_> {
    /// Values in a state.
    pub fn hidden(&self) -> usize {
        self.new.inputs()
    }

    /// Runs over `rows`, `[steps, batch, inputs]`, in the given direction. `hidden`,
    /// `[batch, hidden]`, is the state before and after; `states`,
    /// `[steps, batch, hidden]`, the state of each step.
    pub fn run(&self, rows: &[f32], direction: Direction, hidden: &mut [f32], states: &mut [f32]) {
        let (size, step) = (self.hidden(), hidden.len());
        if step == 0 || states.is_empty() {
            return;
        }
        let mut inputs = vec![0.0; GATES * states.len()];
        let all = [product(rows, self.input)];
        dense(&all, states.len() / size, self.bias, false, &mut inputs);
        let batch = step / size;
        let (mut gates, mut new) = (vec![0.0; 2 * step], vec![0.0; step]);
        let mut reset = vec![0.0; step];
        for at in direction.steps(states.len() / step) {
            let inputs = &inputs[GATES * step * at..][..GATES * step];
            let state = &mut states[step * at..][..step];
            gates.fill(0.0);
            accumulate(&[product(hidden, self.gates)], batch, 2 * size, &mut gates);
            for (row, sums) in inputs
                .chunks_exact(GATES * size)
                .zip(gates.chunks_exact_mut(2 * size))
            {
                for (sum, input) in sums.iter_mut().zip(row) {
                    *sum = logistic(*sum + input);
                }
            }
            for row in new.chunks_exact_mut(size) {
                row.copy_from_slice(self.new_bias);
            }
            if self.linear_before_reset {
                accumulate(&[product(hidden, self.new)], batch, size, &mut new);
            } else {
                for ((reset, hidden), gates) in reset
                    .chunks_exact_mut(size)
                    .zip(hidden.chunks_exact(size))
                    .zip(gates.chunks_exact(2 * size))
                {
                    for ((reset, hidden), gate) in reset.iter_mut().zip(hidden).zip(&gates[size..])
                    {
                        *reset = gate * hidden;
                    }
                }
                accumulate(&[product(&reset, self.new)], batch, size, &mut new);
            }
            let rows = inputs.chunks_exact(GATES * size);
            for ((((row, gates), new), before), after) in rows
                .zip(gates.chunks_exact(2 * size))
                .zip(new.chunks_exact(size))
                .zip(hidden.chunks_exact(size))
                .zip(state.chunks_exact_mut(size))
            {
                self.turn(&row[2 * size..], gates, new, before, after);
            }
            hidden.copy_from_slice(state);
        }
    }

    /// One step of one unit, from its gates and the sums of its new state.
    fn turn(&self, input: &[f32], gates: &[f32], new: &[f32], before: &[f32], after: &mut [f32]) {
        let (update, reset) = gates.split_at(after.len());
        let of_state = new.iter().zip(reset).map(|(new, reset)| {
            if self.linear_before_reset {
                reset * new
            } else {
                *new
            }
        });
        for ((((after, before), update), input), of_state) in after
            .iter_mut()
            .zip(before)
            .zip(update)
            .zip(input)
            .zip(of_state)
        {
            *after = (1.0 - update) * tanh(input + of_state) + update * before;
        }
    }
}

fn product<'a>(rows: &'a [f32], weights: &'a Weights) -> Product<'a> {
    Product {
        rows,
        weights,
        shift: 0,
    }
}
