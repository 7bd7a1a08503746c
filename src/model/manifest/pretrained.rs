//! A model of the field as it lies in its repository: which file is what.

use serde::{Deserialize, Serialize};

use super::{FileSpec, Task, TensorSpec};

/// The files of a model of the field, and what is known of it besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PretrainedSpec {
    /// The path of `config.json`.
    pub config: String,
    /// The path of `tokenizer.json`, or of a packed tokenizer.
    pub tokenizer: String,
    /// The path of `tokenizer_config.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokenizer_config: Option<String>,
    /// The path of `generation_config.json`; of a model that writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation_config: Option<String>,
    /// The graphs.
    pub graphs: Vec<PretrainedGraph>,
    /// What a classifier was made for (`entailment`, `support`, `relevance`, `tokens` or
    /// `embedding`), where `config.json` does not tell or is overridden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// The names of a classifier's labels, in the order of its outputs; likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
    /// The most tokens in one run, where it is to be fewer than the model allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<usize>,
    /// How outputs become a decision; absent: as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// A graph of a model of the field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PretrainedGraph {
    /// What it does.
    pub role: GraphRole,
    /// Its path: an ONNX file, or a plan.
    pub file: String,
    /// Files beside it that hold its larger tensors, in ONNX's external data format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
    /// What it reads; of a plan, which holds no names. An ONNX file has its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<TensorSpec>,
    /// What it writes; likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<TensorSpec>,
}

/// What a graph of a model of the field does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraphRole {
    /// Reads a text or a pair: `model.onnx`.
    Model,
    /// Reads what is to be summarised: `encoder_model.onnx`.
    Encoder,
    /// Writes the first token: `decoder_model.onnx`.
    Decoder,
    /// Writes further tokens, with what the first step kept: `decoder_with_past_model.onnx`.
    DecoderWithPast,
    /// Both: `decoder_model_merged.onnx`.
    DecoderMerged,
}

/// How the outputs of a classifier become the probability that a sentence is supported:
/// σ(slope · x + offset), where x is the log-odds of support. Of a classifier of tokens x is the mean
/// of its `top` least supported tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Decision {
    /// What log-odds are multiplied by; above 0.
    pub slope: f64,
    /// What is added to them.
    pub offset: f64,
    /// Tokens whose mean counts.
    pub top: usize,
    /// The probability from which on a token counts as unsupported and is marked, 0 to 1.
    pub mark: f64,
    /// Sentences of the document that a sentence of the summary is held against at most, those that
    /// share most of its words; 0: all, window after window.
    pub premise: usize,
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            slope: 1.0,
            offset: 0.0,
            top: 1,
            mark: 0.5,
            premise: 0,
        }
    }
}

impl PretrainedSpec {
    /// What is wrong with it, for a task and the files that are listed.
    pub(super) fn check(&self, task: Task, files: &[FileSpec]) -> Result<(), String> {
        let graphs = || self.graphs.iter();
        let paths = [&self.config, &self.tokenizer]
            .into_iter()
            .chain(&self.tokenizer_config)
            .chain(&self.generation_config)
            .chain(graphs().flat_map(|graph| std::iter::once(&graph.file).chain(&graph.data)));
        for path in paths {
            if !files.iter().any(|file| file.path == *path) {
                return Err(format!("`{path}` is used but not listed in files"));
            }
        }
        let roles: Vec<_> = graphs().map(|graph| graph.role).collect();
        let fits = match task {
            Task::Matching => roles == [GraphRole::Model],
            Task::Summarization => {
                let [GraphRole::Encoder, decoders @ ..] = &roles[..] else {
                    return Err(
                        "pretrained.graphs of a model that writes begin with role `encoder`".into(),
                    );
                };
                matches!(
                    decoders,
                    [GraphRole::DecoderMerged]
                        | [GraphRole::Decoder]
                        | [GraphRole::Decoder, GraphRole::DecoderWithPast]
                )
            }
            Task::Segmentation => false,
        };
        if !fits {
            return Err(
                "pretrained.graphs must be one of role `model` for task `matching`; for task `summarization` \
                 `encoder` and then `decoder-merged`, `decoder`, or `decoder` and `decoder-with-past`"
                    .into(),
            );
        }
        if self.window.is_some_and(|window| window < 8) {
            return Err("pretrained.window must be at least 8".into());
        }
        match &self.decision {
            Some(decision) => decision.check(),
            None => Ok(()),
        }
    }
}

impl Decision {
    fn check(&self) -> Result<(), String> {
        let finite = self.slope.is_finite() && self.offset.is_finite() && self.slope > 0.0;
        if finite && self.top > 0 && (0.0..=1.0).contains(&self.mark) {
            return Ok(());
        }
        Err("pretrained.decision needs a slope above 0, a finite offset, top of at least 1 and a mark from 0 to 1".into())
    }
}
