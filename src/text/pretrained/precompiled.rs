//! The rewriting table of SentencePiece models (`precompiled_charsmap`): what a few bytes
//! become, as a double-array trie (Darts) and the strings that it points into.
//!
//! The table is read as the `tokenizers` package reads it: a cluster of characters (UAX 29) of
//! less than 6 bytes becomes what its shortest beginning in the table does; else each of its
//! characters is looked up alone. Cost: linear. The table is untrusted: a place outside it ends
//! a look-up.

use unicode_segmentation::UnicodeSegmentation;

use super::aligned::{Aligned, Edit};
use crate::error::{Error, ErrorKind, Result};

/// A cluster is looked up whole if it has fewer bytes.
const LONG_CLUSTER: usize = 6;

/// Longest string of a table, in bytes. NFKC needs 33.
const LONGEST_STRING: usize = 256;

/// A rewriting table.
#[derive(Clone, Debug)]
pub(super) struct Precompiled {
    /// The file's bytes.
    bytes: Vec<u8>,
    units: Vec<u32>,
    strings: String,
    /// Whether each character of ASCII stays as it is.
    plain: [bool; 128],
}

impl Precompiled {
    /// Reads a table: the size of the trie in bytes, the trie, and strings with a zero after
    /// each, all little-endian.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] if the trie is cut short or the strings are not UTF-8.
    pub(super) fn new(bytes: Vec<u8>) -> Result<Self> {
        let invalid = |what: &str| {
            Error::new(
                ErrorKind::InvalidVocabulary,
                format!("the precompiled character map {what}"),
            )
        };
        let (size, rest) = bytes
            .split_first_chunk::<4>()
            .ok_or_else(|| invalid("is empty"))?;
        let size = u32::from_le_bytes(*size) as usize / 4 * 4;
        let (trie, strings) = rest
            .split_at_checked(size)
            .ok_or_else(|| invalid("is shorter than its trie"))?;
        let units = trie
            .as_chunks::<4>()
            .0
            .iter()
            .map(|unit| u32::from_le_bytes(*unit))
            .collect();
        let strings = std::str::from_utf8(strings)
            .map_err(|error| invalid("has strings that are not UTF-8").with_source(error))?
            .to_owned();
        let mut table = Self {
            bytes,
            units,
            strings,
            plain: [false; 128],
        };
        for byte in 0..128u8 {
            let found = table.find(&[byte]).is_some();
            if let Some(plain) = table.plain.get_mut(usize::from(byte)) {
                *plain = !found;
            }
        }
        Ok(table)
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the shortest beginning of `key` in the table becomes.
    fn find(&self, key: &[u8]) -> Option<&str> {
        let offset = |unit: u32| (unit >> 10) << ((unit & (1 << 9)) >> 6);
        let mut at = offset(*self.units.first()?);
        for &byte in key {
            if byte == 0 {
                return None;
            }
            at ^= u32::from(byte);
            let unit = *self.units.get(at as usize)?;
            if unit & ((1 << 31) | 0xff) != u32::from(byte) {
                return None;
            }
            at ^= offset(unit);
            if unit >> 8 & 1 == 1 {
                let value = *self.units.get(at as usize)? & ((1 << 31) - 1);
                let rest = self.strings.get(value as usize..)?;
                let window = rest.as_bytes();
                let window = window.get(..LONGEST_STRING).unwrap_or(window);
                let length = match window.iter().position(|&byte| byte == 0) {
                    Some(length) => length,
                    None if window.len() == rest.len() => rest.len(),
                    None => return None,
                };
                return rest.get(..length);
            }
        }
        None
    }

    /// The text rewritten.
    pub(super) fn rewritten(&self, text: Aligned) -> Aligned {
        let old = text.text();
        let mut script = Script::default();
        let mut at = 0;
        while let Some(rest) = old.get(at..)
            && !rest.is_empty()
        {
            let simple = simple_prefix(rest);
            for c in rest.get(..simple).unwrap_or_default().chars() {
                if self.plain.get(c as usize).copied().unwrap_or(false) {
                    script.keep(c);
                } else {
                    self.rewrite(c, &mut script);
                }
            }
            let rest = rest.get(simple..).unwrap_or_default();
            let clusters = rest.get(..other_prefix(rest)).unwrap_or(rest);
            for cluster in clusters.graphemes(true) {
                if cluster.len() < LONG_CLUSTER
                    && let Some(new) = self.find(cluster.as_bytes())
                {
                    script.replace(cluster.chars().count(), new);
                    continue;
                }
                for c in cluster.chars() {
                    self.rewrite(c, &mut script);
                }
            }
            at += simple + clusters.len();
        }
        if !script.changed {
            return text;
        }
        let edits = script.changes.into_iter().map(|(c, change)| {
            let edit = u32::try_from(-change).map_or(Edit::Added, Edit::Replaces);
            (c, edit)
        });
        text.edited(0, edits)
    }

    fn rewrite(&self, c: char, script: &mut Script) {
        match self.find(c.encode_utf8(&mut [0; 4]).as_bytes()) {
            Some(new) => script.replace(1, new),
            None => script.keep(c),
        }
    }
}

/// Characters with how many they add (1), replace (0) or drop (< 0).
#[derive(Default)]
struct Script {
    changes: Vec<(char, i32)>,
    changed: bool,
}

impl Script {
    fn keep(&mut self, c: char) {
        self.changes.push((c, 0));
    }

