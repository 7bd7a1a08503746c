//! Plans: what a graph is when it is ready to run.
//!
//! A plan is a list of steps over numbered values. A value is written once, by a
//! step, or is an input or a constant. Every backend runs the same plan: the
//! CPU step after step, a GPU pass after pass. Each
//! operator computes elements of one kind or moves them, and its result's shape
//! follows from those of its operands and the sizes of the run ([`shapes`]). Matrices of weights lie
//! beside the steps, each once, in 8 bits where that loses nothing.

mod check;
pub mod course;
pub mod file;
pub mod matrix;
mod packed;
pub mod shapes;
mod shared;
mod tied;

pub(in crate::runtime) use check::check;
pub use course::{Alternative, Requirement};
pub use epitome_kernels::pointwise::{Binary, Operand, Step as Pointwise, Unary};
pub use epitome_kernels::reduce::Reduction;
pub use matrix::Matrix;
pub use shared::Shared;

use serde::{Deserialize, Serialize};

/// A graph that is ready to run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Names of the sizes that differ from run to run; [`Size`] counts into them.
    pub symbols: Vec<String>,
    /// How many values there are.
    pub values: usize,
    /// The values that a run is given, in the manifest's order.
    pub inputs: Vec<Value>,
    /// The types of the inputs.
    pub input_kinds: Vec<Kind>,
    /// The values that a run gives, in the manifest's order.
    pub outputs: Vec<Value>,
    /// Values that are the same in every run.
    pub constants: Vec<(Value, Constant)>,
    /// Weights, that [`Dense`] and [`Recurrence`] count into.
    pub matrices: Vec<Matrix>,
    /// In the order of a run.
    pub steps: Vec<Step>,
    /// What the sizes of a run must be.
    pub requirements: Vec<Requirement>,
    /// What runs instead where an input of one truth value is false.
    pub alternative: Option<Alternative>,
}

/// The number of a value.
pub type Value = usize;

/// An operator, what it takes, and what it writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What is computed.
    pub op: Op,
    /// The operands.
    pub inputs: Vec<Value>,
    /// The results.
    pub outputs: Vec<Value>,
    /// Values that no later step takes.
    pub last: Vec<Value>,
}

/// The type of a value's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// float32
    Float,
    /// int64: ids and places
    Integer,
    /// int8: weights in a table
    Byte,
    /// Truth values
    Truth,
}

/// A value that is the same in every run; its elements are row-major.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// The size of every axis.
    pub shape: Vec<usize>,
    /// As many as the product of the shape.
    pub elements: Elements,
}

/// Elements of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Elements {
    /// float32
    Float(#[serde(with = "packed::floats")] Vec<f32>),
    /// int64
    Integer(Vec<i64>),
    /// int8
    Byte(#[serde(with = "packed::bytes")] Vec<i8>),
    /// Truth values
    Truth(Vec<bool>),
}

impl Elements {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Float(values) => values.len(),
            Self::Integer(values) => values.len(),
            Self::Byte(values) => values.len(),
            Self::Truth(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A size or place: a whole number plus multiples of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// The whole number.
    pub offset: i64,
    /// Symbols, by their place in [`Plan::symbols`], and how often each is added.
    pub terms: Vec<(usize, i64)>,
}

/// What a step computes. Axes count from 0; shapes are written as lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Op {
    /// Slices of a table: `[a, n, b]` and int64 `[i]` to `[a, i, b]`, `axis` being that of n;
    /// a negative place counts from the end. a, b and i stand for any number of axes.
    Gather {
        /// The axis of the table.
        axis: usize,
    },
    /// A layer over rows.
    Dense(Dense),
    /// A program over operands of one rank, each axis the result's or 1, of float32, int8
    /// or truth values, giving float32.
    Pointwise(Vec<Pointwise>),
    /// One axis of float32, which stays with size 1.
    Reduce {
        /// How two elements become one.
        reduction: Reduction,
        /// The axis.
        axis: usize,
    },
    /// Truth values from two operands of one type and rank, each axis the result's or 1.
    Compare(Comparison),
    /// Elements as those of another type; to int64 without what is behind the point, to
    /// truth values whether they are not 0.
    Cast(Kind),
    /// e^(x - max) / Σ e^(x - max) along an axis of float32.
    Softmax {
        /// The axis.
        axis: usize,
    },
    /// x / √(mean x² + ε) along an axis of float32.
    RmsNorm {
        /// The axis.
        axis: usize,
        /// ε
        epsilon: f32,
    },
    /// A product of two float32 operands, summed over the axes that the result lacks.
    Product(Product),
    /// An axis of size 1 before this one.
    InsertAxis(usize),
    /// Without this axis, of size 1.
    RemoveAxis(usize),
    /// Some neighbouring axes as others of as many elements.
    Reshape {
        /// The first of them.
        axis: usize,
        /// How many there are.
        count: usize,
        /// Those in their place; one at most is what remains.
        sizes: Vec<Option<Size>>,
    },
    /// Axis i of the result is axis `order[i]` of the operand.
    Transpose(Vec<usize>),
    /// A stretch of an axis.
    Slice {
        /// The axis.
        axis: usize,
        /// The first place.
        start: Size,
        /// The place behind the last.
        end: Size,
    },
    /// float32 with one number before and behind, for every axis how often.
    Pad {
        /// How many before and behind.
        around: Vec<(usize, usize)>,
        /// The number.
        filling: f32,
    },
    /// Operands of one type, one behind the other.
    Concat {
        /// Along this axis.
        axis: usize,
    },
    /// Repeated along axes of size 1.
    Broadcast(Vec<Size>),
    /// float32 to how many steps each element is from 0, whole numbers from -255 to 255, and
    /// the size of a step, which follows from the range of all
    /// ([`epitome_kernels::quantize`]).
    DynamicQuantize,
    /// `[steps, batch, inputs]` and the states before, `[1, batch, hidden]` twice, to all
    /// hidden states, `[steps, 1, batch, hidden]`, and both after the last step.
    Lstm(Recurrence),
    /// `[steps, batch, inputs]` and the state before, `[1, batch, hidden]`, to all
    /// states, `[steps, 1, batch, hidden]`, and the last.
    Gru(Gru),
    /// Whole numbers from one place up to, but without, another: int64 `[end - start]`.
    Range {
        /// The first.
        start: Size,
        /// The one behind the last.
        end: Size,
    },
    /// An operation on int64 operands of one rank, each axis the result's or 1.
    Whole(Whole),
    /// Sums along an axis of float32 or int64, of an element and those before it.
    CumulativeSum {
        /// The axis.
        axis: usize,
        /// Whether an element is left out of its own sum.
        exclusive: bool,
        /// Whether it is those behind it instead.
        reverse: bool,
    },
    /// Elements of the first operand at places along an axis, which the second says for each
    /// element of the result; both have as many axes, and a negative place counts from the end.
    GatherElements {
        /// The axis.
        axis: usize,
    },
    /// The first operand with slices put in: the last axis of the second, int64, says the first
    /// places of each, the third holds them.
    ScatterSlices,
    /// Slices of the first operand: the last axis of the second, int64, says the first places of
    /// each; a negative place counts from the end.
    GatherSlices,
}

/// An operation on whole numbers. Sums and products keep their last 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whole {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a · b
    Multiply,
    /// a / b, without what is behind the point; b must not be 0.
    Divide,
    /// What is left of a / b, with the sign of b.
    Remainder,
    /// What is left of a / b, with the sign of a.
    Truncated,
    /// The greater.
    Greater,
    /// The lesser.
    Lesser,
    /// -a
    Negative,
    /// |a|
    Abs,
    /// 1, 0 or -1, as a is above, at or below 0.
    Sign,
    /// The last 32 bits, as a number with a sign.
    Narrow,
    /// The second operand where the first, truth values, is true, else the third.
    Select,
}

