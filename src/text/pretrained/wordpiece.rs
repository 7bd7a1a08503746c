//! The longest pieces of a vocabulary, from left to right (WordPiece; Wu et al. 2016).
//!
//! A word is cut into the longest piece that it begins with, then into the longest ones that
//! have the prefix of continuing pieces before them. Where there is none, or the word is longer
//! than allowed, all of it is unknown. Cost: linear in the word times its longest piece.

use super::model::Found;
use super::tokens::Tokens;
use super::trie::ROOT;
use crate::error::{Error, ErrorKind, Result};

/// A WordPiece model.
#[derive(Clone, Debug)]
pub(super) struct WordPiece {
    pub(super) tokens: Tokens,
    pub(super) unknown: u32,
    pub(super) prefix: String,
    /// Characters of the longest word that is cut.
    pub(super) longest_word: usize,
    /// The node of the trie after the prefix.
    continuing: Option<u32>,
}

impl WordPiece {
    /// A model of these tokens.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the unknown token is not among them.
    pub(super) fn new(
        tokens: Tokens,
        unknown: &str,
        prefix: String,
        longest_word: usize,
    ) -> Result<Self> {
        let unknown = tokens.id(unknown).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidVocabulary,
                format!("the unknown token {unknown:?} is not in the vocabulary"),
            )
        })?;
        let continuing = tokens.trie().walk(ROOT, prefix.as_bytes());
        Ok(Self {
            tokens,
            unknown,
            prefix,
            longest_word,
            continuing,
        })
    }

    /// Writes the tokens of `word` to `found`, which is empty.
    pub(super) fn cut(&self, word: &str, found: &mut Found) {
        let bytes = word.as_bytes();
        let fits =
            bytes.len() <= self.longest_word || word.chars().nth(self.longest_word).is_none();
        let mut start = 0;
        let mut node = Some(ROOT);
        while fits && start < bytes.len() {
            let rest = bytes.get(start..).unwrap_or_default();
            let piece = node.and_then(|node| self.tokens.trie().longest(node, rest));
            let Some((length, id)) = piece else {
                break;
            };
            found.push((id, start..start + length));
            start += length;
            node = self.continuing;
        }
        if start < bytes.len() {
            found.clear();
            found.push((self.unknown, 0..bytes.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Listed;
    use super::*;

    #[test]
    fn the_longest_pieces_from_left_to_right() {
        let mut listed = Listed::default();
        for (id, token) in ["[UNK]", "un", "##aff", "##able", "##a", "u"]
            .iter()
            .enumerate()
        {
            listed.push(token, u32::try_from(id).unwrap()).unwrap();
        }
        let model = WordPiece::new(Tokens::new(&listed), "[UNK]", "##".into(), 10).unwrap();
        let cut = |word: &str| {
            let mut found = vec![];
            model.cut(word, &mut found);
            found
        };
        assert_eq!(cut("unaffable"), [(1, 0..2), (2, 2..5), (3, 5..9)]);
        assert_eq!(cut("unaffx"), [(0, 0..6)]);
        assert_eq!(cut("unaaaaaaaaaaaa"), [(0, 0..14)]);
        assert!(cut("").is_empty());
        assert!(WordPiece::new(Tokens::new(&listed), "<unk>", "##".into(), 10).is_err());
    }
}
