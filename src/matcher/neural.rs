//! The runner of every neural matcher: token ids of both texts in, the logits
//! of the five levels out. The encoder is a matter of the graph.
//!
//! Contract with the graph: two inputs named `document` and `summary`, int64
//! `[batch, length]`, padded on the right with [`Vocabulary::PADDING`]; one
//! output, float32 `[batch, 5]`. The graph masks the padding itself.
//!
//! Pairs are run in batches of at most [`BATCH`], of similar length, so that
//! little of a batch is padding. A text longer than the model reads is cut at
//! its end, and the result says how much was read.

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Pair;
use crate::matcher::outcome::{Levels, Match, Read};
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};
use crate::model::{Session, Tensor, TensorData};
use crate::text::Vocabulary;
use crate::text::tokenize::characters;

/// The most pairs in one run: enough to keep the matrix products busy, few
/// enough for an edge worker's memory.
pub const BATCH: usize = 32;

/// Runs a graph over pairs.
pub struct NeuralMatcher {
    session: Box<dyn Session>,
    vocabulary: Vocabulary,
    document: Input,
    summary: Input,
}

/// Where a text enters the graph, and how many of its tokens.
#[derive(Clone, Copy)]
struct Input {
    position: usize,
    max_length: usize,
}

/// The ids of a text, and the share of its tokens that they are.
struct Ids {
    ids: Vec<i64>,
    read: f64,
}

impl NeuralMatcher {
    /// A matcher that runs `session`, whose graph is described by `graph`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the graph does not fit the contract of
    /// this module.
    pub fn new(
        graph: &GraphSpec,
        vocabulary: Vocabulary,
        session: Box<dyn Session>,
    ) -> Result<Self> {
        let is_levels = |spec: &TensorSpec| {
            spec.dtype == DataType::Float32
                && matches!(spec.shape[..], [Axis::Symbol(_), Axis::Fixed(5)])
        };
        if graph.inputs.len() != 2 || !matches!(&graph.outputs[..], [output] if is_levels(output)) {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                "a matcher's graph takes `document` and `summary` and gives one float32 [batch, 5]",
            ));
        }
        Ok(Self {
            document: Input::find(graph, "document")?,
            summary: Input::find(graph, "summary")?,
            session,
            vocabulary,
        })
    }

    /// Scores pairs; results are in the order of `pairs`.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn score(&self, pairs: &[Pair]) -> Result<Vec<Match>> {
        let encoded: Vec<_> = pairs
            .iter()
            .map(|pair| {
                (
                    self.document.encode(&pair.document, &self.vocabulary),
                    self.summary.encode(&pair.summary, &self.vocabulary),
                )
            })
            .collect();
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&index| (encoded[index].0.ids.len(), encoded[index].1.ids.len()));

        let mut scored = Vec::with_capacity(pairs.len());
        for batch in order.chunks(BATCH) {
            let documents: Vec<_> = batch.iter().map(|&index| &encoded[index].0).collect();
            let summaries: Vec<_> = batch.iter().map(|&index| &encoded[index].1).collect();
            let levels = self.run(&documents, &summaries).await?;
            for ((&index, levels), (document, summary)) in batch
                .iter()
                .zip(levels)
                .zip(documents.iter().zip(summaries))
            {
                let read = Read {
                    document: document.read,
                    summary: summary.read,
                };
                scored.push((index, Match::new(levels, self.session.backend(), read)));
            }
        }
        scored.sort_by_key(|(index, _)| *index);
        Ok(scored.into_iter().map(|(_, found)| found).collect())
    }

    async fn run(&self, documents: &[&Ids], summaries: &[&Ids]) -> Result<Vec<Levels>> {
        let (documents, summaries) = (pad(documents)?, pad(summaries)?);
        let inputs = if self.document.position < self.summary.position {
            vec![documents, summaries]
        } else {
            vec![summaries, documents]
        };
        let outputs = self.session.run(inputs).await?;
        let logits = match outputs.first().map(Tensor::data) {
            Some(TensorData::F32(logits)) => logits.as_slice(),
            _ => &[],
        };
        Ok(logits
            .as_chunks::<5>()
            .0
            .iter()
            .map(|logits| Levels::from_logits(*logits))
            .collect())
    }
}

impl Input {
    fn find(graph: &GraphSpec, name: &str) -> Result<Self> {
        let found = graph.inputs.iter().enumerate().find(|(_, spec)| {
            spec.name == name
                && spec.dtype == DataType::Int64
                && matches!(spec.shape[..], [Axis::Symbol(_), Axis::Symbol(_)])
        });
        match found.map(|(position, spec)| (position, spec.max_length)) {
            Some((position, Some(max_length))) if max_length > 0 => Ok(Self {
                position,
                max_length,
            }),
            _ => Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!(
                    "a matcher's graph needs an int64 input `{name}` [batch, length] with a positive `max_length`"
                ),
            )),
        }
    }

    /// A text without any token becomes one unknown token: no axis of the
    /// graph may be empty.
    fn encode(&self, text: &str, vocabulary: &Vocabulary) -> Ids {
        let tokens = characters(text);
        let mut ids: Vec<_> = tokens
            .iter()
            .take(self.max_length)
            .map(|&token| vocabulary.char_id(token))
            .collect();
        let read = ids.len() as f64 / tokens.len().max(1) as f64;
        if ids.is_empty() {
            ids.push(Vocabulary::UNKNOWN);
        }
        Ids { ids, read }
    }
}

fn pad(texts: &[&Ids]) -> Result<Tensor> {
    let length = texts.iter().map(|text| text.ids.len()).max().unwrap_or(0);
    let mut data = Vec::with_capacity(texts.len() * length);
    for text in texts {
        data.extend_from_slice(&text.ids);
        data.resize(data.len() + length - text.ids.len(), Vocabulary::PADDING);
    }
    Tensor::new(vec![texts.len(), length], TensorData::I64(data))
}
