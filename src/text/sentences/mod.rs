//! Sentences and clauses as byte ranges.
//!
//! Rules, not a model: a mark that can end a sentence is judged by the characters
//! around it, with lists of abbreviations for English and German. The Unicode
//! rules (UAX 29) are no base for this: they know no abbreviations and break at
//! `Dr. Weiß`.
//!
//! Both functions take any text and need linear time, whatever is repeated in
//! it. Of the ranges they return, each is at character boundaries, not empty
//! and free of surrounding whitespace; they are in order and do not overlap;
//! and every character that is not whitespace is in exactly one.

mod abbreviations;
mod boundaries;
mod clauses;
mod marks;

use std::ops::Range;

pub use clauses::clauses;
pub(crate) use clauses::clauses_of;

use super::{Language, passes};

/// The sentences of `text`, read by the rules of `language`.
///
/// Sentences end at their marks with the closing quotes and brackets after
/// them, and at paragraph breaks: at every line break in Chinese and Persian,
/// and in English and German at an empty line, before a list item, and at
/// every line break if the text is not wrapped to lines. A sentence that would
/// consist of marks alone joins the one before it. A sentence begins in upper
/// case, unless the whole text is in lower case.
///
/// ```
/// use epitome::text::{Language, sentences};
///
/// let text = "Dr. Weiß kam am 3. Oktober. Niemand war da.";
/// let spans = sentences(text, Language::German);
/// assert_eq!(&text[spans[0].clone()], "Dr. Weiß kam am 3. Oktober.");
/// assert_eq!(spans.len(), 2);
/// ```
pub fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    passes::count(passes::SENTENCES, text);
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let cuts = boundaries::boundaries(text, language);
    for cut in cuts.into_iter().chain([text.len()]) {
        let piece = trim(text, start..cut);
        start = cut;
        let content = text.get(piece.clone()).unwrap_or_default();
        if content.is_empty() {
            continue;
        }
        if !content.contains(char::is_alphanumeric)
            && let Some(previous) = spans.last_mut()
            && let Some(gap) = text.get(previous.end..piece.start)
            && !gap.contains(marks::is_line_break)
        {
            previous.end = piece.end;
        } else {
            spans.push(piece);
        }
    }
    spans
}

/// `range` without the whitespace at its ends.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let content = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (content.len() - content.trim_start().len());
    start..start + content.trim().len()
}
