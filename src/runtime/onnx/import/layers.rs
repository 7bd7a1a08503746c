//! Operators that compute across elements.

use epitome_kernels::direction::Direction;
use tract_core::internal::*;
use tract_core::ops::binary::{BinMiniOp, TypedBinOp};
use tract_core::ops::einsum::EinSum;
use tract_core::ops::math;
use tract_core::ops::nn::{Reduce, Reducer, RmsNorm, Softmax, SoftmaxKind};

use super::{Call, Graph, elementwise};
use crate::runtime::onnx::fusion;

/// Matrix products over the last two axes, the others broadcast.
pub(in crate::runtime) fn mat_mul(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    Ok(tvec![product(graph, call.input(0)?, call.input(1)?)?])
}

/// A product of matrices, or of batches of them.
pub(super) fn product(graph: &mut Graph, left: OutletId, right: OutletId) -> TractResult<OutletId> {
    let (a, b) = (graph.rank(left)?, graph.rank(right)?);
    ensure!(
        a >= 2 && b >= 2,
        "operands of {a} and {b} axes; allowed are 2 and more"
    );
    let axes =
        |rank: usize| -> String { ('a'..).take(a.max(b) - 2).skip(a.max(b) - rank).collect() };
    let axes = format!("{}mk,{}kn->{}mn", axes(a), axes(b), axes(a.max(b)));
    let product = EinSum::new(axes.parse()?, graph.datum(left)?);
    graph.wire(product, &[left, right])
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
    ensure!(
        axes.windows(2).all(|pair| pair[0] != pair[1]),
        "an axis stands twice in {axes:?}"
    );
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

/// Means, as sums over the number of elements.
pub(in crate::runtime) fn reduce_mean(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let shape = graph.shape(value)?.to_tvec();
    let axes = call.attribute("axes").map(|axes| axes.ints.as_slice());
    let axes: TVec<i64> = match axes {
        None | Some([]) => (0..).take(shape.len()).collect(),
        Some(axes) => axes.into(),
    };
    let mut count = 1.0;
    for &axis in &axes {
        let size = shape[graph.axis(axis, shape.len())?].to_i64();
        count *= size.context("a mean over an axis whose size is open")? as f32;
    }
    let sum = reduce(graph, call, Reducer::Sum, Some(axes))?[0];
    Ok(tvec![elementwise::with_number(
        graph,
        math::Mul,
        sum,
        1.0 / count
    )?])
}

/// (x - mean) / √(variance + ε) · scale + bias along the last axis: what is left of x without
/// its mean, over its root mean square.
pub(in crate::runtime) fn layer_normalization(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let shape = graph.shape(value)?.to_tvec();
    let axis = graph.axis(call.integer("axis", -1), shape.len())?;
    ensure!(
        axis + 1 == shape.len(),
        "axis {axis} of {}; allowed is the last",
        shape.len()
    );
    let stash_type = call.integer("stash_type", 1);
    ensure!(stash_type == 1, "stash_type {stash_type}; allowed is 1");
    let size = shape[axis]
        .to_i64()
        .context("the size of the last axis is open")?;
    let eps = call.attribute("epsilon").map_or(1e-5, |epsilon| epsilon.f);
    let sum = graph.wire(Reduce::new(tvec![axis], Reducer::Sum), &[value])?;
    let mean = elementwise::with_number(graph, math::Mul, sum, 1.0 / size as f32)?;
    let centred = graph.wire(TypedBinOp(Box::new(math::Sub), None), &[value, mean])?;
    let eps = tensor0(eps).into_arc_tensor();
    let mut result = graph.wire(RmsNorm { axis, eps }, &[centred])?;
    let parts: [(Option<OutletId>, Box<dyn BinMiniOp>); 2] = [
        (Some(call.input(1)?), Box::new(math::Mul)),
        (call.optional(2), Box::new(math::Add)),
    ];
    for (part, op) in parts {
        let Some(part) = part else { continue };
        let values = elementwise::aligned(graph, tvec![result, part])?;
        result = graph.wire(TypedBinOp(op, None), &values)?;
    }
    Ok(tvec![result])
}

/// A matrix product and a bias: A B + C, with either transposed.
pub(in crate::runtime) fn gemm(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    ensure!(
        graph.rank(a)? == 2 && graph.rank(b)? == 2,
        "operands of {} and {} axes; allowed are 2",
        graph.rank(a)?,
        graph.rank(b)?
    );
    for factor in ["alpha", "beta"] {
        let factor = call.attribute(factor).map_or(1.0, |factor| factor.f);
        ensure!(factor == 1.0, "a factor of {factor}; allowed is 1");
    }
    let side = |name: &str, plain: &str, turned: &str| -> String {
        if call.integer(name, 0) == 0 {
            plain.into()
        } else {
            turned.into()
        }
    };
    let axes = format!(
        "{},{}->mn",
        side("transA", "mk", "km"),
        side("transB", "kn", "nk")
    );
    let product = EinSum::new(axes.parse()?, graph.datum(a)?);
    let product = graph.wire(product, &[a, b])?;
    let Some(bias) = call.optional(2) else {
        return Ok(tvec![product]);
    };
    let values = elementwise::aligned(graph, tvec![product, bias])?;
    Ok(tvec![
        graph.wire(TypedBinOp(Box::new(math::Add), None), &values)?
    ])
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
