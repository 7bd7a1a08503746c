//! Lists of entries, one for each item, in one piece of memory.

/// An entry with other items in it, the first of which orders a row.
pub(super) trait Entry: Copy + Default {
    /// What a row is sorted by.
    type Key: Ord;

    fn key(&self) -> Self::Key;

    /// The first other item.
    fn first(&self) -> u32;
}

impl Entry for (u32, f64) {
    type Key = (u32, u64);

    fn key(&self) -> Self::Key {
        (self.0, self.1.to_bits())
    }

    fn first(&self) -> u32 {
        self.0
    }
}

impl Entry for (u32, u32, f64) {
    type Key = (u32, u32, u64);

    fn key(&self) -> Self::Key {
        (self.0, self.1, self.2.to_bits())
    }

    fn first(&self) -> u32 {
        self.0
    }
}

/// One sorted list of entries for every item.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows<T> {
    /// Where each row begins, and after them where the last one ends.
    starts: Vec<usize>,
    entries: Vec<T>,
}

impl<T: Entry> Rows<T> {
    /// The rows of `items` items. `entries` is read twice and must give the
    /// same, with items below `items`.
    pub fn new(items: usize, entries: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0; items + 1];
        for (item, _) in entries.clone() {
            starts[item + 1] += 1;
        }
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.clone();
        let mut placed = vec![T::default(); starts[items]];
        for (item, entry) in entries {
            placed[next[item]] = entry;
            next[item] += 1;
        }
        let mut rows = Self {
            starts,
            entries: placed,
        };
        rows.sort();
        rows
    }

    fn sort(&mut self) {
        for bounds in self.starts.windows(2) {
            self.entries[bounds[0]..bounds[1]].sort_unstable_by_key(T::key);
        }
    }

    /// Joins neighbours of a row that have the same `key`.
    pub fn merge<K: PartialEq>(&mut self, key: impl Fn(&T) -> K, join: impl Fn(&mut T, &T)) {
        let mut kept: Vec<T> = Vec::with_capacity(self.entries.len());
        let mut starts = Vec::with_capacity(self.starts.len());
        for bounds in self.starts.windows(2) {
            let start = kept.len();
            starts.push(start);
            for entry in &self.entries[bounds[0]..bounds[1]] {
                if kept.len() > start
                    && let Some(last) = kept.last_mut()
                    && key(last) == key(entry)
                {
                    join(last, entry);
                } else {
                    kept.push(*entry);
                }
            }
        }
        starts.push(kept.len());
        self.starts = starts;
        self.entries = kept;
    }

    /// The entries of an item.
    pub fn row(&self, item: usize) -> &[T] {
        &self.entries[self.starts[item]..self.starts[item + 1]]
    }

    /// The entries of an item whose first other item is over `bound`.
    pub fn after(&self, item: usize, bound: usize) -> &[T] {
        let row = self.row(item);
        &row[row.partition_point(|entry| entry.first() as usize <= bound)..]
    }

    /// The number of entries of all rows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The rows in another order, each entry renamed.
    pub fn reordered(&self, order: &[u32], rename: impl Fn(&T) -> T) -> Self {
        let mut starts = Vec::with_capacity(self.starts.len());
        let mut entries = Vec::with_capacity(self.entries.len());
        for &old in order {
            starts.push(entries.len());
            entries.extend(self.row(old as usize).iter().map(&rename));
        }
        starts.push(entries.len());
        let mut rows = Self { starts, entries };
        rows.sort();
        rows
    }
}
