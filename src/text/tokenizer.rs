//! From text to the token ids that a model reads.

use crate::text::Vocabulary;
use crate::text::passes;
#[cfg(feature = "jieba")]
use crate::text::tokenize::JiebaTokenizer;
use crate::text::tokenize::{Unigram, WordPiece, characters, words};

/// A way to cut text into tokens, with the ids of the tokens.
#[derive(Clone, Debug)]
pub enum Tokenizer {
    /// One token per character.
    Characters(Vocabulary),
    /// Subword pieces.
    Unigram(Unigram),
    /// Subword pieces of BERT's kind.
    WordPiece(WordPiece),
    /// Words by script.
    Words(Vocabulary),
    /// Chinese words by the dictionary of the model.
    #[cfg(feature = "jieba")]
    Jieba(Vocabulary, Box<JiebaTokenizer>),
}

impl Tokenizer {
    /// The ids of all tokens of `text`. None is [`Vocabulary::PADDING`].
    pub fn encode(&self, text: &str) -> Vec<i64> {
        passes::count(passes::PIECES, text);
        match self {
            Self::Characters(vocabulary) => characters(text)
                .into_iter()
                .map(|token| vocabulary.char_id(token))
                .collect(),
            Self::Unigram(unigram) => unigram.encode(text),
            Self::WordPiece(pieces) => pieces.encode(text),
            Self::Words(vocabulary) => ids(&words(text), vocabulary),
            #[cfg(feature = "jieba")]
            Self::Jieba(vocabulary, jieba) => ids(&jieba.words(text), vocabulary),
        }
    }
}

fn ids(words: &[String], vocabulary: &Vocabulary) -> Vec<i64> {
    let id = |word: &String| vocabulary.id(word).unwrap_or(Vocabulary::UNKNOWN);
    words.iter().map(id).collect()
}
