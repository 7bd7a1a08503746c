//! What an encoder–decoder model keeps from step to step: the encoder's states, and caches.
//!
//! Caches of the encoder (`*.encoder.*`) come from the first step and stay; those of the decoder grow
//! with every step, and follow the beams. Cost of a step: the graph's. No cache is copied, but for
//! beams that go on another.

use super::graphs::{BRANCH, Decoder, Graph, LOGITS, PAST, PRESENT, invalid};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{Axis, DataType, GraphSpec, TensorSpec};
use crate::model::{Tensor, TensorData};

/// What the encoder read, and what the decoder keeps from step to step.
pub(super) struct Memory {
    /// How many tokens the document has.
    length: usize,
    /// `[1, length, size]`, or as many rows as there are beams.
    states: Held,
    /// Caches by the rest of their names, with a row for each beam.
    caches: Vec<(String, Held)>,
}

/// A tensor that a run takes, and may give back.
type Held = Option<Tensor>;

/// Where an input goes back to that a run gives back.
#[derive(Clone, Copy)]
enum Origin {
    States,
    Cache(usize),
}

/// Logits of the token after each beam.
pub(super) struct Logits {
    pub(super) values: Vec<f32>,
    pub(super) vocabulary: usize,
}

impl Memory {
    /// Reads a document.
    pub(super) async fn read(encoder: &Graph, ids: &[i64]) -> Result<Self> {
        let shape = vec![1, ids.len()];
        let inputs = encoder.spec.inputs.iter().map(|input| {
            let data = match &*input.name {
                "input_ids" => ids.to_vec(),
                _ => vec![1; ids.len()],
            };
            Tensor::new(shape.clone(), TensorData::I64(data))
        });
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let outputs = encoder.session.run(inputs).await?;
        let states = outputs.into_iter().next();
        let states = states.ok_or_else(|| invalid(&encoder.spec, "it gave nothing"))?;
        Ok(Self {
            length: ids.len(),
            states: Some(states),
            caches: vec![],
        })
    }

    /// The logits after outputs, each of which goes on the beam of the step before that
    /// `parents` names. All outputs have one length.
    pub(super) async fn step(
        &mut self,
        decoder: &Decoder,
        outputs: &[&[i64]],
        parents: &[usize],
    ) -> Result<Logits> {
        let first = outputs.first().is_some_and(|tokens| tokens.len() == 1);
        match decoder {
            Decoder::Plain(graph) => self.run(graph, outputs, false, true).await,
            Decoder::Pair { first: graph, .. } if first => {
                self.run(graph, outputs, false, true).await
            }
            Decoder::Pair { past, .. } => {
                self.follow(parents)?;
                self.run(past, outputs, true, false).await
            }
            Decoder::Merged(graph) => {
                if !first {
                    self.follow(parents)?;
                }
                self.run(graph, outputs, !first, first).await
            }
        }
    }

    /// Gives each beam the caches of the one that it goes on.
    fn follow(&mut self, parents: &[usize]) -> Result<()> {
        for (name, cache) in &mut self.caches {
            let Some(cache) = cache else {
                continue;
            };
            let rows = cache.shape().first().copied().unwrap_or(0);
            let same = parents.iter().copied().eq(0..rows);
            // All beams read one document.
            let fixed = name.contains(".encoder.") && rows == parents.len();
            if !same && !fixed {
                *cache = select(cache, parents)?;
            }
        }
        Ok(())
    }

    /// Runs a graph over outputs, or over their last tokens if `cached`. `begin` keeps the
    /// caches of the encoder.
    async fn run(
        &mut self,
        graph: &Graph,
        outputs: &[&[i64]],
        cached: bool,
        begin: bool,
    ) -> Result<Logits> {
        let mut inputs = vec![];
        let (mut kept, mut origins) = (vec![], vec![]);
        for (place, input) in graph.spec.inputs.iter().enumerate() {
            let (tensor, origin) = self.input(graph, input, outputs, cached)?;
            inputs.push(tensor);
            if let Some(origin) = origin {
                kept.push(place);
                origins.push(origin);
            }
        }
        // The caches of the encoder stay as the first step gave them.
        let outputs = graph.spec.outputs.iter().enumerate();
        let stays = |name: &str| name.starts_with(PRESENT) && name.contains(".encoder.");
        let unread = outputs.filter(|(_, output)| !begin && stays(&output.name));
        let unread: Vec<usize> = unread.map(|(place, _)| place).collect();
        let session = &graph.session;
        let (given, again) = session.run_keeping(inputs, &kept, &unread).await?;
        for (origin, tensor) in origins.into_iter().zip(again) {
            let held = match origin {
                Origin::States => Some(&mut self.states),
                Origin::Cache(at) => self.caches.get_mut(at).map(|(_, cache)| cache),
            };
            if let Some(held) = held {
                *held = Some(tensor);
            }
        }
        let mut logits = None;
        for (output, tensor) in graph.spec.outputs.iter().zip(given) {
            if output.name == LOGITS {
                logits = Some(last_row(&graph.spec, tensor)?);
            } else if let Some(name) = output.name.strip_prefix(PRESENT)
                && (begin || !name.contains(".encoder."))
            {
                match self.caches.iter_mut().find(|(known, _)| known == name) {
                    Some((_, cache)) => *cache = Some(tensor),
                    None => self.caches.push((name.to_owned(), Some(tensor))),
                }
            }
        }
        logits.ok_or_else(|| invalid(&graph.spec, "it gave no logits"))
    }

