//! An order of the items that depends on what they are, not on how the caller
//! numbered them.
//!
//! Each item gets a signature of 64 bits: a hash of its own values, then twice
//! a hash of its signature with those of its neighbours (Weisfeiler and Leman's
//! colour refinement). What comes from several neighbours is added up modulo
//! 2^64, which no order changes. Items are sorted by signature, those that the
//! refinement cannot tell apart by their number. Solving the reordered problem
//! makes every answer, with all rounding and ties, independent of the numbers:
//! renumbering the items renumbers the answer. Linear time but for the sorting.

use super::problem::Problem;
use crate::order;

/// How often the signatures of neighbours are taken in.
const ROUNDS: usize = 2;

/// What sets the kinds of entries apart in a hash.
const UNARY: u64 = 1;
const COST: u64 = 2;
const PAIR: u64 = 3;
const TRIPLE: u64 = 4;
const PAIR_COST: u64 = 5;

/// The items in their own order.
pub(super) fn order(problem: &Problem) -> Vec<u32> {
    let items = problem.items();
    let mut signatures: Vec<u64> = (0..items)
        .map(|i| {
            let own = hash(&[UNARY, problem.unary[i].to_bits()]);
            let costs = problem.costs.row(i).iter();
            costs.fold(own, |sum, &(r, value)| {
                sum.wrapping_add(hash(&[COST, u64::from(r), value.to_bits()]))
            })
        })
        .collect();
    for _ in 0..ROUNDS {
        signatures = (0..items)
            .map(|i| {
                let of = |item: u32| signatures[item as usize];
                let mut sum = 0_u64;
                for &(j, value) in problem.pairs.row(i) {
                    sum = sum.wrapping_add(hash(&[PAIR, of(j), value.to_bits()]));
                }
                for &(j, k, value) in problem.triples.row(i) {
                    let both = of(j).wrapping_add(of(k));
                    sum = sum.wrapping_add(hash(&[TRIPLE, both, value.to_bits()]));
                }
                for &(j, r, value) in problem.pair_costs.row(i) {
                    let parts = [PAIR_COST, of(j), u64::from(r), value.to_bits()];
                    sum = sum.wrapping_add(hash(&parts));
                }
                hash(&[signatures[i], sum])
            })
            .collect();
    }
    let mut order: Vec<u32> = (0..items as u32).collect();
    order::by_key(&mut order, |&item| signatures[item as usize]);
    order
}

/// The finaliser of SplitMix64, chained over the parts.
fn hash(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |state, part| {
        let mut z = (state ^ part).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subset::{AttributeSpec, ProblemSpec};

    #[test]
    fn renumbered_items_come_in_the_same_order() {
        let spec = |names: [usize; 4]| {
            let mut unary = vec![0.0; 4];
            let mut costs = vec![0.0; 4];
            for (item, &name) in names.iter().enumerate() {
                unary[name] = item as f64 / 3.0;
                costs[name] = 1.0;
            }
            ProblemSpec {
                unary,
                pairs: vec![(names[0], names[2], 0.5), (names[2], names[3], 0.25)],
                triples: vec![(names[3], names[1], names[0], 0.75)],
                attributes: vec![AttributeSpec {
                    budget: 2.0,
                    unary: costs,
                    pairs: vec![(names[1], names[3], 1.0)],
                    ..Default::default()
                }],
            }
        };
        let first = Problem::new(&spec([0, 1, 2, 3])).unwrap();
        let second = Problem::new(&spec([2, 0, 3, 1])).unwrap();
        assert_ne!(first, second);
        assert_eq!(
            first.reordered(&order(&first)),
            second.reordered(&order(&second))
        );
    }

    #[test]
    fn equal_items_keep_their_order() {
        let problem = Problem::new(&ProblemSpec {
            unary: vec![1.0; 5],
            attributes: vec![AttributeSpec {
                budget: 2.0,
                unary: vec![1.0; 5],
                ..Default::default()
            }],
            ..Default::default()
        })
        .unwrap();
        assert_eq!(order(&problem), [0, 1, 2, 3, 4]);
    }
}
