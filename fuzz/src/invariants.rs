//! What holds of spans and numbers, whatever the text.

use std::ops::Range;

use epitome::text::Utf16Span;

/// Spans are in order, apart, and whole characters of the text.
pub fn ordered(text: &str, spans: &[Range<usize>]) {
    let mut end = 0;
    for span in spans {
        assert!(span.start >= end, "{span:?} begins before {end}");
        assert!(text.get(span.clone()).is_some(), "{span:?} is no part");
        end = span.end;
    }
}

/// The length of a text as JavaScript counts it.
pub fn utf16(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// A span lies within a text of `length` UTF-16 units.
pub fn within(span: Utf16Span, length: usize) {
    assert!(
        span.start <= span.end && span.end <= length,
        "{span:?} of {length}"
    );
}

/// A number from 0 to 1.
pub fn share(what: &str, value: f64) {
    assert!((0.0..=1.0).contains(&value), "{what} is {value}");
}
