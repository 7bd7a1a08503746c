//! Whether a document holds what a summary says at a place, and what it says instead.
//!
//! Like is compared with like: an amount with amounts of its dimension or noun, a date with dates,
//! a name with names in the same role. Which place of the document speaks of the same thing is told
//! by its context ([`context`]): the content words around both. An objection needs a place of
//! well-matching context that says another value, while no place of comparable context holds the
//! summary's own.
//!
//! Cost: the values of the summary by those of the document of the same kind, each by the words
//! beside it in its sentence ([`context::FAR`] on either side, so that a long sentence costs no more
//! than several).

pub(crate) mod context;
mod names;
mod namesakes;
mod near_copy;
mod polarity;
mod relation;
mod substitutions;
mod tolerance;
mod values;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analysis::{Document, Token};
use crate::order;
use context::Index;

/// Whether a document holds what a summary says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Holding {
    /// As it stands.
    Exact,
    /// In another form: `2 days` and `48 hours`.
    Form,
    /// More precisely.
    Rounded,
    /// By what a word such as `about` allows.
    Hedged,
    /// Nowhere, and nothing else in its place.
    Absent,
    /// The document says otherwise at a place, given in bytes, than the summary at a span.
    Contradicted {
        span: Range<usize>,
        place: Range<usize>,
    },
}

/// What is objected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Date,
    Name,
    Negation,
    /// A name, number or date that the document lacks.
    Missing,
}

/// An objection to a part of a summary.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Objection {
    pub(crate) kind: Kind,
    /// The bytes of the summary.
    pub(crate) span: Range<usize>,
    /// The bytes of the document that say otherwise.
    pub(crate) instead: Option<Range<usize>>,
    /// How well the contexts match, 0 to 1.
    pub(crate) strength: f64,
}

/// A document that summaries are held against.
pub(crate) struct Grounding<'d, 't> {
    pub(crate) document: &'d Document<'t>,
    pub(crate) index: Index,
}

impl<'d, 't> Grounding<'d, 't> {
    /// Prepares a document; linear in it.
    pub(crate) fn new(document: &'d Document<'t>) -> Self {
        Self {
            index: Index::of(document),
            document,
        }
    }

    /// Whether what a place of the document says is stated there, or asked in the summary, too.
    pub(crate) fn states(&self, summary: &Document, at: usize, place: usize) -> bool {
        let is_open =
            |tokens: &[Token], at: usize| tokens.get(at).is_some_and(|token| token.is_open);
        !is_open(&self.document.tokens, place) || is_open(&summary.tokens, at)
    }

    /// The objections to one sentence of a summary, in order and apart.
    pub(crate) async fn objections(
        &self,
        summary: &Document<'_>,
        sentence: usize,
    ) -> Vec<Objection> {
        let Some(tokens) = summary.sentence_tokens.get(sentence) else {
            return Vec::new();
        };
        let mut found = self.of_values(summary, tokens).await;
        found.extend(self.of_names(summary, tokens).await);
        found.extend(self.of_polarity(summary, tokens).await);
        found.extend(self.of_substitutions(summary, tokens));
        found.extend(self.of_near_copy(summary, tokens));
        order::by(&mut found, |one, other| {
            let missing = |one: &Objection| one.kind == Kind::Missing;
            missing(one)
                .cmp(&missing(other))
                .then(other.strength.total_cmp(&one.strength))
        });
        // By where they begin.
        let mut apart: BTreeMap<usize, Objection> = BTreeMap::new();
        for one in found {
            let before = apart.range(..one.span.end).next_back();
            if before.is_none_or(|(_, other)| other.span.end <= one.span.start) {
                apart.insert(one.span.start, one);
            }
        }
        apart.into_values().collect()
    }
}
