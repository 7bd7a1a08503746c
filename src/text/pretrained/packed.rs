//! A tokenizer in few bytes that are fast to read, for bundles.
//!
//! After a mark, in postcard's format: the parts around the model, the model's options, and its
//! tokens in the order of their bytes, each as what it shares with the one before and the rest.
//! Columns of equal kind stand together, so that a compressor finds them. Reading checks what
//! reading a `tokenizer.json` checks. Cost: linear.

use serde::{Deserialize, Serialize};

use super::PretrainedTokenizer;
use super::bpe::{Bpe, Options};
use super::description::Description;
use super::model::Model;
use super::tokens::{LONGEST_TOKEN, Listed, Tokens};
use super::unigram::Unigram;
use super::wordpiece::WordPiece;
use crate::error::{Error, ErrorKind, Result};

/// What a packed tokenizer begins with: a name and a version.
const MARK: &[u8; 8] = b"epitok\x00\x01";

#[derive(Serialize, Deserialize)]
enum Kind {
    WordPiece {
        unknown: u32,
        prefix: String,
        longest_word: u64,
    },
    Bpe {
        options: Options,
        firsts: Vec<u32>,
        seconds: Vec<u32>,
    },
    Unigram {
        unknown: u32,
        byte_fallback: bool,
        scores: Scores,
    },
    WordLevel {
        unknown: u32,
    },
}

/// Log-probabilities, in 4 bytes each if none loses anything by it.
#[derive(Serialize, Deserialize)]
enum Scores {
    Single(Vec<f32>),
    Double(Vec<f64>),
}

/// Tokens in the order of their bytes.
#[derive(Default, Serialize, Deserialize)]
struct Sorted {
    /// Bytes that each token shares with the one before it.
    shared: Vec<u16>,
    /// Bytes of its rest.
    lengths: Vec<u16>,
    ids: Vec<u32>,
    rests: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct File {
    description: Description,
    kind: Kind,
    tokens: Sorted,
}

fn invalid(what: &str) -> Error {
    Error::new(
        ErrorKind::InvalidVocabulary,
        format!("a packed tokenizer {what}"),
    )
}

impl Sorted {
    fn pack(tokens: &Tokens) -> Self {
        let mut all: Vec<(&str, u32)> = tokens.iter().collect();
        // Of equal tokens the one that counts is the last.
        all.sort_by_key(|&(token, id)| (token, tokens.id(token) == Some(id)));
        let mut packed = Self::default();
        let mut before = "";
        for (token, id) in all {
            let pairs = before.bytes().zip(token.bytes());
            let shared = pairs.take_while(|(a, b)| a == b).count();
            let rest = token.as_bytes().get(shared..).unwrap_or_default();
            // Tokens are shorter than `LONGEST_TOKEN`.
            packed.shared.push(u16::try_from(shared).unwrap_or(0));
            packed.lengths.push(u16::try_from(rest.len()).unwrap_or(0));
            packed.ids.push(id);
            packed.rests.extend(rest);
            before = token;
        }
        packed
    }

