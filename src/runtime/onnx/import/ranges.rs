//! Operators that count: ranges, sums of what came before, triangles.

use tract_core::internal::*;
use tract_core::ops::cast::cast;

use super::super::sizes;
use super::elementwise::aligned;
use super::{Call, Graph, MOST_FOLDED, logic, whole};
use crate::runtime::plan::{Comparison, Op, Whole};

/// Numbers from one up to, but without, another, a step apart.
pub(in crate::runtime) fn range(graph: &mut Graph, call: &Call<'_>) -> TractResult<TVec<OutletId>> {
    let [start, limit, step] = [0, 1, 2].map(|index| call.input(index));
    let (start, limit, step) = (start?, limit?, step?);
    if !graph.is_whole(start)? {
        let [start, limit, step] = [start, limit, step].map(|value| graph.number(value));
        let (start, limit, step) = (f64::from(start?), f64::from(limit?), f64::from(step?));
        ensure!(step != 0.0, "a step of 0");
        let count = ((limit - start) / step).ceil().max(0.0);
        ensure!(count <= MOST_FOLDED as f64, "a range of {count} numbers");
        let numbers = (0..count as usize).map(|at| (start + at as f64 * step) as f32);
        return Ok(tvec![
            graph.constant(tensor1(&numbers.collect::<Vec<_>>()))?
        ]);
    }
    let one = |graph: &Graph, value: OutletId| {
        let sizes = graph.sizes(value).context("a bound of the range")?;
        ensure!(sizes.len() == 1, "{} bounds; allowed is 1", sizes.len());
        Ok(sizes[0].clone())
    };
    let (start, limit) = (one(graph, start)?, one(graph, limit)?);
    let step = graph.integers(step)?;
    let &[step] = &*step else {
        bail!("{} steps; allowed is 1", step.len());
    };
    ensure!(step != 0, "a step of 0");
    let width = match step > 0 {
        true => sizes::sum(&limit, &start, -1)?,
        false => sizes::sum(&start, &limit, -1)?,
    };
    let each = step.checked_abs().context("a step")?;
    let count = match sizes::number(&width) {
        Some(width) => (width.max(0) / each + i64::from(width.max(0) % each != 0)).to_dim(),
        None => sizes::quotient(&width, &each.to_dim())?
            .context("a range over an open size in steps beyond 1")?,
    };
    if step == 1 {
        return Ok(tvec![graph.range(&start, &count)?]);
    }
    let counted = graph.range(&0.to_dim(), &count)?;
    let step = graph.constant(tensor1(&[step]))?;
    let scaled = whole::arithmetic(graph, Whole::Multiply, &[counted, step])?;
    let start = graph.whole(&[1], &[start])?;
    Ok(tvec![whole::arithmetic(
        graph,
        Whole::Add,
        &[scaled, start]
    )?])
}

/// Sums along an axis of an element and those before it.
pub(in crate::runtime) fn cumulative_sum(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let axis = graph.integers(call.input(1)?)?;
    let &[axis] = &*axis else {
        bail!("{} axes; allowed is 1", axis.len());
    };
    let axis = graph.axis(axis, graph.rank(value)?)?;
    let exclusive = call.integer("exclusive", 0) != 0;
    let reverse = call.integer("reverse", 0) != 0;
    Ok(tvec![summed(graph, value, axis, exclusive, reverse)?])
}

fn summed(
    graph: &mut Graph,
    value: OutletId,
    axis: usize,
    exclusive: bool,
    reverse: bool,
) -> TractResult<OutletId> {
    let value = graph.at_run_time(value)?;
    let datum = graph.datum(value)?;
    ensure!(
        [f32::datum_type(), i64::datum_type()].contains(&datum),
        "sums of {datum:?}; allowed are float32, int64 and int32"
    );
    let shape = graph.shape(value)?.to_tvec();
    let op = Op::CumulativeSum {
        axis,
        exclusive,
        reverse,
    };
    graph.planned(op, &[value], datum, &shape)
}

/// Whole numbers added up along an axis, which stays with size 1.
pub(super) fn total(graph: &mut Graph, value: OutletId, axis: usize) -> TractResult<OutletId> {
    let sums = summed(graph, value, axis, false, false)?;
    let size = graph.shape(value)?[axis].clone();
    let last = sizes::sum(&size, &1.to_dim(), -1)?;
    super::places::sliced(graph, sums, axis, last, size)
}

/// The upper or lower triangle of matrices, 0 elsewhere.
pub(in crate::runtime) fn triangle(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let value = call.input(0)?;
    let shape = graph.shape(value)?.to_tvec();
    ensure!(
        shape.len() >= 2,
        "a value of {} axes; allowed are 2 and more",
        shape.len()
    );
    let offset = match call.optional(1) {
        Some(offset) => graph.sizes(offset)?[..].first().cloned(),
        None => Some(0.to_dim()),
    };
    let offset = offset.context("the diagonal's number is missing")?;
    let [rows, columns] = [&shape[shape.len() - 2], &shape[shape.len() - 1]];
    // Of the upper one: column - row ≥ offset.
    let start = sizes::sum(&0.to_dim(), &offset, -1)?;
    let upper = call.integer("upper", 1) != 0;
    let row = graph.range(&0.to_dim(), rows)?;
    let row = graph.wire(AxisOp::Add(1), &[row])?;
    let row = aligned(graph, tvec![row, value])?[0];
    let column = graph.range(&0.to_dim(), columns)?;
    let start = graph.whole(&[1], &[start])?;
    let column = whole::arithmetic(graph, Whole::Add, &[column, start])?;
    let column = aligned(graph, tvec![column, row])?[0];
    let inside = match upper {
        true => whole::compare(graph, Comparison::GreaterOrEqual, &[column, row])?,
        false => whole::compare(graph, Comparison::GreaterOrEqual, &[row, column])?,
    };
    let zero = match graph.is_whole(value)? {
        true => graph.constant(tensor0(0_i64))?,
        false => {
            let zero = Tensor::zero_scalar_dt(graph.datum(value)?)?;
            graph.constant(zero)?
        }
    };
    let operands = aligned(graph, tvec![inside, value, zero])?;
    Ok(tvec![logic::chosen(graph, &operands)?])
}

/// A size as a number of float32 in a run.
pub(super) fn size_as_number(graph: &mut Graph, size: &TDim) -> TractResult<OutletId> {
    let size = graph.whole(&[], std::slice::from_ref(size))?;
    graph.wire(cast(f32::datum_type()), &[size])
}
