//! What follows from one input of a plan alone, computed once for several runs.
//!
//! A graph that reads two texts encodes each before it compares them. The steps that follow from
//! the shared input are run once; a run with another text goes through the others, in their order,
//! over the same values. Every step computes what it does in a whole run, to the last bit, also
//! where that depends on how the elements of an operand lie.
//!
//! Cost: a pass over the plan's steps, and the memory of the values that later steps take.

use std::collections::{HashMap, HashSet};

use super::value::Value;
use super::{CpuSession, Run, missing, takes_views};
use crate::error::Result;
use crate::model::backend::EncodedInput;
use crate::model::{Session, Tensor};
use crate::pace;
use crate::runtime::plan::{Op, Plan, Size, Step};

/// The values that follow from an input and are taken by other steps, and those steps.
struct Encoded {
    values: Vec<(usize, Value)>,
    others: Vec<usize>,
    ordered_at: Vec<usize>,
}

/// What steps have made before a run of others.
#[derive(Default)]
pub(super) struct Before<'a> {
    /// Their results.
    pub values: Vec<(usize, Value)>,
    /// As [`Split::ordered_at`].
    pub ordered_at: &'a [usize],
}

/// The steps of a plan, by whether they follow from one input.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Split {
    /// Those that follow from it, and from constants.
    pub alone: Vec<usize>,
    /// All others.
    pub others: Vec<usize>,
    /// Of every value the first step that takes its elements in order: for it and those behind it
    /// they lie so, whichever steps have run.
    pub ordered_at: Vec<usize>,
}

impl Split {
    /// The split at the input at `place`, whose sizes are the symbols `known`.
    pub fn of(plan: &Plan, place: usize, known: &HashSet<usize>) -> Self {
        let mut follows = vec![false; plan.values];
        for (value, _) in &plan.constants {
            follows[*value] = true;
        }
        if let Some(&input) = plan.inputs.get(place) {
            follows[input] = true;
        }
        let mut split = Self {
            ordered_at: vec![usize::MAX; plan.values],
            ..Self::default()
        };
        for (at, step) in plan.steps.iter().enumerate() {
            let is_known =
                |size: &Size| size.terms.iter().all(|(symbol, _)| known.contains(symbol));
            let is_alone = step.inputs.iter().all(|&value| follows[value])
                && sizes(&step.op).into_iter().all(is_known);
            for &value in step.inputs.iter().filter(|_| !takes_views(&step.op)) {
                let first = &mut split.ordered_at[value];
                *first = at.min(*first);
            }
            for &value in &step.outputs {
                follows[value] = is_alone;
            }
            match is_alone {
                true => split.alone.push(at),
                false => split.others.push(at),
            }
        }
        split
    }
}

/// The sizes that an operator depends on beside those of its operands.
fn sizes(op: &Op) -> Vec<&Size> {
    match op {
        Op::Reshape { sizes, .. } => sizes.iter().flatten().collect(),
        Op::Slice { start, end, .. } | Op::Range { start, end } => vec![start, end],
        Op::Broadcast(sizes) => sizes.iter().collect(),
        _ => Vec::new(),
    }
}

impl CpuSession {
    /// Runs what follows from an input alone.
    pub(super) async fn encoded(&self, place: usize, input: Tensor) -> Result<EncodedInput> {
        // Which steps run may depend on another input.
        if self.plan.alternative.is_some() {
            return Ok(EncodedInput::new(place, input));
        }
        let sizes = self.interface.sizes_of(place, &input)?;
        let known = (0..sizes.len()).filter(|&at| sizes[at].is_some()).collect();
        let split = Split::of(&self.plan, place, &known);
        let symbols: Vec<usize> = sizes.into_iter().map(Option::unwrap_or_default).collect();
        let mut taken = vec![false; self.plan.values];
        for &value in &self.plan.outputs {
            taken[value] = true;
        }
        // Those that another step takes as they are made, before one takes them in order.
        let mut as_made = vec![false; self.plan.values];
        for &at in &split.others {
            for &value in &self.plan.steps[at].inputs {
                taken[value] = true;
                as_made[value] |= at < split.ordered_at[value];
            }
        }
        let mut values = self.constants.clone();
        let of_input = self.plan.inputs.get(place);
        let of_input = *of_input.ok_or_else(|| missing("an input"))?;
        values[of_input] = Some(Value::from_tensor(input.clone()));
        let mut run = Run {
            session: self,
            symbols: &symbols,
            pool: self.take_pool(),
        };
        let mut made: HashMap<usize, Value> = HashMap::new();
        for &at in &split.alone {
            let step = &self.plan.steps[at];
            run.advance((at, step), &mut values, &split.ordered_at)
                .await?;
            for &value in step.outputs.iter().filter(|value| as_made[**value]) {
                made.extend(values[value].clone().map(|of_step| (value, of_step)));
            }
            let done = step.last.iter().filter(|value| !taken[**value]);
            run.forget(done, &mut values);
        }
        self.keep_pool(run.pool);
        let mut kept = Vec::new();
        for &at in &split.alone {
            let outputs = self.plan.steps[at].outputs.iter();
            for &value in outputs.filter(|value| taken[**value]) {
                let found = made.remove(&value).or(values[value].take());
                kept.extend(found.map(|found| (value, found)));
            }
        }
        let encoded = Encoded {
            values: kept,
            others: split.others,
            ordered_at: split.ordered_at,
        };
        Ok(EncodedInput::new(place, input).with(Box::new(encoded)))
    }

