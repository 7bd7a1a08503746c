//! Plans of random operators over random shapes, the same for the same seed.
//!
//! A step takes the value of a random step before it, and beside it whatever fits:
//! new inputs, constants, itself.

use super::handmade::{Builder, Random, floats};
use crate::runtime::plan::{
    Binary, Comparison, Dense, Elements, Gru, Kind, Op, Operand, Part, Plan, Pointwise, Product,
    Recurrence, Reduction, Size, Unary,
};

/// The most elements of a value, so that no axis grows without end.
const MOST: usize = 1 << 16;

/// The most axes of a value.
const AXES: usize = 6;

/// Sizes of axes: 1, which is repeated; small; and some around those of tiles and workgroups.
const SIZES: [usize; 12] = [1, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65];

/// A plan of `steps` random steps, and the shapes of its inputs.
pub(super) fn plan(seed: u64, steps: usize) -> (Plan, Vec<Vec<usize>>) {
    let mut maker = Maker {
        b: Builder::new(),
        kinds: vec![],
        random: Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    };
    let first = maker.shape(3);
    maker.input(Kind::Float, &first);
    let mut results = vec![];
    while maker.b.plan.steps.len() < steps {
        results.extend(maker.step());
    }
    let taken: Vec<usize> = maker
        .b
        .plan
        .steps
        .iter()
        .flat_map(|step| step.inputs.clone())
        .collect();
    results.retain(|value| !taken.contains(value));
    maker.b.giving(&results)
}

struct Maker {
    b: Builder,
    /// The types of the values, by number.
    kinds: Vec<Kind>,
    random: Random,
}

impl Maker {
    fn shape(&mut self, axes: usize) -> Vec<usize> {
        let mut shape = vec![];
        for _ in 0..axes {
            let size = self.random.of(&SIZES);
            let fits = shape.iter().product::<usize>() * size <= MOST;
            shape.push(if fits { size } else { 1 });
        }
        shape
    }

    fn input(&mut self, kind: Kind, shape: &[usize]) -> usize {
        self.kinds.push(kind);
        self.b.input(kind, shape)
    }

