//! What a task needs from a runtime.
//!
//! Both traits are asynchronous where a device may be: reading results back
//! from a GPU takes a turn of the event loop. A backend on the CPU returns
//! futures that are ready at once.

use std::future::Future;
use std::pin::Pin;

use crate::error::Result;
use crate::model::bundle::Bundle;
use crate::model::tensor::Tensor;

/// A future of this crate. It is not `Send`: the devices of a browser belong
/// to one thread.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A model that is ready to run.
pub trait Session {
    /// Runs the graph once.
    ///
    /// `inputs` follow the order of `graph.inputs` in the manifest; the result
    /// follows `graph.outputs`. Symbolic axes may differ from call to call.
    ///
    /// # Errors
    ///
    /// [`ShapeMismatch`](crate::ErrorKind::ShapeMismatch) if an input has
    /// another type or shape than the manifest says,
    /// [`Inference`](crate::ErrorKind::Inference) if the runtime fails.
    fn run(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<Vec<Tensor>>>;

    /// The name that results report: `wasm`, `webgpu` or `native`.
    fn backend(&self) -> &'static str;
}

/// Something that turns the graph of a bundle into a [`Session`].
pub trait Backend {
    /// Loads the graph of `bundle`.
    ///
    /// # Errors
    ///
    /// Whatever makes the graph unfit to run, named: see
    /// [`ErrorKind`](crate::ErrorKind).
    fn load<'a>(&'a self, bundle: &'a Bundle) -> LocalFuture<'a, Result<Box<dyn Session>>>;
}
