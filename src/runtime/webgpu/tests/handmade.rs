//! Plans made by hand, which together use every operator.

use crate::runtime::plan::{
    Binary, Comparison, Constant, Dense, Elements, Gru, Kind, Matrix, Op, Operand, Part, Plan,
    Pointwise, Product, Recurrence, Reduction, Size, Step, Unary, check,
};

/// A plan that grows, with the shapes of its values.
pub(super) struct Builder {
    pub(super) plan: Plan,
    pub(super) shapes: Vec<Vec<usize>>,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            plan: Plan::default(),
            shapes: vec![],
        }
    }

    pub(super) fn input(&mut self, kind: Kind, shape: &[usize]) -> usize {
        let value = self.value(shape.to_vec());
        self.plan.inputs.push(value);
        self.plan.input_kinds.push(kind);
        value
    }

    pub(super) fn constant(&mut self, shape: &[usize], elements: Elements) -> usize {
        let value = self.value(shape.to_vec());
        let shape = shape.to_vec();
        self.plan
            .constants
            .push((value, Constant { shape, elements }));
        value
    }

    pub(super) fn matrix(&mut self, inputs: usize, outputs: usize, random: &mut Random) -> usize {
        let elements = floats(inputs * outputs, random);
        self.plan
            .matrices
            .push(Matrix::new(inputs, outputs, elements));
        self.plan.matrices.len() - 1
    }

    fn value(&mut self, shape: Vec<usize>) -> usize {
        self.shapes.push(shape);
        self.plan.values += 1;
        self.plan.values - 1
    }

    pub(super) fn step(&mut self, op: Op, inputs: &[usize]) -> usize {
        self.steps(op, inputs)[0]
    }

    pub(super) fn steps(&mut self, op: Op, inputs: &[usize]) -> Vec<usize> {
        let shapes: Vec<&[usize]> = inputs.iter().map(|&i| self.shapes[i].as_slice()).collect();
        let shapes = op.shapes(&self.plan, &shapes, &[]).unwrap();
        let outputs: Vec<usize> = shapes.into_iter().map(|shape| self.value(shape)).collect();
        self.plan.steps.push(Step {
            op,
            inputs: inputs.to_vec(),
            outputs: outputs.clone(),
            last: vec![],
        });
        outputs
    }

    /// The plan, which gives `outputs`; every other value is dropped when no step
    /// takes it any more.
    pub(super) fn giving(mut self, outputs: &[usize]) -> (Plan, Vec<Vec<usize>>) {
        self.plan.outputs = outputs.to_vec();
        let fixed: Vec<usize> = self
            .plan
            .constants
            .iter()
            .map(|(value, _)| *value)
            .collect();
        for value in 0..self.plan.values {
            if outputs.contains(&value) || fixed.contains(&value) {
                continue;
            }
            let touches =
                |step: &Step| step.inputs.contains(&value) || step.outputs.contains(&value);
            if let Some(step) = self.plan.steps.iter_mut().rev().find(|step| touches(step)) {
                step.last.push(value);
            }
        }
        let shapes = self.plan.inputs.iter();
        let shapes = shapes.map(|&value| self.shapes[value].clone()).collect();
        check(&self.plan).unwrap();
        (self.plan, shapes)
    }
}

/// Steps of a linear congruential generator (Knuth's MMIX): the same everywhere.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A whole number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        ((f64::from(self.unit()) * end as f64) as usize).min(end - 1)
    }

    /// One of some.
    pub(super) fn of<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.below(some.len())]
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f32 {
        let (a, c) = (6_364_136_223_846_793_005, 1_442_695_040_888_963_407);
        self.0 = self.0.wrapping_mul(a).wrapping_add(c);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }
}

pub(super) fn floats(count: usize, random: &mut Random) -> Vec<f32> {
    (0..count).map(|_| random.unit() * 2.0 - 1.0).collect()
}

