//! Attention as one operator, written out again: products, masks, softmax.

use tract_core::internal::*;
use tract_core::ops::math;

use super::contrib::added;
use super::elementwise::{aligned, float, with_number};
use super::layers::{product, softmax_along, summed};
use super::{Call, Graph, logic, quantized, shapes, whole};
use crate::runtime::plan::Comparison;

/// Queries, keys and values `[batch, heads, places, size]`.
struct Heads {
    queries: OutletId,
    keys: OutletId,
    values: OutletId,
}

/// What the operators say beside their operands.
struct Settings {
    heads: usize,
    scale: f32,
    /// What is added where a mask says 0.
    masked: f32,
    /// Whether a place sees only those before it.
    causal: bool,
}

impl Settings {
    fn of(call: &Call<'_>) -> TractResult<Self> {
        let heads = usize::try_from(call.integer("num_heads", 0))?;
        ensure!(heads > 0, "num_heads is missing");
        Ok(Self {
            heads,
            scale: call.float("scale", 0.0),
            masked: call.float("mask_filter_value", -10_000.0),
            causal: call.integer("unidirectional", 0) != 0,
        })
    }
}

/// `[batch, places, heads · size]` as `[batch, heads, places, size]`.
fn by_head(graph: &mut Graph, value: OutletId, heads: usize) -> TractResult<OutletId> {
    let shape = graph.shape(value)?.to_tvec();
    let width = shape.last().context("a value without axes")?;
    ensure!(
        shape.len() == 3,
        "a value of {} axes; allowed are 3",
        shape.len()
    );
    let width = super::super::sizes::number(width).context("a width that is open")?;
    let heads = i64::try_from(heads)?;
    ensure!(width % heads == 0, "{width} numbers for {heads} heads");
    let to = tvec![heads.to_dim(), (width / heads).to_dim()];
    let split = graph.wire(AxisOp::Reshape(2, tvec![width.to_dim()], to), &[value])?;
    graph.wire(AxisOp::Move(2, 1), &[split])
}

/// `[batch, heads, places, size]` as `[batch, places, heads · size]`.
fn together(graph: &mut Graph, value: OutletId) -> TractResult<OutletId> {
    let value = graph.wire(AxisOp::Move(1, 2), &[value])?;
    let shape = graph.shape(value)?.to_tvec();
    let width = super::super::sizes::product(&shape[2], &shape[3])?;
    let to = [shape[0].clone(), shape[1].clone(), width];
    shapes::reshaped(graph, value, &to)
}

/// softmax(scale · q kᵀ + masks) v
fn attend(
    graph: &mut Graph,
    heads: &Heads,
    settings: &Settings,
    masks: &[OutletId],
) -> TractResult<OutletId> {
    let size = graph.shape(heads.queries)?.to_tvec().pop();
    let size = size.as_ref().and_then(super::super::sizes::number);
    let size = size.context("heads of an open size")?;
    let scale = match settings.scale {
        0.0 => 1.0 / (size as f32).sqrt(),
        scale => scale,
    };
    let mut scores = summed(graph, "bhqd,bhkd->bhqk", heads.queries, heads.keys)?;
    scores = with_number(graph, math::Mul, scores, scale)?;
    for &mask in masks {
        scores = added(graph, scores, mask)?;
    }
    if settings.causal {
        scores = before(graph, scores)?;
    }
    let shares = softmax_along(graph, scores, 3)?;
    summed(graph, "bhqk,bhkd->bhqd", shares, heads.values)
}

/// Scores of places behind the query's are least.
fn before(graph: &mut Graph, scores: OutletId) -> TractResult<OutletId> {
    let shape = graph.shape(scores)?.to_tvec();
    let (rows, columns) = (&shape[2], &shape[3]);
    // The last query sees the last key.
    let first = super::super::sizes::sum(columns, rows, -1)?;
    let row = graph.range(&first, rows)?;
    let row = graph.wire(AxisOp::Add(1), &[row])?;
    let column = graph.range(&0.to_dim(), columns)?;
    let column = graph.wire(AxisOp::Add(0), &[column])?;
    let sees = whole::compare(graph, Comparison::GreaterOrEqual, &[row, column])?;
    let least = graph.constant(tensor0(f32::MIN))?;
    let operands = aligned(graph, tvec![sees, scores, least])?;
    logic::chosen(graph, &operands)
}

/// What a mask adds to the scores. It says 1 or 0 of each key, `[batch, keys]`, of each
/// pair, `[batch, queries, keys]`, or how many keys of each row there are, `[batch]`.
fn mask(graph: &mut Graph, mask: OutletId, keys: &TDim, masked: f32) -> TractResult<OutletId> {
    let rank = graph.rank(mask)?;
    let zero = graph.constant(tensor0(0_i64))?;
    let mut there = match rank {
        1 => {
            let place = graph.range(&0.to_dim(), keys)?;
            let place = graph.wire(AxisOp::Add(0), &[place])?;
            let count = graph.wire(AxisOp::Add(1), &[mask])?;
            whole::compare(graph, Comparison::Greater, &[count, place])?
        }
        2 | 3 => {
            let values = aligned(graph, tvec![mask, zero])?;
            whole::compare(graph, Comparison::Greater, &values)?
        }
        other => bail!("a mask of {other} axes; allowed are 1 to 3"),
    };
    there = match rank {
        3 => graph.wire(AxisOp::Add(1), &[there])?,
        _ => {
            let inner = graph.wire(AxisOp::Add(1), &[there])?;
            graph.wire(AxisOp::Add(1), &[inner])?
        }
    };
    let (nothing, least) = (
        graph.constant(tensor0(0.0_f32))?,
        graph.constant(tensor0(masked))?,
    );
    let operands = aligned(graph, tvec![there, nothing, least])?;
    logic::chosen(graph, &operands)
}

