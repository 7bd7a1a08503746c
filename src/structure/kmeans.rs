//! k-means (paper B, 4.1.2): Lloyd's iterations from seeded k-means++ centres,
//! several times over, of which the one with the least inertia is kept.
//!
//! The same points, k and seed give the same centres on every machine. A
//! centre that no point is nearest to moves to the point that is farthest from
//! its own centre. O(n · k) per iteration.

use crate::order;

/// The number of features of a point.
pub const FEATURES: usize = 5;

/// A point or a centre.
pub type Point = [f64; FEATURES];

/// The most iterations of one run.
const ITERATIONS: usize = 100;

/// How many runs are compared.
const RUNS: u64 = 4;

/// Centres with the points they stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustering {
    /// The centres.
    pub centres: Vec<Point>,
    /// The index of the nearest centre of each point.
    pub labels: Vec<usize>,
    /// The sum of the squared distances from each point to its centre.
    pub inertia: f64,
}

/// The best of several seeded runs with at most `k` centres; fewer if there are
/// fewer different points. Centres are in ascending order.
pub fn kmeans(points: &[Point], k: usize, seed: u64) -> Clustering {
    let mut best: Option<Clustering> = None;
    for run in 0..RUNS {
        let mut random = SplitMix(seed.wrapping_mul(RUNS).wrapping_add(run));
        let found = lloyd(points, plus_plus(points, k, &mut random));
        if best
            .as_ref()
            .is_none_or(|best| found.inertia < best.inertia)
        {
            best = Some(found);
        }
    }
    let mut centres = best.map(|best| best.centres).unwrap_or_default();
    order::by(&mut centres, |a, b| {
        a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal)
    });
    assign(points, centres)
}

/// Lloyd's iterations from given centres, until no point changes its centre.
pub fn lloyd(points: &[Point], centres: Vec<Point>) -> Clustering {
    let mut found = assign(points, centres);
    for _ in 0..ITERATIONS {
        let centres = means(points, &found);
        let next = assign(points, centres);
        let settled = next.labels == found.labels;
        found = next;
        if settled {
            break;
        }
    }
    found
}

/// The index of the centre that is nearest to `point`, the first of equally
/// near ones, and the squared distance.
pub fn nearest(point: &Point, centres: &[Point]) -> (usize, f64) {
    let mut best = (0, f64::INFINITY);
    for (index, centre) in centres.iter().enumerate() {
        let distance = squared_distance(point, centre);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best
}

fn assign(points: &[Point], centres: Vec<Point>) -> Clustering {
    let mut inertia = 0.0;
    let labels = points
        .iter()
        .map(|point| {
            let (label, distance) = nearest(point, &centres);
            if !centres.is_empty() {
                inertia += distance;
            }
            label
        })
        .collect();
    Clustering {
        centres,
        labels,
        inertia,
    }
}

fn means(points: &[Point], found: &Clustering) -> Vec<Point> {
    let mut sums = vec![[0.0; FEATURES]; found.centres.len()];
    let mut counts = vec![0_usize; found.centres.len()];
    for (point, &label) in points.iter().zip(&found.labels) {
        counts[label] += 1;
        for (sum, value) in sums[label].iter_mut().zip(point) {
            *sum += value;
        }
    }
    let mut far: Vec<(f64, usize)> = vec![];
    if counts.contains(&0) {
        far = points
            .iter()
            .zip(&found.labels)
            .enumerate()
            .map(|(index, (point, &label))| (squared_distance(point, &found.centres[label]), index))
            .collect();
        order::by(&mut far, |a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    }
    for (label, sum) in sums.iter_mut().enumerate() {
        if counts[label] > 0 {
            sum.iter_mut()
                .for_each(|value| *value /= counts[label] as f64);
        } else if let Some((_, index)) = far.pop() {
            *sum = points[index];
        }
    }
    sums
}

/// k-means++ (Arthur and Vassilvitskii 2007): each further centre is a point
/// drawn with its squared distance from the centres so far as weight.
fn plus_plus(points: &[Point], k: usize, random: &mut SplitMix) -> Vec<Point> {
    let mut centres: Vec<Point> = vec![];
    let mut distances = vec![1.0; points.len()];
    while centres.len() < k {
        let total: f64 = distances.iter().sum();
        if total <= 0.0 {
            break;
        }
        let mut left = random.share() * total;
        let drawn = distances.iter().position(|distance| {
            left -= distance;
            left < 0.0 && *distance > 0.0
        });
        // Rounding can leave a rest: then it is the last point that has weight.
        let last = || distances.iter().rposition(|distance| *distance > 0.0);
        let Some(index) = drawn.or_else(last) else {
            break;
        };
        let centre = points[index];
        let first = centres.is_empty();
        for (distance, point) in distances.iter_mut().zip(points) {
            let new = squared_distance(point, &centre);
            *distance = if first { new } else { distance.min(new) };
        }
        centres.push(centre);
    }
    centres
}

fn squared_distance(a: &Point, b: &Point) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    /// A number from 0 to below 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The 53 bits that an f64 holds exactly.
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_groups_are_told_apart() {
        let points: Vec<Point> = (0..60)
            .map(|index| {
                [
                    f64::from(index % 3) * 100.0 + f64::from(index) * 0.01,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                ]
            })
            .collect();
        let found = kmeans(&points, 3, 7);
        assert_eq!(&found.labels[..4], [0, 1, 2, 0]);
        assert_eq!(found, kmeans(&points, 3, 7));
    }

    #[test]
    fn there_are_no_more_centres_than_different_points() {
        let points = vec![[1.0; FEATURES], [1.0; FEATURES], [2.0; FEATURES]];
        assert_eq!(kmeans(&points, 9, 0).centres.len(), 2);
        assert_eq!(kmeans(&[], 3, 0).labels, Vec::<usize>::new());
    }
}