    /// A run with an input that is encoded.
    pub(super) async fn run_rest(
        &self,
        encoded: &EncodedInput,
        others: Vec<Tensor>,
    ) -> Result<Vec<Tensor>> {
        let inputs = encoded.among(others);
        let Some(known) = encoded.computed::<Encoded>() else {
            return self.run(inputs).await;
        };
        let steps = known.others.iter().map(|&at| (at, &self.plan.steps[at]));
        let steps: Vec<(usize, &Step)> = steps.collect();
        let before = Before {
            values: known.values.clone(),
            ordered_at: &known.ordered_at,
        };
        let (outputs, _) = self.run_steps(inputs, &steps, before, [&[], &[]]).await?;
        Ok(outputs)
    }
}

impl Run<'_> {
    /// Goes through a step, and yields where that is long. An operand is put in order if the step
    /// takes it so, or one before it does, by `ordered_at`.
    pub(super) async fn advance(
        &mut self,
        (at, step): (usize, &Step),
        values: &mut [Option<Value>],
        ordered_at: &[usize],
    ) -> Result<()> {
        for &input in &step.inputs {
            let is_behind = ordered_at.get(input).is_some_and(|&first| first < at);
            if is_behind || !takes_views(&step.op) {
                self.order(&mut values[input])?;
            }
        }
        let results = match self.layer_in_turns(step, values).await? {
            Some(result) => vec![result],
            None => {
                let results = self.step(step, values)?;
                pace::after(self.session.products(step, values, &results)).await;
                results
            }
        };
        for (&value, result) in step.outputs.iter().zip(results) {
            values[value] = Some(result);
        }
        Ok(())
    }

    /// Gives the memory of values to later results.
    pub(super) fn forget<'v>(
        &mut self,
        done: impl Iterator<Item = &'v usize>,
        values: &mut [Option<Value>],
    ) {
        for &value in done {
            if let Some(value) = values[value].take() {
                self.pool.give(value);
            }
        }
    }
}

#[cfg(all(test, feature = "onnx"))]
mod tests {
    use super::*;
    use crate::model::Bundle;
    use crate::runtime::load::load;

    #[test]
    fn what_encodes_a_document_follows_from_it_alone() {
        let bundle = Bundle::open("models/fit-en").unwrap();
        let graph = bundle.manifest().graph.as_ref().unwrap();
        let (_, plan) = load(&bundle, graph).unwrap();
        let length = |name: &str| plan.symbols.iter().position(|symbol| symbol == name);
        let known = ["batch", "document_length"];
        let known = known.into_iter().filter_map(length).collect();
        let mut inputs = graph.inputs.iter();
        let place = inputs.position(|input| input.name == "document").unwrap();
        let split = Split::of(&plan, place, &known);
        let layers = |steps: &[usize]| {
            let of_plan = steps.iter().map(|&at| &plan.steps[at].op);
            of_plan.filter(|op| matches!(op, Op::Dense(_))).count()
        };
        // The layer that embeddings enter by, and two of each of three convolutions.
        assert!(layers(&split.alone) >= 7, "{split:?}");
        assert!(layers(&split.others) > 7);
        assert_eq!(split.alone.len() + split.others.len(), plan.steps.len());
    }

    #[test]
    fn a_run_with_an_encoded_input_is_a_whole_run_to_the_last_bit() {
        use crate::model::TensorData;
        for name in ["fit-en", "fit-zh", "fit-fa", "fit-de", "lstm-ii-zh"] {
            let bundle = Bundle::open(format!("models/{name}")).unwrap();
            let graph = bundle.manifest().graph.as_ref().unwrap();
            let (interface, plan) = load(&bundle, graph).unwrap();
            let session = CpuSession::new(interface, plan);
            let ids = |length: usize| {
                let ids = (0..length).map(|at| 1 + (at * 37 % 101) as i64).collect();
                Tensor::new(vec![1, length], TensorData::I64(ids)).unwrap()
            };
            for length in [1, 3, 40, 130] {
                let inputs = [ids(length), ids(1 + length / 3)];
                let run = |inputs: [Tensor; 2]| pace::at_once(session.run(inputs.to_vec()));
                let wanted = run(inputs.clone()).unwrap();
                for place in 0..2 {
                    let encoded = session.encoded(place, inputs[place].clone());
                    let encoded = pace::at_once(encoded).unwrap();
                    for _ in 0..2 {
                        let others = vec![inputs[1 - place].clone()];
                        let found = pace::at_once(session.run_rest(&encoded, others));
                        assert_eq!(found.unwrap(), wanted, "{name} {length} {place}");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_that_depend_on_another_size_or_input_are_left() {
        let step = |op, inputs: &[usize], output| Step {
            op,
            inputs: inputs.to_vec(),
            outputs: vec![output],
            last: vec![],
        };
        let plan = |second: Op| Plan {
            values: 6,
            inputs: vec![0, 1],
            outputs: vec![3, 4, 5],
            steps: vec![
                step(Op::Transpose(vec![1, 0]), &[0], 2),
                step(Op::InsertAxis(0), &[2], 3),
                step(second, &[2], 4),
                step(Op::Concat { axis: 0 }, &[2, 1], 5),
            ],
            ..Plan::default()
        };
        let split = |second| Split::of(&plan(second), 0, &HashSet::new());
        let softmax = split(Op::Softmax { axis: 0 });
        assert_eq!((softmax.alone, softmax.others), (vec![0, 1, 2], vec![3]));
        assert_eq!(softmax.ordered_at[..4], [usize::MAX, 3, 2, usize::MAX]);
        let sized = Op::Slice {
            axis: 0,
            start: Size::default(),
            end: Size {
                offset: 0,
                terms: vec![(0, 1)],
            },
        };
        assert_eq!(split(sized).alone, [0, 1]);
    }
}
