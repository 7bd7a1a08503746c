//! Longest common subsequences, by the bit-parallel recurrence of Hyyrö (2004).
//!
//! The tokens of one text are the columns of the table of prefixes, one bit
//! each; the tokens of the other are its rows. With `m` the columns that match
//! a row's token, the next row is `v = (v + u) | (v & !u)`, where `u = v & m`.
//! Bit `j` of `v` is zero where the common subsequence with the columns up to
//! `j` is longer than with one column less.
//!
//! A length takes rows · columns / 64 word operations and linear memory. A path
//! through a large table takes twice that time and √rows · columns / 32 bytes,
//! because only every √rows-th row is kept and those between are computed again.

use std::collections::HashMap;
use std::hash::Hash;

/// Bits of a machine word.
const WORD_BITS: usize = u64::BITS as usize;

/// The columns of one token: words of the bit vector with at least one match,
/// and the matches in them. Words without matches change only while a carry
/// runs through them, so they are not stored and the memory stays linear.
pub(super) type Matches = Vec<(usize, u64)>;

/// One row of the table.
type Row = Vec<u64>;

/// The columns of the table: one text, ready to be compared with others.
pub(super) struct Columns<'t, T> {
    matches: HashMap<&'t T, Matches>,
    length: usize,
}

impl<'t, T: Eq + Hash> Columns<'t, T> {
    pub(super) fn new(tokens: &'t [T]) -> Self {
        let mut matches: HashMap<&T, Matches> = HashMap::new();
        for (column, token) in tokens.iter().enumerate() {
            let (word, bit) = (column / WORD_BITS, 1 << (column % WORD_BITS));
            let found = matches.entry(token).or_default();
            match found.last_mut() {
                Some((last, mask)) if *last == word => *mask |= bit,
                _ => found.push((word, bit)),
            }
        }
        Self {
            matches,
            length: tokens.len(),
        }
    }

    /// The length of the longest common subsequence with `rows`.
    pub(super) fn length_with(&self, rows: &[T]) -> usize {
        let mut v = self.first_row();
        for token in rows {
            self.step(&mut v, token);
        }
        // Bits past the last column never match, so they stay one.
        v.iter().map(|word| word.count_zeros() as usize).sum()
    }

    fn first_row(&self) -> Row {
        vec![u64::MAX; self.length.div_ceil(WORD_BITS)]
    }

    /// From the row before `token` to the row of `token`.
    fn step(&self, v: &mut [u64], token: &T) {
        if let Some(matches) = self.matches.get(token) {
            step(v, matches);
        }
    }

    /// The tokens with the columns that match them.
    pub(super) fn into_matches(self) -> impl Iterator<Item = (&'t T, Matches)> {
        self.matches.into_iter()
    }
}

/// From one row to the next, whose token has these matches.
fn step(v: &mut [u64], matches: &[(usize, u64)]) {
    let mut next = 0; // the word that the carry would enter
    let mut carry = false;
    for &(word, mask) in matches {
        if carry {
            carry = v.get_mut(next..word).is_some_and(propagate);
        }
        if let Some(bits) = v.get_mut(word) {
            let u = *bits & mask;
            let (sum, overflow) = bits.overflowing_add(u);
            let (sum, carried) = sum.overflowing_add(u64::from(carry));
            *bits = sum | (*bits & !u);
            carry = overflow || carried;
        }
        next = word + 1;
    }
    if carry {
        v.get_mut(next..).map(propagate);
    }
}

/// Finds paths through tables, one after the other in the same memory.
#[derive(Default)]
pub(super) struct Paths {
    v: Row,
    /// Every stride-th row, one after the other.
    kept: Vec<u64>,
    /// The rows of one block, that before it included.
    table: Vec<u64>,
}

/// A table of at most this many words is kept as a whole.
const WHOLE_TABLE: usize = 1 << 14;

impl Paths {
    /// Gives `visit` the rows of one longest common subsequence, the last first.
    ///
    /// `rows` are those that match a column, with their matches, among `columns`
    /// columns; a row that matches none is that above it. Of several longest
    /// subsequences the one is taken that is found by going back from the end,
    /// over equal tokens where there are some, else over a column if that alone
    /// keeps the length, else over a row.
    pub(super) fn visit(
        &mut self,
        rows: &[(usize, &Matches)],
        columns: usize,
        mut visit: impl FnMut(usize),
    ) {
        let width = columns.div_ceil(WORD_BITS);
        let stride = if rows.len() * width <= WHOLE_TABLE {
            rows.len().max(1)
        } else {
            rows.len().isqrt().max(1)
        };
        self.v.clear();
        self.v.resize(width, u64::MAX);
        self.kept.clear();
        for (index, (_, matches)) in rows.iter().enumerate() {
            if index % stride == 0 {
                self.kept.extend_from_slice(&self.v);
            }
            if rows.len() > stride {
                step(&mut self.v, matches);
            }
        }
        let mut column = columns;
        for (block, rows) in rows.chunks(stride).enumerate().rev() {
            self.v.clear();
            let start = self.kept.get(block * width..(block + 1) * width);
            self.v.extend_from_slice(start.unwrap_or_default());
            self.table.clear();
            self.table.extend_from_slice(&self.v);
            for (_, matches) in rows {
                step(&mut self.v, matches);
                self.table.extend_from_slice(&self.v);
            }
            column = self.walk_back(rows, width, column, &mut visit);
        }
    }

