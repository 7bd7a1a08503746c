//! Operators that work on elements.

use epitome_kernels::pointwise::{Binary, Operand, Step, Unary};
use tract_core::internal::*;
use tract_core::ops::binary::{BinMiniOp, TypedBinOp};
use tract_core::ops::cast::cast as cast_op;
use tract_core::ops::{math, nn};

use super::{Call, Graph, tensor, whole};
use crate::runtime::plan::{Op, Whole};

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
    graph.joint(&values)?;
    Ok(values)
}

/// A program of float32 over operands of one rank.
pub(super) fn program(
    graph: &mut Graph,
    steps: Vec<Step>,
    operands: &[OutletId],
) -> TractResult<OutletId> {
    for &operand in operands {
        let datum = graph.datum(operand)?;
        ensure!(
            [f32::datum_type(), bool::datum_type()].contains(&datum),
            "an operand of type {datum:?}; allowed is float32"
        );
    }
    let shape = graph.joint(operands)?;
    graph.planned(Op::Pointwise(steps), operands, f32::datum_type(), &shape)
}

/// An operator on two values of one rank, both float32.
pub(super) fn float(
    graph: &mut Graph,
    op: Box<dyn BinMiniOp>,
    values: &[OutletId],
) -> TractResult<OutletId> {
    for &value in values {
        let datum = graph.datum(value)?;
        ensure!(
            datum == f32::datum_type(),
            "an operand of type {datum:?}; allowed are two of float32 or int64"
        );
    }
    graph.joint(values)?;
    graph.wire(TypedBinOp(op, None), values)
}

fn binary(
    graph: &mut Graph,
    values: TVec<OutletId>,
    op: Box<dyn BinMiniOp>,
    of_whole: Whole,
) -> TractResult<OutletId> {
    let values = aligned(graph, values)?;
    if graph.is_whole(values[0])? {
        return whole::arithmetic(graph, of_whole, &values);
    }
    float(graph, op, &values)
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
    float(graph, Box::new(op), &[value, number])
}

macro_rules! binaries {
    ($($name:ident: $op:expr, $whole:ident;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            let values = tvec![call.input(0)?, call.input(1)?];
            Ok(tvec![binary(graph, values, Box::new($op), Whole::$whole)?])
        }
    )*};
}

binaries! {
    add: math::Add, Add;
    sub: math::Sub, Subtract;
    mul: math::Mul, Multiply;
    // Whole numbers without what is behind the point.
    div: math::Div, Divide;
}

/// The greatest or least of any number of values.
fn of_all(
    graph: &mut Graph,
    call: &Call<'_>,
    op: fn() -> Box<dyn BinMiniOp>,
    of_whole: Whole,
) -> TractResult<TVec<OutletId>> {
    let values = aligned(graph, call.inputs()?)?;
    let mut found = values[0];
    for &value in &values[1..] {
        found = binary(graph, tvec![found, value], op(), of_whole)?;
    }
    Ok(tvec![found])
}

pub(in crate::runtime) fn max(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    of_all(graph, call, || Box::new(math::Max), Whole::Greater)
}

pub(in crate::runtime) fn min(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    of_all(graph, call, || Box::new(math::Min), Whole::Lesser)
}

/// The sum of any number of values.
pub(in crate::runtime) fn sum(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    of_all(graph, call, || Box::new(math::Add), Whole::Add)
}

/// What is left of a division of whole numbers: with the sign of the divisor, or with `fmod` of
/// the dividend.
pub(in crate::runtime) fn modulo(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let values = aligned(graph, tvec![call.input(0)?, call.input(1)?])?;
    ensure!(
        graph.is_whole(values[0])?,
        "operands of type {:?}; allowed are whole numbers",
        graph.datum(values[0])?
    );
    let op = match call.integer("fmod", 0) {
        0 => Whole::Remainder,
        _ => Whole::Truncated,
    };
    Ok(tvec![whole::arithmetic(graph, op, &values)?])
}

/// One operator of tract's, for float32 alone.
macro_rules! unaries {
    ($($name:ident: $op:expr;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            let value = call.input(0)?;
            let datum = graph.datum(value)?;
            ensure!(datum == f32::datum_type(), "an operand of type {datum:?}; allowed is float32");
            Ok(tvec![graph.wire($op, &[value])?])
        }
    )*};
}

unaries! {
    erf: math::erf();
    sqrt: math::sqrt();
    tanh: math::tanh();
    sigmoid: nn::sigmoid();
    reciprocal: math::recip();
}

pub(super) const A: Operand = Operand::Input(0);

/// A step of a program, for float32 alone.
macro_rules! steps {
    ($($name:ident: $op:ident;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            Ok(tvec![program(graph, vec![Step::Unary(Unary::$op, A)], &[call.input(0)?])?])
        }
    )*};
}

steps! {
    log: Logarithm;
    exp: Exponential;
    sin: Sine;
    cos: Cosine;
    ceil: Ceiling;
    floor: Floor;
    round: Nearest;
}

/// A step of a program, and what it is of whole numbers.
macro_rules! either {
    ($($name:ident: $op:ident;)*) => {$(
        pub(in crate::runtime) fn $name(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
            let value = call.input(0)?;
            Ok(tvec![match graph.is_whole(value)? {
                true => whole::arithmetic(graph, Whole::$op, &[value])?,
                false => program(graph, vec![Step::Unary(Unary::$op, A)], &[value])?,
            }])
        }
    )*};
}

