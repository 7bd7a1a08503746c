//! How the texts of the packaged models become ids.

use super::incomplete;
use crate::error::Result;
#[cfg(not(feature = "jieba"))]
use crate::error::{Error, ErrorKind};
use crate::model::Bundle;
use crate::model::manifest::{TokenizerKind, TokenizerSpec};
use crate::text::tokenize::{Unigram, WordPiece};
use crate::text::{Tokenizer, Vocabulary};

/// The vocabulary of a model over characters, words or shapes.
pub(super) fn vocabulary(bundle: &Bundle) -> Result<Vocabulary> {
    let manifest = bundle.manifest();
    let Some(tokenizer) = &manifest.tokenizer else {
        return Err(incomplete(bundle));
    };
    Vocabulary::parse(bundle.file(&tokenizer.vocabulary)?).map_err(|error| {
        error.at(format!(
            "model `{}`: {}",
            manifest.name, tokenizer.vocabulary
        ))
    })
}

/// How the texts of a matcher become ids.
pub(super) fn tokenizer(bundle: &Bundle) -> Result<Tokenizer> {
    let spec = bundle.manifest().tokenizer.as_ref();
    tokenizer_of(bundle, spec.ok_or_else(|| incomplete(bundle))?)
}

/// How texts become ids as a part of a model's manifest says.
pub(super) fn tokenizer_of(bundle: &Bundle, spec: &TokenizerSpec) -> Result<Tokenizer> {
    match (spec.kind, &spec.dictionary) {
        (TokenizerKind::Characters, _) => Ok(Tokenizer::Characters(vocabulary(bundle)?)),
        (TokenizerKind::Words, None) => Ok(Tokenizer::Words(vocabulary(bundle)?)),
        (TokenizerKind::Words, Some(dictionary)) => jieba(bundle, dictionary),
        (TokenizerKind::Unigram, _) => unigram_of(bundle, spec).map(Tokenizer::Unigram),
        (TokenizerKind::Wordpiece, _) => word_pieces(bundle, spec).map(Tokenizer::WordPiece),
        (TokenizerKind::Shapes, _) => Err(incomplete(bundle)),
    }
}

/// The pieces of a model.
pub(super) fn unigram(bundle: &Bundle) -> Result<Unigram> {
    let spec = bundle.manifest().tokenizer.as_ref();
    unigram_of(bundle, spec.ok_or_else(|| incomplete(bundle))?)
}

fn unigram_of(bundle: &Bundle, spec: &TokenizerSpec) -> Result<Unigram> {
    let (path, name) = (&spec.vocabulary, &bundle.manifest().name);
    let unigram = Unigram::parse(bundle.file(path)?, spec.buckets.unwrap_or(0))
        .map_err(|error| error.at(format!("model `{name}`: {path}")))?;
    Ok(if spec.cased { unigram.cased() } else { unigram })
}

/// The pieces of a model in BERT's manner.
fn word_pieces(bundle: &Bundle, spec: &TokenizerSpec) -> Result<WordPiece> {
    let path = &spec.vocabulary;
    WordPiece::parse(bundle.file(path)?)
        .map_err(|error| error.at(format!("model `{}`: {path}", bundle.manifest().name)))
}

#[cfg(feature = "jieba")]
fn jieba(bundle: &Bundle, dictionary: &str) -> Result<Tokenizer> {
    use crate::text::tokenize::JiebaTokenizer;

    let jieba = JiebaTokenizer::from_dictionary(bundle.file(dictionary)?)
        .map_err(|error| error.at(format!("model `{}`: {dictionary}", bundle.manifest().name)))?;
    Ok(Tokenizer::Jieba(vocabulary(bundle)?, Box::new(jieba)))
}

#[cfg(not(feature = "jieba"))]
fn jieba(bundle: &Bundle, _dictionary: &str) -> Result<Tokenizer> {
    Err(Error::new(
        ErrorKind::Unsupported,
        format!(
            "model `{}` reads words by dictionary; enable the feature `jieba`",
            bundle.manifest().name
        ),
    ))
}
