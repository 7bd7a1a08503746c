//! MQMCG: a minimum cut per iteration (paper D, Algorithm 2).
//!
//! Like [DLIB](super::dlib), but the best choice for the multipliers of the
//! moment comes from a [minimum cut](super::relaxation), all items at once,
//! instead of a climb item by item. Each is repaired by relative contribution
//! (formula 10) and filled up; the best is kept, and [exchanges](super::repair)
//! improve it at the end. Where the paper is loose:
//!
//! - **Multipliers.** The paper moves them as DLIB does, by a fixed `ζ`, and says
//!   that too large a one ends the search at once and too small a one takes too
//!   long. The maximum of `Q` is a convex function `D(λ)` that bounds the optimum
//!   from above, so it is minimised instead. With one attribute the least `λ`
//!   whose choice is within the budget is bracketed: in turn where the lines of
//!   `D` at both ends meet, and at the geometric mean of the ends. With several,
//!   subgradient steps of Polyak's length `θ (D(λ) − best) / |g|²` are taken in
//!   units of budgets, `θ` being halved when `D` has not fallen for some time.
//! - **Termination.** Algorithm 2 says "while `X` is not a solution". This stops
//!   when the best choice reaches `D`, which proves it optimal; when the bracket
//!   or the step is too small to matter; or after `τ` iterations.
//! - **Negative pairs.** Where the cut had to leave out the negative part of
//!   pairs, its choice is no maximum of `Q`: single items then climb from there,
//!   as in DLIB, before the budgets are looked at.
//!
//! With one attribute the cuts for growing `λ` are nested, so an item that is in
//! at the upper end of the bracket, or out at the lower end, is settled: the
//! graphs shrink as the bracket does.

use super::choice::Choice;
use super::dlib::{climb, units};
use super::greedy::Scale;
use super::incumbent::{Incumbent, is_near};
use super::peel::Known;
use super::problem::Problem;
use super::relaxation::{Maximisation, Maximum};
use super::repair::Exchange;

/// The factor by which a multiplier grows while no upper end is known, and
/// falls while the lower end is 0.
const STRIDE: f64 = 4.0;

/// A bracket narrower than this share of its upper end is not divided further:
/// where cuts are maxima of `Q`, and where they are not.
const NARROW: f64 = 1e-9;
const NARROW_CLIMB: f64 = 0.05;

/// Iterations without a lower bound after which `θ` is halved, and where it ends.
const PATIENCE: usize = 4;
const LEAST_THETA: f64 = 0.02;

/// A cut of a large problem that spends more than this many times a budget is
/// far from what a climb could save; only the best choice climbs then.
const FARTHEST_CLIMB: f64 = 16.0;

/// Steps of a cut in the time of an entry of an exchange.
const TRIED: usize = 40;

/// No multiplier goes beyond, so that its products stay finite.
const LARGEST: f64 = 1e100;

/// One end of the bracket.
#[derive(Debug)]
struct End {
    multiplier: f64,
    /// The choice of the cut: the largest at the lower end, the smallest at the
    /// upper one.
    cut: Vec<bool>,
    objective: f64,
    spent: f64,
}

impl End {
    fn is_same(&self, other: &Self) -> bool {
        self.objective == other.objective && self.spent == other.spent
    }
}

/// How the next multipliers are found.
#[derive(Debug)]
enum Search {
    Bracket {
        low: End,
        high: Option<End>,
        /// Whether the last multiplier came from where the lines meet.
        met: bool,
    },
    Subgradient {
        theta: f64,
        stale: usize,
    },
}

/// A run of Algorithm 2.
#[derive(Debug)]
pub(super) struct Mqmcg {
    /// Those of the cut under way.
    current: Vec<f64>,
    /// Those with the least bound.
    pub multipliers: Vec<f64>,
    cut: Option<Maximisation>,
    search: Search,
    /// Whether the multipliers are settled and exchanges remain.
    settled: bool,
    exchange: Option<Box<Exchange>>,
}

/// What a step of [`Mqmcg::step`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A part of a cut, or some exchanges.
    Part,
    /// An iteration.
    Iteration,
    /// The last exchange.
    End,
}

impl Mqmcg {
    pub fn new(problem: &Problem, first: Option<f64>) -> Self {
        let units = units(problem);
        let first = match first {
            Some(first) => vec![first.min(LARGEST); units.len()],
            None => units.iter().map(|unit| unit.min(LARGEST)).collect(),
        };
        let search = if units.len() == 1 {
            let everything = vec![true; problem.items()];
            Search::Bracket {
                low: End {
                    multiplier: 0.0,
                    objective: problem.objective_of(&everything),
                    spent: problem.spent_of(&everything)[0],
                    cut: everything,
                },
                high: None,
                met: false,
            }
        } else {
            Search::Subgradient {
                theta: 1.0,
                stale: 0,
            }
        };
        Self {
            multipliers: first.clone(),
            current: first,
            cut: None,
            search,
            settled: false,
            exchange: None,
        }
    }

    /// Leaves the multipliers as they are, so that only exchanges remain.
    pub fn settle(&mut self) {
        self.settled = true;
    }

    /// Goes on for about `work` steps of a cut.
    pub fn step(
        &mut self,
        problem: &Problem,
        scale: &Scale,
        incumbent: &mut Incumbent,
        work: u64,
    ) -> Step {
        if self.settled {
            let exchange = self
                .exchange
                .get_or_insert_with(|| Box::new(Exchange::new(problem, incumbent.best.clone())));
            if !exchange.advance(problem, scale, work as usize / TRIED) {
                return Step::Part;
            }
            incumbent.keep(problem, exchange.best.clone());
            return Step::End;
        }
        let cut = self.cut.get_or_insert_with(|| {
            Maximisation::new(problem, &self.current, self.search.known(problem))
        });
        if !cut.advance(work) {
            return Step::Part;
        }
        if let Some(cut) = self.cut.take() {
            let maximum = cut.finish(problem);
            self.iterate(problem, scale, incumbent, &maximum);
        }
        Step::Iteration
    }

