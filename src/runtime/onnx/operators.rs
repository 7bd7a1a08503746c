//! The operators that this crate runs, of ONNX and of ONNX Runtime, with the attributes and
//! numbers of inputs that its tests prove against ONNX Runtime.

use super::import::{
    Wire, activations as activation, attention, branches, contrib, elementwise as element,
    layers as layer, logic, packed, places as place, quantized as byte, ranges, recurrent,
    sequences as sequence, shapes, slices,
};

/// An operator.
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
pub(super) const OPSETS: std::ops::RangeInclusive<i64> = 11..=21;

/// The domain of ONNX Runtime's own operators.
pub(super) const CONTRIB: &str = "com.microsoft";

/// Every operator of ONNX that is carried out, by name.
pub(super) const OPERATORS: &[Operator] = &[
    operator("Abs", (1, 1), &[], element::abs),
    operator("Add", (2, 2), &[], element::add),
    operator("And", (2, 2), &[], logic::and),
    operator("Cast", (1, 1), &["to", "saturate"], element::cast),
    operator("CastLike", (2, 2), &["saturate"], element::cast_like),
    operator("Ceil", (1, 1), &[], element::ceil),
    operator("Clip", (1, 3), &[], element::clip),
    operator("Concat", (1, usize::MAX), &["axis"], place::concat),
    operator(
        "ConcatFromSequence",
        (1, 1),
        &["axis", "new_axis"],
        sequence::concat_from_sequence,
    ),
    operator(
        "Constant",
        (0, 0),
        &[
            "value",
            "value_float",
            "value_floats",
            "value_int",
            "value_ints",
        ],
        place::constant,
    ),
    operator(
        "ConstantOfShape",
        (1, 1),
        &["value"],
        shapes::constant_of_shape,
    ),
    operator("Cos", (1, 1), &[], element::cos),
    operator(
        "CumSum",
        (2, 2),
        &["exclusive", "reverse"],
        ranges::cumulative_sum,
    ),
    operator(
        "DequantizeLinear",
        (2, 3),
        &["axis"],
        byte::dequantize_linear,
    ),
    operator("Div", (2, 2), &[], element::div),
    operator("Dropout", (1, 3), &["ratio", "seed"], element::identity),
    operator(
        "DynamicQuantizeLinear",
        (1, 1),
        &[],
        byte::dynamic_quantize_linear,
    ),
    operator("Equal", (2, 2), &[], logic::equal),
    operator("Erf", (1, 1), &[], element::erf),
    operator("Exp", (1, 1), &[], element::exp),
    operator("Expand", (2, 2), &[], shapes::expand),
    operator("Floor", (1, 1), &[], element::floor),
    operator("Gather", (2, 2), &["axis"], place::gather),
    operator("GatherElements", (2, 2), &["axis"], place::gather_elements),
    operator("GatherND", (2, 2), &["batch_dims"], slices::gather_nd),
    operator("Gelu", (1, 1), &["approximate"], activation::gelu),
    operator(
        "Gemm",
        (2, 3),
        &["alpha", "beta", "transA", "transB"],
        layer::gemm,
    ),
    operator("Greater", (2, 2), &[], logic::greater),
    operator("GreaterOrEqual", (2, 2), &[], logic::greater_or_equal),
    operator(
        "GRU",
        (6, 6),
        &["direction", "hidden_size", "linear_before_reset"],
        recurrent::gru,
    ),
    operator("Identity", (1, 1), &[], element::identity),
    operator(
        "If",
        (1, 1),
        &["else_branch", "then_branch"],
        branches::if_else,
    ),
    operator("IsNaN", (1, 1), &[], element::is_nan),
    operator(
        "LayerNormalization",
        (2, 3),
        &["axis", "epsilon", "stash_type"],
        layer::layer_normalization,
    ),
    operator("LeakyRelu", (1, 1), &["alpha"], activation::leaky_relu),
    operator("Less", (2, 2), &[], logic::less),
    operator("LessOrEqual", (2, 2), &[], logic::less_or_equal),
    operator("Log", (1, 1), &[], element::log),
    operator("LogSoftmax", (1, 1), &["axis"], layer::log_softmax),
    operator(
        "LSTM",
        (7, 7),
        &["direction", "hidden_size"],
        recurrent::lstm,
    ),
    operator("MatMul", (2, 2), &[], layer::mat_mul),
    operator("MatMulInteger", (2, 4), &[], byte::mat_mul_integer),
    operator("Max", (1, usize::MAX), &[], element::max),
    operator("Min", (1, usize::MAX), &[], element::min),
    operator("Mod", (2, 2), &["fmod"], element::modulo),
    operator("Mul", (2, 2), &[], element::mul),
    operator("Neg", (1, 1), &[], element::neg),
    operator("Not", (1, 1), &[], logic::not),
    operator("Or", (2, 2), &[], logic::or),
    operator("Pad", (2, 4), &["mode"], place::pad),
    operator("Pow", (2, 2), &[], element::pow),
    operator(
        "QuantizeLinear",
        (2, 3),
        &["axis", "saturate"],
        byte::quantize_linear,
    ),
    operator("Range", (3, 3), &[], ranges::range),
    operator("Reciprocal", (1, 1), &[], element::reciprocal),
    operator(
        "ReduceL2",
        (1, 2),
        &["axes", "keepdims", "noop_with_empty_axes"],
        layer::reduce_l2,
    ),
    operator(
        "ReduceMax",
        (1, 2),
        &["axes", "keepdims", "noop_with_empty_axes"],
        layer::reduce_max,
    ),
    operator(
        "ReduceMean",
        (1, 2),
        &["axes", "keepdims", "noop_with_empty_axes"],
        layer::reduce_mean,
    ),
    operator(
        "ReduceMin",
        (1, 2),
        &["axes", "keepdims", "noop_with_empty_axes"],
        layer::reduce_min,
    ),
    operator(
        "ReduceSum",
        (1, 2),
        &["axes", "keepdims", "noop_with_empty_axes"],
        layer::reduce_sum,
    ),
    operator("Relu", (1, 1), &[], activation::relu),
    operator("Reshape", (1, 2), &["allowzero", "shape"], shapes::reshape),
    operator(
        "RMSNormalization",
        (2, 2),
        &["axis", "epsilon", "stash_type"],
        layer::rms_normalization,
    ),
    operator("Round", (1, 1), &[], element::round),
    operator("ScatterND", (3, 3), &["reduction"], slices::scatter_nd),
    operator("SequenceAt", (2, 2), &[], sequence::sequence_at),
    operator(
        "SequenceConstruct",
        (1, usize::MAX),
        &[],
        sequence::sequence_construct,
    ),
    operator("SequenceLength", (1, 1), &[], sequence::sequence_length),
    operator("Shape", (1, 1), &["end", "start"], shapes::shape),
    operator("Sigmoid", (1, 1), &[], element::sigmoid),
    operator("Sign", (1, 1), &[], element::sign),
    operator(
        "SimplifiedLayerNormalization",
        (2, 2),
        &["axis", "epsilon", "stash_type"],
        layer::rms_normalization,
    ),
    operator("Sin", (1, 1), &[], element::sin),
    operator("Slice", (3, 5), &[], place::slice),
    operator("Softmax", (1, 1), &["axis"], layer::softmax),
    operator(
        "Split",
        (1, 2),
        &["axis", "num_outputs", "split"],
        place::split,
    ),
    operator(
        "SplitToSequence",
        (1, 2),
        &["axis", "keepdims"],
        sequence::split_to_sequence,
    ),
    operator("Sqrt", (1, 1), &[], element::sqrt),
    operator("Squeeze", (1, 2), &["axes"], shapes::squeeze),
    operator("Sub", (2, 2), &[], element::sub),
    operator("Sum", (1, usize::MAX), &[], element::sum),
    operator("Tanh", (1, 1), &[], element::tanh),
    operator("Tile", (2, 2), &[], shapes::tile),
    operator("Transpose", (1, 1), &["perm"], place::transpose),
    operator("Trilu", (1, 2), &["upper"], ranges::triangle),
    operator("Unsqueeze", (1, 2), &["axes"], shapes::unsqueeze),
    operator("Where", (3, 3), &[], logic::select),
    operator("Xor", (2, 2), &[], logic::xor),
];

