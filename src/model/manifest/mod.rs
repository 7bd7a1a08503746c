//! `manifest.json`: what a model is, what it reads and writes, and the SHA-256
//! of every file it consists of.
//!
//! A manifest is read strictly: an unknown field, a version other than
//! [`VERSION`], or a part that contradicts another is an error that names it.

mod calibration;
mod files;
mod generation;
mod graph;
mod pretrained;
mod systems;

pub use calibration::{Calibration, Knot};
pub use files::{FilePart, FileSpec};
pub use generation::{GenerationSpec, RELATIONS};
pub use graph::{Axis, DataType, GraphSpec, TensorSpec, TokenizerKind, TokenizerSpec};
pub use pretrained::{Decision, GraphRole, PretrainedGraph, PretrainedSpec};
pub use systems::{
    EntailmentSpec, FitSpec, LinesSpec, RougeMeasure, RougeSpec, RougeStatistic, SvmSpec,
};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::text::Language;

/// The manifest version that this crate reads.
pub const VERSION: u32 = 1;

/// A model's description. Field names are those of the JSON file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Always [`VERSION`].
    pub manifest_version: u32,
    /// The name that `Matcher.create({ model })` takes: lower-case letters,
    /// digits and hyphens.
    pub name: String,
    /// The version of the weights.
    pub version: String,
    /// What the model does.
    pub task: Task,
    /// One sentence for people.
    pub description: String,
    /// The languages it was made for.
    pub languages: Vec<Language>,
    /// The SPDX expression of its licence.
    pub license: String,
    /// Which runner it needs.
    pub system: System,
    /// How texts become ids; with a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokenizer: Option<TokenizerSpec>,
    /// The graph; with [`System::Neural`], [`System::Fit`] and [`System::Lines`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphSpec>,
    /// How the network and shared words are put together; with [`System::Fit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<FitSpec>,
    /// The measure and its calibration; with [`System::Rouge`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rouge: Option<RougeSpec>,
    /// The support vectors; with [`System::Svm`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svm: Option<SvmSpec>,
    /// The graphs that write, and how they are used; with [`System::EncoderDecoder`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<GenerationSpec>,
    /// The files of a repository of the field; with [`System::Pretrained`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pretrained: Option<PretrainedSpec>,
    /// Types and threshold; with [`System::Lines`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LinesSpec>,
    /// Every file of the model but the manifest.
    pub files: Vec<FileSpec>,
    /// Measured figures, by name.
    #[serde(default)]
    pub metrics: BTreeMap<String, f64>,
}

/// What a model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Tells how well a summary fits its document.
    Matching,
    /// Tells which lines of a laid-out document start a section.
    Segmentation,
    /// Writes a summary.
    Summarization,
}

/// The runner that a model needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// A graph from token ids to the logits of the five levels.
    Neural,
    /// A ROUGE score with a calibration.
    Rouge,
    /// A graph from lines with the types of their blocks to a logit per line.
    Lines,
    /// A graph as of [`System::Neural`], and shared words.
    Fit,
    /// Support vectors over words.
    Svm,
    /// Two graphs: one reads a document, one writes a headline token by token.
    EncoderDecoder,
    /// A model of the field as it lies in its repository, with `config.json` and `tokenizer.json`.
    Pretrained,
}

impl System {
    /// The name in a manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Neural => "neural",
            Self::Rouge => "rouge",
            Self::Fit => "fit",
            Self::Lines => "lines",
            Self::Svm => "svm",
            Self::EncoderDecoder => "encoder-decoder",
            Self::Pretrained => "pretrained",
        }
    }
}

impl Manifest {
    /// Reads and checks a manifest.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] naming the field that is wrong.
    pub fn parse(json: &[u8]) -> Result<Self> {
        let manifest: Self = serde_json::from_slice(json).map_err(|error| {
            Error::new(
                ErrorKind::InvalidManifest,
                format!("manifest.json: {error}"),
            )
            .with_source(error)
        })?;
        manifest.checked()
    }

