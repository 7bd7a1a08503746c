//! Operators over whole sequences.

use epitome_kernels::direction::Direction;
use tract_core::internal::*;

use super::{Call, Graph};
use crate::runtime::onnx::fusion;

/// An LSTM with constant weights and given states.
pub(in crate::runtime) fn lstm(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let (input, recurrent) = (known(graph, call, 1)?, known(graph, call, 2)?);
    let bias = biases(graph, call)?;
    let op = fusion::lstm(&input, &recurrent, bias.as_deref(), direction(call))?;
    graph.wire_all(op, &[call.input(0)?, call.input(5)?, call.input(6)?])
}

/// A GRU with constant weights and a given state.
pub(in crate::runtime) fn gru(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let (input, recurrent) = (known(graph, call, 1)?, known(graph, call, 2)?);
    let bias = biases(graph, call)?;
    let after = call.integer("linear_before_reset", 0) != 0;
    let op = fusion::gru(&input, &recurrent, bias.as_deref(), direction(call), after)?;
    graph.wire_all(op, &[call.input(0)?, call.input(5)?])
}

/// An input that must be constant.
fn known(graph: &Graph, call: &Call<'_>, index: usize) -> TractResult<Arc<Tensor>> {
    let value = call.input(index)?;
    graph
        .known(value)
        .with_context(|| format!("input {index} is not constant"))
}

/// The biases of a recurrent layer, if it has any.
fn biases(graph: &Graph, call: &Call<'_>) -> TractResult<Option<Arc<Tensor>>> {
    call.optional(3).map(|_| known(graph, call, 3)).transpose()
}

/// In which direction a recurrent layer reads.
fn direction(call: &Call<'_>) -> Direction {
    match call.attribute("direction") {
        Some(found) if found.s == b"reverse" => Direction::Reverse,
        _ => Direction::Forward,
    }
}
