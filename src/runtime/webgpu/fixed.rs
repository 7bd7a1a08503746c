//! What every run of a plan shares on the device: constants, and weights as float32.

use super::kernels::Held;
use super::program::{Buffer, Limits, Store, Unfit};
use crate::runtime::plan::{Constant, Elements, Gru, Matrix, Plan};

/// The words of the buffers that all runs share.
#[derive(Default)]
pub struct Fixed {
    words: Vec<Vec<u32>>,
    /// Weights that are there already: matrices, bias, and where.
    layers: Vec<(Vec<usize>, Vec<u32>, Buffer)>,
}

impl Fixed {
    /// The words of every buffer, by the number of [`Buffer::Fixed`].
    pub fn words(self) -> Vec<Vec<u32>> {
        self.words
    }

    fn add(&mut self, words: Vec<u32>, limits: Limits) -> Result<Buffer, Unfit> {
        let bytes = 4 * words.len() as u64;
        if bytes > limits.binding {
            return Err(Unfit(format!(
                "weights of {bytes} bytes in one buffer, of which the device takes {}",
                limits.binding
            )));
        }
        self.words.push(words);
        Ok(Buffer::Fixed(self.words.len() - 1))
    }

    /// A constant on the device. int8 stays packed.
    pub fn constant(&mut self, constant: &Constant, limits: Limits) -> Result<Held, Unfit> {
        let (words, store) = match &constant.elements {
            Elements::Float(values) => (bits(values).collect(), Store::Float),
            Elements::Integer(values) => (integers(values)?, Store::Integer),
            Elements::Byte(values) => (packed(values), Store::Packed),
            Elements::Truth(values) => (
                values.iter().map(|&value| u32::from(value)).collect(),
                Store::Truth,
            ),
        };
        Ok(Held {
            buffer: self.add(words, limits)?,
            shape: constant.shape.clone(),
            store,
        })
    }

    /// The weights of a GRU's products with the state, `[hidden, 3 · hidden]`, and what
    /// is added to them, `3 · hidden`.
    pub fn gru(&mut self, plan: &Plan, gru: &Gru, limits: Limits) -> Result<Buffer, Unfit> {
        let (gates, new) = (&plan.matrices[gru.gates], &plan.matrices[gru.new]);
        let mut bias = vec![0.0; gates.outputs];
        bias.extend(&gru.new_bias);
        self.add(beside(gates, new, &bias), limits)
    }

    /// Matrices of one width, one behind the other, and a bias; each once.
    pub fn layer(
        &mut self,
        plan: &Plan,
        matrices: &[usize],
        bias: &[f32],
        limits: Limits,
    ) -> Result<Buffer, Unfit> {
        let bias: Vec<u32> = bits(bias).collect();
        let known = self
            .layers
            .iter()
            .find(|(known, other, _)| known == matrices && *other == bias);
        if let Some((_, _, buffer)) = known {
            return Ok(*buffer);
        }
        let mut words = vec![];
        for &matrix in matrices {
            words.extend(bits(&plan.matrices[matrix].elements()));
        }
        words.extend(&bias);
        let buffer = self.add(words, limits)?;
        self.layers.push((matrices.to_vec(), bias, buffer));
        Ok(buffer)
    }
}

/// Two matrices of as many rows, row beside row, and a bias.
fn beside(left: &Matrix, right: &Matrix, bias: &[f32]) -> Vec<u32> {
    let (of_left, of_right) = (left.elements(), right.elements());
    let rows = of_left
        .chunks_exact(left.outputs.max(1))
        .zip(of_right.chunks_exact(right.outputs.max(1)));
    rows.flat_map(|(left, right)| bits(left).chain(bits(right)))
        .chain(bits(bias))
        .collect()
}

/// float32 as words.
pub fn bits(values: &[f32]) -> impl Iterator<Item = u32> + '_ {
    values.iter().map(|value| value.to_bits())
}

/// int64 as int32.
pub fn integers(values: &[i64]) -> Result<Vec<u32>, Unfit> {
    values
        .iter()
        .map(|&value| {
            i32::try_from(value)
                .map(i32::cast_unsigned)
                .map_err(|_| Unfit(format!("the whole number {value}, beyond 32 bits")))
        })
        .collect()
}

/// int8, four in a word, the first in the lowest bits.
fn packed(values: &[i8]) -> Vec<u32> {
    values
        .chunks(4)
        .map(|four| {
            let mut bytes = [0; 4];
            for (byte, value) in bytes.iter_mut().zip(four) {
                *byte = value.cast_unsigned();
            }
            u32::from_le_bytes(bytes)
        })
        .collect()
}