    /// Writes `new` for so many old characters. Those that are too many go with the character
    /// before them, whatever that one was.
    fn replace(&mut self, old: usize, new: &str) {
        self.changed = true;
        let count = new.chars().count();
        let added = |at: usize| i32::from(at >= old);
        let changes = new.chars().enumerate().map(|(at, c)| (c, added(at)));
        self.changes.extend(changes);
        let fewer = i32::try_from(old.saturating_sub(count)).unwrap_or(i32::MAX);
        if let Some((_, change)) = self.changes.last_mut() {
            *change = change.saturating_sub(fewer);
        }
    }
}

/// The bytes at the beginning of which each character is a cluster: ASCII without carriage
/// returns, but for the last one before a character that is not ASCII.
fn simple_prefix(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = bytes
        .iter()
        .position(|&byte| !byte.is_ascii() || byte == b'\r')
        .unwrap_or(bytes.len());
    if run == bytes.len() {
        run
    } else {
        run.saturating_sub(1)
    }
}

/// The bytes up to two characters of ASCII of which the second begins a cluster.
fn other_prefix(text: &str) -> usize {
    let simple = |byte: u8| byte.is_ascii() && byte != b'\r';
    let ends = |pair: &[u8]| pair.iter().all(|&byte| simple(byte));
    let pair = text.as_bytes().windows(2).skip(1).position(ends);
    pair.map_or(text.len(), |at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_table_is_refused_or_ends_a_look_up() {
        assert!(Precompiled::new(vec![]).is_err());
        assert!(Precompiled::new(vec![8, 0, 0, 0, 1]).is_err());
        assert!(Precompiled::new(vec![0, 0, 0, 0, 0xff]).is_err());
        for unit in [u32::MAX, 1 << 9, 0x161, 0x8000_0161] {
            let mut bytes = vec![4, 0, 0, 0];
            bytes.extend(unit.to_le_bytes());
            bytes.extend(b"x\0");
            let table = Precompiled::new(bytes).unwrap();
            assert_eq!(table.rewritten(Aligned::new("aé\r\n한")).text(), "aé\r\n한");
        }
    }

    #[test]
    fn parts_cover_the_text() {
        let text = "ab\r\ncé\u{301}de\r\r\nx🇩🇪🇫y\u{301}";
        let mut at = 0;
        let mut clusters = vec![];
        while at < text.len() {
            let simple = simple_prefix(&text[at..]);
            clusters.extend(text[at..at + simple].split("").filter(|c| !c.is_empty()));
            at += simple;
            let other = other_prefix(&text[at..]);
            clusters.extend(text[at..at + other].graphemes(true));
            at += other;
        }
        assert_eq!(clusters, text.graphemes(true).collect::<Vec<_>>());
    }
}
