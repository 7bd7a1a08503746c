//! The kernels against what they are defined as, value by value: to the last
//! bit, natively and in WebAssembly, wherever the order of sums is part of the
//! definition.

use crate::support::random::Random;
use epitome_kernels::columns;
use epitome_kernels::dense::{Product, SHORT, Weights, column, dense};
use epitome_kernels::direction::Direction;
use epitome_kernels::elements::{self, Strided};
use epitome_kernels::exponential::{exp, logistic, tanh};
use epitome_kernels::gru::Unit;
use epitome_kernels::integer;
use epitome_kernels::lstm::Cell;
use epitome_kernels::normalize::{rms_norm, softmax};
use epitome_kernels::pointwise::{Binary, Input, Operand, Step, Unary, Values, run};
use epitome_kernels::quantize::quantize;
use epitome_kernels::reduce::{Reduction, reduce};
use epitome_kernels::strided::{Axis, copy_floats};
use epitome_kernels::transcendental::{cosine, exponential, half, logarithm, sine};
use epitome_kernels::vector;

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
    let extreme = random.below(10) == 0 && !RELAXED;
    (0..count)
        .map(|_| match random.below(12) {
            0 if extreme => EXTREME[random.below(EXTREME.len())],
            _ => (4.0 * random.unit() - 2.0) as f32,
        })
        .collect()
}

/// Whether products may be added before they are rounded, and the greater of a number and none
/// may be either.
const RELAXED: bool = cfg!(target_feature = "relaxed-simd");

