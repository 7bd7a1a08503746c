//! Operators of numbers of 8 bits.
//!
//! Constants are restored to float32. What is rounded in a run is carried as float32 without its
//! zero point, which the operators that take it subtract first: they alone may take it, with
//! the zero point that it was rounded with.

use tract_core::internal::*;
use tract_core::ops::cast::cast;
use tract_core::ops::math;

use super::{Call, Graph, elementwise, layers};
use crate::runtime::onnx::fusion;

/// The operators that take rounded values.
pub(super) const TAKERS: [&str; 2] = ["DequantizeLinear", "MatMulInteger"];

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
    if let Some(values) = graph.known(call.input(0)?) {
        let restored = restored(graph, call, &values)?;
        return Ok(tvec![graph.constant(restored)?]);
    }
    let mut value = call.input(0)?;
    let scale = number(graph, call, 1)?.context("allowed is one scale")?;
    if graph.rounded.contains_key(&value) {
        value = centred(graph, call, 0, 2)?;
    } else {
        value = graph.wire(cast(f32::datum_type()), &[value])?;
        let zero = zero_point(graph, call, 2)?;
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
    let restored: Vec<f32> = floats(values)?
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let slice = at / inner % size;
            (value - zeros[slice]) * scales[slice]
        })
        .collect();
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
    let rounded = graph.wire(op, &[value])?;
    graph.rounded.insert(rounded, Zero::Number(zero));
    Ok(tvec![rounded])
}

/// As uint8, with a scale and a zero point that follow from the range of all values.
pub(in crate::runtime) fn dynamic_quantize_linear(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let made = graph.wire_all(fusion::DynamicQuantize, &[call.input(0)?])?;
    let (rounded, step) = (made[0], made[1]);
    let zero = graph.constant(tensor0(0_u8))?;
    graph.rounded.insert(rounded, Zero::Outlet(zero));
    Ok(tvec![rounded, step, zero])
}

/// A product of numbers of 8 bits without their zero points. Its whole numbers are carried as
/// float32, exact up to 2²⁴ and rounded as a cast to float32 would beyond.
pub(in crate::runtime) fn mat_mul_integer(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let a = centred(graph, call, 0, 2)?;
    let b = centred(graph, call, 1, 3)?;
    Ok(tvec![layers::product(graph, a, b)?])
}

/// A value of 8 bits without its zero point: one that was rounded, or a constant, whose last
/// axis may have a zero point for every place.
fn centred(graph: &mut Graph, call: &Call<'_>, value: usize, zero: usize) -> TractResult<OutletId> {
    let outlet = call.input(value)?;
    if let Some(rounded) = graph.rounded.get(&outlet).copied() {
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
    let values = floats(&known)?;
    let zeros = zeros.iter().cycle();
    let values: Vec<f32> = values.iter().zip(zeros).map(|(v, zero)| v - zero).collect();
    graph.constant(Tensor::from_shape(known.shape(), &values)?)
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

fn floats(tensor: &Tensor) -> TractResult<Vec<f32>> {
    let floats = tensor.cast_to::<f32>()?;
    Ok(floats.try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
}
