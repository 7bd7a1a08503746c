//! The SVM matcher of paper A, (1) to (3): support vectors over the words of both
//! texts.
//!
//! A pair is the TF-IDF of its document next to that of its summary, each of length
//! one; the kernel is exp(-γ |x − y|²), and the decision value f becomes P(level > 3)
//! = 1 / (1 + e^(a f + b)) (Platt 1999). The levels are the shares that they had within
//! their class in training.
//!
//! Vectors are sparse, so products with all of them go through lists of the vectors that
//! hold a word: the cost is the sum of those lists over the words of a pair, and one
//! exponential per vector. Everything of a text is read.

mod file;

use crate::matcher::Pair;
use crate::matcher::outcome::{Levels, Match, Read};
use crate::model::manifest::SvmSpec;
use crate::text::{Tokenizer, Vocabulary};

pub(crate) use file::parse;

/// Scores pairs by support vectors.
pub struct SvmMatcher {
    tokenizer: Tokenizer,
    machine: Machine,
    shares: [f64; 5],
    backend: &'static str,
}

/// What a file of support vectors holds.
pub(crate) struct Machine {
    gamma: f64,
    intercept: f64,
    /// Platt's a and b.
    slope: f64,
    offset: f64,
    /// The weight of every word.
    weights: Vec<f64>,
    /// Per support vector.
    coefficients: Vec<f64>,
    /// |x|² of every support vector.
    squares: Vec<f64>,
    document: Postings,
    summary: Postings,
}

/// For each word the vectors that hold it, with its weight there.
struct Postings {
    /// Where the list of each word begins, and after the last one its end.
    starts: Vec<usize>,
    entries: Vec<(u32, f32)>,
}

impl Postings {
    fn of(&self, word: usize) -> &[(u32, f32)] {
        let range = self.starts.get(word).zip(self.starts.get(word + 1));
        range
            .and_then(|(&start, &end)| self.entries.get(start..end))
            .unwrap_or_default()
    }
}

impl SvmMatcher {
    /// A matcher of a file's support vectors; results report `backend`.
    pub(crate) fn new(
        tokenizer: Tokenizer,
        machine: Machine,
        spec: &SvmSpec,
        backend: &'static str,
    ) -> Self {
        Self {
            tokenizer,
            machine,
            shares: spec.shares,
            backend,
        }
    }

    /// Scores one pair.
    pub fn score(&self, pair: &Pair) -> Match {
        let texts = [&pair.document, &pair.summary].map(|text| counts(self.tokenizer.encode(text)));
        let probability = self.machine.probability(&texts);
        let [one, two, three, four, five] = self.shares;
        let other = 1.0 - probability;
        let levels = Levels([
            other * one,
            other * two,
            other * three,
            probability * four,
            probability * five,
        ]);
        let whole = Read {
            document: 1.0,
            summary: 1.0,
        };
        Match::new(levels, self.backend, whole)
    }
}

/// How often each known word occurs, in the order of words.
fn counts(mut ids: Vec<i64>) -> Vec<(usize, u32)> {
    ids.sort_unstable();
    let known = ids.chunk_by(|a, b| a == b).filter_map(|same| {
        let word = same.first().filter(|id| **id > Vocabulary::UNKNOWN)?;
        Some((
            usize::try_from(*word).ok()?,
            u32::try_from(same.len()).ok()?,
        ))
    });
    known.collect()
}

impl Machine {
    /// The weights of a text's words, of length one; none if it has no known word.
    fn weighed(weights: &[f64], text: &[(usize, u32)]) -> Vec<(usize, f64)> {
        let mut row: Vec<_> = text
            .iter()
            .filter_map(|&(word, count)| Some((word, f64::from(count) * weights.get(word)?)))
            .collect();
        let length = row.iter().map(|(_, value)| value * value).sum::<f64>();
        if length > 0.0 {
            for (_, value) in &mut row {
                *value /= length.sqrt();
            }
        }
        row
    }

    /// P(level > 3) of a document and a summary, given as counts of words.
    fn probability(&self, texts: &[Vec<(usize, u32)>; 2]) -> f64 {
        let mut products = vec![0.0; self.coefficients.len()];
        let mut square = 0.0;
        for (text, postings) in texts.iter().zip([&self.document, &self.summary]) {
            let row = Self::weighed(&self.weights, text);
            square += f64::from(u8::from(!row.is_empty()));
            for (word, value) in row {
                for &(vector, weight) in postings.of(word) {
                    if let Some(product) = products.get_mut(vector as usize) {
                        *product += value * f64::from(weight);
                    }
                }
            }
        }
        let terms = self.coefficients.iter().zip(&self.squares).zip(products);
        let value: f64 = terms
            .map(|((coefficient, other), product)| {
                coefficient * (-self.gamma * (square + other - 2.0 * product)).exp()
            })
            .sum();
        1.0 / (1.0 + (self.slope * (value + self.intercept) + self.offset).exp())
    }
}
