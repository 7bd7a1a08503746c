//! Operators that ONNX Runtime's optimizer puts in the place of several, written out again.
//!
//! Their meaning is that of `ContribOperators.md` of ONNX Runtime. Fusion finds
//! attention and layers in what they become, as in any other graph.

use tract_core::internal::*;
use tract_core::ops::binary::BinMiniOp;
use tract_core::ops::math;

use super::activations::{gelu_of, gelu_of_tanh};
use super::elementwise::{aligned, biased, float, with_number};
use super::layers::{normalized, product};
use super::{Call, Graph, places, quantized, whole};
use crate::runtime::plan::Whole;

/// The sum of two values that fit by broadcasting.
pub(super) fn added(graph: &mut Graph, a: OutletId, b: OutletId) -> TractResult<OutletId> {
    joined(graph, Box::new(math::Add), a, b)
}

fn joined(
    graph: &mut Graph,
    op: Box<dyn BinMiniOp>,
    a: OutletId,
    b: OutletId,
) -> TractResult<OutletId> {
    let values = aligned(graph, tvec![a, b])?;
    float(graph, op, &values)
}

/// x and what skips a layer, added, and their sum normalized.
fn skipped(
    graph: &mut Graph,
    call: &Call<'_>,
    centred: bool,
    [bias, shift]: [usize; 2],
) -> TractResult<TVec<OutletId>> {
    for name in call.node.output.iter().skip(1).take(2) {
        ensure!(
            name.is_empty(),
            "`{name}` is an output that is not carried out"
        );
    }
    let mut sum = added(graph, call.input(0)?, call.input(1)?)?;
    if let Some(bias) = call.optional(bias) {
        sum = added(graph, sum, bias)?;
    }
    let parts = [Some(call.input(2)?), call.optional(shift)];
    let epsilon = call.float("epsilon", 1e-12);
    let made = normalized(graph, sum, centred, epsilon, parts)?;
    // The mean and the deviation are nobody's.
    Ok(tvec![made, made, made, sum])
}

pub(in crate::runtime) fn skip_layer_normalization(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    skipped(graph, call, true, [4, 3])
}

pub(in crate::runtime) fn skip_rms_normalization(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    skipped(graph, call, false, [3, usize::MAX])
}

/// x Φ(x) of a value, or of its sum with a bias.
pub(in crate::runtime) fn bias_gelu(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    Ok(tvec![biased(graph, call, gelu_of)?])
}

/// The approximation by a hyperbolic tangent, of a value or its sum with a bias.
pub(in crate::runtime) fn fast_gelu(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    Ok(tvec![biased(graph, call, gelu_of_tanh)?])
}

/// α A B, the last two axes of either exchanged.
pub(in crate::runtime) fn fused_mat_mul(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    for name in ["transBatchA", "transBatchB"] {
        ensure!(call.integer(name, 0) == 0, "{name} 1; allowed is 0");
    }
    let mut operands = tvec![call.input(0)?, call.input(1)?];
    for (operand, name) in operands.iter_mut().zip(["transA", "transB"]) {
        let rank = graph.rank(*operand)?;
        if call.integer(name, 0) != 0 && rank >= 2 {
            *operand = graph.wire(AxisOp::Move(rank - 1, rank - 2), &[*operand])?;
        }
    }
    let made = product(graph, operands[0], operands[1])?;
    let alpha = call.float("alpha", 1.0);
    Ok(tvec![match alpha {
        1.0 => made,
        _ => with_number(graph, math::Mul, made, alpha)?,
    }])
}

/// Embeddings of tokens, places and segments, added and normalized.
pub(in crate::runtime) fn embed_layer_normalization(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let tokens = call.input(0)?;
    let shape = graph.shape(tokens)?.to_tvec();
    ensure!(
        shape.len() == 2,
        "tokens of {} axes; allowed are 2",
        shape.len()
    );
    let ids = match call.optional(8) {
        Some(ids) => ids,
        None => {
            let ids = graph.range(&0.to_dim(), &shape[1])?;
            graph.wire(AxisOp::Add(0), &[ids])?
        }
    };
    let mut sum = places::gathered(graph, call.input(2)?, tokens)?;
    let positions = places::gathered(graph, call.input(3)?, ids)?;
    sum = added(graph, sum, positions)?;
    if let (Some(segments), Some(table)) = (call.optional(1), call.optional(4)) {
        let segments = places::gathered(graph, table, segments)?;
        sum = added(graph, sum, segments)?;
    }
    let parts = [Some(call.input(5)?), Some(call.input(6)?)];
    let epsilon = call.float("epsilon", 1e-12);
    let made = normalized(graph, sum, true, epsilon, parts)?;
    let index = match call.optional(7) {
        Some(mask) if call.outputs() > 1 => {
            let counts = super::ranges::total(graph, mask, 1)?;
            graph.wire(AxisOp::Rm(1), &[counts])?
        }
        _ => made,
    };
    Ok(tvec![made, index, sum])
}

