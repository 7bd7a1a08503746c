//! Stable sorts of little code: one instance of the standard sort for all types and orders.
//!
//! Every instance of it is five kilobytes of a WebAssembly module. Here it sorts the places of the
//! items, with an order behind `dyn`, and swaps then bring the items to their places. The orders
//! are those of [`slice::sort_by`] and [`slice::sort_by_key`].
//!
//! A comparison takes one indirect call more, and a list that is out of order one allocation: what
//! sorts within the innermost loops keeps the standard sort.

use std::cmp::Ordering;

/// Sorts by `compare`; equal items keep their order.
pub(crate) fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let places = places(items.len(), &mut |one, other| {
        compare(&items[one], &items[other])
    });
    arrange(items, places);
}

/// Sorts by a key; items of equal keys keep their order.
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |one, other| key(one).cmp(&key(other)));
}

/// For each place of the sorted items where its item stands now; empty if all are in order.
#[inline(never)]
fn places(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    if (1..count).all(|at| compare(at - 1, at).is_le()) {
        return Vec::new();
    }
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

/// Brings the item of each of `places` there, one cycle of the permutation after the other.
#[inline(never)]
fn arrange<T>(items: &mut [T], mut places: Vec<usize>) {
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn the_order_is_that_of_the_standard_sort() {
        let mut random = SplitMix64::new(1);
        for count in (0..70).chain([1_000]) {
            for kinds in [1, 2, 5, 1 << 40] {
                // What is sorted owns memory, and equal keys are told apart by their places.
                let items: Vec<(u64, String)> = (0..count)
                    .map(|place| (random.below(kinds), place.to_string()))
                    .collect();
                let (mut ours, mut standard) = (items.clone(), items.clone());
                by(&mut ours, |one, other| other.0.cmp(&one.0));
                standard.sort_by_key(|item| std::cmp::Reverse(item.0));
                assert_eq!(ours, standard);

                let (mut ours, mut standard) = (items.clone(), items);
                by_key(&mut ours, |item| item.0);
                standard.sort_by_key(|item| item.0);
                assert_eq!(ours, standard);
            }
        }
    }

    #[test]
    fn numbers_are_sorted_in_their_total_order() {
        let mut values = [f64::NAN, 0.0, f64::INFINITY, -0.0, -1.0, -f64::NAN];
        let mut standard = values;
        by(&mut values, f64::total_cmp);
        standard.sort_by(f64::total_cmp);
        assert_eq!(values.map(f64::to_bits), standard.map(f64::to_bits));
    }
}
