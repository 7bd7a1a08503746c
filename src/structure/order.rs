//! Columns and reading order of the blocks of a page.
//!
//! A gutter is a height-long strip that few blocks cross: those that do, such as
//! a running head, span the columns. What lies between two spanning blocks is
//! read column by column, each column again by the same rule. Without a gutter
//! blocks are read from top to bottom. O(n²) in the blocks of a page, of which
//! there are at most `MOST` before the order falls back to top to bottom.

use crate::order;

/// The most blocks of a page whose columns are looked for.
const MOST: usize = 2_000;

/// A gutter may be crossed by this share of the height of all blocks.
const CROSSED: f64 = 0.3;

/// Each side of a gutter must hold this share of the height of all blocks.
const SIDE: f64 = 0.15;

/// How often a column may be divided again.
const DEPTH: usize = 4;

/// The place of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The lower edge.
    pub bottom: f64,
}

/// Where a block comes in the order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the block.
    pub block: usize,
    /// The number of its column on the page, from 0; blocks that span columns
    /// have a column of their own.
    pub column: usize,
}

/// The blocks of a page in the order of reading.
pub fn reading_order(blocks: &[Rectangle]) -> Vec<Place> {
    let mut all: Vec<usize> = (0..blocks.len()).collect();
    downward(blocks, &mut all);
    let mut order = Order {
        blocks,
        places: vec![],
        column: 0,
    };
    let depth = if blocks.len() > MOST { 0 } else { DEPTH };
    order.read(&all, depth);
    order.places
}

fn downward(blocks: &[Rectangle], indices: &mut [usize]) {
    order::by(indices, |&a, &b| {
        let (a_place, b_place) = (blocks[a], blocks[b]);
        a_place
            .top
            .total_cmp(&b_place.top)
            .then(a_place.left.total_cmp(&b_place.left))
            .then(a.cmp(&b))
    });
}

struct Order<'a> {
    blocks: &'a [Rectangle],
    places: Vec<Place>,
    column: usize,
}

impl Order<'_> {
    /// Reads blocks that are sorted downward.
    fn read(&mut self, indices: &[usize], depth: usize) {
        let gutter = if depth == 0 {
            None
        } else {
            gutter(self.blocks, indices)
        };
        let Some(gutter) = gutter else {
            for &block in indices {
                self.places.push(Place {
                    block,
                    column: self.column,
                });
            }
            self.column += usize::from(!indices.is_empty());
            return;
        };
        let (mut left, mut right) = (vec![], vec![]);
        for &index in indices {
            let place = self.blocks[index];
            if place.right <= gutter {
                left.push(index);
            } else if place.left >= gutter {
                right.push(index);
            } else {
                self.read(&std::mem::take(&mut left), depth - 1);
                self.read(&std::mem::take(&mut right), depth - 1);
                self.read(&[index], 0);
            }
        }
        self.read(&left, depth - 1);
        self.read(&right, depth - 1);
    }
}

/// The middle of the strip between two columns, if there are columns.
fn gutter(blocks: &[Rectangle], indices: &[usize]) -> Option<f64> {
    let height = |index: &usize| blocks[*index].bottom - blocks[*index].top;
    let all: f64 = indices.iter().map(height).sum();
    let mut edges: Vec<f64> = indices
        .iter()
        .flat_map(|&index| [blocks[index].left, blocks[index].right])
        .collect();
    edges.sort_unstable_by(f64::total_cmp);
    edges.dedup();
    // Crossed height, then the narrower the worse, then the more uneven.
    let mut best: Option<(f64, f64, f64)> = None;
    for pair in edges.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let middle = (from + to) / 2.0;
        let (mut left, mut right) = (0.0, 0.0);
        for index in indices {
            if blocks[*index].right <= middle {
                left += height(index);
            } else if blocks[*index].left >= middle {
                right += height(index);
            }
        }
        let crossed = all - left - right;
        if crossed > CROSSED * all || left < SIDE * all || right < SIDE * all {
            continue;
        }
        let width = to - from;
        if best.is_none_or(|(least, widest, _)| (crossed, -width) < (least, -widest)) {
            best = Some((crossed, width, middle));
        }
    }
    best.map(|(.., middle)| middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(left: f64, top: f64, right: f64, bottom: f64) -> Rectangle {
        Rectangle {
            left,
            top,
            right,
            bottom,
        }
    }

    fn order(blocks: &[Rectangle]) -> (Vec<usize>, Vec<usize>) {
        reading_order(blocks)
            .into_iter()
            .map(|place| (place.block, place.column))
            .unzip()
    }

    #[test]
    fn columns_are_read_between_what_spans_them() {
        let found = order(&[
            block(60.0, 50.0, 100.0, 200.0), // right, upper
            block(0.0, 50.0, 50.0, 90.0),    // left, upper
            block(0.0, 0.0, 100.0, 10.0),    // running head
            block(0.0, 100.0, 50.0, 200.0),  // left, below
            block(10.0, 210.0, 90.0, 230.0), // title over both columns
            block(60.0, 240.0, 100.0, 300.0),
            block(0.0, 240.0, 50.0, 300.0),
        ]);
        assert_eq!(found.0, [2, 1, 3, 0, 4, 6, 5]);
        assert_eq!(found.1, [0, 1, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn three_columns_are_read_one_by_one() {
        let found = order(&[
            block(200.0, 0.0, 290.0, 100.0),
            block(100.0, 0.0, 190.0, 100.0),
            block(0.0, 50.0, 90.0, 100.0),
            block(0.0, 0.0, 90.0, 40.0),
        ]);
        assert_eq!(found.0, [3, 2, 1, 0]);
    }

    #[test]
    fn one_column_is_read_downward() {
        let found = order(&[
            block(0.0, 20.0, 100.0, 30.0),
            block(0.0, 0.0, 100.0, 10.0),
            block(-20.0, 0.0, -10.0, 1.0), // a mark in the margin
        ]);
        assert_eq!(found.0, [2, 1, 0]);
        assert_eq!(found.1, [0, 0, 0]);
        assert!(reading_order(&[]).is_empty());
    }
}
