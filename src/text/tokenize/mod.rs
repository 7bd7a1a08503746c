//! Ways to cut text into tokens.
//!
//! - [`characters()`]: one token per character, what the character models read;
//! - [`words()`]: words by script, what the lexical metrics count;
//! - `JiebaTokenizer` (feature `jieba`): Chinese words by dictionary.

pub mod characters;
#[cfg(feature = "jieba")]
pub mod jieba;
pub mod words;

pub use characters::characters;
#[cfg(feature = "jieba")]
pub use jieba::JiebaTokenizer;
pub use words::words;