impl Whole {
    /// How many operands it takes.
    pub fn operands(self) -> usize {
        match self {
            Self::Negative | Self::Abs | Self::Sign | Self::Narrow => 1,
            Self::Select => 3,
            _ => 2,
        }
    }
}

/// Which pairs are true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparison {
    /// a = b
    Equal,
    /// a > b
    Greater,
    /// a ≥ b
    GreaterOrEqual,
}

/// y = act(Σᵢ xᵢ Wᵢ + b) over rows, the last axis of each operand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dense {
    /// One for each operand.
    pub parts: Vec<Part>,
    /// As many as the result's last axis has elements.
    #[serde(with = "packed::floats")]
    pub bias: Vec<f32>,
    /// Whether act is max(0, ·); else it is nothing.
    pub relu: bool,
}

/// A product of a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The weights, by their place in [`Plan::matrices`].
    pub matrix: usize,
    /// Row t of the result takes row t + `shift` along the axis before the last, zeros
    /// outside.
    pub shift: isize,
    /// Whether the operand is whole numbers from -255 to 255, and the weights are in 8 bits: a
    /// backend may multiply them as such.
    pub whole: bool,
    /// Axes of the operand, of size 1, that the result does without; ascending.
    pub dropped: Vec<usize>,
}

/// Labels of axes: an axis of the result has the label of the operands' axes that it
/// is; the product is summed over the labels that the result lacks. No label stands
/// twice in one list, and each stands in two lists or more. Of two axes of one label one
/// may have size 1, and is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// Of the first operand.
    pub a: Vec<u8>,
    /// Of the second operand.
    pub b: Vec<u8>,
    /// Of the result.
    pub result: Vec<u8>,
}

/// The weights of an LSTM, gate after gate: input, output, forget, cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recurrence {
    /// `[inputs, 4 · hidden]`, by its place in [`Plan::matrices`].
    pub input: usize,
    /// `[hidden, 4 · hidden]`, by its place in [`Plan::matrices`].
    pub recurrent: usize,
    /// `4 · hidden`
    #[serde(with = "packed::floats")]
    pub bias: Vec<f32>,
    /// Whether it runs from the last step to the first.
    pub reverse: bool,
}

/// The weights of a GRU, gate after gate: update, reset, new.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gru {
    /// `[inputs, 3 · hidden]`, by its place in [`Plan::matrices`].
    pub input: usize,
    /// `[hidden, 2 · hidden]` of update and reset, by its place in [`Plan::matrices`].
    pub gates: usize,
    /// `[hidden, hidden]` of new, by its place in [`Plan::matrices`].
    pub new: usize,
    /// `3 · hidden`: added to the products with the input.
    #[serde(with = "packed::floats")]
    pub bias: Vec<f32>,
    /// `hidden`: added to the product of the state for new.
    #[serde(with = "packed::floats")]
    pub new_bias: Vec<f32>,
    /// Whether the reset gate comes after the product with the state.
    pub linear_before_reset: bool,
    /// Whether it runs from the last step to the first.
    pub reverse: bool,
}
