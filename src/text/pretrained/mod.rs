//! Tokenizers of pretrained models, as Hugging Face's `tokenizer.json` describes them.
//!
//! A text is normalized, cut into words, and the words into tokens: by WordPiece, BPE or
//! Unigram. Around the tokens of one text, or of two, stand special ones. Ids and spans are those
//! of the `tokenizers` package, with which the tests compare them.
//!
//! A text needs time linear in its length, but for the sorting of what BPE merges (`n log n` in
//! the length of a word). Files are untrusted: what they can cost is bounded by their size, and
//! an unknown part is an error that names it.

mod added_tokens;
mod aligned;
mod bpe;
mod byte_level;
mod characters;
#[cfg(feature = "onnx")]
mod companions;
mod decoder;
mod description;
#[cfg(feature = "onnx")]
mod json;
mod model;
mod normal_forms;
mod normalizer;
mod packed;
mod pattern;
mod post_processor;
mod pre_tokenizer;
mod precompiled;
mod regex;
mod split;
mod tokens;
mod trie;
mod unigram;
mod wordpiece;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::error::{Error, ErrorKind, Result};
use added_tokens::{AddedToken, Finder};
use aligned::Aligned;
use description::Description;
use model::Model;
use post_processor::Slot;
use pre_tokenizer::{Part, Parts};
use tokens::LONGEST_TOKEN;

pub use post_processor::Sequence;

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The token's id.
    pub id: u32,
    /// Where it comes from in the text, as bytes at character boundaries. A byte of a character
    /// has the span of the character.
    pub span: Range<usize>,
}

/// Tokens as a model reads them, with special tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// The tokens' ids.
    pub ids: Vec<i64>,
    /// Which text a token belongs to, as the model is told.
    pub type_ids: Vec<i64>,
    /// Where each token comes from; `None` for special tokens.
    pub pieces: Vec<Option<(Sequence, Range<usize>)>>,
}

/// A tokenizer of a pretrained model.
///
/// ```
/// # #[cfg(feature = "onnx")] {
/// use epitome::text::pretrained::PretrainedTokenizer;
///
/// let tokenizer = PretrainedTokenizer::from_json(
///     br###"{
///       "normalizer": {"type": "BertNormalizer", "clean_text": true,
///         "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
///       "pre_tokenizer": {"type": "BertPreTokenizer"},
///       "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
///       "model": {"type": "WordPiece", "unk_token": "[UNK]",
///         "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
///         "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "sum": 3, "##mary": 4}}
///     }"###,
/// )?;
/// let pieces = tokenizer.encode("Summary!");
/// assert_eq!(pieces[1].span, 3..7);
/// assert_eq!(tokenizer.assemble(&pieces, None).ids, [1, 3, 4, 0, 2]);
/// # }
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PretrainedTokenizer {
    model: Model,
    description: Description,
    /// Added tokens by their id.
    added: FxHashMap<u32, usize>,
    /// Those that are looked for in the text as it is.
    raw: Finder,
    /// Those that are looked for in the normalized text.
    normalized: Finder,
    /// Of added tokens that the normalizer changes, what they become.
    rewritten: FxHashMap<u32, String>,
}

impl PretrainedTokenizer {
    /// Reads a `tokenizer.json`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the file breaks its format;
    /// [`ErrorKind::Unsupported`], naming it and what is known, if a part is not known.
    #[cfg(feature = "onnx")]
    pub fn from_json(bytes: &[u8]) -> Result<Self> {
        json::read(bytes)
    }

    fn new(model: Model, description: Description) -> Result<Self> {
        let mut added = FxHashMap::default();
        let mut rewritten = FxHashMap::default();
        let (mut raw, mut normalized) = (vec![], vec![]);
        for (at, token) in description.added.iter().enumerate() {
            if token.content.len() > LONGEST_TOKEN {
                return Err(Error::new(
                    ErrorKind::InvalidVocabulary,
                    format!(
                        "added token {} has {} bytes; at most {LONGEST_TOKEN} are allowed",
                        token.id,
                        token.content.len()
                    ),
                ));
            }
            added.insert(token.id, at);
            if !token.normalized {
                raw.push((token.content.clone(), token.clone()));
                continue;
            }
            let text = normalize(&description, Aligned::new(&token.content));
            if text.text() != token.content {
                rewritten.insert(token.id, text.text().to_owned());
            }
            normalized.push((text.text().to_owned(), token.clone()));
        }
        Ok(Self {
            model,
            added,
            raw: Finder::new(raw),
            normalized: Finder::new(normalized),
            rewritten,
            description,
        })
    }

    /// The tokens of a text, without special tokens around them.
    ///
    /// Added tokens that the text holds are found, as the file says: `[MASK]` in a text is the
    /// token `[MASK]`.
    pub fn encode(&self, text: &str) -> Vec<Piece> {
        let mut parts = self.words(text);
        let mut pieces = Vec::with_capacity(parts.parts.len());
        let mut cutter = self.model.cutter();
        let mut found = vec![];
        for part in std::mem::take(&mut parts.parts) {
            if let Some(id) = part.token {
                let span = parts.text.original(part.range.clone());
                let token = parts.text.part(&part.range);
                self.push(&mut pieces, text, id, span, token);
                continue;
            }
            let word = parts.text.part(&part.range);
            cutter.cut(word, &mut found);
            let start = part.range.start;
            for (id, range) in found.drain(..) {
                let token = word.get(range.clone()).unwrap_or_default();
                let range = start + range.start..start + range.end;
                let span = parts.text.original(range);
                self.push(&mut pieces, text, id, span, token);
            }
        }
        pieces
    }

