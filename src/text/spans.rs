//! From byte ranges to the UTF-16 offsets of JavaScript strings.
//!
//! A [`Utf16Index`] stores a count at every block of the text, so that building
//! it is linear, a look-up reads at most one block, and the memory is an eighth
//! of the text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Bytes between stored counts: one cache line is read per look-up.
const BLOCK: usize = 64;

/// A range of UTF-16 code units, `start` included and `end` excluded: what
/// `String.prototype.slice` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Utf16Span {
    /// Offset of the first code unit.
    pub start: usize,
    /// Offset after the last code unit.
    pub end: usize,
}

/// Looks up UTF-16 offsets of byte positions in one text.
///
/// ```
/// use epitome::text::{Utf16Index, Utf16Span};
///
/// let text = "a😀文";
/// let index = Utf16Index::new(text);
/// assert_eq!(index.span(5..8), Some(Utf16Span { start: 3, end: 4 }));
/// assert_eq!(index.span(2..5), None); // inside the emoji
/// ```
#[derive(Clone, Debug)]
pub struct Utf16Index<'t> {
    text: &'t str,
    /// Code units before byte `BLOCK * i`.
    units_before_block: Vec<usize>,
}

impl<'t> Utf16Index<'t> {
    /// Indexes `text`.
    pub fn new(text: &'t str) -> Self {
        let units_before_block = text
            .as_bytes()
            .chunks(BLOCK)
            .scan(0, |total, block| {
                let before = *total;
                *total += code_units(block);
                Some(before)
            })
            .collect();
        Self {
            text,
            units_before_block,
        }
    }

    /// The UTF-16 span of a byte range. `None` if the range is reversed, ends
    /// past the text, or starts or ends inside a character.
    pub fn span(&self, bytes: Range<usize>) -> Option<Utf16Span> {
        if bytes.start > bytes.end {
            return None;
        }
        Some(Utf16Span {
            start: self.offset(bytes.start)?,
            end: self.offset(bytes.end)?,
        })
    }

    fn offset(&self, byte: usize) -> Option<usize> {
        if !self.text.is_char_boundary(byte) {
            return None;
        }
        let block = byte / BLOCK;
        let Some(before) = self.units_before_block.get(block) else {
            // The end of a text that fills its last block.
            let last = self.units_before_block.last().copied().unwrap_or(0);
            let start = BLOCK * block.saturating_sub(1);
            return Some(last + code_units(self.text.as_bytes().get(start..byte)?));
        };
        Some(before + code_units(self.text.as_bytes().get(BLOCK * block..byte)?))
    }
}

/// UTF-16 code units of the characters whose first byte is in `bytes`.
fn code_units(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .map(|&b| usize::from(b & 0xC0 != 0x80) + usize::from(b >= 0xF0))
        .sum()
}
