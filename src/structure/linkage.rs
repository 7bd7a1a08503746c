//! Single-linkage agglomerative clustering of boxes (paper B, 4.1.1):
//! d(A, B) = min { d(a, b) : a ∈ A, b ∈ B }.
//!
//! The dendrogram of single linkage is the minimum spanning tree: its edges in
//! order of length are the merges, and the clusters at a height are what the
//! edges up to that length connect. The tree is found by Borůvka's rounds, each
//! looking up the nearest box of another cluster in a k-d tree that passes over
//! nodes within one cluster. Clusters only grow, so that what a box found stands
//! until its own cluster takes that in, and from then on tells how far others
//! are at least: most boxes are looked up once or twice. n boxes take O(n log² n) time on pages and O(n)
//! memory, where a matrix of distances would take n²: 100,000 boxes are
//! clustered in about a second.

use crate::order;

/// The number of coordinates.
pub const AXES: usize = 3;

/// A box with sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The least coordinates.
    pub low: [f64; AXES],
    /// The greatest coordinates.
    pub high: [f64; AXES],
}

impl Extent {
    /// The square of the Euclidean distance between the nearest points of two
    /// boxes.
    pub fn squared_distance(&self, other: &Self) -> f64 {
        let mut sum = 0.0;
        for axis in 0..AXES {
            let before = self.low[axis] - other.high[axis];
            let behind = other.low[axis] - self.high[axis];
            // Comparisons, because `f64::max` is slow for the sake of NaN.
            let gap = if before > behind { before } else { behind };
            if gap > 0.0 {
                sum += gap * gap;
            }
        }
        sum
    }

    fn join(&mut self, other: &Self) {
        for axis in 0..AXES {
            self.low[axis] = self.low[axis].min(other.low[axis]);
            self.high[axis] = self.high[axis].max(other.high[axis]);
        }
    }
}

/// Two clusters become one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merge {
    /// A box of the one cluster.
    pub a: usize,
    /// A box of the other.
    pub b: usize,
    /// The distance between them.
    pub height: f64,
}

/// The merges of single linkage, by height: one fewer than there are boxes, and fewer where
/// distances are not finite. Coordinates must be finite.
pub fn single_linkage(extents: &[Extent]) -> Vec<Merge> {
    let mut merges = Vec::with_capacity(extents.len().saturating_sub(1));
    if extents.len() < 2 {
        return merges;
    }
    let mut tree = Tree::new(extents);
    let mut sets = DisjointSets::new(extents.len());
    let mut known = vec![Known::default(); extents.len()];
    let mut waiting = vec![];
    // A round joins two at least, where distances are finite.
    let mut before = usize::MAX;
    while merges.len() + 1 < extents.len() && merges.len() != before {
        before = merges.len();
        let cluster: Vec<usize> = (0..extents.len()).map(|index| sets.find(index)).collect();
        tree.mark(&cluster);
        // The shortest way out of each cluster, by the cluster's root.
        let mut best: Vec<Option<(f64, usize, usize)>> = vec![None; extents.len()];
        let bound = |found: Option<(f64, usize, usize)>| found.map_or(f64::INFINITY, |(d, ..)| d);
        for &index in &tree.order {
            let (root, known) = (cluster[index], &mut known[index]);
            known.nearest = known.nearest.filter(|&other| cluster[other] != root);
            if let Some(other) = known.nearest
                && known.least < bound(best[root])
            {
                best[root] = Some((known.least, index, other));
            }
        }
        for &index in &tree.order {
            let (root, known) = (cluster[index], &mut known[index]);
            let bound = bound(best[root]);
            if known.nearest.is_some() || known.least >= bound {
                continue;
            }
            known.nearest = tree
                .nearest(extents, &cluster, index, bound, &mut waiting)
                .map(|(distance, other)| {
                    known.least = distance;
                    best[root] = Some((distance, index, other));
                    other
                });
            if known.nearest.is_none() {
                known.least = bound;
            }
        }
        // Where ways are equally long, a round may close a circle: the last
        // way of it joins nothing and is left out.
        for (squared, a, b) in best.into_iter().flatten() {
            if sets.join(a, b) {
                merges.push(Merge {
                    a,
                    b,
                    height: squared.sqrt(),
                });
            }
        }
    }
    order::by(&mut merges, |x, y| {
        x.height
            .total_cmp(&y.height)
            .then(x.a.min(x.b).cmp(&y.a.min(y.b)))
            .then(x.a.max(x.b).cmp(&y.a.max(y.b)))
    });
    merges
}

/// What is known of the way from a box to the nearest one of another cluster.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The square of its least length.
    least: f64,
    /// The box at that distance, if it is known.
    nearest: Option<usize>,
}

/// The cluster of each of `count` boxes when merges up to `height` are carried
/// out. Clusters are numbered by their first box.
pub fn cut(count: usize, merges: &[Merge], height: f64) -> Vec<usize> {
    let mut sets = DisjointSets::new(count);
    for merge in merges.iter().take_while(|merge| merge.height <= height) {
        sets.join(merge.a, merge.b);
    }
    let mut numbers = vec![None; count];
    let mut next = 0;
    (0..count)
        .map(|index| {
            let root = sets.find(index);
            *numbers[root].get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        })
        .collect()
}

