//! The best choice so far, and how far from the optimum it can be.

use super::choice::Choice;
use super::greedy::{Scale, prune};
use super::problem::Problem;
use super::repair::complete;

/// A choice is optimal when its objective reaches the upper bound up to this
/// share: what rounding can make of two equal sums.
const OPTIMAL: f64 = 1e-9;

/// Problems of up to this number of items are small: every choice is near.
const SMALL: usize = 10_000;

/// How many times a budget a choice may spend to be completed.
const NEAR_BUDGET: f64 = 4.0;

/// Whether a choice spends at most `times` every budget, or the problem is
/// small enough to care for any choice.
pub(super) fn is_near(problem: &Problem, spent: &[f64], times: f64) -> bool {
    let mut spent = problem.budgets().zip(spent);
    problem.items() <= SMALL || spent.all(|(budget, spent)| *spent <= times * budget)
}

/// The best feasible choice, and the least upper bound of the objective.
#[derive(Debug)]
pub(super) struct Incumbent {
    pub best: Choice,
    pub bound: f64,
    /// What was completed last, to tell the same choice when it comes again.
    last: Option<(f64, Vec<f64>)>,
}

impl Incumbent {
    pub fn new(problem: &Problem) -> Self {
        Self {
            best: Choice::empty(problem),
            bound: f64::INFINITY,
            last: None,
        }
    }

    /// Repairs and fills a choice, and keeps it if it is better. Far from the
    /// budgets of a large problem a choice is passed over, because its repair
    /// would say little and take long. Returns whether it was kept.
    pub fn offer(&mut self, problem: &Problem, scale: &Scale, mut choice: Choice) -> bool {
        if !is_near(problem, &choice.spent, NEAR_BUDGET) {
            return false;
        }
        let same = |last: &(f64, Vec<f64>)| last.0 == choice.objective && last.1 == choice.spent;
        if self.last.as_ref().is_some_and(same) {
            return false;
        }
        self.last = Some((choice.objective, choice.spent.clone()));
        complete(problem, scale, &mut choice);
        self.keep(problem, choice)
    }

    /// Keeps a choice if it is feasible and better. Returns whether it was.
    pub fn keep(&mut self, problem: &Problem, mut choice: Choice) -> bool {
        prune(problem, &mut choice);
        let kept = choice.feasible(problem) && choice.objective > self.best.objective;
        if kept {
            self.best = choice;
        }
        kept
    }

    /// Whether no choice can be better.
    pub fn is_optimal(&self) -> bool {
        self.best.objective >= self.bound - OPTIMAL * self.bound.abs()
    }
}
