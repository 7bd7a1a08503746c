//! The likeliest pieces of a word (Unigram; Kudo 2018), by Viterbi's search.
//!
//! A piece costs its log-probability; a character that no piece is costs 10 less than the least
//! of them. Of cuts of equal score the one counts that was found first, from left to right.
//! Unknown characters in a row are one token. This is what the `tokenizers` package computes,
//! in the same order of additions. Cost: linear in the word times its longest piece.

use super::model::Found;
use super::tokens::Tokens;
use super::trie::ROOT;
use crate::error::{Error, ErrorKind, Result};

/// What an unknown character costs beyond the unlikeliest piece.
const UNKNOWN_PENALTY: f64 = 10.0;

/// A Unigram model.
#[derive(Clone, Debug)]
pub(super) struct Unigram {
    pub(super) tokens: Tokens,
    /// The log-probability of each id.
    pub(super) scores: Vec<f64>,
    pub(super) unknown: u32,
    /// Bytes stand for what is unknown, if all 256 are tokens.
    pub(super) byte_fallback: bool,
    /// The score of an unknown character.
    unknown_score: f64,
}

/// What the best cut up to a place is.
#[derive(Clone, Copy, Debug, Default)]
struct Best {
    score: f64,
    id: u32,
    /// Bytes of its last token; 0 where no token ends.
    length: u32,
}

/// Memory that the next word uses again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    best: Vec<Best>,
}

impl Unigram {
    /// A model of these tokens, whose ids are the places of their scores.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if there is no unknown token, or a score is not a
    /// finite number.
    pub(super) fn new(
        tokens: Tokens,
        scores: Vec<f64>,
        unknown: Option<u32>,
        byte_fallback: bool,
    ) -> Result<Self> {
        let invalid = |what: String| Error::new(ErrorKind::InvalidVocabulary, what);
        if let Some(at) = scores.iter().position(|score| !score.is_finite()) {
            return Err(invalid(format!("the score of token {at} is not a number")));
        }
        let unknown = unknown
            .filter(|&id| (id as usize) < scores.len())
            .ok_or_else(|| {
                invalid(format!(
                    "`unk_id` must be one of the {} tokens of the Unigram model",
                    scores.len()
                ))
            })?;
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        Ok(Self {
            tokens,
            scores,
            unknown,
            byte_fallback,
            unknown_score: least - UNKNOWN_PENALTY,
        })
    }

    /// Writes the tokens of `word` to `found`, which is empty.
    pub(super) fn cut(&self, word: &str, scratch: &mut Scratch, found: &mut Found) {
        let bytes = word.as_bytes();
        let best = &mut scratch.best;
        best.clear();
        best.resize(bytes.len() + 1, Best::default());
        for (start, c) in word.char_indices() {
            let so_far = best.get(start).map_or(0.0, |best| best.score);
            let mut offer = |length: usize, id: u32, score: f64| {
                let score = score + so_far;
                if let Some(end) = best.get_mut(start + length)
                    && (end.length == 0 || score > end.score)
                {
                    *end = Best {
                        score,
                        id,
                        length: u32::try_from(length).unwrap_or(u32::MAX),
                    };
                }
            };
            let mut single = false;
            let mut node = ROOT;
            for (at, &byte) in bytes.get(start..).unwrap_or_default().iter().enumerate() {
                let Some(next) = self.tokens.trie().step(node, byte) else {
                    break;
                };
                node = next;
                if let Some(id) = self.tokens.trie().value(node) {
                    let score = self.scores.get(id as usize).copied().unwrap_or_default();
                    offer(at + 1, id, score);
                    single |= at + 1 == c.len_utf8();
                }
            }
            if !single {
                offer(c.len_utf8(), self.unknown, self.unknown_score);
            }
        }

        // Tokens from the last to the first; unknown ones in a row become one.
        let mut end = bytes.len();
        while let Some(last) = best.get(end)
            && last.length > 0
        {
            let start = end.saturating_sub(last.length as usize);
            match found.last_mut() {
                Some((id, range)) if *id == self.unknown && last.id == self.unknown => {
                    range.start = start;
                }
                _ => found.push((last.id, start..end)),
            }
            end = start;
        }
        found.reverse();
        self.name_unknown(word, found);
    }

    /// What is unknown may be a token that was too unlikely, or be written in bytes.
    fn name_unknown(&self, word: &str, found: &mut Found) {
        if found.iter().all(|(id, _)| *id != self.unknown) {
            return;
        }
        let mut named = Found::with_capacity(found.len());
        for (id, range) in found.drain(..) {
            let text = word.get(range.clone()).unwrap_or_default();
            if id != self.unknown {
                named.push((id, range));
            } else if let Some(id) = self.tokens.id(text) {
                named.push((id, range));
            } else if let Some(bytes) = self.bytes(text) {
                named.extend(bytes.into_iter().map(|id| (id, range.clone())));
            } else {
                named.push((id, range));
            }
        }
        *found = named;
    }

    fn bytes(&self, text: &str) -> Option<Vec<u32>> {
        if !self.byte_fallback {
            return None;
        }
        text.bytes()
            .map(|byte| self.tokens.id(&byte_token(byte)))
            .collect()
    }
}

/// The token that stands for a byte.
pub(super) fn byte_token(byte: u8) -> String {
    format!("<0x{byte:02X}>")
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Listed;
    use super::*;

    fn cut(pieces: &[(&str, f64)], word: &str) -> Found {
        let mut listed = Listed::default();
        for (id, (piece, _)) in pieces.iter().enumerate() {
            listed.push(piece, u32::try_from(id).unwrap()).unwrap();
        }
        let scores = pieces.iter().map(|piece| piece.1).collect();
        let model = Unigram::new(Tokens::new(&listed), scores, Some(0), true).unwrap();
        let mut found = vec![];
        model.cut(word, &mut Scratch::default(), &mut found);
        found
    }

    #[test]
    fn the_likeliest_pieces() {
        let pieces = [
            ("<unk>", 0.0),
            ("a", 0.0),
            ("b", 0.0),
            ("c", 0.0),
            ("d", 0.0),
            ("cd", 1.0),
            ("ab", 2.0),
            ("abc", 5.0),
            ("abcd", 10.0),
        ];
        let ids = |word| {
            cut(&pieces, word)
                .into_iter()
                .map(|found| found.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(ids("abcdacdxx"), [8, 1, 5, 0]);
        assert_eq!(cut(&pieces, "éxa"), [(0, 0..3), (1, 3..4)]);
        assert!(ids("").is_empty());
    }

    #[test]
    fn a_long_word_needs_linear_time() {
        let word = "ab".repeat(500_000);
        assert_eq!(cut(&[("<unk>", 0.0), ("ab", -1.0)], &word).len(), 500_000);
    }
}
