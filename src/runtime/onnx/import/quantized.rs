//! Operators of numbers of 8 bits.
//!
//! Constants are restored to float32, but for tables of which a run takes slices: of uint8 less
//! [`MOVED`], where only DequantizeLinear takes the slices. What is rounded is carried as float32 without its
//! zero point, which the operators that take it subtract first: they alone may take it, with
//! the zero point that it was rounded with. A product of such numbers is carried as float32 too, and
//! only a cast to that type may take it.

use tract_core::internal::*;
use tract_core::ops::cast::cast;
use tract_core::ops::math;
use tract_core::ops::nn::{Reduce, Reducer};

use super::tensor::floats;
use super::{Call, Graph, elementwise, layers};
use crate::runtime::onnx::fusion;

/// What uint8 is less to be int8.
pub(super) const MOVED: f32 = 128.0;

/// What a value is in the file that is carried as another type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Carried {
    /// uint8, carried as int8, less [`MOVED`].
    Moved,
    /// Numbers of 8 bits, without their zero point.
    Rounded(Zero),
    /// int32: products of such numbers.
    Sum,
    /// A sequence of values, by its number.
    Sequence(usize),
}

impl Carried {
    /// Whether an operator may take it.
    pub(super) fn check(self, operator: &str) -> TractResult<()> {
        let (what, takers): (_, &[&str]) = match self {
            Self::Moved => ("slices of a table of uint8", &["DequantizeLinear"]),
            Self::Rounded(_) => (
                "rounded values",
                &[
                    "DequantizeLinear",
                    "MatMulInteger",
                    "MatMulIntegerToFloat",
                    "QAttention",
                    "Identity",
                ],
            ),
            Self::Sum => ("sums of whole numbers", &["Cast", "Identity"]),
            Self::Sequence(_) => (
                "a sequence",
                &[
                    "SequenceAt",
                    "SequenceLength",
                    "ConcatFromSequence",
                    "Identity",
                ],
            ),
        };
        ensure!(
            takers.contains(&operator),
            "it takes {what}; allowed are {}",
            takers.join(", ")
        );
        Ok(())
    }
}

/// The zero point that a rounded value had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Zero {
    /// A number.
    Number(f32),
    /// What the operator that rounded gives as such.
    Outlet(OutletId),
}

/// (x - zero) · scale: of constants along an axis, else with one scale.
pub(in crate::runtime) fn dequantize_linear(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let carried = call.carried(0);
    let rounded = matches!(carried, Some(Carried::Rounded(_)));
    if !rounded && let Some(values) = graph.known(value) {
        let restored = restored(graph, call, &values)?;
        return Ok(tvec![graph.constant(restored)?]);
    }
    let scale = number(graph, call, 1)?.context("allowed is one scale")?;
    if rounded {
        value = without_zero(graph, call, 0, 2)?;
    } else {
        value = graph.wire(cast(f32::datum_type()), &[value])?;
        let mut zero = zero_point(graph, call, 2)?;
        if matches!(carried, Some(Carried::Moved)) {
            zero -= MOVED;
        }
        if zero != 0.0 {
            value = elementwise::with_number(graph, math::Sub, value, zero)?;
        }
    }
    Ok(tvec![elementwise::with_number(
        graph,
        math::Mul,
        value,
        scale
    )?])
}

/// What stands for a constant table of uint8: int8, each number less [`MOVED`]; one for all that take it.
pub(super) fn moved(graph: &mut Graph, table: OutletId) -> TractResult<OutletId> {
    if let Some(&moved) = graph.moved.get(&table) {
        return Ok(moved);
    }
    let known = graph.known(table).context("a table is not constant")?;
    let numbers = known.try_as_plain_ram()?.as_slice::<u8>()?.iter();
    // The same as 128 less, in two's complement.
    let numbers: Vec<i8> = numbers.map(|&number| (number ^ 0x80) as i8).collect();
    let moved = graph.constant(Tensor::from_shape(known.shape(), &numbers)?)?;
    graph.moved.insert(table, moved);
    Ok(moved)
}

