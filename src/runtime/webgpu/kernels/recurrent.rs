//! Recurrent operators: the products with the inputs are one layer, then a workgroup
//! walks through a sequence, its state in shared memory.

use super::Held;
use crate::runtime::webgpu::program::{
    Buffer, INVOCATIONS, Pass, SHARED_BYTES, Store, Unfit, flat,
};
use crate::runtime::webgpu::shader::Shader;

/// Which operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Gates input, output, forget, cell.
    Lstm,
    /// Gates update, reset, new.
    Gru {
        /// Whether the reset gate is applied after the product with the state.
        linear_before_reset: bool,
    },
}

impl Cell {
    /// How many gates it has.
    pub fn gates(self) -> usize {
        match self {
            Self::Lstm => 4,
            Self::Gru { .. } => 3,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Lstm => "Lstm",
            Self::Gru { .. } => "Gru",
        }
    }

    /// The step of a sequence, over `h`, `gates` and `gate` (the sum of a gate).
    fn text(self) -> &'static str {
        match self {
            Self::Lstm => include_str!("lstm.wgsl"),
            Self::Gru {
                linear_before_reset: true,
            } => include_str!("gru_linear.wgsl"),
            Self::Gru { .. } => include_str!("gru.wgsl"),
        }
    }
}

/// The pass over the sequences. `inputs` are the products with the inputs, `[steps,
/// batch, gates · hidden]`; `weights` those with the state, then the bias of those;
/// `states` are before, `results` all states, then the states behind.
pub fn walk(
    cell: Cell,
    reverse: bool,
    hidden: usize,
    inputs: &Held,
    weights: Buffer,
    states: &[&Held],
    results: &[&Held],
) -> Result<Pass, Unfit> {
    let columns = cell.gates() * hidden;
    let shared = (columns + states.len() * hidden) * 4;
    if shared > SHARED_BYTES {
        return Err(Unfit(format!(
            "{} with a state of {hidden}, whose workgroup would share {shared} bytes of {SHARED_BYTES}",
            cell.name()
        )));
    }
    let (steps, batch) = match inputs.shape[..] {
        [steps, batch, _] => (steps, batch),
        _ => (0, 0),
    };
    let mut shader = Shader::default();
    shader.operand("inputs", inputs.buffer, inputs.store);
    shader.operand("weights", weights, Store::Float);
    for (state, name) in states.iter().zip(["h_before", "c_before"]) {
        shader.operand(name, state.buffer, state.store);
    }
    for (result, name) in results.iter().zip(["states", "h_behind", "c_behind"]) {
        shader.result(name, result.buffer, result.store);
    }
    let group = (columns.next_power_of_two()).clamp(32, INVOCATIONS as usize);
    let place = if reverse { "STEPS - 1u - s" } else { "s" };
    let text = [include_str!("functions.wgsl"), cell.text()].concat();
    let text = text
        .replace("PLACE", place)
        .replace("STEPS", &shader.parameter(steps)?)
        .replace("BATCH", &shader.parameter(batch)?)
        .replace("HIDDEN", &format!("{hidden}u"))
        .replace("COLUMNS", &format!("{columns}u"))
        .replace("GROUP", &format!("{group}u"));
    shader.add(&text);
    shader.pass(cell.name(), flat(batch)?)
}
