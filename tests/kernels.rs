//! The kernels against what they are defined as, value by value: to the last
//! bit, natively and in WebAssembly, wherever the order of sums is part of the
//! definition.
#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used)]

#[path = "support/random.rs"]
mod random;

use epitome_kernels::dense::{Product, Weights, dense};
use epitome_kernels::pointwise::{Binary, Input, Operand, Step, Unary, Values, run};
use epitome_kernels::reduce::{Reduction, reduce};
use random::Random;

/// Values that arithmetic must carry as IEEE 754 says.
const EXTREME: [f32; 8] = [
    0.0,
    -0.0,
    1e-40,
    -3e38,
    3e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

fn values(random: &mut Random, count: usize) -> Vec<f32> {
    let extreme = random.below(10) == 0;
    (0..count)
        .map(|_| match random.below(12) {
            0 if extreme => EXTREME[random.below(EXTREME.len())],
            _ => (4.0 * random.unit() - 2.0) as f32,
        })
        .collect()
}

/// Equal to the last bit; one not-a-number is as good as another.
fn assert_same(found: &[f32], wanted: &[f32], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let same = found.to_bits() == wanted.to_bits() || (found.is_nan() && wanted.is_nan());
        assert!(same, "{what}, element {at}: {found:e} for {wanted:e}");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_dense_layer_adds_bias_and_products_in_order() {
    let mut random = Random(1);
    for case in 0..400 {
        let (length, sequences) = (1 + random.below(21), 1 + random.below(3));
        let (rows, outputs, relu) = (
            length * sequences,
            1 + random.below(27),
            random.below(2) == 0,
        );
        let bias = values(&mut random, outputs);
        let parts: Vec<_> = (0..1 + random.below(3))
            .map(|_| {
                let inputs = 1 + random.below(23);
                let rows = values(&mut random, rows * inputs);
                let matrix = values(&mut random, inputs * outputs);
                (inputs, rows, matrix, random.below(9) as isize - 4)
            })
            .collect();
        let packed: Vec<_> = parts
            .iter()
            .map(|(inputs, _, matrix, _)| {
                Weights::new(*inputs, outputs, |i, o| matrix[i * outputs + o])
            })
            .collect();
        let products: Vec<_> = parts
            .iter()
            .zip(&packed)
            .map(|((_, rows, _, shift), weights)| Product {
                rows,
                weights,
                shift: *shift,
            })
            .collect();
        let mut found = vec![f32::NAN; rows * outputs];
        dense(&products, length, &bias, relu, &mut found);

        let mut wanted = vec![];
        for row in 0..rows {
            for output in 0..outputs {
                let mut sum = bias[output];
                for (inputs, values, matrix, shift) in &parts {
                    let at = (row % length).checked_add_signed(*shift);
                    let at = at.filter(|at| *at < length);
                    for input in 0..*inputs {
                        let value =
                            at.map_or(0.0, |at| values[(row - row % length + at) * inputs + input]);
                        sum += value * matrix[input * outputs + output];
                    }
                }
                wanted.push(if relu && sum < 0.0 { 0.0 } else { sum });
            }
        }
        assert_same(&found, &wanted, &format!("case {case}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn an_elementwise_program_does_what_its_steps_say() {
    let mut random = Random(2);
    for case in 0..400 {
        let rank = random.below(5);
        let shape: Vec<_> = (0..rank).map(|_| 1 + random.below(7)).collect();
        let mut shape = shape;
        if let Some(last) = shape.last_mut().filter(|_| random.below(3) == 0) {
            *last *= 150;
        }
        let inputs: Vec<(Vec<usize>, Owned)> = (0..1 + random.below(4))
            .map(|_| {
                let own: Vec<_> = shape
                    .iter()
                    .map(|&size| if random.below(3) == 0 { 1 } else { size })
                    .collect();
                let count = own.iter().product();
                let owned = match random.below(5) {
                    0 => Owned::Byte((0..count).map(|_| random.below(256) as u8 as i8).collect()),
                    1 => Owned::Truth((0..count).map(|_| random.below(2) == 0).collect()),
                    _ => Owned::Float(values(&mut random, count)),
                };
                (own, owned)
            })
            .collect();
        let steps: Vec<_> = (0..1 + random.below(6))
            .map(|index| step(&mut random, inputs.len(), index))
            .collect();
        let given: Vec<_> = inputs
            .iter()
            .map(|(shape, owned)| Input {
                values: owned.values(),
                shape,
            })
            .collect();
        let count = shape.iter().product();
        let mut found = vec![f32::NAN; count];
        run(&steps, &given, &shape, &mut found);

        let wanted: Vec<_> = (0..count)
            .map(|element| {
                let taken: Vec<_> = inputs
                    .iter()
                    .map(|(own, owned)| owned.value(place(element, &shape, own)))
                    .collect();
                let mut results: Vec<f32> = vec![];
                for step in &steps {
                    results.push(one(*step, &taken, &results));
                }
                *results.last().unwrap()
            })
            .collect();
        assert_same(
            &found,
            &wanted,
            &format!("case {case}, {steps:?} over {shape:?}"),
        );
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn an_axis_is_summed_and_searched() {
    let mut random = Random(3);
    for case in 0..400 {
        let (outer, size) = (1 + random.below(5), random.below(40));
        let inner = [1, 1 + random.below(12)][random.below(2)];
        let given: Vec<f32> = (0..outer * size * inner)
            .map(|_| (4.0 * random.unit() - 2.0) as f32)
            .collect();
        for reduction in [Reduction::Sum, Reduction::Maximum] {
            let mut found = vec![f32::NAN; outer * inner];
            reduce(reduction, &given, size, inner, &mut found);
            for (at, &found) in found.iter().enumerate() {
                let (o, i) = (at / inner, at % inner);
                let axis = (0..size).map(|n| given[(o * size + n) * inner + i]);
                match reduction {
                    Reduction::Sum => {
                        let wanted: f64 = axis.map(f64::from).sum();
                        assert!((f64::from(found) - wanted).abs() < 1e-5, "case {case}");
                    }
                    Reduction::Maximum => {
                        assert_eq!(found, axis.fold(f32::NEG_INFINITY, f32::max), "case {case}");
                    }
                }
            }
        }
    }
}

/// Values of a random type.
enum Owned {
    Float(Vec<f32>),
    Byte(Vec<i8>),
    Truth(Vec<bool>),
}

impl Owned {
    fn values(&self) -> Values<'_> {
        match self {
            Self::Float(values) => Values::Float(values),
            Self::Byte(values) => Values::Byte(values),
            Self::Truth(values) => Values::Truth(values),
        }
    }

    fn value(&self, at: usize) -> f32 {
        match self {
            Self::Float(values) => values[at],
            Self::Byte(values) => f32::from(values[at]),
            Self::Truth(values) => f32::from(u8::from(values[at])),
        }
    }
}

/// Where an input of shape `own` has the element of a result of `shape`.
fn place(element: usize, shape: &[usize], own: &[usize]) -> usize {
    let (mut rest, mut at, mut stride) = (element, 0, 1);
    for (&size, &own) in shape.iter().zip(own).rev() {
        at += if own == 1 { 0 } else { rest % size * stride };
        stride *= own;
        rest /= size;
    }
    at
}

fn operand(random: &mut Random, inputs: usize, steps: usize) -> Operand {
    match random.below(4) {
        0 if steps > 0 => Operand::Step(random.below(steps)),
        1 => Operand::Constant(values(random, 1)[0]),
        _ => Operand::Input(random.below(inputs)),
    }
}

fn step(random: &mut Random, inputs: usize, steps: usize) -> Step {
    const UNARY: [Unary; 6] = [
        Unary::Abs,
        Unary::Negative,
        Unary::Reciprocal,
        Unary::Root,
        Unary::ReciprocalRoot,
        Unary::Square,
    ];
    const BINARY: [Binary; 6] = [
        Binary::Add,
        Binary::Subtract,
        Binary::Multiply,
        Binary::Divide,
        Binary::Greater,
        Binary::Lesser,
    ];
    let a = operand(random, inputs, steps);
    if random.below(3) == 0 {
        Step::Unary(UNARY[random.below(6)], a)
    } else {
        Step::Binary(BINARY[random.below(6)], a, operand(random, inputs, steps))
    }
}

fn one(step: Step, inputs: &[f32], results: &[f32]) -> f32 {
    let value = |operand| match operand {
        Operand::Input(index) => inputs[index],
        Operand::Step(index) => results[index],
        Operand::Constant(value) => value,
    };
    match step {
        Step::Unary(unary, a) => {
            let a = value(a);
            match unary {
                Unary::Abs => a.abs(),
                Unary::Negative => -a,
                Unary::Reciprocal => 1.0 / a,
                Unary::Root => a.sqrt(),
                Unary::ReciprocalRoot => 1.0 / a.sqrt(),
                Unary::Square => a * a,
            }
        }
        Step::Binary(binary, a, b) => {
            let (a, b) = (value(a), value(b));
            match binary {
                Binary::Add => a + b,
                Binary::Subtract => a - b,
                Binary::Multiply => a * b,
                Binary::Divide => a / b,
                Binary::Greater => [a, b][usize::from(b > a)],
                Binary::Lesser => [a, b][usize::from(b < a)],
            }
        }
    }
}
