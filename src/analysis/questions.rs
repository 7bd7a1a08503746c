//! What a text asks or supposes, and so does not state.
//!
//! A question is what stands before its mark, back to the beginning of the sentence, a quotation or
//! a colon. An indirect question or a condition is the rest of its clause behind the word that opens it
//! ([`Lexicon::asks`]); in Chinese, where such a word may stand within, the whole clause.
//!
//! Cost: linear in the text.

use std::ops::Range;

use super::Token;
use crate::lexicon::Lexicon;
use crate::text::Language;

const MARKS: [char; 3] = ['?', '？', '؟'];
/// What a question begins behind.
const BEGINNINGS: &[char] = &[
    '"', '“', '”', '„', '‘', '’', '\'', '«', '»', '「', '『', ':', '：', '.', '。', '!', '！', '?',
    '？', '؟',
];

/// Tells the tokens of a text that are asked or supposed.
pub(super) fn open(
    text: &str,
    language: Language,
    lexicon: &Lexicon,
    tokens: &mut [Token],
    sentences: &[Range<usize>],
    clauses: &[Range<usize>],
) {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for sentence in sentences {
        let written = &text[sentence.clone()];
        for (mark, _) in written.match_indices(MARKS) {
            let before = &written[..mark];
            // An apostrophe begins nothing within a word.
            let begins = |&(at, c): &(usize, &str)| {
                let next = before[at + c.len()..].chars().next();
                let last = before[..at].chars().next_back();
                next.is_some() && !last.is_some_and(char::is_alphanumeric)
                    || !matches!(c, "\'" | "’" | "." | ":") && next.is_some()
                    || next.is_some_and(char::is_whitespace) && c != "\'" && c != "’"
            };
            let start = before.rmatch_indices(BEGINNINGS).find(begins);
            let start = start.map_or(0, |(at, c)| at + c.len());
            spans.push(sentence.start + start..sentence.start + mark);
        }
    }
    for clause in clauses {
        let written = &text[clause.clone()];
        if language == Language::Chinese && lexicon.questions().any(|word| written.contains(word)) {
            spans.push(clause.clone());
        }
    }
    for span in &spans {
        let from = tokens.partition_point(|token| token.span.start < span.start);
        let within = tokens[from..].iter_mut();
        within
            .take_while(|token| token.span.start < span.end)
            .for_each(|token| token.is_open = true);
    }
    let mut open_clause = None;
    for token in tokens {
        if lexicon.asks(&token.norm) {
            open_clause = Some(token.clause);
        }
        token.is_open |= open_clause == Some(token.clause);
    }
}
