//! Reading text: languages, normal forms, tokens, sentences and the spans that
//! point back into it.
//!
//! Everything here takes any `&str`, never panics, and needs time linear in
//! its length. Positions are byte ranges at character boundaries; a
//! [`Utf16Index`] turns them into the offsets that JavaScript strings use.

mod content_words;
pub mod entities;
mod initials;
pub mod language;
pub mod normalize;
pub(crate) mod normalized_words;
pub(crate) mod passes;
#[cfg(feature = "onnx")]
pub mod pretrained;
pub mod sentences;
pub mod spans;
pub mod tokenize;
pub mod tokenizer;
pub mod vocabulary;

pub(crate) use content_words::{is_function_word, says_little, stem};
pub use entities::entities;
pub use language::Language;
pub(crate) use normalized_words::normalized_words;
pub use sentences::{clauses, sentences};
pub use spans::{Utf16Index, Utf16Span};
pub use tokenizer::Tokenizer;
pub use vocabulary::Vocabulary;
