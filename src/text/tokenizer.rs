//! From text to the token ids that a model reads.

use crate::text::Vocabulary;
use crate::text::tokenize::{Unigram, characters};

/// A way to cut text into tokens, with the ids of the tokens.
#[derive(Clone, Debug)]
pub enum Tokenizer {
    /// One token per character.
    Characters(Vocabulary),
    /// Subword pieces.
    Unigram(Unigram),
}

impl Tokenizer {
    /// The ids of all tokens of `text`. None is [`Vocabulary::PADDING`].
    pub fn encode(&self, text: &str) -> Vec<i64> {
        match self {
            Self::Characters(vocabulary) => characters(text)
                .into_iter()
                .map(|token| vocabulary.char_id(token))
                .collect(),
            Self::Unigram(unigram) => unigram.encode(text),
        }
    }
}
