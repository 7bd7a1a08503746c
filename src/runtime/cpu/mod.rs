//! Plans run on the CPU, natively and in WebAssembly, each run on one thread; several threads may share
//! a session.
//!
//! Loading unpacks the weights for the kernels; it costs a pass over them. A run
//! goes through the steps once. The memory of a value that no later step takes is
//! given to the next result, and up to 16 MiB of it to the next run. Beside the arithmetic, a step
//! costs the checking of its shapes: under a microsecond.

mod cast;
mod compute;
mod encoded;
mod layer;
mod moves;
mod product;
mod recurrent;
mod value;
mod whole;

use std::sync::{Mutex, PoisonError};

use epitome_kernels::dense::Weights;
use epitome_kernels::integer;

use self::cast::{cast, empty};
use self::encoded::Before;
use self::value::{Pool, Value};
use super::interface::Interface;
use super::load::{load, load_file};
use super::plan::{Op, Plan, Step, matrix};
use crate::error::{Error, ErrorKind, Result};
use crate::model::backend::{EncodedInput, LocalFuture};
use crate::model::manifest::GraphSpec;
use crate::model::{Backend, Bundle, Session, Tensor};

/// Runs graphs on the CPU.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuBackend;

impl CpuBackend {
    /// Loads a graph from the bytes of its file, an ONNX file or a plan, without a bundle around it.
    /// `beside` finds files that the graph keeps elements in, by their paths from its folder.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::load`].
    pub fn open<'a>(
        &self,
        bytes: &[u8],
        graph: &GraphSpec,
        beside: &(dyn Fn(&str) -> Option<&'a [u8]> + 'a),
    ) -> Result<Box<dyn Session>> {
        let (interface, plan) = load_file(bytes, graph, beside)?;
        Ok(Box::new(CpuSession::new(interface, plan)))
    }
}

impl Backend for CpuBackend {
    fn load<'a>(
        &'a self,
        bundle: &'a Bundle,
        graph: &'a GraphSpec,
    ) -> LocalFuture<'a, Result<Box<dyn Session>>> {
        Box::pin(async move {
            let (interface, plan) = load(bundle, graph)?;
            Ok(Box::new(CpuSession::new(interface, plan)) as Box<dyn Session>)
        })
    }
}

pub(super) struct CpuSession {
    interface: Interface,
    plan: Plan,
    /// The plan's matrices, packed; of no size where only `integers` has them.
    weights: Vec<Weights>,
    /// Those that whole numbers are multiplied with.
    integers: Vec<Option<integer::Weights>>,
    /// The plan's constants, by value; empty elsewhere.
    constants: Vec<Option<Value>>,
    /// Memory that the last run is done with; runs at the same time do not share it.
    pool: Mutex<Pool>,
}

impl CpuSession {
    pub(super) fn new(interface: Interface, mut plan: Plan) -> Self {
        let uses = uses(&plan);
        let (mut weights, mut integers) = (vec![], vec![]);
        // One after the other, so that no more than one is there twice.
        for (matrix, uses) in plan.matrices.iter_mut().zip(&uses) {
            weights.push(match uses.float {
                true => Weights::new(matrix.inputs, matrix.outputs, &matrix.elements()),
                false => Weights::new(0, 0, &[]),
            });
            integers.push(match &matrix.weights {
                matrix::Weights::Quantized { values, scales } if uses.integer => {
                    Some(integer::Weights::new(matrix.inputs, values, scales))
                }
                _ => None,
            });
            matrix.forget();
        }
        let mut constants = vec![None; plan.values];
        for (value, constant) in std::mem::take(&mut plan.constants) {
            constants[value] = Some(Value::new(constant.shape, constant.elements));
        }
        Self {
            interface,
            plan,
            weights,
            integers,
            constants,
            pool: Mutex::default(),
        }
    }