/// Constants in 8 bits, as float32.
fn restored(graph: &Graph, call: &Call<'_>, values: &Tensor) -> TractResult<Tensor> {
    let scales = constants(graph, call, 1)?;
    let zeros = match call.optional(2) {
        Some(_) => constants(graph, call, 2)?,
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
    let mut restored = floats(values)?;
    for row in restored.chunks_mut((size * inner).max(1)) {
        let slices = row.chunks_mut(inner).zip(zeros.iter().zip(&scales));
        for (slice, (zero, scale)) in slices {
            for value in slice {
                *value = (*value - zero) * scale;
            }
        }
    }
    Tensor::from_shape(values.shape(), &restored)
}

/// round(x / scale) + zero, between the bounds of the zero point's type.
pub(in crate::runtime) fn quantize_linear(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let step = number(graph, call, 1)?.context("allowed is one scale")?;
    let zero = zero_point(graph, call, 2)?;
    let datum = call.optional(2).map(|zero| graph.datum(zero)).transpose()?;
    let (low, high) = match datum {
        None | Some(DatumType::U8) => (0.0, 255.0),
        Some(DatumType::I8) => (-128.0, 127.0),
        Some(other) => bail!("a zero point of type {other:?}; allowed are uint8 and int8"),
    };
    let op = fusion::Quantize {
        step,
        low: low - zero,
        high: high - zero,
    };
    ensure!(step > 0.0, "a scale of {step}; allowed are numbers above 0");
    let rounded = match graph.known(value) {
        Some(known) => {
            let values: Vec<f32> = floats(&known)?.iter().map(|&x| op.apply(x)).collect();
            let values = Tensor::from_shape(known.shape(), &values)?;
            graph.constant(values)?
        }
        None => graph.wire(op, &[value])?,
    };
    graph.carry(Carried::Rounded(Zero::Number(zero)));
    Ok(tvec![rounded])
}

/// As uint8, with a scale and a zero point that follow from the range of all values.
pub(in crate::runtime) fn dynamic_quantize_linear(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let made = graph.wire_all(fusion::DynamicQuantize, &[call.input(0)?])?;
    graph.carry(Carried::Rounded(Zero::Outlet(made[2])));
    Ok(made)
}

/// A product of numbers of 8 bits without their zero points. Where the weights fit in 8 bits its sums
/// are exact; else they are added in float32, exact up to 2²⁴.
pub(in crate::runtime) fn mat_mul_integer(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    // Several are one for each row of the first operand, and one for each column of the second.
    if call
        .optional(2)
        .is_some_and(|zero| graph.known(zero).is_some())
    {
        zero_point(graph, call, 2)?;
    }
    let a = without_zero(graph, call, 0, 2)?;
    let sum = product_with(graph, call, a, 1, 3)?;
    graph.carry(Carried::Sum);
    Ok(tvec![sum])
}

/// A constant of uint8 with one zero point whose difference needs 9 bits: the numbers less [`MOVED`], as
/// 8 bits hold them, and what each is then greater than without its zero point.
fn kept_in_bytes(
    graph: &mut Graph,
    call: &Call<'_>,
    value: usize,
    zero: usize,
) -> TractResult<Option<(OutletId, f32)>> {
    let Some(known) = graph.known(call.input(value)?) else {
        return Ok(None);
    };
    if known.datum_type() != u8::datum_type() || call.optional(zero).is_none() {
        return Ok(None);
    }
    let &[zero] = &constants(graph, call, zero)?[..] else {
        return Ok(None);
    };
    let numbers = known.try_as_plain_ram()?.as_slice::<u8>()?;
    let fits = |&number: &u8| (-MOVED..MOVED).contains(&(f32::from(number) - zero));
    if numbers.iter().all(fits) {
        return Ok(None);
    }
    let moved = moved(graph, call.input(value)?)?;
    let moved = widened(graph, moved)?;
    Ok(Some((moved, zero - MOVED)))
}

/// The product of whole numbers with those of an input, less its zero point.
pub(super) fn product_with(
    graph: &mut Graph,
    call: &Call<'_>,
    rows: OutletId,
    value: usize,
    zero: usize,
) -> TractResult<OutletId> {
    if let Some((weights, more)) = kept_in_bytes(graph, call, value, zero)? {
        return product_of_bytes(graph, rows, weights, more);
    }
    let weights = without_zero(graph, call, value, zero)?;
    layers::product(graph, rows, weights)
}

/// The product with numbers that are each `more` too great: Σ x w - more · Σ x.
fn product_of_bytes(
    graph: &mut Graph,
    rows: OutletId,
    weights: OutletId,
    more: f32,
) -> TractResult<OutletId> {
    let sum = layers::product(graph, rows, weights)?;
    let last = graph.rank(rows)?.checked_sub(1).context("no axis")?;
    let all = graph.wire(Reduce::new(tvec![last], Reducer::Sum), &[rows])?;
    let all = elementwise::with_number(graph, math::Mul, all, more)?;
    let values = elementwise::aligned(graph, tvec![sum, all])?;
    elementwise::float(graph, Box::new(math::Sub), &values)
}

/// A value of 8 bits without its zero point: one that was rounded, or a constant, whose last
/// axis may have a zero point for every place.
pub(super) fn without_zero(
    graph: &mut Graph,
    call: &Call<'_>,
    value: usize,
    zero: usize,
) -> TractResult<OutletId> {
    let outlet = call.input(value)?;
    if let Some(Carried::Rounded(rounded)) = call.carried(value) {
        let same = match rounded {
            Zero::Outlet(rounded) => call.optional(zero) == Some(rounded),
            Zero::Number(rounded) => rounded == zero_point(graph, call, zero)?,
        };
        ensure!(
            same,
            "input {value} was rounded with another zero point than input {zero}"
        );
        return Ok(outlet);
    }
    let known = graph.known(outlet);
    let known = known.with_context(|| format!("input {value} is not constant or rounded"))?;
    let zeros = match call.optional(zero) {
        Some(_) => constants(graph, call, zero)?,
        None => vec![0.0],
    };
    let columns = known.shape().last().copied().unwrap_or(1);
    ensure!(
        zeros.len() == 1 || zeros.len() == columns,
        "{} zero points for {columns} columns",
        zeros.len()
    );
    if let Some(bytes) = as_bytes(graph, outlet, &known, &zeros)? {
        return widened(graph, bytes);
    }
    let mut values = floats(&known)?;
    for row in values.chunks_mut(zeros.len()) {
        for (value, zero) in row.iter_mut().zip(&zeros) {
            *value -= zero;
        }
    }
    graph.constant(Tensor::from_shape(known.shape(), &values)?)
}

/// Constant numbers of 8 bits less their zero points as int8, if all of them fit.
fn as_bytes(
    graph: &mut Graph,
    outlet: OutletId,
    known: &Tensor,
    zeros: &[f32],
) -> TractResult<Option<OutletId>> {
    let is_int8 = known.datum_type() == i8::datum_type();
    if is_int8 && zeros.iter().all(|zero| *zero == 0.0) {
        return Ok(Some(outlet));
    }
    let ram = known.try_as_plain_ram()?;
    let numbers: Box<dyn Iterator<Item = i16>> = match known.datum_type() {
        DatumType::I8 => Box::new(ram.as_slice::<i8>()?.iter().map(|&number| number.into())),
        DatumType::U8 => Box::new(ram.as_slice::<u8>()?.iter().map(|&number| number.into())),
        _ => return Ok(None),
    };
    let zeros = zeros.iter().cycle().map(|&zero| zero as i16);
    let less = numbers
        .zip(zeros)
        .map(|(number, zero)| i8::try_from(number - zero).ok());
    let Some(less) = less.collect::<Option<Vec<i8>>>() else {
        return Ok(None);
    };
    Ok(Some(
        graph.constant(Tensor::from_shape(known.shape(), &less)?)?,
    ))
}

/// int8 as float32, of a matrix without making it four times as large.
fn widened(graph: &mut Graph, bytes: OutletId) -> TractResult<OutletId> {
    if graph.rank(bytes)? == 2 {
        return graph.wire(fusion::Widened, &[bytes]);
    }
    let known = graph.known(bytes).context("weights are not constant")?;
    graph.constant(fusion::Widened::floats(&known)?)
}

/// The one zero point of an input; 0 if there is none.
fn zero_point(graph: &Graph, call: &Call<'_>, index: usize) -> TractResult<f32> {
    match call.optional(index) {
        Some(_) => number(graph, call, index)?.context("allowed is one zero point"),
        None => Ok(0.0),
    }
}

/// The number of a constant that is one.
fn number(graph: &Graph, call: &Call<'_>, index: usize) -> TractResult<Option<f32>> {
    Ok(match constants(graph, call, index)?[..] {
        [number] => Some(number),
        _ => None,
    })
}

/// The elements of an input that must be constant.
fn constants(graph: &Graph, call: &Call<'_>, index: usize) -> TractResult<Vec<f32>> {
    let known = graph.known(call.input(index)?);
    floats(&*known.with_context(|| format!("input {index} is not constant"))?)
}