    fn constant(&mut self, shape: &[usize], elements: Elements) -> usize {
        self.kinds.push(elements.kind());
        self.b.constant(shape, elements)
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> usize {
        self.b.matrix(inputs, outputs, &mut self.random)
    }

    fn size(&mut self, most: usize) -> usize {
        1 + self.random.below(most)
    }

    /// A new input or constant of a type.
    fn fresh(&mut self, kind: Kind, shape: &[usize]) -> usize {
        if kind != Kind::Byte && self.random.below(2) == 0 {
            return self.input(kind, shape);
        }
        let count: usize = shape.iter().product();
        let numbers: Vec<usize> = (0..count).map(|_| self.random.below(256)).collect();
        let elements = match kind {
            Kind::Float => Elements::Float(floats(count, &mut self.random)),
            Kind::Integer => Elements::Integer(numbers.iter().map(|&n| n as i64 - 128).collect()),
            Kind::Byte => Elements::Byte(numbers.iter().map(|&n| n as u8 as i8).collect()),
            Kind::Truth => Elements::Truth(numbers.iter().map(|&n| n > 127).collect()),
        };
        self.constant(shape, elements)
    }

    /// A value of one of these types that is there, or a new one.
    fn value(&mut self, kinds: &[Kind]) -> usize {
        let fits = |&value: &usize| {
            let shape = &self.b.shapes[value];
            kinds.contains(&self.kinds[value])
                && (1..=AXES).contains(&shape.len())
                && shape.iter().product::<usize>() <= MOST
        };
        let there: Vec<usize> = (0..self.kinds.len()).filter(fits).collect();
        if there.is_empty() || self.random.below(6) == 0 {
            let axes = self.size(4);
            let shape = self.shape(axes);
            let kind = self.random.of(kinds);
            return self.fresh(kind, &shape);
        }
        // Mostly what came last, so that steps follow from each other.
        let back = self.random.below(there.len()).min(self.random.below(4));
        there[there.len() - 1 - back]
    }

    /// A partner whose axes are those of `shape` or 1.
    fn partner(&mut self, kind: Kind, shape: &[usize]) -> usize {
        let narrow: Vec<usize> = shape
            .iter()
            .map(|&size| if self.random.below(3) == 0 { 1 } else { size })
            .collect();
        self.fresh(kind, &narrow)
    }

    /// One more step, of an operator that fits; its results.
    fn step(&mut self) -> Vec<usize> {
        const ANY: [Kind; 4] = [Kind::Float, Kind::Integer, Kind::Truth, Kind::Byte];
        const PROGRAM: [Kind; 3] = [Kind::Float, Kind::Truth, Kind::Byte];
        match self.random.below(19) {
            0 => self.gather(),
            1 => self.dense(),
            2 => {
                let x = self.value(&PROGRAM);
                self.pointwise(x)
            }
            number @ 3..=5 => {
                let x = self.value(&[Kind::Float]);
                let axis = self.axis(x);
                let reduction = self.random.of(&[Reduction::Sum, Reduction::Maximum]);
                let op = match number {
                    3 => Op::Reduce { reduction, axis },
                    4 => Op::Softmax { axis },
                    _ => Op::RmsNorm {
                        axis,
                        epsilon: 1e-6,
                    },
                };
                self.push(op, &[x], Kind::Float)
            }
            6 => {
                let x = self.value(&ANY);
                let shape = self.b.shapes[x].clone();
                let y = self.partner(self.kinds[x], &shape);
                let comparison = self.random.of(&[Comparison::Equal, Comparison::Greater]);
                self.push(Op::Compare(comparison), &[x, y], Kind::Truth)
            }
            7 => {
                let x = self.value(&ANY);
                let kind = self.random.of(&[Kind::Float, Kind::Integer, Kind::Truth]);
                self.push(Op::Cast(kind), &[x], kind)
            }
            8 => self.product(),
            9 => {
                let x = self.value(&ANY);
                let axis = self.random.below(self.b.shapes[x].len() + 1);
                self.push(Op::InsertAxis(axis), &[x], self.kinds[x])
            }
            10 => {
                let x = self.value(&ANY);
                let one = self.b.shapes[x].iter().position(|&size| size == 1);
                match one.filter(|_| self.b.shapes[x].len() > 1) {
                    Some(axis) => self.push(Op::RemoveAxis(axis), &[x], self.kinds[x]),
                    None => self.push(Op::InsertAxis(0), &[x], self.kinds[x]),
                }
            }
            11 => {
                let x = self.value(&ANY);
                let mut order: Vec<usize> = (0..self.b.shapes[x].len()).collect();
                for end in (1..order.len()).rev() {
                    order.swap(end, self.random.below(end + 1));
                }
                self.push(Op::Transpose(order), &[x], self.kinds[x])
            }
            12 => {
                let x = self.value(&ANY);
                let axis = self.axis(x);
                let start = self.random.below(self.b.shapes[x][axis]);
                let end = start + self.size(self.b.shapes[x][axis] - start);
                let (start, end) = (whole(start), whole(end));
                self.push(Op::Slice { axis, start, end }, &[x], self.kinds[x])
            }
            13 => {
                let x = self.value(&ANY);
                let axis = self.axis(x);
                let count = self.size(self.b.shapes[x].len() - axis);
                let sizes = [None, Some(whole(1))];
                let sizes = (0..self.size(3))
                    .map(|at| sizes[at.min(1)].clone())
                    .collect();
                self.push(Op::Reshape { axis, count, sizes }, &[x], self.kinds[x])
            }
            14 => {
                let x = self.value(&[Kind::Float]);
                let axes = self.b.shapes[x].len();
                let around = (0..axes)
                    .map(|_| (self.random.below(3), self.random.below(3)))
                    .collect();
                let filling = self.random.of(&[0.0, -1.5, f32::NEG_INFINITY]);
                self.push(Op::Pad { around, filling }, &[x], Kind::Float)
            }
            15 => {
                let x = self.value(&ANY);
                let axis = self.axis(x);
                let mut shape = self.b.shapes[x].clone();
                shape[axis] = self.random.of(&SIZES);
                let y = self.fresh(self.kinds[x], &shape);
                let operands = self.random.of(&[[x, y, x], [y, x, y]]);
                self.push(Op::Concat { axis }, &operands, self.kinds[x])
            }
            16 => {
                let x = self.value(&ANY);
                let shape = self.b.shapes[x].clone();
                let wide = shape.iter().map(|&size| match size {
                    1 => self.random.of(&[1, 2, 5]),
                    _ => size,
                });
                let wide: Vec<Size> = wide.map(whole).collect();
                self.push(Op::Broadcast(wide), &[x], self.kinds[x])
            }
            17 => self.lstm(),
            _ => self.gru(),
        }
    }

    fn push(&mut self, op: Op, operands: &[usize], kind: Kind) -> Vec<usize> {
        let results = self.b.steps(op, operands);
        self.kinds.resize(self.b.shapes.len(), kind);
        results
    }

    fn axis(&mut self, value: usize) -> usize {
        self.random.below(self.b.shapes[value].len())
    }

    fn gather(&mut self) -> Vec<usize> {
        let table = self.value(&[Kind::Float, Kind::Byte, Kind::Integer, Kind::Truth]);
        let axis = self.axis(table);
        let size = self.b.shapes[table][axis];
        let axes = self.size(2);
        let shape = self.shape(axes);
        let count: usize = shape.iter().product();
        let places = (0..count).map(|_| self.random.below(2 * size) as i64 - size as i64);
        let places = Elements::Integer(places.collect());
        let places = match self.random.below(2) {
            0 => self.constant(&shape, places),
            _ => self.input(Kind::Integer, &shape),
        };
        self.push(Op::Gather { axis }, &[table, places], self.kinds[table])
    }

    fn dense(&mut self) -> Vec<usize> {
        let x = self.value(&[Kind::Float]);
        let (&width, rows) = self.b.shapes[x].split_last().unwrap();
        let (rows, outputs) = (rows.to_vec(), self.size(70));
        let shifts: &[isize] = if rows.is_empty() {
            &[0]
        } else {
            &[0, 0, 1, -2]
        };
        let mut operands = vec![x];
        let mut parts = vec![Part {
            matrix: self.matrix(width, outputs),
            shift: self.random.of(shifts),
            whole: false,
            dropped: vec![],
        }];
        for _ in 0..self.random.below(10) {
            let width = self.size(20);
            let mut shape = rows.clone();
            let mut dropped = vec![];
            if self.random.below(4) == 0 {
                let axis = self.random.below(shape.len() + 1);
                shape.insert(axis, 1);
                dropped.push(axis);
            }
            shape.push(width);
            let again = operands
                .iter()
                .copied()
                .find(|&value| self.b.shapes[value] == shape);
            let operand = again.unwrap_or_else(|| self.fresh(Kind::Float, &shape));
            operands.push(operand);
            parts.push(Part {
                matrix: self.matrix(width, outputs),
                shift: self.random.of(shifts),
                whole: false,
                dropped,
            });
        }
        let bias = floats(outputs, &mut self.random);
        let relu = self.random.below(2) == 0;
        self.push(
            Op::Dense(Dense { parts, bias, relu }),
            &operands,
            Kind::Float,
        )
    }

    fn pointwise(&mut self, x: usize) -> Vec<usize> {
        let shape = self.b.shapes[x].clone();
        let mut operands = vec![x];
        for _ in 0..self.random.below(4) {
            let kind = self
                .random
                .of(&[Kind::Float, Kind::Float, Kind::Byte, Kind::Truth]);
            let operand = self.partner(kind, &shape);
            operands.push(operand);
        }
        let numbers = [
            0.0,
            -0.0,
            1e-38,
            -3.5,
            1e30,
            f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        let steps = (0..self.size(12)).map(|at| {
            let mut operand = || match self.random.below(3) {
                0 if at > 0 => Operand::Step(self.random.below(at)),
                1 => Operand::Constant(self.random.of(&numbers)),
                _ => Operand::Input(self.random.below(operands.len())),
            };
            let (a, b) = (operand(), operand());
            match self.random.below(16) {
                0 => Pointwise::Unary(Unary::Abs, a),
                1 => Pointwise::Unary(Unary::Negative, a),
                2 => Pointwise::Unary(Unary::Reciprocal, a),
                3 => Pointwise::Unary(Unary::Root, a),
                4 => Pointwise::Unary(Unary::ReciprocalRoot, a),
                5 => Pointwise::Unary(Unary::Square, a),
                6 => Pointwise::Unary(Unary::Logistic, a),
                13 => Pointwise::Unary(Unary::HyperbolicTangent, a),
                14 => Pointwise::Unary(Unary::ErrorFunction, a),
                15 => Pointwise::Unary(Unary::Nearest, a),
                7 => Pointwise::Binary(Binary::Add, a, b),
                8 => Pointwise::Binary(Binary::Subtract, a, b),
                9 => Pointwise::Binary(Binary::Multiply, a, b),
                10 => Pointwise::Binary(Binary::Divide, a, b),
                11 => Pointwise::Binary(Binary::Greater, a, b),
                _ => Pointwise::Binary(Binary::Lesser, a, b),
            }
        });
        let steps = steps.collect();
        self.push(Op::Pointwise(steps), &operands, Kind::Float)
    }

    /// Every axis of the first operand is one of both, or summed over, or its own.
    fn product(&mut self) -> Vec<usize> {
        let x = self.value(&[Kind::Float]);
        let (mut shape, mut labels) = (
            vec![],
            Product {
                a: vec![],
                b: vec![],
                result: vec![],
            },
        );
        for (axis, size) in self.b.shapes[x].clone().into_iter().enumerate() {
            let label = b'a' + axis as u8;
            labels.a.push(label);
            let role = self.random.below(3);
            if role < 2 {
                labels.b.push(label);
                let one = self.random.below(5) == 0;
                shape.push(if one { 1 } else { size });
            }
            if role > 0 {
                labels.result.push(label);
            }
        }
        for label in b'x'..b'x' + self.random.below(3) as u8 {
            labels.b.push(label);
            labels.result.push(label);
            shape.push(self.random.of(&[1, 2, 9, 33]));
        }
        if !shape.is_empty() {
            let by = self.random.below(shape.len());
            labels.b.rotate_left(by);
            shape.rotate_left(by);
        }
        if !labels.result.is_empty() {
            let by = self.random.below(labels.result.len());
            labels.result.rotate_left(by);
        }
        let y = self.fresh(Kind::Float, &shape);
        self.push(Op::Product(labels), &[x, y], Kind::Float)
    }

    /// Rows of `[steps, batch, inputs]`, and a state of so many for each of `hidden`.
    fn sequence(&mut self, hidden: usize, states: usize) -> (Vec<usize>, usize) {
        let shape = [self.size(6), self.size(5), self.size(40)];
        let there = self.value(&[Kind::Float]);
        let rows = match self.b.shapes[there][..] {
            [_, _, _] => there,
            _ => self.fresh(Kind::Float, &shape),
        };
        let (batch, inputs) = (self.b.shapes[rows][1], self.b.shapes[rows][2]);
        let mut operands = vec![rows];
        for _ in 0..states {
            let state = self.fresh(Kind::Float, &[1, batch, hidden]);
            operands.push(state);
        }
        (operands, inputs)
    }

    fn lstm(&mut self) -> Vec<usize> {
        let hidden = self.size(80);
        let (operands, inputs) = self.sequence(hidden, 2);
        let lstm = Recurrence {
            input: self.matrix(inputs, 4 * hidden),
            recurrent: self.matrix(hidden, 4 * hidden),
            bias: floats(4 * hidden, &mut self.random),
            reverse: self.random.below(2) == 0,
        };
        self.push(Op::Lstm(lstm), &operands, Kind::Float)
    }

    fn gru(&mut self) -> Vec<usize> {
        let hidden = self.size(80);
        let (operands, inputs) = self.sequence(hidden, 1);
        let gru = Gru {
            input: self.matrix(inputs, 3 * hidden),
            gates: self.matrix(hidden, 2 * hidden),
            new: self.matrix(hidden, hidden),
            bias: floats(3 * hidden, &mut self.random),
            new_bias: floats(hidden, &mut self.random),
            linear_before_reset: self.random.below(2) == 0,
            reverse: self.random.below(2) == 0,
        };
        self.push(Op::Gru(gru), &operands, Kind::Float)
    }
}

fn whole(size: usize) -> Size {
    Size {
        offset: size as i64,
        terms: vec![],
    }
}
