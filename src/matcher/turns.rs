//! Turns between the parts of long work, so that a caller may do other things, or give up.

use std::future::ready;

use crate::error::Result;
use crate::model::backend::LocalFuture;

/// What is called between the sentences of a summary and the pairs of a batch.
pub trait Turns {
    /// Lets the caller do other things.
    ///
    /// # Errors
    ///
    /// Any error ends the work, and is what it ends with.
    fn turn(&self) -> LocalFuture<'_, Result<()>>;
}

/// Work without turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unbroken;

impl Turns for Unbroken {
    fn turn(&self) -> LocalFuture<'_, Result<()>> {
        Box::pin(ready(Ok(())))
    }
}
