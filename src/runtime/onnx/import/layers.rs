//! Operators that compute across elements.

use epitome_kernels::direction::Direction;
use tract_core::internal::*;
use tract_core::ops::einsum::EinSum;
use tract_core::ops::nn::{Reduce, Reducer, Softmax, SoftmaxKind};

use super::{Call, Graph};
use crate::runtime::onnx::fusion;

/// Weights in 8 bits, as float32: (x - zero) · scale along an axis.
pub(in crate::runtime) fn dequantize_linear(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (values, scales) = (known(graph, call, 0)?, known(graph, call, 1)?);
    let zeros = call
        .optional(2)
        .map(|_| known(graph, call, 2))
        .transpose()?;
    let float = |tensor: &Tensor| -> TractResult<Vec<f32>> {
        Ok(tensor
            .cast_to::<f32>()?
            .try_as_plain_ram()?
            .as_slice::<f32>()?
            .to_vec())
    };
    let scales = float(&scales)?;
    let zeros = match zeros {
        Some(zeros) => float(&zeros)?,
        None => vec![0.0; scales.len()],
    };
    // The axis means nothing for a single scale.
    let axis = if scales.len() > 1 {
        graph.axis(call.integer("axis", 1), values.rank())?
    } else {
        0
    };
    let (size, inner) = match values.shape().get(axis..) {
        Some([size, inner @ ..]) if scales.len() > 1 => (*size, inner.iter().product::<usize>()),
        _ => (1, values.len().max(1)),
    };
    ensure!(
        scales.len() == size && zeros.len() == size,
        "{} scales and {} zero points for {size} slices",
        scales.len(),
        zeros.len()
    );
    let restored: Vec<f32> = float(&values)?
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let slice = at / inner % size;
            (value - zeros[slice]) * scales[slice]
        })
        .collect();
    Ok(tvec![graph.constant(Tensor::from_shape(
        values.shape(),
        &restored
    )?)?])
}

/// Matrix products over the last two axes, the others broadcast.
pub(in crate::runtime) fn mat_mul(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let inputs = call.inputs()?;
    let (a, b) = (graph.rank(inputs[0])?, graph.rank(inputs[1])?);
    ensure!(
        a >= 2 && b >= 2,
        "operands of {a} and {b} axes; allowed are 2 and more"
    );
    let axes =
        |rank: usize| -> String { ('a'..).take(a.max(b) - 2).skip(a.max(b) - rank).collect() };
    let axes = format!("{}mk,{}kn->{}mn", axes(a), axes(b), axes(a.max(b)));
    let product = EinSum::new(axes.parse()?, graph.datum(inputs[0])?);
    Ok(tvec![graph.wire(product, &inputs)?])
}

fn reduce(
    graph: &mut Graph,
    call: &Call<'_>,
    reducer: Reducer,
    axes: Option<TVec<i64>>,
) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let rank = graph.rank(value)?;
    let mut axes = match axes {
        Some(axes) => axes
            .iter()
            .map(|&axis| graph.axis(axis, rank))
            .collect::<TractResult<TVec<_>>>()?,
        None => (0..rank).collect(),
    };
    axes.sort_unstable();
    value = graph.wire(Reduce::new(axes.clone(), reducer), &[value])?;
    if call.integer("keepdims", 1) == 0 {
        for &axis in axes.iter().rev() {
            value = graph.wire(AxisOp::Rm(axis), &[value])?;
        }
    }
    Ok(tvec![value])
}

pub(in crate::runtime) fn reduce_max(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let axes = call
        .attribute("axes")
        .map(|axes| axes.ints.iter().copied().collect());
    reduce(graph, call, Reducer::Max, axes)
}

pub(in crate::runtime) fn reduce_sum(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let axes = call
        .optional(1)
        .map(|axes| graph.integers(axes))
        .transpose()?;
    reduce(
        graph,
        call,
        Reducer::Sum,
        axes.filter(|axes| !axes.is_empty()),
    )
}

pub(in crate::runtime) fn softmax(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let axis = graph.axis(call.integer("axis", -1), graph.rank(value)?)?;
    let op = Softmax::new(tvec![axis], None, SoftmaxKind::Softmax);
    Ok(tvec![graph.wire(op, &[value])?])
}

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
