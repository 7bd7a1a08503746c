//! tract's simplification of a graph, without a comparison that finds nothing here.
//!
//! For every elementwise operator with two operands, again after every change of the graph, tract multiplies the
//! symbolic sizes of both and proves which is greater, to have the smaller one second. Kernels take operands
//! in either order, fusion wants constants second, and the proofs are a third of the time that a file takes to load.
//! The pass that asks every operator for a simpler one is replaced by [`Declutter`], which leaves them to operators whose
//! first operand is known.

use tract_core::internal::*;
use tract_core::ops::binary::TypedBinOp;
use tract_core::ops::dummy::Dummy;
use tract_core::optim::{Optimizer, OptimizerSession, TypedPass};

/// The graph, simplified.
pub(super) fn simplify(mut model: TypedModel) -> TractResult<TypedModel> {
    let mut optimizer = Optimizer::declutter();
    let mut passes = optimizer.passes.iter_mut();
    let replaced = passes.find(|pass| format!("{pass:?}") == "declutter");
    *replaced.context("the pass that is to be replaced")? = Box::new(Declutter { from: 0 });
    optimizer.optimize(&mut model)?;
    Ok(model)
}

/// Asks every operator, in order, for a simpler one.
#[derive(Clone, Debug)]
struct Declutter {
    /// The node that is asked first.
    from: usize,
}

impl TypedPass for Declutter {
    fn reset(&mut self) -> TractResult<()> {
        self.from = 0;
        Ok(())
    }

    fn next(
        &mut self,
        session: &mut OptimizerSession,
        model: &TypedModel,
    ) -> TractResult<Option<TypedModelPatch>> {
        for node in &model.nodes[self.from..] {
            if node.op_is::<Dummy>() {
                continue;
            }
            if let Some(mut patch) = simpler(session, model, node)? {
                patch.push_context(format!("{node}"));
                self.from = node.id + usize::from(patch.dont_apply_twice.is_some());
                return Ok(Some(patch));
            }
        }
        Ok(None)
    }
}

fn simpler(
    session: &mut OptimizerSession,
    model: &TypedModel,
    node: &TypedNode,
) -> TractResult<Option<TypedModelPatch>> {
    if let Some(op) = node.op_as::<TypedBinOp>() {
        let facts = model.node_input_facts(node.id)?;
        let known = facts.first().is_none_or(|first| first.konst.is_some());
        if !known && !facts.iter().any(|fact| may_vanish(fact)) {
            return op.0.declutter(model, node);
        }
    }
    node.op.declutter_with_session(session, model, node)
}

/// Whether an operand may be one with which an operator does nothing, or gives what no other operand changes.
fn may_vanish(fact: &TypedFact) -> bool {
    fact.uniform.as_ref().is_some_and(|uniform| {
        let value = uniform.cast_to_scalar::<f32>();
        value.map_or(true, |value| value == 0.0 || value == 1.0)
    })
}