    /// Lines 3 to 6: from the cut to the next multipliers.
    fn iterate(
        &mut self,
        problem: &Problem,
        scale: &Scale,
        incumbent: &mut Incumbent,
        maximum: &Maximum,
    ) {
        let fell = maximum.bound < incumbent.bound;
        if fell {
            incumbent.bound = maximum.bound;
            self.multipliers.clone_from(&self.current);
        }
        let mut large = Choice::of(problem, maximum.largest.clone());
        incumbent.offer(problem, scale, large.clone());
        if maximum.smallest != maximum.largest {
            incumbent.offer(
                problem,
                scale,
                Choice::of(problem, maximum.smallest.clone()),
            );
        }
        if !maximum.is_exact {
            let cut = is_near(problem, &large.spent, FARTHEST_CLIMB).then(|| large.clone());
            for (rank, choice) in cut.into_iter().chain([incumbent.best.clone()]).enumerate() {
                let mut choice = choice;
                climb(problem, &mut choice, &self.current);
                choice.refresh(problem);
                incumbent.offer(problem, scale, choice.clone());
                if rank == 0 {
                    large = choice;
                }
            }
        }
        self.settled = incumbent.is_optimal()
            || match &mut self.search {
                Search::Bracket { low, high, met } => {
                    let next = narrow(problem, maximum, &large, self.current[0], low, high, met);
                    next.inspect(|next| self.current[0] = *next).is_none()
                }
                Search::Subgradient { theta, stale } => {
                    *stale = if fell { 0 } else { *stale + 1 };
                    if *stale == PATIENCE {
                        *stale = 0;
                        *theta /= 2.0;
                        self.current.clone_from(&self.multipliers);
                    }
                    let height = maximum.bound - incumbent.best.objective;
                    let length = *theta * height;
                    *theta < LEAST_THETA
                        || !descend(problem, &mut self.current, &large.spent, length)
                }
            };
    }
}

impl Search {
    /// The items that are settled for the next cut.
    fn known(&self, problem: &Problem) -> Vec<Known> {
        let Self::Bracket { low, high, .. } = self else {
            return vec![Known::Open; problem.items()];
        };
        let inside = |i: usize| high.as_ref().is_some_and(|high| high.cut[i]);
        (0..problem.items())
            .map(|i| match (low.cut[i], inside(i)) {
                (_, true) => Known::Inside,
                (false, false) => Known::Outside,
                (true, false) => Known::Open,
            })
            .collect()
    }
}

/// Narrows the bracket by the cut at `multiplier`, whose choice has climbed to
/// `climbed`. Returns the next multiplier, unless nothing is left to divide.
fn narrow(
    problem: &Problem,
    maximum: &Maximum,
    climbed: &Choice,
    multiplier: f64,
    low: &mut End,
    high: &mut Option<End>,
    met: &mut bool,
) -> Option<f64> {
    let budget = problem.attributes[0].budget;
    let end = |cut: &[bool]| End {
        multiplier,
        cut: cut.to_vec(),
        objective: problem.objective_of(cut),
        spent: problem.spent_of(cut)[0],
    };
    let new = if climbed.spent[0] <= budget {
        end(&maximum.smallest)
    } else if maximum.is_exact && problem.spent_of(&maximum.smallest)[0] <= budget {
        return None; // there are maxima on both sides of the budget
    } else {
        end(&maximum.largest)
    };
    // Where the lines meet, the bound is lower than both, or this is its minimum.
    if *met && (new.is_same(low) || high.as_ref().is_some_and(|high| new.is_same(high))) {
        return None;
    }
    if climbed.spent[0] <= budget {
        *high = Some(new);
    } else {
        *low = new;
    }
    let Some(high) = high else {
        let next = if multiplier > 0.0 {
            multiplier * STRIDE
        } else {
            low.objective / low.spent
        };
        return (multiplier < LARGEST).then_some(next.clamp(f64::MIN_POSITIVE, LARGEST));
    };
    let narrow = if maximum.is_exact {
        NARROW
    } else {
        NARROW_CLIMB
    };
    if high.multiplier - low.multiplier <= narrow * high.multiplier {
        return None;
    }
    let meet = (low.objective - high.objective) / (low.spent - high.spent);
    *met = !*met && maximum.is_exact && meet > low.multiplier && meet < high.multiplier;
    Some(if *met {
        meet
    } else if low.multiplier > 0.0 {
        low.multiplier.sqrt() * high.multiplier.sqrt()
    } else {
        high.multiplier / STRIDE
    })
}

/// A step down the bound, of which `length` is to be won. Returns whether a
/// multiplier changed.
fn descend(problem: &Problem, multipliers: &mut [f64], spent: &[f64], length: f64) -> bool {
    let excess: Vec<f64> = problem
        .budgets()
        .zip(spent)
        .zip(multipliers.iter())
        .map(|((budget, spent), &multiplier)| {
            let excess = spent / budget - 1.0;
            if excess < 0.0 && multiplier == 0.0 {
                0.0
            } else {
                excess
            }
        })
        .collect();
    let square: f64 = excess.iter().map(|excess| excess * excess).sum();
    if square == 0.0 {
        return false;
    }
    let mut changed = false;
    for ((multiplier, excess), budget) in multipliers.iter_mut().zip(excess).zip(problem.budgets())
    {
        let next = (*multiplier + length / square * excess / budget).clamp(0.0, LARGEST);
        changed |= next != *multiplier;
        *multiplier = next;
    }
    changed
}
