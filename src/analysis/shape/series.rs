//! What is one sentence though a mark stands within: Persian clauses between semicolons, and what
//! stands in one pair of brackets or quotation marks. Linear time.

use std::ops::Range;

use crate::text::{Language, sentences};

/// The most words of Persian clauses between semicolons that are one sentence.
const MAX_SERIES: usize = 45;
/// The most bytes of a sentence whose bracket or quotation closes in the next.
const MAX_OPEN: usize = 400;

/// The sentences of a text. Persian ones end at a semicolon for the methods that count; here what
/// stands between semicolons is one sentence, as long as it is not endless.
pub(super) fn whole_sentences(body: &str, language: Language) -> Vec<Range<usize>> {
    let spans = closed(body, sentences(body, language));
    if language != Language::Persian {
        return spans;
    }
    let size = |span: &Range<usize>| {
        let text = body.get(span.clone()).unwrap_or_default();
        text.split_whitespace().count()
    };
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    let mut words = 0;
    for span in spans {
        let added = size(&span);
        match joined.last_mut() {
            Some(last)
                if body
                    .get(last.clone())
                    .is_some_and(|text| text.ends_with('؛'))
                    && words + added <= MAX_SERIES =>
            {
                last.end = span.end;
                words += added;
            }
            _ => {
                words = added;
                joined.push(span);
            }
        }
    }
    joined
}

/// Sentences, those put together that a bracket or a quotation joins.
fn closed(body: &str, spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for (at, span) in spans.iter().enumerate() {
        let open = joined.last().and_then(|last| {
            let text = body.get(last.clone())?;
            unclosed(text).filter(|_| span.end - last.start <= MAX_OPEN)
        });
        let next = body.get(span.clone()).unwrap_or_default();
        // What never closes is left as it is.
        let closes = open.is_some_and(|close| {
            next.contains(close)
                || spans.get(at + 1).is_some_and(|after| {
                    let text = body.get(after.clone()).unwrap_or_default();
                    text.contains(close) && after.end - span.start <= MAX_OPEN
                })
        });
        match joined.last_mut() {
            Some(last) if closes => last.end = span.end,
            _ => joined.push(span.clone()),
        }
    }
    joined
}

/// The mark that closes what a text leaves open.
fn unclosed(text: &str) -> Option<char> {
    const PAIRS: [(char, char); 6] = [
        ('(', ')'),
        ('（', '）'),
        ('«', '»'),
        ('“', '”'),
        ('„', '“'),
        ('「', '」'),
    ];
    let count = |mark: char| text.matches(mark).count();
    if count('"') % 2 == 1 {
        return Some('"');
    }
    let german = text.contains('„');
    let mut pairs = PAIRS.iter().filter(|(open, _)| *open != '“' || !german);
    pairs
        .find(|&&(open, close)| count(open) > count(close))
        .map(|&(_, close)| close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_quotations_are_not_parted() {
        for (language, text, count) in [
            (
                Language::German,
                "Die Pumpe (Bj. 2016) läuft. Sie ist alt.",
                2,
            ),
            (
                Language::English,
                "She said: \"The pier is old. It leaks.\" The council agreed.",
                2,
            ),
            (Language::Chinese, "他说：“港口旧了。它漏水。”会议同意。", 2),
            (Language::English, "The pier (old. It leaks. The end.", 3),
        ] {
            assert_eq!(whole_sentences(text, language).len(), count, "{text}");
        }
    }

    #[test]
    fn clauses_between_semicolons_are_one_sentence() {
        let text = "پل بسته است؛ راه باز است. شهر آرام است.";
        let spans = whole_sentences(text, Language::Persian);
        assert_eq!(spans.len(), 2);
        assert_eq!(text[spans[0].clone()].trim(), "پل بسته است؛ راه باز است.");
        let long = "این جمله هشت واژه دارد و پایان ندارد؛ ".repeat(40);
        assert!(whole_sentences(&long, Language::Persian).len() > 5);
    }
}
