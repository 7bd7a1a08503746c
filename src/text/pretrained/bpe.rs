//! Byte-pair encoding (Sennrich et al. 2016): a word's characters, whose neighbours are merged,
//! the most frequent pair of the training first.
//!
//! Pairs have ranks; of pairs of equal rank the left one is merged first. Unknown characters
//! become bytes, or the unknown token. This follows the `tokenizers` package. Cost: a heap of
//! the word's pairs, `O(n log n)`; short words are searched without one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Serialize};

use super::model::Found;
use super::tokens::Tokens;
use super::unigram::byte_token;
use crate::error::{Error, ErrorKind, Result};

/// Symbols of a word that is searched without a heap.
const SHORT: usize = 24;

/// No neighbour.
const NONE: u32 = u32::MAX;

/// How a model treats characters.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Options {
    /// What an unknown character becomes. Without it, or if it is no token, such characters
    /// are left out.
    pub(super) unknown: Option<String>,
    /// Goes before every character but a word's first.
    pub(super) prefix: String,
    /// Goes after a word's last character.
    pub(super) suffix: String,
    /// Unknown characters in a row are one token.
    pub(super) fuse_unknown: bool,
    /// Unknown characters become bytes.
    pub(super) byte_fallback: bool,
    /// A word that is a token is not cut.
    pub(super) ignore_merges: bool,
}

/// A BPE model.
#[derive(Clone, Debug)]
pub(super) struct Bpe {
    pub(super) tokens: Tokens,
    pub(super) options: Options,
    pub(super) unknown: Option<u32>,
    /// Pairs by their rank.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Of each pair its rank, and what it becomes.
    merges: FxHashMap<(u32, u32), (u32, u32)>,
    /// The tokens of bytes, if there is one for each.
    bytes: Option<Vec<u32>>,
}

/// A piece of a word while it is merged.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    id: u32,
    previous: u32,
    next: u32,
    /// Bytes; 0 once it is merged into the one before it.
    length: u32,
}

/// Memory that the next word uses again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    symbols: Vec<Symbol>,
    /// Rank, place and result of pairs, the least first.
    heap: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

impl Bpe {
    /// A model of these tokens and pairs.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if what a pair becomes is not among the tokens.
    pub(super) fn new(tokens: Tokens, options: Options, pairs: Vec<(u32, u32)>) -> Result<Self> {
        let invalid = |what: String| Error::new(ErrorKind::InvalidVocabulary, what);
        // Byte-level files may name one that they lack, since they never need it.
        let unknown = options
            .unknown
            .as_deref()
            .and_then(|token| tokens.id(token));
        let mut merges = FxHashMap::with_capacity_and_hasher(pairs.len(), FxBuildHasher);
        let mut merged = String::new();
        for (rank, &(first, second)) in pairs.iter().enumerate() {
            let (Some(left), Some(right)) = (tokens.token(first), tokens.token(second)) else {
                return Err(invalid(format!(
                    "merge {rank} names a token that is not there"
                )));
            };
            merged.clear();
            merged.push_str(left);
            merged.push_str(right.get(options.prefix.len()..).unwrap_or_default());
            let id = tokens.id(&merged).ok_or_else(|| {
                invalid(format!(
                    "merge {rank} makes {merged:?}, which is not in the vocabulary"
                ))
            })?;
            let rank = u32::try_from(rank).unwrap_or(u32::MAX);
            merges.insert((first, second), (rank, id));
        }
        let bytes = (0..=255)
            .map(|byte| tokens.id(&byte_token(byte)))
            .collect::<Option<Vec<u32>>>()
            .filter(|_| options.byte_fallback);
        Ok(Self {
            tokens,
            options,
            unknown,
            pairs,
            merges,
            bytes,
        })
    }