    /// The memory that the last run left. A run that panicked left it as it took it: empty.
    fn take_pool(&self) -> Pool {
        std::mem::take(&mut *self.pool.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Leaves memory to the next run.
    fn keep_pool(&self, pool: Pool) {
        let next = pool.next();
        *self.pool.lock().unwrap_or_else(PoisonError::into_inner) = next;
    }

    /// A run, which yields where it is long (`pace`), and the inputs at some places again. Outputs
    /// that are `unread` come empty.
    async fn run_paced(
        &self,
        inputs: Vec<Tensor>,
        kept: &[usize],
        unread: &[usize],
    ) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
        let alternative = self.interface.chooses_alternative(&self.plan, &inputs);
        let course = self.plan.course(alternative);
        let steps: Vec<_> = course.steps.iter().enumerate().collect();
        self.run_steps(inputs, &steps, Before::default(), [kept, unread])
            .await
    }

    /// A run of some steps, after others.
    async fn run_steps(
        &self,
        inputs: Vec<Tensor>,
        steps: &[(usize, &Step)],
        before: Before<'_>,
        [kept, unread]: [&[usize]; 2],
    ) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
        let alternative = self.interface.chooses_alternative(&self.plan, &inputs);
        let course = self.plan.course(alternative);
        let sizes = self.interface.sizes(&inputs, course.requirements)?;
        let mut values = self.constants.clone();
        for (&value, input) in self.plan.inputs.iter().zip(inputs) {
            values[value] = Some(Value::from_tensor(input));
        }
        let kept = kept.iter().filter_map(|&place| self.plan.inputs.get(place));
        let kept: Vec<Value> = kept.filter_map(|&value| values[value].clone()).collect();
        let mut run = Run {
            session: self,
            symbols: &sizes.plan,
            pool: self.take_pool(),
        };
        for (value, made) in before.values {
            values[value] = Some(made);
        }
        for &(at, step) in steps {
            run.advance((at, step), &mut values, before.ordered_at)
                .await?;
            run.forget(step.last.iter(), &mut values);
        }
        let is_read = |place: &usize| !unread.contains(place);
        for place in (0..course.outputs.len()).filter(is_read) {
            run.order(&mut values[course.outputs[place]])?;
        }
        self.keep_pool(run.pool);
        let outputs = course.outputs.iter().enumerate();
        let outputs = outputs.map(|(place, output)| {
            if !is_read(&place) {
                let spec = &self.interface.spec.outputs[place];
                return Ok(Tensor::empty(spec.dtype, spec.shape.len()));
            }
            let again = course.outputs[place + 1..].contains(output);
            let value = match again {
                true => values[*output].clone(),
                false => values[*output].take(),
            };
            value.ok_or_else(|| missing("an output"))?.into_tensor()
        });
        let outputs = outputs.collect::<Result<_>>()?;
        let outputs = self.interface.checked(outputs, unread)?;
        drop(values);
        let kept = kept.into_iter().map(Value::into_tensor);
        Ok((outputs, kept.collect::<Result<_>>()?))
    }
}

impl CpuSession {
    /// About how many products a step took: those of a dense layer or a recurrent one, at most
    /// those of a tensor product, and some for every element that another one makes.
    fn products(&self, step: &Step, values: &[Option<Value>], results: &[Value]) -> u64 {
        let elements = |value: &Value| value.shape.iter().product::<usize>();
        let made: usize = results.iter().map(elements).sum();
        let inputs = |matrix: usize| self.plan.matrices.get(matrix).map_or(0, |one| one.inputs);
        let each = match &step.op {
            Op::Dense(layer) => layer.parts.iter().map(|part| inputs(part.matrix)).sum(),
            Op::Lstm(weights) => 4 * (inputs(weights.input) + inputs(weights.recurrent)),
            Op::Gru(gru) => 3 * (inputs(gru.input) + inputs(gru.gates)),
            Op::Product(_) => {
                let operands = step
                    .inputs
                    .iter()
                    .filter_map(|&input| values[input].as_ref());
                let operands: f64 = operands.map(|value| elements(value) as f64).product();
                (operands / made.max(1) as f64).sqrt() as usize
            }
            _ => 4,
        };
        (made as u64).saturating_mul(each as u64)
    }
}

impl Session for CpuSession {
    fn run(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<Vec<Tensor>>> {
        Box::pin(async move { Ok(self.run_paced(inputs, &[], &[]).await?.0) })
    }

    fn run_keeping<'a>(
        &'a self,
        inputs: Vec<Tensor>,
        kept: &'a [usize],
        unread: &'a [usize],
    ) -> LocalFuture<'a, Result<(Vec<Tensor>, Vec<Tensor>)>> {
        Box::pin(self.run_paced(inputs, kept, unread))
    }

    fn encode(&self, place: usize, input: Tensor) -> LocalFuture<'_, Result<EncodedInput>> {
        Box::pin(self.encoded(place, input))
    }

    fn run_encoded<'a>(
        &'a self,
        encoded: &'a EncodedInput,
        others: Vec<Tensor>,
    ) -> LocalFuture<'a, Result<(Vec<Tensor>, &'static str)>> {
        Box::pin(async move { Ok((self.run_rest(encoded, others).await?, self.backend())) })
    }

    fn backend(&self) -> &'static str {
        if cfg!(target_arch = "wasm32") {
            "wasm"
        } else {
            "native"
        }
    }
}

/// What a matrix is multiplied with.
#[derive(Clone, Copy, Default)]
struct Uses {
    float: bool,
    integer: bool,
}

/// Of every matrix of a plan.
fn uses(plan: &Plan) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); plan.matrices.len()];
    for step in plan.all_steps() {
        match &step.op {
            Op::Dense(layer) => {
                for part in &layer.parts {
                    uses[part.matrix].integer |= part.whole;
                    uses[part.matrix].float |= !part.whole;
                }
            }
            Op::Lstm(weights) => {
                for matrix in [weights.input, weights.recurrent] {
                    uses[matrix].float = true;
                }
            }
            Op::Gru(gru) => {
                for matrix in [gru.input, gru.gates, gru.new] {
                    uses[matrix].float = true;
                }
            }
            _ => {}
        }
    }
    uses
}

/// What a run carries from step to step.
struct Run<'a> {
    session: &'a CpuSession,
    symbols: &'a [usize],
    pool: Pool,
}

