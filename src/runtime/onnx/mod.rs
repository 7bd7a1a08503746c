//! ONNX files made into [plans](super::plan).
//!
//! A file is [checked](accept) against the tables of [operators]: what is not proven
//! is refused by name. Its nodes become tract's typed graph, which tract simplifies;
//! products, bias and rectifier become layers and elementwise operators programs,
//! and the graph becomes a plan. What a file takes and gives, [`interface()`] reads from it.
//! Cost: tract's simplification, some hundred milliseconds for a few hundred nodes; the
//! rest is linear.

pub mod accept;
#[cfg(target_arch = "wasm32")]
mod constructors;
pub mod external;
mod fusion;
mod import;
pub mod interface;
mod join;
mod lower;
pub mod messages;
pub mod operators;
mod order;
mod simplify;
mod sizes;

pub use interface::{GraphInterface, external_files, interface};

use self::external::Files;
use self::import::Source;
use super::plan::{Plan, check};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::GraphSpec;

/// Makes the plan of an ONNX file that the manifest describes. `files` are those that lie beside
/// it, by their paths from its folder.
///
/// # Errors
///
/// Those of [`accept::accept`], and [`ErrorKind::InvalidModel`] if operators are put
/// together in a way that plans do not know.
pub fn plan(bytes: &[u8], spec: &GraphSpec, files: &Files<'_>) -> Result<Plan> {
    #[cfg(target_arch = "wasm32")]
    constructors::run();
    let mut model = accept::accept(bytes, spec, files)?;
    let opset = accept::opset(&model);
    let unfit = |problem: String| {
        Error::new(
            ErrorKind::InvalidModel,
            format!("the graph cannot be prepared: {problem}"),
        )
    };
    let graph = model.graph.as_mut();
    let graph = graph.ok_or_else(|| unfit("there is none".into()))?;
    let initializers = import::initializers(std::mem::take(&mut graph.initializer))
        .map_err(|error| unfit(format!("{error:#}")).with_source(error))?;
    let source = Source {
        graph,
        spec,
        opset,
        initializers,
    };
    let made = |switch| {
        let imported = source.import(switch)?;
        let model = simplify::simplify(imported.model)?;
        let model = fusion::fuse(&model)?;
        lower::lower(&import::Imported { model, ..imported })
    };
    let plan = match import::switch(graph, spec) {
        None => made(None),
        Some(input) => made(Some((input, true))).and_then(|yes| {
            let no = made(Some((input, false)))?;
            Ok(join::join(yes, no, input))
        }),
    };
    let plan = plan.map_err(|error| unfit(format!("{error:#}")).with_source(error))?;
    check(&plan).map_err(unfit)?;
    Ok(plan)
}
