//! Cutting a text at delimiters, and what becomes of the delimiters.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What becomes of delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Behavior {
    /// They are dropped.
    Removed,
    /// Each is a part of its own.
    Isolated,
    /// They end the part before them.
    MergedWithPrevious,
    /// They begin the part after them.
    MergedWithNext,
    /// Those in a row are one part.
    Contiguous,
}

#[cfg(feature = "onnx")]
impl Behavior {
    /// Every behavior by its name.
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("Removed", Self::Removed),
        ("Isolated", Self::Isolated),
        ("MergedWithPrevious", Self::MergedWithPrevious),
        ("MergedWithNext", Self::MergedWithNext),
        ("Contiguous", Self::Contiguous),
    ];
}

/// Parts of a text in order, and whether each is a delimiter.
type Parts = Vec<(Range<usize>, bool)>;

/// The parts of a text whose delimiters are single characters.
pub(super) fn by_character(text: &str, is_delimiter: impl Fn(char) -> bool) -> Parts {
    let mut parts = vec![];
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if is_delimiter(c) {
            if start < at {
                parts.push((start..at, false));
            }
            start = at + c.len_utf8();
            parts.push((at..start, true));
        }
    }
    if start < text.len() {
        parts.push((start..text.len(), false));
    }
    parts
}

/// The parts of a text of `length` bytes with delimiters in `ranges`.
pub(super) fn by_ranges(length: usize, ranges: Vec<Range<usize>>) -> Parts {
    let mut parts = vec![];
    let mut start = 0;
    for range in ranges {
        if start < range.start {
            parts.push((start..range.start, false));
        }
        start = range.end;
        parts.push((range, true));
    }
    if start < length {
        parts.push((start..length, false));
    }
    parts
}

/// The parts that remain.
pub(super) fn pieces(parts: Parts, behavior: Behavior) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::with_capacity(parts.len());
    let mut before = false;
    for (range, delimiter) in parts {
        let joins = match behavior {
            Behavior::Removed if delimiter => continue,
            Behavior::Removed | Behavior::Isolated => false,
            Behavior::Contiguous => delimiter == before,
            Behavior::MergedWithPrevious => delimiter && !before,
            Behavior::MergedWithNext => !delimiter && before,
        };
        before = delimiter;
        match pieces.last_mut() {
            Some(last) if joins => last.end = range.end,
            _ => pieces.push(range),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaviors() {
        let text = "-the-final--countdown-";
        let cut = |behavior| {
            let parts = by_character(text, |c| c == '-');
            let pieces = pieces(parts, behavior);
            pieces
                .into_iter()
                .map(|range| &text[range])
                .collect::<Vec<_>>()
        };
        assert_eq!(cut(Behavior::Removed), ["the", "final", "countdown"]);
        assert_eq!(
            cut(Behavior::Isolated),
            ["-", "the", "-", "final", "-", "-", "countdown", "-"]
        );
        assert_eq!(
            cut(Behavior::MergedWithPrevious),
            ["-", "the-", "final-", "-", "countdown-"]
        );
        assert_eq!(
            cut(Behavior::MergedWithNext),
            ["-the", "-final", "-", "-countdown", "-"]
        );
        assert_eq!(
            cut(Behavior::Contiguous),
            ["-", "the", "-", "final", "--", "countdown", "-"]
        );
    }
}
