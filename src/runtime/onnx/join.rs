//! Two plans of one graph as one: the steps of either run as an input says.
//!
//! Constants and matrices that both have are held once. Cost: a comparison of each of the
//! second plan's with those of the first that are of its size.

use crate::runtime::plan::{Alternative, Constant, Op, Plan, Size, Step, Value};

/// A plan that runs as `yes` where the input at a place is true, and as `no` where it is
/// false. Both have the same inputs and as many outputs.
pub(super) fn join(yes: Plan, no: Plan, input: usize) -> Plan {
    let mut joined = yes;
    let symbols: Vec<usize> = no
        .symbols
        .iter()
        .map(|symbol| place(&mut joined.symbols, symbol.clone()))
        .collect();
    let matrices: Vec<usize> = no
        .matrices
        .into_iter()
        .map(|matrix| place(&mut joined.matrices, matrix))
        .collect();
    let mut values: Vec<Option<Value>> = vec![None; no.values];
    for (other, own) in no.inputs.iter().zip(&joined.inputs) {
        values[*other] = Some(*own);
    }
    for (value, constant) in no.constants {
        values[value] = Some(constant_value(&mut joined, constant));
    }
    let mut count = joined.values;
    for value in values.iter_mut().filter(|value| value.is_none()) {
        *value = Some(count);
        count += 1;
    }
    joined.values = count;
    let of =
        |list: &[Value]| -> Vec<Value> { list.iter().filter_map(|&value| values[value]).collect() };
    let size = |size: &mut Size| {
        for (symbol, _) in &mut size.terms {
            *symbol = symbols[*symbol];
        }
    };
    let mut requirements = no.requirements;
    for requirement in &mut requirements {
        requirement.size.iter_mut().for_each(size);
    }
    let steps = no.steps.into_iter().map(|mut step| {
        renamed(&mut step.op, &matrices, &size);
        Step {
            op: step.op,
            inputs: of(&step.inputs),
            outputs: of(&step.outputs),
            last: of(&step.last),
        }
    });
    joined.alternative = Some(Alternative {
        input,
        outputs: of(&no.outputs),
        steps: steps.collect(),
        requirements,
    });
    joined
}

/// The place of an element in a list, to which it is added if it is not there.
fn place<T: PartialEq>(list: &mut Vec<T>, element: T) -> usize {
    let known = list.iter().position(|known| *known == element);
    known.unwrap_or_else(|| {
        list.push(element);
        list.len() - 1
    })
}

/// The value of a constant.
fn constant_value(plan: &mut Plan, constant: Constant) -> Value {
    let mut known = plan.constants.iter();
    if let Some((value, _)) = known.find(|(_, known)| *known == constant) {
        return *value;
    }
    let value = plan.values;
    plan.values += 1;
    plan.constants.push((value, constant));
    value
}

/// Has an operator count into the lists of the joined plan.
fn renamed(op: &mut Op, matrices: &[usize], size: &impl Fn(&mut Size)) {
    match op {
        Op::Dense(layer) => {
            for part in &mut layer.parts {
                part.matrix = matrices[part.matrix];
            }
        }
        Op::Lstm(lstm) => {
            for matrix in [&mut lstm.input, &mut lstm.recurrent] {
                *matrix = matrices[*matrix];
            }
        }
        Op::Gru(gru) => {
            for matrix in [&mut gru.input, &mut gru.gates, &mut gru.new] {
                *matrix = matrices[*matrix];
            }
        }
        Op::Reshape { sizes, .. } => sizes.iter_mut().flatten().for_each(size),
        Op::Slice { start, end, .. } | Op::Range { start, end } => {
            size(start);
            size(end);
        }
        Op::Broadcast(sizes) => sizes.iter_mut().for_each(size),
        _ => {}
    }
}
