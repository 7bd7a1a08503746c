//! Which sentence of the document supports which part of a summary.
//!
//! The summary is split into clauses. A clause is supported by the sentence
//! that holds the greatest share of its words (ROUGE-1 precision of the clause
//! against the sentence; the earlier sentence where two are equal), unless
//! that share is below [`SUPPORT`]. The cost is linear in the document per
//! clause.

use serde::Serialize;

use crate::matcher::Pair;
use crate::metrics::rouge_n;
use crate::text::tokenize::words;
use crate::text::{Language, Utf16Index, Utf16Span, clauses, sentences};

/// The least share of a clause's words that a sentence must hold to support
/// it. Unrelated sentences share function words, seldom half of a clause.
pub const SUPPORT: f64 = 0.5;

/// A part of the summary and what supports it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The part, in UTF-16 units of the summary.
    pub summary_span: Utf16Span,
    /// The sentence that supports it, in UTF-16 units of the document; none if
    /// nothing does.
    pub document_span: Option<Utf16Span>,
    /// The share of the part's words that the best sentence holds, 0 to 1.
    pub weight: f64,
}

/// Aligns every clause of the summary that holds a word.
pub fn align(pair: &Pair, language: Language) -> Vec<Evidence> {
    let document_index = Utf16Index::new(&pair.document);
    let summary_index = Utf16Index::new(&pair.summary);
    let sentences: Vec<_> = sentences(&pair.document, language)
        .into_iter()
        .map(|span| (words(&pair.document[span.clone()]), span))
        .collect();
    clauses(&pair.summary, language)
        .into_iter()
        .filter_map(|span| {
            let clause = words(&pair.summary[span.clone()]);
            let summary_span = summary_index.span(span)?;
            if clause.is_empty() {
                return None;
            }
            let mut weight = 0.0;
            let mut best = None;
            for (sentence, span) in &sentences {
                let share = rouge_n(&clause, sentence, 1).precision;
                if share > weight {
                    (weight, best) = (share, Some(span.clone()));
                }
            }
            let document_span = best
                .filter(|_| weight >= SUPPORT)
                .and_then(|span| document_index.span(span));
            Some(Evidence {
                summary_span,
                document_span,
                weight,
            })
        })
        .collect()
}
