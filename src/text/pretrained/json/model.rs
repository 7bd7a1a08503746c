//! The model of the file: its tokens, scores and merges.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::fields::invalid;
use crate::error::{Error, ErrorKind, Result};
use crate::text::pretrained::bpe::{Bpe, Options};
use crate::text::pretrained::model::Model;
use crate::text::pretrained::tokens::{Listed, Tokens};
use crate::text::pretrained::unigram::Unigram;
use crate::text::pretrained::wordpiece::WordPiece;

const MODELS: [&str; 4] = ["WordPiece", "BPE", "Unigram", "WordLevel"];

/// The object `model`.
#[derive(Deserialize)]
pub(super) struct File {
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    vocab: Option<Vocabulary>,
    #[serde(default)]
    merges: Option<Merges>,
    #[serde(default)]
    unk_token: Option<String>,
    #[serde(default)]
    unk_id: Option<u32>,
    #[serde(default)]
    continuing_subword_prefix: Option<String>,
    #[serde(default)]
    end_of_word_suffix: Option<String>,
    #[serde(default)]
    max_input_chars_per_word: Option<usize>,
    #[serde(default)]
    dropout: Option<f64>,
    #[serde(default)]
    fuse_unk: Option<bool>,
    #[serde(default)]
    byte_fallback: Option<bool>,
    #[serde(default)]
    ignore_merges: Option<bool>,
}

impl File {
    /// The model.
    pub(super) fn build(self) -> Result<Model> {
        let vocabulary = self
            .vocab
            .ok_or_else(|| invalid("model: `vocab` is missing".into()))?;
        let scored = vocabulary.scores.is_some();
        let kind = match self.kind.as_deref() {
            Some(kind) => kind,
            // Older files leave the kind out.
            None if scored => "Unigram",
            None if self.merges.is_some() => "BPE",
            None if self.max_input_chars_per_word.is_some() => "WordPiece",
            None => "WordLevel",
        };
        let tokens = Tokens::new(&vocabulary.tokens);
        let unknown = || {
            let missing = || invalid(format!("model {kind}: `unk_token` is missing"));
            self.unk_token.as_deref().ok_or_else(missing)
        };
        if scored != (kind == "Unigram") && MODELS.contains(&kind) {
            return Err(invalid(format!(
                "model {kind}: `vocab` must be {}",
                if scored {
                    "an object of tokens and ids"
                } else {
                    "a list of tokens and scores"
                }
            )));
        }
        match kind {
            "WordPiece" => {
                let prefix = self.continuing_subword_prefix.clone();
                let model = WordPiece::new(
                    tokens,
                    unknown()?,
                    prefix.unwrap_or_else(|| "##".into()),
                    self.max_input_chars_per_word.unwrap_or(100),
                )?;
                Ok(Model::WordPiece(model))
            }
            "BPE" => {
                if self.dropout.is_some_and(|dropout| dropout > 0.0) {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        "model BPE: `dropout` makes tokens random; only null or 0 is allowed",
                    ));
                }
                let merges = self
                    .merges
                    .ok_or_else(|| invalid("model BPE: `merges` is missing".into()))?;
                let pairs = merges.pairs(&tokens)?;
                let options = Options {
                    unknown: self.unk_token,
                    prefix: self.continuing_subword_prefix.unwrap_or_default(),
                    suffix: self.end_of_word_suffix.unwrap_or_default(),
                    fuse_unknown: self.fuse_unk.unwrap_or(false),
                    byte_fallback: self.byte_fallback.unwrap_or(false),
                    ignore_merges: self.ignore_merges.unwrap_or(false),
                };
                Ok(Model::Bpe(Box::new(Bpe::new(tokens, options, pairs)?)))
            }
            "Unigram" => {
                let scores = vocabulary.scores.unwrap_or_default();
                let fallback = self.byte_fallback.unwrap_or(false);
                let model = Unigram::new(tokens, scores, self.unk_id, fallback)?;
                Ok(Model::Unigram(model))
            }
            "WordLevel" => {
                let unknown = unknown()?;
                let unknown = tokens.id(unknown).ok_or_else(|| {
                    invalid(format!(
                        "the unknown token {unknown:?} is not in the vocabulary"
                    ))
                })?;
                Ok(Model::WordLevel { tokens, unknown })
            }
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "model {kind:?} is not known; known are {}",
                    MODELS.join(", ")
                ),
            )),
        }
    }
}

