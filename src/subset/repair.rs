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

/// Improves a feasible choice by exchanges: groups of items that are put in, then items that are
/// taken out, each time from the first again where one is better.
#[derive(Debug)]
pub(super) struct Exchange {
    /// The best choice so far.
    pub best: Choice,
    groups: Vec<Vec<usize>>,
    /// How many exchanges may still be tried.
    tries: usize,
    /// The group, or behind all groups the item, that is tried next.
    next: usize,
    /// The entries that a try looks at, about.
    size: usize,
}

impl Exchange {
    pub fn new(problem: &Problem, best: Choice) -> Self {
        let size = problem.items()
            + problem.pairs.len()
            + problem.triples.len()
            + problem.costs.len()
            + problem.pair_costs.len();
        let tries = EXCHANGE_WORK / size.max(1);
        Self {
            best,
            groups: groups(problem, tries),
            tries,
            next: 0,
            size,
        }
    }

    /// Goes on until about `work` entries have been looked at. Returns whether it is over.
    pub fn advance(&mut self, problem: &Problem, scale: &Scale, work: usize) -> bool {
        let mut left = (work / self.size.max(1)).max(1);
        while left > 0 {
            if self.tries == 0 || self.next == self.groups.len() + problem.items() {
                return true;
            }
            let other = match self.next.checked_sub(self.groups.len()) {
                None => self.with(problem, scale),
                Some(item) => self.without(problem, scale, item),
            };
            self.next += 1;
            let Some(other) = other else {
                continue;
            };
            self.tries -= 1;
            left -= 1;
            if let Some(mut other) = other
                && better(problem, &mut other, &self.best)
            {
                (self.best, self.next) = (other, 0);
            }
        }
        false
    }

    /// The choice with the next group, if budgets allow it; none if all of it is in.
    fn with(&self, problem: &Problem, scale: &Scale) -> Option<Option<Choice>> {
        let group = self.groups.get(self.next)?;
        if group.iter().all(|&i| self.best.inside[i]) {
            return None;
        }
        let mut other = self.best.clone();
        for &i in group {
            if !other.inside[i] {
                other.flip(problem, i, |_, _| {});
            }
        }
        if !repair(problem, &mut other, group) {
            return Some(None);
        }
        fill(problem, scale, &mut other, Rule::Ratio, None);
        Some(Some(other))
    }

    /// The choice without an item; none if it is out.
    fn without(&self, problem: &Problem, scale: &Scale, item: usize) -> Option<Option<Choice>> {
        if !self.best.inside[item] {
            return None;
        }
        let mut other = self.best.clone();
        other.flip(problem, item, |_, _| {});
        fill(problem, scale, &mut other, Rule::Ratio, Some(item));
        Some(Some(other))
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
