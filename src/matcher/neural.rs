//! The runner of every neural matcher: token ids of both texts in, the logits
//! of the five levels out. The encoder is a matter of the graph.
//!
//! Contract with the graph: two inputs named `document` and `summary`, int64
//! `[batch, length]`, padded on the right with [`Vocabulary::PADDING`]; one
//! output, float32 `[batch, 5]`. The graph masks the padding itself.
//!
//! Pairs are run in batches of at most [`BATCH`] pairs and [`CELLS`] token
//! pairs, or as many times more as [`Session::batch`] asks for, of similar length, so
//! that little of a batch is padding. A text
//! longer than the model reads is cut at its end, and the result says how much
//! was read.

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Pair;
use crate::matcher::outcome::{Levels, Match, Read};
use crate::matcher::turns::Turns;
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};
use crate::model::{Session, Tensor, TensorData};
use crate::order;
use crate::text::{Tokenizer, Vocabulary};

/// The most pairs in one run, unless the session asks for more: enough to keep the
/// matrix products busy, few enough for an edge worker's memory.
pub const BATCH: usize = 32;

/// The most token pairs, document times summary and padding included, in one
/// run of several pairs, for each [`BATCH`] pairs that are run at once: a graph may
/// hold a dozen float32 matrices of them.
pub const CELLS: usize = 1 << 18;

/// A graph over the tokens of pairs.
pub struct NeuralMatcher {
    session: Box<dyn Session>,
    tokenizer: Tokenizer,
    document: Input,
    summary: Input,
}

/// Where a text enters the graph, and how many of its tokens.
#[derive(Clone, Copy)]
struct Input {
    position: usize,
    max_length: usize,
}

/// The ids of a text that are read, of how many there are.
pub(super) struct Ids {
    ids: Vec<i64>,
    of: usize,
}

impl Ids {
    /// How many are read.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// How many there are.
    pub(super) fn of(&self) -> usize {
        self.of
    }

    /// The share that is read.
    pub(super) fn read(&self) -> f64 {
        self.ids.len() as f64 / self.of.max(1) as f64
    }
}

