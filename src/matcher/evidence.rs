//! Which sentence of the document supports which part of a summary.
//!
//! The summary is split into clauses. A clause is supported by the sentence
//! that holds the greatest share of its words (ROUGE-1 precision of the clause
//! against the sentence, numbers and dates as the document writes them; the earlier sentence where two are equal), unless
//! that share is below [`SUPPORT`]. A word in a supported clause that the document does not hold
//! (`absent`), a name that it does not, and a number that it holds neither exactly nor more precisely, or for
//! which it says another (`contradictions`), is a part of its own, which nothing supports. The cost is linear in the document per clause and word.

use std::ops::Range;

use serde::Serialize;

use crate::matcher::Pair;
use crate::matcher::absent::DocumentWords;
use crate::matcher::contradictions::contradicted;
use crate::matcher::restated::Restated;
use crate::metrics::held_entities::checked_roughly;
use crate::metrics::rouge_n;
use crate::text::tokenize::words;
use crate::text::{Language, Utf16Index, Utf16Span, clauses, said, sentences};

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
    /// nothing does: of a clause without such a sentence, and in another of a word, number or name that
    /// the document does not hold, and of a number for which it says another.
    pub document_span: Option<Utf16Span>,
    /// The share of the clause's words that the best sentence holds, 0 to 1; 0 of what the document
    /// does not hold.
    pub weight: f64,
}

/// Aligns every clause of the summary that holds a word.
pub fn align(pair: &Pair, language: Language) -> Vec<Evidence> {
    let document_index = Utf16Index::new(&pair.document);
    let summary_index = Utf16Index::new(&pair.summary);
    let sentences: Vec<_> = sentences(&pair.document, language)
        .into_iter()
        .map(|span| (said(&pair.document[span.clone()], language), span))
        .collect();
    let restated = Restated::of(pair, &said(&pair.document, language), language);
    let unheld = unheld(pair, &restated, language);
    let mut parts = Vec::new();
    for clause in clauses(&pair.summary, language) {
        let tokens = said(&restated.text(clause.clone()), language);
        if tokens.is_empty() {
            continue;
        }
        let mut weight = 0.0;
        let mut best = None;
        for (sentence, span) in &sentences {
            let share = rouge_n(&tokens, sentence, 1).precision;
            if share > weight {
                (weight, best) = (share, Some(span.clone()));
            }
        }
        let support = best.filter(|_| weight >= SUPPORT);
        let cut = if support.is_some() { &unheld[..] } else { &[] };
        for (span, held) in divide(clause, cut) {
            let Some(summary_span) = summary_index.span(span.clone()) else {
                continue;
            };
            if words(&pair.summary[span]).is_empty() {
                continue;
            }
            let document_span = support
                .clone()
                .filter(|_| held)
                .and_then(|span| document_index.span(span));
            parts.push(Evidence {
                summary_span,
                document_span,
                weight: if held { weight } else { 0.0 },
            });
        }
    }
    parts
}

/// The words, numbers and names of the summary that the document does not hold, and those for which it says others, in
/// order and apart.
fn unheld(pair: &Pair, restated: &Restated, language: Language) -> Vec<Range<usize>> {
    let checked = checked_roughly(&pair.document, &pair.summary, language).into_iter();
    let mut spans: Vec<_> = checked
        .filter(|one| !one.is_held)
        .map(|one| one.entity.span)
        .collect();
    let contradicted = contradicted(&pair.document, &restated.whole(), language);
    spans.extend(contradicted.iter().map(|span| restated.original(span)));
    let words = DocumentWords::of(&pair.document, language);
    spans.extend(words.absent(&pair.summary, |span| restated.restates(span)));
    spans.sort_by_key(|span| (span.start, span.end));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match apart.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => apart.push(span),
        }
    }
    apart
}

/// A clause divided at what lies in it of some spans, in order and apart; whether each part is
/// outside of them.
fn divide(clause: Range<usize>, cut: &[Range<usize>]) -> Vec<(Range<usize>, bool)> {
    let mut parts = Vec::new();
    let mut from = clause.start;
    let first = cut.partition_point(|span| span.end <= clause.start);
    for span in cut
        .iter()
        .skip(first)
        .take_while(|span| span.start < clause.end)
    {
        let (start, end) = (span.start.max(from), span.end.min(clause.end));
        parts.push((from..start, true));
        parts.push((start..end, false));
        from = end;
    }
    parts.push((from..clause.end, true));
    parts
}