/// `{token: id}` or `[[token, score]]`.
#[derive(Default)]
struct Vocabulary {
    tokens: Listed,
    scores: Option<Vec<f64>>,
}

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Vocabulary;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object of tokens and ids, or a list of tokens and scores")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Vocabulary, A::Error> {
                let mut found = Vocabulary::default();
                while let Some((Text(token), id)) = map.next_entry()? {
                    found
                        .tokens
                        .push(&token, id)
                        .map_err(serde::de::Error::custom)?;
                }
                Ok(found)
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> std::result::Result<Vocabulary, A::Error> {
                let mut found = Vocabulary::default();
                let mut scores = vec![];
                while let Some((Text(token), score)) = list.next_element()? {
                    let id = u32::try_from(scores.len()).unwrap_or(u32::MAX);
                    found
                        .tokens
                        .push(&token, id)
                        .map_err(serde::de::Error::custom)?;
                    scores.push(score);
                }
                found.scores = Some(scores);
                Ok(found)
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// A string that is borrowed where the file has no escapes in it.
struct Text<'a>(std::borrow::Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(text.into()))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(text.to_owned().into()))
            }
        }
        deserializer.deserialize_str(Read)
    }
}

/// Pairs of tokens: `[["a", "b"]]`, or `["a b"]` in older files.
#[derive(Default)]
struct Merges {
    text: String,
    /// Where the first and the second token of each pair end.
    ends: Vec<(usize, usize)>,
}

impl Merges {
    fn push(&mut self, first: &str, second: &str) {
        self.text.push_str(first);
        let middle = self.text.len();
        self.text.push_str(second);
        self.ends.push((middle, self.text.len()));
    }

    /// The pairs' ids.
    fn pairs(&self, tokens: &Tokens) -> Result<Vec<(u32, u32)>> {
        let mut start = 0;
        let mut pairs = Vec::with_capacity(self.ends.len());
        for (rank, &(middle, end)) in self.ends.iter().enumerate() {
            let id = |range: std::ops::Range<usize>| {
                let token = self.text.get(range).unwrap_or_default();
                tokens.id(token).ok_or_else(|| {
                    invalid(format!(
                        "merge {rank} names {token:?}, which is not in the vocabulary"
                    ))
                })
            };
            pairs.push((id(start..middle)?, id(middle..end)?));
            start = end;
        }
        Ok(pairs)
    }
}

impl<'de> Deserialize<'de> for Merges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Merges;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of pairs of tokens")
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> std::result::Result<Merges, A::Error> {
                let mut merges = Merges::default();
                while let Some(pair) = list.next_element::<Pair>()? {
                    match pair {
                        Pair(first, Some(second)) => merges.push(&first.0, &second.0),
                        Pair(both, None) if both.0.starts_with("#version") => {}
                        Pair(both, None) => match both.0.split_once(' ') {
                            Some((first, second)) if !second.contains(' ') => {
                                merges.push(first, second);
                            }
                            _ => {
                                return Err(serde::de::Error::custom(format!(
                                    "merge {} is not two tokens with a space between",
                                    merges.ends.len()
                                )));
                            }
                        },
                    }
                }
                Ok(merges)
            }
        }
        deserializer.deserialize_seq(Read)
    }
}

/// A merge: two tokens, or one string of both.
struct Pair<'a>(Text<'a>, Option<Text<'a>>);

impl<'de> Deserialize<'de> for Pair<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Pair<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("two tokens")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> std::result::Result<Pair<'de>, E> {
                Ok(Pair(Text(text.into()), None))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Pair<'de>, E> {
                Ok(Pair(Text(text.to_owned().into()), None))
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> std::result::Result<Pair<'de>, A::Error> {
                let first = list.next_element()?;
                let second = list.next_element()?;
                match (first, second, list.next_element::<Text>()?) {
                    (Some(first), Some(second), None) => Ok(Pair(first, Some(second))),
                    _ => Err(serde::de::Error::custom("a merge is not two tokens")),
                }
            }
        }
        deserializer.deserialize_any(Read)
    }
}
