//! Whether a document holds the entities of a text, as headlines are held to.
//!
//! Linear time for names that begin with different words.

#[cfg(test)]
mod tests;

use crate::metrics::entity_lookup::TextLookup;
use crate::metrics::found_entities::{Form, found_in};
use crate::text::Language;
use crate::text::entities::quoted;

/// A document whose names and numbers many summaries are compared with: it is read once.
pub(crate) struct EntityIndex {
    language: Language,
    document: TextLookup,
}

impl EntityIndex {
    /// Reads a document of a language.
    pub(crate) fn new(document: &str, language: Language) -> Self {
        Self {
            language,
            document: TextLookup::new(document, language),
        }
    }

    /// Whether the document holds every entity of `summary` that rules find.
    pub(crate) fn holds_all(&self, summary: &str) -> bool {
        found_in(summary, self.language, None)
            .iter()
            .all(|entity| self.document.holds(entity))
    }

    /// Whether the document holds the words of every name or title that a text, or the beginning of one,
    /// sets between quotation marks.
    pub(crate) fn holds_quoted(&self, text: &str) -> bool {
        quoted(text, self.language).into_iter().all(|span| {
            let name = text.get(span).unwrap_or_default();
            self.document.has(&Form::of(name, self.language))
        })
    }
}