    /// The manifest, if no part contradicts another.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] naming the field that is wrong.
    pub fn checked(self) -> Result<Self> {
        match self.check() {
            Ok(()) => Ok(self),
            Err(problem) => Err(Error::new(
                ErrorKind::InvalidManifest,
                format!("manifest of `{}`: {problem}", self.name),
            )),
        }
    }

    /// The files' lengths added up.
    pub fn bytes(&self) -> u64 {
        self.files
            .iter()
            .fold(0, |sum, file| sum.saturating_add(file.bytes))
    }

    /// The graphs of the model.
    pub fn graphs(&self) -> impl Iterator<Item = &GraphSpec> {
        let generation = self.generation.iter();
        let entailment = self.fit.iter().filter_map(|fit| fit.entailment.as_ref());
        self.graph
            .iter()
            .chain(entailment.map(|entailment| &entailment.graph))
            .chain(generation.flat_map(|both| [&both.encoder, &both.decoder]))
    }

    fn check(&self) -> std::result::Result<(), String> {
        if self.manifest_version != VERSION {
            return Err(format!(
                "manifest_version is {}; this build reads {VERSION}",
                self.manifest_version
            ));
        }
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.name.is_empty() || !self.name.chars().all(is_name) {
            return Err("name must be lower-case letters, digits and hyphens".into());
        }
        if self.languages.is_empty() {
            return Err("languages is empty; it must name at least one".into());
        }
        files::check(&self.files)?;
        for (name, given, system) in [
            ("svm", self.svm.is_some(), System::Svm),
            (
                "generation",
                self.generation.is_some(),
                System::EncoderDecoder,
            ),
            ("pretrained", self.pretrained.is_some(), System::Pretrained),
        ] {
            if given && self.system != system {
                return Err(format!(
                    "`{name}` does not go with system `{}`",
                    self.system.name()
                ));
            }
        }
        match self.system {
            System::Neural if self.fit.is_some() => {
                Err("`fit` does not go with system `neural`".into())
            }
            System::Neural => self.check_graph(),
            System::Fit => self.check_graph().and_then(|()| self.check_fit()),
            System::Rouge => self.check_rouge(),
            System::Lines => self.check_lines(),
            System::Svm => self.check_svm(),
            System::EncoderDecoder => self.check_generation(),
            System::Pretrained => self.check_pretrained(),
        }
    }

    fn check_graph(&self) -> std::result::Result<(), String> {
        let (Some(tokenizer), Some(graph)) = (&self.tokenizer, &self.graph) else {
            return Err(format!(
                "system `{}` needs `tokenizer` and `graph`",
                self.system.name()
            ));
        };
        if self.rouge.is_some() || self.lines.is_some() {
            return Err(format!(
                "`rouge` and `lines` do not go with system `{}`",
                self.system.name()
            ));
        }
        self.check_listed(tokenizer, &graph.file)?;
        if self.task != Task::Matching || tokenizer.kind == TokenizerKind::Shapes {
            return Err(format!(
                "system `{}` is for task `matching` over `characters`, `unigram`, `wordpiece` or `words`",
                self.system.name()
            ));
        }
        Ok(())
    }

    fn check_listed(
        &self,
        tokenizer: &TokenizerSpec,
        model: &String,
    ) -> std::result::Result<(), String> {
        if tokenizer.buckets.is_some() && tokenizer.kind != TokenizerKind::Unigram {
            return Err("tokenizer.buckets goes with kind `unigram` only".into());
        }
        if tokenizer.cased && tokenizer.kind != TokenizerKind::Unigram {
            return Err("tokenizer.cased goes with kind `unigram` only".into());
        }
        if tokenizer.dictionary.is_some() && tokenizer.kind != TokenizerKind::Words {
            return Err("tokenizer.dictionary goes with kind `words` only".into());
        }
        let used = [&tokenizer.vocabulary, model];
        for path in used.into_iter().chain(&tokenizer.dictionary) {
            if !self.files.iter().any(|file| file.path == *path) {
                return Err(format!("`{path}` is used but not listed in files"));
            }
        }
        Ok(())
    }

