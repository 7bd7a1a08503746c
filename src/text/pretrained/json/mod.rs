//! The file `tokenizer.json` of the `tokenizers` package.
//!
//! Vocabulary and merges are read straight into place; everything else is small. A part that
//! is not known is an error that names it and lists those that are.

mod components;
mod fields;
mod model;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::PretrainedTokenizer;
use super::added_tokens::AddedToken;
use super::description::Description;
use crate::error::{Error, ErrorKind, Result};

/// The version of the format.
const VERSION: &str = "1.0";

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    version: Option<String>,
    #[serde(default)]
    truncation: Option<IgnoredAny>,
    #[serde(default)]
    padding: Option<IgnoredAny>,
    #[serde(default)]
    added_tokens: Vec<Added>,
    #[serde(default)]
    normalizer: Option<Value>,
    #[serde(default)]
    pre_tokenizer: Option<Value>,
    #[serde(default)]
    post_processor: Option<Value>,
    #[serde(default)]
    decoder: Option<Value>,
    model: model::File,
}

/// An added token as the file holds it.
#[derive(Deserialize)]
struct Added {
    content: String,
    #[serde(default)]
    single_word: bool,
    #[serde(default)]
    lstrip: bool,
    #[serde(default)]
    rstrip: bool,
    #[serde(default = "normalized")]
    normalized: bool,
    #[serde(default)]
    special: bool,
}

fn normalized() -> bool {
    true
}

/// Reads the file.
pub(super) fn read(bytes: &[u8]) -> Result<PretrainedTokenizer> {
    let file: File = serde_json::from_slice(bytes).map_err(|error| {
        Error::new(
            ErrorKind::InvalidVocabulary,
            format!("tokenizer.json cannot be read: {error}"),
        )
        .with_source(error)
    })?;
    if let Some(version) = file.version.filter(|version| version != VERSION) {
        return Err(Error::new(
            ErrorKind::Unsupported,
            format!("tokenizer.json has version {version:?}; known is {VERSION:?}"),
        ));
    }
    let mut ignored = vec![];
    if file.truncation.is_some() {
        ignored.push("truncation".to_owned());
    }
    if file.padding.is_some() {
        ignored.push("padding".to_owned());
    }
    let model = file.model.build()?;
    let description = Description {
        normalizers: components::normalizers(file.normalizer.as_ref())?,
        pre_tokenizers: components::pre_tokenizers(file.pre_tokenizer.as_ref())?,
        post_processor: components::post_processor(file.post_processor.as_ref())?,
        decoders: components::decoders(file.decoder.as_ref())?,
        added: added(file.added_tokens, &model),
        ignored,
    };
    PretrainedTokenizer::new(model, description)
}

/// Added tokens with their ids: those of the model where it has them, else the next free ones.
fn added(listed: Vec<Added>, model: &super::model::Model) -> Vec<AddedToken> {
    let mut tokens: Vec<AddedToken> = vec![];
    let mut ids: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
    let mut next = u32::try_from(model.tokens().len()).unwrap_or(u32::MAX);
    for token in listed {
        if token.content.is_empty() {
            continue;
        }
        let at = ids.get(&token.content).copied();
        let known = at.and_then(|at| tokens.get(at)).map(|token| token.id);
        let id = known
            .or_else(|| model.tokens().id(&token.content))
            .unwrap_or_else(|| {
                let id = next;
                next = next.saturating_add(1);
                id
            });
        let token = AddedToken {
            id,
            content: token.content,
            single_word: token.single_word,
            lstrip: token.lstrip,
            rstrip: token.rstrip,
            normalized: token.normalized,
            special: token.special,
        };
        match at.and_then(|at| tokens.get_mut(at)) {
            Some(place) => *place = token,
            None => {
                ids.insert(token.content.clone(), tokens.len());
                tokens.push(token);
            }
        }
    }
    tokens
}
