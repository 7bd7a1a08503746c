//! Ways to cut text into tokens.
//!
//! - [`characters()`]: one token per character, what the character models read;
//! - [`words()`]: words by script, what the lexical metrics count;
//! - [`Unigram`]: subword pieces by log-probability;
//! - `JiebaTokenizer` (feature `jieba`): Chinese words by dictionary.

pub mod characters;
#[cfg(feature = "jieba")]
pub mod jieba;
pub mod unigram;
pub mod words;

pub use characters::characters;
#[cfg(feature = "jieba")]
pub use jieba::JiebaTokenizer;
pub use unigram::Unigram;
pub use words::words;
