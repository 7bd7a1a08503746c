//! The likeness of each part of a document to all other parts: the score
//! functions of top sentence selection (paper E, Algorithm 1).
//!
//! ```text
//! r_i = ROUGE-1 F1 (s_i, Document \ s_i)    or    r_i = F1_FT (s_i, Document \ s_i)
//! ```
//!
//! The counts of the rest are those of the whole document minus those of the
//! part. For ROUGE every word is read once, so all scores together take linear
//! time. For static embeddings, whose F1 is [`static_score`]'s, `V` distinct
//! words with a vector of `d` numbers take `V² · d` multiplications and, with
//! `N` words in the document, at most `N · V` comparisons: a document of
//! 100,000 characters takes about a second at 100 dimensions. The similarities
//! of words that several parts share are kept, in at most [`KEPT_BYTES`].
//!
//! [`static_score`]: super::static_embeddings::static_score

use std::collections::HashMap;

use super::bert_score::{dot, harmonic, normalize};
use super::rouge::PrecisionRecallF1;
use super::static_embeddings::StaticEmbeddings;
use crate::error::{Error, ErrorKind, Result};

/// The most memory for similarities that are kept for the next part.
const KEPT_BYTES: usize = 64 << 20;

/// ROUGE-1 F1 of each part, a list of words, against all other parts.
///
/// ```
/// use epitome::metrics::rouge_against_rest;
///
/// let parts = [vec!["the", "tram"], vec!["the", "bus"], vec!["rain"]];
/// assert_eq!(rouge_against_rest(&parts)[0], 2.0 / 5.0);
/// ```
pub fn rouge_against_rest<W: AsRef<str>>(parts: &[Vec<W>]) -> Vec<f64> {
    let bags = Bags::new(parts);
    let score = |part: &Bag| {
        let overlap = part
            .counts
            .iter()
            .map(|&(word, count)| count.min(bags.elsewhere(word, count)))
            .sum();
        PrecisionRecallF1::from_counts(overlap, part.size, bags.size - part.size).f1
    };
    bags.parts.iter().map(score).collect()
}

/// F1 over static embeddings of each part, a list of words, against all other
/// parts. Words without a vector are left out.
///
/// # Errors
///
/// [`ErrorKind::ShapeMismatch`] if the table has no dimensions,
/// [`ErrorKind::InvalidArgument`] if it holds a number that is not finite.
pub fn static_f1_against_rest<W: AsRef<str>>(
    parts: &[Vec<W>],
    embeddings: &dyn StaticEmbeddings,
) -> Result<Vec<f64>> {
    let words: Vec<Vec<&str>> = parts
        .iter()
        .map(|part| part.iter().map(AsRef::as_ref).collect())
        .collect();
    let vectors = Vectors::of(&words, embeddings)?;
    let known: Vec<Vec<&str>> = words
        .into_iter()
        .map(|part| {
            part.into_iter()
                .filter(|word| vectors.rows.contains_key(word))
                .collect()
        })
        .collect();
    // Both number the words by their first occurrence.
    let bags = Bags::new(&known);
    let mut similarities = Similarities::new(&vectors, &bags);
    let mut best = vec![f32::NEG_INFINITY; bags.totals.len()];
    Ok(bags
        .parts
        .iter()
        .map(|part| {
            let rest_size = bags.size - part.size;
            if part.size == 0 || rest_size == 0 {
                return 0.0;
            }
            let mut rest = bags.totals.clone();
            for &(word, count) in &part.counts {
                if let Some(total) = rest.get_mut(word) {
                    *total -= count;
                }
            }
            best.fill(f32::NEG_INFINITY);
            let mut precision = 0.0;
            for &(word, count) in &part.counts {
                let row = similarities.row(word);
                let mut most = f32::NEG_INFINITY;
                for ((&similarity, best), &left) in row.iter().zip(&mut best).zip(&rest) {
                    *best = best.max(similarity);
                    if left > 0 {
                        most = most.max(similarity);
                    }
                }
                precision += f64::from(most) * count as f64;
            }
            let recall: f64 = best
                .iter()
                .zip(&rest)
                .filter(|&(_, &left)| left > 0)
                .map(|(&best, &left)| f64::from(best) * left as f64)
                .sum();
            // As real numbers: counts are far below 2^53.
            harmonic(precision / part.size as f64, recall / rest_size as f64).f1
        })
        .collect())
}

/// The words of one part.
struct Bag {
    /// Its distinct words, as indices into `Bags::totals`, with their counts.
    counts: Vec<(usize, usize)>,
    /// The number of its words.
    size: usize,
}

