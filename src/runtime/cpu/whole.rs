//! Steps over whole numbers, and those that place elements by them.

use epitome_kernels::elements::{self, Strided};

use super::value::{Value, reserved};
use super::{Run, missing, unfit};
use crate::error::{Error, ErrorKind, Result};
use crate::runtime::plan::{Elements, Whole};

/// Whole numbers from `start` on, as many as the shape says.
pub(super) fn range(start: usize, shape: Vec<usize>) -> Result<Value> {
    let count = shape.iter().product();
    let mut numbers = reserved(count)?;
    numbers.extend((start as u64..).take(count).map(|number| number as i64));
    Ok(Value::new(shape, Elements::Integer(numbers)))
}

/// An operation on whole numbers.
pub(super) fn whole(op: Whole, operands: &[&Value], shape: Vec<usize>) -> Result<Value> {
    let walks: Vec<Walk> = operands
        .iter()
        .map(|operand| Walk::over(operand, &shape))
        .collect();
    let count: usize = shape.iter().product();
    let mut result = reserved(count)?;
    let integers = |index: usize| match operands.get(index).map(|operand| &*operand.elements) {
        Some(Elements::Integer(values)) => Ok(&values[..]),
        _ => Err(missing("Whole")),
    };
    let by_zero = || {
        let problem = "a division of whole numbers by 0".to_string();
        Error::new(ErrorKind::Inference, problem)
    };
    match (op, &walks[..]) {
        (Whole::Select, [c, a, b]) => {
            let Some(Elements::Truth(truths)) = operands.first().map(|first| &*first.elements)
            else {
                return Err(missing("Whole"));
            };
            let (x, y) = (integers(1)?, integers(2)?);
            let places = c.places(&shape).zip(a.places(&shape)).zip(b.places(&shape));
            result.extend(places.map(|((c, a), b)| if truths[c] { x[a] } else { y[b] }));
        }
        (_, [a]) => {
            let x = integers(0)?;
            let f: fn(i64) -> i64 = match op {
                Whole::Negative => i64::wrapping_neg,
                Whole::Abs => i64::wrapping_abs,
                Whole::Sign => i64::signum,
                Whole::Narrow => |x| i64::from(x as i32),
                _ => return Err(missing("Whole")),
            };
            result.extend(a.places(&shape).map(|a| f(x[a])));
        }
        (_, [a, b]) => {
            let (x, y) = (integers(0)?, integers(1)?);
            let divides = matches!(op, Whole::Divide | Whole::Remainder | Whole::Truncated);
            if divides && count > 0 && y.contains(&0) {
                return Err(by_zero());
            }
            let f: fn(i64, i64) -> i64 = match op {
                Whole::Add => i64::wrapping_add,
                Whole::Subtract => i64::wrapping_sub,
                Whole::Multiply => i64::wrapping_mul,
                Whole::Divide => i64::wrapping_div,
                Whole::Truncated => i64::wrapping_rem,
                Whole::Remainder => |x, y| {
                    let rest = x.wrapping_rem(y);
                    let other = rest != 0 && (rest < 0) != (y < 0);
                    if other { rest + y } else { rest }
                },
                Whole::Greater => i64::max,
                Whole::Lesser => i64::min,
                _ => return Err(missing("Whole")),
            };
            let places = a.places(&shape).zip(b.places(&shape));
            result.extend(places.map(|(a, b)| f(x[a], y[b])));
        }
        _ => return Err(missing("Whole")),
    }
    Ok(Value::new(shape, Elements::Integer(result)))
}

/// How an operand is walked through in the order of a result, along whose axes it repeats.
struct Walk(Vec<usize>);

impl Walk {
    fn over(operand: &Value, shape: &[usize]) -> Self {
        let strides = operand.strides().into_iter().zip(&operand.shape);
        let strides = strides.map(|(stride, &size)| if size == 1 { 0 } else { stride });
        let strides: Vec<usize> = strides.collect();
        debug_assert_eq!(strides.len(), shape.len());
        Self(strides)
    }

    /// The places of the operand's elements, one for each of the result.
    fn places<'a>(&'a self, shape: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let count: usize = shape.iter().product();
        let mut counter = vec![0; shape.len()];
        let mut place = 0;
        (0..count).map(move |_| {
            let found = place;
            for (axis, index) in counter.iter_mut().enumerate().rev() {
                *index += 1;
                place += self.0[axis];
                if *index < shape[axis] {
                    break;
                }
                place -= self.0[axis] * shape[axis];
                *index = 0;
            }
            found
        })
    }
}

/// A place on an axis, counted from its end if negative.
fn place(op: &str, place: i64, size: usize) -> Result<usize> {
    let found = match place {
        0.. => Some(place),
        _ => place.checked_add_unsigned(size as u64),
    };
    let found = found.and_then(|place| usize::try_from(place).ok());
    let found = found.filter(|place| *place < size);
    found.ok_or_else(|| no_place(op, place, size))
}

fn no_place(op: &str, place: i64, size: usize) -> Error {
    let problem = format!("{op}: place {place} of an axis of {size}");
    Error::new(ErrorKind::Inference, problem)
}

