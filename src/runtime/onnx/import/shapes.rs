//! Shapes: sizes of axes as values, and values under other shapes.

use tract_core::internal::*;
use tract_core::ops::array::MultiBroadcastTo;

use super::super::sizes;
use super::{Call, Graph, MOST_AXES, MOST_ELEMENTS, tensor};

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
    ensure!(
        value.len() == 1,
        "{} values to repeat; allowed is 1",
        value.len()
    );
    let value = value.nth(0)?.broadcast_into_rank(shape.len())?;
    let value = graph.constant(value)?;
    if shape.is_empty() {
        return Ok(tvec![value]);
    }
    let repeated = MultiBroadcastTo::new(shape.into());
    Ok(tvec![graph.wire(repeated, &[value])?])
}

/// The same elements under another shape, whose sizes must follow from those of the inputs.
///
/// Axes that the shapes have in common stay; what lies between them is split or merged.
pub(in crate::runtime) fn reshape(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let from = graph.shape(value)?.to_tvec();
    let sizes = match call.attribute("shape") {
        Some(shape) => shape.ints.iter().map(|size| size.to_dim()).collect(),
        None => graph.sizes(call.input(1)?)?,
    };
    let to = wanted(&from, &sizes, call.integer("allowzero", 0) != 0)?;
    Ok(tvec![reshaped(graph, value, &to)?])
}

/// A value with other axes of as many elements.
pub(super) fn reshaped(
    graph: &mut Graph,
    mut value: OutletId,
    to: &[TDim],
) -> TractResult<OutletId> {
    let from = graph.shape(value)?.to_tvec();
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
    Ok(value)
}

/// The sizes that a shape asks for: 0 is that of the same axis, unless it is allowed as such, -1 what
/// remains.
fn wanted(from: &[TDim], shape: &[TDim], allowzero: bool) -> TractResult<TVec<TDim>> {
    let mut to: TVec<TDim> = tvec![];
    for (axis, size) in shape.iter().enumerate() {
        to.push(if size == &TDim::Val(0) && !allowzero {
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
    let rank = i64::try_from(shape.len())?;
    let place = |name: &str, default: i64| {
        let place = call.integer(name, default);
        let place = if place < 0 { place + rank } else { place };
        usize::try_from(place.clamp(0, rank))
    };
    let (start, end) = (place("start", 0)?, place("end", rank)?);
    let shape = shape.get(start..end).unwrap_or(&[]);
    Ok(tvec![graph.whole(&[shape.len()], shape)?])
}

/// The axes of an input, or of the attribute's name in older operator sets; sorted.
fn axes(graph: &Graph, call: &Call<'_>, rank: usize) -> TractResult<Option<TVec<usize>>> {
    let Some(axes) = call.integers(graph, "axes", 1)? else {
        return Ok(None);
    };
    let axes = axes.iter().map(|&axis| graph.axis(axis, rank));
    let mut axes = axes.collect::<TractResult<TVec<_>>>()?;
    axes.sort_unstable();
    ensure!(
        axes.windows(2).all(|pair| pair[0] != pair[1]),
        "an axis stands twice in {axes:?}"
    );
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
        graph.same(&shape[axis], &1.to_dim())?;
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
    let added = call.integers(graph, "axes", 1)?;
    let added = added.context("the axes are missing")?.len();
    let axes = axes(graph, call, graph.rank(value)? + added)?.unwrap_or_default();
    for &axis in &axes {
        value = graph.wire(AxisOp::Add(axis), &[value])?;
    }
    Ok(tvec![value])
}

/// A value repeated along axes, so that it and a shape fit.
pub(in crate::runtime) fn expand(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let sizes = graph.sizes(call.input(1)?)?;
    Ok(tvec![expanded(graph, call.input(0)?, &sizes)?])
}

/// A value repeated along its axes of size 1, of which there may be more at first.
pub(super) fn expanded(
    graph: &mut Graph,
    mut value: OutletId,
    sizes: &[TDim],
) -> TractResult<OutletId> {
    for _ in graph.rank(value)?..sizes.len() {
        value = graph.wire(AxisOp::Add(0), &[value])?;
    }
    let from = graph.shape(value)?.to_tvec();
    let mut to = from.clone();
    let first = from.len() - sizes.len();
    for (own, size) in to[first..].iter_mut().zip(sizes) {
        if own.is_one() {
            *own = size.clone();
        } else if !size.is_one() {
            graph.same(own, size)?;
        }
    }
    if to == from {
        return Ok(value);
    }
    graph.wire(MultiBroadcastTo::new(to.into()), &[value])
}

/// A value so many times along each axis.
pub(in crate::runtime) fn tile(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let mut value = call.input(0)?;
    let repeats = graph.sizes(call.input(1)?)?;
    ensure!(
        repeats.len() == graph.rank(value)?,
        "{} numbers for {} axes",
        repeats.len(),
        graph.rank(value)?
    );
    for (axis, times) in repeats.iter().enumerate() {
        let shape = graph.shape(value)?.to_tvec();
        if times.is_one() {
            continue;
        }
        if shape[axis].is_one() {
            let mut to = shape.clone();
            to[axis] = times.clone();
            value = graph.wire(MultiBroadcastTo::new(to.into()), &[value])?;
            continue;
        }
        let whole = sizes::product(times, &shape[axis])?;
        let mut to = shape.clone();
        to.insert(axis, times.clone());
        value = graph.wire(AxisOp::Add(axis), &[value])?;
        value = graph.wire(MultiBroadcastTo::new(to.into()), &[value])?;
        let pair = tvec![times.clone(), shape[axis].clone()];
        value = graph.wire(AxisOp::Reshape(axis, pair, tvec![whole]), &[value])?;
    }
    Ok(tvec![value])
}
