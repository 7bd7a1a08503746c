//! What of a document a model reads at once: whole sentences, as many as it has room for.
//!
//! A sentence that is longer than the room is cut between tokens. Cost: linear in the document.

use std::ops::Range;

use crate::text::pretrained::{Piece, PretrainedTokenizer};
use crate::text::{Language, sentences};

/// Tokens of one reading, and what of the document they are.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// With the prefix and special tokens.
    pub(super) ids: Vec<i64>,
    /// Bytes of the document.
    pub(super) span: Range<usize>,
}

/// The windows of a document, of at most `room` tokens each with the prefix before it.
pub(super) fn windows(
    tokenizer: &PretrainedTokenizer,
    prefix: &str,
    document: &str,
    language: Language,
    room: usize,
) -> Vec<Window> {
    let fixed = tokenizer.encode(prefix).len() + tokenizer.special_tokens(false);
    let room = room.saturating_sub(fixed).max(1);
    let mut spans: Vec<Range<usize>> = vec![];
    let mut used = 0;
    for sentence in sentences(document, language) {
        let text = document.get(sentence.clone()).unwrap_or_default();
        let pieces = tokenizer.encode(text);
        for (range, count) in cuts(&pieces, sentence, room) {
            match spans.last_mut() {
                Some(last) if used + count <= room => {
                    last.end = range.end;
                    used += count;
                }
                _ => {
                    spans.push(range);
                    used = count;
                }
            }
        }
    }
    let read = |span: Range<usize>| {
        // Read as one text: tokens depend on what stands before them.
        let text = document.get(span.clone()).unwrap_or_default();
        let mut pieces = tokenizer.encode(&format!("{prefix}{text}"));
        pieces.truncate(room + fixed - tokenizer.special_tokens(false));
        let ids = tokenizer.assemble(&pieces, None).ids;
        Window { ids, span }
    };
    spans.into_iter().map(read).collect()
}

/// A sentence in parts of at most `room` tokens, with how many each has.
fn cuts(pieces: &[Piece], sentence: Range<usize>, room: usize) -> Vec<(Range<usize>, usize)> {
    let parts: Vec<&[Piece]> = pieces.chunks(room).collect();
    let mut start = sentence.start;
    let mut cuts = vec![];
    for (at, part) in parts.iter().enumerate() {
        let last = at + 1 == parts.len();
        let end = part
            .last()
            .map_or(start, |piece| sentence.start + piece.span.end);
        let end = if last { sentence.end } else { end.max(start) };
        if end > start {
            cuts.push((start..end, part.len()));
        }
        start = end;
    }
    cuts
}
