//! What a judgement says in words: a verdict of the whole, the support of every sentence, and the
//! kind of every piece of evidence.

use serde::{Deserialize, Serialize};

use crate::text::Utf16Span;

/// Whether the document says what the summary says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Verdict {
    /// Every sentence is supported.
    Supported,
    /// The document says otherwise, or a model of entailment says so.
    Contradicted,
    /// Neither can be shown.
    #[default]
    Unclear,
}

/// A sentence of a summary and how far its document supports it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgedSentence {
    /// The sentence, in UTF-16 units of the summary.
    pub span: Utf16Span,
    /// The probability that the document supports it, 0 to 1.
    pub supported: f64,
    /// The part of the document that supports it best, in UTF-16 units; none where nothing was found.
    pub document_span: Option<Utf16Span>,
}

/// What a piece of evidence shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum EvidenceKind {
    /// The document says it in these or nearly these words.
    Supported,
    /// Other words, without an objection.
    Paraphrase,
    /// A name, a number or a date that the document lacks; or words that a token classifier found
    /// unsupported.
    Missing,
    /// The document says another number, amount or unit.
    Number,
    /// The document says another name in the same role.
    Name,
    /// The document says another date or time.
    Date,
    /// One of both denies what the other says, or says its opposite.
    Negation,
}
