//! The ONNX operators that this crate runs, with the attributes and numbers of
//! inputs that its tests prove against ONNX Runtime.

/// An operator of the default ONNX domain.
pub(super) struct Operator {
    pub name: &'static str,
    /// The least and the greatest number of inputs.
    pub inputs: (usize, usize),
    /// The attributes that are carried out.
    pub attributes: &'static [&'static str],
}

const fn operator(
    name: &'static str,
    inputs: (usize, usize),
    attributes: &'static [&'static str],
) -> Operator {
    Operator {
        name,
        inputs,
        attributes,
    }
}

/// The operator sets that the table is proven for.
pub(super) const OPSETS: std::ops::RangeInclusive<i64> = 13..=17;

/// Every operator that is carried out, by name.
pub(super) const OPERATORS: &[Operator] = &[
    operator("Abs", (1, 1), &[]),
    operator("Add", (2, 2), &[]),
    operator("Cast", (1, 1), &["to"]),
    operator("Concat", (1, usize::MAX), &["axis"]),
    operator("ConstantOfShape", (1, 1), &["value"]),
    operator("DequantizeLinear", (2, 3), &["axis"]),
    operator("Div", (2, 2), &[]),
    operator("Equal", (2, 2), &[]),
    operator("Gather", (2, 2), &["axis"]),
    operator("Greater", (2, 2), &[]),
    operator("Identity", (1, 1), &[]),
    operator("LSTM", (7, 7), &["direction", "hidden_size"]),
    operator("MatMul", (2, 2), &[]),
    operator("Max", (1, usize::MAX), &[]),
    operator("Mul", (2, 2), &[]),
    operator("Pad", (2, 3), &[]),
    operator("ReduceMax", (1, 1), &["axes", "keepdims"]),
    operator("ReduceSum", (1, 2), &["keepdims"]),
    operator("Relu", (1, 1), &[]),
    operator("Shape", (1, 1), &[]),
    operator("Sigmoid", (1, 1), &[]),
    operator("Slice", (3, 5), &[]),
    operator("Softmax", (1, 1), &["axis"]),
    operator("Sqrt", (1, 1), &[]),
    operator("Squeeze", (1, 2), &[]),
    operator("Sub", (2, 2), &[]),
    operator("Transpose", (1, 1), &["perm"]),
    operator("Unsqueeze", (2, 2), &[]),
];