/// Union by size with path halving.
struct DisjointSets {
    parents: Vec<usize>,
    sizes: Vec<usize>,
}

impl DisjointSets {
    fn new(count: usize) -> Self {
        Self {
            parents: (0..count).collect(),
            sizes: vec![1; count],
        }
    }

    fn find(&mut self, mut index: usize) -> usize {
        while self.parents[index] != index {
            self.parents[index] = self.parents[self.parents[index]];
            index = self.parents[index];
        }
        index
    }

    /// Joins the sets of `a` and `b`; `false` if they are one already.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (small, large) = if self.sizes[a] < self.sizes[b] {
            (a, b)
        } else {
            (b, a)
        };
        self.parents[small] = large;
        self.sizes[large] += self.sizes[small];
        true
    }
}

/// The most boxes in a leaf.
const LEAF: usize = 8;

/// A k-d tree over the centres of boxes, each node with the extent of its boxes.
struct Tree {
    /// The boxes, those of a node side by side.
    order: Vec<usize>,
    nodes: Vec<TreeNode>,
}

struct TreeNode {
    extent: Extent,
    start: usize,
    end: usize,
    /// The indices of its halves; a leaf has none.
    halves: Option<(usize, usize)>,
    /// The cluster of all its boxes, if it is one.
    cluster: Option<usize>,
}

impl Tree {
    fn new(extents: &[Extent]) -> Self {
        let mut tree = Self {
            order: (0..extents.len()).collect(),
            nodes: vec![],
        };
        tree.build(extents, 0, extents.len());
        tree
    }

    /// Recurses as deep as the logarithm of the number of boxes, because every
    /// node is halved at its median.
    fn build(&mut self, extents: &[Extent], start: usize, end: usize) -> usize {
        let mut extent = extents[self.order[start]];
        for &index in &self.order[start..end] {
            extent.join(&extents[index]);
        }
        let node = self.nodes.len();
        self.nodes.push(TreeNode {
            extent,
            start,
            end,
            halves: None,
            cluster: None,
        });
        if end - start > LEAF {
            let widest = (0..AXES)
                .max_by(|&a, &b| {
                    let width = |axis: usize| extent.high[axis] - extent.low[axis];
                    width(a).total_cmp(&width(b))
                })
                .unwrap_or(0);
            let middle = start + (end - start) / 2;
            let centre = |index: usize| extents[index].low[widest] + extents[index].high[widest];
            self.order[start..end].select_nth_unstable_by(middle - start, |&a, &b| {
                centre(a).total_cmp(&centre(b)).then(a.cmp(&b))
            });
            let first = self.build(extents, start, middle);
            let second = self.build(extents, middle, end);
            self.nodes[node].halves = Some((first, second));
        }
        node
    }

    /// Notes which nodes lie within one cluster.
    fn mark(&mut self, cluster: &[usize]) {
        // Halves come after their node.
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            let found = match node.halves {
                Some((first, second)) => {
                    let (first, second) = (self.nodes[first].cluster, self.nodes[second].cluster);
                    first.filter(|_| first == second)
                }
                None => {
                    let mut clusters = self.order[node.start..node.end]
                        .iter()
                        .map(|&index| cluster[index]);
                    let first = clusters.next();
                    first.filter(|first| clusters.all(|other| other == *first))
                }
            };
            self.nodes[index].cluster = found;
        }
    }

    /// The nearest box of another cluster, nearer than `bound` (squared).
    /// `waiting` is room for nodes.
    fn nearest(
        &self,
        extents: &[Extent],
        cluster: &[usize],
        from: usize,
        bound: f64,
        waiting: &mut Vec<(f64, usize)>,
    ) -> Option<(f64, usize)> {
        let target = &extents[from];
        let own = Some(cluster[from]);
        let mut bound = bound;
        let mut found = None;
        waiting.clear();
        waiting.push((target.squared_distance(&self.nodes[0].extent), 0));
        while let Some((distance, index)) = waiting.pop() {
            let node = &self.nodes[index];
            if distance >= bound || node.cluster == own {
                continue;
            }
            if let Some((first, second)) = node.halves {
                let first = (target.squared_distance(&self.nodes[first].extent), first);
                let second = (target.squared_distance(&self.nodes[second].extent), second);
                // The nearer half is looked at first.
                let (near, far) = if first.0 <= second.0 {
                    (first, second)
                } else {
                    (second, first)
                };
                if far.0 < bound {
                    waiting.push(far);
                }
                waiting.push(near);
                continue;
            }
            for &other in &self.order[node.start..node.end] {
                if cluster[other] == cluster[from] {
                    continue;
                }
                let distance = target.squared_distance(&extents[other]);
                if distance < bound {
                    bound = distance;
                    found = Some((distance, other));
                }
            }
            if bound == 0.0 {
                break;
            }
        }
        found
    }
}
