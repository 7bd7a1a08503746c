//! A document read for summaries: its shape, its sentences and their salience.

use std::collections::HashSet;

use super::form::Form;
use super::salience::{self, Sentence};
use crate::analysis::shape::Shape;
use crate::analysis::{Document, Token};

/// What a sentence gains that has all content words of the context.
const CONTEXT: f64 = 10.0;

/// A document with the sentences that a summary may take.
pub(super) struct Reading<'t> {
    pub(super) shape: &'t Shape,
    pub(super) document: Document<'t>,
    pub(super) sentences: Vec<Sentence>,
    /// The salience of each sentence.
    pub(super) salience: Vec<f64>,
    /// What the document is.
    pub(super) form: Form,
    /// Whether a sentence has words of the context that it was steered by.
    pub(super) is_asked: bool,
}

impl<'t> Reading<'t> {
    pub(super) fn of(shape: &'t Shape, language: crate::text::Language) -> Self {
        let document = Document::new(&shape.text, language);
        let form = Form::of(shape, language);
        let sentences = Sentence::all(shape, &document, form);
        let salience = salience::salience(shape, &document, &sentences, form);
        Self {
            shape,
            document,
            sentences,
            salience,
            form,
            is_asked: false,
        }
    }

    /// Raises the salience of sentences by the share of the content words of a context that they
    /// have. Linear in both.
    pub(super) fn steer(&mut self, context: &str) {
        if context.trim().is_empty() {
            return;
        }
        let asked = Document::new(context, self.document.language).content_keys();
        let shares: Vec<f64> = (0..self.sentences.len())
            .map(|at| {
                let keys: HashSet<u64> = self.tokens(at).iter().map(|token| token.key).collect();
                asked.intersection(&keys).count() as f64 / asked.len().max(1) as f64
            })
            .collect();
        self.is_asked = shares.iter().any(|&share| share > 0.0);
        for (salience, share) in self.salience.iter_mut().zip(shares) {
            *salience += CONTEXT * share;
        }
    }

    /// The text of a sentence.
    pub(super) fn text_of(&self, at: usize) -> &str {
        let span = self.sentences.get(at).map(|sentence| sentence.span.clone());
        span.and_then(|span| self.shape.text.get(span))
            .unwrap_or_default()
    }

    /// The tokens of a sentence.
    pub(super) fn tokens(&self, at: usize) -> &[Token] {
        let sentence = self.sentences.get(at);
        sentence.map_or(&[], |sentence| sentence.tokens(&self.document))
    }
}
