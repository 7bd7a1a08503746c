//! Products of two operands over labelled axes, as batches of matrix products.
//!
//! The axes become four groups: of both operands and the result (one product each),
//! of the first (rows), of the second (columns), and those that are summed. Rows and
//! columns are brought into the order of the groups, the second operand is packed as
//! weights are, and the dense kernel multiplies. Cost: 2 · batch · rows · summed ·
//! columns operations, and a pass over each operand.

use epitome_kernels::dense::{self, Weights};

use super::value::Value;
use super::{Run, missing};
use crate::error::{Error, ErrorKind, Result};
use crate::runtime::plan::shapes::may_have;
use crate::runtime::plan::{Elements, Product};

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
        let b = self.arranged(b, &labels.b, &order, sizes(&order))?;
        let (x, y) = (a.floats("Product")?, b.floats("Product")?);
        let mut result = self.pool.take(shape.iter().product())?;
        result.fill(0.0);
        for index in 0..batch {
            let matrix = &y[index * summed * columns..][..summed * columns];
            let weights = Weights::new(summed, columns, matrix);
            let product = dense::Product {
                rows: &x[index * rows * summed..][..rows * summed],
                weights: &weights,
                shift: 0,
            };
            let target = &mut result[index * rows * columns..][..rows * columns];
            dense::accumulate(&[product], rows, columns, target);
        }
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
        self.transpose(&computed, &back, shape)
    }

    /// An operand with its axes in an order, those of size 1 repeated.
    fn arranged(
        &mut self,
        value: &Value,
        labels: &[u8],
        order: &[u8],
        shape: Vec<usize>,
    ) -> Result<Value> {
        if !may_have(&shape) {
            return Err(Error::new(
                ErrorKind::Inference,
                format!(
                    "Product: an operand of shape {shape:?}, repeated along its axes of size 1"
                ),
            ));
        }
        let places = order
            .iter()
            .filter_map(|label| labels.iter().position(|other| other == label));
        let places: Vec<usize> = places.collect();
        let given: Vec<usize> = places.iter().map(|&axis| value.shape[axis]).collect();
        if given == shape {
            return self.transpose(value, &places, shape);
        }
        let strides = value.strides();
        let strides = places.iter().map(|&axis| match value.shape[axis] {
            1 => 0,
            _ => strides[axis],
        });
        let strides = strides.collect();
        self.walk(value, 0, strides, shape)
    }
}
