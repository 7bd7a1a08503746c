//! Products of two operands over labelled axes, as batches of matrix products.
//!
//! The axes become four groups: of both operands and the result (one product each),
//! of the first (rows), of the second (columns), and those that are summed. The first operand
//! is brought into the order of the groups, the second is packed as
//! weights are, from where it lies if each of its groups is one stride, and the dense kernel
//! multiplies. Cost: 2 · batch · rows · summed · columns operations, and a pass over each operand.

use epitome_kernels::dense::{self, Weights};
use epitome_kernels::vector;

use super::moves::transpose;
use super::value::Value;
use super::{Run, missing};
use crate::error::{Error, ErrorKind, Result};
use crate::runtime::plan::shapes::may_have;
use crate::runtime::plan::{Elements, Product};

/// Rows up to which a matrix is multiplied where it lies.
const FEW: usize = 2;

/// Labels of a group, in the order that they are walked in.
struct Groups {
    batch: Vec<u8>,
    rows: Vec<u8>,
    columns: Vec<u8>,
    summed: Vec<u8>,
}

impl Groups {
    fn of(labels: &Product) -> Self {
        let in_a = |label: &u8| labels.a.contains(label);
        let in_b = |label: &u8| labels.b.contains(label);
        let of_result = |wanted: &dyn Fn(&u8) -> bool| {
            let labels = labels.result.iter().copied();
            labels.filter(|label| wanted(label)).collect()
        };
        Self {
            batch: of_result(&|label| in_a(label) && in_b(label)),
            rows: of_result(&|label| in_a(label) && !in_b(label)),
            columns: of_result(&|label| !in_a(label) && in_b(label)),
            summed: labels
                .a
                .iter()
                .copied()
                .filter(|label| in_b(label) && !labels.result.contains(label))
                .collect(),
        }
    }
}

impl Run<'_> {
    pub(super) fn product(
        &mut self,
        labels: &Product,
        operands: &[&Value],
        shape: Vec<usize>,
    ) -> Result<Value> {
        let &[a, b] = operands else {
            return Err(missing("Product"));
        };
        let groups = Groups::of(labels);
        let shapes = [&*a.shape, &*b.shape];
        let sizes = |group: &[u8]| -> Vec<usize> {
            let sizes = group.iter().map(|label| labels.size(*label, &shapes));
            sizes.map(|size| size.unwrap_or(1)).collect()
        };
        let count = |group: &[u8]| sizes(group).iter().product::<usize>();
        let (batch, rows) = (count(&groups.batch), count(&groups.rows));
        let (columns, summed) = (count(&groups.columns), count(&groups.summed));
        let order = [&*groups.batch, &groups.rows, &groups.summed].concat();
        let a = self.arranged(a, &labels.a, &order, sizes(&order))?;
        let order = [&*groups.batch, &groups.summed, &groups.columns].concat();
        may_be_repeated(&sizes(&order))?;
        may_be_repeated(&[summed, columns.next_multiple_of(dense::COLUMNS)])?;
        let along = |group: &[u8]| stride(b, &labels.b, group, &sizes(group));
        let strides = (|| {
            let (batch, summed) = (along(&groups.batch)?, along(&groups.summed)?);
            Some((batch, [summed, along(&groups.columns)?]))
        })();
        let (b, (between, strides)) = match strides {
            Some(strides) => (b.clone(), strides),
            None => (
                self.arranged(b, &labels.b, &order, sizes(&order))?,
                (summed * columns, [columns, 1]),
            ),
        };
        let (x, y) = (a.floats("Product")?, b.floats("Product")?);
        let mut result = self.pool.take(shape.iter().product())?;
        result.fill(0.0);
        for index in 0..batch {
            let each = rows * columns;
            let matrix = &y[(b.start() + index * between).min(y.len())..];
            let rows = &x[index * rows * summed..][..rows * summed];
            let target = &mut result[index * each..][..each];
            multiply(rows, matrix, [summed, columns], strides, target);
        }
        self.pool.give(a);
        self.pool.give(b);
        // The result's axes in the order in which they were computed.
        let order: Vec<u8> = [groups.batch, groups.rows, groups.columns].concat();
        let place = |label: &u8| labels.result.iter().position(|other| other == label);
        let places: Vec<usize> = order.iter().filter_map(place).collect();
        let sizes = places.iter().map(|&axis| shape[axis]).collect();
        let computed = Value::new(sizes, Elements::Float(result));
        let back: Option<Vec<usize>> = (0..shape.len())
            .map(|axis| places.iter().position(|&place| place == axis))
            .collect();
        let back = back.ok_or_else(|| missing("Product"))?;
        Ok(transpose(&computed, &back, shape))
    }

    /// An operand with its axes in an order, those of size 1 repeated.
    fn arranged(
        &mut self,
        value: &Value,
        labels: &[u8],
        order: &[u8],
        shape: Vec<usize>,
    ) -> Result<Value> {
        may_be_repeated(&shape)?;
        let places = order
            .iter()
            .filter_map(|label| labels.iter().position(|other| other == label));
        let places: Vec<usize> = places.collect();
        let given: Vec<usize> = places.iter().map(|&axis| value.shape[axis]).collect();
        if given == shape {
            return self.ordered(&transpose(value, &places, shape));
        }
        let strides = value.strides();
        let strides = places.iter().map(|&axis| match value.shape[axis] {
            1 => 0,
            _ => strides[axis],
        });
        let strides = strides.collect();
        self.walk(value, value.start(), strides, shape)
    }
}

