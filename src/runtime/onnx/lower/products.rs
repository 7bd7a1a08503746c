//! Products of two operands, over axes by their labels.

use tract_core::internal::*;
use tract_core::ops::einsum::EinSum;

use super::Lowering;
use crate::runtime::plan::{self, Op, Reduction, Value};

impl Lowering<'_> {
    /// A product, with sums over axes that one operand has alone before it.
    pub(super) fn product(
        &mut self,
        node: &TypedNode,
        op: &EinSum,
        inputs: &[Value],
    ) -> TractResult<Value> {
        let &[a, b] = inputs else {
            bail!("a product of {} operands; allowed are 2", inputs.len());
        };
        ensure!(
            op.q_params.is_none() && op.operating_dt == f32::datum_type(),
            "products are of float32"
        );
        let mut operands = [a, b];
        let mut labels = [vec![], vec![], vec![]];
        for (axis, label) in op.axes.iter_all_axes().zip(0_u8..) {
            let places = [&axis.inputs[0], &axis.inputs[1], &axis.outputs[0]];
            ensure!(
                places.iter().all(|places| places.len() <= 1),
                "an axis stands twice in one operand"
            );
            for (labels, places) in labels.iter_mut().zip(places) {
                if let Some(&place) = places.first() {
                    labels.push((place, label));
                }
            }
        }
        for labels in &mut labels {
            labels.sort_unstable();
        }
        let [mut of_a, mut of_b, result] = labels.map(|labels| {
            labels
                .into_iter()
                .map(|(_, label)| label)
                .collect::<Vec<_>>()
        });
        // An axis that only one operand has is summed before.
        let others = [of_b.clone(), of_a.clone()];
        let mine = [&mut of_a, &mut of_b];
        let given = operands.iter_mut().zip(&node.inputs);
        for (((operand, outlet), mine), other) in given.zip(mine).zip(&others) {
            let shape = &self.model.outlet_fact(*outlet)?.shape;
            for axis in (0..mine.len()).rev() {
                if !other.contains(&mine[axis]) && !result.contains(&mine[axis]) {
                    if !shape[axis].is_one() {
                        let reduction = Reduction::Sum;
                        *operand = self.step(Op::Reduce { reduction, axis }, vec![*operand]);
                    }
                    *operand = self.step(Op::RemoveAxis(axis), vec![*operand]);
                    mine.remove(axis);
                }
            }
        }
        // An axis of size 1 that neither operand has is put in afterwards.
        let mut missing = vec![];
        let mut found = vec![];
        for (axis, label) in result.iter().enumerate() {
            if of_a.contains(label) || of_b.contains(label) {
                found.push(*label);
            } else {
                missing.push(axis);
            }
        }
        let product = plan::Product {
            a: of_a,
            b: of_b,
            result: found,
        };
        let mut value = self.step(Op::Product(product), operands.to_vec());
        for axis in missing {
            ensure!(
                self.model.outlet_fact(node.id.into())?.shape[axis].is_one(),
                "an axis of the product that no operand has"
            );
            value = self.step(Op::InsertAxis(axis), vec![value]);
        }
        Ok(value)
    }
}
