//! The part of a tokenizer that cuts words into tokens (`model`).

use std::ops::Range;

use super::bpe::Bpe;
use super::tokens::Tokens;
use super::unigram::Unigram;
use super::wordpiece::WordPiece;

/// Tokens of a word: their ids, and where each is in it.
pub(super) type Found = Vec<(u32, Range<usize>)>;

/// A model by its kind.
#[derive(Clone, Debug)]
pub(super) enum Model {
    /// The longest pieces from left to right.
    WordPiece(WordPiece),
    /// Merges of neighbours.
    Bpe(Box<Bpe>),
    /// The likeliest pieces.
    Unigram(Unigram),
    /// Whole words.
    WordLevel {
        /// The words.
        tokens: Tokens,
        /// What all other words are.
        unknown: u32,
    },
}

impl Model {
    /// The tokens of the model.
    pub(super) fn tokens(&self) -> &Tokens {
        match self {
            Self::WordPiece(model) => &model.tokens,
            Self::Bpe(model) => &model.tokens,
            Self::Unigram(model) => &model.tokens,
            Self::WordLevel { tokens, .. } => tokens,
        }
    }

    /// The id for what is not known, if the model has one.
    pub(super) fn unknown(&self) -> Option<u32> {
        match self {
            Self::WordPiece(model) => Some(model.unknown),
            Self::Bpe(model) => model.unknown,
            Self::Unigram(model) => Some(model.unknown),
            Self::WordLevel { unknown, .. } => Some(*unknown),
        }
    }

    /// A cutter of words. It keeps what it needs for the next word.
    pub(super) fn cutter(&self) -> Cutter<'_> {
        Cutter {
            model: self,
            bpe: super::bpe::Scratch::default(),
            unigram: super::unigram::Scratch::default(),
        }
    }
}

/// Cuts the words of one text.
pub(super) struct Cutter<'a> {
    model: &'a Model,
    bpe: super::bpe::Scratch,
    unigram: super::unigram::Scratch,
}

impl Cutter<'_> {
    /// Writes the tokens of `word` to `found`.
    pub(super) fn cut(&mut self, word: &str, found: &mut Found) {
        found.clear();
        match self.model {
            Model::WordPiece(model) => model.cut(word, found),
            Model::Bpe(model) => model.cut(word, &mut self.bpe, found),
            Model::Unigram(model) => model.cut(word, &mut self.unigram, found),
            Model::WordLevel { tokens, unknown } => {
                let id = tokens.id(word).unwrap_or(*unknown);
                found.push((id, 0..word.len()));
            }
        }
    }
}
