//! Sessions that compute on the GPU, and on the CPU what the GPU cannot.
//!
//! A run that fails on the device is repeated on the CPU, so that every call ends with
//! a result. What went wrong is reported to the console once; after a failure of the
//! device the session stays on the CPU.
//!
//! A session that chooses by itself measures once: the first run of at least
//! [`TRIAL`] pairs is run on both. On the GPU a batch costs α + β · pairs, on the CPU
//! γ · pairs; from α / (γ - β) pairs the GPU wins. Adapters that compute on the CPU are
//! never chosen.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::*;

use super::device::Device;
use super::execute::{Failure, Loaded};
use crate::error::{Error, ErrorKind, Result};
use crate::model::backend::{EncodedInput, LocalFuture};
use crate::model::manifest::GraphSpec;
use crate::model::{Backend, Bundle, Session, Tensor, TensorData};
use crate::runtime::cpu::CpuSession;
use crate::runtime::interface::Interface;
use crate::runtime::load::load;
use crate::runtime::plan::Requirement;

/// Pairs in one run on the GPU.
pub const BATCH: usize = 256;

/// Pairs in a run that is worth measuring.
const TRIAL: usize = 16;

thread_local! {
    /// From how many pairs the GPU wins, by model and adapter.
    static MEASURED: RefCell<HashMap<String, Option<usize>>> = RefCell::default();
}

/// Runs graphs on the GPU.
#[derive(Clone, Copy, Debug)]
pub struct WebGpuBackend {
    /// Whether each run goes where it is faster; otherwise a host without an adapter
    /// is an error.
    pub auto: bool,
}

impl Backend for WebGpuBackend {
    fn load<'a>(
        &'a self,
        bundle: &'a Bundle,
        graph: &'a GraphSpec,
    ) -> LocalFuture<'a, Result<Box<dyn Session>>> {
        Box::pin(async move {
            let device = match Device::shared().await {
                Ok(device) if self.auto && device.software => Err(None),
                Ok(device) => Ok(device),
                Err(_) if self.auto => Err(None),
                Err(problem) => Err(Some(problem)),
            };
            let (interface, plan) = load(bundle, graph)?;
            let name = &bundle.manifest().name;
            let device = match device {
                Ok(device) => device,
                Err(None) => return Ok(Box::new(CpuSession::new(interface, plan)) as _),
                Err(Some(problem)) => {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        format!(
                            "model `{name}`: backend \"webgpu\" cannot be used: {problem}; allowed here: \"auto\", \"wasm\""
                        ),
                    ));
                }
            };
            let key = format!("{name} {} {}", bundle.manifest().version, device.name);
            let requirements = plan.requirements.clone();
            let gpu = Loaded::new(device, plan.clone()).await;
            let cpu = CpuSession::new(interface.clone(), plan);
            let session = WebGpuSession {
                name: name.clone(),
                gpu: RefCell::default(),
                auto: self.auto,
                key,
                reported: Cell::default(),
                interface,
                requirements,
                cpu,
            };
            match gpu {
                Ok(gpu) => *session.gpu.borrow_mut() = Some(Rc::new(gpu)),
                Err(problem) => session.report(&format!("{problem}; the whole graph runs on wasm")),
            }
            Ok(Box::new(session) as _)
        })
    }
}

struct WebGpuSession {
    name: String,
    /// The plan on the device, as long as that is of use.
    gpu: RefCell<Option<Rc<Loaded>>>,
    auto: bool,
    /// The model and the adapter.
    key: String,
    reported: Cell<bool>,
    interface: Interface,
    /// What the sizes of a run must be.
    requirements: Vec<Requirement>,
    cpu: CpuSession,
}

impl WebGpuSession {
    /// Tells the console, once in the life of a session.
    fn report(&self, problem: &str) {
        if !self.reported.replace(true) {
            let message = format!("epitome: model `{}` on webgpu: {problem}", self.name);
            web_sys::console::warn_1(&message.into());
        }
    }

    fn gpu(&self) -> Option<Rc<Loaded>> {
        self.gpu.borrow().clone()
    }

    /// What was measured: from how many pairs the GPU wins, if ever.
    fn measured(&self) -> Option<Option<usize>> {
        MEASURED.with(|measured| measured.borrow().get(&self.key).copied())
    }

    async fn on_gpu(&self, inputs: &[Tensor], symbols: &[usize]) -> Option<Vec<Tensor>> {
        let gpu = self.gpu()?;
        match gpu.run(inputs, symbols).await {
            Ok(outputs) => Some(outputs),
            Err(Failure::Unfit(problem)) => {
                self.report(&format!("{problem}; the run was done on wasm"));
                None
            }
            Err(Failure::Broken(problem)) => {
                *self.gpu.borrow_mut() = None;
                self.report(&format!(
                    "{problem}; the run was repeated on wasm, as all later ones"
                ));
                None
            }
        }
    }

