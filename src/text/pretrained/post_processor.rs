//! Special tokens around one text, or around two (`post_processor`).
//!
//! Every kind of a file is a template: an order of texts and special tokens, each with a type
//! id. Byte-level ones also leave the white space at the ends of tokens out of their spans.

use serde::{Deserialize, Serialize};

use super::byte_level;
use crate::error::{Error, ErrorKind, Result};

/// Which of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sequence {
    /// The first, or the only one.
    First,
    /// The second.
    Second,
}

/// A place of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Slot {
    /// A text's tokens, with their type id.
    Text(Sequence, u32),
    /// A special token, with its type id.
    Token(u32, u32),
}

/// How spans leave white space out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Trim {
    /// A space was put before the text.
    pub(super) add_prefix_space: bool,
}

/// The templates.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PostProcessor {
    pub(super) single: Vec<Slot>,
    pub(super) pair: Vec<Slot>,
    pub(super) trims: Vec<Trim>,
}

impl Default for PostProcessor {
    /// Texts alone, with types 0 and 1.
    fn default() -> Self {
        Self {
            single: vec![Slot::Text(Sequence::First, 0)],
            pair: vec![
                Slot::Text(Sequence::First, 0),
                Slot::Text(Sequence::Second, 1),
            ],
            trims: vec![],
        }
    }
}

impl PostProcessor {
    /// `[CLS] A [SEP]` and `[CLS] A [SEP] B [SEP]`, with types 0 and 1.
    #[cfg(feature = "onnx")]
    pub(super) fn bert(cls: u32, sep: u32) -> Self {
        Self {
            single: vec![
                Slot::Token(cls, 0),
                Slot::Text(Sequence::First, 0),
                Slot::Token(sep, 0),
            ],
            pair: vec![
                Slot::Token(cls, 0),
                Slot::Text(Sequence::First, 0),
                Slot::Token(sep, 0),
                Slot::Text(Sequence::Second, 1),
                Slot::Token(sep, 1),
            ],
            trims: vec![],
        }
    }

    /// `<s> A </s>` and `<s> A </s></s> B </s>`, all of type 0.
    #[cfg(feature = "onnx")]
    pub(super) fn roberta(cls: u32, sep: u32) -> Self {
        Self {
            single: vec![
                Slot::Token(cls, 0),
                Slot::Text(Sequence::First, 0),
                Slot::Token(sep, 0),
            ],
            pair: vec![
                Slot::Token(cls, 0),
                Slot::Text(Sequence::First, 0),
                Slot::Token(sep, 0),
                Slot::Token(sep, 0),
                Slot::Text(Sequence::Second, 0),
                Slot::Token(sep, 0),
            ],
            trims: vec![],
        }
    }

    /// Whether special tokens are added.
    #[cfg(feature = "onnx")]
    pub(super) fn adds(&self) -> bool {
        let is_token = |slot: &Slot| matches!(slot, Slot::Token(..));
        self.single.iter().chain(&self.pair).any(is_token)
    }

    /// The template for one text or for two.
    pub(super) fn template(&self, pair: bool) -> &[Slot] {
        if pair { &self.pair } else { &self.single }
    }

    /// How many special tokens a template adds.
    pub(super) fn special_tokens(&self, pair: bool) -> usize {
        let template = self.template(pair).iter();
        template
            .filter(|slot| matches!(slot, Slot::Token(..)))
            .count()
    }

    /// Checks that each text occurs where it can.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the template of one text names the second, or the
    /// template of two texts lacks one, or a text occurs twice.
    pub(super) fn check(self) -> Result<Self> {
        let count = |slots: &[Slot], wanted: Sequence| {
            let texts = slots.iter();
            texts
                .filter(|slot| matches!(slot, Slot::Text(sequence, _) if *sequence == wanted))
                .count()
        };
        let counts = [
            count(&self.single, Sequence::First),
            count(&self.single, Sequence::Second),
            count(&self.pair, Sequence::First),
            count(&self.pair, Sequence::Second),
        ];
        if counts == [1, 0, 1, 1] {
            return Ok(self);
        }
        Err(Error::new(
            ErrorKind::InvalidVocabulary,
            "a template of `post_processor` must hold each text once: A in `single`, A and B in `pair`",
        ))
    }
}

impl Trim {
    /// How many bytes of a token's span are white space at its beginning and end. `first` is
    /// true for the first token, and for one with which the text begins.
    pub(super) fn ends(self, token: &str, first: bool) -> (usize, usize) {
        let space = byte_level::character(b' ');
        let is_space = |c: &char| *c == space || c.is_whitespace();
        let mut leading = token.chars().take_while(is_space).count();
        let trailing = token.chars().rev().take_while(is_space).count();
        if first && self.add_prefix_space && leading == 1 {
            leading = 0; // the space is the one that was put there
        }
        (leading, trailing)
    }
}
