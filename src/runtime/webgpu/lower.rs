//! From a plan and the sizes of a run to passes.
//!
//! A plan is prepared once: its constants and weights become buffers that all runs
//! share. Each run is then lowered step by step; values that only differ in axes of
//! size 1 share a buffer, and a buffer is used again once no later step takes its value.
//! Cost: one shader's text for each step, and no arithmetic.

use super::fixed::Fixed;
use super::kernels::recurrent::Cell;
use super::kernels::{Held, elementwise, places, products, recurrent, rows, whole};
use super::program::{Buffer, Limits, Output, Pass, Program, Store, Unfit};
use crate::runtime::plan::{Dense, Kind, Op, Part, Plan, Step, Value};

/// A plan whose constants and weights have their buffers.
pub struct Lowering {
    plan: Plan,
    limits: Limits,
    constants: Vec<(Value, Held)>,
    prepared: Vec<Prepared>,
    /// Inputs that hold places in a table, and how many the table has.
    places: Vec<(usize, usize)>,
}

/// What a step needs beside its operands.
enum Prepared {
    Nothing,
    Layer {
        /// What each part sums over.
        depths: Vec<usize>,
        weights: Buffer,
    },
    Recurrent {
        cell: Cell,
        reverse: bool,
        hidden: usize,
        /// The products with the inputs.
        inputs: Dense,
        depth: usize,
        input_weights: Buffer,
        state_weights: Buffer,
    },
}

impl Lowering {
    /// Prepares a plan that `check` has passed; also
    /// gives the words of the buffers that all runs share. The weights within the plan
    /// are dropped.
    ///
    /// # Errors
    ///
    /// [`Unfit`] names what no kernel computes.
    pub fn new(mut plan: Plan, limits: Limits) -> Result<(Self, Vec<Vec<u32>>), Unfit> {
        if plan.alternative.is_some() {
            return Err(Unfit("steps that an input chooses".into()));
        }
        let mut fixed = Fixed::default();
        let constants = plan
            .constants
            .iter()
            .map(|(value, constant)| Ok((*value, fixed.constant(constant, limits)?)))
            .collect::<Result<_, _>>()?;
        let prepared = plan
            .steps
            .iter()
            .map(|step| prepare(&plan, &step.op, &mut fixed, limits))
            .collect::<Result<_, _>>()?;
        let places = places(&plan);
        plan.constants.clear();
        for matrix in &mut plan.matrices {
            matrix.forget();
        }
        Ok((
            Self {
                plan,
                limits,
                constants,
                prepared,
                places,
            },
            fixed.words(),
        ))
    }

    /// Refuses integers of an input that are no places in the table which takes them:
    /// the CPU says so, a GPU would give something.
    pub fn check_places(&self, input: usize, values: &[i64]) -> Result<(), Unfit> {
        let outside = |size: usize| {
            let size = i64::try_from(size).unwrap_or(i64::MAX);
            values.iter().any(|&value| value < -size || value >= size)
        };
        let mut tables = self.places.iter().filter(|(other, _)| *other == input);
        match tables.find(|(_, size)| outside(*size)) {
            Some((_, size)) => Err(Unfit(format!("a place outside a table of {size}"))),
            None => Ok(()),
        }
    }

    /// The passes of a run with inputs of these shapes and symbols of these sizes.
    ///
    /// # Errors
    ///
    /// [`Unfit`] if the shapes do not fit the plan, or a buffer would be larger than
    /// the device takes.
    pub fn program(&self, inputs: &[Vec<usize>], symbols: &[usize]) -> Result<Program, Unfit> {
        let mut run = Run {
            lowering: self,
            program: Program::default(),
            values: vec![None; self.plan.values],
            users: vec![],
        };
        for (value, held) in &self.constants {
            run.set(*value, held.clone());
        }
        let given = self.plan.inputs.iter().zip(&self.plan.input_kinds);
        for ((&value, &kind), shape) in given.zip(inputs) {
            let held = run.make(shape.clone(), store(kind))?;
            if let Buffer::Slot(slot) = held.buffer {
                run.program.inputs.push(slot);
            }
            run.set(value, held);
        }
        for (step, prepared) in self.plan.steps.iter().zip(&self.prepared) {
            run.step(step, prepared, symbols)
                .map_err(|Unfit(problem)| Unfit(format!("{}: {problem}", step.op.name())))?;
        }
        for &value in &self.plan.outputs {
            let held = run.value(value)?.clone();
            run.program.outputs.push(Output {
                buffer: held.buffer,
                shape: held.shape,
                store: held.store,
            });
        }
        Ok(run.program)
    }
}

