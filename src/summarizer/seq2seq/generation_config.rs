//! How a model of the field generates: `generation_config.json`, or `config.json` where there is
//! none, with what `config.json` says of summarization.
//!
//! Fields and defaults are those of transformers 4.48. A field that changes what is generated and
//! is not carried out is an error; sampling alone is passed over, since summaries are the same
//! every time.

use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Result};

/// Most beams of a search.
pub const MAX_BEAMS: usize = 32;

/// Most tokens of an output.
const MAX_TOKENS: usize = 1 << 14;

/// The length that transformers takes as not set.
const DEFAULT_MAX_LENGTH: usize = 20;

/// When a beam search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyStopping {
    /// As soon as as many have ended as there are beams.
    Yes,
    /// When what lives cannot score more at its present length.
    No,
    /// When what lives cannot score more at any length.
    Never,
}

/// What a search needs to know.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationConfig {
    /// The token that stands before an output.
    pub decoder_start: i64,
    /// The tokens that end an output; the first is written.
    pub eos: Vec<i64>,
    /// Forced as first token.
    pub forced_bos: Option<i64>,
    /// Forced as last tokens of the longest output.
    pub forced_eos: Vec<i64>,
    /// How many hypotheses are followed; 1 is a greedy search.
    pub beams: usize,
    /// The power of the length that divides a score.
    pub length_penalty: f64,
    /// When the search stops.
    pub early_stopping: EarlyStopping,
    /// Tokens of the longest output, the start included.
    pub max_length: usize,
    /// Tokens before the first end, the start included.
    pub min_length: usize,
    /// No run of so many tokens is written twice; 0 for no limit.
    pub no_repeat_ngram: usize,
    /// No run of so many tokens is copied from the document; 0 for no limit.
    pub encoder_no_repeat_ngram: usize,
    /// Divides the scores of tokens that were written, or multiplies negative ones.
    pub repetition_penalty: f32,
    /// Runs of tokens that are never written.
    pub bad_words: Vec<Vec<i64>>,
    /// Tokens that are never written.
    pub suppress: Vec<i64>,
    /// Tokens that are not written first.
    pub begin_suppress: Vec<i64>,
    /// Stands before a document: `summarize: `.
    pub prefix: String,
}

/// The fields of one file after the other.
struct Fields<'a>(Vec<&'a Map<String, Value>>);

impl<'a> Fields<'a> {
    fn get(&self, name: &str) -> Option<&'a Value> {
        let found = self.0.iter().find_map(|fields| fields.get(name));
        found.filter(|value| !value.is_null())
    }

    fn error(name: &str, what: &str) -> Error {
        Error::new(
            ErrorKind::InvalidManifest,
            format!("generation: `{name}` must be {what}"),
        )
    }

    fn whole(&self, name: &str) -> Result<Option<usize>> {
        let read = |value: &Value| {
            let number = value.as_u64().and_then(|n| usize::try_from(n).ok());
            number.ok_or_else(|| Self::error(name, "a whole number"))
        };
        self.get(name).map(read).transpose()
    }

    fn float(&self, name: &str, default: f64) -> Result<f64> {
        match self.get(name).map(Value::as_f64) {
            None => Ok(default),
            Some(Some(number)) if number.is_finite() => Ok(number),
            Some(_) => Err(Self::error(name, "a number")),
        }
    }

    /// A token, or several.
    fn tokens(&self, name: &str) -> Result<Vec<i64>> {
        match self.get(name) {
            None => Ok(vec![]),
            Some(Value::Array(list)) => list.iter().map(|id| token(name, id)).collect(),
            Some(id) => Ok(vec![token(name, id)?]),
        }
    }
}

fn token(name: &str, value: &Value) -> Result<i64> {
    let id = value.as_i64().filter(|id| *id >= 0);
    id.ok_or_else(|| Fields::error(name, "the id of a token"))
}

/// Fields that change what is generated, with the values that change nothing.
const NOT_DONE: [(&str, f64); 5] = [
    ("num_beam_groups", 1.0),
    ("penalty_alpha", 0.0),
    ("encoder_repetition_penalty", 1.0),
    ("diversity_penalty", 0.0),
    ("guidance_scale", 1.0),
];

