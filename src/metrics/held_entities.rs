//! Whether a document holds the entities of a summary, as matchers and headlines are held to.
//!
//! Linear time for names that begin with different words.

#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::collections::HashSet;

use crate::metrics::found_entities::{Form, Found, entities_in, found_in};
use crate::metrics::holder::HoldingText;
use crate::metrics::inflected_names::InflectedNames;
use crate::metrics::longer_names::LongerNames;
use crate::text::Language;
use crate::text::entities::rounding::Precise;
use crate::text::entities::{Entity, EntityKind, quoted};

/// The entities of a text and whether a document holds them, as the metric says, but
/// that a number also counts as held if it rounds one of the document (`97万亿` for 97.42万亿) or a word beside it makes it
/// true of one (`more than 20` for 23), a German name in another case, and an English or German one of a longer form or with its office beside it.
pub(crate) struct RoughlyChecked {
    /// The bytes of the text that it first takes, and what it is.
    pub entity: Entity,
    /// Whether the document holds it or, of a number, one that it rounds, and of a name, another form of it.
    pub is_held: bool,
    /// Whether it is the first of its form in the text.
    pub is_first: bool,
}

/// The entities of `summary`, every time that they stand there, checked with a document.
pub(crate) fn checked_roughly(
    document: &str,
    summary: &str,
    language: Language,
) -> Vec<RoughlyChecked> {
    let holder = HoldingText::new(document, language);
    let precise = holder.precise();
    let inflected = LazyCell::new(|| InflectedNames::of(holder.words()));
    let longer = LazyCell::new(|| LongerNames::of(document, language));
    let has_cases = language == Language::German;
    let has_capitals = has_cases || language == Language::English;
    let mut seen = HashSet::new();
    entities_in(summary, language)
        .into_iter()
        .map(|(entity, found)| {
            let is_form = || match &found.form {
                Form::Words(name) if entity.kind == EntityKind::Name => {
                    has_cases && inflected.hold(name) || has_capitals && longer.hold(name)
                }
                _ => false,
            };
            let is_held = holder.holds(&found) || gives_one_of(&found, precise) || is_form();
            RoughlyChecked {
                entity,
                is_held,
                is_first: seen.insert((found.form, found.whole)),
            }
        })
        .collect()
}

/// A document whose names and numbers many summaries are compared with: it is read once.
pub(crate) struct EntityIndex {
    language: Language,
    document: HoldingText,
}

impl EntityIndex {
    /// Reads a document of a language.
    pub(crate) fn new(document: &str, language: Language) -> Self {
        Self {
            language,
            document: HoldingText::new(document, language),
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

/// Whether a number, or the one that it is a part of, rounds one of these or is true of one with the word beside it. A part counts alone if it
/// has a scale; days and hours are exact.
fn gives_one_of(found: &Found, precise: &Precise) -> bool {
    let gives = |form: &Form| match form {
        Form::Number { value, .. } => precise.holds(value, found.hedge),
        Form::Words(_) => false,
    };
    if found.mention.is_some() {
        return false;
    }
    let is_alone = found.whole.is_none()
        || matches!(&found.form, Form::Number { value, plain } if value != plain);
    is_alone && gives(&found.form) || found.whole.as_ref().is_some_and(gives)
}
