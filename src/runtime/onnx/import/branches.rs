//! Branches of which one runs.
//!
//! A condition must be known once the graph is read: from constants, from sizes, or because an
//! input of one truth value says it. A merged decoder has such an input, `use_cache_branch`:
//! its graph is read twice, once for each value, and a run takes the steps of the value that
//! it is given ([`switch`]). The nodes of the branch stand in place of the `If`.

use tract_core::internal::*;

use super::super::messages::GraphProto;
use super::{Call, Graph, tensor};
use crate::model::manifest::{Axis, DataType, GraphSpec};

/// The place of the input that chooses a branch, if the graph has branches and one input of one
/// truth value.
pub(in crate::runtime::onnx) fn switch(graph: &GraphProto, spec: &GraphSpec) -> Option<usize> {
    graph.node.iter().find(|node| node.op_type == "If")?;
    let one = |axis: &Axis| *axis == Axis::Fixed(1);
    let mut truths = spec
        .inputs
        .iter()
        .enumerate()
        .filter(|(_, input)| input.dtype == DataType::Bool && input.shape.iter().all(one));
    match (truths.next(), truths.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

/// The values of one of two branches.
pub(in crate::runtime) fn if_else(
    graph: &mut Graph,
    call: &Call<'_>,
) -> TractResult<TVec<OutletId>> {
    let condition = graph.known(call.input(0)?).context(
        "the condition is not known before a run; allowed are constants, sizes, and the only \
         input of one truth value",
    )?;
    ensure!(
        condition.len() == 1 && condition.datum_type() == bool::datum_type(),
        "a condition of {} values of {:?}; allowed is one truth value",
        condition.len(),
        condition.datum_type()
    );
    let name = match condition.try_as_plain_ram()?.as_slice::<bool>()?[0] {
        true => "then_branch",
        false => "else_branch",
    };
    let branch = call.attribute(name).and_then(|found| found.g.as_ref());
    let branch = branch.with_context(|| format!("attribute `{name}` is missing"))?;
    ensure!(branch.input.is_empty(), "a branch with inputs");
    graph.enter();
    for initializer in &branch.initializer {
        let outlet = graph.constant(tensor::read(initializer)?)?;
        graph.define(&initializer.name, outlet);
    }
    graph.nodes(branch)?;
    let outputs = branch.output.iter().map(|output| {
        let found = graph.value(&output.name)?;
        let found = found.with_context(|| format!("an output of `{name}` has no name"))?;
        ensure!(
            found.carried.is_none(),
            "an output of rounded values or their sums of `{name}`"
        );
        Ok(found.outlet)
    });
    let outputs = outputs.collect::<TractResult<TVec<_>>>()?;
    graph.leave();
    Ok(outputs)
}
