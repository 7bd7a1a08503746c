//! The units in which spans count: UTF-16, as the library has them, or code points.

use epitome::text::Utf16Span;
use serde::{Deserialize, Serialize};

/// What offsets count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Units {
    /// UTF-16 code units: JavaScript, Java.
    #[default]
    #[serde(rename = "utf-16")]
    Utf16,
    /// Code points: Python.
    CodePoints,
}

/// A part of a text, `start` included and `end` excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Span(usize, usize);

/// Turns spans of one text into its units.
pub(crate) struct Places {
    /// Where characters of two code units start, in UTF-16; none are needed for UTF-16.
    pairs: Vec<usize>,
}

impl Places {
    /// Linear in the text for code points.
    pub(crate) fn new(text: &str, units: Units) -> Self {
        let mut pairs = Vec::new();
        // A character of two code units has four bytes, the first of them from F0.
        if units == Units::CodePoints && text.bytes().any(|byte| byte >= 0xf0) {
            let mut at = 0;
            for character in text.chars() {
                if character.len_utf16() == 2 {
                    pairs.push(at);
                }
                at += character.len_utf16();
            }
        }
        Self { pairs }
    }

    /// A span in the units asked for.
    pub(crate) fn span(&self, span: Utf16Span) -> Span {
        let place = |at: usize| at - self.pairs.partition_point(|&pair| pair < at);
        Span(place(span.start), place(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_counted() {
        let text = "a😀b😀c";
        let span = |start, end| Utf16Span { start, end };
        let places = Places::new(text, Units::CodePoints);
        assert_eq!(places.span(span(0, 1)), Span(0, 1));
        assert_eq!(places.span(span(1, 3)), Span(1, 2));
        assert_eq!(places.span(span(3, 7)), Span(2, 5));
        let places = Places::new(text, Units::Utf16);
        assert_eq!(places.span(span(3, 7)), Span(3, 7));
    }
}
