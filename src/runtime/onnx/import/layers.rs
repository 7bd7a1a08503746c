//! Operators that compute across elements.

use epitome_kernels::pointwise::{Operand, Step, Unary};
use tract_core::internal::*;
use tract_core::ops::binary::BinMiniOp;
use tract_core::ops::einsum::EinSum;
use tract_core::ops::math;
use tract_core::ops::nn::{Reduce, Reducer, RmsNorm, Softmax, SoftmaxKind};

use super::super::sizes;
use super::{Call, Graph, elementwise, ranges};

/// Matrix products over the last two axes, the others broadcast.
pub(in crate::runtime) fn mat_mul(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    Ok(tvec![product(graph, call.input(0)?, call.input(1)?)?])
}

/// A product of matrices, or of batches of them. An operand of one axis is a row on the left, and a
/// column on the right.
pub(super) fn product(
    graph: &mut Graph,
    mut left: OutletId,
    mut right: OutletId,
) -> TractResult<OutletId> {
    for operand in [left, right] {
        let datum = graph.datum(operand)?;
        ensure!(
            datum == f32::datum_type(),
            "an operand of type {datum:?}; allowed is float32"
        );
    }
    let row = graph.rank(left)? == 1;
    if row {
        left = graph.wire(AxisOp::Add(0), &[left])?;
    }
    let column = graph.rank(right)? == 1;
    if column {
        right = graph.wire(AxisOp::Add(1), &[right])?;
    }
    let (a, b) = (graph.rank(left)?, graph.rank(right)?);
    ensure!(
        a >= 2 && b >= 2,
        "operands of {a} and {b} axes; allowed are 1 and more"
    );
    let axes =
        |rank: usize| -> String { ('a'..).take(a.max(b) - 2).skip(a.max(b) - rank).collect() };
    let labels = (axes(a), axes(b), axes(a.max(b)));
    let labels = format!("{}mk,{}kn->{}mn", labels.0, labels.1, labels.2);
    let mut made = summed(graph, &labels, left, right)?;
    let rank = graph.rank(made)?;
    if column {
        made = graph.wire(AxisOp::Rm(rank - 1), &[made])?;
    }
    if row {
        made = graph.wire(AxisOp::Rm(rank - 2), &[made])?;
    }
    Ok(made)
}

/// A product over labelled axes. Two axes of a label have one size, unless one has size 1 and the
/// result has the label.
pub(super) fn summed(
    graph: &mut Graph,
    labels: &str,
    a: OutletId,
    b: OutletId,
) -> TractResult<OutletId> {
    let (operands, result) = labels.split_once("->").context("labels")?;
    let (of_a, of_b) = operands.split_once(',').context("labels")?;
    let (sizes_a, sizes_b) = (graph.shape(a)?.to_tvec(), graph.shape(b)?.to_tvec());
    for (label, size) in of_a.chars().zip(&sizes_a) {
        let Some(place) = of_b.chars().position(|other| other == label) else {
            continue;
        };
        let other = &sizes_b[place];
        if !result.contains(label) || !(size.is_one() || other.is_one()) {
            graph.same(size, other)?;
        }
    }
    let product = EinSum::new(labels.parse()?, f32::datum_type());
    graph.wire(product, &[a, b])
}

/// The axes that a reduction is over, sorted, and whether they stay with size 1.
fn reduced(graph: &Graph, call: &Call<'_>) -> TractResult<(TVec<usize>, bool)> {
    let rank = graph.rank(call.input(0)?)?;
    let axes = call.integers(graph, "axes", 1)?;
    let mut axes = match axes.filter(|axes| !axes.is_empty()) {
        Some(axes) => axes
            .iter()
            .map(|&axis| graph.axis(axis, rank))
            .collect::<TractResult<TVec<_>>>()?,
        None if call.integer("noop_with_empty_axes", 0) != 0 => tvec![],
        None => (0..rank).collect(),
    };
    axes.sort_unstable();
    ensure!(
        axes.windows(2).all(|pair| pair[0] != pair[1]),
        "an axis stands twice in {axes:?}"
    );
    Ok((axes, call.integer("keepdims", 1) != 0))
}

/// Takes axes of size 1 away that are not kept.
fn without(
    graph: &mut Graph,
    mut value: OutletId,
    axes: &[usize],
    keeps: bool,
) -> TractResult<TVec<OutletId>> {
    for &axis in axes.iter().rev().filter(|_| !keeps) {
        value = graph.wire(AxisOp::Rm(axis), &[value])?;
    }
    Ok(tvec![value])
}