impl GenerationConfig {
    /// Reads `config.json` and, where there is one, `generation_config.json`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] if a field is malformed or out of range, or the model
    /// has no start; [`ErrorKind::Unsupported`] for a field that is not carried out.
    pub fn read(config: &Value, generation: Option<&Value>) -> Result<Self> {
        let object = |value: &'_ Value, file: &str| {
            value.as_object().cloned().ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidManifest,
                    format!("{file} must be an object"),
                )
            })
        };
        let config = object(config, "config.json")?;
        let generation = match generation {
            Some(generation) => object(generation, "generation_config.json")?,
            None => config.clone(),
        };
        let task = config
            .get("task_specific_params")
            .and_then(|tasks| tasks.get("summarization"))
            .and_then(Value::as_object);
        let own = Fields(task.into_iter().chain([&config]).collect());
        let fields = Fields(task.into_iter().chain([&generation]).collect());
        // Older files keep a model's tokens in `config.json` alone.
        let tokens = Fields(task.into_iter().chain([&generation, &config]).collect());

        for (name, neutral) in NOT_DONE {
            let value = fields.float(name, neutral)?;
            if value != neutral {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    format!("generation: `{name}` is {value}; only {neutral} is allowed"),
                ));
            }
        }
        let first = |name: &str| Ok::<_, Error>(tokens.tokens(name)?.first().copied());
        let start = match first("decoder_start_token_id")? {
            Some(start) => Some(start),
            None => first("bos_token_id")?,
        };
        let decoder_start = start.ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidManifest,
                "generation: `decoder_start_token_id` is missing: nothing can begin an output",
            )
        })?;
        let early_stopping = match fields.get("early_stopping") {
            None | Some(Value::Bool(false)) => EarlyStopping::No,
            Some(Value::Bool(true)) => EarlyStopping::Yes,
            Some(Value::String(word)) if word == "never" => EarlyStopping::Never,
            Some(_) => {
                return Err(Fields::error("early_stopping", "true, false or \"never\""));
            }
        };
        let bad_words = match fields.get("bad_words_ids") {
            None => vec![],
            Some(Value::Array(runs)) => runs
                .iter()
                .map(|run| {
                    let run = run.as_array().filter(|run| !run.is_empty());
                    let run = run.ok_or_else(|| Fields::error("bad_words_ids", "lists of ids"))?;
                    run.iter().map(|id| token("bad_words_ids", id)).collect()
                })
                .collect::<Result<_>>()?,
            Some(_) => return Err(Fields::error("bad_words_ids", "lists of ids")),
        };

        let positions = own.whole("max_position_embeddings")?;
        let max_length = match fields.whole("max_new_tokens")? {
            Some(new) => new.saturating_add(1),
            None => match fields.whole("max_length")? {
                Some(length) if length != DEFAULT_MAX_LENGTH => length,
                _ => (DEFAULT_MAX_LENGTH + 1).min(positions.unwrap_or(usize::MAX)),
            },
        };
        let min_length = match fields.whole("min_new_tokens")? {
            Some(new) => new.saturating_add(1),
            None => fields.whole("min_length")?.unwrap_or(0),
        };
        let prefix = own.get("prefix").and_then(Value::as_str);
        let read = Self {
            decoder_start,
            eos: tokens.tokens("eos_token_id")?,
            forced_bos: first("forced_bos_token_id")?,
            forced_eos: tokens.tokens("forced_eos_token_id")?,
            beams: fields.whole("num_beams")?.unwrap_or(1),
            length_penalty: fields.float("length_penalty", 1.0)?,
            early_stopping,
            max_length: max_length.min(MAX_TOKENS),
            min_length,
            no_repeat_ngram: fields.whole("no_repeat_ngram_size")?.unwrap_or(0),
            encoder_no_repeat_ngram: fields.whole("encoder_no_repeat_ngram_size")?.unwrap_or(0),
            repetition_penalty: fields.float("repetition_penalty", 1.0)? as f32,
            bad_words,
            suppress: fields.tokens("suppress_tokens")?,
            begin_suppress: fields.tokens("begin_suppress_tokens")?,
            prefix: prefix.unwrap_or_default().to_owned(),
        };
        read.check()?;
        Ok(read)
    }

    /// Checks what a caller may have changed.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if a value is out of range.
    pub fn check(&self) -> Result<()> {
        let invalid = |what: String| Err(Error::new(ErrorKind::InvalidArgument, what));
        if !(1..=MAX_BEAMS).contains(&self.beams) {
            return invalid(format!(
                "the number of beams is {}; it must be 1 to {MAX_BEAMS}",
                self.beams
            ));
        }
        if !self.length_penalty.is_finite() || self.repetition_penalty <= 0.0 {
            return invalid(
                "the length penalty must be finite, and the repetition penalty above 0".into(),
            );
        }
        if !(2..=MAX_TOKENS).contains(&self.max_length) {
            return invalid(format!(
                "the longest output has {} tokens with its start; 2 to {MAX_TOKENS} are allowed",
                self.max_length
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn files_are_read_as_transformers_does() {
        let config = json!({
            "decoder_start_token_id": 0, "eos_token_id": 1, "num_beams": 7, "prefix": "x",
            "task_specific_params": {"summarization": {
                "early_stopping": true, "length_penalty": 2.0, "max_length": 200,
                "min_length": 30, "no_repeat_ngram_size": 3, "num_beams": 4,
                "prefix": "summarize: "}},
        });
        let read = GenerationConfig::read(&config, None).unwrap();
        assert_eq!((read.beams, read.max_length, read.min_length), (4, 200, 30));
        assert_eq!(read.prefix, "summarize: ");
        assert_eq!(read.early_stopping, EarlyStopping::Yes);
        let generation = json!({"bos_token_id": 5, "eos_token_id": [1, 2], "max_new_tokens": 9});
        let config = json!({"max_position_embeddings": 8, "num_beams": 3});
        let read = GenerationConfig::read(&config, Some(&generation)).unwrap();
        assert_eq!(
            (read.beams, read.max_length, read.decoder_start),
            (1, 10, 5)
        );
        assert_eq!(read.eos, [1, 2]);
        let short = json!({"decoder_start_token_id": 0, "max_position_embeddings": 8});
        assert_eq!(GenerationConfig::read(&short, None).unwrap().max_length, 8);
    }

    #[test]
    fn what_cannot_be_done_is_named() {
        for (config, named) in [
            (json!({}), "decoder_start_token_id"),
            (
                json!({"bos_token_id": 0, "num_beam_groups": 2}),
                "num_beam_groups",
            ),
            (json!({"bos_token_id": 0, "num_beams": 99}), "1 to 32"),
            (json!({"bos_token_id": -1}), "bos_token_id"),
            (
                json!({"bos_token_id": 0, "early_stopping": 3}),
                "early_stopping",
            ),
            (json!([]), "config.json"),
        ] {
            let error = GenerationConfig::read(&config, None).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
    }
}