either! {
    abs: Abs;
    neg: Negative;
    sign: Sign;
}

/// Values between two bounds, either of which may be missing.
pub(in crate::runtime) fn clip(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let bounds: [(usize, Box<dyn BinMiniOp>, Whole); 2] = [
        (1, Box::new(math::Max), Whole::Greater),
        (2, Box::new(math::Min), Whole::Lesser),
    ];
    for (index, op, of_whole) in bounds {
        if let Some(bound) = call.optional(index) {
            ensure!(
                graph.shape(bound)?.iter().all(|size| size.is_one()),
                "a bound of shape {:?}; allowed is one number",
                graph.shape(bound)?
            );
            value = binary(graph, tvec![value, bound], op, of_whole)?;
        }
    }
    Ok(tvec![value])
}

/// Powers whose exponent is a constant: 2, 3, 1, 0.5, -0.5 and -1.
pub(in crate::runtime) fn pow(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let exponent = graph.known(call.input(1)?);
    let exponent = exponent.context("the exponent is not constant")?;
    ensure!(
        exponent.len() == 1 && exponent.rank() <= graph.rank(value)?,
        "an exponent of shape {:?}; allowed is one number",
        exponent.shape()
    );
    let exponent = graph.number(call.input(1)?)?;
    if graph.is_whole(value)? {
        ensure!(
            exponent == 2.0,
            "exponent {exponent} of whole numbers; allowed is 2"
        );
        return Ok(tvec![whole::arithmetic(
            graph,
            Whole::Multiply,
            &[value, value]
        )?]);
    }
    let square = Step::Unary(Unary::Square, A);
    let cube = vec![square, Step::Binary(Binary::Multiply, Operand::Step(0), A)];
    Ok(tvec![match exponent {
        2.0 => graph.wire(math::square(), &[value])?,
        0.5 => graph.wire(math::sqrt(), &[value])?,
        -0.5 => graph.wire(math::rsqrt(), &[value])?,
        -1.0 => graph.wire(math::recip(), &[value])?,
        1.0 => value,
        3.0 => program(graph, cube, &[value])?,
        other => bail!("exponent {other}; allowed are 2, 3, 1, 0.5, -0.5 and -1"),
    }])
}

/// Whether a value is no number.
pub(in crate::runtime) fn is_nan(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let same = super::logic::is_equal(graph, value, value)?;
    Ok(tvec![super::logic::negated(graph, same)?])
}

/// Values of another type.
pub(in crate::runtime) fn cast(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let number = call.integer("to", 0);
    let to = tensor::datum(number)?;
    cast_to(graph, call, number, to)
}

/// Values of the type that another has.
pub(in crate::runtime) fn cast_like(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let like = graph.datum(call.input(1)?)?;
    let (number, to) = match like {
        DatumType::TDim | DatumType::I64 => (7, i64::datum_type()),
        DatumType::F32 => (1, f32::datum_type()),
        DatumType::Bool => (9, bool::datum_type()),
        other => bail!("a cast to {other:?}"),
    };
    cast_to(graph, call, number, to)
}

fn cast_to(
    graph: &mut Graph,
    call: &Call<'_>,
    number: i64,
    to: DatumType,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    ensure!(
        call.carried(0).is_none() || number == 1,
        "a cast of sums to {to:?}; allowed is float32"
    );
    let whole = graph.is_whole(value)?;
    if whole && to == i64::datum_type() {
        return Ok(tvec![match number {
            // int32 keeps the last 32 bits.
            6 => whole::arithmetic(graph, Whole::Narrow, &[value])?,
            _ => value,
        }]);
    }
    ensure!(
        [f32::datum_type(), i64::datum_type(), bool::datum_type()].contains(&to)
            || graph.known(value).is_some(),
        "a cast to {to:?} in a run; allowed are float32, float16, int64, int32 and bool"
    );
    // Sums of 8 bits are float32 from here on, and a value of its own.
    let same = graph.datum(value)? == to && call.carried(0).is_none();
    let mut value = match same {
        true => value,
        false => graph.wire(cast_op(to), &[value])?,
    };
    if number == 10 {
        value = program(graph, vec![Step::Unary(Unary::Half, A)], &[value])?;
    }
    Ok(tvec![value])
}

/// The value itself.
pub(in crate::runtime) fn identity(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    call.gives(1)?;
    if let Some(training) = call.optional(2) {
        ensure!(
            graph.number(training)? == 0.0,
            "training; allowed is a graph that is run"
        );
    }
    let value = call.input(0)?;
    if let Some(carried) = call.carried(0) {
        graph.carry(carried);
    }
    Ok(tvec![value])
}

/// x + y, then what `then` makes of the sum.
pub(super) fn biased(
    graph: &mut Graph,
    call: &Call<'_>,
    then: fn(&mut Graph, OutletId) -> TractResult<OutletId>,
) -> TractResult<OutletId> {
    let mut value = call.input(0)?;
    if let Some(bias) = call.optional(1) {
        let values = aligned(graph, tvec![value, bias])?;
        value = float(graph, Box::new(math::Add), &values)?;
    }
    then(graph, value)
}
