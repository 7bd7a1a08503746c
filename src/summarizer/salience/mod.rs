//! Salience: which sentences of a document say what it is about, and stand alone.
//!
//! A linear model over the [`FEATURES`] of a sentence in its document,
//!
//! ```text
//! s_i = Σ_k w_k · f_k(i) + Σ_k v_k · f_k(i)
//! ```
//!
//! with weights `w` of the language and `v` of the form of the document, over some of
//! the features, that `models/recipes/salience` fits to sentences that people picked. Linear time but for the sort.

mod cues;
mod features;
mod joins;
mod roles;
mod sentence;
mod weights;
mod words;

pub use features::{FEATURES, FORMED};
pub(super) use roles::{Role, speaker};
pub(super) use sentence::{Sentence, takeable};

use super::form::Form;
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
    /// The form of its document.
    pub form: Option<&'static str>,
    /// The norms of its tokens.
    pub tokens: Vec<String>,
}

/// The sentences of a text that a summary may take, with their features.
pub fn sentence_features(text: &str, language: Language) -> Vec<SentenceFeatures> {
    let shape = Shape::read(text, language);
    let document = Document::new(&shape.text, language);
    let form = Form::of(&shape, language);
    let sentences = Sentence::all(&shape, &document, form);
    let rows = features::features(&shape, &document, &sentences);
    let scores = rows.iter().map(|row| score(row, language, form));
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
            form: form.name(),
            tokens: sentence
                .tokens(&document)
                .iter()
                .map(|token| token.norm.clone())
                .collect(),
        })
        .collect()
}

/// The salience of each sentence of a document of a form.
pub(super) fn salience(
    shape: &Shape,
    document: &Document,
    sentences: &[Sentence],
    form: Form,
) -> Vec<f64> {
    features::features(shape, document, sentences)
        .iter()
        .map(|row| score(row, document.language, form))
        .collect()
}

fn score(row: &[f64; FEATURES.len()], language: Language, form: Form) -> f64 {
    let weights = weights::of(language);
    let of_language: f64 = row.iter().zip(weights).map(|(f, w)| f * w).sum();
    let formed = form.place().and_then(|at| weights::FORMS.get(at));
    let of_form = formed.map_or(0.0, |weights| {
        let places = FORMED
            .iter()
            .map(|name| FEATURES.iter().position(|one| one == name));
        let values = places.map(|at| at.and_then(|at| row.get(at)).copied().unwrap_or_default());
        values.zip(weights).map(|(f, w)| f * w).sum()
    });
    of_language + of_form
}
