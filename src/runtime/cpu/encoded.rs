//! What follows from one input of a plan alone, computed once for several runs.
//!
//! A graph that reads two texts encodes each before it compares them. The steps that follow from
//! the shared input are run once; a run with another text goes through the others, in their order,
//! over the same values. Every step computes what it does in a whole run, to the last bit.
//!
//! Cost: a pass over the plan's steps, and the memory of the values that later steps take.

use std::collections::HashSet;

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
}

/// The steps of a plan, by whether they follow from one input.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Split {
    /// Those that follow from it, and from constants.
    pub alone: Vec<usize>,
    /// All others.
    pub others: Vec<usize>,
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
        let changing = changing(plan);
        let mut split = Self::default();
        for (at, step) in plan.steps.iter().enumerate() {
            let is_fixed = |value: &usize| follows[*value] && !changing[*value];
            let is_known =
                |size: &Size| size.terms.iter().all(|(symbol, _)| known.contains(symbol));
            let is_alone =
                step.inputs.iter().all(is_fixed) && sizes(&step.op).into_iter().all(is_known);
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

/// Of every value whether its elements may be put in order between two steps that take it: where a
/// step finds them must not depend on which steps have run before.
fn changing(plan: &Plan) -> Vec<bool> {
    let [mut view, mut as_view, mut in_order] = [(); 3].map(|()| vec![false; plan.values]);
    for step in &plan.steps {
        let taken = match takes_views(&step.op) {
            true => &mut as_view,
            false => &mut in_order,
        };
        for &value in &step.inputs {
            taken[value] = true;
        }
        for &value in &step.outputs {
            view[value] = takes_views(&step.op);
        }
    }
    let both = as_view.into_iter().zip(in_order);
    let both = both.map(|(as_view, in_order)| as_view && in_order);
    view.into_iter()
        .zip(both)
        .map(|(view, both)| view && both)
        .collect()
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
        let steps = split.others.iter().map(|&at| &self.plan.steps[at]);
        for &value in steps
            .flat_map(|step| &step.inputs)
            .chain(&self.plan.outputs)
        {
            taken[value] = true;
        }
        let mut values = self.constants.clone();
        let of_input = *self
            .plan
            .inputs
            .get(place)
            .ok_or_else(|| missing("an input"))?;
        values[of_input] = Some(Value::from_tensor(input.clone()));
        let mut run = Run {
            session: self,
            symbols: &symbols,
            pool: self.take_pool(),
        };
        for &at in &split.alone {
            let step = &self.plan.steps[at];
            run.advance(step, &mut values).await?;
            let done = step.last.iter().filter(|value| !taken[**value]);
            run.forget(done, &mut values);
        }
        self.keep_pool(run.pool);
        let made = split
            .alone
            .iter()
            .flat_map(|&at| &self.plan.steps[at].outputs);
        let made = made.filter(|value| taken[**value]);
        let encoded = Encoded {
            values: made
                .filter_map(|&value| Some((value, values[value].take()?)))
                .collect(),
            others: split.others,
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
        let Some(Encoded { values, others }) = encoded.computed::<Encoded>() else {
            return self.run(inputs).await;
        };
        let steps: Vec<&Step> = others.iter().map(|&at| &self.plan.steps[at]).collect();
        let known = values.iter().cloned();
        Ok(self
            .run_steps(inputs, &steps, known.collect(), [&[], &[]])
            .await?
            .0)
    }
}

impl Run<'_> {
    /// Goes through a step, and yields where that is long.
    pub(super) async fn advance(
        &mut self,
        step: &Step,
        values: &mut [Option<Value>],
    ) -> Result<()> {
        if !takes_views(&step.op) {
            for &input in &step.inputs {
                self.order(&mut values[input])?;
            }
        }
        let results = self.step(step, values)?;
        pace::after(self.session.products(step, values, &results)).await;
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
        let known = ["batch", "document_length"]
            .into_iter()
            .filter_map(length)
            .collect();
        let place = graph
            .inputs
            .iter()
            .position(|input| input.name == "document")
            .unwrap();
        let split = Split::of(&plan, place, &known);
        let layers = |steps: &[usize]| {
            let of_plan = steps.iter().map(|&at| &plan.steps[at].op);
            of_plan.filter(|op| matches!(op, Op::Dense(_))).count()
        };
        // The layer that embeddings enter by, and two of each of three convolutions.
        assert_eq!(layers(&split.alone), 7, "{split:?}");
        assert!(layers(&split.others) > 7);
        assert_eq!(split.alone.len() + split.others.len(), plan.steps.len());
    }

    #[test]
    fn a_view_that_a_step_would_put_in_order_is_left_to_the_order_of_the_steps() {
        let step = |op, inputs: &[usize], output| Step {
            op,
            inputs: inputs.to_vec(),
            outputs: vec![output],
            last: vec![],
        };
        // Value 2 is turned; one step takes it as it lies, another one in order.
        let turned = |second: Op| Plan {
            values: 5,
            inputs: vec![0, 1],
            outputs: vec![3, 4],
            steps: vec![
                step(Op::Transpose(vec![1, 0]), &[0], 2),
                step(Op::InsertAxis(0), &[2], 3),
                step(second, &[2], 4),
            ],
            ..Plan::default()
        };
        let alone = |second| Split::of(&turned(second), 0, &HashSet::new()).alone;
        assert_eq!(alone(Op::Softmax { axis: 0 }), [0]);
        assert_eq!(alone(Op::InsertAxis(0)), [0, 1, 2]);
        let sized = Op::Slice {
            axis: 0,
            start: Size::default(),
            end: Size {
                offset: 0,
                terms: vec![(0, 1)],
            },
        };
        assert_eq!(alone(sized), [0, 1]);
    }
}
