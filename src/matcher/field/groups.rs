//! Which sentences of a summary are read together: those that fit beside the whole document.
//!
//! Cost: linear in the sentences.

use std::ops::Range;

/// Runs of sentences of so many pieces each, in order and without gaps: together at most `most`
/// pieces where all of the document's fit into what is left of `room`, else each by itself, so that
/// each is held against what it is about.
pub(super) fn groups(
    sentences: &[usize],
    most: usize,
    room: usize,
    document: usize,
) -> Vec<Range<usize>> {
    let most = most.min(room.saturating_sub(document));
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut filled = 0;
    for (at, &pieces) in sentences.iter().enumerate() {
        match found.last_mut() {
            Some(last) if filled + pieces <= most => {
                last.end = at + 1;
                filled += pieces;
            }
            _ => {
                found.push(at..at + 1);
                filled = pieces;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_come_together_as_long_as_the_document_fits_beside_them() {
        assert_eq!(groups(&[10, 10, 10], 40, 90, 50), [0..3; 1]);
        assert_eq!(groups(&[10, 10, 10], 20, 90, 50), [0..2, 2..3]);
        assert_eq!(groups(&[10, 10, 10], 40, 90, 65), [0..2, 2..3]);
        assert_eq!(groups(&[10, 10, 10], 40, 90, 500), [0..1, 1..2, 2..3]);
        assert!(groups(&[], 40, 90, 50).is_empty());
    }
}
