//! ONNX files of a few nodes, put together by bytes: one input of `n` rows, one output.

use prost::Message;
use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension};
use tract_onnx::pb::type_proto::{self, Tensor};
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto,
    TensorShapeProto, TypeProto, ValueInfoProto,
};

use crate::input::Input;

/// The most nodes that bytes add.
const MOST: usize = 12;

/// A value of the graph: `n` rows of so many columns.
#[derive(Clone)]
struct Value {
    name: String,
    columns: usize,
    /// Whether it is the same to the bit in every order of computing.
    exact: bool,
}

/// A graph.
pub struct Graph {
    /// How many columns its input has.
    pub columns: usize,
    graph: GraphProto,
    values: Vec<Value>,
    names: usize,
}

impl Graph {
    /// The graph of some bytes.
    pub fn of(input: &mut Input) -> Self {
        let columns = 2 + input.below(4);
        let first = Value {
            name: "x".into(),
            columns,
            exact: true,
        };
        let mut made = Self {
            columns,
            graph: GraphProto::default(),
            values: vec![first],
            names: 0,
        };
        for _ in 0..1 + input.below(MOST) {
            made.grow(input);
        }
        let last = made.values.last().expect("there is the input").clone();
        made.node("Identity", &[&last.name], &["y"], vec![]);
        made.graph.input.push(about("x", Some(columns)));
        made.graph.output.push(about("y", Some(last.columns)));
        made
    }

    /// The operators, for a message.
    pub fn nodes(&self) -> String {
        let node = |node: &NodeProto| {
            format!(
                "{} = {}({})",
                node.output.join(", "),
                node.op_type,
                node.input.join(", ")
            )
        };
        let nodes: Vec<String> = self.graph.node.iter().map(node).collect();
        nodes.join("; ")
    }

