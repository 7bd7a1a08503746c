//! Products with matrices of numbers of 4 bits, in blocks of one scale each.
//!
//! The numbers are restored to float32 when the file is read. ONNX Runtime's operators keep a
//! matrix `[N, K]`, which is turned for the product. Cost: a pass over the matrix.

use tract_core::internal::*;
use tract_core::ops::math;

use super::elementwise::{aligned, float};
use super::{Call, Graph, MOST_FOLDED, layers, tensor};

/// The places of NF4 (Dettmers et al. 2023): quantiles of a normal distribution.
const NF4: [f32; 16] = [
    -1.0,
    -0.696_192_8,
    -0.525_073_05,
    -0.394_917_5,
    -0.284_441_38,
    -0.184_773_43,
    -0.091_050_036,
    0.0,
    0.079_580_3,
    0.160_930_2,
    0.246_112_3,
    0.337_915_24,
    0.440_709_83,
    0.562_617,
    0.722_956_84,
    1.0,
];

/// The places of FP4 as bitsandbytes orders them.
const FP4: [f32; 16] = [
    0.0,
    0.005_208_333_5,
    0.666_666_7,
    1.0,
    0.333_333_34,
    0.5,
    0.166_666_67,
    0.25,
    -0.0,
    -0.005_208_333_5,
    -0.666_666_7,
    -1.0,
    -0.333_333_34,
    -0.5,
    -0.166_666_67,
    -0.25,
];

/// The sizes that a node says: K, N and the numbers in a block.
fn attributes(call: &Call<'_>) -> TractResult<[usize; 3]> {
    let [inputs, outputs, block] = ["K", "N", "block_size"].map(|name| call.integer(name, 0));
    let count = inputs.checked_mul(outputs);
    ensure!(
        inputs > 0 && outputs > 0 && count.is_some_and(|count| count <= MOST_FOLDED * 16),
        "a matrix of {inputs} · {outputs}"
    );
    ensure!(
        block >= 16 && block & (block - 1) == 0 && block <= 1 << 16,
        "a block of {block}; allowed are powers of 2 from 16 on"
    );
    Ok([
        usize::try_from(inputs)?,
        usize::try_from(outputs)?,
        usize::try_from(block)?,
    ])
}

fn bytes(graph: &Graph, call: &Call<'_>, index: usize) -> TractResult<Vec<u8>> {
    let known = graph.known(call.input(index)?);
    let known = known.with_context(|| format!("input {index} is not constant"))?;
    ensure!(
        known.datum_type() == u8::datum_type(),
        "input {index} is of type {:?}; allowed is uint8",
        known.datum_type()
    );
    Ok(known.try_as_plain_ram()?.as_slice::<u8>()?.to_vec())
}

fn floats(graph: &Graph, call: &Call<'_>, index: usize) -> TractResult<Vec<f32>> {
    let known = graph.known(call.input(index)?);
    let known = known.with_context(|| format!("input {index} is not constant"))?;
    tensor::floats(&known)
}

/// The number at a place of a list of numbers of 4 bits, the lower half of a byte first.
fn low_first(bytes: &[u8], place: usize) -> u8 {
    bytes[place / 2] >> (4 * (place % 2)) & 15
}

/// x Wᵀ + bias, W in rows of blocks: number less zero point, times the block's scale.
pub(in crate::runtime) fn mat_mul_bits(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let [inputs, outputs, block] = attributes(call)?;
    let bits = call.integer("bits", 4);
    ensure!(
        bits == 4 || bits == 8,
        "numbers of {bits} bits; allowed are 4 and 8"
    );
    ensure!(
        call.optional(4).is_none(),
        "input g_idx is not supported; export without it"
    );
    let blocks = inputs.div_ceil(block);
    let in_bytes = |count: usize| if bits == 4 { count.div_ceil(2) } else { count };
    let (numbers, scales) = (bytes(graph, call, 1)?, floats(graph, call, 2)?);
    ensure!(
        numbers.len() == outputs * blocks * in_bytes(block) && scales.len() == outputs * blocks,
        "{} bytes and {} scales for {outputs} rows of {blocks} blocks of {block}",
        numbers.len(),
        scales.len()
    );
    let zeros: Vec<f32> = match call.optional(3) {
        None => vec![if bits == 4 { 8.0 } else { 128.0 }; outputs * blocks],
        Some(zeros) if graph.datum(zeros)? == u8::datum_type() => {
            let zeros = bytes(graph, call, 3)?;
            let row = in_bytes(blocks);
            ensure!(
                zeros.len() == outputs * row,
                "{} bytes of zero points for {outputs} rows of {row}",
                zeros.len()
            );
            let places = (0..outputs).flat_map(|output| (0..blocks).map(move |at| (output, at)));
            let zero = |(output, at): (usize, usize)| match bits {
                4 => low_first(&zeros[output * row..], at),
                _ => zeros[output * row + at],
            };
            places.map(|place| f32::from(zero(place))).collect()
        }
        Some(_) => floats(graph, call, 3)?,
    };
    ensure!(
        zeros.len() == outputs * blocks,
        "{} zero points for {outputs} rows of {blocks} blocks",
        zeros.len()
    );
    let mut matrix = vec![0.0; inputs * outputs];
    for output in 0..outputs {
        for input in 0..inputs {
            let of_block = output * blocks + input / block;
            let number = match bits {
                4 => low_first(&numbers[of_block * in_bytes(block)..], input % block),
                _ => numbers[of_block * block + input % block],
            };
            matrix[input * outputs + output] =
                (f32::from(number) - zeros[of_block]) * scales[of_block];
        }
    }
    multiplied(graph, call, [inputs, outputs], matrix, 5)
}

/// x Wᵀ, W in blocks over all of its elements, row after row: a place of a table, times the
/// greatest absolute value of the block.
pub(in crate::runtime) fn mat_mul_bnb4(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let [inputs, outputs, block] = attributes(call)?;
    let places = match call.integer("quant_type", 1) {
        0 => &FP4,
        1 => &NF4,
        other => bail!("quant_type {other}; allowed are 0 and 1"),
    };
    ensure!(call.integer("transB", 1) == 1, "transB 0; allowed is 1");
    let (numbers, greatest) = (bytes(graph, call, 1)?, floats(graph, call, 2)?);
    let count = inputs * outputs;
    ensure!(
        numbers.len() == count.div_ceil(2) && greatest.len() == count.div_ceil(block),
        "{} bytes and {} scales for {count} numbers in blocks of {block}",
        numbers.len(),
        greatest.len()
    );
    let mut matrix = vec![0.0; count];
    for at in 0..count {
        // The upper half of a byte comes first.
        let number = numbers[at / 2] >> (4 * (1 - at % 2)) & 15;
        let (output, input) = (at / inputs, at % inputs);
        matrix[input * outputs + output] = places[usize::from(number)] * greatest[at / block];
    }
    multiplied(graph, call, [inputs, outputs], matrix, usize::MAX)
}

fn multiplied(
    graph: &mut Graph,
    call: &Call<'_>,
    shape: [usize; 2],
    matrix: Vec<f32>,
    bias: usize,
) -> TractResult<TVec<OutletId>> {
    let matrix = graph.constant(Tensor::from_shape(&shape, &matrix)?)?;
    let mut value = layers::product(graph, call.input(0)?, matrix)?;
    if let Some(bias) = call.optional(bias) {
        let values = aligned(graph, tvec![value, bias])?;
        value = float(graph, Box::new(math::Add), &values)?;
    }
    Ok(tvec![value])
}
