//! How like a summary's words in their context are to the document's: BERTScore over an
//! encoder (Zhang et al. 2020).
//!
//! A text longer than a window of the encoder is read in windows of equal lengths, as few as hold it,
//! side by side; what is beyond the last one is not read. Every window stands between `[CLS]` and `[SEP]`, whose
//! states do not count.
//!
//! Contract with the graph: one input `tokens`, int64 `[1, length]`; one output, float32
//! `[1, length, width]`. The cost is a run of the graph for every window; a document
//! of several pairs is read once.

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Pair;
use crate::metrics::{PrecisionRecallF1, TokenEmbeddings, bert_score};
use crate::model::manifest::{Axis, DataType, SimilaritySpec, TensorSpec};
use crate::model::{Session, Tensor, TensorData};
use crate::text::tokenize::WordPiece;

/// Pairs that are well compared at once: one takes tens of times as long as without an
/// encoder, and a host hears a signal between two batches.
pub const BATCH: usize = 4;

/// Tokens of a window that are not the text's.
const AROUND: usize = 2;

/// Compares texts over an encoder.
pub struct Similarity {
    session: Box<dyn Session>,
    pieces: WordPiece,
    begin: i64,
    end: i64,
    /// Tokens of a text in one window.
    window: usize,
    windows: usize,
    width: usize,
}

impl Similarity {
    /// Comparison over `session`, whose graph and windows `spec` describes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the graph does not fit the contract of this module,
    /// [`ErrorKind::InvalidVocabulary`] if there is no `[CLS]` or `[SEP]`.
    pub fn new(
        spec: &SimilaritySpec,
        pieces: WordPiece,
        session: Box<dyn Session>,
    ) -> Result<Self> {
        let (Some(window), Some(width)) = (window(&spec.graph.inputs), width(&spec.graph.outputs))
        else {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                "an encoder's graph takes int64 `tokens` [1, length], with a `max_length` of at least 3, \
                 and gives one float32 [1, length, width]",
            ));
        };
        let special = |piece: &str| {
            pieces.id(piece).ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidVocabulary,
                    format!(
                        "the vocabulary has no {piece}, which stands at an end of every window"
                    ),
                )
            })
        };
        Ok(Self {
            begin: special("[CLS]")?,
            end: special("[SEP]")?,
            window,
            windows: spec.windows,
            width,
            session,
            pieces,
        })
    }

    /// BERTScore of the summary of each pair, as hypothesis, against its document.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn score(&self, pairs: &[Pair]) -> Result<Vec<PrecisionRecallF1>> {
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&index| &pairs[index].document);
        let mut found = vec![PrecisionRecallF1::default(); pairs.len()];
        let mut before: Option<(&str, TokenEmbeddings)> = None;
        for index in order {
            let pair = &pairs[index];
            let document = match before.take() {
                Some((text, known)) if text == pair.document => known,
                _ => self.states(&pair.document).await?,
            };
            let summary = self.states(&pair.summary).await?;
            found[index] = bert_score(&summary, &document)?;
            before = Some((&pair.document, document));
        }
        Ok(found)
    }

    /// The states of the tokens of a text that are read.
    async fn states(&self, text: &str) -> Result<TokenEmbeddings> {
        let mut ids = self.pieces.encode(text);
        ids.truncate(self.window.saturating_mul(self.windows));
        let mut values = Vec::with_capacity(ids.len() * self.width);
        for window in parts(&ids, self.window) {
            let tokens: Vec<i64> = [&[self.begin], window, &[self.end]].concat();
            let length = tokens.len();
            let input = Tensor::new(vec![1, length], TensorData::I64(tokens))?;
            let outputs = self.session.run(vec![input]).await?;
            let states = match outputs.first().map(Tensor::data) {
                Some(TensorData::F32(states)) if states.len() == length * self.width => states,
                _ => {
                    return Err(Error::new(
                        ErrorKind::Inference,
                        format!(
                            "the encoder gives no {} numbers for each of {length} tokens",
                            self.width
                        ),
                    ));
                }
            };
            values.extend_from_slice(&states[self.width..(length - 1) * self.width]);
        }
        TokenEmbeddings::new(&values, self.width)
    }
}

/// The windows of a text: as few as can be, of lengths that differ by one at most.
fn parts(ids: &[i64], most: usize) -> impl Iterator<Item = &[i64]> {
    let windows = ids.len().div_ceil(most);
    (0..windows).map(move |at| &ids[at * ids.len() / windows..(at + 1) * ids.len() / windows])
}

fn window(inputs: &[TensorSpec]) -> Option<usize> {
    let [input] = inputs else { return None };
    let fits = input.name == "tokens"
        && input.dtype == DataType::Int64
        && matches!(input.shape[..], [Axis::Fixed(1), Axis::Symbol(_)]);
    let window = input.max_length?.checked_sub(AROUND)?;
    (fits && window > 0).then_some(window)
}

fn width(outputs: &[TensorSpec]) -> Option<usize> {
    let [output] = outputs else { return None };
    match (output.dtype, &output.shape[..]) {
        (DataType::Float32, [Axis::Fixed(1), Axis::Symbol(_), Axis::Fixed(width)])
            if *width > 0 =>
        {
            Some(*width)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_few_and_alike() {
        let ids: Vec<i64> = (0..11).collect();
        let lengths = |most| parts(&ids, most).map(<[i64]>::len).collect::<Vec<_>>();
        assert_eq!(lengths(11), [11]);
        assert_eq!(lengths(10), [5, 6]);
        assert_eq!(lengths(4), [3, 4, 4]);
        assert_eq!(parts(&ids, 4).collect::<Vec<_>>().concat(), ids);
        assert_eq!(parts(&[], 4).count(), 0);
    }
}