fn prepare(plan: &Plan, op: &Op, fixed: &mut Fixed, limits: Limits) -> Result<Prepared, Unfit> {
    let depth = |matrix: usize| plan.matrices[matrix].inputs;
    // The products with the inputs are a layer.
    let inputs = |matrix: usize, bias: &[f32]| Dense {
        parts: vec![Part {
            matrix,
            shift: 0,
            whole: false,
            dropped: vec![],
        }],
        bias: bias.to_vec(),
        relu: false,
    };
    match op {
        Op::Dense(layer) => {
            let matrices: Vec<usize> = layer.parts.iter().map(|part| part.matrix).collect();
            Ok(Prepared::Layer {
                depths: matrices.iter().map(|&matrix| depth(matrix)).collect(),
                weights: fixed.layer(plan, &matrices, &layer.bias, limits)?,
            })
        }
        Op::Lstm(lstm) => Ok(Prepared::Recurrent {
            cell: Cell::Lstm,
            reverse: lstm.reverse,
            hidden: depth(lstm.recurrent),
            inputs: inputs(lstm.input, &lstm.bias),
            depth: depth(lstm.input),
            input_weights: fixed.layer(plan, &[lstm.input], &lstm.bias, limits)?,
            state_weights: fixed.layer(plan, &[lstm.recurrent], &[], limits)?,
        }),
        Op::Gru(gru) => Ok(Prepared::Recurrent {
            cell: Cell::Gru {
                linear_before_reset: gru.linear_before_reset,
            },
            reverse: gru.reverse,
            hidden: depth(gru.new),
            inputs: inputs(gru.input, &gru.bias),
            depth: depth(gru.input),
            input_weights: fixed.layer(plan, &[gru.input], &gru.bias, limits)?,
            state_weights: fixed.gru(plan, gru, limits)?,
        }),
        Op::ScatterSlices | Op::GatherSlices => {
            Err(Unfit(format!("{}: places of any order", op.name())))
        }
        // The range of all values: no pass looks at more than a row.
        Op::DynamicQuantize => Err(Unfit(format!("{}: ranges of whole tensors", op.name()))),
        _ => Ok(Prepared::Nothing),
    }
}

/// Inputs that are places in a constant table, be it through operators that only move
/// them, and the sizes of the tables.
fn places(plan: &Plan) -> Vec<(usize, usize)> {
    let mut sources = vec![None; plan.values];
    for (place, &input) in plan.inputs.iter().enumerate() {
        sources[input] = Some(place);
    }
    let mut found = vec![];
    for step in &plan.steps {
        match (&step.op, &step.inputs[..], &step.outputs[..]) {
            (
                Op::InsertAxis(_)
                | Op::RemoveAxis(_)
                | Op::Reshape { .. }
                | Op::Transpose(_)
                | Op::Slice { .. }
                | Op::Broadcast(_),
                &[operand],
                &[result],
            ) => sources[result] = sources[operand],
            (Op::Gather { axis }, &[table, places], _) => {
                let table = plan.constants.iter().find(|(value, _)| *value == table);
                let size = table.and_then(|(_, table)| table.shape.get(*axis));
                found.extend(sources[places].zip(size.copied()));
            }
            _ => {}
        }
    }
    found
}

/// How values of a type lie that a run computes.
fn store(kind: Kind) -> Store {
    match kind {
        Kind::Float => Store::Float,
        Kind::Integer | Kind::Byte => Store::Integer,
        Kind::Truth => Store::Truth,
    }
}

