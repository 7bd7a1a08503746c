//! Sequences of values, as newer exporters write the parts of a value.
//!
//! A sequence is known while the graph is read: a constant stands for it, which only
//! the operators of sequences take.

use tract_core::internal::*;

use super::quantized::Carried;
use super::{Call, Graph, places};

/// A value cut into parts along an axis.
pub(in crate::runtime) fn split_to_sequence(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let axis = graph.axis(call.integer("axis", 0), graph.rank(value)?)?;
    let size = super::super::sizes::number(&graph.shape(value)?[axis]);
    let size = size.context("a sequence along an axis whose size is open")?;
    let (sizes, drops) = match call.optional(1) {
        None => {
            let keeps = call.integer("keepdims", 1) != 0;
            (tvec![1; usize::try_from(size)?], !keeps)
        }
        Some(sizes) => {
            let scalar = graph.rank(sizes)? == 0;
            let sizes = graph.integers(sizes)?;
            match (&*sizes, scalar) {
                (&[each], true) => {
                    ensure!(each > 0, "parts of {each}");
                    let starts = (0..size).step_by(usize::try_from(each)?);
                    (starts.map(|start| each.min(size - start)).collect(), false)
                }
                _ => (sizes, false),
            }
        }
    };
    ensure!(
        sizes.len() <= 1024,
        "a sequence of {} values; allowed are 1024",
        sizes.len()
    );
    let mut parts = places::cut(graph, value, axis, &sizes)?;
    if drops {
        for part in &mut parts {
            *part = graph.wire(AxisOp::Rm(axis), &[*part])?;
        }
    }
    sequence(graph, parts)
}

/// Values as a sequence.
pub(in crate::runtime) fn sequence_construct(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let parts = call.inputs()?;
    sequence(graph, parts)
}

fn sequence(graph: &mut Graph, parts: TVec<OutletId>) -> TractResult<TVec<OutletId>> {
    graph.carry(Carried::Sequence(graph.sequences.len()));
    graph.sequences.push(parts);
    // Nobody takes the value itself.
    Ok(tvec![graph.constant(tensor0(0_i64))?])
}

fn parts(graph: &Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    match call.carried(0) {
        Some(Carried::Sequence(number)) => Ok(graph.sequences[number].clone()),
        _ => bail!("input 0 is no sequence"),
    }
}

/// The value at a place of a sequence.
pub(in crate::runtime) fn sequence_at(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let parts = parts(graph, call)?;
    let places = graph.integers(call.input(1)?)?;
    let &[place] = &*places else {
        bail!("{} places; allowed is 1", places.len());
    };
    let place = graph.axis(place, parts.len())?;
    Ok(tvec![parts[place]])
}

/// How many values a sequence has.
pub(in crate::runtime) fn sequence_length(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let count = parts(graph, call)?.len();
    Ok(tvec![graph.constant(tensor0(i64::try_from(count)?))?])
}

/// The values of a sequence, one behind the other along an axis, or along a new one.
pub(in crate::runtime) fn concat_from_sequence(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let mut parts = parts(graph, call)?;
    let first = *parts.first().context("a sequence without values")?;
    let adds = call.integer("new_axis", 0) != 0;
    let rank = graph.rank(first)? + usize::from(adds);
    let axis = graph.axis(call.integer("axis", 0), rank)?;
    if adds {
        for part in &mut parts {
            *part = graph.wire(AxisOp::Add(axis), &[*part])?;
        }
    }
    Ok(tvec![places::joined(graph, parts, axis)?])
}
