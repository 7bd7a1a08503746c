//! Which lines start a section: the window CNN of de Jonge 2018 (paper B, 4.2).
//!
//! Contract with the graph: two inputs, `tokens` int64 `[lines, words]`, ids of
//! [`shapes`](mod@crate::text::tokenize::shapes) padded on the right with
//! [`Vocabulary::PADDING`], and `kinds` int64 `[lines]`, the type of each line's
//! block plus 1; one output, float32 `[lines, 1]`, a logit per line. The graph
//! looks at a line's neighbours itself; what lies beyond the lines it is given
//! counts as outside the document.
//!
//! Documents are run in stretches of [`STRETCH`] lines with the neighbours that
//! the graph looks at on either side, so that memory is bounded and a line's
//! probability does not depend on where stretches end. Linear in the lines.

use serde::Serialize;

use super::blocks::Blocks;
use super::page::PageLayout;
use super::sections::{Section, sections};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{Axis, DataType, GraphSpec, LinesSpec, TensorSpec};
use crate::model::{Manifest, Session, Tensor, TensorData};
use crate::text::Vocabulary;
use crate::text::tokenize::shapes::shape_ids;

/// The lines of one run, neighbours not counted.
pub const STRETCH: usize = 512;

/// A line with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClassifiedLine {
    /// Its words, separated by single spaces.
    pub text: String,
    /// The number of its page, as the source counts.
    pub page: usize,
    /// The left edge, in units of the page.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The index of its block in the order of reading.
    pub block: usize,
    /// The type of its block.
    pub kind: usize,
    /// The number of its column on the page.
    pub column: usize,
    /// The probability that it starts a section.
    pub probability: f64,
    /// Whether that is at least the model's threshold.
    pub starts: bool,
}

/// A document as lines and sections.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Structure {
    /// The lines, in the order of reading.
    pub lines: Vec<ClassifiedLine>,
    /// The sections that the lines form.
    pub sections: Vec<Section>,
    /// Where it was computed: `wasm` or `native`.
    pub backend: String,
}

/// Tells which lines of a document start a section, such as a speech.
pub struct LineClassifier {
    manifest: Manifest,
    spec: LinesSpec,
    vocabulary: Vocabulary,
    session: Box<dyn Session>,
    tokens_first: bool,
}

impl LineClassifier {
    /// A classifier that runs `session`, as `manifest` describes it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the graph does not fit the contract of
    /// this module, [`ErrorKind::InvalidManifest`] if the model is another one.
    pub fn new(
        manifest: Manifest,
        vocabulary: Vocabulary,
        session: Box<dyn Session>,
    ) -> Result<Self> {
        let (Some(spec), Some(graph)) = (manifest.lines.clone(), &manifest.graph) else {
            return Err(Error::new(
                ErrorKind::InvalidManifest,
                format!("model `{}` is no line classifier", manifest.name),
            ));
        };
        let tokens_first =
            check(graph).map_err(|error| error.at(format!("model `{}`", manifest.name)))?;
        Ok(Self {
            spec,
            vocabulary,
            session,
            tokens_first,
            manifest,
        })
    }

    /// The manifest of the model.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The lines of a document with their blocks, types and probabilities, and
    /// the sections they form.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn classify(&self, layout: &PageLayout) -> Result<Structure> {
        let found = layout.blocks_by(&self.spec.centres);
        let probabilities = self.probabilities(&found).await?;
        let lines: Vec<ClassifiedLine> = found
            .lines
            .into_iter()
            .zip(probabilities)
            .map(|(line, probability)| {
                let block = &found.blocks[line.block];
                ClassifiedLine {
                    text: line.text,
                    page: layout.pages()[line.page].number,
                    left: line.left,
                    top: line.top,
                    width: line.width,
                    height: line.height,
                    block: line.block,
                    kind: block.kind,
                    column: block.column,
                    probability,
                    starts: probability >= self.spec.threshold,
                }
            })
            .collect();
        Ok(Structure {
            sections: sections(&lines),
            lines,
            backend: self.session.backend().to_owned(),
        })
    }

    async fn probabilities(&self, found: &Blocks) -> Result<Vec<f64>> {
        let ids: Vec<Vec<i64>> = found
            .lines
            .iter()
            .map(|line| shape_ids(&line.text, &self.vocabulary))
            .collect();
        let kinds: Vec<i64> = found
            .lines
            .iter()
            .map(|line| found.blocks[line.block].kind as i64 + 1)
            .collect();
        let mut probabilities = Vec::with_capacity(ids.len());
        for start in (0..ids.len()).step_by(STRETCH) {
            let end = (start + STRETCH).min(ids.len());
            let from = start.saturating_sub(self.spec.context);
            let to = (end + self.spec.context).min(ids.len());
            let logits = self.run(&ids[from..to], &kinds[from..to]).await?;
            let own = logits.get(start - from..end - from).ok_or_else(|| {
                Error::new(
                    ErrorKind::ShapeMismatch,
                    format!("{} lines gave {} logits", to - from, logits.len()),
                )
            })?;
            probabilities.extend(
                own.iter()
                    .map(|logit| 1.0 / (1.0 + (-f64::from(*logit)).exp())),
            );
        }
        Ok(probabilities)
    }

    async fn run(&self, ids: &[Vec<i64>], kinds: &[i64]) -> Result<Vec<f32>> {
        // A line without any token is all padding; no axis may be empty.
        let words = ids.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut tokens = Vec::with_capacity(ids.len() * words);
        for line in ids {
            tokens.extend_from_slice(line);
            tokens.resize(tokens.len() + words - line.len(), Vocabulary::PADDING);
        }
        let tokens = Tensor::new(vec![ids.len(), words], TensorData::I64(tokens))?;
        let kinds = Tensor::new(vec![kinds.len()], TensorData::I64(kinds.to_vec()))?;
        let inputs = if self.tokens_first {
            vec![tokens, kinds]
        } else {
            vec![kinds, tokens]
        };
        let outputs = self.session.run(inputs).await?;
        match outputs.first().map(Tensor::data) {
            Some(TensorData::F32(logits)) => Ok(logits.clone()),
            _ => Err(Error::new(
                ErrorKind::ShapeMismatch,
                "the graph gave no float32 logits",
            )),
        }
    }
}

/// Whether `tokens` come first; an error if the graph is not of the contract.
fn check(graph: &GraphSpec) -> Result<bool> {
    let is_input = |spec: &TensorSpec, name: &str, axes: usize| {
        spec.name == name
            && spec.dtype == DataType::Int64
            && spec.shape.len() == axes
            && spec
                .shape
                .iter()
                .all(|axis| matches!(axis, Axis::Symbol(_)))
    };
    let is_output = |spec: &TensorSpec| {
        spec.dtype == DataType::Float32
            && matches!(spec.shape[..], [Axis::Symbol(_), Axis::Fixed(1)])
    };
    let order = match &graph.inputs[..] {
        [a, b] if is_input(a, "tokens", 2) && is_input(b, "kinds", 1) => Some(true),
        [a, b] if is_input(a, "kinds", 1) && is_input(b, "tokens", 2) => Some(false),
        _ => None,
    };
    match (order, &graph.outputs[..]) {
        (Some(order), [output]) if is_output(output) => Ok(order),
        _ => Err(Error::new(
            ErrorKind::ShapeMismatch,
            "a line classifier's graph takes int64 `tokens` [lines, words] and `kinds` [lines] and gives one float32 [lines, 1]",
        )),
    }
}
