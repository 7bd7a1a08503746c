//! Operators that move elements and axes, and sizes of axes as values.

use tract_core::internal::*;
use tract_core::ops::array::{Gather, MultiBroadcastTo, Pad, PadMode, Slice, TypedConcat};
use tract_core::ops::change_axes::perm_to_ops;

use super::quantized::{self, Carried};
use super::{Call, Graph, tensor};

pub(in crate::runtime) fn concat(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let mut values = call.inputs()?;
    let axis = graph.axis(call.integer("axis", 0), graph.rank(values[0])?)?;
    // Sizes beside whole numbers are sizes together.
    let sizes = |graph: &Graph, value: OutletId| {
        graph
            .known(value)
            .map(|known| known.cast_to::<TDim>().map(|sizes| sizes.into_owned()))
    };
    if values.iter().any(|&value| {
        graph
            .datum(value)
            .is_ok_and(|datum| datum == TDim::datum_type())
    }) {
        for value in &mut values {
            let known = sizes(graph, *value).context("a size is not constant")??;
            *value = graph.constant(known)?;
        }
    }
    Ok(tvec![graph.wire(TypedConcat::new(axis), &values)?])
}

/// A tensor that stands in the node.
pub(in crate::runtime) fn constant(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.attribute("value").and_then(|value| value.t.as_ref());
    let value = tensor::read(value.context("attribute `value` is missing")?)?;
    Ok(tvec![graph.constant(value)?])
}

/// A tensor of a constant shape that repeats one value.
pub(in crate::runtime) fn constant_of_shape(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let shape = graph.sizes(call.input(0)?)?;
    let value = match call.attribute("value").and_then(|value| value.t.as_ref()) {
        Some(value) => tensor::read(value)?,
        None => tensor1(&[0.0_f32]),
    };
    let value = value.nth(0)?.broadcast_into_rank(shape.len())?;
    let value = graph.constant(value)?;
    let repeated = MultiBroadcastTo::new(shape.into());
    Ok(tvec![graph.wire(repeated, &[value])?])
}

pub(in crate::runtime) fn gather(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let (mut table, mut indices) = (call.input(0)?, call.input(1)?);
    let axis = graph.axis(call.integer("axis", 0), graph.rank(table)?)?;
    if let (Some(places), Ok(size)) = (graph.known(indices), graph.shape(table)?[axis].to_i64()) {
        let places = places.cast_to::<i64>()?;
        for place in places.try_as_plain_ram()?.as_slice::<i64>()? {
            ensure!(
                (-size..size).contains(place),
                "place {place} of an axis of {size}"
            );
        }
    }
    if graph.datum(indices)? != i64::datum_type() {
        indices = graph.wire(tract_core::ops::cast::cast(i64::datum_type()), &[indices])?;
    }
    if call.is_only_dequantized(graph)
        && graph.known(indices).is_none()
        && graph.known(table).is_some()
        && graph.datum(table)? == u8::datum_type()
    {
        table = quantized::moved(graph, table)?;
        call.carry(graph, Carried::Moved);
    }
    Ok(tvec![graph.wire(Gather::new(axis), &[table, indices])?])
}

