//! What a tokenizer does beside its model.

use serde::{Deserialize, Serialize};

use super::added_tokens::AddedToken;
use super::decoder::Decoder;
use super::normalizer::Normalizer;
use super::post_processor::PostProcessor;
use super::pre_tokenizer::PreTokenizer;

/// The parts of a file around its model. Sequences of steps are flat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Description {
    pub(super) normalizers: Vec<Normalizer>,
    pub(super) pre_tokenizers: Vec<PreTokenizer>,
    pub(super) post_processor: PostProcessor,
    /// `None` if tokens are joined with spaces.
    pub(super) decoders: Option<Vec<Decoder>>,
    pub(super) added: Vec<AddedToken>,
    /// What the file asks for, and is not done.
    pub(super) ignored: Vec<String>,
}
