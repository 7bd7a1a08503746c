//! Plans as files: a mark, and in postcard's format what is left out of the plan because
//! it holds it twice, and the plan.
//!
//! Reading checks the plan, so that running it trusts its numbers. Cost: one pass
//! over the bytes; nothing is computed but the checks.

use super::tied::{self, Tie};
use super::{Plan, check};
use crate::error::{Error, ErrorKind, Result};

/// What a file begins with; its last byte is the version of the format.
const MARK: &[u8] = b"epitome plan\0\x04";

/// Whether a file says that it is a plan, of whatever version.
pub fn is_plan(bytes: &[u8]) -> bool {
    let mark = MARK.split_last().map_or(MARK, |(_, mark)| mark);
    bytes.starts_with(mark)
}

/// Reads a plan.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`] if the bytes are no plan, are of another version, or the
/// plan contradicts itself.
pub fn read(bytes: &[u8]) -> Result<Plan> {
    let invalid = |problem: &str| Error::new(ErrorKind::InvalidModel, problem);
    let Some(rest) = bytes.strip_prefix(MARK) else {
        return Err(invalid(if is_plan(bytes) {
            "the plan is of another version than this build reads; make it anew from its ONNX file"
        } else {
            "the file is not a plan"
        }));
    };
    let (ties, mut plan): (Vec<Tie>, Plan) = postcard::from_bytes(rest)
        .map_err(|error| invalid(&format!("the plan cannot be read: {error}")))?;
    let tied = tied::tie(&mut plan, &ties);
    tied.and_then(|()| check(&plan))
        .map_err(|problem| invalid(&format!("the plan is unfit: {problem}")))?;
    Ok(plan)
}

/// Writes a plan.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`] if the plan contradicts itself.
pub fn write(plan: &Plan) -> Result<Vec<u8>> {
    check(plan).map_err(|problem| Error::new(ErrorKind::InvalidModel, problem))?;
    let (plan, ties) = tied::untied(plan);
    postcard::to_extend(&(ties, plan), MARK.to_vec()).map_err(|error| {
        Error::new(
            ErrorKind::InvalidModel,
            format!("the plan cannot be written: {error}"),
        )
    })
}
