//! Whether a plan contradicts itself: numbers of values, types, sizes of weights.

use epitome_kernels::integer::MOST_INPUTS;

use super::course::Course;
use super::{
    Dense, Elements, Kind, Matrix, Op, Operand, Plan, Pointwise, Product, Size, Value, Whole,
};

/// The farthest that a layer looks along a sequence.
const MOST_SHIFT: usize = 1 << 20;

/// The types of a plan's values, by number, or what is wrong with it.
pub(in crate::runtime) fn check(plan: &Plan) -> Result<Vec<Option<Kind>>, String> {
    let written = plan
        .all_steps()
        .map(|step| step.outputs.len())
        .sum::<usize>();
    if plan.values != plan.inputs.len() + plan.constants.len() + written {
        return Err(format!(
            "it says {} values; its inputs, constants and steps write other many",
            plan.values
        ));
    }
    let mut kinds = vec![None; plan.values];
    for (value, constant) in &plan.constants {
        let elements = constant
            .shape
            .iter()
            .try_fold(1_usize, |product, &size| product.checked_mul(size));
        if elements != Some(constant.elements.len()) {
            return Err(format!(
                "constant {value} has other than {:?} elements",
                constant.shape
            ));
        }
        write(&mut kinds, *value, constant.elements.kind())?;
    }
    if let Some(place) = plan
        .matrices
        .iter()
        .position(|matrix| !matrix.is_complete())
    {
        return Err(format!(
            "matrix {place} has more or fewer elements than rows and columns say"
        ));
    }
    for (value, kind) in plan.inputs.iter().zip(&plan.input_kinds) {
        write(&mut kinds, *value, *kind)?;
    }
    if plan.inputs.len() != plan.input_kinds.len() {
        return Err("inputs and their types differ in number".into());
    }
    let given = kinds.clone();
    check_course(plan, plan.course(false), &mut kinds)?;
    if let Some(other) = &plan.alternative {
        if plan.input_kinds.get(other.input) != Some(&Kind::Truth) {
            return Err("what chooses the alternative is no input of truth values".into());
        }
        if other.outputs.len() != plan.outputs.len() {
            return Err("the alternative gives other many values".into());
        }
        let mut others = given;
        check_course(plan, plan.course(true), &mut others)?;
        for (kind, other) in kinds.iter_mut().zip(others) {
            if kind.is_some() && other.is_some() && *kind != other {
                return Err("a value has two types".into());
            }
            *kind = kind.or(other);
        }
    }
    Ok(kinds)
}

fn write(kinds: &mut [Option<Kind>], value: Value, kind: Kind) -> Result<(), String> {
    let count = kinds.len();
    match kinds.get_mut(value) {
        Some(slot @ None) => {
            *slot = Some(kind);
            Ok(())
        }
        Some(_) => Err(format!("value {value} is written twice")),
        None => Err(format!("value {value} of {count}")),
    }
}

fn check_course(plan: &Plan, course: Course<'_>, kinds: &mut [Option<Kind>]) -> Result<(), String> {
    for (number, step) in course.steps.iter().enumerate() {
        let operands: Option<Vec<Kind>> = step
            .inputs
            .iter()
            .map(|&value| kinds.get(value).copied().flatten())
            .collect();
        let operands = operands
            .ok_or_else(|| format!("step {number} takes a value that is not written yet"))?;
        let results = results(plan, &step.op, &operands).ok_or_else(|| {
            format!(
                "step {number}, {}, of operands {operands:?}",
                step.op.name()
            )
        })?;
        if results.len() != step.outputs.len() {
            return Err(format!(
                "step {number} writes {} values",
                step.outputs.len()
            ));
        }
        for (&value, kind) in step.outputs.iter().zip(results) {
            write(kinds, value, kind)?;
        }
        let kept = |value: &usize| course.outputs.contains(value) || *value >= plan.values;
        if step.last.iter().any(kept) {
            return Err(format!("step {number} drops an output or an unknown value"));
        }
    }
    let written = |value: &usize| kinds.get(*value).copied().flatten().is_some();
    if let Some(value) = course.outputs.iter().find(|value| !written(value)) {
        return Err(format!("output {value} is not written"));
    }
    let known = |size: &Size| is_known(plan, size);
    match course
        .requirements
        .iter()
        .any(|requirement| !requirement.size.iter().all(known))
    {
        true => Err("a size of an unknown symbol is required".into()),
        false => Ok(()),
    }
}

/// Whether a size counts symbols that there are.
fn is_known(plan: &Plan, size: &Size) -> bool {
    let mut terms = size.terms.iter();
    terms.all(|(symbol, _)| *symbol < plan.symbols.len())
}