    /// What a run takes, and where it goes back to afterwards. The caches of the decoder do not: the
    /// run gives longer ones.
    fn input(
        &mut self,
        graph: &Graph,
        input: &TensorSpec,
        outputs: &[&[i64]],
        cached: bool,
    ) -> Result<(Tensor, Option<Origin>)> {
        let beams = outputs.len();
        let missing = |name: &str| invalid(&graph.spec, format!("no cache {name:?} was given"));
        let tensor = match &*input.name {
            "input_ids" | "decoder_input_ids" => {
                let from = |tokens: &[i64]| {
                    if cached {
                        tokens.len().saturating_sub(1)
                    } else {
                        0
                    }
                };
                let ids: Vec<i64> = outputs
                    .iter()
                    .flat_map(|tokens| tokens.get(from(tokens)..).unwrap_or_default())
                    .copied()
                    .collect();
                let length = ids.len() / beams.max(1);
                Tensor::new(vec![beams, length], TensorData::I64(ids))
            }
            "encoder_attention_mask" | "attention_mask" => Tensor::new(
                vec![beams, self.length],
                TensorData::I64(vec![1; beams * self.length]),
            ),
            "encoder_hidden_states" => {
                let states = self.states.take();
                let states = states.ok_or_else(|| invalid(&graph.spec, "no states were given"))?;
                let states = match states.shape().first() == Some(&beams) {
                    true => states,
                    false => select(&states, &vec![0; beams])?,
                };
                return Ok((states, Some(Origin::States)));
            }
            BRANCH if input.dtype == DataType::Bool => {
                Tensor::new(vec![1], TensorData::Bool(vec![cached]))
            }
            BRANCH => Tensor::new(vec![1], TensorData::I64(vec![i64::from(cached)])),
            name => {
                let name = name.strip_prefix(PAST).unwrap_or(name);
                if !cached {
                    return Ok((empty_cache(graph, input, beams)?, None));
                }
                let mut caches = self.caches.iter_mut().enumerate();
                let found = caches.find(|(_, (known, _))| known == name);
                let (at, (_, cache)) = found.ok_or_else(|| missing(name))?;
                let cache = cache.take().ok_or_else(|| missing(name))?;
                let stays = name.contains(".encoder.");
                return Ok((cache, stays.then_some(Origin::Cache(at))));
            }
        };
        Ok((tensor?, None))
    }
}

/// What a merged decoder takes as a cache before there is one: `[beams, heads, 0, size]`.
fn empty_cache(graph: &Graph, input: &TensorSpec, beams: usize) -> Result<Tensor> {
    let [_, Axis::Fixed(heads), _, Axis::Fixed(size)] = &input.shape[..] else {
        return Err(invalid(
            &graph.spec,
            format!(
                "{} must be [batch, heads, length, size], heads and size numbers",
                input.name
            ),
        ));
    };
    Tensor::new(vec![beams, *heads, 0, *size], TensorData::F32(vec![]))
}

/// The rows of a tensor that `rows` names.
fn select(tensor: &Tensor, rows: &[usize]) -> Result<Tensor> {
    let mut shape = tensor.shape().to_vec();
    let row: usize = shape.iter().skip(1).product();
    let TensorData::F32(values) = tensor.data() else {
        return Err(Error::new(ErrorKind::Inference, "a cache holds no numbers"));
    };
    let mut selected = Vec::with_capacity(row * rows.len());
    for &at in rows {
        let values = values.get(at * row..(at + 1) * row);
        let missing = || Error::new(ErrorKind::Inference, "a cache lacks the row of a beam");
        selected.extend_from_slice(values.ok_or_else(missing)?);
    }
    if let Some(first) = shape.first_mut() {
        *first = rows.len();
    }
    Tensor::new(shape, TensorData::F32(selected))
}

/// The logits of the last place of every row of `[rows, length, vocabulary]`.
fn last_row(spec: &GraphSpec, tensor: Tensor) -> Result<Logits> {
    let (shape, data) = tensor.into_parts();
    let (&[_, length, vocabulary], TensorData::F32(values)) = (&shape[..], data) else {
        return Err(invalid(spec, "logits must be [batch, length, vocabulary]"));
    };
    if length == 0 || vocabulary == 0 {
        return Err(invalid(spec, "logits are empty"));
    }
    let values = if length == 1 {
        values
    } else {
        let rows = values.chunks_exact(length * vocabulary);
        rows.flat_map(|row| row.get((length - 1) * vocabulary..).unwrap_or_default())
            .copied()
            .collect()
    };
    Ok(Logits { values, vocabulary })
}
