//! Programs of elementwise steps, run over broadcast operands in one pass.
//!
//! A program such as (x + y) · m reads and writes memory once, where one
//! operator after the other would write x + y and read it again. The result is
//! walked in rows along its last axes, as many as every operand either runs
//! through or repeats a single value over; a row is cut into blocks of `BLOCK`
//! elements, and each step runs over a block before the next begins. Cost: one
//! vector loop for each step and block.

use serde::{Deserialize, Serialize};

use crate::exponential::{erfs, logistics, tanhs};
use crate::lanes::{LANES, Lanes};
use crate::transcendental::{cosine, exponential, half, logarithm, sine};

/// Elements that a step runs over before the next step begins.
const BLOCK: usize = 256;

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unary {
    /// |a|
    Abs,
    /// -a
    Negative,
    /// 1 / a
    Reciprocal,
    /// √a
    Root,
    /// 1 / √a
    ReciprocalRoot,
    /// a²
    Square,
    /// 1 / (1 + e^-a)
    Logistic,
    /// tanh a
    HyperbolicTangent,
    /// 2 / √π ∫₀ᵃ e^(-t²) dt
    ErrorFunction,
    /// The nearest whole number, of two the even one.
    Nearest,
    /// ln a
    Logarithm,
    /// e^a
    Exponential,
    /// sin a
    Sine,
    /// cos a
    Cosine,
    /// The nearest whole number that is not below a.
    Ceiling,
    /// The nearest whole number that is not above a.
    Floor,
    /// 1, 0 or -1, as a is above, at or below 0.
    Sign,
    /// The nearest number of half precision.
    Half,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Binary {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a · b
    Multiply,
    /// a / b
    Divide,
    /// The greater; a if either is not a number.
    Greater,
    /// The lesser; a if either is not a number.
    Lesser,
}

/// What a step works on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Operand {
    /// An input of the program.
    Input(usize),
    /// The result of an earlier step.
    Step(usize),
    /// The same value everywhere.
    Constant(f32),
}

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// An operation on one value.
    Unary(Unary, Operand),
    /// An operation on two values.
    Binary(Binary, Operand, Operand),
    /// The second value where the first is not 0, else the third.
    Select(Operand, Operand, Operand),
}

