//! Activation functions, each a program over the elements.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use epitome_kernels::pointwise::{Binary, Operand, Step, Unary};
use tract_core::internal::*;
use tract_core::ops::math;

use super::elementwise::{A, aligned, program, with_number};
use super::{Call, Graph, whole};
use crate::runtime::plan::Whole;

/// The greater of a value and 0.
pub(in crate::runtime) fn relu(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    if graph.is_whole(value)? {
        let zero = graph.constant(tensor0(0_i64))?;
        let zero = aligned(graph, tvec![value, zero])?[1];
        return Ok(tvec![whole::arithmetic(
            graph,
            Whole::Greater,
            &[value, zero]
        )?]);
    }
    Ok(tvec![with_number(graph, math::Max, value, 0.0)?])
}

/// x · Φ(x), or its approximation by a hyperbolic tangent.
pub(in crate::runtime) fn gelu(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let approximate = call.text("approximate", "none");
    Ok(tvec![match &*approximate {
        "none" => gelu_of(graph, value)?,
        "tanh" => gelu_of_tanh(graph, value)?,
        other => bail!("approximate `{other}`; allowed are none and tanh"),
    }])
}

/// x (1 + erf(x / √2)) / 2
pub(super) fn gelu_of(graph: &mut Graph, value: OutletId) -> TractResult<OutletId> {
    let number = Operand::Constant;
    let steps = vec![
        Step::Binary(Binary::Multiply, A, number(FRAC_1_SQRT_2)),
        Step::Unary(Unary::ErrorFunction, Operand::Step(0)),
        Step::Binary(Binary::Add, Operand::Step(1), number(1.0)),
        Step::Binary(Binary::Multiply, A, number(0.5)),
        Step::Binary(Binary::Multiply, Operand::Step(3), Operand::Step(2)),
    ];
    program(graph, steps, &[value])
}

/// x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, with (1 + tanh y) / 2 = σ(2y)
pub(super) fn gelu_of_tanh(graph: &mut Graph, value: OutletId) -> TractResult<OutletId> {
    let number = Operand::Constant;
    let times = |a, b| Step::Binary(Binary::Multiply, a, b);
    let steps = vec![
        times(A, A),
        times(Operand::Step(0), number(0.044_715)),
        Step::Binary(Binary::Add, Operand::Step(1), number(1.0)),
        times(Operand::Step(2), A),
        times(
            Operand::Step(3),
            number(2.0 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2),
        ),
        Step::Unary(Unary::Logistic, Operand::Step(4)),
        times(Operand::Step(5), A),
    ];
    program(graph, steps, &[value])
}

/// x · σ(α x)
pub(in crate::runtime) fn quick_gelu(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let alpha = Operand::Constant(call.float("alpha", 1.702));
    let steps = vec![
        Step::Binary(Binary::Multiply, A, alpha),
        Step::Unary(Unary::Logistic, Operand::Step(0)),
        Step::Binary(Binary::Multiply, Operand::Step(1), A),
    ];
    Ok(tvec![program(graph, steps, &[call.input(0)?])?])
}

/// x where it is above 0, else α x, of a number α or of one for each element.
pub(in crate::runtime) fn leaky_relu(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let alpha = Operand::Constant(call.float("alpha", 0.01));
    let steps = vec![
        Step::Binary(Binary::Greater, A, Operand::Constant(0.0)),
        Step::Binary(Binary::Lesser, A, Operand::Constant(0.0)),
        Step::Binary(Binary::Multiply, Operand::Step(1), alpha),
        Step::Binary(Binary::Add, Operand::Step(0), Operand::Step(2)),
    ];
    Ok(tvec![program(graph, steps, &[call.input(0)?])?])
}