/// A value rounded to 8 bits by its range, times a constant matrix of 8 bits.
pub(in crate::runtime) fn dynamic_quantize_mat_mul(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let rounded = graph.wire_all(super::super::fusion::DynamicQuantize, &[call.input(0)?])?;
    let sums = quantized::product_with(graph, call, rounded[0], 1, 3)?;
    let mut made = scaled(graph, sums, rounded[1])?;
    made = scaled(graph, made, call.input(2)?)?;
    if let Some(bias) = call.optional(4) {
        made = added(graph, made, bias)?;
    }
    Ok(tvec![made])
}

fn scaled(graph: &mut Graph, value: OutletId, scale: OutletId) -> TractResult<OutletId> {
    joined(graph, Box::new(math::Mul), value, scale)
}

/// A product of numbers of 8 bits, scaled.
pub(in crate::runtime) fn mat_mul_integer_to_float(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let a = quantized::without_zero(graph, call, 0, 4)?;
    let sums = quantized::product_with(graph, call, a, 1, 5)?;
    let mut made = scaled(graph, sums, call.input(2)?)?;
    made = scaled(graph, made, call.input(3)?)?;
    if let Some(bias) = call.optional(6) {
        made = added(graph, made, bias)?;
    }
    Ok(tvec![made])
}

/// The biases of T5: an embedding of the distance of two places, one for each head.
///
/// Distances beyond `max_distance` share a bucket, so that a table over the distances up
/// to it says all.
pub(in crate::runtime) fn relative_position_bias(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let table = call.input(0)?;
    let buckets = super::super::sizes::number(&graph.shape(table)?[0]);
    let buckets = buckets.context("a table of an open size")?;
    let farthest = call.integer("max_distance", 128);
    ensure!(
        (1..=1 << 16).contains(&farthest) && (2..=1 << 16).contains(&buckets),
        "{buckets} buckets for distances up to {farthest}"
    );
    let both = call.integer("is_bidirectional", 0) != 0;
    let numbers = (-farthest..=farthest).map(|distance| bucket(distance, buckets, farthest, both));
    let numbers: Vec<i64> = numbers.collect();
    let numbers = graph.constant(tensor1(&numbers))?;
    let by_distance = places::gathered(graph, table, numbers)?;
    let one = |graph: &Graph, index: usize| {
        let sizes = graph.sizes(call.input(index)?)?;
        sizes.first().cloned().context("a length is missing")
    };
    let (rows, columns) = (one(graph, 1)?, one(graph, 2)?);
    let row = graph.range(&0.to_dim(), &rows)?;
    let row = graph.wire(AxisOp::Add(1), &[row])?;
    let column = graph.range(&0.to_dim(), &columns)?;
    let column = graph.wire(AxisOp::Add(0), &[column])?;
    let mut distance = whole::arithmetic(graph, Whole::Subtract, &[column, row])?;
    for (op, number) in [
        (Whole::Add, farthest),
        (Whole::Greater, 0),
        (Whole::Lesser, 2 * farthest),
    ] {
        let number = graph.whole(&[1, 1], &[number.to_dim()])?;
        distance = whole::arithmetic(graph, op, &[distance, number])?;
    }
    let bias = places::gathered(graph, by_distance, distance)?;
    let bias = graph.wire(AxisOp::Move(2, 0), &[bias])?;
    Ok(tvec![graph.wire(AxisOp::Add(0), &[bias])?])
}

/// The bucket of a distance, as T5 has it: half of them for each distance by itself, the others for
/// distances that grow by a factor.
fn bucket(distance: i64, mut buckets: i64, farthest: i64, both: bool) -> i64 {
    let mut first = 0;
    let mut size = -distance;
    if both {
        buckets /= 2;
        if size < 0 {
            first = buckets;
        }
        size = size.abs();
    } else {
        size = size.max(0);
    }
    let exact = buckets / 2;
    if size < exact || exact == 0 {
        return first + size.min(buckets - 1).max(0);
    }
    let [size, near, far] = [size, exact, farthest].map(|number| number as f32);
    let share = (size / near).ln() / (far / near).ln();
    let more = (share * (buckets - exact) as f32) as i64;
    first + (exact + more.max(0)).min(buckets - 1)
}
