//! Steps that move elements and compute nothing. Axes that are exchanged, cut or repeated move none: such
//! a value says where its elements lie, until an operator takes them that wants them in order.

use epitome_kernels::strided::{Axis, copy, copy_floats};

use super::value::{Value, reserved};
use super::{Run, unfit};
use crate::error::{Error, ErrorKind, Result};
use crate::runtime::plan::Elements;

/// A value with its axes in another order.
pub(super) fn transpose(value: &Value, order: &[usize], shape: Vec<usize>) -> Value {
    // Axes of size 1 may stand anywhere.
    let long = order.iter().filter(|&&axis| value.shape[axis] != 1);
    if value.is_ordered() && long.is_sorted() {
        return value.reshaped(shape);
    }
    let strides = value.strides();
    let strides = order.iter().map(|&axis| strides[axis]).collect();
    value.viewed(shape, value.start(), strides)
}

/// A part of a value, from `start` on along an axis.
pub(super) fn slice(value: &Value, axis: usize, start: usize, shape: Vec<usize>) -> Value {
    if shape == value.shape {
        return value.clone();
    }
    let strides = value.strides();
    value.viewed(shape, value.start() + start * strides[axis], strides)
}

/// A value repeated along its axes of size 1.
pub(super) fn broadcast(value: &Value, shape: Vec<usize>) -> Value {
    if shape == value.shape {
        return value.clone();
    }
    let strides = value.strides().into_iter().zip(&value.shape);
    let strides = strides.map(|(stride, &size)| if size == 1 { 0 } else { stride });
    value.viewed(shape, value.start(), strides.collect())
}

/// A value with an axis of size 1 more.
pub(super) fn insert_axis(value: &Value, axis: usize, shape: Vec<usize>) -> Value {
    if value.is_ordered() {
        return value.reshaped(shape);
    }
    let mut strides = value.strides();
    strides.insert(axis, 0);
    value.viewed(shape, value.start(), strides)
}

/// A value without an axis of size 1.
pub(super) fn remove_axis(value: &Value, axis: usize, shape: Vec<usize>) -> Value {
    if value.is_ordered() {
        return value.reshaped(shape);
    }
    let mut strides = value.strides();
    strides.remove(axis);
    value.viewed(shape, value.start(), strides)
}