/// Queries, keys and values that lie side by side, from one product.
fn projected(
    graph: &mut Graph,
    call: &Call<'_>,
    all: OutletId,
    heads: usize,
) -> TractResult<Heads> {
    let width = graph.shape(all)?.to_tvec().pop();
    let width = width.as_ref().and_then(super::super::sizes::number);
    let width = width.context("a width that is open")?;
    let parts: TVec<i64> = match call.attribute("qkv_hidden_sizes") {
        Some(sizes) if !sizes.ints.is_empty() => sizes.ints.iter().copied().collect(),
        _ => tvec![width / 3; 3],
    };
    ensure!(
        parts.len() == 3,
        "qkv_hidden_sizes of {} parts",
        parts.len()
    );
    let parts = super::places::cut(graph, all, 2, &parts)?;
    Ok(Heads {
        queries: by_head(graph, parts[0], heads)?,
        keys: by_head(graph, parts[1], heads)?,
        values: by_head(graph, parts[2], heads)?,
    })
}

/// Attention within a sequence: input, weights, bias, mask, past, added scores.
pub(in crate::runtime) fn attention(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    call.gives(1)?;
    ensure!(
        call.optional(4).is_none() && call.optional(6).is_none(),
        "a past; allowed is a whole sequence"
    );
    let mut all = product(graph, call.input(0)?, call.input(1)?)?;
    if let Some(bias) = call.optional(2) {
        all = added(graph, all, bias)?;
    }
    attended(graph, call, all, [3, 5])
}

/// The same in numbers of 8 bits: input, weights, bias, both scales, mask, both zero points, past.
pub(in crate::runtime) fn quantized_attention(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    call.gives(1)?;
    ensure!(
        call.optional(8).is_none(),
        "a past; allowed is a whole sequence"
    );
    let input = quantized::without_zero(graph, call, 0, 6)?;
    let mut all = quantized::product_with(graph, call, input, 1, 7)?;
    for scale in [3, 4] {
        let values = aligned(graph, tvec![all, call.input(scale)?])?;
        all = float(graph, Box::new(math::Mul), &values)?;
    }
    let all = added(graph, all, call.input(2)?)?;
    attended(graph, call, all, [5, usize::MAX])
}

fn attended(
    graph: &mut Graph,
    call: &Call<'_>,
    all: OutletId,
    [masks, added]: [usize; 2],
) -> TractResult<TVec<OutletId>> {
    let settings = Settings::of(call)?;
    let heads = projected(graph, call, all, settings.heads)?;
    let keys = graph.shape(heads.keys)?[2].clone();
    let mut found = tvec![];
    if let Some(given) = call.optional(masks) {
        found.push(mask(graph, given, &keys, settings.masked)?);
    }
    found.extend(call.optional(added));
    let made = attend(graph, &heads, &settings, &found)?;
    Ok(tvec![together(graph, made)?])
}

/// Attention of queries to keys and values: with a bias of all three, a mask, added scores, and
/// keys and values from before.
pub(in crate::runtime) fn multi_head_attention(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let settings = Settings::of(call)?;
    let (query, key, value) = (call.input(0)?, call.optional(1), call.optional(2));
    let (Some(key), Some(value)) = (key, value) else {
        bail!("keys or values are missing; allowed are three separate operands");
    };
    let mut parts = tvec![query, key, value];
    if let Some(bias) = call.optional(3) {
        let width = |graph: &Graph, value: OutletId| {
            let width = graph.shape(value)?.to_tvec().pop();
            let width = width.as_ref().and_then(super::super::sizes::number);
            width.context("a width that is open")
        };
        let widths: TVec<i64> = tvec![
            width(graph, query)?,
            width(graph, query)?,
            width(graph, value)?
        ];
        let biases = super::places::cut(graph, bias, 0, &widths)?;
        for (part, bias) in parts.iter_mut().zip(biases) {
            // Keys and values by head have theirs already.
            if graph.rank(*part)? == 3 {
                *part = added(graph, *part, bias)?;
            }
        }
    }
    for part in &mut parts {
        if graph.rank(*part)? == 3 {
            *part = by_head(graph, *part, settings.heads)?;
        }
    }
    for (place, past) in [(1, 6), (2, 7)] {
        if let Some(past) = call.optional(past) {
            let both = tvec![past, parts[place]];
            parts[place] = super::places::joined(graph, both, 2)?;
        }
    }
    let heads = Heads {
        queries: parts[0],
        keys: parts[1],
        values: parts[2],
    };
    let keys = graph.shape(heads.keys)?[2].clone();
    let mut found = tvec![];
    if let Some(given) = call.optional(4) {
        found.push(mask(graph, given, &keys, settings.masked)?);
    }
    found.extend(call.optional(5));
    let made = attend(graph, &heads, &settings, &found)?;
    Ok(tvec![together(graph, made)?, heads.keys, heads.values])
}
