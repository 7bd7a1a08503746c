//! The small parts of the file: what surrounds the model.

use serde_json::Value;

use super::fields::Part;
use crate::error::Result;
use crate::text::pretrained::decoder::Decoder;
use crate::text::pretrained::normalizer::{Normalizer, Table};
use crate::text::pretrained::pattern::{Pattern, Source};
use crate::text::pretrained::post_processor::{PostProcessor, Sequence, Slot, Trim};
use crate::text::pretrained::pre_tokenizer::{PreTokenizer, Prepend};
use crate::text::pretrained::precompiled::Precompiled;
use crate::text::pretrained::split::Behavior;

const NORMALIZERS: &[&str] = &[
    "Sequence",
    "BertNormalizer",
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "Lowercase",
    "StripAccents",
    "Strip",
    "Replace",
    "Prepend",
    "Precompiled",
    "Nmt",
    "ByteLevel",
];

const PRE_TOKENIZERS: &[&str] = &[
    "Sequence",
    "BertPreTokenizer",
    "Whitespace",
    "WhitespaceSplit",
    "Metaspace",
    "ByteLevel",
    "Punctuation",
    "Digits",
    "CharDelimiterSplit",
    "Split",
];

const POST_PROCESSORS: &[&str] = &[
    "Sequence",
    "TemplateProcessing",
    "BertProcessing",
    "RobertaProcessing",
    "ByteLevel",
];

const DECODERS: &[&str] = &[
    "Sequence",
    "WordPiece",
    "ByteLevel",
    "Metaspace",
    "BPEDecoder",
    "Fuse",
    "Strip",
    "Replace",
    "ByteFallback",
];

/// The steps of `normalizer`.
pub(super) fn normalizers(value: Option<&Value>) -> Result<Vec<Normalizer>> {
    let steps = Part::steps("normalizer", value, "normalizers")?;
    let mut found = vec![];
    for part in steps {
        let form = |compatible, composed| Normalizer::Form {
            compatible,
            composed,
        };
        found.push(match part.kind {
            "BertNormalizer" => {
                let lowercase = part.boolean("lowercase")?;
                Normalizer::Bert {
                    clean_text: part.boolean("clean_text")?,
                    handle_chinese_chars: part.boolean("handle_chinese_chars")?,
                    strip_accents: part.boolean_or("strip_accents", lowercase)?,
                    lowercase,
                }
            }
            "NFC" => form(false, true),
            "NFD" => form(false, false),
            "NFKC" => form(true, true),
            "NFKD" => form(true, false),
            "Lowercase" => Normalizer::Lowercase,
            "StripAccents" => Normalizer::StripAccents,
            "Strip" => Normalizer::Strip {
                left: part.boolean("strip_left")?,
                right: part.boolean("strip_right")?,
            },
            "Replace" => Normalizer::Replace {
                pattern: pattern(&part)?,
                content: part.content("content")?,
            },
            "Prepend" => Normalizer::Prepend(part.content("prepend")?),
            "Precompiled" => {
                // A model without a table has null here, and changes nothing.
                if part.get("precompiled_charsmap").is_none() {
                    continue;
                }
                let bytes = base64(part.string("precompiled_charsmap")?)
                    .ok_or_else(|| part.invalid("`precompiled_charsmap` is not base64"))?;
                if bytes.is_empty() {
                    continue;
                }
                Normalizer::Precompiled(Table(Box::new(Precompiled::new(bytes)?)))
            }
            "Nmt" => Normalizer::Nmt,
            "ByteLevel" => Normalizer::ByteLevel,
            _ => return Err(part.unknown(NORMALIZERS)),
        });
    }
    Ok(found)
}

