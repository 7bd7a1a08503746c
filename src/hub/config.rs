//! `config.json` of a model of the field, and the length that its tokenizer states.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::{Error, ErrorKind, Result};

/// Lengths above this stand for "no limit" in `tokenizer_config.json`.
const NO_LIMIT: f64 = 1e9;

/// What `config.json` says, of what concerns a runner.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Config {
    /// The class that a model was saved from, such as `BertForSequenceClassification`.
    pub architectures: Option<Vec<String>>,
    /// The family, such as `bert` or `deberta-v2`.
    pub model_type: Option<String>,
    /// The names of the labels by their number.
    pub id2label: Option<BTreeMap<String, String>>,
    /// How many labels there are, where they have no names.
    pub num_labels: Option<usize>,
    /// `single_label_classification`, `multi_label_classification` or `regression`.
    pub problem_type: Option<String>,
    /// The places that a model has embeddings for.
    pub max_position_embeddings: Option<i64>,
    /// The id that fills up a batch.
    pub pad_token_id: Option<i64>,
    /// Whether the model has an encoder and a decoder.
    pub is_encoder_decoder: Option<bool>,
    /// What exporters for browsers add.
    #[serde(rename = "transformers.js_config")]
    pub exported: Option<serde_json::Value>,
}

impl Config {
    /// Reads `config.json`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] if it is not an object of that kind.
    pub fn parse(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json).map_err(|error| {
            Error::new(
                ErrorKind::InvalidManifest,
                format!("config.json: {error}; expected the configuration of a model"),
            )
            .with_source(error)
        })
    }

    /// The first architecture, or an empty name.
    pub fn architecture(&self) -> &str {
        let all = self.architectures.as_deref().unwrap_or_default();
        all.first().map_or("", String::as_str)
    }

    /// Whether it writes: an encoder with a decoder and a head over the vocabulary.
    pub fn is_generative(&self) -> bool {
        let named = self.architecture();
        let writes = named.ends_with("ForConditionalGeneration") || named.ends_with("MTModel");
        writes || (self.is_encoder_decoder == Some(true) && !named.contains("Classification"))
    }

    /// The names of the labels in the order of their numbers; none where the file has no names
    /// or only those that stand for none, `LABEL_0` and so on.
    pub fn labels(&self) -> Option<Vec<String>> {
        let names = self.id2label.as_ref()?;
        let mut numbered = names
            .iter()
            .map(|(id, name)| Some((id.parse::<usize>().ok()?, name.clone())))
            .collect::<Option<Vec<_>>>()?;
        numbered.sort();
        let dense = numbered.iter().enumerate().all(|(at, (id, _))| at == *id);
        let unnamed = numbered
            .iter()
            .all(|(id, name)| *name == format!("LABEL_{id}"));
        let named: Vec<_> = numbered.into_iter().map(|(_, name)| name).collect();
        (dense && !unnamed && !named.is_empty()).then_some(named)
    }

    /// The tokens that one run may hold, by this file and the text of `tokenizer_config.json`.
    /// None where nothing limits it, as with relative positions.
    pub fn window(&self, tokenizer_config: Option<&[u8]>) -> Option<usize> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct TokenizerConfig {
            model_max_length: Option<f64>,
        }
        let stated = tokenizer_config
            .and_then(|json| serde_json::from_slice::<TokenizerConfig>(json).ok())
            .and_then(|config| config.model_max_length)
            .filter(|&length| (1.0..NO_LIMIT).contains(&length))
            .map(|length| length as usize);
        let places = self.max_position_embeddings.filter(|&places| places > 0);
        // Places of this family begin behind the id of padding.
        let offset = match self.model_type.as_deref() {
            Some("roberta" | "xlm-roberta" | "camembert" | "mpnet" | "longformer") => {
                self.pad_token_id.unwrap_or(1).clamp(0, 1024) + 1
            }
            _ => 0,
        };
        let places = places.and_then(|places| usize::try_from(places - offset).ok());
        match (places, stated) {
            (Some(places), Some(stated)) => Some(places.min(stated)),
            (one, other) => one.or(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Config {
        Config::parse(json.as_bytes()).unwrap()
    }

    #[test]
    fn labels_are_in_the_order_of_their_numbers() {
        let json = r#"{"id2label": {"1": "neutral", "0": "contradiction", "2": "entailment"}}"#;
        let wanted = ["contradiction", "neutral", "entailment"].map(str::to_owned);
        assert_eq!(parse(json).labels(), Some(wanted.to_vec()));
        for none in [
            "{}",
            r#"{"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}"#,
            r#"{"id2label": {"0": "yes", "2": "no"}}"#,
            r#"{"id2label": {"a": "yes"}}"#,
        ] {
            assert_eq!(parse(none).labels(), None, "{none}");
        }
    }

    #[test]
    fn a_window_is_the_least_of_what_limits_it() {
        let roberta = parse(
            r#"{"model_type": "roberta", "max_position_embeddings": 514, "pad_token_id": 1}"#,
        );
        assert_eq!(roberta.window(None), Some(512));
        let stated = br#"{"model_max_length": 160}"#;
        assert_eq!(roberta.window(Some(stated)), Some(160));
        let open = br#"{"model_max_length": 1000000000000000019884624838656}"#;
        assert_eq!(parse("{}").window(Some(open)), None);
    }

    #[test]
    fn what_is_no_configuration_is_refused() {
        for json in ["", "[1]", "{\"architectures\": 3}"] {
            let error = Config::parse(json.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidManifest);
        }
    }
}
