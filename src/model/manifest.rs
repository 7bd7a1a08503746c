//! `manifest.json`: what a model is, what it reads and writes, and the SHA-256
//! of every file it consists of.
//!
//! A manifest is read strictly: an unknown field, a version other than
//! [`VERSION`], or a part that contradicts another is an error that names it.

use std::collections::{BTreeMap, HashSet};

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
    /// The ONNX graph; with every system but [`System::Rouge`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphSpec>,
    /// How the network and shared words are put together; with [`System::Fit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<FitSpec>,
    /// The measure and its calibration; with [`System::Rouge`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rouge: Option<RougeSpec>,
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
}

impl System {
    /// The name in a manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Neural => "neural",
            Self::Rouge => "rouge",
            Self::Fit => "fit",
            Self::Lines => "lines",
        }
    }
}

/// How texts become ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenizerSpec {
    /// The kind of tokens.
    pub kind: TokenizerKind,
    /// The path of the vocabulary, one of [`Manifest::files`].
    pub vocabulary: String,
    /// With [`TokenizerKind::Unigram`]: how many ids unknown tokens share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buckets: Option<u32>,
}

/// The kind of tokens a model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenizerKind {
    /// [`characters`](mod@crate::text::tokenize::characters).
    Characters,
    /// [`shapes`](crate::text::tokenize::shapes).
    Shapes,
    /// [`Unigram`](crate::text::tokenize::Unigram).
    Unigram,
}

/// The ONNX graph of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSpec {
    /// Its path, one of [`Manifest::files`].
    pub file: String,
    /// What it reads, in the order that a session takes it.
    pub inputs: Vec<TensorSpec>,
    /// What it writes, in the order that a session gives it.
    pub outputs: Vec<TensorSpec>,
}

/// The name, type and shape of an input or output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TensorSpec {
    /// Its name in the graph.
    pub name: String,
    /// The type of its elements.
    pub dtype: DataType,
    /// Its axes.
    pub shape: Vec<Axis>,
    /// Of an input that holds tokens: how many of them the model reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
}

/// The type of a tensor's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DataType {
    /// Signed 64-bit integers.
    Int64,
    /// Single-precision numbers.
    Float32,
}

/// One axis of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Axis {
    /// Always this size.
    Fixed(usize),
    /// Any size, the same wherever the name stands.
    Symbol(String),
}

impl std::fmt::Display for Axis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fixed(size) => write!(f, "{size}"),
            Self::Symbol(symbol) => f.write_str(symbol),
        }
    }
}

/// A ROUGE matcher: which score, and how it becomes five levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RougeSpec {
    /// Which n-grams or subsequences are counted.
    pub measure: RougeMeasure,
    /// Which statistic of the counts is the score.
    pub statistic: RougeStatistic,
    /// The calibration of every language.
    pub calibration: BTreeMap<Language, Calibration>,
}

/// Which n-grams or subsequences a ROUGE score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RougeMeasure {
    /// Single tokens.
    #[serde(rename = "rouge-1")]
    Rouge1,
    /// Pairs of neighbouring tokens.
    #[serde(rename = "rouge-2")]
    Rouge2,
    /// The longest common subsequence.
    #[serde(rename = "rouge-l")]
    RougeL,
}

/// Which statistic of the counts is the score: the summary is the hypothesis,
/// the document the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RougeStatistic {
    /// The share of the summary that occurs in the document.
    Precision,
    /// The share of the document that occurs in the summary.
    Recall,
    /// The harmonic mean of both.
    F1,
}

/// Proportional odds (McCullagh 1980): P(level > k) = σ(slope · (x − t_k)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// How steeply the odds rise with the score; positive.
    pub slope: f64,
    /// t_1 < t_2 < t_3 < t_4, on the scale of the score.
    pub thresholds: [f64; 4],
}

/// A line classifier: what it is told of blocks, and what it says of lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinesSpec {
    /// How many lines on either side of a line the graph looks at.
    pub context: usize,
    /// The least probability of a line that starts a section, 0 to 1.
    pub threshold: f64,
    /// The centre of every type of block, over the features of
    /// [`Traits`](crate::structure::kinds::Traits::features).
    pub centres: Vec<[f64; 5]>,
}

impl Calibration {
    /// P(level > 1), …, P(level > 4) of a score; they do not rise.
    pub fn exceedances(&self, score: f64) -> [f64; 4] {
        self.thresholds
            .map(|threshold| 1.0 / (1.0 + (-self.slope * (score - threshold)).exp()))
    }

    fn check(&self) -> std::result::Result<(), &'static str> {
        let rising = self.thresholds.windows(2).all(|pair| pair[0] < pair[1]);
        if self.slope > 0.0 && self.slope.is_finite() && rising {
            Ok(())
        } else {
            Err("needs a positive slope and rising thresholds")
        }
    }
}