    fn unpack(&self) -> Result<Listed> {
        if self.shared.len() != self.ids.len() || self.lengths.len() != self.ids.len() {
            return Err(invalid("has columns of different lengths"));
        }
        let mut listed = Listed::default();
        let mut token: Vec<u8> = vec![];
        let mut rests = self.rests.as_slice();
        let columns = self.shared.iter().zip(&self.lengths).zip(&self.ids);
        for ((&shared, &length), &id) in columns {
            let (shared, length) = (usize::from(shared), usize::from(length));
            if shared > token.len() || shared + length > LONGEST_TOKEN {
                return Err(invalid("has a token that is malformed"));
            }
            let (rest, others) = rests
                .split_at_checked(length)
                .ok_or_else(|| invalid("is cut short"))?;
            rests = others;
            token.truncate(shared);
            token.extend(rest);
            let text = std::str::from_utf8(&token)
                .map_err(|error| invalid("has a token that is not UTF-8").with_source(error))?;
            listed.push(text, id)?;
        }
        Ok(listed)
    }
}

impl Kind {
    fn pack(model: &Model) -> Self {
        match model {
            Model::WordPiece(model) => Self::WordPiece {
                unknown: model.unknown,
                prefix: model.prefix.clone(),
                longest_word: model.longest_word as u64,
            },
            Model::Bpe(model) => Self::Bpe {
                options: model.options.clone(),
                firsts: model.pairs.iter().map(|pair| pair.0).collect(),
                seconds: model.pairs.iter().map(|pair| pair.1).collect(),
            },
            Model::Unigram(model) => {
                let single: Vec<f32> = model.scores.iter().map(|&score| score as f32).collect();
                let mut pairs = single.iter().zip(&model.scores);
                let exact = pairs.all(|(&single, &double)| f64::from(single) == double);
                Self::Unigram {
                    unknown: model.unknown,
                    byte_fallback: model.byte_fallback,
                    scores: if exact {
                        Scores::Single(single)
                    } else {
                        Scores::Double(model.scores.clone())
                    },
                }
            }
            Model::WordLevel { unknown, .. } => Self::WordLevel { unknown: *unknown },
        }
    }

    fn unpack(self, tokens: Tokens) -> Result<Model> {
        let known = |id: u32| match tokens.token(id) {
            Some(token) => Ok(token.to_owned()),
            None => Err(invalid("has no token for what is unknown")),
        };
        Ok(match self {
            Self::WordPiece {
                unknown,
                prefix,
                longest_word,
            } => {
                let unknown = known(unknown)?;
                let longest = usize::try_from(longest_word).unwrap_or(usize::MAX);
                Model::WordPiece(WordPiece::new(tokens, &unknown, prefix, longest)?)
            }
            Self::Bpe {
                options,
                firsts,
                seconds,
            } => {
                if firsts.len() != seconds.len() {
                    return Err(invalid("has columns of different lengths"));
                }
                let pairs = firsts.into_iter().zip(seconds).collect();
                Model::Bpe(Box::new(Bpe::new(tokens, options, pairs)?))
            }
            Self::Unigram {
                unknown,
                byte_fallback,
                scores,
            } => {
                let scores = match scores {
                    Scores::Single(scores) => scores.into_iter().map(f64::from).collect(),
                    Scores::Double(scores) => scores,
                };
                Model::Unigram(Unigram::new(tokens, scores, Some(unknown), byte_fallback)?)
            }
            Self::WordLevel { unknown } => {
                known(unknown)?;
                Model::WordLevel { tokens, unknown }
            }
        })
    }
}

impl PretrainedTokenizer {
    /// The tokenizer in a form that [`Self::from_packed`] reads.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if a part has no such form. None of those that are read
    /// from files is of this kind.
    pub fn to_packed(&self) -> Result<Vec<u8>> {
        let file = File {
            description: self.description.clone(),
            kind: Kind::pack(&self.model),
            tokens: Sorted::pack(self.model.tokens()),
        };
        postcard::to_extend(&file, MARK.to_vec())
            .map_err(|error| invalid("cannot be written").with_source(error))
    }

    /// Reads what [`Self::to_packed`] wrote.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the bytes are not such a form, or contradict
    /// themselves.
    pub fn from_packed(bytes: &[u8]) -> Result<Self> {
        let rest = bytes
            .strip_prefix(MARK)
            .ok_or_else(|| invalid("begins with other bytes: it is of another version, or none"))?;
        let file: File = postcard::from_bytes(rest)
            .map_err(|error| invalid("cannot be read").with_source(error))?;
        let tokens = Tokens::new(&file.tokens.unpack()?);
        let model = file.kind.unpack(tokens)?;
        let post_processor = file.description.post_processor.check()?;
        let description = Description {
            post_processor,
            ..file.description
        };
        Self::new(model, description)
    }
}
