//! Bytes of a fuzzer as choices, numbers and texts.
//!
//! Choices come first, a byte each, and texts follow to the end, parted by the byte 0xFF: it is in no
//! UTF-8, so a mutator that moves text about leaves the parting alone.

use std::borrow::Cow;

use epitome::text::Language;

/// The byte between texts.
pub const PARTING: u8 = 0xff;

/// Bytes that are read from the front.
pub struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    /// Reads `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// The next byte; 0 after the last.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        first
    }

    /// A number below `limit`, which is at most 256.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    /// One of `values`.
    pub fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// One of the four languages.
    pub fn language(&mut self) -> Language {
        self.one_of(&Language::ALL)
    }

    /// Whether no byte is left.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// The texts that are left.
    pub fn texts(&self) -> Vec<Cow<'a, str>> {
        let parts = self.bytes.split(|&byte| byte == PARTING);
        parts.map(String::from_utf8_lossy).collect()
    }

    /// The text up to the first parting, and what follows as another.
    pub fn two_texts(&self) -> (Cow<'a, str>, Cow<'a, str>) {
        let at = self.bytes.iter().position(|&byte| byte == PARTING);
        let (first, second) = self.bytes.split_at(at.unwrap_or(self.bytes.len()));
        let second = second.get(1..).unwrap_or_default();
        (
            String::from_utf8_lossy(first),
            String::from_utf8_lossy(second),
        )
    }

    /// All that is left as one text.
    pub fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }
}