/// A run that is being lowered.
struct Run<'a> {
    lowering: &'a Lowering,
    program: Program,
    values: Vec<Option<Held>>,
    /// How many values lie in each slot.
    users: Vec<usize>,
}

impl Run<'_> {
    fn value(&self, value: Value) -> Result<&Held, Unfit> {
        let held = self.values.get(value).and_then(Option::as_ref);
        held.ok_or_else(|| Unfit(format!("value {value} is not there")))
    }

    fn set(&mut self, value: Value, held: Held) {
        if let Some(slot) = self.values.get_mut(value) {
            *slot = Some(held);
        }
    }

    /// A buffer for a value: the smallest that is free and large enough, or a new one.
    fn make(&mut self, shape: Vec<usize>, store: Store) -> Result<Held, Unfit> {
        let bytes = shape
            .iter()
            .try_fold(4_u64, |bytes, &size| bytes.checked_mul(size as u64))
            .filter(|&bytes| bytes <= self.lowering.limits.binding)
            .ok_or_else(|| {
                Unfit(format!(
                    "a value of shape {shape:?} is larger than the device's {} bytes",
                    self.lowering.limits.binding
                ))
            })?
            .max(4);
        let slots = &mut self.program.slots;
        let free = (0..slots.len()).filter(|&slot| self.users[slot] == 0 && slots[slot] >= bytes);
        let slot = match free.min_by_key(|&slot| slots[slot]) {
            Some(slot) => slot,
            None => {
                slots.push(bytes);
                self.users.push(0);
                slots.len() - 1
            }
        };
        self.users[slot] = 1;
        Ok(Held {
            buffer: Buffer::Slot(slot),
            shape,
            store,
        })
    }

    fn drop(&mut self, held: &Held) {
        if let Buffer::Slot(slot) = held.buffer {
            self.users[slot] = self.users[slot].saturating_sub(1);
        }
    }

    fn step(&mut self, step: &Step, prepared: &Prepared, symbols: &[usize]) -> Result<(), Unfit> {
        let operands = step
            .inputs
            .iter()
            .map(|&value| self.value(value).cloned())
            .collect::<Result<Vec<_>, _>>()?;
        let shapes: Vec<&[usize]> = operands.iter().map(|held| held.shape.as_slice()).collect();
        let shapes = step
            .op
            .shapes(&self.lowering.plan, &shapes, symbols)
            .map_err(|error| Unfit(error.message().to_owned()))?;
        let results = match (&step.op, &operands[..], &shapes[..]) {
            (Op::InsertAxis(_) | Op::RemoveAxis(_) | Op::Reshape { .. }, [operand], [shape]) => {
                vec![self.view(operand, shape)]
            }
            _ => {
                let store = result_store(&step.op, &operands);
                let results = shapes
                    .iter()
                    .map(|shape| self.make(shape.clone(), store))
                    .collect::<Result<Vec<_>, _>>()?;
                let operands: Vec<&Held> = operands.iter().collect();
                let passes = self.passes(&step.op, prepared, &operands, &results, symbols)?;
                self.program.passes.extend(
                    passes
                        .into_iter()
                        .filter(|pass| !pass.workgroups.contains(&0)),
                );
                results
            }
        };
        for (&value, held) in step.outputs.iter().zip(results) {
            self.set(value, held);
        }
        for &value in &step.last {
            if let Some(held) = self.values.get_mut(value).and_then(Option::take) {
                self.drop(&held);
            }
        }
        Ok(())
    }

    /// The same elements under another shape.
    fn view(&mut self, operand: &Held, shape: &[usize]) -> Held {
        if let Buffer::Slot(slot) = operand.buffer {
            self.users[slot] += 1;
        }
        Held {
            shape: shape.to_vec(),
            ..operand.clone()
        }
    }

    fn passes(
        &mut self,
        op: &Op,
        prepared: &Prepared,
        operands: &[&Held],
        results: &[Held],
        symbols: &[usize],
    ) -> Result<Vec<Pass>, Unfit> {
        if let (
            Prepared::Recurrent {
                cell,
                reverse,
                hidden,
                inputs,
                depth,
                input_weights,
                state_weights,
            },
            [rows, states @ ..],
        ) = (prepared, operands)
        {
            let mut shape = rows.shape.clone();
            if let Some(last) = shape.last_mut() {
                *last = inputs.bias.len();
            }
            let gates = self.make(shape, Store::Float)?;
            let mut passes = products::dense(inputs, &[rows], &[*depth], *input_weights, &gates)?;
            let results: Vec<&Held> = results.iter().collect();
            passes.push(recurrent::walk(
                *cell,
                *reverse,
                *hidden,
                &gates,
                *state_weights,
                states,
                &results,
            )?);
            self.drop(&gates);
            return Ok(passes);
        }
        let [result] = results else {
            return Err(Unfit("other than one result".into()));
        };
        if let (Op::Dense(layer), Prepared::Layer { depths, weights }) = (op, prepared) {
            return products::dense(layer, operands, depths, *weights, result);
        }
        let pass = match (op, operands) {
            (Op::Gather { axis }, [table, places]) => places::gather(table, places, *axis, result),
            (Op::Pointwise(steps), _) => elementwise::pointwise(steps, operands, result),
            (Op::Reduce { reduction, axis }, [operand]) => {
                rows::reduce(*reduction, operand, *axis, result)
            }
            (Op::Compare(comparison), [a, b]) => elementwise::compare(*comparison, a, b, result),
            (Op::Cast(_), [operand]) => elementwise::cast(operand, result),
            (Op::Softmax { axis }, [operand]) => rows::softmax(operand, *axis, result),
            (Op::RmsNorm { axis, epsilon }, [operand]) => {
                rows::rms_norm(operand, *axis, *epsilon, result)
            }
            (Op::Product(labels), [a, b]) => products::product(labels, a, b, result),
            (Op::Transpose(order), [operand]) => places::transpose(operand, order, result),
            (Op::Slice { axis, start, .. }, [operand]) => {
                let start = start
                    .of(symbols)
                    .map_err(|error| Unfit(error.message().to_owned()))?;
                places::slice(operand, *axis, start, result)
            }
            (Op::Pad { around, filling }, [operand]) => {
                places::pad(operand, around, *filling, result)
            }
            (Op::Broadcast(_), [operand]) => places::repeat(operand, result),
            (Op::Range { start, .. }, []) => {
                let start = start
                    .of(symbols)
                    .map_err(|error| Unfit(error.message().to_owned()))?;
                whole::range(start, result)
            }
            (Op::Whole(op), _) => whole::whole(*op, operands, result),
            (
                Op::CumulativeSum {
                    axis,
                    exclusive,
                    reverse,
                },
                [operand],
            ) => whole::cumulative_sum(operand, *axis, [*exclusive, *reverse], result),
            (Op::GatherElements { axis }, [table, places]) => {
                whole::gather_elements(table, places, *axis, result)
            }
            (Op::Concat { axis }, _) => {
                let mut start = 0;
                let mut passes = vec![];
                for operand in operands {
                    passes.push(places::put(operand, *axis, start, result)?);
                    start += operand.shape.get(*axis).copied().unwrap_or(0);
                }
                return Ok(passes);
            }
            _ => Err(Unfit("no kernel computes it of such operands".into())),
        };
        Ok(vec![pass?])
    }
}

/// How a step's results lie.
fn result_store(op: &Op, operands: &[Held]) -> Store {
    match op {
        Op::Compare(_) => Store::Truth,
        Op::Cast(kind) => store(*kind),
        Op::Range { .. } | Op::Whole(_) => Store::Integer,
        Op::CumulativeSum { .. }
        | Op::GatherElements { .. }
        | Op::ScatterSlices
        | Op::GatherSlices
        | Op::Gather { .. }
        | Op::Transpose(_)
        | Op::Slice { .. }
        | Op::Concat { .. }
        | Op::Broadcast(_) => match operands.first().map(|held| held.store) {
            Some(Store::Packed) | None => Store::Integer,
            Some(store) => store,
        },
        _ => Store::Float,
    }
}
