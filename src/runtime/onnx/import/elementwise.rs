//! Operators that work on elements.

use tract_core::internal::*;
use tract_core::ops::binary::{BinMiniOp, TypedBinOp};
use tract_core::ops::cast::cast as cast_op;
use tract_core::ops::logic::{comp_eq, comp_gt};
use tract_core::ops::{math, nn};

use super::{Call, Graph, tensor};

/// Values of one rank: axes of size 1 are put before those that there are.
pub(super) fn aligned(
    graph: &mut Graph,
    mut values: TVec<OutletId>,
) -> TractResult<TVec<OutletId>> {
    let ranks = values.iter().map(|&value| graph.rank(value));
    let ranks = ranks.collect::<TractResult<TVec<_>>>()?;
    let most = ranks.iter().copied().max().unwrap_or(0);
    for (value, rank) in values.iter_mut().zip(ranks) {
        for _ in rank..most {
            *value = graph.wire(AxisOp::Add(0), &[*value])?;
        }
    }
    Ok(values)
}

fn binary(
    graph: &mut Graph,
    call: &Call<'_>,
    op: Box<dyn BinMiniOp>,
) -> TractResult<TVec<OutletId>> {
    let values = aligned(graph, call.inputs()?)?;
    Ok(tvec![graph.wire(TypedBinOp(op, None), &values)?])
}

/// An operator on a value and a number.
pub(super) fn with_number(
    graph: &mut Graph,
    op: impl BinMiniOp,
    value: OutletId,
    number: f32,
) -> TractResult<OutletId> {
    let number = tensor0(number).broadcast_into_rank(graph.rank(value)?)?;
    let number = graph.constant(number)?;
    graph.wire(TypedBinOp(Box::new(op), None), &[value, number])
}

macro_rules! binaries {
    ($($name:ident: $op:expr;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            binary(graph, call, $op)
        }
    )*};
}

binaries! {
    add: Box::new(math::Add);
    sub: Box::new(math::Sub);
    mul: Box::new(math::Mul);
    equal: comp_eq();
    greater: comp_gt();
}

/// A quotient; whole numbers are not divided by 0.
pub(in crate::runtime) fn div(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let divisor = call.input(1)?;
    if graph.datum(divisor)? != f32::datum_type()
        && let Some(divisor) = graph.known(divisor)
    {
        let whole = divisor.cast_to::<TDim>()?;
        let whole = whole.try_as_plain_ram()?.as_slice::<TDim>()?;
        ensure!(
            whole.iter().all(|divisor| divisor != &TDim::Val(0)),
            "a division of whole numbers by 0"
        );
    }
    binary(graph, call, Box::new(math::Div))
}

macro_rules! unaries {
    ($($name:ident: $op:expr;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            Ok(tvec![graph.wire($op, &[call.input(0)?])?])
        }
    )*};
}

unaries! {
    abs: math::abs();
    erf: math::erf();
    sqrt: math::sqrt();
    tanh: math::tanh();
    sigmoid: nn::sigmoid();
}

/// A square or a root; other powers are refused.
pub(in crate::runtime) fn pow(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let exponent = graph.known(call.input(1)?);
    let exponent = exponent.context("the exponent is not constant")?;
    ensure!(
        exponent.len() == 1 && exponent.rank() <= graph.rank(call.input(0)?)?,
        "an exponent of shape {:?}; allowed is one number",
        exponent.shape()
    );
    let exponent: f32 = exponent
        .cast_to::<f32>()?
        .try_as_plain_ram()?
        .as_slice::<f32>()?[0];
    let op = match exponent {
        2.0 => math::square(),
        0.5 => math::sqrt(),
        other => bail!("exponent {other}; allowed are 2 and 0.5"),
    };
    Ok(tvec![graph.wire(op, &[call.input(0)?])?])
}

/// The greatest of any number of values.
pub(in crate::runtime) fn max(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let values = aligned(graph, call.inputs()?)?;
    let mut greatest = values[0];
    for &value in &values[1..] {
        greatest = graph.wire(TypedBinOp(Box::new(math::Max), None), &[greatest, value])?;
    }
    Ok(tvec![greatest])
}

/// The greater of a value and 0.
pub(in crate::runtime) fn relu(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let zero = Tensor::zero_scalar_dt(graph.datum(value)?)?;
    let zero = graph.constant(zero.broadcast_into_rank(graph.rank(value)?)?)?;
    Ok(tvec![graph.wire(
        TypedBinOp(Box::new(math::Max), None),
        &[value, zero]
    )?])
}

/// Values of another type.
pub(in crate::runtime) fn cast(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let to = tensor::datum(call.integer("to", 0))?;
    ensure!(
        call.carried(graph, 0).is_none() || to == f32::datum_type(),
        "a cast of sums to {to:?}; allowed is float32"
    );
    Ok(tvec![graph.wire(cast_op(to), &[call.input(0)?])?])
}

/// The value itself.
pub(in crate::runtime) fn identity(_: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    call.inputs()
}