    /// Writes the tokens of `word` to `found`, which is empty.
    pub(super) fn cut(&self, word: &str, scratch: &mut Scratch, found: &mut Found) {
        if word.is_empty() {
            return;
        }
        if self.options.ignore_merges
            && let Some(id) = self.tokens.id(word)
        {
            found.push((id, 0..word.len()));
            return;
        }
        self.read(word, &mut scratch.symbols);
        if scratch.symbols.len() <= SHORT {
            self.merge_short(&mut scratch.symbols);
        } else {
            self.merge_long(scratch);
        }
        let mut start = 0;
        for symbol in scratch.symbols.iter().filter(|symbol| symbol.length > 0) {
            let end = start + symbol.length as usize;
            found.push((symbol.id, start..end));
            start = end;
        }
    }

    /// The characters of a word as symbols.
    fn read(&self, word: &str, symbols: &mut Vec<Symbol>) {
        symbols.clear();
        let mut push = |id: u32, length: usize| {
            symbols.push(Symbol {
                id,
                previous: 0,
                next: 0,
                length: u32::try_from(length).unwrap_or(u32::MAX),
            });
        };
        // Bytes of unknown characters that wait for what follows them.
        let mut waiting: Option<usize> = None;
        let mut written = String::new();
        for (start, c) in word.char_indices() {
            let length = c.len_utf8();
            let character = word.get(start..start + length).unwrap_or_default();
            let prefix = if start > 0 {
                self.options.prefix.as_str()
            } else {
                ""
            };
            let last = start + length == word.len();
            let suffix = if last {
                self.options.suffix.as_str()
            } else {
                ""
            };
            let symbol = if prefix.is_empty() && suffix.is_empty() {
                character
            } else {
                written.clear();
                written.extend([prefix, character, suffix]);
                written.as_str()
            };
            if let Some(id) = self.tokens.id(symbol) {
                if let (Some(bytes), Some(unknown)) = (waiting.take(), self.unknown) {
                    push(unknown, bytes);
                }
                push(id, length);
                continue;
            }
            if let Some(bytes) = self.symbol_bytes(symbol) {
                for id in bytes {
                    push(id, 1);
                }
                continue;
            }
            if let Some(unknown) = self.unknown {
                waiting = match waiting {
                    Some(bytes) if self.options.fuse_unknown => Some(bytes + length),
                    Some(bytes) => {
                        push(unknown, bytes);
                        Some(length)
                    }
                    None => Some(length),
                };
            }
        }
        if let (Some(bytes), Some(unknown)) = (waiting, self.unknown) {
            push(unknown, bytes);
        }
    }

    /// The tokens of a symbol's bytes.
    fn symbol_bytes(&self, symbol: &str) -> Option<Vec<u32>> {
        if !self.options.byte_fallback {
            return None;
        }
        let id = |byte: u8| match &self.bytes {
            Some(bytes) => bytes.get(usize::from(byte)).copied(),
            None => self.tokens.id(&byte_token(byte)),
        };
        symbol.bytes().map(id).collect()
    }

    fn merge_short(&self, symbols: &mut Vec<Symbol>) {
        loop {
            let mut least: Option<(u32, usize, u32)> = None;
            for (at, pair) in symbols.windows(2).enumerate() {
                if let [left, right] = pair
                    && let Some(&(rank, id)) = self.merges.get(&(left.id, right.id))
                    && least.is_none_or(|(least, ..)| rank < least)
                {
                    least = Some((rank, at, id));
                }
            }
            let Some((_, at, id)) = least else {
                return;
            };
            let right = symbols.remove(at + 1);
            if let Some(left) = symbols.get_mut(at) {
                left.id = id;
                left.length += right.length;
            }
        }
    }

