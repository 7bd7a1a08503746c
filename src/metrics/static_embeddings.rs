//! Word vectors that do not depend on the context, such as those of fastText.
//!
//! [`StaticEmbeddings`] is what a table of vectors must offer; [`WordVectors`]
//! is such a table in memory.

use std::collections::HashMap;

use serde::Deserialize;

use super::bert_score::{TokenEmbeddings, bert_score};
use super::rouge::PrecisionRecallF1;
use crate::error::{Error, ErrorKind, Result};

/// A table of word vectors.
pub trait StaticEmbeddings {
    /// The numbers in each vector, at least 1.
    fn dimension(&self) -> usize;

    /// Writes the vector of `word`, a token of
    /// [`words()`](crate::text::tokenize::words()), to `vector`, which has
    /// [`dimension`](Self::dimension) places. Returns whether there is one.
    fn embed(&self, word: &str, vector: &mut [f32]) -> bool;
}

/// Word vectors in memory.
///
/// ```
/// use epitome::metrics::{StaticEmbeddings, WordVectors};
///
/// let vectors = WordVectors::new(2, vec!["tram".into()], vec![0.6, 0.8])?;
/// let mut vector = [0.0; 2];
/// assert!(vectors.embed("tram", &mut vector) && !vectors.embed("bus", &mut vector));
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "WordVectorsData")]
pub struct WordVectors {
    dimension: usize,
    rows: HashMap<String, usize>,
    values: Vec<f32>,
}

/// What [`WordVectors`] is read from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordVectorsData {
    dimension: usize,
    words: Vec<String>,
    values: Vec<f32>,
}

impl TryFrom<WordVectorsData> for WordVectors {
    type Error = Error;

    fn try_from(data: WordVectorsData) -> Result<Self> {
        Self::new(data.dimension, data.words, data.values)
    }
}

impl WordVectors {
    /// The vectors of `words`, row after row in `values`: `dimension` numbers
    /// for each word. Of a word that is listed twice the first vector counts.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the dimension is 0 or there are not
    /// `dimension` values per word, [`ErrorKind::InvalidArgument`] if a value
    /// is not finite.
    pub fn new(dimension: usize, words: Vec<String>, values: Vec<f32>) -> Result<Self> {
        if dimension == 0 || words.len().checked_mul(dimension) != Some(values.len()) {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!(
                    "word vectors: {} values for {} words of {dimension} dimensions: \
                     there must be `dimension` values per word, at least 1",
                    values.len(),
                    words.len()
                ),
            ));
        }
        if let Some(position) = values.iter().position(|value| !value.is_finite()) {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "word vectors: value {} of word {} (both counted from 0) is not a finite number",
                    position % dimension,
                    position / dimension
                ),
            ));
        }
        let mut rows = HashMap::with_capacity(words.len());
        for (row, word) in words.into_iter().enumerate() {
            rows.entry(word).or_insert(row);
        }
        Ok(Self {
            dimension,
            rows,
            values,
        })
    }
}

impl StaticEmbeddings for WordVectors {
    fn dimension(&self) -> usize {
        self.dimension
    }

    fn embed(&self, word: &str, vector: &mut [f32]) -> bool {
        let row = self.rows.get(word).and_then(|row| {
            let start = row * self.dimension;
            self.values.get(start..start + self.dimension)
        });
        match row {
            Some(row) if row.len() == vector.len() => {
                vector.copy_from_slice(row);
                true
            }
            _ => false,
        }
    }
}

/// The score of paper E over static embeddings (`P_FT`, `R_FT`, `F1_FT`): that
/// of [`bert_score`] over the vectors of two texts' words. Words without a
/// vector are left out.
///
/// # Errors
///
/// [`ErrorKind::ShapeMismatch`] if the table has no dimensions, and
/// [`ErrorKind::InvalidArgument`] if it holds a number that is not finite.
pub fn static_score(
    hypothesis: &[String],
    reference: &[String],
    embeddings: &dyn StaticEmbeddings,
) -> Result<PrecisionRecallF1> {
    let embed = |words: &[String]| {
        let mut values = Vec::new();
        let mut vector = vec![0.0; embeddings.dimension()];
        for word in words {
            if embeddings.embed(word, &mut vector) {
                values.extend_from_slice(&vector);
            }
        }
        TokenEmbeddings::new(&values, embeddings.dimension())
    };
    bert_score(&embed(hypothesis)?, &embed(reference)?)
}
