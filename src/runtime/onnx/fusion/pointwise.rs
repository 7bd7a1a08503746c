//! Programs of elementwise operators, run in one pass over their operands.

use std::collections::{HashMap, HashSet};

use tract_core::broadcast::multi_broadcast;
use tract_core::internal::*;
use tract_core::ops::binary::TypedBinOp;
use tract_core::ops::cast::Cast;
use tract_core::ops::element_wise::ElementWiseOp;
use tract_core::ops::math::{
    Abs, Add, Div, Erf, Max, Min, Mul, Neg, Recip, Rsqrt, Sqrt, Square, Sub, Tanh,
};
use tract_core::ops::nn::{GeluApproximate, GeluExact, Sigmoid, Silu};

use super::{Computed, Plan, Planned, Quantize, is_float, number};
use crate::runtime::plan::{Binary, Op as PlanOp, Operand, Pointwise as Step, Unary};

/// The most steps of a program: their results share the first cache.
const MOST: usize = 24;

/// The most inputs of a program: with its result as many as a GPU binds.
const MOST_INPUTS: usize = 7;

/// A program over inputs that are broadcast to one shape.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::runtime::onnx) struct Pointwise {
    pub steps: Vec<Step>,
}

impl Eq for Pointwise {}

impl Op for Pointwise {
    fn name(&self) -> StaticName {
        "Pointwise".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Pointwise {
    op_out_of_plan!();

    fn eval(&self, _context: &EvalContext, _inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        bail!("a program runs in a plan")
    }
}

impl TypedOp for Pointwise {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let shapes: TVec<_> = inputs.iter().map(|input| &*input.shape).collect();
        Ok(tvec![f32::fact(multi_broadcast(&shapes)?)])
    }

    as_op!();
}

/// An operator that a program can carry out.
#[derive(Clone)]
enum Kind {
    Unary(Unary),
    Binary(Binary),
    /// An operator that is several steps.
    Composed(Composed),
    /// A program of its own.
    Program(Vec<Step>),
    /// Truth values and int8 are read as numbers.
    Read,
}

impl Kind {
    /// How many steps it is.
    fn steps(&self) -> usize {
        match self {
            Self::Unary(_) | Self::Binary(_) => 1,
            Self::Composed(composed) => {
                let mut before = vec![];
                composed.put(Operand::Input(0), &mut before);
                before.len() + 1
            }
            Self::Program(steps) => steps.len(),
            Self::Read => 0,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Composed {
    /// a σ(a)
    Silu,
    /// a (1 + erf(a / √2)) / 2
    Gelu,
    /// a (1 + tanh(√(2/π) (a + 0.044715 a³))) / 2, with (1 + tanh x) / 2 = σ(2x)
    GeluOfTanh,
    /// round(a / step), between two bounds
    Quantize { step: f32, low: f32, high: f32 },
}

impl Composed {
    /// Puts all steps but the last, which it returns.
    fn put(self, a: Operand, steps: &mut Vec<Step>) -> Step {
        let mut then = |step: fn(Operand, Operand) -> Step, x, y| {
            steps.push(step(x, y));
            Operand::Step(steps.len() - 1)
        };
        let times = |x, y| Step::Binary(Binary::Multiply, x, y);
        let plus = |x, y| Step::Binary(Binary::Add, x, y);
        let logistic = |x, _| Step::Unary(Unary::Logistic, x);
        let number = Operand::Constant;
        match self {
            Self::Silu => times(then(logistic, a, a), a),
            Self::Gelu => {
                let scaled = then(times, a, number(std::f32::consts::FRAC_1_SQRT_2));
                let erf = then(|x, _| Step::Unary(Unary::ErrorFunction, x), scaled, scaled);
                let sum = then(plus, erf, number(1.0));
                let half = then(times, a, number(0.5));
                times(half, sum)
            }
            Self::GeluOfTanh => {
                let square = then(times, a, a);
                let more = then(times, square, number(0.044_715));
                let factor = then(plus, more, number(1.0));
                let inside = then(times, factor, a);
                // 2 √(2/π)
                let twice =
                    2.0 * std::f32::consts::FRAC_2_SQRT_PI * std::f32::consts::FRAC_1_SQRT_2;
                let scaled = then(times, inside, number(twice));
                times(then(logistic, scaled, scaled), a)
            }
            Self::Quantize { step, low, high } => {
                let divide = |x, y| Step::Binary(Binary::Divide, x, y);
                let greater = |x, y| Step::Binary(Binary::Greater, x, y);
                let steps = then(divide, a, number(step));
                let nearest = then(|x, _| Step::Unary(Unary::Nearest, x), steps, steps);
                let above = then(greater, nearest, number(low));
                Step::Binary(Binary::Lesser, above, number(high))
            }
        }
    }
}

fn kind(model: &TypedModel, node: &TypedNode) -> Option<Kind> {
    if node.outputs.len() != 1 || !is_float(model, node.id.into()) {
        return None;
    }
    if let Some(cast) = node.op_as::<Cast>() {
        let from = model.outlet_fact(node.inputs[0]).ok()?.datum_type;
        let read = [i8::datum_type(), bool::datum_type()].contains(&from);
        return (cast.to == f32::datum_type() && read).then_some(Kind::Read);
    }
    if let Some(planned) = node.op_as::<Planned>() {
        return match &planned.computed {
            Computed::Step(PlanOp::Pointwise(steps)) => Some(Kind::Program(steps.clone())),
            _ => None,
        };
    }
    if !node.inputs.iter().all(|&input| is_float(model, input)) {
        return None;
    }
    if let Some(op) = node.op_as::<TypedBinOp>() {
        let binary = [
            (op.0.is::<Add>(), Binary::Add),
            (op.0.is::<Sub>(), Binary::Subtract),
            (op.0.is::<Mul>(), Binary::Multiply),
            (op.0.is::<Div>(), Binary::Divide),
            (op.0.is::<Max>(), Binary::Greater),
            (op.0.is::<Min>(), Binary::Lesser),
        ];
        return chosen(&binary).map(Kind::Binary);
    }
    if let Some(&Quantize { step, low, high }) = node.op_as::<Quantize>() {
        return Some(Kind::Composed(Composed::Quantize { step, low, high }));
    }
    let op = node.op_as::<ElementWiseOp>()?;
    let composed = [
        (op.0.is::<Silu>(), Composed::Silu),
        (op.0.is::<GeluExact>(), Composed::Gelu),
        (op.0.is::<GeluApproximate>(), Composed::GeluOfTanh),
    ];
    if let Some(composed) = chosen(&composed) {
        return Some(Kind::Composed(composed));
    }
    let unary = [
        (op.0.is::<Sigmoid>(), Unary::Logistic),
        (op.0.is::<Abs>(), Unary::Abs),
        (op.0.is::<Neg>(), Unary::Negative),
        (op.0.is::<Recip>(), Unary::Reciprocal),
        (op.0.is::<Sqrt>(), Unary::Root),
        (op.0.is::<Rsqrt>(), Unary::ReciprocalRoot),
        (op.0.is::<Square>(), Unary::Square),
        (op.0.is::<Tanh>(), Unary::HyperbolicTangent),
        (op.0.is::<Erf>(), Unary::ErrorFunction),
    ];
    chosen(&unary).map(Kind::Unary)
}

fn chosen<T: Copy>(table: &[(bool, T)]) -> Option<T> {
    table.iter().find(|(is, _)| *is).map(|(_, kind)| *kind)
}

/// Where programs end, and what they take.
pub(super) fn plan(model: &TypedModel) -> TractResult<Plan> {
    let order = model.eval_order()?;
    let kinds: HashMap<usize, Kind> = order
        .iter()
        .filter_map(|&id| Some((id, kind(model, model.node(id))?)))
        .collect();
    let places: HashMap<usize, usize> = (0..).zip(&order).map(|(at, &id)| (id, at)).collect();
    let mut plan = Plan::default();
    let mut taken = HashSet::new();
    for &end in order.iter().rev() {
        if taken.contains(&end) || matches!(kinds.get(&end), None | Some(Kind::Read)) {
            continue;
        }
        // A node is looked at whenever one that it feeds has joined: once more after
        // the last of them.
        let mut members = vec![end];
        let mut steps = kinds.get(&end).map_or(0, Kind::steps);
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for &OutletId { node: id, .. } in &model.node(member).inputs {
                if !taken.contains(&id)
                    && !members.contains(&id)
                    && let Some(kind) = kinds.get(&id)
                    && steps + kind.steps() <= MOST
                    && joins(model, id, &members, matches!(kind, Kind::Read))?
                    && taken_by(model, &members, id) <= MOST_INPUTS
                {
                    members.push(id);
                    steps += kind.steps();
                }
            }
        }
        members.sort_unstable_by_key(|id| places[id]);
        if let Some((steps, inputs)) = program(model, &members, &kinds) {
            taken.extend(members);
            plan.0.insert(end, (Box::new(Pointwise { steps }), inputs));
        }
    }
    Ok(plan)
}

/// Whether only members take a node's value, and it has their shape. A value that
/// is merely read may be repeated.
fn joins(model: &TypedModel, id: usize, members: &[usize], read: bool) -> TractResult<bool> {
    let successors = model.outlet_successors(id.into());
    let shape = |id: usize| TractResult::Ok(&model.outlet_fact(id.into())?.shape);
    Ok(!successors.is_empty()
        && !model.outputs.contains(&id.into())
        && successors.iter().all(|inlet| members.contains(&inlet.node))
        && (read || shape(id)? == shape(members[0])?))
}

/// How many inputs a program of `members` and one more node has.
fn taken_by(model: &TypedModel, members: &[usize], more: usize) -> usize {
    let inside = |id: usize| id == more || members.contains(&id);
    let nodes = members.iter().chain([&more]);
    let inputs = nodes.flat_map(|&id| &model.node(id).inputs);
    let outside = inputs.filter(|input| !inside(input.node) && number(model, **input).is_none());
    outside.collect::<HashSet<_>>().len()
}

/// The steps of nodes in their order, and the inputs that they take.
fn program(
    model: &TypedModel,
    members: &[usize],
    kinds: &HashMap<usize, Kind>,
) -> Option<(Vec<Step>, Vec<OutletId>)> {
    let mut inputs: Vec<OutletId> = vec![];
    let mut steps = vec![];
    let mut results: HashMap<usize, Operand> = HashMap::new();
    for id in members {
        let node = model.node(*id);
        let mut operands = vec![];
        for &outlet in &node.inputs {
            operands.push(match (results.get(&outlet.node), number(model, outlet)) {
                (Some(&operand), _) => operand,
                (_, Some(value)) => Operand::Constant(value),
                _ => {
                    let known = inputs.iter().position(|&input| input == outlet);
                    Operand::Input(known.unwrap_or_else(|| {
                        inputs.push(outlet);
                        inputs.len() - 1
                    }))
                }
            });
        }
        let step = match (kinds.get(id)?.clone(), &*operands) {
            (Kind::Unary(unary), &[a]) => Step::Unary(unary, a),
            (Kind::Binary(binary), &[a, b]) => Step::Binary(binary, a, b),
            (Kind::Composed(composed), &[a]) => composed.put(a, &mut steps),
            (Kind::Read, &[a]) => {
                results.insert(*id, a);
                continue;
            }
            (Kind::Program(inner), operands) => inlined(&inner, operands, &mut steps)?,
            _ => return None,
        };
        results.insert(*id, Operand::Step(steps.len()));
        steps.push(step);
    }
    // A constant of the whole shape would be lost as a number.
    let shapes = inputs
        .iter()
        .map(|&input| model.outlet_fact(input).map(|fact| &*fact.shape))
        .collect::<TractResult<TVec<_>>>()
        .ok()?;
    let shape = multi_broadcast(&shapes).ok()?;
    let end = model.outlet_fact((*members.last()?).into()).ok()?;
    (shape[..] == end.shape[..]).then_some((steps, inputs))
}

/// Puts the steps of a program over `operands`, but for the last, which it returns.
fn inlined(inner: &[Step], operands: &[Operand], steps: &mut Vec<Step>) -> Option<Step> {
    let first = steps.len();
    let (last, before) = inner.split_last()?;
    let of = |operand: Operand| match operand {
        Operand::Input(input) => operands.get(input).copied(),
        Operand::Step(step) => Some(Operand::Step(first + step)),
        Operand::Constant(_) => Some(operand),
    };
    let moved = |step: &Step| {
        Some(match *step {
            Step::Unary(unary, a) => Step::Unary(unary, of(a)?),
            Step::Binary(binary, a, b) => Step::Binary(binary, of(a)?, of(b)?),
            Step::Select(c, a, b) => Step::Select(of(c)?, of(a)?, of(b)?),
        })
    };
    for step in before {
        steps.push(moved(step)?);
    }
    moved(last)
}
