//! Tokens that are found in a text before it is cut (`added_tokens`).
//!
//! Some are looked for in the text as it is, others in the normalized text. The longest token at
//! the leftmost place counts. Cost: linear in the text times the longest token.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::characters::is_word;
use super::trie::{ROOT, Trie};

/// A token with its flags, as files hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct AddedToken {
    pub(super) id: u32,
    pub(super) content: String,
    /// It is a token only where no word goes on.
    pub(super) single_word: bool,
    /// It takes the white space before it.
    pub(super) lstrip: bool,
    /// It takes the white space after it.
    pub(super) rstrip: bool,
    /// It is looked for in the normalized text.
    pub(super) normalized: bool,
    /// It is left out of decoded text.
    pub(super) special: bool,
}

/// Tokens to look for.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    trie: Trie,
    tokens: Vec<AddedToken>,
    /// Whether a token begins with a byte.
    begins: Vec<bool>,
}

impl Finder {
    /// A finder of tokens, each written as the string beside it.
    pub(super) fn new(tokens: Vec<(String, AddedToken)>) -> Self {
        let mut keys: Vec<(&[u8], u32)> = vec![];
        let mut begins = vec![false; 256];
        for (at, (written, _)) in (0u32..).zip(&tokens) {
            if let Some(&first) = written.as_bytes().first() {
                keys.push((written.as_bytes(), at));
                if let Some(begins) = begins.get_mut(usize::from(first)) {
                    *begins = true;
                }
            }
        }
        keys.sort_by_key(|(key, _)| *key);
        let trie = Trie::new(&keys);
        Self {
            trie,
            tokens: tokens.into_iter().map(|(_, token)| token).collect(),
            begins,
        }
    }

    /// The parts of a text, with the ids of those that are tokens. They cover it.
    pub(super) fn parts(&self, text: &str) -> Vec<(Range<usize>, Option<u32>)> {
        let mut parts = vec![];
        let bytes = text.as_bytes();
        let mut start = 0;
        let mut at = 0;
        while !self.tokens.is_empty() && at < bytes.len() {
            let rest = bytes.get(at..).unwrap_or_default();
            let begins = |byte: &u8| self.begins.get(usize::from(*byte)) == Some(&true);
            match rest.iter().position(begins) {
                Some(0) => {}
                Some(next) => {
                    at += next;
                    continue;
                }
                None => break,
            }
            let Some((length, index)) = self.trie.longest(ROOT, rest) else {
                at += 1;
                continue;
            };
            let found = at..at + length;
            at = found.end;
            let Some(token) = self.tokens.get(index as usize) else {
                continue;
            };
            if let Some(range) = place(text, found, token, start) {
                if start < range.start {
                    parts.push((start..range.start, None));
                }
                start = range.end;
                parts.push((range, Some(token.id)));
                at = at.max(start);
            }
        }
        if start < text.len() {
            parts.push((start..text.len(), None));
        }
        parts
    }
}

/// The range of a token that was found, with the white space that it takes. What is before
/// `start` is taken already.
fn place(
    text: &str,
    found: Range<usize>,
    token: &AddedToken,
    start: usize,
) -> Option<Range<usize>> {
    let before = text.get(start..found.start)?;
    let after = text.get(found.end..)?;
    if token.single_word {
        let whole = text.get(..found.start)?;
        if whole.chars().next_back().is_some_and(is_word) || after.starts_with(is_word) {
            return None;
        }
    }
    let (mut from, mut to) = (found.start, found.end);
    if token.lstrip {
        from = start + before.trim_end().len();
    }
    if token.rstrip {
        to += after.len() - after.trim_start().len();
    }
    Some(from..to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finder(tokens: &[(&str, &str)]) -> Finder {
        let token = |(at, (content, flags)): (u32, &(&str, &str))| {
            let token = AddedToken {
                id: at,
                content: (*content).to_owned(),
                single_word: flags.contains('w'),
                lstrip: flags.contains('l'),
                rstrip: flags.contains('r'),
                normalized: false,
                special: true,
            };
            ((*content).to_owned(), token)
        };
        Finder::new((0..).zip(tokens).map(token).collect())
    }

    #[test]
    fn the_longest_token_at_the_leftmost_place() {
        let finder = finder(&[
            ("<a>", ""),
            ("<a>b", ""),
            ("<mask>", "l"),
            ("é", "w"),
            ("]", "r"),
        ]);
        let parts = |text| finder.parts(text);
        assert_eq!(
            parts("x<a>b<a>"),
            [(0..1, None), (1..5, Some(1)), (5..8, Some(0))]
        );
        assert_eq!(
            parts("x  <mask> y"),
            [(0..1, None), (1..9, Some(2)), (9..11, None)]
        );
        assert_eq!(parts("aé é"), [(0..4, None), (4..6, Some(3))]);
        assert_eq!(parts("]  ]"), [(0..3, Some(4)), (3..4, Some(4))]);
        assert_eq!(parts("<<a"), [(0..3, None)]);
        assert!(parts("").is_empty());
    }
}
