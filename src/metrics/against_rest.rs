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
            // Added to a similarity, it leaves those to words of the rest.
            let only_rest: Vec<f32> = rest
                .iter()
                .map(|&left| if left > 0 { 0.0 } else { f32::NEG_INFINITY })
                .collect();
            let mut precision = 0.0;
            similarities.for_each(&part.counts, |count, row| {
                raise(&mut best, row);
                precision += f64::from(greatest_sum(row, &only_rest)) * count as f64;
            });
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

/// Raises each of `values` to that of `others`, if that is greater.
fn raise(values: &mut [f32], others: &[f32]) {
    for (value, &other) in values.iter_mut().zip(others) {
        // `f32::max` would also look for NaN, of which there is none.
        *value = if other > *value { other } else { *value };
    }
}

/// The greatest sum of one of `a` and one of `b` at the same place.
fn greatest_sum(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut most = [f32::NEG_INFINITY; LANES];
    for (a, b) in a.chunks(LANES).zip(b.chunks(LANES)) {
        for ((most, a), b) in most.iter_mut().zip(a).zip(b) {
            let sum = a + b;
            *most = if sum > *most { sum } else { *most };
        }
    }
    most.into_iter().fold(f32::NEG_INFINITY, f32::max)
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

    fn vector(&self, word: usize) -> &[f32] {
        let start = word * self.dimension;
        self.values
            .get(start..start + self.dimension)
            .unwrap_or_default()
    }

    /// The similarities of some words to every word. Every vector is read once
    /// for all of them.
    fn similarities(&self, words: &[usize]) -> Vec<Vec<f32>> {
        let size = self.rows.len();
        let vectors: Vec<&[f32]> = words.iter().map(|&word| self.vector(word)).collect();
        let mut table = vec![Vec::with_capacity(size); words.len()];
        for other in self.values.chunks_exact(self.dimension) {
            for (row, vector) in table.iter_mut().zip(&vectors) {
                row.push(dot(vector, other));
            }
        }
        table
    }
}

/// Rows of the table of similarities, kept where another part will ask for them.
struct Similarities<'v, 'w> {
    vectors: &'v Vectors<'w>,
    /// For each word how many parts will still ask for it.
    uses: Vec<usize>,
    /// For each word its row, if it is kept.
    rows: Vec<Option<Vec<f32>>>,
    /// How many rows more can be kept.
    room: usize,
}

/// How many rows are computed at a time: their vectors fit into the nearest
/// cache, and the rows of a long part into little memory.
const BLOCK: usize = 32;

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
            rows: vec![None; uses.len()],
            uses,
            room: KEPT_BYTES / row_bytes,
        }
    }

    /// Gives `visit` the row of each word of a part.
    fn for_each(&mut self, part: &[(usize, usize)], mut visit: impl FnMut(usize, &[f32])) {
        for block in part.chunks(BLOCK) {
            let missing: Vec<usize> = block
                .iter()
                .map(|&(word, _)| word)
                .filter(|&word| matches!(self.rows.get(word), Some(None)))
                .collect();
            for (&word, row) in missing.iter().zip(self.vectors.similarities(&missing)) {
                if let Some(place) = self.rows.get_mut(word) {
                    *place = Some(row);
                }
            }
            for &(word, count) in block {
                if let Some(Some(row)) = self.rows.get(word) {
                    visit(count, row);
                }
            }
            self.forget(block, &missing);
        }
    }

    /// Drops the rows of a block that no later part asks for, and those for
    /// which there is no room.
    fn forget(&mut self, block: &[(usize, usize)], missing: &[usize]) {
        for &(word, _) in block {
            let left = self.uses.get_mut(word).map_or(0, |uses| {
                *uses = uses.saturating_sub(1);
                *uses
            });
            let is_new = missing.contains(&word);
            let stays = left > 0 && (!is_new || self.room > 0);
            match (is_new, stays) {
                (true, true) => self.room -= 1,
                (false, false) => self.room += 1,
                _ => {}
            }
            if !stays && let Some(row) = self.rows.get_mut(word) {
                *row = None;
            }
        }
    }
}
