//! Slices at places of several axes, which the last axis of an operand says.

use tract_core::internal::*;

use super::super::sizes;
use super::{Call, Graph};
use crate::runtime::plan::Op;

/// The shape of the slices that places ask of a value: the places' axes but the last, and the
/// value's behind those that a place says.
fn placed(graph: &Graph, shape: &[TDim], places: OutletId) -> TractResult<Vec<TDim>> {
    let outer = graph.shape(places)?.to_tvec();
    let depth = outer.last().and_then(sizes::number);
    let depth = depth.and_then(|depth| usize::try_from(depth).ok());
    let depth = depth.filter(|depth| (1..=shape.len()).contains(depth));
    let depth = depth.context("places of other many axes than the value has")?;
    Ok([&outer[..outer.len() - 1], &shape[depth..]].concat())
}

/// Slices of a value at places of its first axes.
pub(in crate::runtime) fn gather_nd(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let batch = call.integer("batch_dims", 0);
    ensure!(batch == 0, "batch_dims {batch}; allowed is 0");
    let (table, places) = (call.input(0)?, call.input(1)?);
    let datum = graph.datum(table)?;
    ensure!(
        graph.is_whole(places)?
            && [f32::datum_type(), i64::datum_type(), bool::datum_type()].contains(&datum),
        "places of type {:?} in a value of type {datum:?}",
        graph.datum(places)?
    );
    let shape = graph.shape(table)?.to_tvec();
    let shape = placed(graph, &shape, places)?;
    let op = Op::GatherSlices;
    Ok(tvec![graph.planned(op, &[table, places], datum, &shape)?])
}

/// A value with slices put in at places of its first axes.
pub(in crate::runtime) fn scatter_nd(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let reduction = call.text("reduction", "none");
    ensure!(
        reduction == "none",
        "reduction `{reduction}`; allowed is none"
    );
    let (table, places, slices) = (call.input(0)?, call.input(1)?, call.input(2)?);
    ensure!(
        graph.is_whole(places)? && graph.datum(table)? == graph.datum(slices)?,
        "places of type {:?}, and slices of type {:?} in a value of type {:?}",
        graph.datum(places)?,
        graph.datum(slices)?,
        graph.datum(table)?
    );
    let shape = graph.shape(table)?.to_tvec();
    let wanted = placed(graph, &shape, places)?;
    let found = graph.shape(slices)?.to_tvec();
    ensure!(
        wanted.len() == found.len(),
        "slices of shape {found:?}; the places ask for {wanted:?}"
    );
    for (wanted, found) in wanted.iter().zip(&found) {
        graph.same(wanted, found)?;
    }
    let datum = graph.datum(table)?;
    let op = Op::ScatterSlices;
    Ok(tvec![graph.planned(
        op,
        &[table, places, slices],
        datum,
        &shape
    )?])
}
