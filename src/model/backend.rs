//! What a task needs from a runtime.
//!
//! Both traits are asynchronous where a device may be: reading results back
//! from a GPU takes a turn of the event loop. A backend on the CPU returns
//! futures that are ready at once.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;

use crate::error::{Error, ErrorKind, Result};
use crate::model::bundle::Bundle;
use crate::model::manifest::GraphSpec;
use crate::model::tensor::Tensor;

/// A future of this crate. It is not `Send`: the devices of a browser belong
/// to one thread. What makes it is, so each thread makes and awaits its own.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// What several threads may share, so `Send` and `Sync`; in WebAssembly anything, since the devices
/// of a browser belong to one thread.
#[cfg(not(target_arch = "wasm32"))]
pub trait Shareable: Send + Sync {}

#[cfg(not(target_arch = "wasm32"))]
impl<T: Send + Sync + ?Sized> Shareable for T {}

/// What several threads may share, so `Send` and `Sync`; in WebAssembly anything, since the devices
/// of a browser belong to one thread.
#[cfg(target_arch = "wasm32")]
pub trait Shareable {}

#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> Shareable for T {}

/// A model that is ready to run, which several threads may [share](Shareable).
pub trait Session: Shareable {
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

    /// [`run`](Self::run), and where it was done, as [`backend`](Self::backend) says it.
    ///
    /// # Errors
    ///
    /// Those of `run`.
    fn run_on(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<(Vec<Tensor>, &'static str)>> {
        Box::pin(async move { Ok((self.run(inputs).await?, self.backend())) })
    }

    /// [`run`](Self::run), and the inputs at the places `kept` again, in its order: what the next
    /// run reads as well need not be copied. Outputs at the places `unread` may come empty.
    ///
    /// # Errors
    ///
    /// Those of `run`.
    fn run_keeping<'a>(
        &'a self,
        inputs: Vec<Tensor>,
        kept: &'a [usize],
        _unread: &'a [usize],
    ) -> LocalFuture<'a, Result<(Vec<Tensor>, Vec<Tensor>)>> {
        Box::pin(async move {
            let again = kept.iter().filter_map(|&place| inputs.get(place)).cloned();
            let again = again.collect();
            Ok((self.run(inputs).await?, again))
        })
    }

    /// Takes the input at a place that several runs have in common, and computes what follows from
    /// it alone, where the runtime can.
    ///
    /// # Errors
    ///
    /// Those of `run`.
    fn encode(&self, place: usize, input: Tensor) -> LocalFuture<'_, Result<EncodedInput>> {
        Box::pin(async move { Ok(EncodedInput::new(place, input)) })
    }

    /// [`run_on`](Self::run_on) with an input that this session has [encoded](Self::encode), and
    /// the others in their order. The outputs are those of a run with all of them, to the last bit.
    ///
    /// # Errors
    ///
    /// Those of `run`.
    fn run_encoded<'a>(
        &'a self,
        encoded: &'a EncodedInput,
        others: Vec<Tensor>,
    ) -> LocalFuture<'a, Result<(Vec<Tensor>, &'static str)>> {
        self.run_on(encoded.among(others))
    }

    /// The name that results report: `wasm`, `webgpu` or `native`.
    fn backend(&self) -> &'static str;

    /// How many pairs the session asks for in one run, of so many that there are; nothing
    /// if that is the task's to choose.
    fn batch(&self, _pairs: usize) -> Option<usize> {
        None
    }
}

/// An input that several runs have in common, and what a session has computed of it.
pub struct EncodedInput {
    place: usize,
    input: Tensor,
    computed: Option<Box<dyn Any + Send + Sync>>,
}

impl EncodedInput {
    /// The input at a place, of which nothing is computed.
    pub fn new(place: usize, input: Tensor) -> Self {
        Self {
            place,
            input,
            computed: None,
        }
    }

    /// The same with what a session has computed of it.
    #[must_use]
    pub fn with(self, computed: Box<dyn Any + Send + Sync>) -> Self {
        Self {
            computed: Some(computed),
            ..self
        }
    }

    /// What the session has computed, if it is of this type.
    pub fn computed<T: 'static>(&self) -> Option<&T> {
        self.computed.as_ref()?.downcast_ref()
    }

    /// Whether a session has computed anything.
    pub fn is_computed(&self) -> bool {
        self.computed.is_some()
    }

    /// All inputs of a run: this one at its place among the others.
    pub fn among(&self, mut others: Vec<Tensor>) -> Vec<Tensor> {
        others.insert(self.place.min(others.len()), self.input.clone());
        others
    }
}

/// Where a caller wants graphs to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// On the CPU.
    #[default]
    Cpu,
    /// On the GPU; a host without one is an error.
    Gpu,
    /// Where it is faster.
    Auto,
}

impl std::str::FromStr for Place {
    type Err = Error;

    /// Reads `wasm`, `webgpu` or `auto`.
    fn from_str(name: &str) -> Result<Self> {
        match name {
            "wasm" => Ok(Self::Cpu),
            "webgpu" => Ok(Self::Gpu),
            "auto" => Ok(Self::Auto),
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                format!("backend `{name}`; allowed: auto, wasm, webgpu"),
            )),
        }
    }
}

/// Something that turns a graph of a bundle into a [`Session`].
pub trait Backend {
    /// Loads `graph`, one of those of `bundle`.
    ///
    /// # Errors
    ///
    /// Whatever makes the graph unfit to run, named: see
    /// [`ErrorKind`].
    fn load<'a>(
        &'a self,
        bundle: &'a Bundle,
        graph: &'a GraphSpec,
    ) -> LocalFuture<'a, Result<Box<dyn Session>>>;
}
