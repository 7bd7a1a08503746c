//! DLIB: discrete Lagrangian iteration (paper D, Algorithm 1).
//!
//! For the multipliers `λ` of the moment, the choice climbs to a local maximum of
//!
//! ```text
//! Q(x) = f(x) − Σ_r λ_r (g_r(x) − u_r)                                     (7)
//! ```
//!
//! by single items that go in or out; then the multipliers move by
//!
//! ```text
//! λ_r ← max(0, λ_r + ζ_r (g_r(x) − u_r))                                   (9)
//! ```
//!
//! and so on. Where the paper is loose:
//!
//! - **Sign of the step.** Formula (4) adds the constraints, formula (7)
//!   subtracts them. With (7) a multiplier must grow while its budget is
//!   exceeded, which is the sign in (9); it is kept at 0 or above, or an
//!   attribute would be rewarded.
//! - **Which item.** Section 2.3 takes the steepest one, section 5.1 the first
//!   that helps. This is the first: the items are gone through in turn.
//! - **Termination.** Algorithm 1 stops when `Q` is the same as before, which it
//!   is as soon as one step of the multipliers moves no item, even far from a
//!   budget. This stops when neither an item nor a multiplier moves, when the
//!   best choice has not improved for [`PATIENCE`] rounds, or after `τ` rounds.
//! - **Step.** `λ^0` and `ζ` depend on the units of the entries. Unless they are
//!   given, the unit of `λ_r` is all relatedness over all of attribute `r`, and
//!   `ζ_r` is [`STEP`] units for a whole budget too much.
//! - **Budgets.** The local maximum may exceed them. Each is
//!   [repaired](super::repair) and filled up, and the best is kept.
//!
//! A round costs the entries of the items that move, and a scan of the items.

use super::choice::Choice;
use super::greedy::Scale;
use super::heap::{ItemHeap, Key};
use super::incumbent::Incumbent;
use super::problem::Problem;

/// `ζ` in units of the multiplier per whole budget.
pub(super) const STEP: f64 = 0.3;

/// How far a step takes a multiplier at most, in units per round.
const LONGEST_STEP: f64 = 2.0;

/// Rounds without a better choice after which to give up.
pub(super) const PATIENCE: usize = 15;

/// A move must change `Q` by more than this share of its terms, or rounding
/// could make it go back and forth.
const LEAST_MOVE: f64 = 1e-9;

/// Puts single items in and takes them out while that raises `Q`. Returns
/// whether anything moved.
pub(super) fn ascend(problem: &Problem, choice: &mut Choice, multipliers: &[f64]) -> bool {
    choice.price(problem, multipliers);
    let mut moved = false;
    loop {
        let mut moved_now = false;
        for i in 0..problem.items() {
            let (gain, price) = (choice.gains[i], choice.prices[i]);
            let least = LEAST_MOVE * (gain + price);
            let helps = if choice.inside[i] {
                price - gain > least
            } else {
                gain - price > least
            };
            if helps {
                choice.flip(problem, i, |_, _| {});
                moved_now = true;
            }
        }
        if !moved_now {
            return moved;
        }
        moved = true;
    }
}

/// Like [`ascend`], but always the move that raises `Q` the most (section 2.3).
/// Where items exclude each other, that leaves the better ones.
pub(super) fn climb(problem: &Problem, choice: &mut Choice, multipliers: &[f64]) -> bool {
    choice.price(problem, multipliers);
    let rise = |choice: &Choice, i: usize| {
        let (gain, price) = (choice.gains[i], choice.prices[i]);
        let rise = if choice.inside[i] {
            price - gain
        } else {
            gain - price
        };
        (rise > LEAST_MOVE * (gain + price)).then_some(Key(rise, 0.0))
    };
    let first = (0..problem.items()).filter_map(|i| Some((i, rise(choice, i)?)));
    let mut heap = ItemHeap::new(problem.items(), first.collect::<Vec<_>>().into_iter());
    let mut moved = false;
    while let Some((item, _)) = heap.pop() {
        if rise(choice, item).is_none() {
            continue;
        }
        moved = true;
        choice.flip(problem, item, |choice, j| {
            if let Some(key) = rise(choice, j) {
                heap.set(j, key);
            }
        });
    }
    moved
}

/// How multipliers begin and move.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub first: Vec<f64>,
    /// `ζ_r`.
    pub sizes: Vec<f64>,
    /// The furthest that each may move at once.
    pub longest: Vec<f64>,
}

impl Steps {
    /// The steps for a problem, in its units unless they are given.
    pub fn new(problem: &Problem, first: Option<f64>, size: Option<f64>) -> Self {
        let units = units(problem);
        let per_budget = problem.budgets().zip(&units);
        Self {
            first: match first {
                Some(first) => vec![first; units.len()],
                None => units.clone(),
            },
            sizes: match size {
                Some(size) => vec![size; units.len()],
                None => per_budget
                    .map(|(budget, unit)| STEP * unit / budget)
                    .collect(),
            },
            longest: match size {
                Some(_) => vec![f64::INFINITY; units.len()],
                None => units.iter().map(|unit| LONGEST_STEP * unit).collect(),
            },
        }
    }

    /// Moves `multipliers` by what was `spent`. Returns whether one changed.
    pub fn update(&self, problem: &Problem, multipliers: &mut [f64], spent: &[f64]) -> bool {
        let mut changed = false;
        for (r, budget) in problem.budgets().enumerate() {
            let step = self.sizes[r] * (spent[r] - budget);
            let step = step.clamp(-self.longest[r], self.longest[r]);
            let next = (multipliers[r] + step).max(0.0);
            changed |= next != multipliers[r];
            multipliers[r] = next;
        }
        changed
    }
}

/// For each attribute all relatedness over all there is of it.
pub(super) fn units(problem: &Problem) -> Vec<f64> {
    let everything = vec![true; problem.items()];
    let relatedness = problem.objective_of(&everything);
    let attributes = problem.spent_of(&everything);
    attributes
        .iter()
        .map(|attribute| {
            let unit = relatedness / attribute;
            if unit.is_finite() { unit } else { 1.0 }
        })
        .collect()
}

/// A run of Algorithm 1.
#[derive(Debug)]
pub(super) struct Dlib {
    pub multipliers: Vec<f64>,
    choice: Choice,
    steps: Steps,
    stale: usize,
}

impl Dlib {
    /// Starts from a choice, `X^0`.
    pub fn new(choice: Choice, steps: Steps) -> Self {
        Self {
            multipliers: steps.first.clone(),
            choice,
            steps,
            stale: 0,
        }
    }

    /// Lines 3 to 14: one local maximum and one step of the multipliers.
    /// Returns whether it was the last.
    pub fn round(&mut self, problem: &Problem, scale: &Scale, incumbent: &mut Incumbent) -> bool {
        let moved = ascend(problem, &mut self.choice, &self.multipliers);
        self.choice.refresh(problem);
        if incumbent.offer(problem, scale, self.choice.clone()) {
            self.stale = 0;
        } else {
            self.stale += 1;
        }
        let spent = &self.choice.spent;
        let changed = self.steps.update(problem, &mut self.multipliers, spent);
        (!moved && !changed) || self.stale >= PATIENCE
    }
}
