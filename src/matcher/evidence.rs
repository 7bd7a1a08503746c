//! Which sentence of the document supports which part of a summary.
//!
//! The summary is split into clauses, a clause into stretches that one sentence each supports, and what none does (`support`), numbers and dates as the
//! document writes them. A word in a supported stretch that the document does not hold
//! (`absent`), a name that it does not, and a number that it holds neither exactly nor more precisely, or for
//! which it says another (`contradictions`), is a part of its own, which nothing supports. The cost is linear in the document per clause and word.

use std::ops::Range;

use serde::Serialize;

use crate::matcher::Pair;
use crate::matcher::absent::absent;
use crate::matcher::contradictions::contradicted;
use crate::matcher::document_words::{DocumentWords, Written, written};
use crate::matcher::restated::Restated;
use crate::matcher::support::{Stretch, stretches};
use crate::metrics::held_entities::checked_roughly;
use crate::text::entities::numbers::numbers;
use crate::text::tokenize::words;
use crate::text::{Language, Utf16Index, Utf16Span, clauses, said, sentences};

/// Marks that belong to the word behind them where no blank stands before them.
const OPENING: &[char] = &[
    '《', '〈', '「', '『', '【', '〔', '〖', '（', '［', '(', '[', '{', '«', '‹', '“', '„', '‚',
    '‘', '$', '€', '£', '¥', '￥',
];

/// A part of the summary and what supports it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The part, in UTF-16 units of the summary.
    pub summary_span: Utf16Span,
    /// The sentence that supports it, in UTF-16 units of the document; none if
    /// nothing does: of a clause or a stretch of it without such a sentence, and in another of a word, number or name that
    /// the document does not hold, and of a number for which it says another.
    pub document_span: Option<Utf16Span>,
    /// The share of the words that say something that this sentence, or the nearest ones, hold, 0 to 1: of those of the clause, or of its stretch if several
    /// sentences support it; 0 of what the document does not hold.
    pub weight: f64,
}

/// Aligns every clause of the summary that holds a word.
pub fn align(pair: &Pair, language: Language) -> Vec<Evidence> {
    let Pair { document, summary } = pair;
    let (document_index, summary_index) = (Utf16Index::new(document), Utf16Index::new(summary));
    let spans = sentences(document, language);
    let of_sentence = |span: &Range<usize>| DocumentWords::of(&document[span.clone()], language);
    let of_sentences: Vec<_> = spans.iter().map(of_sentence).collect();
    let restated = Restated::of(pair, &said(document, language), language);
    let whole = restated.whole();
    let (all, numbers) = (written(&whole, language), numbers(&whole, language));
    let unheld = unheld(pair, &restated, language);
    let mut parts = Vec::new();
    let mut rest = &all[..];
    for clause in clauses(summary, language) {
        let is_before_end = |word: &Written| restated.original(&word.span).start < clause.end;
        let (of_clause, behind) = rest.split_at(rest.partition_point(is_before_end));
        rest = behind;
        let mut from = clause.start;
        let found = stretches(of_clause, &numbers, &of_sentences, language);
        for Stretch {
            words: range,
            sentence,
            share,
        } in found
        {
            let next = of_clause.get(range.end);
            let end = next.map_or(clause.end, |next| {
                let word = restated.original(&next.span).start;
                beginning(summary, from..word)
            });
            let cut = if sentence.is_some() { &unheld[..] } else { &[] };
            for (span, held) in divide(from..end, cut) {
                let Some(summary_span) = summary_index.span(span.clone()) else {
                    continue;
                };
                if words(&summary[span]).is_empty() {
                    continue;
                }
                let supporting = sentence.filter(|_| held).and_then(|at| spans.get(at));
                parts.push(Evidence {
                    summary_span,
                    document_span: supporting.and_then(|span| document_index.span(span.clone())),
                    weight: if held { share } else { 0.0 },
                });
            }
            from = end;
        }
    }
    parts
}

/// Where the word behind a span begins, with the marks that open before it.
fn beginning(text: &str, span: Range<usize>) -> usize {
    let before = text.get(span.clone()).unwrap_or_default();
    let is_behind = |c: char| !c.is_whitespace() && !c.is_alphanumeric();
    let marks = before.trim_end_matches(is_behind);
    let marks = match marks.ends_with(char::is_whitespace) {
        true => marks,
        false => before.trim_end_matches(OPENING),
    };
    span.start + marks.len()
}

/// The words, numbers and names of the summary that the document does not hold, and those for which it says others, in
/// order and apart.
fn unheld(pair: &Pair, restated: &Restated, language: Language) -> Vec<Range<usize>> {
    let Pair { document, summary } = pair;
    let checked = checked_roughly(document, summary, language).into_iter();
    let mut spans: Vec<_> = checked
        .filter(|one| !one.is_held)
        .map(|one| one.entity.span)
        .collect();
    let contradicted = contradicted(document, &restated.whole(), language);
    spans.extend(contradicted.iter().map(|span| restated.original(span)));
    spans.extend(absent(
        &DocumentWords::of(document, language),
        summary,
        &written(summary, language),
        &numbers(summary, language),
        |span| restated.restates(span),
    ));
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
