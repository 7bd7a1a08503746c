//! Salience: which sentences of a document say what it is about, and stand alone.
//!
//! A linear model over the [`FEATURES`] of a sentence in its document,
//!
//! ```text
//! s_i = w_0 + Σ_k w_k · f_k(i)
//! ```
//!
//! with weights for each language that `models/recipes/salience` fits to sentences that people
//! picked. Linear time but for the sort.

mod cues;
mod features;
mod joins;
mod roles;
mod sentence;
mod verbs;
mod weights;

pub use features::FEATURES;
pub(super) use roles::{Role, speaker};
pub(super) use sentence::{Sentence, takeable};

use crate::analysis::Document;
use crate::analysis::shape::Shape;
use crate::text::Language;

/// A sentence with its features, for the recipe that fits the weights.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SentenceFeatures {
    /// The sentence, without a bullet, a speaker or a dateline.
    pub text: String,
    /// The values of [`FEATURES`].
    pub features: Vec<f64>,
    /// What the weights of its language make of them.
    pub salience: f64,
}

/// The sentences of a text that a summary may take, with their features.
pub fn sentence_features(text: &str, language: Language) -> Vec<SentenceFeatures> {
    let shape = Shape::read(text, language);
    let document = Document::new(&shape.text, language);
    let sentences = Sentence::all(&shape, &document);
    let rows = features::features(&shape, &document, &sentences);
    let scores = rows.iter().map(|row| score(row, language));
    sentences
        .iter()
        .zip(&rows)
        .zip(scores)
        .map(|((sentence, row), salience)| SentenceFeatures {
            text: shape
                .text
                .get(sentence.span.clone())
                .unwrap_or_default()
                .to_owned(),
            features: row.to_vec(),
            salience,
        })
        .collect()
}

/// The salience of each sentence.
pub(super) fn salience(shape: &Shape, document: &Document, sentences: &[Sentence]) -> Vec<f64> {
    features::features(shape, document, sentences)
        .iter()
        .map(|row| score(row, document.language))
        .collect()
}

fn score(row: &[f64; FEATURES.len()], language: Language) -> f64 {
    let [bias, weights @ ..] = weights::of(language);
    bias + row.iter().zip(weights).map(|(f, w)| f * w).sum::<f64>()
}
