//! Operators that move elements.

use tract_core::internal::*;
use tract_core::ops::array::{Gather, Pad, PadMode, Slice, TypedConcat};
use tract_core::ops::cast::cast;
use tract_core::ops::change_axes::perm_to_ops;

use super::super::sizes;
use super::quantized::{self, Carried};
use super::{Call, Graph, dimensions, tensor};
use crate::runtime::plan::Op;

/// Values of one type, one behind the other.
pub(in crate::runtime) fn concat(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let values = call.inputs()?;
    let axis = graph.axis(call.integer("axis", 0), graph.rank(values[0])?)?;
    Ok(tvec![joined(graph, values, axis)?])
}

pub(super) fn joined(
    graph: &mut Graph,
    mut values: TVec<OutletId>,
    axis: usize,
) -> TractResult<OutletId> {
    let is_size = |graph: &Graph, value: OutletId| {
        let datum = graph.datum(value);
        datum.is_ok_and(|datum| datum == TDim::datum_type())
    };
    // Sizes beside whole numbers are sizes together, where all are known.
    let known = values.iter().all(|&value| graph.known(value).is_some());
    if values.iter().any(|&value| is_size(graph, value)) {
        for value in &mut values {
            *value = match graph.known(*value).filter(|_| known) {
                Some(tensor) => {
                    let sizes = tensor1(&dimensions(&tensor)?).into_shape(tensor.shape())?;
                    graph.constant(sizes)?
                }
                None => graph.at_run_time(*value)?,
            };
        }
    }
    let first = graph.shape(values[0])?.to_tvec();
    let datum = graph.datum(values[0])?;
    for &value in &values[1..] {
        let shape = graph.shape(value)?.to_tvec();
        ensure!(
            shape.len() == first.len() && graph.datum(value)? == datum,
            "values of {} and {} axes, of types {datum:?} and {:?}",
            first.len(),
            shape.len(),
            graph.datum(value)?
        );
        for (at, (a, b)) in first.iter().zip(&shape).enumerate() {
            if at != axis {
                graph.same(a, b)?;
            }
        }
    }
    match &*values {
        [value] => Ok(*value),
        _ => graph.wire(TypedConcat::new(axis), &values),
    }
}

/// A tensor that stands in the node.
pub(in crate::runtime) fn constant(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let number = |name: &str| call.attribute(name);
    let value = if let Some(value) = number("value").and_then(|value| value.t.as_ref()) {
        tensor::read(value)?
    } else if let Some(value) = number("value_int") {
        tensor0(value.i)
    } else if let Some(value) = number("value_ints") {
        tensor1(&value.ints)
    } else if let Some(value) = number("value_float") {
        tensor0(value.f)
    } else if let Some(value) = number("value_floats") {
        tensor1(&value.floats)
    } else {
        bail!("attribute `value` is missing");
    };
    Ok(tvec![graph.constant(value)?])
}

/// Slices of a table along an axis.
pub(in crate::runtime) fn gather(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (mut table, mut indices) = (call.input(0)?, call.input(1)?);
    let axis = graph.axis(call.integer("axis", 0), graph.rank(table)?)?;
    if let (Some(known), Some(size)) = (
        graph.known(indices),
        sizes::number(&graph.shape(table)?[axis]),
    ) {
        let mut places = graph.sizes(indices)?;
        for place in &mut places {
            let number = sizes::number(place).unwrap_or(0);
            ensure!(
                (-size..size).contains(&number),
                "place {number} of an axis of {size}"
            );
            if number < 0 {
                *place = (number + size).to_dim();
            }
        }
        indices = graph.whole(known.shape(), &places)?;
    }
    if !graph.is_whole(indices)? {
        indices = graph.wire(cast(i64::datum_type()), &[indices])?;
    }
    if call.is_only_dequantized(graph)
        && graph.known(indices).is_none()
        && graph.known(table).is_some()
        && graph.datum(table)? == u8::datum_type()
    {
        table = quantized::moved(graph, table)?;
        graph.carry(Carried::Moved);
    }
    Ok(tvec![graph.wire(Gather::new(axis), &[table, indices])?])
}