/// The steps of `pre_tokenizer`.
pub(super) fn pre_tokenizers(value: Option<&Value>) -> Result<Vec<PreTokenizer>> {
    let steps = Part::steps("pre_tokenizer", value, "pretokenizers")?;
    let step = |part: Part| {
        Ok(match part.kind {
            "BertPreTokenizer" => PreTokenizer::Bert,
            "Whitespace" => PreTokenizer::Whitespace,
            "WhitespaceSplit" => PreTokenizer::WhitespaceSplit,
            "Metaspace" => PreTokenizer::Metaspace {
                replacement: part.character("replacement")?,
                prepend: prepend(&part)?,
                split: part.boolean_or("split", true)?,
            },
            "ByteLevel" => PreTokenizer::ByteLevel {
                add_prefix_space: part.boolean("add_prefix_space")?,
                use_regex: part.boolean_or("use_regex", true)?,
            },
            "Punctuation" => PreTokenizer::Punctuation(match part.get("behavior") {
                None => Behavior::Isolated,
                Some(_) => behavior(&part)?,
            }),
            "Digits" => PreTokenizer::Digits {
                individual: part.boolean("individual_digits")?,
            },
            "CharDelimiterSplit" => PreTokenizer::Delimiter(part.character("delimiter")?),
            "Split" => PreTokenizer::Split {
                pattern: pattern(&part)?,
                behavior: behavior(&part)?,
                invert: part.boolean_or("invert", false)?,
            },
            _ => return Err(part.unknown(PRE_TOKENIZERS)),
        })
    };
    steps.into_iter().map(step).collect()
}

/// The templates of `post_processor`.
pub(super) fn post_processor(value: Option<&Value>) -> Result<PostProcessor> {
    let mut found = PostProcessor::default();
    let mut trims = vec![];
    for part in Part::steps("post_processor", value, "processors")? {
        let before = found.adds();
        let template = match part.kind {
            "TemplateProcessing" => PostProcessor {
                single: template(&part, "single")?,
                pair: template(&part, "pair")?,
                trims: vec![],
            },
            "BertProcessing" => PostProcessor::bert(token(&part, "cls")?, token(&part, "sep")?),
            "RobertaProcessing" => {
                if part.boolean_or("trim_offsets", true)? {
                    trims.push(trim(&part)?);
                }
                PostProcessor::roberta(token(&part, "cls")?, token(&part, "sep")?)
            }
            "ByteLevel" => {
                if part.boolean_or("trim_offsets", true)? {
                    trims.push(trim(&part)?);
                }
                continue;
            }
            _ => return Err(part.unknown(POST_PROCESSORS)),
        };
        if before {
            return Err(part.invalid("only one step of a sequence can add special tokens"));
        }
        found = template;
    }
    found.trims = trims;
    found.check()
}

fn trim(part: &Part) -> Result<Trim> {
    Ok(Trim {
        add_prefix_space: part.boolean_or("add_prefix_space", true)?,
    })
}

/// The steps of `decoder`; `None` if there is none.
pub(super) fn decoders(value: Option<&Value>) -> Result<Option<Vec<Decoder>>> {
    if value.is_none_or(Value::is_null) {
        return Ok(None);
    }
    let steps = Part::steps("decoder", value, "decoders")?;
    let step = |part: Part| {
        Ok(match part.kind {
            "WordPiece" => Decoder::WordPiece {
                prefix: part.content("prefix")?,
                cleanup: part.boolean_or("cleanup", true)?,
            },
            "ByteLevel" => Decoder::ByteLevel,
            "Metaspace" => Decoder::Metaspace {
                replacement: part.character("replacement")?,
                prepend: prepend(&part)? != Prepend::Never,
            },
            "BPEDecoder" => Decoder::Bpe {
                suffix: part.content("suffix")?,
            },
            "Fuse" => Decoder::Fuse,
            "Strip" => Decoder::Strip {
                content: part.character("content")?,
                start: part.number("start")?,
                stop: part.number("stop")?,
            },
            "Replace" => Decoder::Replace {
                pattern: pattern(&part)?,
                content: part.content("content")?,
            },
            "ByteFallback" => Decoder::ByteFallback,
            _ => return Err(part.unknown(DECODERS)),
        })
    };
    steps.into_iter().map(step).collect::<Result<_>>().map(Some)
}

/// `{"String": …}` or `{"Regex": …}`.
fn pattern(part: &Part) -> Result<Pattern> {
    let fields = part.object("pattern")?;
    let string = |name| fields.get(name).and_then(Value::as_str);
    let source = match (string("String"), string("Regex")) {
        (Some(text), None) => Source::Text(text.to_owned()),
        (None, Some(source)) => Source::Expression(source.to_owned()),
        _ => return Err(part.invalid("`pattern` must have either `String` or `Regex`")),
    };
    Pattern::try_from(source).map_err(|error| error.at(part.kind))
}