/// What a summary scores, and how that becomes five levels:
///
/// ```text
/// x = rouge_1 · ROUGE-1 precision + rouge_2 · ROUGE-2 precision
///   + network · ln p − numbers · n
/// ```
///
/// with p the network's probability of levels 4 and 5, and n the share of the
/// summary's numbers that the document does not hold. The first three are half
/// way between the mean over the sentences, weighted by their tokens, and the
/// worst sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitSpec {
    /// The weight of ROUGE-1 precision; not negative.
    pub rouge_1: f64,
    /// The weight of ROUGE-2 precision; not negative.
    pub rouge_2: f64,
    /// The weight of the network's log-probability; not negative.
    pub network: f64,
    /// The weight of numbers that the document does not hold; not negative.
    pub numbers: f64,
    /// From x to levels.
    pub calibration: Calibration,
}

/// One file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSpec {
    /// Its path, relative to the manifest, with forward slashes.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in lower-case hexadecimal.
    pub sha256: String,
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
        match manifest.check() {
            Ok(()) => Ok(manifest),
            Err(problem) => Err(Error::new(
                ErrorKind::InvalidManifest,
                format!("manifest of `{}`: {problem}", manifest.name),
            )),
        }
    }

    /// The files' lengths added up.
    pub fn bytes(&self) -> u64 {
        self.files
            .iter()
            .fold(0, |sum, file| sum.saturating_add(file.bytes))
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
        self.check_files()?;
        match self.system {
            System::Neural if self.fit.is_some() => {
                Err("`fit` does not go with system `neural`".into())
            }
            System::Neural => self.check_graph(),
            System::Fit => self.check_graph().and_then(|()| self.check_fit()),
            System::Rouge => self.check_rouge(),
            System::Lines => self.check_lines(),
        }
    }

    fn check_files(&self) -> std::result::Result<(), String> {
        let mut paths = HashSet::new();
        for FileSpec { path, sha256, .. } in &self.files {
            let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
            if !path.split('/').all(plain) || path.contains('\\') {
                return Err(format!(
                    "file path `{path}` must be relative, with forward slashes and without `..`"
                ));
            }
            if !paths.insert(path) {
                return Err(format!("file `{path}` is listed twice"));
            }
            let is_hex = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
            if sha256.len() != 64 || !sha256.bytes().all(is_hex) {
                return Err(format!(
                    "sha256 of `{path}` must be 64 lower-case hexadecimal digits"
                ));
            }
        }
        Ok(())
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
        if tokenizer.buckets.is_some() && tokenizer.kind != TokenizerKind::Unigram {
            return Err("tokenizer.buckets goes with kind `unigram` only".into());
        }
        self.check_listed(tokenizer, graph)?;
        if self.task != Task::Matching || tokenizer.kind == TokenizerKind::Shapes {
            return Err(format!(
                "system `{}` is for task `matching` over `characters` or `unigram`",
                self.system.name()
            ));
        }
        Ok(())
    }

    fn check_listed(
        &self,
        tokenizer: &TokenizerSpec,
        graph: &GraphSpec,
    ) -> std::result::Result<(), String> {
        for path in [&tokenizer.vocabulary, &graph.file] {
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
        for (name, weight) in [
            ("rouge_1", fit.rouge_1),
            ("rouge_2", fit.rouge_2),
            ("network", fit.network),
            ("numbers", fit.numbers),
        ] {
            if !(weight >= 0.0 && weight.is_finite()) {
                return Err(format!("fit.{name} is {weight}; it must not be negative"));
            }
        }
        fit.calibration
            .check()
            .map_err(|problem| format!("fit.calibration {problem}"))
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
        for language in &self.languages {
            let Some(calibration) = rouge.calibration.get(language) else {
                return Err(format!("rouge.calibration lacks language `{language}`"));
            };
            calibration
                .check()
                .map_err(|problem| format!("rouge.calibration of `{language}` {problem}"))?;
        }
        Ok(())
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
        self.check_listed(tokenizer, graph)?;
        if !(0.0..=1.0).contains(&lines.threshold) {
            return Err(format!(
                "lines.threshold is {}; it must be 0 to 1",
                lines.threshold
            ));
        }
        if lines.context > 100 {
            return Err(format!("lines.context is {}; at most 100", lines.context));
        }
        let finite = lines
            .centres
            .iter()
            .flatten()
            .all(|value| value.is_finite());
        if lines.centres.is_empty() || !finite {
            return Err("lines.centres must hold at least one centre of finite numbers".into());
        }
        Ok(())
    }
}