/// Adds the product of rows and a matrix `[summed, columns]` to a result that is 0; `strides` are those of
/// the matrix.
fn multiply(
    rows: &[f32],
    matrix: &[f32],
    [summed, columns]: [usize; 2],
    strides: [usize; 2],
    result: &mut [f32],
) {
    if columns == 1 && (1..=dense::SHORT).contains(&summed) {
        let column = (0..summed).map(|at| matrix[at * strides[0]]);
        return dense::column(rows, &column.collect::<Vec<_>>(), result);
    }
    // A row or two meet the matrix where it lies: packing costs as much as a row.
    let count = result.len() / columns.max(1);
    if count <= FEW && columns > 0 && summed > 0 {
        let mut pairs = rows
            .chunks_exact(summed)
            .zip(result.chunks_exact_mut(columns));
        if pairs.all(|(row, result)| vector::accumulate(row, matrix, strides, result)) {
            return;
        }
    }
    let weights = &Weights::strided(summed, columns, matrix, strides);
    let product = dense::Product {
        rows,
        weights,
        shift: 0,
    };
    dense::accumulate(&[product], count, columns, result);
}

/// Places from one index to the next of a group's axes, walked as one; nothing if they lie in no such way.
fn stride(value: &Value, labels: &[u8], group: &[u8], sizes: &[usize]) -> Option<usize> {
    let strides = value.strides();
    let mut walked = None;
    for (label, &size) in group.iter().zip(sizes).rev() {
        let axis = labels.iter().position(|other| other == label)?;
        let stride = match value.shape[axis] {
            1 => 0,
            _ => strides[axis],
        };
        walked = match walked {
            _ if size == 1 => walked,
            None => Some((stride, stride * size)),
            Some((first, end)) if stride == end => Some((first, stride * size)),
            Some(_) => return None,
        };
    }
    Some(walked.map_or(1, |(first, _)| first))
}

/// # Errors
///
/// [`ErrorKind::Inference`] if an operand is too large once its axes of size 1 are repeated.
fn may_be_repeated(shape: &[usize]) -> Result<()> {
    if may_have(shape) {
        return Ok(());
    }
    let problem =
        format!("Product: an operand of shape {shape:?}, repeated along its axes of size 1");
    Err(Error::new(ErrorKind::Inference, problem))
}