    /// Goes back over the rows of one block from the first `column` columns, and
    /// returns how many are left.
    fn walk_back(
        &self,
        rows: &[(usize, &Matches)],
        width: usize,
        mut column: usize,
        visit: &mut impl FnMut(usize),
    ) -> usize {
        let bits = |row: usize| {
            self.table
                .get(row * width..(row + 1) * width)
                .unwrap_or_default()
        };
        for (index, &(row, matches)) in rows.iter().enumerate().rev() {
            let (above, here) = (bits(index), bits(index + 1));
            let mut lengths = (ones(above, column), ones(here, column));
            while column > 0 {
                let last = column - 1;
                if matches_at(matches, last) {
                    visit(row);
                    column = last;
                    break;
                }
                // The length here is that of a neighbour, as the tokens differ.
                // It is that of the row above unless it is greater.
                if lengths.0 == lengths.1 {
                    break;
                }
                lengths.0 -= longer_at(above, last);
                lengths.1 -= longer_at(here, last);
                column = last;
            }
        }
        column
    }
}

/// Adds a carry to the words in turn until one takes it. Returns whether it
/// leaves the last word.
fn propagate(words: &mut [u64]) -> bool {
    for bits in words {
        let (sum, overflow) = bits.overflowing_add(1);
        *bits |= sum;
        if !overflow {
            return false;
        }
    }
    true
}

/// The length of the common subsequence with the first `columns` columns.
fn ones(row: &[u64], columns: usize) -> usize {
    let (whole, rest) = (columns / WORD_BITS, columns % WORD_BITS);
    let full: usize = row
        .iter()
        .take(whole)
        .map(|word| word.count_zeros() as usize)
        .sum();
    let part = row.get(whole).map_or(0, |word| {
        let mask = (1_u64 << rest) - 1;
        (!word & mask).count_ones() as usize
    });
    full + part
}

/// One if the common subsequence is longer with `column` than without, else 0.
fn longer_at(row: &[u64], column: usize) -> usize {
    row.get(column / WORD_BITS)
        .map_or(0, |word| (!word >> (column % WORD_BITS) & 1) as usize)
}

fn matches_at(matches: &[(usize, u64)], column: usize) -> bool {
    matches
        .binary_search_by_key(&(column / WORD_BITS), |&(word, _)| word)
        .ok()
        .and_then(|at| matches.get(at))
        .is_some_and(|&(_, mask)| mask >> (column % WORD_BITS) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// The textbook table, and the path by the textbook's way back.
    fn quadratic(rows: &[u64], columns: &[u64]) -> (usize, Vec<usize>) {
        let mut table = vec![vec![0; columns.len() + 1]; rows.len() + 1];
        for (i, x) in rows.iter().enumerate() {
            for (j, y) in columns.iter().enumerate() {
                table[i + 1][j + 1] = if x == y {
                    table[i][j] + 1
                } else {
                    table[i][j + 1].max(table[i + 1][j])
                };
            }
        }
        let (mut i, mut j, mut path) = (rows.len(), columns.len(), vec![]);
        while i > 0 && j > 0 {
            if rows[i - 1] == columns[j - 1] {
                (i, j) = (i - 1, j - 1);
                path.insert(0, i);
            } else if table[i][j - 1] > table[i - 1][j] {
                j -= 1;
            } else {
                i -= 1;
            }
        }
        (table[rows.len()][columns.len()], path)
    }

    fn path_in(columns: &Columns<u64>, rows: &[u64]) -> Vec<usize> {
        let matched: Vec<(usize, &Matches)> = rows
            .iter()
            .enumerate()
            .filter_map(|(row, token)| Some((row, columns.matches.get(token)?)))
            .collect();
        let mut path = vec![];
        Paths::default().visit(&matched, columns.length, |row| path.push(row));
        path.reverse();
        path
    }

    #[test]
    fn bit_parallel_equals_the_textbook_recurrence() {
        let mut random = SplitMix64::new(7);
        for round in 0..600 {
            let alphabet = 1 + round % 40;
            let mut sequence = |longest| -> Vec<u64> {
                let length = random.below(longest);
                (0..length).map(|_| random.below(alphabet)).collect()
            };
            let (rows, columns) = (sequence(300), sequence(300));
            let (length, path) = quadratic(&rows, &columns);
            let found = Columns::new(&columns);
            assert_eq!(found.length_with(&rows), length, "{rows:?} {columns:?}");
            assert_eq!(path_in(&found, &rows), path, "{rows:?} {columns:?}");
        }
    }

    #[test]
    fn a_large_table_is_walked_in_blocks() {
        let mut random = SplitMix64::new(9);
        let mut sequence = |length| -> Vec<u64> { (0..length).map(|_| random.below(7)).collect() };
        let (rows, columns) = (sequence(1_500), sequence(1_400));
        assert!(rows.len() * columns.len().div_ceil(WORD_BITS) > WHOLE_TABLE);
        let (length, path) = quadratic(&rows, &columns);
        let found = Columns::new(&columns);
        assert_eq!(found.length_with(&rows), length);
        assert_eq!(path_in(&found, &rows), path);
    }

    #[test]
    fn a_carry_runs_through_words_without_matches() {
        // Long stretches of another token lie between the matches.
        for gap in [1, 63, 64, 65, 127, 128, 129, 1000] {
            let mut columns = vec![1_u64; 70];
            columns.extend(vec![2; gap]);
            columns.extend(vec![1; 70]);
            let rows = vec![1_u64; 130];
            let found = Columns::new(&columns);
            assert_eq!(found.length_with(&rows), 130);
            assert_eq!(found.length_with(&columns), columns.len());
            assert_eq!(path_in(&found, &rows), (0..130).collect::<Vec<_>>());
        }
    }
}
