//! A trie over bytes in level order: what a text begins with, in one step a byte.
//!
//! Nodes are numbered level by level, so that the children of a node are neighbours and their
//! labels are sorted. Cost: building is linear in the bytes of the keys once they are sorted; a
//! step looks among the labels of one node.

/// The node before any byte.
pub(super) const ROOT: u32 = 0;

/// No key ends at a node.
const NONE: u32 = u32::MAX;

/// Most labels that are looked through one by one.
const FEW: usize = 8;

/// Keys with their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    /// The byte that leads to each node.
    labels: Vec<u8>,
    /// The first child of each node; its children end where those of the next node begin.
    children: Vec<u32>,
    /// The value of the key that ends at each node.
    values: Vec<u32>,
}

impl Trie {
    /// The trie of `keys`, which are sorted by their bytes. Of equal keys the last one counts.
    pub(super) fn new(keys: &[(&[u8], u32)]) -> Self {
        let mut trie = Self {
            labels: vec![0],
            children: vec![],
            values: vec![],
        };
        let mut level = vec![(0, keys.len())];
        let mut depth = 0;
        while !level.is_empty() {
            let mut next = vec![];
            for (start, end) in level {
                trie.children.push(index(trie.labels.len()));
                let mut value = NONE;
                let mut group: Option<(u8, usize)> = None;
                for (at, (key, id)) in (start..end).zip(keys.get(start..end).unwrap_or_default()) {
                    let Some(&byte) = key.get(depth) else {
                        value = *id;
                        continue;
                    };
                    if let Some((label, from)) = group
                        && label != byte
                    {
                        next.push((from, at));
                        group = None;
                    }
                    if group.is_none() {
                        trie.labels.push(byte);
                        group = Some((byte, at));
                    }
                }
                if let Some((_, from)) = group {
                    next.push((from, end));
                }
                trie.values.push(value);
            }
            level = next;
            depth += 1;
        }
        trie.children.push(index(trie.labels.len()));
        trie
    }

    /// The node one byte further.
    pub(super) fn step(&self, node: u32, byte: u8) -> Option<u32> {
        let node = node as usize;
        let start = *self.children.get(node)? as usize;
        let end = *self.children.get(node + 1)? as usize;
        let labels = self.labels.get(start..end)?;
        let at = if labels.len() <= FEW {
            labels.iter().position(|&label| label == byte)?
        } else {
            labels.binary_search(&byte).ok()?
        };
        Some(index(start + at))
    }

    /// The node after all `bytes` from `node`.
    pub(super) fn walk(&self, node: u32, bytes: &[u8]) -> Option<u32> {
        bytes
            .iter()
            .try_fold(node, |node, &byte| self.step(node, byte))
    }

    /// The value of the key that ends at `node`.
    pub(super) fn value(&self, node: u32) -> Option<u32> {
        self.values
            .get(node as usize)
            .copied()
            .filter(|&value| value != NONE)
    }

    /// The longest key from `node` on that `bytes` begin with: its length and value.
    pub(super) fn longest(&self, node: u32, bytes: &[u8]) -> Option<(usize, u32)> {
        let mut node = node;
        let mut found = None;
        for (at, &byte) in bytes.iter().enumerate() {
            let Some(next) = self.step(node, byte) else {
                break;
            };
            node = next;
            if let Some(value) = self.value(node) {
                found = Some((at + 1, value));
            }
        }
        found
    }
}

/// A place as a node's number. The bytes of all keys are fewer than 2³².
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_and_what_a_text_begins_with() {
        let keys: Vec<(&[u8], u32)> = vec![
            (b"a", 1),
            (b"ab", 2),
            (b"ab", 3),
            (b"abcd", 4),
            (b"b", 5),
            ("é".as_bytes(), 6),
        ];
        let trie = Trie::new(&keys);
        let id = |key: &str| trie.walk(ROOT, key.as_bytes()).and_then(|n| trie.value(n));
        assert_eq!(id("ab"), Some(3));
        assert_eq!(id("abc"), None);
        assert_eq!(id("é"), Some(6));
        assert_eq!(id(""), None);
        assert_eq!(trie.longest(ROOT, b"abcx"), Some((2, 3)));
        assert_eq!(trie.longest(ROOT, b"abcde"), Some((4, 4)));
        assert_eq!(trie.longest(ROOT, b"x"), None);
    }

    #[test]
    fn a_trie_of_nothing_holds_nothing() {
        let trie = Trie::new(&[]);
        assert_eq!(trie.step(ROOT, b'a'), None);
        assert_eq!(trie.value(ROOT), None);
    }

    #[test]
    fn every_byte_can_follow_a_node() {
        let bytes: Vec<[u8; 2]> = (0..=255).map(|byte| [b'x', byte]).collect();
        let keys: Vec<(&[u8], u32)> = bytes.iter().map(|k| (&k[..], u32::from(k[1]))).collect();
        let trie = Trie::new(&keys);
        for key in &bytes {
            assert_eq!(trie.longest(ROOT, key), Some((2, u32::from(key[1]))));
        }
    }
}
