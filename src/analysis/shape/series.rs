//! Persian clauses between semicolons, put together as one sentence. Linear time.

use std::ops::Range;

use crate::text::{Language, sentences};

/// The most words of Persian clauses between semicolons that are one sentence.
const MAX_SERIES: usize = 45;

/// The sentences of a text. Persian ones end at a semicolon for the methods that count; here what
/// stands between semicolons is one sentence, as long as it is not endless.
pub(super) fn whole_sentences(body: &str, language: Language) -> Vec<Range<usize>> {
    let spans = sentences(body, language);
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

#[cfg(test)]
mod tests {
    use super::*;

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