/// A value with a constant around it.
pub(in crate::runtime) fn pad(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let pads = graph.integers(call.input(1)?)?;
    let rank = graph.rank(value)?;
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

/// The same elements under another shape, whose sizes must follow from those of the inputs.
///
/// Axes that the shapes have in common stay; what lies between them is split or merged.
pub(in crate::runtime) fn reshape(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let allowzero = call.integer("allowzero", 0);
    ensure!(allowzero == 0, "allowzero {allowzero}; allowed is 0");
    let mut value = call.input(0)?;
    let from = graph.shape(value)?.to_tvec();
    let to = wanted(&from, &graph.sizes(call.input(1)?)?)?;
    ensure!(
        from.len().max(to.len()) <= MOST_AXES,
        "{} axes to {}; allowed are {MOST_AXES}",
        from.len(),
        to.len()
    );
    let (mut left, mut right) = (0, 0);
    while left < from.len() || right < to.len() {
        let (a, b) = group(&from[left..], &to[right..])
            .with_context(|| format!("a shape {to:?} for {from:?}"))?;
        let (old, new) = (&from[left..left + a], &to[right..right + b]);
        if old != new {
            // Axes before this group have their new sizes already.
            let op = AxisOp::Reshape(right, old.into(), new.into());
            value = graph.wire(op, &[value])?;
        }
        (left, right) = (left + a, right + b);
    }
    Ok(tvec![value])
}

/// The most axes on either side of a change of shape.
const MOST_AXES: usize = 8;

/// The most elements that the numbers of a shape make.
const MOST_ELEMENTS: i64 = 1 << 40;

/// The sizes that a shape asks for: 0 is that of the same axis, -1 what remains.
fn wanted(from: &[TDim], shape: &[TDim]) -> TractResult<TVec<TDim>> {
    let mut to: TVec<TDim> = tvec![];
    for (axis, size) in shape.iter().enumerate() {
        to.push(if size == &TDim::Val(0) {
            let same = from.get(axis).cloned();
            same.with_context(|| format!("size 0 of axis {axis}, which the operand lacks"))?
        } else {
            size.clone()
        });
    }
    let open = (0..to.len()).filter(|&axis| to[axis] == TDim::Val(-1));
    let open: TVec<usize> = open.collect();
    ensure!(open.len() <= 1, "{} sizes of -1; allowed is 1", open.len());
    let mut numbers = 1_i64;
    for (axis, size) in to.iter().enumerate() {
        if let (TDim::Val(size), false) = (size, open.contains(&axis)) {
            ensure!(*size >= 0, "a size of {size}; allowed are numbers from -1");
            let product = numbers.checked_mul(*size);
            numbers = product
                .filter(|product| *product <= MOST_ELEMENTS)
                .with_context(|| format!("{to:?}: more than {MOST_ELEMENTS} elements"))?;
        }
    }
    if let &[axis] = &*open {
        ensure!(numbers > 0, "a size of -1 beside an empty axis");
        let others = to.iter().enumerate().filter(|(at, _)| *at != axis);
        let known: TDim = others.map(|(_, size)| size).product();
        let whole: TDim = from.iter().product();
        to[axis] = whole.maybe_div(&known).map(|(size, _)| size)?;
    }
    Ok(to)
}

/// How many axes on either side have as many elements together; the fewest. At the end all that are
/// left, if they have size 1.
fn group(from: &[TDim], to: &[TDim]) -> Option<(usize, usize)> {
    let all = (from.len() + to.len()).max(1);
    for sum in 1..=all {
        for a in (0..=sum.min(from.len())).rev() {
            let b = sum - a;
            if b > to.len() {
                continue;
            }
            let old: TDim = from[..a].iter().product();
            let new: TDim = to[..b].iter().product();
            if a > 0 && b > 0 && old == new {
                return Some((a, b));
            }
        }
    }
    let rest = |sizes: &[TDim]| sizes.iter().all(|size| size.is_one());
    (rest(from) && rest(to)).then_some((from.len(), to.len()))
}

/// The sizes of the axes of a value.
pub(in crate::runtime) fn shape(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let shape = graph.shape(call.input(0)?)?.to_tvec();
    Ok(tvec![graph.constant(tensor1(&shape))?])
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
        let (start, end) = (place(start, &size), place(end, &size));
        if start == 0.to_dim() && end == size {
            continue;
        }
        value = graph.wire(Slice::new(axis, start, end), &[value])?;
    }
    Ok(tvec![value])
}

/// A place on an axis of `size`.
fn place(place: &TDim, size: &TDim) -> TDim {
    match (place.to_i64(), size.to_i64()) {
        (Ok(place), Ok(size)) if place < 0 => (place + size).max(0).to_dim(),
        (Ok(place), Ok(size)) => place.min(size).to_dim(),
        (Ok(place), _) if place < 0 => size.clone() + place,
        // What nobody's axis has: the end.
        (Ok(place), _) if place >= i64::from(i32::MAX) => size.clone(),
        _ => place.clone(),
    }
}

/// The axes of an input, or of the attribute's name in older operator sets; sorted.
fn axes(graph: &Graph, call: &Call<'_>, rank: usize) -> TractResult<Option<TVec<usize>>> {
    let Some(axes) = call.optional(1) else {
        return Ok(None);
    };
    let axes = graph.integers(axes)?;
    let axes = axes.iter().map(|&axis| graph.axis(axis, rank));
    let mut axes = axes.collect::<TractResult<TVec<_>>>()?;
    axes.sort_unstable();
    Ok(Some(axes))
}

/// Without some axes of size 1, or without all of them.
pub(in crate::runtime) fn squeeze(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let shape = graph.shape(value)?.to_tvec();
    let axes = axes(graph, call, shape.len())?.unwrap_or_else(|| {
        (0..shape.len())
            .filter(|&axis| shape[axis].is_one())
            .collect()
    });
    for &axis in axes.iter().rev() {
        value = graph.wire(AxisOp::Rm(axis), &[value])?;
    }
    Ok(tvec![value])
}

/// With axes of size 1 at places of the result.
pub(in crate::runtime) fn unsqueeze(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let added = graph.integers(call.input(1)?)?.len();
    let axes = axes(graph, call, graph.rank(value)? + added)?.unwrap_or_default();
    for &axis in &axes {
        value = graph.wire(AxisOp::Add(axis), &[value])?;
    }
    Ok(tvec![value])
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