/// Every operator of ONNX Runtime's that is carried out, by name.
pub(super) const CONTRIB_OPERATORS: &[Operator] = &[
    operator(
        "Attention",
        (2, 7),
        &[
            "do_rotary",
            "mask_filter_value",
            "num_heads",
            "past_present_share_buffer",
            "qkv_hidden_sizes",
            "rotary_embedding_dim",
            "scale",
            "unidirectional",
        ],
        attention::attention,
    ),
    operator("BiasGelu", (2, 2), &[], contrib::bias_gelu),
    operator(
        "DynamicQuantizeMatMul",
        (3, 5),
        &[],
        contrib::dynamic_quantize_mat_mul,
    ),
    operator(
        "EmbedLayerNormalization",
        (7, 9),
        &["epsilon", "mask_index_type"],
        contrib::embed_layer_normalization,
    ),
    operator("FastGelu", (1, 2), &[], contrib::fast_gelu),
    operator(
        "FusedMatMul",
        (2, 2),
        &["alpha", "transA", "transB", "transBatchA", "transBatchB"],
        contrib::fused_mat_mul,
    ),
    operator("Gelu", (1, 1), &[], activation::gelu),
    operator(
        "MatMulBnb4",
        (3, 3),
        &[
            "K",
            "N",
            "block_size",
            "quant_type",
            "training_mode",
            "transB",
        ],
        packed::mat_mul_bnb4,
    ),
    operator(
        "MatMulIntegerToFloat",
        (4, 7),
        &[],
        contrib::mat_mul_integer_to_float,
    ),
    operator(
        "MatMulNBits",
        (3, 6),
        &["K", "N", "accuracy_level", "bits", "block_size"],
        packed::mat_mul_bits,
    ),
    operator(
        "MultiHeadAttention",
        (1, 8),
        &["mask_filter_value", "num_heads", "scale", "unidirectional"],
        attention::multi_head_attention,
    ),
    operator(
        "QAttention",
        (5, 9),
        &[
            "do_rotary",
            "mask_filter_value",
            "num_heads",
            "past_present_share_buffer",
            "scale",
            "unidirectional",
        ],
        attention::quantized_attention,
    ),
    operator("QuickGelu", (1, 1), &["alpha"], activation::quick_gelu),
    operator(
        "RelativePositionBias",
        (3, 3),
        &["is_bidirectional", "max_distance"],
        contrib::relative_position_bias,
    ),
    operator(
        "SimplifiedLayerNormalization",
        (2, 2),
        &["axis", "epsilon", "stash_type"],
        layer::rms_normalization,
    ),
    operator(
        "SkipLayerNormalization",
        (3, 5),
        &["epsilon"],
        contrib::skip_layer_normalization,
    ),
    operator(
        "SkipSimplifiedLayerNormalization",
        (3, 4),
        &["epsilon"],
        contrib::skip_rms_normalization,
    ),
];

/// The operator of a name.
pub(super) fn find(domain: &str, name: &str) -> Option<&'static Operator> {
    let table = match domain {
        "" | "ai.onnx" => OPERATORS,
        CONTRIB => CONTRIB_OPERATORS,
        _ => return None,
    };
    table.iter().find(|operator| operator.name == name)
}