/// A sum or greatest value over axes.
fn over(
    graph: &mut Graph,
    value: OutletId,
    axes: &[usize],
    reducer: Reducer,
) -> TractResult<OutletId> {
    if axes.is_empty() {
        return Ok(value);
    }
    if reducer == Reducer::Sum && graph.is_whole(value)? {
        let mut sums = value;
        for &axis in axes {
            sums = ranges::total(graph, sums, axis)?;
        }
        return Ok(sums);
    }
    let datum = graph.datum(value)?;
    ensure!(
        datum == f32::datum_type(),
        "an operand of type {datum:?}; allowed is float32"
    );
    graph.wire(Reduce::new(axes.into(), reducer), &[value])
}

pub(in crate::runtime) fn reduce_max(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (axes, keeps) = reduced(graph, call)?;
    let value = over(graph, call.input(0)?, &axes, Reducer::Max)?;
    without(graph, value, &axes, keeps)
}

/// The least: what is greatest of the negative values.
pub(in crate::runtime) fn reduce_min(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (axes, keeps) = reduced(graph, call)?;
    let value = elementwise::with_number(graph, math::Mul, call.input(0)?, -1.0)?;
    let value = over(graph, value, &axes, Reducer::Max)?;
    let value = elementwise::with_number(graph, math::Mul, value, -1.0)?;
    without(graph, value, &axes, keeps)
}

pub(in crate::runtime) fn reduce_sum(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (axes, keeps) = reduced(graph, call)?;
    let value = over(graph, call.input(0)?, &axes, Reducer::Sum)?;
    without(graph, value, &axes, keeps)
}

/// √Σ x²
pub(in crate::runtime) fn reduce_l2(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (axes, keeps) = reduced(graph, call)?;
    let squares = graph.wire(math::square(), &[call.input(0)?])?;
    let sum = over(graph, squares, &axes, Reducer::Sum)?;
    let root = graph.wire(math::sqrt(), &[sum])?;
    without(graph, root, &axes, keeps)
}

/// Means, as sums over the number of elements.
pub(in crate::runtime) fn reduce_mean(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (axes, keeps) = reduced(graph, call)?;
    let value = mean(graph, call.input(0)?, &axes)?;
    without(graph, value, &axes, keeps)
}

/// The mean over axes, which stay with size 1.
fn mean(graph: &mut Graph, value: OutletId, axes: &[usize]) -> TractResult<OutletId> {
    let shape = graph.shape(value)?.to_tvec();
    let mut count = 1.0;
    let mut open = 1.to_dim();
    for &axis in axes {
        match sizes::number(&shape[axis]) {
            Some(size) => count *= size as f32,
            None => open = sizes::product(&open, &shape[axis])?,
        }
    }
    ensure!(count > 0.0, "a mean over an empty axis");
    let sum = over(graph, value, axes, Reducer::Sum)?;
    let mean = elementwise::with_number(graph, math::Mul, sum, 1.0 / count)?;
    if open.is_one() {
        return Ok(mean);
    }
    let size = ranges::size_as_number(graph, &open)?;
    let values = elementwise::aligned(graph, tvec![mean, size])?;
    elementwise::float(graph, Box::new(math::Div), &values)
}

/// (x - mean) / √(variance + ε) · scale + bias along the last axis: what is left of x without
/// its mean, over its root mean square.
pub(in crate::runtime) fn layer_normalization(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    call.gives(1)?;
    let value = call.input(0)?;
    last_axis(graph, call, value)?;
    let parts = [Some(call.input(1)?), call.optional(2)];
    let epsilon = call.float("epsilon", 1e-5);
    Ok(tvec![normalized(graph, value, true, epsilon, parts)?])
}

/// x / √(mean x² + ε) · scale along the last axis.
pub(in crate::runtime) fn rms_normalization(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    call.gives(1)?;
    let value = call.input(0)?;
    last_axis(graph, call, value)?;
    let parts = [Some(call.input(1)?), None];
    let epsilon = call.float("epsilon", 1e-5);
    Ok(tvec![normalized(graph, value, false, epsilon, parts)?])
}