    /// The words of a text, and the added tokens between them.
    fn words(&self, text: &str) -> Parts {
        let original = Aligned::new(text);
        let mut parts = Parts {
            text: original.emptied(),
            parts: vec![],
        };
        for (range, token) in self.raw.parts(original.text()) {
            if token.is_some() {
                let range = parts.text.copy(&original, range);
                parts.parts.push(Part { range, token });
                continue;
            }
            let mut part = original.emptied();
            part.copy(&original, range);
            let part = normalize(&self.description, part);
            let start = parts.text.text().len();
            parts.text.copy(&part, 0..part.text().len());
            let found = self.normalized.parts(part.text());
            parts
                .parts
                .extend(found.into_iter().map(|(range, token)| Part {
                    range: start + range.start..start + range.end,
                    token,
                }));
        }
        for step in &self.description.pre_tokenizers {
            parts = step.apply(parts);
        }
        parts
    }

    /// Adds a piece, whose span leaves white space out where the file says so.
    fn push(
        &self,
        pieces: &mut Vec<Piece>,
        text: &str,
        id: u32,
        mut span: Range<usize>,
        token: &str,
    ) {
        let unknown = self.model.unknown() == Some(id) && !self.added.contains_key(&id);
        for trim in &self.description.post_processor.trims {
            if unknown {
                break;
            }
            let first = pieces.is_empty() || span.start == 0;
            let (leading, trailing) = trim.ends(token, first);
            span = trimmed(text, span, leading, trailing);
        }
        pieces.push(Piece { id, span });
    }

    /// One text, or two, as a model reads them.
    pub fn assemble(&self, first: &[Piece], second: Option<&[Piece]>) -> Encoding {
        let mut encoding = Encoding::default();
        for slot in self.description.post_processor.template(second.is_some()) {
            match *slot {
                Slot::Token(id, kind) => {
                    encoding.ids.push(i64::from(id));
                    encoding.type_ids.push(i64::from(kind));
                    encoding.pieces.push(None);
                }
                Slot::Text(sequence, kind) => {
                    let pieces = match sequence {
                        Sequence::First => first,
                        Sequence::Second => second.unwrap_or_default(),
                    };
                    for piece in pieces {
                        encoding.ids.push(i64::from(piece.id));
                        encoding.type_ids.push(i64::from(kind));
                        let place = (sequence, piece.span.clone());
                        encoding.pieces.push(Some(place));
                    }
                }
            }
        }
        encoding
    }

    /// How many special tokens [`Self::assemble`] adds to one text, or to a pair.
    pub fn special_tokens(&self, pair: bool) -> usize {
        self.description.post_processor.special_tokens(pair)
    }

    /// The id of a token.
    pub fn id(&self, token: &str) -> Option<u32> {
        let added = self.description.added.iter();
        added
            .rev()
            .find(|added| added.content == token)
            .map(|added| added.id)
            .or_else(|| self.model.tokens().id(token))
    }

    /// The token with an id, as the file writes it.
    pub fn token(&self, id: u32) -> Option<&str> {
        match self.added_token(id) {
            Some(token) => Some(&token.content),
            None => self.model.tokens().token(id),
        }
    }

    fn added_token(&self, id: u32) -> Option<&AddedToken> {
        let at = self.added.get(&id)?;
        self.description.added.get(*at)
    }

    /// The number of tokens, added ones included.
    pub fn len(&self) -> usize {
        let tokens = self.model.tokens();
        let added = self.description.added.iter();
        let new = added
            .filter(|token| tokens.id(&token.content).is_none())
            .count();
        tokens.len() + new
    }

    /// Whether there is no token at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the file asks for and is not done here: `truncation`, `padding`. Callers cut and
    /// fill as their model needs.
    pub fn ignored(&self) -> &[String] {
        &self.description.ignored
    }

    /// The text of tokens. Ids that are no token are left out, and special tokens if
    /// `skip_special` is true. Steps that would make the text more than 32 times as long as its
    /// tokens, and 4096 bytes, are left out.
    pub fn decode(&self, ids: &[u32], skip_special: bool) -> String {
        let mut tokens = Vec::with_capacity(ids.len());
        for &id in ids {
            let added = self.added_token(id);
            if skip_special && added.is_some_and(|token| token.special) {
                continue;
            }
            let written = self.rewritten.get(&id).map(String::as_str);
            if let Some(token) = written.or_else(|| self.token(id)) {
                tokens.push(token.to_owned());
            }
        }
        match &self.description.decoders {
            None => tokens.join(" "),
            Some(steps) => decoder::run(steps, tokens),
        }
    }
}

/// A span without so many characters at its ends.
fn trimmed(text: &str, span: Range<usize>, leading: usize, trailing: usize) -> Range<usize> {
    let after = text.get(span.start..).unwrap_or_default();
    let skipped: usize = after.chars().take(leading).map(char::len_utf8).sum();
    let start = (span.start + skipped).min(span.end);
    let before = text.get(..span.end).unwrap_or_default();
    let kept = match trailing.checked_sub(1) {
        None => Some(before.len()),
        Some(last) => before.char_indices().rev().nth(last).map(|(at, _)| at),
    };
    let end = kept.unwrap_or(span.end);
    start..end.max(start)
}

fn normalize(description: &Description, text: Aligned) -> Aligned {
    let steps = description.normalizers.iter();
    steps.fold(text, |text, step| step.apply(text))
}