/// Values of an input, row-major.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// float32
    Float(&'a [f32]),
    /// int8, taken as numbers
    Byte(&'a [i8]),
    /// Truth values, taken as 1 and 0
    Truth(&'a [bool]),
}

/// An input: its values, and its shape, of the result's rank, each axis that of
/// the result or 1.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// As many as the product of the shape.
    pub values: Values<'a>,
    /// Axes of size 1 repeat.
    pub shape: &'a [usize],
}

/// An axis of the result: its size, and how far each input moves along it.
struct Axis {
    size: usize,
    strides: Vec<usize>,
}

/// Runs `steps` for every element of a result of `shape`, the last step giving
/// the element. Steps take only inputs that there are and steps before them.
pub fn run(steps: &[Step], inputs: &[Input<'_>], shape: &[usize], result: &mut [f32]) {
    if result.is_empty() || steps.is_empty() {
        return;
    }
    let mut outer = axes(inputs, shape);
    let inner = outer.pop().unwrap_or(Axis {
        size: 1,
        strides: vec![0; inputs.len()],
    });
    let mut work = Work {
        steps: vec![[0.0; BLOCK]; steps.len()],
        inputs: vec![[0.0; BLOCK]; inputs.len()],
    };
    let mut counter = vec![0; outer.len()];
    let mut offsets = vec![0; inputs.len()];
    for row in result.chunks_exact_mut(inner.size) {
        for (index, block) in row.chunks_mut(BLOCK).enumerate() {
            work.block(
                steps,
                inputs,
                &offsets,
                &inner.strides,
                index * BLOCK,
                block,
            );
        }
        advance(&outer, &mut counter, &mut offsets);
    }
}

/// The axes of the result, neighbours merged wherever every input allows.
fn axes(inputs: &[Input<'_>], shape: &[usize]) -> Vec<Axis> {
    let mut found: Vec<Axis> = Vec::with_capacity(shape.len());
    let mut next = vec![1; inputs.len()];
    for axis in (0..shape.len()).rev() {
        if shape[axis] == 1 {
            continue;
        }
        let strides: Vec<_> = inputs
            .iter()
            .zip(&mut next)
            .map(|(input, next)| {
                let size = input.shape[axis];
                let stride = if size == 1 { 0 } else { *next };
                *next *= size;
                stride
            })
            .collect();
        match found.last_mut() {
            Some(inner)
                if strides
                    .iter()
                    .zip(&inner.strides)
                    .all(|(outside, inside)| *outside == inside * inner.size) =>
            {
                inner.size *= shape[axis];
            }
            _ => found.push(Axis {
                size: shape[axis],
                strides,
            }),
        }
    }
    found.reverse();
    found
}

/// Moves to the next row.
fn advance(axes: &[Axis], counter: &mut [usize], offsets: &mut [usize]) {
    for (axis, count) in axes.iter().zip(counter).rev() {
        *count += 1;
        for (offset, stride) in offsets.iter_mut().zip(&axis.strides) {
            *offset += stride;
        }
        if *count < axis.size {
            return;
        }
        for (offset, stride) in offsets.iter_mut().zip(&axis.strides) {
            *offset -= stride * axis.size;
        }
        *count = 0;
    }
}

/// Where the values of a block are kept.
struct Work {
    steps: Vec<[f32; BLOCK]>,
    inputs: Vec<[f32; BLOCK]>,
}

/// The values of an operand in a block.
#[derive(Clone, Copy)]
enum Block<'a> {
    Many(&'a [f32]),
    One(f32),
}

impl Work {
    fn block(
        &mut self,
        steps: &[Step],
        inputs: &[Input<'_>],
        offsets: &[usize],
        strides: &[usize],
        from: usize,
        result: &mut [f32],
    ) {
        let length = result.len();
        let place = |input: usize| offsets[input] + from * strides[input];
        for (index, input) in inputs.iter().enumerate() {
            let count = if strides[index] == 0 { 1 } else { length };
            let target = &mut self.inputs[index][..count];
            match input.values {
                Values::Float(_) => {}
                Values::Byte(values) => {
                    for (target, &value) in target.iter_mut().zip(&values[place(index)..]) {
                        *target = f32::from(value);
                    }
                }
                Values::Truth(values) => {
                    for (target, &value) in target.iter_mut().zip(&values[place(index)..]) {
                        *target = f32::from(u8::from(value));
                    }
                }
            }
        }
        let converted = &self.inputs;
        for (index, &step) in steps.iter().enumerate() {
            let (before, rest) = self.steps.split_at_mut(index);
            let take = |operand| match operand {
                Operand::Constant(value) => Block::One(value),
                Operand::Step(index) => Block::Many(&before[index][..length]),
                Operand::Input(index) => {
                    let values = match inputs[index].values {
                        Values::Float(values) => &values[place(index)..],
                        _ => &converted[index],
                    };
                    if strides[index] == 0 {
                        Block::One(values[0])
                    } else {
                        Block::Many(&values[..length])
                    }
                }
            };
            let target = if index + 1 == steps.len() {
                &mut *result
            } else {
                &mut rest[0][..length]
            };
            match step {
                Step::Unary(unary, a) => run_unary(unary, take(a), target),
                Step::Binary(binary, a, b) => run_binary(binary, take(a), take(b), target),
                Step::Select(c, a, b) => select(take(c), take(a), take(b), target),
            }
        }
    }
}

fn run_unary(unary: Unary, a: Block<'_>, target: &mut [f32]) {
    match unary {
        Unary::Abs => map(a, target, f32::abs),
        Unary::Negative => map(a, target, |a| -a),
        Unary::Reciprocal => map(a, target, |a| 1.0 / a),
        Unary::Root => map(a, target, f32::sqrt),
        Unary::ReciprocalRoot => map(a, target, |a| 1.0 / a.sqrt()),
        Unary::Square => map(a, target, |a| a * a),
        Unary::Logistic => map_lanes(a, target, logistics),
        Unary::HyperbolicTangent => map_lanes(a, target, tanhs),
        Unary::ErrorFunction => map_lanes(a, target, erfs),
        Unary::Nearest => map(a, target, f32::round_ties_even),
        Unary::Logarithm => map(a, target, logarithm),
        Unary::Exponential => map(a, target, exponential),
        Unary::Sine => map(a, target, sine),
        Unary::Cosine => map(a, target, cosine),
        Unary::Ceiling => map(a, target, f32::ceil),
        Unary::Floor => map(a, target, f32::floor),
        Unary::Sign => map(a, target, sign),
        Unary::Half => map(a, target, half),
    }
}

fn run_binary(binary: Binary, a: Block<'_>, b: Block<'_>, target: &mut [f32]) {
    match binary {
        Binary::Add => zip(a, b, target, |a, b| a + b),
        Binary::Subtract => zip(a, b, target, |a, b| a - b),
        Binary::Multiply => zip(a, b, target, |a, b| a * b),
        Binary::Divide => zip(a, b, target, |a, b| a / b),
        Binary::Greater => zip(a, b, target, |a, b| if b > a { b } else { a }),
        Binary::Lesser => zip(a, b, target, |a, b| if b < a { b } else { a }),
    }
}

/// 0 has no sign, and what is no number stays.
fn sign(a: f32) -> f32 {
    if a == 0.0 || a.is_nan() {
        return a;
    }
    1.0_f32.copysign(a)
}

impl Block<'_> {
    #[inline]
    fn at(&self, index: usize) -> f32 {
        match self {
            Self::Many(values) => values[index],
            Self::One(value) => *value,
        }
    }
}

#[inline]
fn select(c: Block<'_>, a: Block<'_>, b: Block<'_>, target: &mut [f32]) {
    match (c, a, b) {
        (Block::Many(c), Block::Many(a), Block::One(b)) => {
            for ((target, &c), &a) in target.iter_mut().zip(c).zip(a) {
                *target = if c != 0.0 { a } else { b };
            }
        }
        (Block::Many(c), Block::One(a), Block::Many(b)) => {
            for ((target, &c), &b) in target.iter_mut().zip(c).zip(b) {
                *target = if c != 0.0 { a } else { b };
            }
        }
        _ => {
            for (index, target) in target.iter_mut().enumerate() {
                let chosen = if c.at(index) != 0.0 { &a } else { &b };
                *target = chosen.at(index);
            }
        }
    }
}

#[inline]
fn map(a: Block<'_>, target: &mut [f32], f: impl Fn(f32) -> f32) {
    match a {
        Block::Many(a) => {
            for (target, &a) in target.iter_mut().zip(a) {
                *target = f(a);
            }
        }
        Block::One(a) => target.fill(f(a)),
    }
}

/// [`map`] of four values at a time.
#[inline]
fn map_lanes(a: Block<'_>, target: &mut [f32], f: impl Fn(Lanes) -> Lanes) {
    match a {
        Block::Many(a) => {
            let (vectors, rest) = a.as_chunks::<LANES>();
            let (targets, last) = target.as_chunks_mut::<LANES>();
            for (target, &a) in targets.iter_mut().zip(vectors) {
                *target = f(Lanes::new(a)).values();
            }
            if !last.is_empty() {
                last.copy_from_slice(&f(Lanes::up_to(rest)).values()[..last.len()]);
            }
        }
        Block::One(a) => {
            let [value, ..] = f(Lanes::splat(a)).values();
            target.fill(value);
        }
    }
}

#[inline]
fn zip(a: Block<'_>, b: Block<'_>, target: &mut [f32], f: impl Fn(f32, f32) -> f32) {
    match (a, b) {
        (Block::Many(a), Block::Many(b)) => {
            for ((target, &a), &b) in target.iter_mut().zip(a).zip(b) {
                *target = f(a, b);
            }
        }
        (Block::Many(a), Block::One(b)) => map(Block::Many(a), target, |a| f(a, b)),
        (Block::One(a), Block::Many(b)) => map(Block::Many(b), target, |b| f(a, b)),
        (Block::One(a), Block::One(b)) => target.fill(f(a, b)),
    }
}