/// Equal to the last bit, or nearly so where that is relaxed; one not-a-number is as good as
/// another.
fn assert_same(found: &[f32], wanted: &[f32], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let same = found.to_bits() == wanted.to_bits() || (found.is_nan() && wanted.is_nan());
        let near = (found - wanted).abs() <= 1e-5 * wanted.abs().max(1.0);
        assert!(
            same || (RELAXED && near),
            "{what}, element {at}: {found:e} for {wanted:e}"
        );
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
            1 + random.below(80),
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
            .map(|(inputs, _, matrix, _)| Weights::new(*inputs, outputs, matrix))
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
    let (mut compared, mut all) = (0, 0);
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
                let mut open = false;
                for step in &steps {
                    open |= RELAXED && is_open(*step, &taken, &results);
                    results.push(one(*step, &taken, &results));
                }
                if open {
                    f32::NAN
                } else {
                    *results.last().unwrap()
                }
            })
            .collect();
        all += count;
        for (found, wanted) in found.iter_mut().zip(&wanted) {
            if RELAXED && !wanted.is_finite() {
                *found = *wanted;
            } else {
                compared += 1;
            }
        }
        assert_same(
            &found,
            &wanted,
            &format!("case {case}, {steps:?} over {shape:?}"),
        );
    }
    assert!(compared * 10 >= all * 9, "{compared} of {all}");
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

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn whole_numbers_are_multiplied_exactly() {
    let mut random = Random(31);
    for case in 0..200 {
        let (inputs, outputs) = (1 + random.below(40), 1 + random.below(80));
        let (sequences, length) = (1 + random.below(3), 1 + random.below(12));
        // The greatest numbers of all are among them, so that nothing saturates in between.
        let greatest = case % 4 == 0;
        let limit = f32::from(integer::GREATEST);
        let rows: Vec<f32> = (0..sequences * length * inputs)
            .map(|_| match greatest {
                true => limit,
                false => random.below(511) as f32 - limit,
            })
            .collect();
        let matrix: Vec<i8> = (0..inputs * outputs)
            .map(|_| match greatest {
                true => -128,
                false => random.below(256) as u8 as i8,
            })
            .collect();
        let scales: Vec<f32> = (0..outputs).map(|at| 0.5 + at as f32).collect();
        let packing = [integer::Packing::Pairs, integer::Packing::Quads][case / 4 % 2];
        let weights = integer::Weights::packed(packing, inputs, &matrix, &scales);
        assert_eq!((weights.inputs(), weights.outputs()), (inputs, outputs));
        let shift = random.below(5) as isize - 2;
        let mut result = vec![1.0; sequences * length * outputs];
        integer::accumulate(&rows, &weights, length, shift, &mut result);
        for (place, found) in result.iter().enumerate() {
            let (row, output) = (place / outputs, place % outputs);
            let at = (row % length) as isize + shift;
            let mut sum = 0_i64;
            if (0..length as isize).contains(&at) {
                let from = (row - row % length + at as usize) * inputs;
                for input in 0..inputs {
                    let weight = i64::from(matrix[input * outputs + output]);
                    sum += rows[from + input] as i64 * weight;
                }
            }
            let wanted = 1.0 + sum as f32 * scales[output];
            assert_eq!(*found, wanted, "case {case}, place {place}");
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn columns_of_8_bits_are_found_again() {
    let mut random = Random(32);
    for case in 0..300 {
        let (inputs, outputs) = (1 + random.below(30), 1 + random.below(12));
        // Scales of columns, one for all, or none; numbers of which few reach the limits.
        let shared = random.unit() as f32 + 0.01;
        let scales: Vec<f32> = (0..outputs)
            .map(|_| [1.0, shared, random.unit() as f32 + 0.01][case % 3])
            .collect();
        let limit = 1 + random.below(128) as i32;
        let whole: Vec<i8> = (0..inputs * outputs)
            .map(|_| (random.below(2 * limit as usize) as i32 - limit) as i8)
            .collect();
        let restored = |whole: &[i8], scales: &[f32]| -> Vec<f32> {
            let columns = whole.iter().zip(scales.iter().cycle());
            columns.map(|(&w, scale)| f32::from(w) * scale).collect()
        };
        let mut matrix = restored(&whole, &scales);
        let (found, by) = columns::quantized(outputs, &matrix).unwrap();
        assert_eq!(restored(&found, &by), matrix, "case {case}");
        // A third number between two that are a step apart is a multiple of nothing.
        matrix.resize(matrix.len() + 3 * outputs, 0.0);
        let last = matrix.len() - 1;
        matrix[last] = 127.0;
        matrix[last - outputs] = 126.0;
        matrix[last - 2 * outputs] = 0.3;
        assert_eq!(columns::quantized(outputs, &matrix), None, "case {case}");
    }
    let zeros = columns::quantized(2, &[0.0; 4]);
    assert_eq!(zeros, Some((vec![0; 4], vec![1.0; 2])));
    assert_eq!(columns::quantized(1, &[-0.0]), None);
    assert_eq!(columns::quantized(1, &[f32::NAN, 1.0]), None);
    assert_eq!(columns::quantized(1, &[f32::INFINITY]), None);
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn rows_beyond_9_bits_count_as_their_limits() {
    for packing in [integer::Packing::Pairs, integer::Packing::Quads] {
        let multiplied = |rows: &[f32], matrix: &[i8]| {
            let weights = integer::Weights::packed(packing, rows.len(), matrix, &[1.0]);
            let mut result = [0.0];
            integer::accumulate(rows, &weights, 1, 0, &mut result);
            result[0]
        };
        let rows = [1e9, -300.0, 255.0, f32::NAN, 2.75, -0.5];
        let sum = 255.0 - 255.0 + 255.0 + 0.0 + 2.0 + 0.0;
        assert_eq!(
            multiplied(&rows, &[1, 1, 1, 100, 1, 100]),
            sum,
            "{packing:?}"
        );
        let nothing = integer::Weights::packed(packing, 0, &[], &[]);
        integer::accumulate(&[], &nothing, 1, 0, &mut []);
        // As many as fit, in a tile of rows and in one beside it: the sums are the greatest of all.
        let most = integer::MOST_INPUTS;
        let weights = integer::Weights::packed(packing, most, &vec![-128; most], &[1.0]);
        for limit in [255.0, -255.0] {
            let mut result = [0.0; 5];
            integer::accumulate(&vec![limit; 5 * most], &weights, 5, 0, &mut result);
            assert_eq!(result, [limit * -128.0 * most as f32; 5], "{packing:?}");
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn values_are_rounded_as_dynamic_quantize_linear_says() {
    let rounded = |values: &[f32]| {
        let mut result = vec![f32::NAN; values.len()];
        let step = quantize(values, &mut result);
        (result, step)
    };
    // The examples of the operator's specification.
    let values = [0.0, 2.0, -3.0, -2.5, 1.34, 0.5];
    let (found, step) = rounded(&values);
    let places = [153.0, 255.0, 0.0, 26.0, 221.0, 179.0];
    assert!((step - 0.019_607_844).abs() < 1e-8);
    assert_eq!(found, places.map(|place: f32| place - 153.0));
    let (found, step) = rounded(&[-1.0, -2.1, -1.3, -2.5, -3.34, -4.0]);
    let places = [191.0, 121.0, 172.0, 96.0, 42.0, 0.0];
    assert!((step - 0.015_686_275).abs() < 1e-8);
    assert_eq!(found, places.map(|place: f32| place - 255.0));
    assert_eq!(rounded(&[0.0; 40]), (vec![0.0; 40], 1.0));
    assert_eq!(rounded(&[]), (vec![], 1.0));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn exponentials_are_near_the_true_ones_and_saturate() {
    for step in -9000..=9000 {
        let x = step as f32 / 100.0;
        let wanted = f64::from(x.clamp(-87.0, 87.0)).exp();
        assert!((f64::from(exp(x)) / wanted - 1.0).abs() < 3e-7, "e^{x}");
        let wanted = 1.0 / (1.0 + f64::from(-x).exp());
        assert!(
            (f64::from(logistic(x)) - wanted).abs() < 2e-7,
            "logistic {x}"
        );
        assert!(
            (f64::from(tanh(x)) - f64::from(x).tanh()).abs() < 4e-7,
            "tanh {x}"
        );
    }
    for (x, limit) in [(f32::INFINITY, 1.0), (f32::NEG_INFINITY, 0.0), (1e30, 1.0)] {
        assert!(
            (logistic(x) - limit).abs() < 1e-30 && tanh(x) == 2.0 * limit - 1.0,
            "{x}"
        );
    }
    assert!(exp(f32::NAN).is_nan() && tanh(f32::NAN).is_nan());
}

/// What a step makes of values.
fn stepped(unary: Unary, values: &[f32]) -> Vec<f32> {
    let mut result = vec![0.0; values.len()];
    let shape = [values.len()];
    let input = Input {
        values: Values::Float(values),
        shape: &shape,
    };
    let steps = [Step::Unary(unary, Operand::Input(0))];
    run(&steps, &[input], &shape, &mut result);
    result
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn steps_of_vectors_are_near_the_true_functions() {
    let places: Vec<f32> = (-9001..=9001).map(|step| step as f32 / 100.0).collect();
    let pairs = |unary| {
        let found = stepped(unary, &places);
        places.iter().map(|&x| f64::from(x)).zip(found)
    };
    for (x, found) in pairs(Unary::Logistic) {
        let wanted = 1.0 / (1.0 + (-x).exp());
        assert!((f64::from(found) - wanted).abs() < 2e-7, "logistic {x}");
    }
    for (x, found) in pairs(Unary::HyperbolicTangent) {
        assert!((f64::from(found) - x.tanh()).abs() < 4e-7, "tanh {x}");
    }
    for (x, found) in pairs(Unary::ErrorFunction) {
        let wanted = error_function(x);
        assert!((f64::from(found) - wanted).abs() < 5e-7, "erf {x}");
    }
    let errors = stepped(Unary::ErrorFunction, &places);
    for (found, opposite) in errors.iter().zip(errors.iter().rev()) {
        assert_eq!(*found, -opposite, "erf is odd");
    }
    let extreme = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e30, -1e30];
    for (unary, least) in [
        (Unary::Logistic, 0.0),
        (Unary::HyperbolicTangent, -1.0),
        (Unary::ErrorFunction, -1.0),
    ] {
        let found = stepped(unary, &extreme);
        for (at, wanted) in [(0, 1.0), (1, least), (3, 1.0), (4, least)] {
            assert!(
                (found[at] - wanted).abs() < 5e-7,
                "{unary:?} {}",
                extreme[at]
            );
        }
        assert!(found[2].is_nan(), "{unary:?}");
    }
}

/// 2 / √π Σ (-1)ⁿ x²ⁿ⁺¹ / (n! (2n + 1)), whose terms are below 1e6 up to 4; beyond, its limit, from
/// which it is less than 2e-8 away.
fn error_function(x: f64) -> f64 {
    if x.abs() > 4.0 {
        return x.signum();
    }
    let mut power = x;
    let sum: f64 = (0..100)
        .map(|n| {
            let term = power / f64::from(2 * n + 1);
            power *= -x * x / f64::from(n + 1);
            term
        })
        .sum();
    sum * std::f64::consts::FRAC_2_SQRT_PI
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_cell_goes_through_its_sequence_as_its_formulas_say() {
    let mut random = Random(4);
    let mut draw = |count: usize| -> Vec<f32> {
        (0..count)
            .map(|_| (2.0 * random.unit() - 1.0) as f32)
            .collect()
    };
    for ((steps, batch, inputs, size), direction) in recurrent_cases() {
        let (w, r) = (draw(4 * size * inputs), draw(4 * size * size));
        let bias = draw(4 * size);
        let cell = Cell {
            input: &turned(inputs, 4 * size, &w),
            recurrent: &turned(size, 4 * size, &r),
            bias: &bias,
        };
        let rows = draw(steps * batch * inputs);
        let (mut hidden, mut state) = (draw(batch * size), draw(batch * size));
        let (mut h, mut c): (Vec<f64>, Vec<f64>) = (
            hidden.iter().copied().map(f64::from).collect(),
            state.iter().copied().map(f64::from).collect(),
        );
        let mut found = vec![f32::NAN; steps * batch * size];
        cell.run(&rows, direction, &mut hidden, &mut state, &mut found);
        for step in in_order(steps, direction) {
            let before = h.clone();
            for one in 0..batch {
                for unit in 0..size {
                    let gate = |gate: usize| {
                        let o = gate * size + unit;
                        let x = &rows[(step * batch + one) * inputs..][..inputs];
                        let of_x: f64 = (0..inputs)
                            .map(|i| f64::from(x[i] * w[o * inputs + i]))
                            .sum();
                        let of_h: f64 = (0..size)
                            .map(|i| before[one * size + i] * f64::from(r[o * size + i]))
                            .sum();
                        of_x + of_h + f64::from(bias[o])
                    };
                    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
                    let at = one * size + unit;
                    c[at] = sigmoid(gate(2)) * c[at] + sigmoid(gate(0)) * gate(3).tanh();
                    h[at] = sigmoid(gate(1)) * c[at].tanh();
                    let found = f64::from(found[step * batch * size + at]);
                    assert!(
                        (found - h[at]).abs() < 1e-5,
                        "step {step}: {found} for {}",
                        h[at]
                    );
                }
            }
        }
        let near = |found: &[f32], wanted: &[f64]| {
            found
                .iter()
                .zip(wanted)
                .all(|(&a, b)| (f64::from(a) - b).abs() < 1e-5)
        };
        assert!(near(&hidden, &h) && near(&state, &c), "the last states");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn what_a_mask_shuts_out_has_no_share() {
    for inner in [1, 3] {
        for masked in [-90.0, -1e4, f32::MIN, f32::NEG_INFINITY] {
            let given: Vec<f32> = (0..7 * inner)
                .map(|at| match at / inner % 3 {
                    0 => masked,
                    _ => at as f32 / 8.0,
                })
                .collect();
            let mut shares = vec![f32::NAN; given.len()];
            softmax(&given, 7, inner, &mut shares);
            for (at, share) in shares.iter().enumerate() {
                assert_eq!(*share == 0.0, at / inner % 3 == 0, "{masked}: {share}");
                assert!(*share == 0.0 || share.is_normal(), "{masked}: {share}");
            }
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn axes_are_normalised_as_their_formulas_say() {
    let mut random = Random(6);
    for case in 0..200 {
        let (outer, size, inner) = (
            1 + random.below(4),
            1 + random.below(40),
            1 + random.below(5),
        );
        let given: Vec<f32> = (0..outer * size * inner)
            .map(|_| (20.0 * random.unit() - 10.0) as f32)
            .collect();
        let mut shares = vec![f32::NAN; given.len()];
        softmax(&given, size, inner, &mut shares);
        let epsilon = 1e-6;
        let mut normed = vec![f32::NAN; given.len()];
        rms_norm(&given, size, inner, epsilon, &mut normed);
        for at in 0..outer * inner {
            let places = (0..size).map(|row| (at / inner * size + row) * inner + at % inner);
            let column: Vec<f64> = places
                .clone()
                .map(|place| f64::from(given[place]))
                .collect();
            let greatest = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = column.iter().map(|x| (x - greatest).exp()).sum();
            let square: f64 = column.iter().map(|x| x * x).sum::<f64>() / size as f64;
            for (x, place) in column.iter().zip(places) {
                let wanted = (x - greatest).exp() / sum;
                assert!(
                    (f64::from(shares[place]) - wanted).abs() < 1e-6,
                    "case {case}: softmax"
                );
                let wanted = x / (square + f64::from(epsilon)).sqrt();
                assert!(
                    (f64::from(normed[place]) - wanted).abs() < 2e-6,
                    "case {case}: norm"
                );
            }
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn elements_are_copied_from_where_the_strides_say() {
    let mut random = Random(7);
    for case in 0..400 {
        // The axes of a source, exchanged, cut and repeated; of one in three the last is long.
        let mut shape: Vec<usize> = (0..1 + random.below(4))
            .map(|_| 1 + random.below(5))
            .collect();
        if let Some(last) = shape.last_mut().filter(|_| random.below(3) == 0) {
            *last *= 1 + random.below(60);
        }
        let mut stride = shape.iter().product::<usize>();
        let source: Vec<f32> = (0..stride).map(|place| place as f32).collect();
        let mut start = 0;
        let mut axes = vec![];
        for &size in &shape {
            stride /= size;
            let first = random.below(size);
            start += first * stride;
            let kept = 1 + random.below(size - first);
            axes.push(Axis { size: kept, stride });
        }
        for place in (1..axes.len()).rev() {
            axes.swap(place, random.below(place + 1));
        }
        if random.below(3) == 0 {
            axes.insert(random.below(axes.len() + 1), Axis { size: 3, stride: 0 });
        }
        let count: usize = axes.iter().map(|axis| axis.size).product();
        let wanted: Vec<f32> = (0..count)
            .map(|mut index| {
                let mut place = start;
                for axis in axes.iter().rev() {
                    place += index % axis.size * axis.stride;
                    index /= axis.size;
                }
                source[place]
            })
            .collect();
        let mut found = vec![f32::NAN; count];
        copy_floats(&source, start, &axes, &mut found);
        assert_same(&found, &wanted, &format!("case {case}, {axes:?}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn weights_are_packed_from_wherever_they_lie() {
    let mut random = Random(11);
    for case in 0..300 {
        let (inputs, outputs) = (1 + random.below(20), 1 + random.below(30));
        // Row after row, column after column, either with others between, or one of them repeated.
        let (gap, more) = (1 + random.below(3), random.below(4));
        let strides = match random.below(4) {
            0 => [outputs * gap + more, gap],
            1 => [gap, inputs * gap + more],
            2 => [0, gap],
            _ => [gap, 0],
        };
        let count = 1 + (inputs - 1) * strides[0] + (outputs - 1) * strides[1];
        let matrix: Vec<f32> = (0..count).map(|_| random.unit() as f32).collect();
        let at = |input: usize, output: usize| matrix[input * strides[0] + output * strides[1]];
        let rows = (0..inputs).flat_map(|input| (0..outputs).map(move |output| at(input, output)));
        let rows: Vec<f32> = rows.collect();
        assert_eq!(
            Weights::strided(inputs, outputs, &matrix, strides),
            Weights::new(inputs, outputs, &rows),
            "case {case}: {inputs} × {outputs}, {strides:?}"
        );
    }
    assert_eq!(
        Weights::strided(0, 20, &[], [1, 1]),
        Weights::new(0, 20, &[])
    );
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_short_column_is_multiplied_as_a_matrix_of_one_output() {
    let mut random = Random(12);
    for case in 0..100 {
        let (count, inputs) = (random.below(9), 1 + random.below(SHORT));
        let rows = values(&mut random, count * inputs);
        let weights = values(&mut random, inputs);
        let mut found = vec![f32::NAN; count];
        column(&rows, &weights, &mut found);
        let packed = Weights::new(inputs, 1, &weights);
        let product = Product {
            rows: &rows,
            weights: &packed,
            shift: 0,
        };
        let mut wanted = vec![f32::NAN; count];
        dense(&[product], count.max(1), &[0.0], false, &mut wanted);
        assert_same(&found, &wanted, &format!("case {case}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_row_meets_a_matrix_where_it_lies_as_it_does_packed() {
    let mut random = Random(44);
    for case in 0..300 {
        let (inputs, outputs) = (1 + random.below(30), 1 + random.below(40));
        let apart = [inputs, outputs].map(|side| side + random.below(3));
        let strides = match case % 3 {
            0 => [apart[1], 1],
            1 => [1, apart[0]],
            _ => [2, 2 * apart[0]],
        };
        let last = (inputs - 1) * strides[0] + (outputs - 1) * strides[1];
        let (row, matrix) = (values(&mut random, inputs), values(&mut random, last + 1));
        let mut found = vec![0.0; outputs];
        let done = vector::accumulate(&row, &matrix, strides, &mut found);
        assert_eq!(done, strides.contains(&1), "case {case}");
        let weights = &Weights::strided(inputs, outputs, &matrix, strides);
        let product = Product {
            rows: &row,
            weights,
            shift: 0,
        };
        let mut wanted = vec![0.0; outputs];
        dense(&[product], 1, &vec![0.0; outputs], false, &mut wanted);
        if done {
            assert_same(&found, &wanted, &format!("case {case}"));
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn elements_are_gathered_at_the_place_of_each() {
    let mut random = Random(45);
    for case in 0..300 {
        let rank = 1 + random.below(4);
        let axis = random.below(rank);
        let shape: Vec<usize> = (0..rank).map(|_| 1 + random.below(5)).collect();
        let mut sizes = shape.clone();
        sizes[axis] = 1 + random.below(6);
        // Axes in some order; of the places some repeat.
        let mut lie = |sizes: &[usize], repeats: bool| {
            let mut order: Vec<usize> = (0..rank).collect();
            order.swap(random.below(rank), random.below(rank));
            let mut strides = vec![0; rank];
            let mut count = 1;
            for &at in order.iter().rev() {
                if !(repeats && random.below(4) == 0) {
                    strides[at] = count;
                    count *= sizes[at];
                }
            }
            (strides, count)
        };
        let (of_table, count) = lie(&sizes, false);
        let (of_places, places_count) = lie(&shape, true);
        let table: Vec<usize> = (0..count + 3).collect();
        let size = sizes[axis];
        let mut places: Vec<i64> = (0..places_count + 2)
            .map(|_| random.below(2 * size) as i64 - size as i64)
            .collect();
        let strided = |start, strides| Strided {
            values: &table[..],
            start,
            strides,
        };
        let gather = |places: &[i64], found: &mut Vec<usize>| {
            let places = Strided {
                values: places,
                start: 2,
                strides: &of_places,
            };
            elements::gather(strided(3, &of_table), places, (axis, size), &shape, found)
        };
        let mut found = vec![];
        gather(&places, &mut found).unwrap();
        let mut wanted = vec![];
        for element in 0..shape.iter().product() {
            let mut rest: usize = element;
            let (mut from, mut place) = (3, 2);
            for at in (0..rank).rev() {
                let index = rest % shape[at];
                rest /= shape[at];
                from += if at == axis { 0 } else { index * of_table[at] };
                place += index * of_places[at];
            }
            let at = places[place].rem_euclid(size as i64) as usize;
            wanted.push(table[from + at * of_table[axis]]);
        }
        assert_eq!(found, wanted, "case {case}");
        let wrong = [size as i64, -1 - size as i64, i64::MIN, i64::MAX][case % 4];
        places[2] = wrong;
        assert_eq!(gather(&places, &mut vec![]), Err(wrong), "case {case}");
    }
}

/// Weights of a matrix `[outputs, inputs]`.
fn turned(inputs: usize, outputs: usize, matrix: &[f32]) -> Weights {
    let elements = (0..inputs).flat_map(|input| matrix.iter().skip(input).step_by(inputs));
    Weights::new(inputs, outputs, &elements.copied().collect::<Vec<_>>())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_gated_unit_goes_through_its_sequence_as_its_formulas_say() {
    let mut random = Random(6);
    let mut draw = |count: usize| -> Vec<f32> {
        (0..count)
            .map(|_| (2.0 * random.unit() - 1.0) as f32)
            .collect()
    };
    for ((steps, batch, inputs, size), direction) in recurrent_cases() {
        for after in [false, true] {
            let (w, r) = (draw(3 * size * inputs), draw(3 * size * size));
            let (bias, new_bias) = (draw(3 * size), draw(size));
            let (of_gates, of_new) = r.split_at(2 * size * size);
            let unit = Unit {
                input: &turned(inputs, 3 * size, &w),
                gates: &turned(size, 2 * size, of_gates),
                new: &turned(size, size, of_new),
                bias: &bias,
                new_bias: &new_bias,
                linear_before_reset: after,
            };
            let rows = draw(steps * batch * inputs);
            let mut hidden = draw(batch * size);
            let mut h: Vec<f64> = hidden.iter().copied().map(f64::from).collect();
            let mut found = vec![f32::NAN; steps * batch * size];
            unit.run(&rows, direction, &mut hidden, &mut found);
            for step in in_order(steps, direction) {
                let before = h.clone();
                for one in 0..batch {
                    let state = &before[one * size..][..size];
                    let of_x = |gate: usize, unit: usize| -> f64 {
                        let o = gate * size + unit;
                        let x = &rows[(step * batch + one) * inputs..][..inputs];
                        let sum: f64 = (0..inputs)
                            .map(|i| f64::from(x[i]) * f64::from(w[o * inputs + i]))
                            .sum();
                        sum + f64::from(bias[o])
                    };
                    let of_h = |gate: usize, unit: usize, state: &[f64]| -> f64 {
                        let o = gate * size + unit;
                        (0..size)
                            .map(|i| state[i] * f64::from(r[o * size + i]))
                            .sum()
                    };
                    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
                    let gate = |gate, unit| sigmoid(of_x(gate, unit) + of_h(gate, unit, state));
                    let reset: Vec<f64> = (0..size).map(|unit| gate(1, unit)).collect();
                    let closed: Vec<f64> = reset.iter().zip(state).map(|(r, h)| r * h).collect();
                    for unit in 0..size {
                        let bias = f64::from(new_bias[unit]);
                        let sum = if after {
                            reset[unit] * (of_h(2, unit, state) + bias)
                        } else {
                            of_h(2, unit, &closed) + bias
                        };
                        let new = (of_x(2, unit) + sum).tanh();
                        let (at, update) = (one * size + unit, gate(0, unit));
                        h[at] = (1.0 - update) * new + update * before[at];
                        let found = f64::from(found[step * batch * size + at]);
                        let wanted = h[at];
                        let near = (found - wanted).abs() < 1e-5;
                        assert!(near, "step {step}: {found} for {wanted}");
                    }
                }
            }
            let near = |(&a, b): (&f32, &f64)| (f64::from(a) - b).abs() < 1e-5;
            assert!(hidden.iter().zip(&h).all(near), "the last state");
        }
    }
}

/// Steps, batch, inputs and hidden values, in both directions.
fn recurrent_cases() -> impl Iterator<Item = ((usize, usize, usize, usize), Direction)> {
    let shapes = [(1, 1, 1, 1), (7, 1, 5, 9), (20, 3, 12, 8), (4, 6, 3, 50)];
    [Direction::Forward, Direction::Reverse]
        .into_iter()
        .flat_map(move |direction| shapes.map(|shape| (shape, direction)))
}

/// The steps as a recurrent layer reads them.
fn in_order(steps: usize, direction: Direction) -> Vec<usize> {
    match direction {
        Direction::Forward => (0..steps).collect(),
        Direction::Reverse => (0..steps).rev().collect(),
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
    const UNARY: [Unary; 18] = [
        Unary::Abs,
        Unary::Negative,
        Unary::Reciprocal,
        Unary::Root,
        Unary::ReciprocalRoot,
        Unary::Square,
        Unary::Logistic,
        Unary::HyperbolicTangent,
        Unary::ErrorFunction,
        Unary::Nearest,
        Unary::Logarithm,
        Unary::Exponential,
        Unary::Sine,
        Unary::Cosine,
        Unary::Ceiling,
        Unary::Floor,
        Unary::Sign,
        Unary::Half,
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
        Step::Unary(UNARY[random.below(UNARY.len())], a)
    } else if random.below(4) == 0 {
        let [b, c] = [(); 2].map(|()| operand(random, inputs, steps));
        Step::Select(a, b, c)
    } else {
        Step::Binary(BINARY[random.below(6)], a, operand(random, inputs, steps))
    }
}

fn value(operand: Operand, inputs: &[f32], results: &[f32]) -> f32 {
    match operand {
        Operand::Input(index) => inputs[index],
        Operand::Step(index) => results[index],
        Operand::Constant(value) => value,
    }
}

/// Whether relaxed SIMD may give either value: the greater or lesser of a number and none, or of
/// zeros, which may have two signs.
fn is_open(step: Step, inputs: &[f32], results: &[f32]) -> bool {
    let Step::Binary(Binary::Greater | Binary::Lesser, a, b) = step else {
        return false;
    };
    let (a, b) = (value(a, inputs, results), value(b, inputs, results));
    a.is_nan() || b.is_nan() || (a == 0.0 && b == 0.0 && a.to_bits() != b.to_bits())
}

fn one(step: Step, inputs: &[f32], results: &[f32]) -> f32 {
    let value = |operand| value(operand, inputs, results);
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
                Unary::Logistic => 1.0 / (1.0 + exp(-a)),
                Unary::HyperbolicTangent => tanh(a),
                Unary::ErrorFunction => stepped(unary, &[a])[0],
                Unary::Nearest => a.round_ties_even(),
                Unary::Logarithm => logarithm(a),
                Unary::Exponential => exponential(a),
                Unary::Sine => sine(a),
                Unary::Cosine => cosine(a),
                Unary::Ceiling => a.ceil(),
                Unary::Floor => a.floor(),
                Unary::Sign if a == 0.0 || a.is_nan() => a,
                Unary::Sign => a.signum(),
                Unary::Half => half(a),
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
        Step::Select(c, a, b) => match value(c) {
            0.0 => value(b),
            _ => value(a),
        },
    }
}
