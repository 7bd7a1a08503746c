//! The parts of a sentence between commas, colons and semicolons.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

use super::marks::{closes, separates_clauses};
use super::{sentences, trim};
use crate::text::Language;

/// The least content of a clause: eight letters or digits, or four Han
/// characters, each of which counts double. Shorter parts ("Yes," or 昨日，) say
/// too little to be judged alone.
const MIN_CONTENT: usize = 8;

/// The clauses of `text`: its [`sentences`], each split after the marks
/// `，、,;:；：؛،`.
///
/// A mark between digits (`1,000`, `12:30`) does not split, nor does an ASCII
/// one inside a word or address. A part with fewer than eight letters (four in
/// Chinese) joins the part after it, or the one before it at the end of a
/// sentence. The ranges keep the promises of [`sentences`], and each lies in
/// one sentence.
///
/// ```
/// use epitome::text::{Language, clauses};
///
/// let text = "昨日，市政府公布了方案，预算为1,000万元。";
/// let parts: Vec<_> = clauses(text, Language::Chinese)
///     .into_iter()
///     .map(|span| &text[span])
///     .collect();
/// assert_eq!(parts, ["昨日，市政府公布了方案，", "预算为1,000万元。"]);
/// ```
pub fn clauses(text: &str, language: Language) -> Vec<Range<usize>> {
    clauses_of(text, &sentences(text, language), language)
}

/// The clauses of the sentences of a text.
pub(crate) fn clauses_of(
    text: &str,
    sentences: &[Range<usize>],
    language: Language,
) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    for sentence in sentences {
        split(text, sentence.clone(), language, &mut spans);
    }
    spans
}

/// Adds the clauses of one sentence to `spans`.
fn split(text: &str, sentence: Range<usize>, language: Language, spans: &mut Vec<Range<usize>>) {
    let content = text.get(sentence.clone()).unwrap_or_default();
    let mut start = sentence.start;
    let mut weight = 0;
    let mut previous = None;
    let mut chars = content.char_indices().peekable();
    while let Some((position, c)) = chars.next() {
        weight += content_weight(c);
        if separates_clauses(c) {
            let mut end = sentence.start + position + c.len_utf8();
            let next = chars.peek().map(|&(_, next)| next);
            while let Some((_, quote)) = chars.next_if(|&(_, next)| closes(next, language, true)) {
                end += quote.len_utf8();
            }
            if weight >= MIN_CONTENT && is_split(c, previous, next) {
                spans.push(trim(text, start..end));
                start = end;
                weight = 0;
            }
        }
        previous = Some(c);
    }
    match spans.last_mut() {
        // Too little is left after the last clause of this sentence.
        Some(last) if weight < MIN_CONTENT && start > sentence.start => last.end = sentence.end,
        _ => spans.push(trim(text, start..sentence.end)),
    }
}

fn content_weight(c: char) -> usize {
    if !c.is_alphanumeric() {
        0
    } else if c.script() == Script::Han {
        2
    } else {
        1
    }
}

/// Whether a mark between these characters ends a clause.
fn is_split(mark: char, previous: Option<char>, next: Option<char>) -> bool {
    let Some(next) = next else {
        return false;
    };
    if previous.is_some_and(char::is_numeric) && next.is_numeric() {
        return false;
    }
    !mark.is_ascii() || !(next.is_ascii_alphanumeric() || "/:\\".contains(next))
}
