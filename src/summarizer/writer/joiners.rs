//! Half-spaces of Persian words, which the models do not read.
//!
//! A zero-width non-joiner stands within a word (`می‌شود`) or is left out or
//! typed as a space, as the keyboard has it, so that models read words without it. A
//! headline gets back those that its document has. Linear time.

use std::collections::HashMap;

use crate::text::normalize::cased;

/// Zero-width non-joiner.
const HALF_SPACE: char = '\u{200C}';

/// The words of a document that hold half-spaces, by their form without.
#[derive(Clone, Debug, Default)]
pub(super) struct Joiners(HashMap<String, String>);

impl Joiners {
    pub fn of(document: &str) -> Self {
        if !document.contains(HALF_SPACE) {
            return Self::default();
        }
        let words = document.split(|c: char| !(c.is_alphanumeric() || c == HALF_SPACE));
        let joined = words
            .map(|word| word.trim_matches(HALF_SPACE))
            .filter(|word| word.contains(HALF_SPACE));
        let entry = |word: &str| {
            let parts: Vec<String> = word.split(HALF_SPACE).map(cased).collect();
            (parts.concat(), parts.join("\u{200C}"))
        };
        Self(joined.map(entry).collect())
    }

    /// The text with the document's half-spaces.
    pub fn restore(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let mut restored = String::with_capacity(text.len());
        for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
            restored.push_str(self.0.get(word).map_or(word, |known| known));
            restored.push_str(part.get(word.len()..).unwrap_or_default());
        }
        restored
    }

    /// What of `text` is sure when more follows: where half-spaces can come, no word that
    /// may go on.
    pub fn sure<'a>(&self, text: &'a str) -> &'a str {
        if self.0.is_empty() {
            return text;
        }
        text.trim_end_matches(char::is_alphanumeric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headlines_get_the_half_spaces_of_their_document() {
        let joiners = Joiners::of("دانش‌آموزان «می‌روند». او مي‌رود");
        assert_eq!(
            joiners.restore("دانشآموزان: میروند، میرود و میآیند"),
            "دانش‌آموزان: می‌روند، می‌رود و میآیند"
        );
        assert_eq!(joiners.sure("دانشآ"), "");
        assert_eq!(joiners.sure("او دانشآ"), "او ");
        let none = Joiners::of("no half-space");
        assert_eq!(none.restore("a headline"), "a headline");
        assert_eq!(none.sure("a head"), "a head");
    }
}