/// Whether an operator takes elements from wherever they lie; no other's result lies elsewhere than
/// from the first element on in the order of its axes.
fn takes_views(op: &Op) -> bool {
    matches!(
        op,
        Op::InsertAxis(_)
            | Op::RemoveAxis(_)
            | Op::Transpose(_)
            | Op::Slice { .. }
            | Op::Broadcast(_)
            | Op::GatherElements { .. }
            | Op::Product(_)
    )
}

impl Run<'_> {
    /// Puts the elements of a value in order.
    fn order(&mut self, value: &mut Option<Value>) -> Result<()> {
        if let Some(view) = value.take_if(|value| !value.is_ordered()) {
            *value = Some(self.ordered(&view)?);
            self.pool.give(view);
        }
        Ok(())
    }

    /// What a step takes, and the shapes of what it makes.
    fn operands<'v>(
        &self,
        step: &Step,
        values: &'v [Option<Value>],
    ) -> Result<(Vec<&'v Value>, Vec<Vec<usize>>)> {
        let operands = step.inputs.iter().map(|&value| values[value].as_ref());
        let operands = operands.collect::<Option<Vec<_>>>();
        let operands = operands.ok_or_else(|| missing(step.op.name()))?;
        let shapes: Vec<&[usize]> = operands.iter().map(|operand| &*operand.shape).collect();
        let shapes = step.op.shapes(&self.session.plan, &shapes, self.symbols)?;
        Ok((operands, shapes))
    }

    fn step(&mut self, step: &Step, values: &[Option<Value>]) -> Result<Vec<Value>> {
        let (operands, mut shapes) = self.operands(step, values)?;
        match &step.op {
            Op::Lstm(weights) => return self.lstm(weights, &operands, shapes),
            Op::Gru(weights) => return self.gru(weights, &operands, shapes),
            Op::DynamicQuantize => return self.dynamic_quantize(&operands, shapes),
            _ => {}
        }
        let shape = shapes.pop().ok_or_else(|| missing(step.op.name()))?;
        let result = self.single(&step.op, &operands, shape)?;
        Ok(vec![result])
    }

    /// The result of an operator that has one.
    fn single(&mut self, op: &Op, operands: &[&Value], shape: Vec<usize>) -> Result<Value> {
        if let Op::Range { start, .. } = op {
            return whole::range(start.of(self.symbols)?, shape);
        }
        let first = *operands.first().ok_or_else(|| missing(op.name()))?;
        if shape.contains(&0) && !matches!(op, Op::Gather { .. } | Op::GatherElements { .. }) {
            return Ok(empty(op, first, shape));
        }
        match op {
            Op::Reshape { .. } => Ok(first.reshaped(shape)),
            Op::InsertAxis(axis) => Ok(moves::insert_axis(first, *axis, shape)),
            Op::RemoveAxis(axis) => Ok(moves::remove_axis(first, *axis, shape)),
            Op::Gather { axis } => self.gather(operands, *axis, shape),
            Op::Transpose(order) => Ok(moves::transpose(first, order, shape)),
            Op::Slice { axis, start, .. } => {
                let start = start.of(self.symbols)?;
                Ok(moves::slice(first, *axis, start, shape))
            }
            Op::Broadcast(_) => Ok(moves::broadcast(first, shape)),
            Op::Pad { around, filling } => self.pad(first, around, *filling, shape),
            Op::Concat { axis } => self.concat(operands, *axis, shape),
            Op::Cast(kind) => Ok(cast(first, *kind)),
            Op::Compare(comparison) => compute::compare(operands, *comparison, shape),
            Op::Dense(layer) => self.dense(layer, operands, shape),
            Op::Pointwise(steps) => self.pointwise(steps, operands, shape),
            Op::Reduce { reduction, axis } => self.reduce(*reduction, *axis, first, shape),
            Op::Softmax { axis } => self.softmax(*axis, first, shape),
            Op::RmsNorm { axis, epsilon } => self.rms_norm(*axis, *epsilon, first, shape),
            Op::Product(labels) => self.product(labels, operands, shape),
            Op::Whole(op) => whole::whole(*op, operands, shape),
            Op::CumulativeSum {
                axis,
                exclusive,
                reverse,
            } => {
                let [exclusive, reverse] = [exclusive, reverse].map(|&truth| usize::from(truth));
                self.cumulative_sum(first, [*axis, exclusive, reverse], shape)
            }
            Op::GatherElements { axis } => self.gather_elements(operands, *axis, shape),
            Op::ScatterSlices => self.scatter_slices(operands, shape),
            Op::GatherSlices => self.gather_slices(operands, shape),
            Op::Lstm(_) | Op::Gru(_) | Op::DynamicQuantize | Op::Range { .. } => {
                Err(missing(op.name()))
            }
        }
    }
}

fn missing(what: &str) -> Error {
    Error::new(ErrorKind::Inference, format!("{what}: a value is missing"))
}

/// An operand of another type than the operator takes.
fn unfit(op: &str, value: &Value) -> Error {
    Error::new(
        ErrorKind::Inference,
        format!("{op}: an operand of type {:?}", value.elements.kind()),
    )
}
