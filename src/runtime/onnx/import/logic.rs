//! Comparisons, truth values, and choices by them.

use epitome_kernels::pointwise::{Binary, Operand, Step};
use tract_core::internal::*;
use tract_core::ops::array::MultiBroadcastTo;
use tract_core::ops::cast::cast;

use super::elementwise::{aligned, program};
use super::{Call, Graph, whole};
use crate::runtime::plan::{Comparison, Op, Whole};

fn compare(
    graph: &mut Graph,
    comparison: Comparison,
    a: OutletId,
    b: OutletId,
) -> TractResult<TVec<OutletId>> {
    let values = aligned(graph, tvec![a, b])?;
    if graph.is_whole(values[0])? || graph.is_whole(values[1])? {
        return Ok(tvec![whole::compare(graph, comparison, &values)?]);
    }
    let (first, second) = (graph.datum(values[0])?, graph.datum(values[1])?);
    ensure!(
        first == second && [f32::datum_type(), bool::datum_type()].contains(&first),
        "operands of types {first:?} and {second:?}; allowed are two of float32, int64 or bool"
    );
    let shape = graph.joint(&values)?;
    let op = Op::Compare(comparison);
    Ok(tvec![graph.planned(
        op,
        &values,
        bool::datum_type(),
        &shape
    )?])
}

macro_rules! comparisons {
    ($($name:ident: $comparison:ident, $first:literal, $second:literal;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            compare(graph, Comparison::$comparison, call.input($first)?, call.input($second)?)
        }
    )*};
}

comparisons! {
    equal: Equal, 0, 1;
    greater: Greater, 0, 1;
    less: Greater, 1, 0;
    greater_or_equal: GreaterOrEqual, 0, 1;
    less_or_equal: GreaterOrEqual, 1, 0;
}

/// Truth values as what a program over 1 and 0 gives.
fn truths(graph: &mut Graph, steps: Vec<Step>, operands: &[OutletId]) -> TractResult<OutletId> {
    for &operand in operands {
        let datum = graph.datum(operand)?;
        ensure!(
            datum == bool::datum_type(),
            "an operand of type {datum:?}; allowed are truth values"
        );
    }
    let numbers = program(graph, steps, operands)?;
    graph.wire(cast(bool::datum_type()), &[numbers])
}

const A: Operand = Operand::Input(0);
const B: Operand = Operand::Input(1);

pub(in crate::runtime) fn not(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    Ok(tvec![negated(graph, call.input(0)?)?])
}

/// Truth values, each the other.
pub(super) fn negated(graph: &mut Graph, value: OutletId) -> TractResult<OutletId> {
    let steps = vec![Step::Binary(Binary::Subtract, Operand::Constant(1.0), A)];
    truths(graph, steps, &[value])
}

/// Whether two values are equal.
pub(super) fn is_equal(graph: &mut Graph, a: OutletId, b: OutletId) -> TractResult<OutletId> {
    Ok(compare(graph, Comparison::Equal, a, b)?[0])
}

macro_rules! connectives {
    ($($name:ident: $steps:expr;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            let values = aligned(graph, tvec![call.input(0)?, call.input(1)?])?;
            Ok(tvec![truths(graph, $steps.to_vec(), &values)?])
        }
    )*};
}

connectives! {
    and: [Step::Binary(Binary::Multiply, A, B)];
    or: [Step::Binary(Binary::Greater, A, B)];
    // |a - b|
    xor: [
        Step::Binary(Binary::Subtract, A, B),
        Step::Binary(Binary::Multiply, Operand::Step(0), Operand::Step(0)),
    ];
}

/// Of two values the one that a truth value chooses.
pub(in crate::runtime) fn select(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let inputs = tvec![call.input(0)?, call.input(1)?, call.input(2)?];
    let values = aligned(graph, inputs)?;
    Ok(tvec![chosen(graph, &values)?])
}

/// The choice by the first of three operands of one rank.
pub(super) fn chosen(graph: &mut Graph, operands: &[OutletId]) -> TractResult<OutletId> {
    let &[condition, a, b] = operands else {
        bail!("a choice of {} operands", operands.len());
    };
    ensure!(
        graph.datum(condition)? == bool::datum_type(),
        "a condition of type {:?}; allowed are truth values",
        graph.datum(condition)?
    );
    if graph.is_whole(a)? && graph.is_whole(b)? {
        return whole::arithmetic(graph, Whole::Select, operands);
    }
    let (first, second) = (graph.datum(a)?, graph.datum(b)?);
    ensure!(first == second, "a choice between {first:?} and {second:?}");
    if let Some(known) = graph.known(condition)
        && let [first, rest @ ..] = known.try_as_plain_ram()?.as_slice::<bool>()?
        && rest.iter().all(|other| other == first)
    {
        let shape = graph.joint(operands)?;
        let side = if *first { a } else { b };
        return match graph.shape(side)?.to_tvec() == shape {
            true => Ok(side),
            false => graph.wire(MultiBroadcastTo::new(shape.into()), &[side]),
        };
    }
    let steps = vec![Step::Select(A, B, Operand::Input(2))];
    if first == f32::datum_type() {
        return program(graph, steps, operands);
    }
    truths(graph, steps, operands)
}
