//! Ways to cut text into tokens.
//!
//! - [`characters()`]: one token per character, what the character models read;
//! - [`words()`]: words by script, what the lexical metrics count;
//! - [`shapes()`]: words, numbers and marks, what the line classifier reads;
//! - [`Unigram`]: subword pieces by log-probability;
//! - [`WordPiece`]: subword pieces by length;
//! - `JiebaTokenizer` (feature `jieba`): Chinese words by dictionary.

pub mod characters;
#[cfg(feature = "jieba")]
pub mod jieba;
pub mod shapes;
pub mod unigram;
pub mod wordpiece;
pub mod words;

pub use characters::characters;
#[cfg(feature = "jieba")]
pub use jieba::JiebaTokenizer;
pub use shapes::shapes;
pub use unigram::Unigram;
pub use wordpiece::WordPiece;
pub use words::words;
