//! Programs of elementwise steps, comparisons and casts: one thread for each element.

use std::fmt::Write;

use super::Held;
use crate::runtime::plan::{Binary, Comparison, Operand, Pointwise, Unary};
use crate::runtime::webgpu::program::{BINDINGS, Pass, Store, Unfit};
use crate::runtime::webgpu::shader::{Shader, broadcast, literal, number};

/// Functions whose built-in forms may overflow on the way.
const FUNCTIONS: &str = include_str!("functions.wgsl");

/// The pass of a program.
pub fn pointwise(steps: &[Pointwise], operands: &[&Held], result: &Held) -> Result<Pass, Unfit> {
    // A value that several inputs are is bound once.
    let mut distinct: Vec<&Held> = vec![];
    let mut shader = Shader::default();
    let mut body = String::new();
    for (input, operand) in operands.iter().enumerate() {
        let place = distinct.iter().position(|held| held == operand);
        let place = match place {
            Some(place) => place,
            None => {
                let place = distinct.len();
                distinct.push(operand);
                shader.operand(&format!("b{place}"), operand.buffer, operand.store);
                shader.index(
                    &format!("at{place}"),
                    &broadcast(&result.shape, &operand.shape),
                    0,
                )?;
                place
            }
        };
        let value = operand
            .store
            .load(&format!("b{place}"), &format!("at{place}(i)"));
        let _ = writeln!(body, "  let x{input} = f32({value});");
    }
    if distinct.len() >= BINDINGS {
        return Err(Unfit(format!("a program over {} values", distinct.len())));
    }
    for (at, step) in steps.iter().enumerate() {
        // A compiler computes what is all literals, and refuses 1 / 0.
        let fixed = match step {
            Pointwise::Unary(_, a) => is_constant(a),
            Pointwise::Binary(_, a, b) => is_constant(a) && is_constant(b),
            Pointwise::Select(c, a, b) => [c, a, b].into_iter().all(is_constant),
        };
        let mut take = |operand: &Operand| match *operand {
            Operand::Input(input) => format!("x{input}"),
            Operand::Step(step) => format!("s{step}"),
            Operand::Constant(value) if fixed => number(&mut shader, value),
            Operand::Constant(value) => literal(&mut shader, value),
        };
        let value = match step {
            Pointwise::Unary(unary, a) => {
                let a = take(a);
                match unary {
                    Unary::Abs => format!("abs({a})"),
                    Unary::Negative => format!("-({a})"),
                    Unary::Reciprocal => format!("1.0 / {a}"),
                    Unary::Root => format!("sqrt({a})"),
                    Unary::ReciprocalRoot => format!("1.0 / sqrt({a})"),
                    Unary::Square => format!("{a} * {a}"),
                    Unary::Logistic => format!("logistic({a})"),
                    Unary::HyperbolicTangent => format!("hyperbolic_tangent({a})"),
                    Unary::Nearest => format!("round({a})"),
                    Unary::ErrorFunction => format!("error_function({a})"),
                    Unary::Logarithm => format!("log({a})"),
                    Unary::Exponential => format!("exp({a})"),
                    Unary::Sine => format!("quarters({a}, 0)"),
                    Unary::Cosine => format!("quarters({a}, 1)"),
                    Unary::Ceiling => format!("ceil({a})"),
                    Unary::Floor => format!("floor({a})"),
                    Unary::Sign => format!("sign({a})"),
                    Unary::Half => {
                        format!(
                            "half_precision({a}, {})",
                            number(&mut shader, f32::INFINITY)
                        )
                    }
                }
            }
            Pointwise::Binary(binary, a, b) => {
                let (a, b) = (take(a), take(b));
                match binary {
                    Binary::Add => format!("{a} + {b}"),
                    Binary::Subtract => format!("{a} - {b}"),
                    Binary::Multiply => format!("{a} * {b}"),
                    Binary::Divide => format!("{a} / {b}"),
                    Binary::Greater => format!("greater({a}, {b})"),
                    Binary::Lesser => format!("lesser({a}, {b})"),
                }
            }
            Pointwise::Select(c, a, b) => {
                let (c, a, b) = (take(c), take(a), take(b));
                format!("select({b}, {a}, {c} != 0.0)")
            }
        };
        let _ = writeln!(body, "  let s{at} = {value};");
    }
    let _ = write!(body, "  result[i] = s{};", steps.len().saturating_sub(1));
    shader.add(FUNCTIONS);
    shader.result("result", result.buffer, result.store);
    shader.each("Pointwise", result.count(), &body)
}

fn is_constant(operand: &Operand) -> bool {
    matches!(operand, Operand::Constant(_))
}

/// The pass of a comparison.
pub fn compare(comparison: Comparison, a: &Held, b: &Held, result: &Held) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    shader.operand("a", a.buffer, a.store);
    shader.operand("b", b.buffer, b.store);
    shader.index("at_a", &broadcast(&result.shape, &a.shape), 0)?;
    shader.index("at_b", &broadcast(&result.shape, &b.shape), 0)?;
    shader.result("result", result.buffer, result.store);
    let sign = match comparison {
        Comparison::Equal => "==",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    };
    let body = format!(
        "  result[i] = select(0u, 1u, {} {sign} {});",
        a.store.load("a", "at_a(i)"),
        b.store.load("b", "at_b(i)")
    );
    shader.each("Compare", result.count(), &body)
}

/// The pass of a cast.
pub fn cast(operand: &Held, result: &Held) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    shader.operand("x", operand.buffer, operand.store);
    shader.result("result", result.buffer, result.store);
    let value = operand.store.load("x", "i");
    let value = match (operand.store, result.store) {
        (_, Store::Float) => format!("f32({value})"),
        (_, Store::Integer) => format!("i32({value})"),
        (Store::Float, _) => format!("select(0u, 1u, {value} != 0.0)"),
        (Store::Truth, _) => value,
        (Store::Integer | Store::Packed, _) => format!("select(0u, 1u, {value} != 0)"),
    };
    shader.each("Cast", result.count(), &format!("  result[i] = {value};"))
}