/// Word counts of the parts of a document and of all of it. Words are numbered
/// by their first occurrence.
struct Bags {
    parts: Vec<Bag>,
    /// For each distinct word its count in the document.
    totals: Vec<usize>,
    /// The number of words in the document.
    size: usize,
}

impl Bags {
    fn new<W: AsRef<str>>(parts: &[Vec<W>]) -> Self {
        let mut indices: HashMap<&str, usize> = HashMap::new();
        let parts: Vec<Bag> = parts
            .iter()
            .map(|words| {
                let mut part: Vec<usize> = words
                    .iter()
                    .map(|word| {
                        let next = indices.len();
                        *indices.entry(word.as_ref()).or_insert(next)
                    })
                    .collect();
                part.sort_unstable();
                Bag {
                    size: part.len(),
                    counts: part
                        .chunk_by(|a, b| a == b)
                        .filter_map(|equal| equal.first().map(|&word| (word, equal.len())))
                        .collect(),
                }
            })
            .collect();
        let mut totals = vec![0; indices.len()];
        for &(word, count) in parts.iter().flat_map(|part| &part.counts) {
            if let Some(total) = totals.get_mut(word) {
                *total += count;
            }
        }
        Self {
            size: totals.iter().sum(),
            parts,
            totals,
        }
    }

    /// How often a word that a part has `count` times stands in other parts.
    fn elsewhere(&self, word: usize, count: usize) -> usize {
        self.totals.get(word).copied().unwrap_or_default() - count
    }
}

/// The unit vectors of the distinct words of a document that have one, in the
/// order of their first occurrence.
struct Vectors<'w> {
    rows: HashMap<&'w str, usize>,
    values: Vec<f32>,
    dimension: usize,
}

impl<'w> Vectors<'w> {
    fn of(parts: &[Vec<&'w str>], embeddings: &dyn StaticEmbeddings) -> Result<Self> {
        let dimension = embeddings.dimension();
        if dimension == 0 {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                "the word vectors have 0 dimensions: there must be at least 1",
            ));
        }
        let mut rows: HashMap<&str, usize> = HashMap::new();
        let mut seen: HashMap<&str, ()> = HashMap::new();
        let mut values = Vec::new();
        let mut vector = vec![0.0; dimension];
        for &word in parts.iter().flatten() {
            if seen.insert(word, ()).is_some() || !embeddings.embed(word, &mut vector) {
                continue;
            }
            if vector.iter().any(|value| !value.is_finite()) {
                return Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!("the vector of the word {word:?} holds a number that is not finite"),
                ));
            }
            normalize(&mut vector);
            rows.insert(word, rows.len());
            values.extend_from_slice(&vector);
        }
        Ok(Self {
            rows,
            values,
            dimension,
        })
    }

    /// The similarity of one word to every word.
    fn similarities(&self, word: usize, row: &mut Vec<f32>) {
        row.clear();
        let start = word * self.dimension;
        let vector = self.values.get(start..start + self.dimension);
        let vector = vector.unwrap_or_default();
        row.extend(
            self.values
                .chunks_exact(self.dimension)
                .map(|other| dot(vector, other)),
        );
    }
}

/// Rows of the table of similarities, kept where another part will ask for them.
struct Similarities<'v, 'w> {
    vectors: &'v Vectors<'w>,
    /// For each word how many parts will still ask for it.
    uses: Vec<usize>,
    kept: HashMap<usize, Vec<f32>>,
    room: usize,
    scratch: Vec<f32>,
}

impl<'v, 'w> Similarities<'v, 'w> {
    fn new(vectors: &'v Vectors<'w>, bags: &Bags) -> Self {
        let mut uses = vec![0; bags.totals.len()];
        for &(word, _) in bags.parts.iter().flat_map(|part| &part.counts) {
            if let Some(uses) = uses.get_mut(word) {
                *uses += 1;
            }
        }
        let row_bytes = (bags.totals.len() * size_of::<f32>()).max(1);
        Self {
            vectors,
            uses,
            kept: HashMap::new(),
            room: KEPT_BYTES / row_bytes,
            scratch: Vec::new(),
        }
    }

    fn row(&mut self, word: usize) -> &[f32] {
        let left = self.uses.get_mut(word).map_or(0, |uses| {
            *uses = uses.saturating_sub(1);
            *uses
        });
        if self.kept.contains_key(&word) {
            if left > 0 {
                return self.kept.get(&word).map_or(&[], Vec::as_slice);
            }
            self.scratch = self.kept.remove(&word).unwrap_or_default();
            return &self.scratch;
        }
        self.vectors.similarities(word, &mut self.scratch);
        if left > 0 && self.kept.len() < self.room {
            self.kept.insert(word, self.scratch.clone());
        }
        &self.scratch
    }
}