    fn merge_long(&self, scratch: &mut Scratch) {
        let Scratch { symbols, heap } = scratch;
        heap.clear();
        let count = u32::try_from(symbols.len()).unwrap_or(NONE);
        for (at, symbol) in (0..count).zip(symbols.iter_mut()) {
            symbol.previous = at.checked_sub(1).unwrap_or(NONE);
            symbol.next = if at + 1 < count { at + 1 } else { NONE };
        }
        for (at, pair) in (0..count).zip(symbols.windows(2)) {
            if let [left, right] = pair
                && let Some(&(rank, id)) = self.merges.get(&(left.id, right.id))
            {
                heap.push(Reverse((rank, at, id)));
            }
        }
        while let Some(Reverse((_, at, id))) = heap.pop() {
            let Some(&left) = symbols.get(at as usize).filter(|left| left.length > 0) else {
                continue;
            };
            let Some(&right) = symbols.get(left.next as usize) else {
                continue;
            };
            // What stood here may have been merged since.
            let current = self.merges.get(&(left.id, right.id));
            if current.is_none_or(|&(_, current)| current != id) {
                continue;
            }
            let merged = Symbol {
                id,
                next: right.next,
                length: left.length + right.length,
                ..left
            };
            if let Some(symbol) = symbols.get_mut(at as usize) {
                *symbol = merged;
            }
            if let Some(symbol) = symbols.get_mut(left.next as usize) {
                symbol.length = 0;
            }
            if let Some(next) = symbols.get_mut(merged.next as usize) {
                next.previous = at;
                if let Some(&(rank, id)) = self.merges.get(&(merged.id, next.id)) {
                    heap.push(Reverse((rank, at, id)));
                }
            }
            if let Some(previous) = symbols.get(merged.previous as usize)
                && let Some(&(rank, id)) = self.merges.get(&(previous.id, merged.id))
            {
                heap.push(Reverse((rank, merged.previous, id)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Listed;
    use super::*;

    fn model(options: Options) -> Bpe {
        let mut listed = Listed::default();
        let tokens = ["<unk>", "a", "b", "c", "ab", "bc", "abc", "aa", "aaaa"];
        for (id, token) in tokens.iter().enumerate() {
            listed.push(token, u32::try_from(id).unwrap()).unwrap();
        }
        let pairs = vec![(2, 3), (1, 2), (1, 5), (1, 1), (7, 7)];
        Bpe::new(Tokens::new(&listed), options, pairs).unwrap()
    }

    fn ids(model: &Bpe, word: &str) -> Vec<u32> {
        let mut found = vec![];
        model.cut(word, &mut Scratch::default(), &mut found);
        found.into_iter().map(|found| found.0).collect()
    }

    #[test]
    fn pairs_merge_by_rank_and_from_left_to_right() {
        let model = model(Options::default());
        assert_eq!(ids(&model, "abcab"), [6, 4]);
        assert_eq!(ids(&model, "aaaaa"), [8, 1]);
        assert_eq!(ids(&model, "axb"), [4]);
    }

    #[test]
    fn unknown_characters_are_one_token_or_several() {
        let unknown = Some("<unk>".to_owned());
        let several = model(Options {
            unknown: unknown.clone(),
            ..Options::default()
        });
        assert_eq!(ids(&several, "xya"), [0, 0, 1]);
        let one = model(Options {
            unknown,
            fuse_unknown: true,
            ..Options::default()
        });
        assert_eq!(ids(&one, "xya"), [0, 1]);
    }

    #[test]
    fn long_words_are_cut_like_short_ones() {
        let model = model(Options::default());
        let mut state = 7u32;
        for _ in 0..200 {
            let word: String = (0..20)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    ['a', 'b', 'c'][(state >> 16) as usize % 3]
                })
                .collect();
            let mut scratch = Scratch::default();
            model.read(&word, &mut scratch.symbols);
            model.merge_long(&mut scratch);
            let long: Vec<u32> = scratch
                .symbols
                .iter()
                .filter(|symbol| symbol.length > 0)
                .map(|symbol| symbol.id)
                .collect();
            assert_eq!(ids(&model, &word), long, "{word}");
        }
        assert_eq!(ids(&model, &"a".repeat(400_000)).len(), 100_000);
    }
}