    fn check_fit(&self) -> std::result::Result<(), String> {
        let Some(fit) = &self.fit else {
            return Err("system `fit` needs `fit`".into());
        };
        if let Some(entailment) = &fit.entailment {
            self.check_listed(&entailment.tokenizer, &entailment.graph.file)?;
        }
        fit.check()
    }

    fn check_rouge(&self) -> std::result::Result<(), String> {
        let Some(rouge) = &self.rouge else {
            return Err("system `rouge` needs `rouge`".into());
        };
        let alien = [
            self.tokenizer.is_some(),
            self.graph.is_some(),
            self.fit.is_some(),
        ];
        if alien.contains(&true) || self.lines.is_some() {
            return Err(
                "`tokenizer`, `graph`, `fit` and `lines` do not go with system `rouge`".into(),
            );
        }
        if self.task != Task::Matching {
            return Err("system `rouge` is for task `matching`".into());
        }
        rouge.check(&self.languages)
    }

    fn check_lines(&self) -> std::result::Result<(), String> {
        let (Some(tokenizer), Some(graph), Some(lines)) =
            (&self.tokenizer, &self.graph, &self.lines)
        else {
            return Err("system `lines` needs `tokenizer`, `graph` and `lines`".into());
        };
        if self.rouge.is_some() || self.fit.is_some() {
            return Err("`rouge` and `fit` do not go with system `lines`".into());
        }
        if self.task != Task::Segmentation || tokenizer.kind != TokenizerKind::Shapes {
            return Err("system `lines` is for task `segmentation` over `shapes`".into());
        }
        self.check_listed(tokenizer, &graph.file)?;
        lines.check()
    }

    fn check_svm(&self) -> std::result::Result<(), String> {
        let (Some(tokenizer), Some(svm)) = (&self.tokenizer, &self.svm) else {
            return Err("system `svm` needs `tokenizer` and `svm`".into());
        };
        let alien = [self.graph.is_some(), self.fit.is_some()];
        if alien.contains(&true) || self.rouge.is_some() || self.lines.is_some() {
            return Err("`graph`, `fit`, `rouge` and `lines` do not go with system `svm`".into());
        }
        if self.task != Task::Matching || tokenizer.kind != TokenizerKind::Words {
            return Err("system `svm` is for task `matching` over `words`".into());
        }
        self.check_listed(tokenizer, &svm.file)?;
        svm.check()
    }

    fn check_pretrained(&self) -> std::result::Result<(), String> {
        let Some(pretrained) = &self.pretrained else {
            return Err("system `pretrained` needs `pretrained`".into());
        };
        let alien = [
            self.tokenizer.is_some(),
            self.graph.is_some(),
            self.fit.is_some(),
            self.rouge.is_some(),
            self.lines.is_some(),
        ];
        if alien.contains(&true) {
            return Err(
                "`tokenizer`, `graph`, `fit`, `rouge` and `lines` do not go with system `pretrained`"
                    .into(),
            );
        }
        pretrained.check(self.task, &self.files)
    }

    fn check_generation(&self) -> std::result::Result<(), String> {
        let (Some(tokenizer), Some(generation)) = (&self.tokenizer, &self.generation) else {
            return Err("system `encoder-decoder` needs `tokenizer` and `generation`".into());
        };
        let alien = [self.graph.is_some(), self.fit.is_some()];
        if alien.contains(&true) || self.rouge.is_some() || self.lines.is_some() {
            return Err(
                "`graph`, `fit`, `rouge` and `lines` do not go with system `encoder-decoder`"
                    .into(),
            );
        }
        let cased = tokenizer.cased && tokenizer.kind == TokenizerKind::Unigram;
        if self.task != Task::Summarization || !cased {
            return Err(
                "system `encoder-decoder` is for task `summarization` over `unigram`, cased".into(),
            );
        }
        for graph in self.graphs() {
            self.check_listed(tokenizer, &graph.file)?;
        }
        generation.check()
    }
}
