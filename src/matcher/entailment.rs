//! Whether a document entails what a sentence of its summary says: natural language inference by a
//! cross-encoder, a graph that reads premise and hypothesis together.
//!
//! The premise is made of the few sentences of the document that hold most of the hypothesis's words
//! (`premise`), as granular as the pairs that such encoders learn from (Laban et al. 2022, SummaC).
//! Both stand in one window, `[CLS]` premise `[SEP]` hypothesis `[SEP]`, in two segments (Devlin et al.
//! 2019). A hypothesis is cut to half of the window's room, a premise to what is left. Word pieces have
//! `[CLS]` and `[SEP]` in their vocabulary; for unigram pieces these are the two ids after those of pieces
//! and buckets.
//!
//! Contract with the graph: the inputs `tokens` and `segments`, int64 `[1, length]`; one output,
//! float32 `[1, 3]`, the logits of entailment, neutral and contradiction. The cost is a run of the graph
//! for every sentence of the summary, whatever the document's length.

use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{Axis, DataType, EntailmentSpec, TensorSpec};
use crate::model::{Session, Tensor, TensorData};
use crate::text::tokenizer::Tokenizer;

/// Pairs that are well judged at once: one takes tens of times as long as without an
/// encoder, and a host hears a signal between two batches.
pub const BATCH: usize = 4;

/// Tokens of a window that are not a text's.
const AROUND: usize = 3;

/// The least log-probability: beyond it the encoder is sure, and how sure tells nothing.
const FLOOR: f64 = -6.0;

/// Outputs of the graph; the first one is that of entailment.
const LABELS: usize = 3;

/// Judges sentences against documents.
pub struct Entailment {
    session: Box<dyn Session>,
    tokenizer: Tokenizer,
    begin: i64,
    end: i64,
    /// Tokens of both texts in a window.
    room: usize,
}

impl Entailment {
    /// Judgement by `session`, whose graph `spec` describes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the graph does not fit the contract of this module,
    /// [`ErrorKind::InvalidVocabulary`] if there is no `[CLS]` or `[SEP]`, [`ErrorKind::Unsupported`] if the
    /// tokenizer is one of neither word pieces nor unigram pieces.
    pub fn new(
        spec: &EntailmentSpec,
        tokenizer: Tokenizer,
        session: Box<dyn Session>,
    ) -> Result<Self> {
        let (Some(room), true) = (room(&spec.graph.inputs), fits(&spec.graph.outputs)) else {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                "the graph of entailment takes int64 `tokens` and `segments`, [1, length] both, with the same `max_length` \
                 of at least 5, and gives one float32 [1, 3]",
            ));
        };
        let [begin, end] = around(&tokenizer)?;
        Ok(Self {
            begin,
            end,
            room,
            session,
            tokenizer,
        })
    }

    /// ln P that a premise entails a hypothesis, −6 to 0.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn judge(&self, premise: &str, hypothesis: &str) -> Result<f64> {
        let [premise, hypothesis] = [premise, hypothesis].map(|text| self.tokenizer.encode(text));
        let (tokens, segments) = self.window(&premise, &hypothesis);
        let shape = vec![1, tokens.len()];
        let inputs = vec![
            Tensor::new(shape.clone(), TensorData::I64(tokens))?,
            Tensor::new(shape, TensorData::I64(segments))?,
        ];
        let outputs = self.session.run(inputs).await?;
        match outputs.first().map(Tensor::data) {
            Some(TensorData::F32(logits))
                if logits.len() == LABELS && logits.iter().all(|logit| logit.is_finite()) =>
            {
                Ok(entailed(logits))
            }
            _ => Err(Error::new(
                ErrorKind::Inference,
                format!("the graph of entailment gives no {LABELS} finite numbers"),
            )),
        }
    }

    /// Tokens and segments of a window.
    fn window(&self, premise: &[i64], hypothesis: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let hypothesis = &hypothesis[..hypothesis.len().min(self.room / 2)];
        let premise = &premise[..premise.len().min(self.room - hypothesis.len())];
        let tokens = [
            &[self.begin][..],
            premise,
            &[self.end],
            hypothesis,
            &[self.end],
        ]
        .concat();
        let mut segments = vec![0; premise.len() + 2];
        segments.resize(tokens.len(), 1);
        (tokens, segments)
    }
}

/// The ids of `[CLS]` and `[SEP]`.
fn around(tokenizer: &Tokenizer) -> Result<[i64; 2]> {
    match tokenizer {
        Tokenizer::WordPiece(pieces) => {
            let special = |piece: &str| {
                pieces.id(piece).ok_or_else(|| {
                    Error::new(
                        ErrorKind::InvalidVocabulary,
                        format!("the vocabulary has no {piece}, which stands around the texts"),
                    )
                })
            };
            Ok([special("[CLS]")?, special("[SEP]")?])
        }
        Tokenizer::Unigram(pieces) => {
            let next = i64::try_from(pieces.len()).unwrap_or(i64::MAX - 1);
            Ok([next, next + 1])
        }
        _ => Err(Error::new(
            ErrorKind::Unsupported,
            "entailment is judged over word pieces or unigram pieces",
        )),
    }
}

/// The log-probability of the first label.
fn entailed(logits: &[f32]) -> f64 {
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let distance = |logit: &f32| f64::from(logit - greatest);
    let whole: f64 = logits.iter().map(|logit| distance(logit).exp()).sum();
    let log = logits.first().map_or(FLOOR, distance) - whole.ln();
    log.max(FLOOR)
}

/// Tokens of both texts in a window, if the inputs are as they must be.
fn room(inputs: &[TensorSpec]) -> Option<usize> {
    let [tokens, segments] = inputs else {
        return None;
    };
    let fits = |input: &TensorSpec, name: &str| {
        input.name == name
            && input.dtype == DataType::Int64
            && matches!(input.shape[..], [Axis::Fixed(1), Axis::Symbol(_)])
    };
    let alike = tokens.max_length == segments.max_length && tokens.shape == segments.shape;
    let room = tokens.max_length?.checked_sub(AROUND)?;
    (fits(tokens, "tokens") && fits(segments, "segments") && alike && room >= 2).then_some(room)
}

fn fits(outputs: &[TensorSpec]) -> bool {
    let [output] = outputs else { return false };
    output.dtype == DataType::Float32
        && matches!(output.shape[..], [Axis::Fixed(1), Axis::Fixed(LABELS)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_label_has_a_bounded_log_probability() {
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found}");
        near(entailed(&[0.0, 0.0, 0.0]), -(3.0_f64.ln()));
        near(entailed(&[100.0, 0.0, 0.0]), 0.0);
        near(entailed(&[0.0, 100.0, 0.0]), FLOOR);
    }
}