/// Plans that together hold every operator, with operands of many shapes.
pub(super) fn plans() -> Vec<(&'static str, Plan, Vec<Vec<usize>>)> {
    let mut random = Random::new(7);
    let mut found = vec![];
    let mut add = |name, (plan, shapes)| found.push((name, plan, shapes));

    for (rows, bytes) in [(3, true), (70, false)] {
        let mut b = Builder::new();
        let ids = b.input(Kind::Integer, &[2, 5]);
        let elements = if bytes {
            Elements::Byte((0..rows * 6).map(|i| (i * 37 % 255) as u8 as i8).collect())
        } else {
            Elements::Float(floats(rows * 6, &mut random))
        };
        let table = b.constant(&[rows, 6], elements);
        let found = b.step(Op::Gather { axis: 0 }, &[table, ids]);
        let scale = b.constant(&[1, 1, 6], Elements::Float(floats(6, &mut random)));
        let times = Pointwise::Binary(Binary::Multiply, Operand::Input(0), Operand::Input(1));
        let scaled = b.step(Op::Pointwise(vec![times]), &[found, scale]);
        let columns = b.constant(&[2], Elements::Integer(vec![-1, 2]));
        let picked = b.step(Op::Gather { axis: 2 }, &[scaled, columns]);
        add("gather", b.giving(&[scaled, picked]));
    }

    {
        let mut b = Builder::new();
        let x = b.input(Kind::Float, &[2, 3, 4]);
        let row = b.input(Kind::Float, &[1, 3, 1]);
        let bytes = b.constant(&[1, 1, 4], Elements::Byte(vec![-128, -1, 0, 127]));
        let truth = b.constant(&[2, 1, 1], Elements::Truth(vec![true, false]));
        let one = Operand::Step;
        let steps = vec![
            Pointwise::Binary(Binary::Add, Operand::Input(0), Operand::Input(1)),
            Pointwise::Unary(Unary::Logistic, one(0)),
            Pointwise::Binary(Binary::Multiply, one(1), Operand::Input(2)),
            Pointwise::Unary(Unary::Abs, one(2)),
            Pointwise::Unary(Unary::Root, one(3)),
            Pointwise::Binary(Binary::Subtract, one(4), Operand::Constant(1e-5)),
            Pointwise::Unary(Unary::Square, one(5)),
            Pointwise::Binary(Binary::Add, one(6), Operand::Constant(0.5)),
            Pointwise::Unary(Unary::ReciprocalRoot, one(7)),
            Pointwise::Unary(Unary::Reciprocal, one(8)),
            Pointwise::Unary(Unary::Negative, one(9)),
            Pointwise::Binary(Binary::Divide, one(10), Operand::Constant(-3.0)),
            Pointwise::Binary(
                Binary::Greater,
                one(11),
                Operand::Constant(f32::NEG_INFINITY),
            ),
            Pointwise::Binary(Binary::Lesser, one(12), Operand::Input(0)),
            Pointwise::Unary(Unary::HyperbolicTangent, one(13)),
            Pointwise::Unary(Unary::ErrorFunction, one(14)),
            Pointwise::Binary(Binary::Multiply, one(15), Operand::Constant(7.0)),
            Pointwise::Unary(Unary::Nearest, one(16)),
            Pointwise::Binary(Binary::Multiply, one(17), Operand::Input(3)),
        ];
        let y = b.step(Op::Pointwise(steps), &[x, row, bytes, truth]);
        add("pointwise", b.giving(&[y]));
    }

    {
        let mut b = Builder::new();
        let ids = b.input(Kind::Integer, &[2, 3]);
        let zero = b.constant(&[1, 1], Elements::Integer(vec![0]));
        let x = b.input(Kind::Float, &[2, 3]);
        let mask = b.step(Op::Compare(Comparison::Greater), &[ids, zero]);
        let same = b.step(Op::Compare(Comparison::Equal), &[mask, mask]);
        let number = b.step(Op::Cast(Kind::Float), &[mask]);
        let whole = b.step(Op::Cast(Kind::Integer), &[x]);
        let truth = b.step(Op::Cast(Kind::Truth), &[x]);
        let back = b.step(Op::Cast(Kind::Float), &[truth]);
        let flat = b.step(Op::Cast(Kind::Float), &[whole]);
        let more = b.step(Op::Compare(Comparison::Greater), &[x, back]);
        let also = b.step(Op::Cast(Kind::Float), &[more]);
        let of_same = b.step(Op::Cast(Kind::Float), &[same]);
        let places = b.step(Op::Cast(Kind::Float), &[ids]);
        add(
            "compare and cast",
            b.giving(&[number, back, flat, also, of_same, places]),
        );
    }

    for axis in 0..3 {
        let mut b = Builder::new();
        let x = b.input(Kind::Float, &[3, 5, 7]);
        let sum = Op::Reduce {
            reduction: Reduction::Sum,
            axis,
        };
        let most = Op::Reduce {
            reduction: Reduction::Maximum,
            axis,
        };
        let (sum, most) = (b.step(sum, &[x]), b.step(most, &[x]));
        let soft = b.step(Op::Softmax { axis }, &[x]);
        let norm = b.step(
            Op::RmsNorm {
                axis,
                epsilon: 1e-6,
            },
            &[soft],
        );
        add("rows", b.giving(&[sum, most, soft, norm]));
    }

    {
        let mut b = Builder::new();
        let x = b.input(Kind::Float, &[2, 3, 4]);
        let wide = b.step(Op::InsertAxis(1), &[x]);
        let size = |offset| Size {
            offset,
            terms: vec![],
        };
        let many = [2, 5, 3, 4].map(size).to_vec();
        let many = b.step(Op::Broadcast(many), &[wide]);
        let turned = b.step(Op::Transpose(vec![2, 0, 3, 1]), &[many]);
        let cut = Op::Slice {
            axis: 3,
            start: size(1),
            end: size(4),
        };
        let cut = b.step(cut, &[turned]);
        let pad = Op::Pad {
            around: vec![(0, 0), (1, 0), (0, 2), (3, 1)],
            filling: -1.5,
        };
        let padded = b.step(pad, &[cut]);
        let both = b.step(Op::Concat { axis: 3 }, &[padded, padded]);
        let first = Op::Slice {
            axis: 0,
            start: size(1),
            end: size(2),
        };
        let first = b.step(first, &[both]);
        let narrow = b.step(Op::RemoveAxis(0), &[first]);
        let merged = Op::Reshape {
            axis: 1,
            count: 2,
            sizes: vec![None],
        };
        let merged = b.step(merged, &[x]);
        let split = Op::Reshape {
            axis: 1,
            count: 1,
            sizes: vec![Some(size(2)), None, Some(size(3))],
        };
        let split = b.step(split, &[merged]);
        add("places", b.giving(&[both, narrow, merged, split]));
    }

    // Small and large, within a tile and across its edges; shifted and dropped.
    for (rows, inputs, outputs) in [(1, 3, 5), (9, 20, 11), (70, 33, 130), (40, 5, 36)] {
        for relu in [false, true] {
            let mut b = Builder::new();
            let x = b.input(Kind::Float, &[2, rows, inputs]);
            let wide = b.input(Kind::Float, &[2, 1, rows, 4]);
            let mut parts = vec![];
            let mut operands = vec![];
            for shift in [-1, 0, 2, 0] {
                parts.push(Part {
                    matrix: b.matrix(inputs, outputs, &mut random),
                    shift,
                    whole: false,
                    dropped: vec![],
                });
                operands.push(x);
            }
            parts.push(Part {
                matrix: b.matrix(4, outputs, &mut random),
                shift: 1,
                whole: false,
                dropped: vec![1],
            });
            operands.push(wide);
            // More operands than one pass binds.
            for _ in 0..7 {
                operands.push(b.input(Kind::Float, &[2, rows, 2]));
                parts.push(Part {
                    matrix: b.matrix(2, outputs, &mut random),
                    shift: 0,
                    whole: false,
                    dropped: vec![],
                });
            }
            let bias = floats(outputs, &mut random);
            let y = b.step(Op::Dense(Dense { parts, bias, relu }), &operands);
            add("dense", b.giving(&[y]));
        }
    }

    for (a, other, result, shape_a, shape_b) in [
        ("bhqd", "bhkd", "bhqk", vec![2, 3, 10, 4], vec![2, 3, 17, 4]),
        ("bqhd", "bkhd", "bhqk", vec![2, 40, 3, 4], vec![2, 37, 3, 4]),
        ("bij", "bjk", "kib", vec![2, 40, 50], vec![2, 50, 60]),
        ("ij", "kj", "ik", vec![3, 4], vec![5, 4]),
        ("bi", "bi", "b", vec![3, 40], vec![3, 40]),
        ("bij", "bjk", "bik", vec![3, 40, 5], vec![1, 5, 37]),
    ] {
        let mut b = Builder::new();
        let (x, y) = (
            b.input(Kind::Float, &shape_a),
            b.input(Kind::Float, &shape_b),
        );
        let labels = Product {
            a: a.bytes().collect(),
            b: other.bytes().collect(),
            result: result.bytes().collect(),
        };
        let z = b.step(Op::Product(labels), &[x, y]);
        add("product", b.giving(&[z]));
    }

    for (hidden, reverse) in [(5, false), (50, true), (80, false)] {
        for linear_before_reset in [None, Some(false), Some(true)] {
            let mut b = Builder::new();
            let x = b.input(Kind::Float, &[6, 3, 7]);
            let h = b.input(Kind::Float, &[1, 3, hidden]);
            let outputs = match linear_before_reset {
                None => {
                    let lstm = Recurrence {
                        input: b.matrix(7, 4 * hidden, &mut random),
                        recurrent: b.matrix(hidden, 4 * hidden, &mut random),
                        bias: floats(4 * hidden, &mut random),
                        reverse,
                    };
                    let c = b.input(Kind::Float, &[1, 3, hidden]);
                    b.steps(Op::Lstm(lstm), &[x, h, c])
                }
                Some(linear_before_reset) => {
                    let gru = Gru {
                        input: b.matrix(7, 3 * hidden, &mut random),
                        gates: b.matrix(hidden, 2 * hidden, &mut random),
                        new: b.matrix(hidden, hidden, &mut random),
                        bias: floats(3 * hidden, &mut random),
                        new_bias: floats(hidden, &mut random),
                        linear_before_reset,
                        reverse,
                    };
                    b.steps(Op::Gru(gru), &[x, h])
                }
            };
            add("recurrent", b.giving(&outputs));
        }
    }
    found
}
