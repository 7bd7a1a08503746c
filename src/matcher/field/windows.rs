//! Windows of a document that is longer than a model reads at once: runs of whole sentences, which
//! overlap, so that what stands at the end of one is not cut from what follows.
//!
//! Cost: linear in the sentences, and in the pieces of the windows.

use std::ops::Range;

/// The share of a window that the one behind it repeats, at least one sentence where it fits.
const OVERLAP: usize = 4;

/// The windows over sentences, given as ranges of pieces in order and without gaps between them:
/// ranges of pieces, each of at most `room`, the first from the first piece and the last to the
/// last. A sentence of more than `room` pieces is cut into parts of `room`.
pub(super) fn windows(sentences: &[Range<usize>], room: usize) -> Vec<Range<usize>> {
    let room = room.max(1);
    let units = units(sentences, room);
    let (Some(first), Some(last)) = (units.first(), units.last()) else {
        return Vec::new();
    };
    if last.end - first.start <= room {
        return std::iter::once(first.start..last.end).collect();
    }
    let (mut found, mut at) = (Vec::new(), 0);
    while at < units.len() {
        let start = units[at].start;
        let taken = units[at..].partition_point(|unit| unit.end - start <= room);
        let next = at + taken.max(1);
        let end = units[next - 1].end;
        found.push(start..end);
        if next >= units.len() {
            break;
        }
        // What is repeated, and what must not be for the next sentence to fit.
        let behind = units[next].end;
        let repeats =
            |unit: &Range<usize>| end - unit.start > room / OVERLAP || behind - unit.start > room;
        let repeated = units[at..next].partition_point(repeats);
        at = (at + repeated).clamp(at + 1, next);
    }
    found
}

/// Sentences, the longer ones in parts.
fn units(sentences: &[Range<usize>], room: usize) -> Vec<Range<usize>> {
    let parts = |sentence: &Range<usize>| {
        let end = sentence.end;
        let starts = sentence.clone().step_by(room);
        starts.map(move |start| start..end.min(start + room))
    };
    sentences.iter().flat_map(parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_one_window() {
        assert_eq!(windows(&[0..4, 4..9], 9), [0..9; 1]);
        assert!(windows(&[], 9).is_empty());
    }

    #[test]
    fn windows_hold_whole_sentences_and_overlap() {
        let sentences: Vec<_> = (0..10).map(|at| at * 4..at * 4 + 4).collect();
        let found = windows(&sentences, 17);
        assert_eq!(found, [0..16, 12..28, 24..40]);
    }

    #[test]
    fn windows_cover_every_piece_whatever_the_lengths() {
        for room in [1, 2, 5, 16] {
            for step in [1, 3, 7, 40] {
                let mut sentences = Vec::new();
                let mut start = 0;
                for at in 0..20 {
                    let end = start + 1 + (at * step) % 23;
                    sentences.push(start..end);
                    start = end;
                }
                let found = windows(&sentences, room);
                assert_eq!(found[0].start, 0);
                assert_eq!(found[found.len() - 1].end, start);
                for pair in found.windows(2) {
                    assert!(pair[1].start <= pair[0].end && pair[1].end > pair[0].end);
                }
                assert!(found.iter().all(|window| window.len() <= room));
            }
        }
    }
}
