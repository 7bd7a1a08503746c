//! The graph of a model, and the tokens that it reads.

use serde::{Deserialize, Serialize};

/// How texts become ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenizerSpec {
    /// The kind of tokens.
    pub kind: TokenizerKind,
    /// The path of the vocabulary, one of [`files`](super::Manifest::files).
    pub vocabulary: String,
    /// With [`TokenizerKind::Words`]: the path of a jieba dictionary, `WORD FREQUENCY` a
    /// line; words are cut by script without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dictionary: Option<String>,
    /// With [`TokenizerKind::Unigram`]: how many ids unknown tokens share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buckets: Option<u32>,
    /// With [`TokenizerKind::Unigram`]: whether pieces keep the case of the text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cased: bool,
}

/// The kind of tokens a model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenizerKind {
    /// [`characters`](mod@crate::text::tokenize::characters).
    Characters,
    /// [`shapes`](mod@crate::text::tokenize::shapes).
    Shapes,
    /// [`Unigram`](crate::text::tokenize::Unigram).
    Unigram,
    /// [`words`](mod@crate::text::tokenize::words), or those of jieba with a
    /// [`dictionary`](TokenizerSpec::dictionary).
    Words,
    /// [`WordPiece`](crate::text::tokenize::WordPiece).
    Wordpiece,
}

/// The graph of a model: an ONNX file, or the plan made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSpec {
    /// Its path, one of [`files`](super::Manifest::files).
    pub file: String,
    /// What it reads, in the order that a session takes it.
    pub inputs: Vec<TensorSpec>,
    /// What it writes, in the order that a session gives it.
    pub outputs: Vec<TensorSpec>,
}

/// The name, type and shape of an input or output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TensorSpec {
    /// Its name in the graph.
    pub name: String,
    /// The type of its elements.
    pub dtype: DataType,
    /// Its axes.
    pub shape: Vec<Axis>,
    /// Of an input that holds tokens: how many of them the model reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
}

/// The type of a tensor's elements, as a graph declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DataType {
    /// Signed 64-bit integers. A graph that declares 32 bits takes and gives these.
    Int64,
    /// Single-precision numbers.
    Float32,
    /// Half-precision numbers, which pass in and out as single-precision ones.
    Float16,
    /// Truth values.
    Bool,
}

impl DataType {
    /// The type of the tensors that pass in and out.
    pub fn carried(self) -> Self {
        match self {
            Self::Float16 => Self::Float32,
            other => other,
        }
    }
}

/// One axis of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Axis {
    /// Always this size.
    Fixed(usize),
    /// Any size, the same wherever the name stands.
    Symbol(String),
}

impl std::fmt::Display for Axis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fixed(size) => write!(f, "{size}"),
            Self::Symbol(symbol) => f.write_str(symbol),
        }
    }
}
