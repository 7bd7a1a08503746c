//! Dense layers: a row of the result for each row of the operands.
//!
//! Where no row takes another one's operands, a layer is computed some rows at a time, with turns
//! for others between (`pace`): one layer of a large model over a long text takes a quarter of a second.

use std::ops::Range;

use epitome_kernels::dense::{self, Product};
use epitome_kernels::integer;

use super::value::Value;
use super::{CpuSession, Run, missing};
use crate::error::Result;
use crate::pace;
use crate::runtime::plan::{Dense, Elements, Op, Step};

/// Rows of a turn are a multiple of those that the kernels take at once.
const BLOCK: usize = 64;

/// A layer with its operands.
pub(super) struct Layer<'a> {
    layer: &'a Dense,
    floats: Vec<Product<'a>>,
    /// Rows, weights and shift of each product of whole numbers.
    integers: Vec<(&'a [f32], &'a integer::Weights, isize)>,
    shape: Vec<usize>,
    /// Rows of the result.
    rows: usize,
}

impl<'a> Layer<'a> {
    fn of(
        session: &'a CpuSession,
        layer: &'a Dense,
        operands: &[&'a Value],
        shape: Vec<usize>,
    ) -> Result<Self> {
        let (mut floats, mut integers) = (vec![], vec![]);
        for (part, operand) in layer.parts.iter().zip(operands) {
            let rows = operand.floats("Dense")?;
            if part.whole {
                let weights = session.integers[part.matrix].as_ref();
                let weights = weights.ok_or_else(|| missing("Dense"))?;
                integers.push((rows, weights, part.shift));
            } else {
                floats.push(Product {
                    rows,
                    weights: &session.weights[part.matrix],
                    shift: part.shift,
                });
            }
        }
        Ok(Self {
            layer,
            floats,
            integers,
            rows: shape.iter().product::<usize>() / layer.bias.len().max(1),
            shape,
        })
    }

    /// Rows of a sequence, which a shift stays within.
    fn length(&self) -> usize {
        let axis = self.shape.len().checked_sub(2);
        axis.map_or(1, |axis| self.shape[axis])
    }

    /// Writes all rows.
    fn write(&self, result: &mut [f32]) {
        dense::fill(&self.layer.bias, result);
        if !self.floats.is_empty() {
            dense::accumulate(&self.floats, self.length(), self.layer.bias.len(), result);
        }
        for (rows, weights, shift) in &self.integers {
            integer::accumulate(rows, weights, self.length(), *shift, result);
        }
        if self.layer.relu {
            dense::rectify(result);
        }
    }

    /// The layer of some rows alone, as one sequence.
    fn part(&self, rows: &Range<usize>) -> Self {
        let cut = |all: &'a [f32]| {
            let inputs = all.len() / self.rows.max(1);
            let places = rows.start * inputs..rows.end * inputs;
            all.get(places).unwrap_or_default()
        };
        let floats = self.floats.iter().map(|product| Product {
            rows: cut(product.rows),
            ..*product
        });
        let integers = self.integers.iter();
        let integers = integers.map(|&(all, weights, shift)| (cut(all), weights, shift));
        Self {
            layer: self.layer,
            floats: floats.collect(),
            integers: integers.collect(),
            shape: vec![rows.len(), self.layer.bias.len()],
            rows: rows.len(),
        }
    }

    /// Products of a row of the result.
    fn work(&self) -> usize {
        let floats = self.floats.iter().map(|product| product.rows.len());
        let integers = self.integers.iter().map(|(all, ..)| all.len());
        let inputs = floats.chain(integers).sum::<usize>() / self.rows.max(1);
        inputs.saturating_mul(self.layer.bias.len()).max(1)
    }

    /// Writes rows of no shift, with turns for others.
    async fn write_in_turns(&self, result: &mut [f32]) {
        let outputs = self.layer.bias.len();
        let each = usize::try_from(pace::TURN).unwrap_or(usize::MAX) / self.work();
        let each = (each / BLOCK).max(1) * BLOCK;
        let mut first = 0;
        for target in result.chunks_mut(each * outputs) {
            let rows = first..first + target.len() / outputs;
            self.part(&rows).write(target);
            pace::after((rows.len() as u64).saturating_mul(self.work() as u64)).await;
            first = rows.end;
        }
    }
}

impl Run<'_> {
    pub(super) fn dense(
        &mut self,
        layer: &Dense,
        operands: &[&Value],
        shape: Vec<usize>,
    ) -> Result<Value> {
        let mut result = self.pool.take(shape.iter().product())?;
        let layer = Layer::of(self.session, layer, operands, shape)?;
        layer.write(&mut result);
        Ok(Value::new(layer.shape, Elements::Float(result)))
    }

    /// The result of a step that is a layer without shifts, with turns for others; none of another.
    pub(super) async fn layer_in_turns(
        &mut self,
        step: &Step,
        values: &[Option<Value>],
    ) -> Result<Option<Value>> {
        let Op::Dense(layer) = &step.op else {
            return Ok(None);
        };
        if layer.parts.iter().any(|part| part.shift != 0) {
            return Ok(None);
        }
        let (operands, mut shapes) = self.operands(step, values)?;
        let shape = shapes.pop().unwrap_or_default();
        if shape.contains(&0) {
            return Ok(None);
        }
        let mut result = self.pool.take(shape.iter().product())?;
        let layer = Layer::of(self.session, layer, &operands, shape)?;
        layer.write_in_turns(&mut result).await;
        Ok(Some(Value::new(layer.shape, Elements::Float(result))))
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    /// Numbers that differ from place to place, all of them whole.
    fn whole(count: usize) -> Vec<f32> {
        let values = (0..count).map(|place| (place * 7919 % 23) as f32 - 11.0);
        values.collect()
    }

    #[test]
    fn a_layer_in_turns_is_the_layer() {
        let (rows, inputs, outputs) = (600, 512, 1024);
        let values = whole(rows * inputs);
        let matrix = whole(inputs * outputs);
        let weights = dense::Weights::new(inputs, outputs, &matrix);
        let bytes: Vec<i8> = matrix.iter().map(|&value| value as i8).collect();
        let narrow = integer::Weights::new(inputs, &bytes, &vec![0.5; outputs]);
        let dense = Dense {
            parts: vec![],
            bias: whole(outputs),
            relu: true,
        };
        let layer = Layer {
            layer: &dense,
            floats: vec![Product {
                rows: &values,
                weights: &weights,
                shift: 0,
            }],
            integers: vec![(&values, &narrow, 0)],
            shape: vec![2, rows / 2, outputs],
            rows,
        };
        let mut wanted = vec![0.0; rows * outputs];
        layer.write(&mut wanted);
        let mut found = vec![0.0; rows * outputs];
        let mut turns = 0;
        {
            let mut work = pin!(layer.write_in_turns(&mut found));
            let mut context = Context::from_waker(Waker::noop());
            while work.as_mut().poll(&mut context).is_pending() {
                assert!(pace::take_yielded());
                turns += 1;
            }
        }
        assert!(wanted.iter().any(|&value| value > 0.0));
        assert_eq!(found, wanted);
        assert_eq!(turns, 2);
    }
}