impl Run<'_> {
    /// Sums along an axis.
    pub(super) fn cumulative_sum(
        &mut self,
        value: &Value,
        [axis, exclusive, reverse]: [usize; 3],
        shape: Vec<usize>,
    ) -> Result<Value> {
        let (size, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
        let count: usize = shape.iter().product();
        macro_rules! sums {
            ($values:expr, $result:expr, $zero:expr, $add:expr) => {{
                let mut result = $result;
                result.resize(count, $zero);
                for start in (0..count).step_by((size * inner).max(1)) {
                    for column in 0..inner {
                        let mut sum = $zero;
                        for step in 0..size {
                            let at = if reverse == 1 { size - 1 - step } else { step };
                            let at = start + at * inner + column;
                            let next = $add(sum, $values[at]);
                            result[at] = if exclusive == 1 { sum } else { next };
                            sum = next;
                        }
                    }
                }
                result
            }};
        }
        let elements = match &*value.elements {
            Elements::Float(values) => {
                let empty = self.pool.empty(count)?;
                Elements::Float(sums!(values, empty, 0.0, |a: f32, b: f32| a + b))
            }
            Elements::Integer(values) => {
                let empty = reserved(count)?;
                Elements::Integer(sums!(values, empty, 0_i64, |a: i64, b| a.wrapping_add(b)))
            }
            _ => return Err(unfit("CumulativeSum", value)),
        };
        Ok(Value::new(shape, elements))
    }

    /// Elements at places along an axis, one place for each.
    pub(super) fn gather_elements(
        &mut self,
        operands: &[&Value],
        axis: usize,
        shape: Vec<usize>,
    ) -> Result<Value> {
        let &[table, places] = operands else {
            return Err(missing("GatherElements"));
        };
        let Elements::Integer(numbers) = &*places.elements else {
            return Err(unfit("GatherElements", places));
        };
        let (of_table, of_places) = (table.strides(), places.strides());
        let places = Strided {
            values: &numbers[..],
            start: places.start(),
            strides: &of_places,
        };
        let size = table.shape[axis];
        let (start, strides) = (table.start(), &of_table[..]);
        let count = shape.iter().product();
        macro_rules! gathered {
            ($values:expr, $result:expr) => {{
                let mut result = $result;
                let table = Strided {
                    values: &$values[..],
                    start,
                    strides,
                };
                let found = elements::gather(table, places, (axis, size), &shape, &mut result);
                found.map_err(|place| no_place("GatherElements", place, size))?;
                result
            }};
        }
        let elements = match &*table.elements {
            Elements::Float(table) => Elements::Float(gathered!(table, self.pool.empty(count)?)),
            Elements::Integer(table) => Elements::Integer(gathered!(table, reserved(count)?)),
            Elements::Byte(table) => Elements::Byte(gathered!(table, reserved(count)?)),
            Elements::Truth(table) => Elements::Truth(gathered!(table, reserved(count)?)),
        };
        Ok(Value::new(shape, elements))
    }

    /// A value with slices put in at places of its first axes.
    pub(super) fn scatter_slices(
        &mut self,
        operands: &[&Value],
        shape: Vec<usize>,
    ) -> Result<Value> {
        let &[table, places, slices] = operands else {
            return Err(missing("ScatterSlices"));
        };
        let Elements::Integer(numbers) = &*places.elements else {
            return Err(unfit("ScatterSlices", places));
        };
        let (starts, inner) = starts("ScatterSlices", table, numbers, &places.shape)?;
        let count = shape.iter().product();
        macro_rules! scattered {
            ($table:expr, $slices:expr, $result:expr) => {{
                let mut result = $result;
                result.extend_from_slice($table);
                for (number, &start) in starts.iter().enumerate() {
                    let slice = &$slices[number * inner..][..inner];
                    result[start..][..inner].copy_from_slice(slice);
                }
                result
            }};
        }
        let elements = match (&*table.elements, &*slices.elements) {
            (Elements::Float(table), Elements::Float(slices)) => {
                Elements::Float(scattered!(table, slices, self.pool.empty(count)?))
            }
            (Elements::Integer(table), Elements::Integer(slices)) => {
                Elements::Integer(scattered!(table, slices, reserved(count)?))
            }
            (Elements::Truth(table), Elements::Truth(slices)) => {
                Elements::Truth(scattered!(table, slices, reserved(count)?))
            }
            _ => return Err(unfit("ScatterSlices", slices)),
        };
        Ok(Value::new(shape, elements))
    }

    /// Slices of a value at places of its first axes.
    pub(super) fn gather_slices(
        &mut self,
        operands: &[&Value],
        shape: Vec<usize>,
    ) -> Result<Value> {
        let &[table, places] = operands else {
            return Err(missing("GatherSlices"));
        };
        let Elements::Integer(numbers) = &*places.elements else {
            return Err(unfit("GatherSlices", places));
        };
        let (starts, inner) = starts("GatherSlices", table, numbers, &places.shape)?;
        let count = shape.iter().product();
        macro_rules! gathered {
            ($table:expr, $result:expr) => {{
                let mut result = $result;
                for &start in &starts {
                    result.extend_from_slice(&$table[start..][..inner]);
                }
                result
            }};
        }
        let elements = match &*table.elements {
            Elements::Float(table) => Elements::Float(gathered!(table, self.pool.empty(count)?)),
            Elements::Integer(table) => Elements::Integer(gathered!(table, reserved(count)?)),
            Elements::Truth(table) => Elements::Truth(gathered!(table, reserved(count)?)),
            Elements::Byte(table) => Elements::Byte(gathered!(table, reserved(count)?)),
        };
        Ok(Value::new(shape, elements))
    }
}

/// Where the slices lie that places of `shape` say, and how many elements each has.
fn starts(
    op: &str,
    table: &Value,
    numbers: &[i64],
    shape: &[usize],
) -> Result<(Vec<usize>, usize)> {
    let depth = shape.last().copied().unwrap_or(0);
    let strides = table.strides();
    let mut starts = reserved(numbers.len() / depth.max(1))?;
    for place_of in numbers.chunks_exact(depth.max(1)) {
        let mut start = 0;
        for (axis, &number) in place_of.iter().enumerate() {
            start += place(op, number, table.shape[axis])? * strides[axis];
        }
        starts.push(start);
    }
    Ok((starts, table.shape[depth..].iter().product()))
}