/// Rows of a table.
pub(super) fn gathered(
    graph: &mut Graph,
    table: OutletId,
    places: OutletId,
) -> TractResult<OutletId> {
    ensure!(
        graph.is_whole(places)?,
        "places of type {:?}; allowed are whole numbers",
        graph.datum(places)?
    );
    graph.wire(Gather::new(0), &[table, places])
}

/// A value with a constant around it.
pub(in crate::runtime) fn pad(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let mode = call.text("mode", "constant");
    ensure!(mode == "constant", "mode `{mode}`; allowed is constant");
    let mut pads = graph.integers(call.input(1)?)?;
    let rank = graph.rank(value)?;
    if let Some(axes) = call.optional(3) {
        let axes = graph.integers(axes)?;
        ensure!(
            pads.len() == 2 * axes.len(),
            "{} pads for {} axes",
            pads.len(),
            axes.len()
        );
        let mut all = tvec![0; 2 * rank];
        for (at, &axis) in axes.iter().enumerate() {
            let axis = graph.axis(axis, rank)?;
            (all[axis], all[axis + rank]) = (pads[at], pads[at + axes.len()]);
        }
        pads = all;
    }
    ensure!(
        pads.len() == 2 * rank,
        "{} pads for {rank} axes",
        pads.len()
    );
    let pads = (0..rank)
        .map(|axis| {
            Ok((
                usize::try_from(pads[axis])?,
                usize::try_from(pads[axis + rank])?,
            ))
        })
        .collect::<TractResult<Vec<_>>>()?;
    let filling = match call.optional(2) {
        Some(filling) => graph
            .known(filling)
            .context("what is padded with is not constant")?,
        None => Tensor::zero_scalar_dt(graph.datum(value)?)?.into_arc_tensor(),
    };
    let mode = PadMode::Constant(filling.nth(0)?.into_arc_tensor());
    Ok(tvec![graph.wire(Pad { pads, mode }, &[value])?])
}

/// Stretches of axes. Places count from the end if negative, and end with the axis.
pub(in crate::runtime) fn slice(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let (starts, ends) = (graph.sizes(call.input(1)?)?, graph.sizes(call.input(2)?)?);
    let axes = match call.optional(3) {
        Some(axes) => graph.integers(axes)?,
        None => (0..).take(starts.len()).collect(),
    };
    if let Some(steps) = call.optional(4) {
        let steps = graph.integers(steps)?;
        ensure!(
            steps.iter().all(|&step| step == 1),
            "steps {steps:?}; allowed is 1"
        );
    }
    ensure!(
        starts.len() == ends.len() && starts.len() == axes.len(),
        "places and axes differ in number"
    );
    let rank = graph.rank(value)?;
    for ((start, end), axis) in starts.iter().zip(&ends).zip(axes) {
        let axis = graph.axis(axis, rank)?;
        let size = graph.shape(value)?[axis].clone();
        let (start, mut end) = (place(graph, start, &size)?, place(graph, end, &size)?);
        // What ends before it begins is empty.
        if let (Some(first), Some(last)) = (sizes::number(&start), sizes::number(&end))
            && last < first
        {
            end = start.clone();
        }
        value = sliced(graph, value, axis, start, end)?;
    }
    Ok(tvec![value])
}

/// A stretch of an axis.
pub(super) fn sliced(
    graph: &mut Graph,
    value: OutletId,
    axis: usize,
    start: TDim,
    end: TDim,
) -> TractResult<OutletId> {
    if start == 0.to_dim() && end == graph.shape(value)?[axis] {
        return Ok(value);
    }
    graph.wire(Slice::new(axis, start, end), &[value])
}

