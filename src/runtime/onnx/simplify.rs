//! tract's simplification of a graph, without comparisons whose outcome matters to nothing here.
//!
//! For every elementwise operator with two operands, again after every change of the graph, tract multiplies
//! the symbolic sizes of both and proves which is greater, to have the smaller one second. That would
//! take a third of the time in which a file loads. Fusion and kernels take operands in
//! either order: they stay in the file's, except that a constant comes second. The pass that asks every
//! operator for a simpler one is replaced by [`Declutter`], which leaves to tract the operators whose first operand is a
//! constant, and those that may vanish because an operand is neutral or absorbing.

use tract_core::internal::*;
use tract_core::ops::binary::{BinMiniOp, TypedBinOp};
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
            let patch = simpler(session, model, node);
            if let Some(mut patch) = patch.with_context(|| format!("a simpler form of {node}"))? {
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
        let first_is_constant = facts.first().is_some_and(|first| first.konst.is_some());
        if !first_is_constant && !facts.iter().any(|fact| makes_vanish(&*op.0, fact)) {
            return op.0.declutter(model, node);
        }
    }
    node.op.declutter_with_session(session, model, node)
}

/// Whether every element of an operand may be the one that leaves the other operand as it is, or outweighs it.
fn makes_vanish(op: &dyn BinMiniOp, fact: &TypedFact) -> bool {
    fact.uniform.as_ref().is_some_and(|uniform| {
        let special = [op.neutral_element(), op.absorbing_element()];
        let value = uniform.cast_to_scalar::<f32>();
        value.map_or(true, |value| {
            special
                .iter()
                .flatten()
                .any(|&special| value == special as f32)
        })
    })
}
