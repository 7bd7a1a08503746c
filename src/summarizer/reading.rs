//! A document read for summaries: its shape, its sentences and their salience.

use super::salience::{self, Sentence};
use crate::analysis::shape::Shape;
use crate::analysis::{Document, Token};

/// A document with the sentences that a summary may take.
pub(super) struct Reading<'t> {
    pub(super) shape: &'t Shape,
    pub(super) document: Document<'t>,
    pub(super) sentences: Vec<Sentence>,
    /// The salience of each sentence.
    pub(super) salience: Vec<f64>,
}

impl<'t> Reading<'t> {
    pub(super) fn of(shape: &'t Shape, language: crate::text::Language) -> Self {
        let document = Document::new(&shape.text, language);
        let sentences = Sentence::all(shape, &document);
        let salience = salience::salience(shape, &document, &sentences);
        Self {
            shape,
            document,
            sentences,
            salience,
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