    /// The file.
    pub fn file(&self) -> Vec<u8> {
        let model = ModelProto {
            ir_version: 8,
            opset_import: vec![OperatorSetIdProto {
                version: 17,
                ..Default::default()
            }],
            graph: Some(self.graph.clone()),
            ..Default::default()
        };
        model.encode_to_vec()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn node(&mut self, op: &str, inputs: &[&str], outputs: &[&str], attribute: Vec<AttributeProto>) {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        self.graph.node.push(NodeProto {
            input: own(inputs),
            output: own(outputs),
            op_type: op.into(),
            attribute,
            ..Default::default()
        });
    }

    /// A node of one output, which becomes a value.
    fn value(&mut self, op: &str, inputs: &[&str], attributes: Vec<AttributeProto>, like: &Value) {
        let name = self.name();
        self.node(op, inputs, &[&name], attributes);
        self.values.push(Value {
            name,
            ..like.clone()
        });
    }

    /// A node whose output is only read by the next.
    fn step(&mut self, op: &str, inputs: &[&str], attributes: Vec<AttributeProto>) -> String {
        let name = self.name();
        self.node(op, inputs, &[&name], attributes);
        name
    }

    fn numbers(&mut self, input: &mut Input, dims: &[usize]) -> String {
        let count: usize = dims.iter().product();
        let numbers = (0..count).map(|_| f32::from(input.byte() as i8) / 32.0);
        let raw = numbers.flat_map(f32::to_le_bytes).collect();
        self.constant(DataType::Float, dims, raw)
    }

    fn integers(&mut self, dims: &[usize], integers: &[i64]) -> String {
        let raw = integers.iter().flat_map(|one| one.to_le_bytes()).collect();
        self.constant(DataType::Int64, dims, raw)
    }

    fn constant(&mut self, data_type: DataType, dims: &[usize], raw_data: Vec<u8>) -> String {
        let name = self.name();
        self.graph.initializer.push(TensorProto {
            name: name.clone(),
            dims: dims.iter().map(|&size| size as i64).collect(),
            data_type: data_type as i32,
            raw_data,
            ..Default::default()
        });
        name
    }

    fn grow(&mut self, input: &mut Input) {
        let of = self.values[input.below(self.values.len())].clone();
        let (x, columns) = (of.name.as_str(), of.columns);
        let rough = Value {
            exact: false,
            ..of.clone()
        };
        match input.below(24) {
            0 => {
                let by = self.numbers(input, &[columns]);
                let op = input.one_of(&["Add", "Sub", "Min", "Max"]);
                self.value(op, &[x, &by], vec![], &of);
            }
            1 => {
                let by = self.numbers(input, &[1, columns]);
                self.value("Mul", &[&by, x], vec![], &rough);
            }
            2 => {
                let to = 1 + input.below(5);
                let by = self.numbers(input, &[columns, to]);
                let like = Value {
                    columns: to,
                    ..rough
                };
                self.value("MatMul", &[x, &by], vec![], &like);
            }
            3 => {
                let op = input.one_of(&["Relu", "Neg", "Abs"]);
                self.value(op, &[x], vec![], &of);
            }
            4 => {
                let op = input.one_of(&["Sigmoid", "Tanh", "Erf", "Sin", "Cos"]);
                self.value(op, &[x], vec![], &rough);
            }
            5 => {
                let axis = input.one_of(&[1, -1]);
                let op = input.one_of(&["Softmax", "LogSoftmax"]);
                self.value(op, &[x], vec![integer("axis", axis)], &rough);
            }
            6 => {
                let op = input.one_of(&["ReduceMean", "ReduceMax", "ReduceMin"]);
                let attributes = vec![integers("axes", &[-1]), integer("keepdims", 1)];
                let like = Value {
                    columns: 1,
                    ..rough
                };
                self.value(op, &[x], attributes, &like);
            }
            7 => {
                let other = self.values[input.below(self.values.len())].clone();
                let like = Value {
                    columns: columns + other.columns,
                    exact: of.exact && other.exact,
                    ..of.clone()
                };
                if like.columns <= 16 {
                    self.value("Concat", &[x, &other.name], vec![integer("axis", 1)], &like);
                }
            }
            8 => self.slice(input, &of),
            9 => {
                let count = 1 + input.below(4);
                let columns = columns as i64;
                let places: Vec<i64> = (0..count)
                    .map(|_| i64::from(input.byte()) % (2 * columns) - columns)
                    .collect();
                let places = self.integers(&[count], &places);
                let like = Value {
                    columns: count,
                    ..of.clone()
                };
                self.value("Gather", &[x, &places], vec![integer("axis", 1)], &like);
            }
            10 => {
                let turned = self.step("Transpose", &[x], vec![integers("perm", &[1, 0])]);
                let changed = self.step("Relu", &[&turned], vec![]);
                self.value("Transpose", &[&changed], vec![integers("perm", &[1, 0])], &of);
            }
            11 if columns % 2 == 0 => {
                let shape = self.integers(&[3], &[-1, 2, columns as i64 / 2]);
                let parted = self.step("Reshape", &[x, &shape], vec![]);
                let like = Value {
                    columns: columns / 2,
                    ..rough
                };
                let axis = input.one_of(&[1, -2]);
                let attributes = vec![integers("axes", &[axis]), integer("keepdims", 0)];
                self.value("ReduceMax", &[&parted], attributes, &like);
            }
            12 | 13 => {
                let other = self.values[input.below(self.values.len())].clone();
                if other.columns == columns || other.columns == 1 {
                    let op = input.one_of(&["Add", "Sub", "Mul"]);
                    self.value(op, &[x, &other.name], vec![], &rough);
                }
            }
            14 if of.exact => {
                let op = input.one_of(&["Floor", "Ceil", "Round", "Sign"]);
                self.value(op, &[x], vec![], &of);
            }
            15 => {
                let size = self.step("Abs", &[x], vec![]);
                self.value("Sqrt", &[&size], vec![], &rough);
            }
            16 => {
                let ends = [self.numbers(input, &[]), self.numbers(input, &[])];
                self.value("Clip", &[x, &ends[0], &ends[1]], vec![], &of);
            }
            17 if of.exact => {
                let by = self.numbers(input, &[columns]);
                let op = input.one_of(&["Greater", "Less", "Equal", "GreaterOrEqual"]);
                let which = self.step(op, &[x, &by], vec![]);
                self.value("Where", &[&which, x, &by], vec![], &of);
            }
            18 if of.exact => {
                let whole = self.step("Cast", &[x], vec![integer("to", DataType::Int64 as i64)]);
                self.value("Cast", &[&whole], vec![integer("to", DataType::Float as i64)], &of);
            }
            19 => {
                let weight = self.numbers(input, &[columns]);
                let bias = self.numbers(input, &[columns]);
                let axis = input.one_of(&[-1, 1]);
                let attributes = vec![integer("axis", axis)];
                self.value("LayerNormalization", &[x, &weight, &bias], attributes, &rough);
            }
            20 => {
                let to = 1 + input.below(4);
                let weight = self.numbers(input, &[to, columns]);
                let bias = self.numbers(input, &[to]);
                let like = Value {
                    columns: to,
                    ..rough
                };
                self.value("Gemm", &[x, &weight, &bias], vec![integer("transB", 1)], &like);
            }
            21 => {
                let axis = self.integers(&[1], &[input.one_of(&[0, 1, 2, -1])]);
                let wide = self.step("Unsqueeze", &[x, &axis], vec![]);
                self.value("Squeeze", &[&wide, &axis], vec![], &of);
            }
            22 => {
                let (before, after) = (input.below(3), input.below(3));
                let pads = self.integers(&[4], &[0, before as i64, 0, after as i64]);
                let like = Value {
                    columns: columns + before + after,
                    ..of.clone()
                };
                self.value("Pad", &[x, &pads], vec![], &like);
            }
            _ => {
                let times = 1 + input.below(3);
                let repeats = self.integers(&[2], &[1, times as i64]);
                let like = Value {
                    columns: columns * times,
                    ..of.clone()
                };
                if like.columns <= 16 {
                    self.value("Tile", &[x, &repeats], vec![], &like);
                }
            }
        }
    }

    /// Columns from one to another, in steps forth or back.
    fn slice(&mut self, input: &mut Input, of: &Value) {
        let columns = of.columns;
        let (from, step) = (input.below(columns), 1 + input.below(3));
        let back = input.below(2) == 1;
        let (to, count) = if back {
            let to = if from > 0 && input.below(2) == 1 {
                0
            } else {
                i64::MIN
            };
            let left = if to == 0 { from } else { from + 1 };
            (to, left.div_ceil(step))
        } else {
            (i64::MAX, (columns - from).div_ceil(step))
        };
        let step = step as i64 * if back { -1 } else { 1 };
        let parts = [from as i64, to, 1, step].map(|one| self.integers(&[1], &[one]));
        let like = Value {
            columns: count,
            ..of.clone()
        };
        let [from, to, axes, steps] = parts.each_ref().map(String::as_str);
        self.value("Slice", &[&of.name, from, to, axes, steps], vec![], &like);
    }
}

fn about(name: &str, columns: Option<usize>) -> ValueInfoProto {
    let dimension = |value| Dimension {
        value: Some(value),
        ..Default::default()
    };
    let rows = dimension(dimension::Value::DimParam("n".into()));
    let columns = columns.map(|size| dimension(dimension::Value::DimValue(size as i64)));
    let tensor = Tensor {
        elem_type: DataType::Float as i32,
        shape: Some(TensorShapeProto {
            dim: [rows].into_iter().chain(columns).collect(),
        }),
    };
    ValueInfoProto {
        name: name.into(),
        r#type: Some(TypeProto {
            value: Some(type_proto::Value::TensorType(tensor)),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn integer(name: &str, i: i64) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: AttributeType::Int as i32,
        i,
        ..Default::default()
    }
}

fn integers(name: &str, ints: &[i64]) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: AttributeType::Ints as i32,
        ints: ints.to_vec(),
        ..Default::default()
    }
}