impl NeuralMatcher {
    /// A matcher that runs `session`, whose graph is described by `graph`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the graph does not fit the contract of
    /// this module.
    pub fn new(graph: &GraphSpec, tokenizer: Tokenizer, session: Box<dyn Session>) -> Result<Self> {
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
            tokenizer,
        })
    }

    /// Scores pairs; results are in the order of `pairs`.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn score(&self, pairs: &[&Pair], turns: &dyn Turns) -> Result<Vec<Match>> {
        let encoded: Vec<_> = pairs
            .iter()
            .map(|pair| (self.document(&pair.document), self.summary(&pair.summary)))
            .collect();
        let both: Vec<_> = encoded.iter().map(|(d, s)| (d, s)).collect();
        let most = self.batch(both.len()).unwrap_or(BATCH);
        let levels = self.levels(&both, most, turns).await?;
        Ok(levels
            .into_iter()
            .zip(&encoded)
            .map(|((levels, backend), (document, summary))| {
                let read = Read {
                    document: document.read(),
                    summary: summary.read(),
                };
                Match::new(levels, backend, read)
            })
            .collect())
    }

    /// The tokens of a document.
    pub(super) fn document(&self, text: &str) -> Ids {
        self.document.encode(text, &self.tokenizer)
    }

    /// The tokens of a summary.
    pub(super) fn summary(&self, text: &str) -> Ids {
        self.summary.encode(text, &self.tokenizer)
    }

    /// The most tokens of a document that are read.
    pub(super) fn most_tokens(&self) -> usize {
        self.document.max_length
    }

    /// Where the graph runs.
    pub(super) fn backend(&self) -> &'static str {
        self.session.backend()
    }

    /// The pairs that the session asks for in one run, of so many.
    pub(super) fn batch(&self, pairs: usize) -> Option<usize> {
        self.session.batch(pairs)
    }

    /// The levels of pairs of a document and a summary, in their order, at most
    /// `most` in one run, and where each was computed. Of one pair in a run, neighbours that have
    /// one document share its encoding.
    pub(super) async fn levels(
        &self,
        pairs: &[(&Ids, &Ids)],
        most: usize,
        turns: &dyn Turns,
    ) -> Result<Vec<(Levels, &'static str)>> {
        if most == 1 {
            return self.levels_apart(pairs, turns).await;
        }
        let length = |index: usize| (pairs[index].0.len(), pairs[index].1.len());
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order::by_key(&mut order, |&index| length(index));
        let mut found = Vec::with_capacity(pairs.len());
        let mut rest = order.as_slice();
        while !rest.is_empty() {
            let cells = CELLS * most.div_ceil(BATCH);
            let lengths = rest.iter().take(most).map(|&i| length(i));
            let (batch, others) = rest.split_at(batch_size(lengths, cells));
            rest = others;
            let documents: Vec<_> = batch.iter().map(|&index| pairs[index].0).collect();
            let summaries: Vec<_> = batch.iter().map(|&index| pairs[index].1).collect();
            turns.turn().await?;
            let (levels, backend) = self.run(&documents, &summaries).await?;
            let levels = levels.into_iter().map(|levels| (levels, backend));
            found.extend(batch.iter().copied().zip(levels));
        }
        order::by_key(&mut found, |(index, _)| *index);
        Ok(found.into_iter().map(|(_, levels)| levels).collect())
    }

    /// The levels of pairs in a run each.
    async fn levels_apart(
        &self,
        pairs: &[(&Ids, &Ids)],
        turns: &dyn Turns,
    ) -> Result<Vec<(Levels, &'static str)>> {
        let mut found = Vec::with_capacity(pairs.len());
        for same in pairs.chunk_by(|(one, _), (next, _)| std::ptr::eq(*one, *next)) {
            let encoded = match same {
                [(document, _), _, ..] => {
                    turns.turn().await?;
                    let place = self.document.position;
                    Some(self.session.encode(place, pad(&[document])?).await?)
                }
                _ => None,
            };
            for (document, summary) in same {
                turns.turn().await?;
                let (levels, backend) = match &encoded {
                    Some(encoded) => {
                        let others = vec![pad(&[summary])?];
                        read_levels(self.session.run_encoded(encoded, others).await?, 1)?
                    }
                    None => self.run(&[document], &[summary]).await?,
                };
                found.extend(levels.into_iter().map(|levels| (levels, backend)));
            }
        }
        Ok(found)
    }

    async fn run(
        &self,
        documents: &[&Ids],
        summaries: &[&Ids],
    ) -> Result<(Vec<Levels>, &'static str)> {
        let pairs = documents.len();
        let (documents, summaries) = (pad(documents)?, pad(summaries)?);
        let inputs = if self.document.position < self.summary.position {
            vec![documents, summaries]
        } else {
            vec![summaries, documents]
        };
        read_levels(self.session.run_on(inputs).await?, pairs)
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
    fn encode(&self, text: &str, tokenizer: &Tokenizer) -> Ids {
        let mut ids = tokenizer.encode(text);
        if ids.is_empty() {
            ids.push(Vocabulary::UNKNOWN);
        }
        let of = ids.len();
        ids.truncate(self.max_length);
        Ids { ids, of }
    }
}

/// The levels that a run gives of so many pairs, and where it was done.
fn read_levels(
    (outputs, backend): (Vec<Tensor>, &'static str),
    pairs: usize,
) -> Result<(Vec<Levels>, &'static str)> {
    let logits = match outputs.first().map(Tensor::data) {
        Some(TensorData::F32(logits)) => logits.as_slice(),
        _ => &[],
    };
    let levels = logits.as_chunks::<5>().0.iter();
    let levels = levels.map(|logits| Levels::from_logits(*logits));
    let levels = levels.collect::<Result<Vec<_>>>()?;
    if levels.len() != pairs {
        return Err(Error::new(
            ErrorKind::Inference,
            format!(
                "the graph gives levels of {} pairs for {pairs}",
                levels.len()
            ),
        ));
    }
    Ok((levels, backend))
}

/// How many of the pairs, given by the lengths of their document and summary,
/// make up the next run: at least one.
fn batch_size(lengths: impl Iterator<Item = (usize, usize)>, cells: usize) -> usize {
    let (mut document, mut summary) = (0, 0);
    let fits = |(at, (d, s)): &(usize, (usize, usize))| {
        document = document.max(*d);
        summary = summary.max(*s);
        *at == 0 || (at + 1) * document * summary <= cells
    };
    lengths.enumerate().take_while(fits).count()
}

fn pad(texts: &[&Ids]) -> Result<Tensor> {
    let length = texts.iter().map(|text| text.len()).max().unwrap_or(0);
    let mut data = Vec::with_capacity(texts.len() * length);
    for text in texts {
        data.extend_from_slice(&text.ids);
        data.resize(data.len() + length - text.len(), Vocabulary::PADDING);
    }
    Tensor::new(vec![texts.len(), length], TensorData::I64(data))
}