    /// Runs on both, and keeps from how many pairs the GPU wins.
    async fn measure(&self, inputs: Vec<Tensor>, symbols: &[usize]) -> Result<Vec<Tensor>> {
        let pairs = inputs.first().map_or(1, rows);
        let many = (BATCH / pairs).max(2);
        // The first run of each size compiles.
        let small = self.timed(&inputs, symbols).await;
        let wide: Option<Vec<Tensor>> = inputs.iter().map(|input| repeated(input, many)).collect();
        let large = match wide.map(|wide| (self.interface.sizes(&wide, &[]), wide)) {
            Some((Ok(sizes), wide)) => self.timed(&wide, &sizes.plan).await,
            _ => None,
        };
        let start = now();
        let outputs = self.cpu.run(inputs).await?;
        let cpu = (now() - start) / pairs as f64;
        let from = small.zip(large).and_then(|(small, large)| {
            let each = ((large - small) / (pairs * (many - 1)) as f64).max(0.0);
            let fixed = (small - each * pairs as f64).max(0.0);
            (cpu > each).then(|| (fixed / (cpu - each)).ceil().max(2.0))
        });
        let from = from.filter(|&from| from <= BATCH as f64);
        MEASURED.with(|measured| {
            let from = from.map(|from| from as usize);
            measured.borrow_mut().insert(self.key.clone(), from);
        });
        Ok(outputs)
    }

    /// Milliseconds of a run on the GPU, the second of two.
    async fn timed(&self, inputs: &[Tensor], symbols: &[usize]) -> Option<f64> {
        self.on_gpu(inputs, symbols).await?;
        let start = now();
        self.on_gpu(inputs, symbols).await?;
        Some(now() - start)
    }
}

impl Session for WebGpuSession {
    fn run(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<Vec<Tensor>>> {
        Box::pin(async move { Ok(self.run_on(inputs).await?.0) })
    }

    fn run_on(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<(Vec<Tensor>, &'static str)>> {
        Box::pin(async move {
            let sizes = self.interface.sizes(&inputs, &self.requirements)?;
            let pairs = inputs.first().map_or(1, rows);
            let gpu = match (self.auto, self.measured()) {
                (false, _) => true,
                (true, Some(from)) => from.is_some_and(|from| pairs >= from),
                (true, None) if pairs >= TRIAL && self.gpu().is_some() => {
                    return Ok((self.measure(inputs, &sizes.plan).await?, self.cpu.backend()));
                }
                (true, None) => false,
            };
            if gpu && let Some(outputs) = self.on_gpu(&inputs, &sizes.plan).await {
                return Ok((self.interface.checked(outputs, &[])?, "webgpu"));
            }
            Ok((self.cpu.run(inputs).await?, self.cpu.backend()))
        })
    }

    /// On the CPU, where runs of one pair go that way.
    fn encode(&self, place: usize, input: Tensor) -> LocalFuture<'_, Result<EncodedInput>> {
        Box::pin(async move {
            match self.auto || self.gpu().is_none() {
                true => self.cpu.encode(place, input).await,
                false => Ok(EncodedInput::new(place, input)),
            }
        })
    }

    fn run_encoded<'a>(
        &'a self,
        encoded: &'a EncodedInput,
        others: Vec<Tensor>,
    ) -> LocalFuture<'a, Result<(Vec<Tensor>, &'static str)>> {
        match encoded.is_computed() {
            true => self.cpu.run_encoded(encoded, others),
            false => self.run_on(encoded.among(others)),
        }
    }

    fn backend(&self) -> &'static str {
        if self.gpu().is_some() && !self.auto {
            "webgpu"
        } else {
            self.cpu.backend()
        }
    }

    fn batch(&self, pairs: usize) -> Option<usize> {
        self.gpu()?;
        match (self.auto, self.measured()) {
            (false, _) => Some(BATCH),
            (true, Some(from)) => from.filter(|&from| pairs >= from).map(|_| BATCH),
            (true, None) => (pairs >= TRIAL).then_some(2 * TRIAL),
        }
    }
}

/// The size of the first axis: pairs.
fn rows(tensor: &Tensor) -> usize {
    tensor.shape().first().copied().unwrap_or(1)
}

/// A tensor whose rows are there several times.
fn repeated(tensor: &Tensor, times: usize) -> Option<Tensor> {
    let mut shape = tensor.shape().to_vec();
    *shape.first_mut()? *= times;
    let data = match tensor.data() {
        TensorData::I64(values) => TensorData::I64(values.repeat(times)),
        TensorData::F32(values) => TensorData::F32(values.repeat(times)),
        TensorData::Bool(values) => TensorData::Bool(values.repeat(times)),
    };
    Tensor::new(shape, data).ok()
}

/// Milliseconds of a clock.
fn now() -> f64 {
    let clock = || {
        let performance = Reflect::get(&js_sys::global(), &"performance".into()).ok()?;
        let now: Function = Reflect::get(&performance, &"now".into())
            .ok()?
            .dyn_into()
            .ok()?;
        now.call0(&performance).ok()?.as_f64()
    };
    clock().unwrap_or_else(js_sys::Date::now)
}
