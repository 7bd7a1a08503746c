//! From any choice to one within the budgets, and on to a better one.
//!
//! **Repair** is that of paper D, section 5.2: while a budget is exceeded, the
//! item with the greatest relative contribution to the exceeded attributes,
//!
//! ```text
//! θ_i = cost_i / (cost_i + value_i)                                       (10)
//! ```
//!
//! is taken out. `cost_i` adds up what the item spends of every exceeded
//! attribute as a share of its budget, and `value_i` is what it adds to the
//! objective, both within the choice as it is at that moment. Largest `θ_i` is
//! least `value_i / cost_i`, which is what is compared.
//!
//! **Exchange** goes beyond the paper, which leaves open what is done with
//! budget that the repair sets free. An item, or the items of a related pair or
//! triple, are put in, the rest is repaired and filled up greedily; or an item
//! is taken out and its place filled. What is better is kept, until nothing is
//! or the work is used up. Small problems are searched in full, and large ones,
//! where single items matter little, hardly at all.

use super::choice::Choice;
use super::greedy::{Rule, Scale, fill, ratio};
use super::heap::{ItemHeap, Key};
use super::problem::Problem;

/// How many entries an exchange may look at, about.
const EXCHANGE_WORK: usize = 20_000_000;

/// The least share by which an exchange must raise the objective.
const LEAST_GAIN: f64 = 1e-12;

/// Takes items out until every budget holds, but none of those `kept`. Returns
/// whether that was possible.
pub(super) fn repair(problem: &Problem, choice: &mut Choice, kept: &[usize]) -> bool {
    loop {
        let exceeded = exceeded(problem, choice);
        if !exceeded.contains(&true) {
            return true;
        }
        let weights: Vec<f64> = problem
            .budgets()
            .zip(&exceeded)
            .map(|(budget, exceeded)| if *exceeded { 1.0 / budget } else { 0.0 })
            .collect();
        choice.price(problem, &weights);
        let is_candidate = |choice: &Choice, i: usize| {
            choice.inside[i] && choice.prices[i] > 0.0 && !kept.contains(&i)
        };
        let key = |choice: &Choice, i: usize| {
            Key(-ratio(choice.gains[i], choice.prices[i]), choice.prices[i])
        };
        let candidates = (0..problem.items()).filter(|&i| is_candidate(choice, i));
        let entries: Vec<_> = candidates.map(|i| (i, key(choice, i))).collect();
        let mut heap = ItemHeap::new(problem.items(), entries.into_iter());
        let mut removed = false;
        while self::exceeded(problem, choice) == exceeded {
            let Some((item, _)) = heap.pop() else {
                break;
            };
            if !is_candidate(choice, item) {
                continue;
            }
            removed = true;
            choice.flip(problem, item, |choice, j| {
                if is_candidate(choice, j) {
                    heap.set(j, key(choice, j));
                }
            });
        }
        if !removed {
            return false;
        }
    }
}

fn exceeded(problem: &Problem, choice: &Choice) -> Vec<bool> {
    let spent = problem.budgets().zip(&choice.spent);
    spent.map(|(budget, spent)| *spent > budget).collect()
}

/// Makes a choice feasible and fills it up.
pub(super) fn complete(problem: &Problem, scale: &Scale, choice: &mut Choice) {
    choice.refresh(problem);
    repair(problem, choice, &[]);
    fill(problem, scale, choice, Rule::Ratio, None);
}

/// Improves a feasible choice by exchanges.
pub(super) fn exchange(problem: &Problem, scale: &Scale, best: &mut Choice) {
    let size = problem.items()
        + problem.pairs.len()
        + problem.triples.len()
        + problem.costs.len()
        + problem.pair_costs.len();
    let mut tries = EXCHANGE_WORK / size;
    let groups = groups(problem, tries);
    'improving: loop {
        for group in &groups {
            if tries == 0 {
                return;
            }
            if group.iter().all(|&i| best.inside[i]) {
                continue;
            }
            tries -= 1;
            let mut other = best.clone();
            for &i in group {
                if !other.inside[i] {
                    other.flip(problem, i, |_, _| {});
                }
            }
            if !repair(problem, &mut other, group) {
                continue;
            }
            fill(problem, scale, &mut other, Rule::Ratio, None);
            if better(problem, &mut other, best) {
                *best = other;
                continue 'improving;
            }
        }
        for item in 0..problem.items() {
            if tries == 0 {
                return;
            }
            if !best.inside[item] {
                continue;
            }
            tries -= 1;
            let mut other = best.clone();
            other.flip(problem, item, |_, _| {});
            fill(problem, scale, &mut other, Rule::Ratio, Some(item));
            if better(problem, &mut other, best) {
                *best = other;
                continue 'improving;
            }
        }
        return;
    }
}

fn better(problem: &Problem, other: &mut Choice, best: &Choice) -> bool {
    other.refresh(problem);
    other.feasible(problem) && other.objective > best.objective * (1.0 + LEAST_GAIN)
}

/// The items alone, in pairs and in threes that may be put in together, no more
/// than can be tried.
fn groups(problem: &Problem, most: usize) -> Vec<Vec<usize>> {
    let items = 0..problem.items();
    let single = items.clone().map(|i| vec![i]);
    let pairs = items.clone().flat_map(|i| {
        let row = problem.pairs.after(i, i).iter();
        row.map(move |entry| vec![i, entry.0 as usize])
    });
    let triples = items.flat_map(|i| {
        let row = problem.triples.after(i, i).iter();
        row.map(move |entry| vec![i, entry.0 as usize, entry.1 as usize])
    });
    single.chain(pairs).chain(triples).take(most).collect()
}
