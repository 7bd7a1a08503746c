//! Items by priority, where priorities change.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A priority of two numbers, the second deciding between equal first ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key(pub f64, pub f64);

#[derive(Debug)]
struct Entry {
    key: Key,
    item: u32,
    version: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let first = self.key.0.total_cmp(&other.key.0);
        let second = || self.key.1.total_cmp(&other.key.1);
        // Of equal items the one with the lower number is the greater.
        first.then_with(second).then(other.item.cmp(&self.item))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

/// A heap in which a new priority of an item replaces its old one. Old entries
/// stay until they come up: `log` of the number of changes per operation.
#[derive(Debug)]
pub(super) struct ItemHeap {
    heap: BinaryHeap<Entry>,
    versions: Vec<u32>,
}

impl ItemHeap {
    /// A heap for `items` items with the given first entries.
    pub fn new(items: usize, entries: impl Iterator<Item = (usize, Key)>) -> Self {
        let first = entries.map(|(item, key)| Entry {
            key,
            item: item as u32,
            version: 0,
        });
        Self {
            heap: first.collect::<Vec<_>>().into(),
            versions: vec![0; items],
        }
    }

    /// Sets the priority of an item.
    pub fn set(&mut self, item: usize, key: Key) {
        self.versions[item] = self.versions[item].wrapping_add(1);
        self.heap.push(Entry {
            key,
            item: item as u32,
            version: self.versions[item],
        });
    }

    /// Takes the item with the greatest priority out.
    pub fn pop(&mut self) -> Option<(usize, Key)> {
        loop {
            let entry = self.heap.pop()?;
            let item = entry.item as usize;
            if entry.version == self.versions[item] {
                self.versions[item] = self.versions[item].wrapping_add(1);
                return Some((item, entry.key));
            }
        }
    }
}