impl Run<'_> {
    /// Slices of a table along an axis.
    pub(super) fn gather(
        &mut self,
        operands: &[&Value],
        axis: usize,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let &[table, places] = operands else {
            return Err(super::missing("Gather"));
        };
        let Elements::Integer(places) = &*places.elements else {
            return Err(unfit("Gather", places));
        };
        let size = table.shape[axis];
        let place = |&place: &i64| {
            let found = if place < 0 {
                place.checked_add_unsigned(size as u64)
            } else {
                Some(place)
            };
            let found = found.and_then(|place| usize::try_from(place).ok());
            found.filter(|place| *place < size).ok_or_else(|| {
                Error::new(
                    ErrorKind::Inference,
                    format!("Gather: place {place} of an axis of {size}"),
                )
            })
        };
        let places = places.iter().map(place).collect::<Result<Vec<_>>>()?;
        let inner: usize = table.shape[axis + 1..].iter().product();
        let length = shape.iter().product();
        let elements = match &*table.elements {
            Elements::Float(table) => {
                let mut result = self.pool.empty(length)?;
                gather(table, size, inner, &places, &mut result);
                Elements::Float(result)
            }
            Elements::Integer(table) => {
                let mut result = reserved(length)?;
                gather(table, size, inner, &places, &mut result);
                Elements::Integer(result)
            }
            Elements::Byte(table) => {
                let mut result = reserved(length)?;
                gather(table, size, inner, &places, &mut result);
                Elements::Byte(result)
            }
            Elements::Truth(table) => {
                let mut result = reserved(length)?;
                gather(table, size, inner, &places, &mut result);
                Elements::Truth(result)
            }
        };
        Ok(Value::new(shape, elements))
    }

    /// A value whose elements lie in order.
    pub(super) fn ordered(&mut self, value: &Value) -> Result<Value> {
        if value.is_ordered() {
            return Ok(value.clone());
        }
        self.walk(value, value.start(), value.strides(), value.shape.clone())
    }

    /// Elements of a value at start + Σ index · stride.
    pub(super) fn walk(
        &mut self,
        value: &Value,
        start: usize,
        strides: Vec<usize>,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let axes = shape.iter().zip(strides);
        let axes: Vec<Axis> = axes.map(|(&size, stride)| Axis { size, stride }).collect();
        let length = shape.iter().product();
        let elements = match &*value.elements {
            Elements::Float(values) => {
                let mut result = self.pool.take(length)?;
                copy_floats(values, start, &axes, &mut result);
                Elements::Float(result)
            }
            Elements::Integer(values) => {
                let mut result = reserved(length)?;
                result.resize(length, 0);
                copy(values, start, &axes, &mut result);
                Elements::Integer(result)
            }
            Elements::Byte(values) => {
                let mut result = reserved(length)?;
                result.resize(length, 0);
                copy(values, start, &axes, &mut result);
                Elements::Byte(result)
            }
            Elements::Truth(values) => {
                let mut result = reserved(length)?;
                result.resize(length, false);
                copy(values, start, &axes, &mut result);
                Elements::Truth(result)
            }
        };
        Ok(Value::new(shape, elements))
    }

    /// A value with a number around it.
    pub(super) fn pad(
        &mut self,
        value: &Value,
        around: &[(usize, usize)],
        filling: f32,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let values = value.floats("Pad")?;
        if around.is_empty() {
            return Ok(value.clone());
        }
        let mut result = self.pool.take(shape.iter().product())?;
        result.fill(filling);
        // Axes from the last that changes on are copied together.
        let last = around.iter().rposition(|pads| *pads != (0, 0)).unwrap_or(0);
        let row: usize = value.shape[last..].iter().product();
        let inner: usize = value.shape[last + 1..].iter().product();
        if row > 0 {
            for (number, row) in values.chunks_exact(row).enumerate() {
                let mut rest = number;
                let mut place = around[last].0 * inner;
                let mut stride = shape[last] * inner;
                for axis in (0..last).rev() {
                    place += (rest % value.shape[axis] + around[axis].0) * stride;
                    rest /= value.shape[axis];
                    stride *= shape[axis];
                }
                result[place..][..row.len()].copy_from_slice(row);
            }
        }
        Ok(Value::new(shape, Elements::Float(result)))
    }

    pub(super) fn concat(
        &mut self,
        operands: &[&Value],
        axis: usize,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let length = shape.iter().product();
        macro_rules! concat {
            ($kind:ident, $result:expr) => {{
                let mut result = $result;
                let mut parts = vec![];
                for operand in operands {
                    let Elements::$kind(values) = &*operand.elements else {
                        return Err(unfit("Concat", operand));
                    };
                    let row: usize = operand.shape[axis..].iter().product();
                    parts.push((values, row));
                }
                let outer: usize = shape[..axis].iter().product();
                for index in 0..outer {
                    for (values, row) in &parts {
                        result.extend_from_slice(&values[index * row..][..*row]);
                    }
                }
                Elements::$kind(result)
            }};
        }
        let elements = match operands.first().map(|operand| &*operand.elements) {
            Some(Elements::Float(_)) => concat!(Float, self.pool.empty(length)?),
            Some(Elements::Integer(_)) => concat!(Integer, reserved(length)?),
            Some(Elements::Byte(_)) => concat!(Byte, reserved(length)?),
            Some(Elements::Truth(_)) => concat!(Truth, reserved(length)?),
            None => return Err(super::missing("Concat")),
        };
        Ok(Value::new(shape, elements))
    }
}

fn gather<T: Copy>(table: &[T], size: usize, inner: usize, places: &[usize], result: &mut Vec<T>) {
    if size * inner == 0 {
        return;
    }
    for part in table.chunks_exact(size * inner) {
        for place in places {
            result.extend_from_slice(&part[place * inner..][..inner]);
        }
    }
}
