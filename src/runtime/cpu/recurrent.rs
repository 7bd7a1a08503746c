//! Steps over whole sequences.

use epitome_kernels::direction::Direction;
use epitome_kernels::gru::Unit;
use epitome_kernels::lstm::Cell;

use super::value::Value;
use super::{Run, missing};
use crate::error::Result;
use crate::runtime::plan::{Elements, Gru, Recurrence};

impl Run<'_> {
    pub(super) fn lstm(
        &mut self,
        lstm: &Recurrence,
        operands: &[&Value],
        shapes: Vec<Vec<usize>>,
    ) -> Result<Vec<Value>> {
        let &[rows, hidden, cell] = operands else {
            return Err(missing("Lstm"));
        };
        let mut hidden = hidden.floats("Lstm")?.to_vec();
        let mut cell = cell.floats("Lstm")?.to_vec();
        let mut states = self.states(&shapes)?;
        let weights = &self.session.weights;
        let kernel = Cell {
            input: &weights[lstm.input],
            recurrent: &weights[lstm.recurrent],
            bias: &lstm.bias,
        };
        kernel.run(
            rows.floats("Lstm")?,
            direction(lstm.reverse),
            &mut hidden,
            &mut cell,
            &mut states,
        );
        Ok(values(shapes, [states, hidden, cell]))
    }

    pub(super) fn gru(
        &mut self,
        gru: &Gru,
        operands: &[&Value],
        shapes: Vec<Vec<usize>>,
    ) -> Result<Vec<Value>> {
        let &[rows, hidden] = operands else {
            return Err(missing("Gru"));
        };
        let mut hidden = hidden.floats("Gru")?.to_vec();
        let mut states = self.states(&shapes)?;
        let weights = &self.session.weights;
        let kernel = Unit {
            input: &weights[gru.input],
            gates: &weights[gru.gates],
            new: &weights[gru.new],
            bias: &gru.bias,
            new_bias: &gru.new_bias,
            linear_before_reset: gru.linear_before_reset,
        };
        kernel.run(
            rows.floats("Gru")?,
            direction(gru.reverse),
            &mut hidden,
            &mut states,
        );
        Ok(values(shapes, [states, hidden]))
    }

    /// Memory for the states of all steps, the first result.
    fn states(&mut self, shapes: &[Vec<usize>]) -> Result<Vec<f32>> {
        let length = shapes.first().map_or(0, |shape| shape.iter().product());
        self.pool.take(length)
    }
}

fn direction(reverse: bool) -> Direction {
    if reverse {
        Direction::Reverse
    } else {
        Direction::Forward
    }
}

fn values<const N: usize>(shapes: Vec<Vec<usize>>, results: [Vec<f32>; N]) -> Vec<Value> {
    let elements = results.into_iter().map(Elements::Float);
    let values = shapes.into_iter().zip(elements);
    values
        .map(|(shape, elements)| Value::new(shape, elements))
        .collect()
}
