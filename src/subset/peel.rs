//! Items that are in or out of every maximum of the [Lagrangian](super::lagrangian),
//! found without a cut.
//!
//! One whose terms without its open neighbours are over 0 goes in, one whose terms
//! with all of them are below 0 goes out, and so on with their neighbours. Linear
//! time and memory.

use super::lagrangian::{linear, pair_terms};
use super::problem::Problem;

/// What is known of an item before the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Open,
    Inside,
    Outside,
}

/// Settles the items that are in or out of every maximum for sure. Returns
/// whether no pair has a negative term.
pub(super) fn peel(problem: &Problem, multipliers: &[f64], known: &mut [Known]) -> bool {
    let items = problem.items();
    let mut is_exact = true;
    // What an item brings with the items inside only, and with all but those
    // outside.
    let mut least = vec![0.0; items];
    let mut most = vec![0.0; items];
    for i in 0..items {
        let (mut low, mut high) = (linear(problem, multipliers, i), 0.0);
        let is_negative = pair_terms(problem, multipliers, i, |j, term| match known[j] {
            Known::Inside => low += term,
            Known::Open => high += term,
            Known::Outside => {}
        });
        is_exact &= !is_negative;
        for &(j, k, value) in problem.triples.row(i) {
            match (known[j as usize], known[k as usize]) {
                (Known::Outside, _) | (_, Known::Outside) => {}
                (Known::Inside, Known::Inside) => low += value,
                _ => high += value,
            }
        }
        (least[i], most[i]) = (low, low + high);
    }
    // Sums that are near 0 by cancellation decide nothing.
    let slack: Vec<f64> = (0..items)
        .map(|i| f64::EPSILON * 1024.0 * (most[i].abs() + linear(problem, multipliers, i).abs()))
        .collect();
    let verdict = |i: usize, least: &[f64], most: &[f64]| {
        if least[i] > slack[i] {
            Some(Known::Inside)
        } else if most[i] < -slack[i] {
            Some(Known::Outside)
        } else {
            None
        }
    };
    // Items whose verdict the sums of their neighbours hold already.
    let mut counted: Vec<bool> = known.iter().map(|&k| k != Known::Open).collect();
    let mut settled: Vec<usize> = Vec::new();
    for (i, known) in known.iter_mut().enumerate() {
        if *known == Known::Open
            && let Some(found) = verdict(i, &least, &most)
        {
            *known = found;
            settled.push(i);
        }
    }
    while let Some(i) = settled.pop() {
        let mut touched: Vec<usize> = Vec::new();
        let now_inside = known[i] == Known::Inside;
        pair_terms(problem, multipliers, i, |j, term| {
            if now_inside {
                least[j] += term;
            } else {
                most[j] -= term;
            }
            touched.push(j);
        });
        for &(j, k, value) in problem.triples.row(i) {
            for (j, k) in [(j as usize, k as usize), (k as usize, j as usize)] {
                if now_inside && known[k] == Known::Inside && counted[k] {
                    least[j] += value;
                } else if !(now_inside || known[k] == Known::Outside && counted[k]) {
                    most[j] -= value;
                }
                touched.push(j);
            }
        }
        counted[i] = true;
        for j in touched {
            if known[j] == Known::Open
                && let Some(found) = verdict(j, &least, &most)
            {
                known[j] = found;
                settled.push(j);
            }
        }
    }
    is_exact
}