fn behavior(part: &Part) -> Result<Behavior> {
    let name = part.string("behavior")?;
    let found = Behavior::ALL.iter().find(|(known, _)| *known == name);
    found.map(|(_, behavior)| *behavior).ok_or_else(|| {
        let known: Vec<&str> = Behavior::ALL.iter().map(|(name, _)| *name).collect();
        part.invalid(format!(
            "`behavior` {name:?} is not known; known are {}",
            known.join(", ")
        ))
    })
}

/// `prepend_scheme`, or what older files say by `add_prefix_space`.
fn prepend(part: &Part) -> Result<Prepend> {
    let space = part.boolean_or("add_prefix_space", true)?;
    let scheme = match part.get("prepend_scheme") {
        None if space => return Ok(Prepend::Always),
        None => return Ok(Prepend::Never),
        Some(_) => part.string("prepend_scheme")?,
    };
    match scheme {
        "always" if space => Ok(Prepend::Always),
        "first" if space => Ok(Prepend::First),
        "never" => Ok(Prepend::Never),
        "always" | "first" => {
            Err(part.invalid("`add_prefix_space` is false, but `prepend_scheme` is not `never`"))
        }
        other => Err(part.invalid(format!(
            "`prepend_scheme` {other:?} is not known; known are always, first, never"
        ))),
    }
}

/// A token with its id, as a pair.
fn token(part: &Part, name: &str) -> Result<u32> {
    let id = match part.array(name)? {
        [Value::String(_), id] => whole(id),
        _ => None,
    };
    id.ok_or_else(|| part.invalid(format!("`{name}` must be a token and its id")))
}

fn whole(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|id| u32::try_from(id).ok())
}

/// The slots of a template.
fn template(part: &Part, name: &str) -> Result<Vec<Slot>> {
    let special = part.object("special_tokens")?;
    let mut slots = vec![];
    for piece in part.array(name)? {
        let malformed = || part.invalid(format!("`{name}` has a piece that is malformed"));
        let piece = piece.as_object().ok_or_else(malformed)?;
        let (kind, fields) = piece.iter().next().ok_or_else(malformed)?;
        let type_id = fields
            .get("type_id")
            .and_then(whole)
            .ok_or_else(malformed)?;
        let id = fields
            .get("id")
            .and_then(Value::as_str)
            .ok_or_else(malformed)?;
        match (kind.as_str(), id) {
            ("Sequence", "A") => slots.push(Slot::Text(Sequence::First, type_id)),
            ("Sequence", "B") => slots.push(Slot::Text(Sequence::Second, type_id)),
            ("SpecialToken", _) => {
                let ids = special.get(id).and_then(|token| token.get("ids"));
                let ids = ids.and_then(Value::as_array).ok_or_else(|| {
                    part.invalid(format!("`special_tokens` lacks {id:?} of `{name}`"))
                })?;
                for id in ids {
                    slots.push(Slot::Token(whole(id).ok_or_else(malformed)?, type_id));
                }
            }
            _ => return Err(malformed()),
        }
    }
    Ok(slots)
}

/// The bytes of a base64 string (RFC 4648, padded).
fn base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 3);
    for group in digits.chunks(4) {
        let mut bits = 0u32;
        for &digit in group {
            let value = match digit {
                b'A'..=b'Z' => digit - b'A',
                b'a'..=b'z' => digit - b'a' + 26,
                b'0'..=b'9' => digit - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        bits <<= 6 * (4 - group.len());
        let [_, first, second, third] = bits.to_be_bytes();
        match group.len() {
            4 => bytes.extend([first, second, third]),
            3 => bytes.extend([first, second]),
            2 => bytes.push(first),
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_every_length() {
        assert_eq!(base64("").unwrap(), b"");
        assert_eq!(base64("Zg==").unwrap(), b"f");
        assert_eq!(base64("Zm8=").unwrap(), b"fo");
        assert_eq!(base64("Zm9v+/A=").unwrap(), b"foo\xfb\xf0");
        assert!(base64("Z").is_none() && base64("Zm 9").is_none());
    }
}
