//! Steps that compute: operands put before the kernels.

use epitome_kernels::normalize;
use epitome_kernels::pointwise::{self, Input, Values};
use epitome_kernels::quantize;
use epitome_kernels::reduce;

use super::value::{Value, reserved};
use super::{Run, missing, unfit};
use crate::error::Result;
use crate::runtime::plan::{Comparison, Elements, Pointwise, Reduction};

impl Run<'_> {
    /// Memory of a result that `write` fills.
    fn floats(&mut self, shape: Vec<usize>, write: impl FnOnce(&mut [f32])) -> Result<Value> {
        let mut result = self.pool.take(shape.iter().product())?;
        write(&mut result);
        Ok(Value::new(shape, Elements::Float(result)))
    }

    pub(super) fn dynamic_quantize(
        &mut self,
        operands: &[&Value],
        shapes: Vec<Vec<usize>>,
    ) -> Result<Vec<Value>> {
        let (Some(values), Some(shape)) = (operands.first(), shapes.into_iter().next()) else {
            return Err(missing("DynamicQuantize"));
        };
        let values = values.floats("DynamicQuantize")?;
        let mut step = 0.0;
        let whole = self.floats(shape, |result| step = quantize::quantize(values, result))?;
        Ok(vec![whole, Value::new(vec![], Elements::Float(vec![step]))])
    }

    pub(super) fn pointwise(
        &mut self,
        steps: &[Pointwise],
        operands: &[&Value],
        shape: Vec<usize>,
    ) -> Result<Value> {
        let inputs = operands.iter().map(|operand| {
            let values = match &*operand.elements {
                Elements::Float(values) => Values::Float(values),
                Elements::Byte(values) => Values::Byte(values),
                Elements::Truth(values) => Values::Truth(values),
                Elements::Integer(_) => return Err(unfit("Pointwise", operand)),
            };
            Ok(Input {
                values,
                shape: &operand.shape,
            })
        });
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let sizes = shape.clone();
        self.floats(shape, |result| {
            pointwise::run(steps, &inputs, &sizes, result);
        })
    }

    pub(super) fn reduce(
        &mut self,
        reduction: Reduction,
        axis: usize,
        value: &Value,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let values = value.floats("Reduce")?;
        let (size, inner) = along(value, axis);
        self.floats(shape, |result| {
            reduce::reduce(reduction, values, size, inner, result);
        })
    }

    pub(super) fn softmax(
        &mut self,
        axis: usize,
        value: &Value,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let values = value.floats("Softmax")?;
        let (size, inner) = along(value, axis);
        self.floats(shape, |result| {
            normalize::softmax(values, size, inner, result);
        })
    }

    pub(super) fn rms_norm(
        &mut self,
        axis: usize,
        epsilon: f32,
        value: &Value,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let values = value.floats("RmsNorm")?;
        let (size, inner) = along(value, axis);
        self.floats(shape, |result| {
            normalize::rms_norm(values, size, inner, epsilon, result);
        })
    }
}

/// The size of an axis, and how many elements lie behind each of its places.
fn along(value: &Value, axis: usize) -> (usize, usize) {
    (value.shape[axis], value.shape[axis + 1..].iter().product())
}

/// Truth values of pairs of elements.
pub(super) fn compare(
    operands: &[&Value],
    comparison: Comparison,
    shape: Vec<usize>,
) -> Result<Value> {
    let &[a, b] = operands else {
        return Err(missing("Compare"));
    };
    let truths = match (&*a.elements, &*b.elements) {
        (Elements::Float(x), Elements::Float(y)) => pairs(x, y, [a, b], comparison, &shape)?,
        (Elements::Integer(x), Elements::Integer(y)) => pairs(x, y, [a, b], comparison, &shape)?,
        (Elements::Byte(x), Elements::Byte(y)) => pairs(x, y, [a, b], comparison, &shape)?,
        (Elements::Truth(x), Elements::Truth(y)) => pairs(x, y, [a, b], comparison, &shape)?,
        _ => return Err(unfit("Compare", b)),
    };
    Ok(Value::new(shape, Elements::Truth(truths)))
}

/// Elements of two operands compared, row by row of the result's last axis.
fn pairs<T: PartialOrd + Copy>(
    x: &[T],
    y: &[T],
    operands: [&Value; 2],
    comparison: Comparison,
    shape: &[usize],
) -> Result<Vec<bool>> {
    let length = shape.iter().product();
    let mut truths = reserved(length)?;
    let strides = operands.map(|operand| {
        let mut strides = operand.strides();
        for (stride, &size) in strides.iter_mut().zip(&operand.shape) {
            *stride = if size == 1 { 0 } else { *stride };
        }
        strides
    });
    let Some((&size, outer)) = shape.split_last() else {
        truths.extend(x.iter().zip(y).map(|(x, y)| holds(comparison, x, y)));
        return Ok(truths);
    };
    if length == 0 {
        return Ok(truths);
    }
    let steps = [strides[0][outer.len()], strides[1][outer.len()]];
    for row in 0..length / size {
        let mut places = [0, 0];
        let mut rest = row;
        for axis in (0..outer.len()).rev() {
            let index = rest % outer[axis];
            rest /= outer[axis];
            places[0] += index * strides[0][axis];
            places[1] += index * strides[1][axis];
        }
        let pair = |at: usize| (&x[places[0] + at * steps[0]], &y[places[1] + at * steps[1]]);
        truths.extend((0..size).map(|at| {
            let (x, y) = pair(at);
            holds(comparison, x, y)
        }));
    }
    Ok(truths)
}

fn holds<T: PartialOrd>(comparison: Comparison, x: &T, y: &T) -> bool {
    match comparison {
        Comparison::Equal => x == y,
        Comparison::Greater => x > y,
        Comparison::GreaterOrEqual => x >= y,
    }
}
