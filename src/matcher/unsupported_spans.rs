//! The words that a token classifier finds unsupported, among the evidence of the words themselves.

use std::ops::Range;

use crate::analysis::Document;
use crate::matcher::evidence::Evidence;
use crate::matcher::verdict::EvidenceKind;
use crate::text::Utf16Span;

/// A part of a summary that a token classifier finds unsupported.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UnsupportedSpan {
    /// Its bytes.
    pub span: Range<usize>,
    /// The probability that it is unsupported: the greatest of its tokens'.
    pub probability: f64,
}

/// Divides evidence that objects to nothing at the parts of `summary` that are unsupported, which
/// become evidence of their own: missing. Both are in order and apart.
pub(super) fn mark(
    evidence: &mut Vec<Evidence>,
    summary: &Document,
    unsupported: &[UnsupportedSpan],
) {
    if unsupported.is_empty() {
        return;
    }
    let spans = unsupported
        .iter()
        .filter_map(|one| summary.utf16(one.span.clone()));
    let spans: Vec<_> = spans.collect();
    let mut divided = Vec::with_capacity(evidence.len() + 2 * spans.len());
    for one in evidence.drain(..) {
        let objects = !matches!(one.kind, EvidenceKind::Supported | EvidenceKind::Paraphrase);
        if objects {
            divided.push(one);
            continue;
        }
        let Utf16Span { mut start, end } = one.summary_span;
        let first = spans.partition_point(|span| span.end <= start);
        for span in spans[first..].iter().take_while(|span| span.start < end) {
            let (from, until) = (span.start.max(start), span.end.min(end));
            push(&mut divided, one, start..from);
            divided.push(Evidence {
                summary_span: Utf16Span {
                    start: from,
                    end: until,
                },
                document_span: None,
                weight: 0.0,
                kind: EvidenceKind::Missing,
                instead: None,
            });
            start = until;
        }
        push(&mut divided, one, start..end);
    }
    *evidence = divided;
}

fn push(divided: &mut Vec<Evidence>, one: Evidence, span: Range<usize>) {
    if !span.is_empty() {
        let summary_span = Utf16Span {
            start: span.start,
            end: span.end,
        };
        divided.push(Evidence {
            summary_span,
            ..one
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    fn evidence(start: usize, end: usize, kind: EvidenceKind) -> Evidence {
        Evidence {
            summary_span: Utf16Span { start, end },
            document_span: Some(Utf16Span { start: 0, end: 9 }),
            weight: 0.8,
            kind,
            instead: None,
        }
    }

    #[test]
    fn unsupported_words_divide_what_objects_to_nothing() {
        let mut found = vec![
            evidence(0, 10, EvidenceKind::Paraphrase),
            evidence(10, 14, EvidenceKind::Number),
            evidence(14, 20, EvidenceKind::Supported),
        ];
        let unsupported = [4..6, 8..16].map(|span| UnsupportedSpan {
            span,
            probability: 0.9,
        });
        let text = "x".repeat(20);
        mark(
            &mut found,
            &Document::new(&text, Language::English),
            &unsupported,
        );
        let kinds: Vec<_> = found
            .iter()
            .map(|one| (one.summary_span.start, one.summary_span.end, one.kind))
            .collect();
        use EvidenceKind::{Missing, Number, Paraphrase, Supported};
        let wanted = [
            (0, 4, Paraphrase),
            (4, 6, Missing),
            (6, 8, Paraphrase),
            (8, 10, Missing),
            (10, 14, Number),
            (14, 16, Missing),
            (16, 20, Supported),
        ];
        assert_eq!(kinds, wanted);
    }
}
