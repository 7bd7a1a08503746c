//! Vocabularies of older models that come without a `tokenizer.json`.

use serde_json::{Value, json};

use super::PretrainedTokenizer;
use super::json;
use crate::error::{Error, ErrorKind, Result};

fn text<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str> {
    std::str::from_utf8(bytes).map_err(|error| {
        Error::new(ErrorKind::InvalidVocabulary, format!("{name} is not UTF-8")).with_source(error)
    })
}

fn special(content: &str, id: &Value, lstrip: bool) -> Value {
    json!({
        "id": id, "content": content, "single_word": false, "lstrip": lstrip,
        "rstrip": false, "normalized": false, "special": true,
    })
}

impl PretrainedTokenizer {
    /// A tokenizer of BERT's kind from its `vocab.txt`, a token a line. `lowercase` is what
    /// `tokenizer_config.json` calls `do_lower_case`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the file is not UTF-8 or lacks `[UNK]`, `[CLS]` or
    /// `[SEP]`.
    pub fn from_vocab_txt(vocab: &[u8], lowercase: bool) -> Result<Self> {
        let lines = text(vocab, "vocab.txt")?.lines().map(str::trim_end);
        let mut ids = serde_json::Map::new();
        for (id, token) in lines.enumerate() {
            ids.insert(token.to_owned(), id.into());
        }
        let mut added = vec![];
        for token in ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] {
            if let Some(id) = ids.get(token) {
                added.push(special(token, id, false));
            }
        }
        let needed = |token: &str| {
            ids.get(token).cloned().ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidVocabulary,
                    format!("vocab.txt lacks the token {token}"),
                )
            })
        };
        let (cls, sep) = (needed("[CLS]")?, needed("[SEP]")?);
        let file = json!({
            "added_tokens": added,
            "normalizer": {"type": "BertNormalizer", "clean_text": true,
                "handle_chinese_chars": true, "strip_accents": null, "lowercase": lowercase},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", sep],
                "cls": ["[CLS]", cls]},
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
            "model": {"type": "WordPiece", "unk_token": "[UNK]",
                "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": ids},
        });
        json::read(file.to_string().as_bytes())
    }

    /// A tokenizer of RoBERTa's kind from its `vocab.json` and `merges.txt`; of GPT-2's, without
    /// special tokens around a text, if the vocabulary has no `<s>` and `</s>`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if a file breaks its format.
    pub fn from_bpe_files(vocab: &[u8], merges: &[u8]) -> Result<Self> {
        let ids: serde_json::Map<String, Value> =
            serde_json::from_slice(vocab).map_err(|error| {
                Error::new(
                    ErrorKind::InvalidVocabulary,
                    format!("vocab.json cannot be read: {error}"),
                )
                .with_source(error)
            })?;
        let merges: Vec<&str> = text(merges, "merges.txt")?
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with("#version"))
            .collect();
        let mut added = vec![];
        for token in ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "<|endoftext|>"] {
            if let Some(id) = ids.get(token) {
                added.push(special(token, id, token == "<mask>"));
            }
        }
        let post_processor = match (ids.get("<s>"), ids.get("</s>")) {
            (Some(cls), Some(sep)) => json!({
                "type": "RobertaProcessing", "sep": ["</s>", sep], "cls": ["<s>", cls],
                "trim_offsets": true, "add_prefix_space": false,
            }),
            _ => json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true}),
        };
        let file = json!({
            "added_tokens": added,
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false,
                "trim_offsets": true, "use_regex": true},
            "post_processor": post_processor,
            "decoder": {"type": "ByteLevel"},
            "model": {"type": "BPE", "vocab": ids, "merges": merges},
        });
        json::read(file.to_string().as_bytes())
    }
}
