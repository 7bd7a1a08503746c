//! The ONNX operators that this crate runs, with the attributes and numbers of
//! inputs that its tests prove against ONNX Runtime.

use super::import::{
    Wire, elementwise as element, layers as layer, places as place, quantized as byte,
};

/// An operator of the default ONNX domain.
pub(super) struct Operator {
    pub name: &'static str,
    /// The least and the greatest number of inputs.
    pub inputs: (usize, usize),
    /// The attributes that are carried out.
    pub attributes: &'static [&'static str],
    /// How it is carried out.
    pub wire: Wire,
}

const fn operator(
    name: &'static str,
    inputs: (usize, usize),
    attributes: &'static [&'static str],
    wire: Wire,
) -> Operator {
    Operator {
        name,
        inputs,
        attributes,
        wire,
    }
}

/// The operator sets that the table is proven for.
pub(super) const OPSETS: std::ops::RangeInclusive<i64> = 13..=17;

/// Every operator that is carried out, by name.
pub(super) const OPERATORS: &[Operator] = &[
    operator("Abs", (1, 1), &[], element::abs),
    operator("Add", (2, 2), &[], element::add),
    operator("Cast", (1, 1), &["to"], element::cast),
    operator("Concat", (1, usize::MAX), &["axis"], place::concat),
    operator("Constant", (0, 0), &["value"], place::constant),
    operator(
        "ConstantOfShape",
        (1, 1),
        &["value"],
        place::constant_of_shape,
    ),
    operator(
        "DequantizeLinear",
        (2, 3),
        &["axis"],
        byte::dequantize_linear,
    ),
    operator("Div", (2, 2), &[], element::div),
    operator(
        "DynamicQuantizeLinear",
        (1, 1),
        &[],
        byte::dynamic_quantize_linear,
    ),
    operator("Equal", (2, 2), &[], element::equal),
    operator("Erf", (1, 1), &[], element::erf),
    operator("Gather", (2, 2), &["axis"], place::gather),
    operator(
        "Gemm",
        (2, 3),
        &["alpha", "beta", "transA", "transB"],
        layer::gemm,
    ),
    operator("Greater", (2, 2), &[], element::greater),
    operator(
        "GRU",
        (6, 6),
        &["direction", "hidden_size", "linear_before_reset"],
        layer::gru,
    ),
    operator("Identity", (1, 1), &[], element::identity),
    operator(
        "LayerNormalization",
        (2, 3),
        &["axis", "epsilon", "stash_type"],
        layer::layer_normalization,
    ),
    operator("LSTM", (7, 7), &["direction", "hidden_size"], layer::lstm),
    operator("MatMul", (2, 2), &[], layer::mat_mul),
    operator("MatMulInteger", (2, 4), &[], byte::mat_mul_integer),
    operator("Max", (1, usize::MAX), &[], element::max),
    operator("Mul", (2, 2), &[], element::mul),
    operator("Pad", (2, 3), &[], place::pad),
    operator("Pow", (2, 2), &[], element::pow),
    operator("QuantizeLinear", (2, 3), &["axis"], byte::quantize_linear),
    operator(
        "ReduceMax",
        (1, 1),
        &["axes", "keepdims"],
        layer::reduce_max,
    ),
    operator(
        "ReduceMean",
        (1, 1),
        &["axes", "keepdims"],
        layer::reduce_mean,
    ),
    operator("ReduceSum", (1, 2), &["keepdims"], layer::reduce_sum),
    operator("Relu", (1, 1), &[], element::relu),
    operator("Reshape", (2, 2), &["allowzero"], place::reshape),
    operator("Shape", (1, 1), &[], place::shape),
    operator("Sigmoid", (1, 1), &[], element::sigmoid),
    operator("Slice", (3, 5), &[], place::slice),
    operator("Softmax", (1, 1), &["axis"], layer::softmax),
    operator("Sqrt", (1, 1), &[], element::sqrt),
    operator("Squeeze", (1, 2), &[], place::squeeze),
    operator("Sub", (2, 2), &[], element::sub),
    operator("Tanh", (1, 1), &[], element::tanh),
    operator("Transpose", (1, 1), &["perm"], place::transpose),
    operator("Unsqueeze", (2, 2), &[], place::unsqueeze),
];

/// The operator of a name.
pub(super) fn find(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.name == name)
}