/// A place on an axis of `size`. Of a place that a run says, one of both cases is
/// taken for granted; a run of the other is refused.
fn place(graph: &mut Graph, place: &TDim, size: &TDim) -> TractResult<TDim> {
    if let (Some(number), Some(size)) = (sizes::number(place), sizes::number(size)) {
        let place = match number {
            ..0 => number.saturating_add(size).max(0),
            _ => number.min(size),
        };
        return Ok(place.to_dim());
    }
    if let Some(number) = sizes::number(place) {
        // What nobody's axis has: the end, or the beginning.
        return match number {
            number if number >= i64::from(i32::MAX) => Ok(size.clone()),
            number if number <= i64::from(i32::MIN) => Ok(0.to_dim()),
            ..0 => sizes::sum(size, place, 1),
            _ => Ok(place.clone()),
        };
    }
    let signs = sizes::compared(place, &0.to_dim());
    if signs.positive {
        return Ok(place.clone());
    }
    if signs.zero {
        // -0 is the beginning of an axis, and not its end.
        graph.not_empty.extend(place.symbols());
    }
    sizes::sum(size, place, 1)
}

/// A value cut into parts along an axis.
pub(in crate::runtime) fn split(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let axis = graph.axis(call.integer("axis", 0), graph.rank(value)?)?;
    let parts = match call.integers(graph, "split", 1)? {
        Some(parts) => parts,
        None => equal_parts(graph, value, axis, call.outputs())?,
    };
    ensure!(
        parts.len() == call.outputs(),
        "{} parts for {} outputs",
        parts.len(),
        call.outputs()
    );
    cut(graph, value, axis, &parts)
}

/// The sizes of so many parts of an axis; the last may be smaller.
pub(super) fn equal_parts(
    graph: &Graph,
    value: OutletId,
    axis: usize,
    count: usize,
) -> TractResult<TVec<i64>> {
    let size = sizes::number(&graph.shape(value)?[axis]);
    let size = size.context("equal parts of an axis whose size is open")?;
    let count = i64::try_from(count.max(1))?;
    let each = size.div_euclid(count) + i64::from(size % count != 0);
    Ok((0..count)
        .map(|part| (size - part * each).clamp(0, each))
        .collect())
}

/// Parts of an axis, one behind the other, as many elements together as it has.
pub(super) fn cut(
    graph: &mut Graph,
    value: OutletId,
    axis: usize,
    parts: &[i64],
) -> TractResult<TVec<OutletId>> {
    let whole = parts.iter().try_fold(0_i64, |sum, &part| {
        sum.checked_add(part).filter(|_| part >= 0)
    });
    let whole = whole.with_context(|| format!("parts of sizes {parts:?}"))?;
    let size = graph.shape(value)?[axis].clone();
    graph.same(&size, &whole.to_dim())?;
    let mut start = 0;
    let parts = parts.iter().map(|part| {
        let end = start + part;
        let part = sliced(graph, value, axis, start.to_dim(), end.to_dim());
        start = end;
        part
    });
    parts.collect()
}

/// Elements at places along an axis, a place for each element.
pub(in crate::runtime) fn gather_elements(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (table, places) = (call.input(0)?, call.input(1)?);
    let axis = graph.axis(call.integer("axis", 0), graph.rank(table)?)?;
    ensure!(
        graph.rank(places)? == graph.rank(table)? && graph.is_whole(places)?,
        "places of {} axes and type {:?} in a table of {} axes",
        graph.rank(places)?,
        graph.datum(places)?,
        graph.rank(table)?
    );
    let shape = graph.shape(places)?.to_tvec();
    let datum = graph.datum(table)?;
    ensure!(
        [f32::datum_type(), i64::datum_type(), bool::datum_type()].contains(&datum),
        "a table of type {datum:?}"
    );
    let op = Op::GatherElements { axis };
    Ok(tvec![graph.planned(op, &[table, places], datum, &shape)?])
}

/// The axes in another order; backwards without one.
pub(in crate::runtime) fn transpose(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let rank = graph.rank(value)?;
    let order = match call.attribute("perm") {
        Some(order) => order
            .ints
            .iter()
            .map(|&axis| graph.axis(axis, rank))
            .collect::<TractResult<TVec<_>>>()?,
        None => (0..rank).rev().collect(),
    };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    ensure!(
        sorted.iter().copied().eq(0..rank),
        "perm {order:?} of {rank} axes"
    );
    for op in perm_to_ops(&order) {
        value = graph.wire(op, &[value])?;
    }
    Ok(tvec![value])
}