/// The types of a step's results; nothing if the step is unfit.
fn results(plan: &Plan, op: &Op, operands: &[Kind]) -> Option<Vec<Kind>> {
    let known = |size: &Size| is_known(plan, size);
    let floats = operands.iter().all(|kind| *kind == Kind::Float);
    let result = match (op, operands) {
        (Op::Gather { .. }, [table, Kind::Integer]) => *table,
        (Op::Dense(layer), _) if floats && fits(plan, layer, operands.len()) => Kind::Float,
        (Op::Pointwise(steps), [_, ..])
            if !operands.contains(&Kind::Integer) && runs(steps, operands.len()) =>
        {
            Kind::Float
        }
        (
            Op::Reduce { .. } | Op::Softmax { .. } | Op::RmsNorm { .. } | Op::Pad { .. },
            [Kind::Float],
        ) => Kind::Float,
        (Op::Compare(_), [a, b]) if a == b => Kind::Truth,
        (Op::Cast(kind), [_]) => *kind,
        (Op::Product(labels), [Kind::Float, Kind::Float]) if multiplies(labels) => Kind::Float,
        (Op::InsertAxis(_) | Op::RemoveAxis(_) | Op::Transpose(_), [kind]) => *kind,
        (Op::Reshape { sizes, .. }, [kind])
            if sizes.iter().flatten().all(known)
                && sizes.iter().filter(|size| size.is_none()).count() <= 1 =>
        {
            *kind
        }
        (Op::Slice { start, end, .. }, [kind]) if known(start) && known(end) => *kind,
        (Op::Concat { .. }, [kind, ..]) if operands.iter().all(|other| other == kind) => *kind,
        (Op::Broadcast(sizes), [kind]) if sizes.iter().all(known) => *kind,
        (Op::Range { start, end }, []) if known(start) && known(end) => Kind::Integer,
        (Op::Whole(Whole::Select), [Kind::Truth, Kind::Integer, Kind::Integer]) => Kind::Integer,
        (Op::Whole(whole), _)
            if *whole != Whole::Select
                && operands.len() == whole.operands()
                && operands.iter().all(|kind| *kind == Kind::Integer) =>
        {
            Kind::Integer
        }
        (Op::CumulativeSum { .. }, [kind @ (Kind::Float | Kind::Integer)]) => *kind,
        (Op::GatherElements { .. }, [table, Kind::Integer]) => *table,
        (Op::GatherSlices, [table, Kind::Integer]) => *table,
        (Op::ScatterSlices, [table, Kind::Integer, slices]) if table == slices => *table,
        (Op::DynamicQuantize, [Kind::Float]) => return Some(vec![Kind::Float; 2]),
        (Op::Lstm(weights), [_, _, _]) if floats => {
            plan.matrices.get(weights.input.max(weights.recurrent))?;
            return Some(vec![Kind::Float; 3]);
        }
        (Op::Gru(gru), [_, _]) if floats => {
            plan.matrices.get(gru.input.max(gru.gates).max(gru.new))?;
            return Some(vec![Kind::Float; 2]);
        }
        _ => return None,
    };
    Some(vec![result])
}

/// Whether every label stands in two lists or more, and in none twice.
fn multiplies(labels: &Product) -> bool {
    let lists = [&labels.a, &labels.b, &labels.result];
    lists.iter().all(|list| {
        list.iter().enumerate().all(|(place, label)| {
            let others = lists.iter().filter(|other| other.contains(label));
            others.count() >= 2 && !list[..place].contains(label)
        })
    })
}

fn fits(plan: &Plan, layer: &Dense, operands: usize) -> bool {
    let mut parts = layer.parts.iter();
    operands > 0
        && layer.parts.len() == operands
        && parts.all(|part| {
            let matrix = plan.matrices.get(part.matrix);
            let counts = |matrix: &Matrix| {
                !part.whole || matrix.is_quantized() && matrix.inputs <= MOST_INPUTS
            };
            matrix.is_some_and(|matrix| matrix.outputs == layer.bias.len() && counts(matrix))
                && part.shift.unsigned_abs() <= MOST_SHIFT
        })
}

/// Whether steps take only inputs that there are and steps before them.
fn runs(steps: &[Pointwise], inputs: usize) -> bool {
    let reads = |at: usize, operand: &Operand| match *operand {
        Operand::Input(input) => input < inputs,
        Operand::Step(step) => step < at,
        Operand::Constant(_) => true,
    };
    !steps.is_empty()
        && steps.iter().enumerate().all(|(at, step)| match step {
            Pointwise::Unary(_, a) => reads(at, a),
            Pointwise::Binary(_, a, b) => reads(at, a) && reads(at, b),
            Pointwise::Select(c, a, b) => [c, a, b].iter().all(|operand| reads(at, operand)),
        })
}

impl Elements {
    /// Their type.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Float(_) => Kind::Float,
            Self::Integer(_) => Kind::Integer,
            Self::Byte(_) => Kind::Byte,
            Self::Truth(_) => Kind::Truth,
        }
    }
}
