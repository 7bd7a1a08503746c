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
use crate::direction::Direction;
use crate::exponential::{logistics, tanhs};
use crate::lanes::{LANES, Lanes};

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

    /// Runs over `rows`, `[steps, batch, inputs]`, in the given direction. `hidden` and
    /// `cell`, `[batch, hidden]`, are the states before and after; `states`,
    /// `[steps, batch, hidden]`, the hidden state of each step.
    pub fn run(
        &self,
        rows: &[f32],
        direction: Direction,
        hidden: &mut [f32],
        cell: &mut [f32],
        states: &mut [f32],
    ) {
        let (size, step) = (self.hidden(), hidden.len());
        if step == 0 || states.is_empty() {
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
        for at in direction.steps(states.len() / step) {
            let gates = &mut gates[GATES * step * at..][..GATES * step];
            let states = &mut states[step * at..][..step];
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
    let gates: [&[f32]; GATES] = std::array::from_fn(|gate| &gates[gate * size..][..size]);
    let vectors = size - size % LANES;
    for at in (0..vectors).step_by(LANES) {
        let at = at..at + LANES;
        let gates = gates.map(|gate| Lanes::up_to(&gate[at.clone()]));
        let (new_cell, new_state) = turned(gates, Lanes::up_to(&cell[at.clone()]));
        cell[at.clone()].copy_from_slice(&new_cell.values());
        state[at].copy_from_slice(&new_state.values());
    }
    if vectors < size {
        let count = size - vectors;
        let gates = gates.map(|gate| Lanes::up_to(&gate[vectors..]));
        let (new_cell, new_state) = turned(gates, Lanes::up_to(&cell[vectors..]));
        cell[vectors..].copy_from_slice(&new_cell.values()[..count]);
        state[vectors..].copy_from_slice(&new_state.values()[..count]);
    }
}

/// A cell and its state from its gates and the cell before.
#[inline(always)]
fn turned([input, output, forget, new]: [Lanes; GATES], cell: Lanes) -> (Lanes, Lanes) {
    let kept = logistics(forget).times(cell);
    let cell = kept.plus_product(logistics(input), tanhs(new));
    (cell, logistics(output).times(tanhs(cell)))
}