/// Refuses another axis than the last.
fn last_axis(graph: &Graph, call: &Call<'_>, value: OutletId) -> TractResult<()> {
    let rank = graph.rank(value)?;
    let axis = graph.axis(call.integer("axis", -1), rank)?;
    ensure!(
        axis + 1 == rank,
        "axis {axis} of {rank}; allowed is the last"
    );
    let stash_type = call.integer("stash_type", 1);
    ensure!(stash_type == 1, "stash_type {stash_type}; allowed is 1");
    Ok(())
}

/// x, without its mean if it is `centred`, over its root mean square along the last axis, times a
/// scale and with a bias.
pub(super) fn normalized(
    graph: &mut Graph,
    value: OutletId,
    centred: bool,
    epsilon: f32,
    [scale, bias]: [Option<OutletId>; 2],
) -> TractResult<OutletId> {
    let axis = graph.rank(value)?.checked_sub(1).context("no axis")?;
    let mut result = value;
    if centred {
        let mean = mean(graph, value, &[axis])?;
        result = elementwise::float(graph, Box::new(math::Sub), &[value, mean])?;
    }
    let eps = tensor0(epsilon).into_arc_tensor();
    result = graph.wire(RmsNorm { axis, eps }, &[result])?;
    let parts: [(Option<OutletId>, Box<dyn BinMiniOp>); 2] =
        [(scale, Box::new(math::Mul)), (bias, Box::new(math::Add))];
    for (part, op) in parts {
        let Some(part) = part else { continue };
        let values = elementwise::aligned(graph, tvec![result, part])?;
        result = elementwise::float(graph, op, &values)?;
    }
    Ok(result)
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
    let mut product = summed(graph, &axes, a, b)?;
    let (alpha, beta) = (call.float("alpha", 1.0), call.float("beta", 1.0));
    if alpha != 1.0 {
        product = elementwise::with_number(graph, math::Mul, product, alpha)?;
    }
    let Some(mut bias) = call.optional(2) else {
        return Ok(tvec![product]);
    };
    if beta != 1.0 {
        bias = elementwise::with_number(graph, math::Mul, bias, beta)?;
    }
    let values = elementwise::aligned(graph, tvec![product, bias])?;
    Ok(tvec![elementwise::float(
        graph,
        Box::new(math::Add),
        &values
    )?])
}

/// e^x over its sum: along an axis, or below operator set 13 over all axes from one on.
pub(in crate::runtime) fn softmax(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let shape = graph.shape(value)?.to_tvec();
    let older = graph.opset < 13;
    let default = if older { 1 } else { -1 };
    let axis = graph.axis(call.integer("axis", default), shape.len())?;
    let flat = older && axis + 1 < shape.len();
    let mut result = value;
    if flat {
        let all = shape[axis..]
            .iter()
            .try_fold(1.to_dim(), |all, size| sizes::product(&all, size));
        let from = shape[axis..].into();
        result = graph.wire(AxisOp::Reshape(axis, from, tvec![all?]), &[result])?;
    }
    result = softmax_along(graph, result, axis)?;
    if flat {
        let all = tvec![graph.shape(result)?[axis].clone()];
        let to = shape[axis..].into();
        result = graph.wire(AxisOp::Reshape(axis, all, to), &[result])?;
    }
    Ok(tvec![result])
}

/// e^x over its sum along an axis.
pub(super) fn softmax_along(
    graph: &mut Graph,
    value: OutletId,
    axis: usize,
) -> TractResult<OutletId> {
    let op = Softmax::new(tvec![axis], None, SoftmaxKind::Softmax);
    graph.wire(op, &[value])
}

/// x - max - ln Σ e^(x - max) along an axis.
pub(in crate::runtime) fn log_softmax(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let rank = graph.rank(value)?;
    let default = if graph.opset < 13 { 1 } else { -1 };
    let axis = graph.axis(call.integer("axis", default), rank)?;
    ensure!(
        graph.opset >= 13 || axis + 1 == rank,
        "axis {axis} of {rank} below operator set 13; allowed is the last"
    );
    let greatest = over(graph, value, &[axis], Reducer::Max)?;
    let less = elementwise::float(graph, Box::new(math::Sub), &[value, greatest])?;
    let step = |unary| vec![Step::Unary(unary, Operand::Input(0))];
    let powers = elementwise::program(graph, step(Unary::Exponential), &[less])?;
    let sum = over(graph, powers, &[axis], Reducer::Sum)?;
    let log = elementwise::program(graph, step(Unary::Logarithm), &[sum])?;
    Ok(tvec![elementwise::float(
        graph,
        Box::new(math::Sub),
        &[less, log]
    )?])
}
