//! Greedy choice: the baseline of paper D, and how other choices are filled up.
//!
//! Starting from the items chosen so far, the item with the greatest marginal
//! relatedness goes in, among those that fit the budgets, until none fits. The
//! paper does not say whether the marginal is taken as it is or per cost. Both
//! are done, and the better one is reported:
//!
//! ```text
//! gain_i = f(x + i) − f(x)        cost_i = Σ_r (g_r(x + i) − g_r(x)) / u_r
//! Rule::Gain: the greatest gain_i        Rule::Ratio: the greatest gain_i / cost_i
//! ```
//!
//! Of items that add equally much, such as the first of a problem without unary
//! relatedness, the one with the most relatedness in all goes first. An item
//! that ends up adding nothing is taken out again. `e log e` time for `e`
//! entries of the problem.

use super::choice::Choice;
use super::heap::{ItemHeap, Key};
use super::problem::Problem;

/// What makes an item the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Gain,
    Ratio,
}

/// What stays the same while choices of one problem are completed.
#[derive(Debug)]
pub(super) struct Scale {
    /// One over each budget.
    weights: Vec<f64>,
    /// All relatedness that an item takes part in.
    potentials: Vec<f64>,
}

impl Scale {
    pub fn new(problem: &Problem) -> Self {
        let potential = |i: usize| {
            let pairs = problem.pairs.row(i).iter().map(|entry| entry.1);
            let triples = problem.triples.row(i).iter().map(|entry| entry.2);
            problem.unary[i] + pairs.sum::<f64>() + triples.sum::<f64>()
        };
        Self {
            weights: problem.budgets().map(|budget| 1.0 / budget).collect(),
            potentials: (0..problem.items()).map(potential).collect(),
        }
    }
}

/// `value` for its `price`; what is free comes before everything else.
pub(super) fn ratio(value: f64, price: f64) -> f64 {
    if value <= 0.0 {
        0.0
    } else if price <= 0.0 {
        f64::INFINITY
    } else {
        value / price
    }
}

/// Puts items in by `rule` while one fits, but not the `banned` one.
pub(super) fn fill(
    problem: &Problem,
    scale: &Scale,
    choice: &mut Choice,
    rule: Rule,
    banned: Option<usize>,
) {
    choice.price(problem, &scale.weights);
    let key = |choice: &Choice, i: usize| match rule {
        Rule::Gain => Key(choice.gains[i], scale.potentials[i]),
        Rule::Ratio => Key(
            ratio(choice.gains[i], choice.prices[i]),
            ratio(scale.potentials[i], choice.prices[i]),
        ),
    };
    let mut is_candidate: Vec<bool> = (0..problem.items())
        .map(|i| !choice.inside[i] && Some(i) != banned && scale.potentials[i] > 0.0)
        .collect();
    let candidates = (0..problem.items()).filter(|&i| is_candidate[i]);
    let mut heap = ItemHeap::new(problem.items(), candidates.map(|i| (i, key(choice, i))));
    while let Some((item, _)) = heap.pop() {
        is_candidate[item] = false;
        // What does not fit now does not fit later, when more is chosen.
        if choice.fits(problem, item) {
            choice.flip(problem, item, |choice, j| {
                if is_candidate[j] {
                    heap.set(j, key(choice, j));
                }
            });
        }
    }
}

/// Takes out the items that add nothing and cost something, and adds everything
/// up again.
pub(super) fn prune(problem: &Problem, choice: &mut Choice) {
    let fresh = Choice::of(problem, choice.inside.clone());
    let idle = |i: usize| fresh.inside[i] && fresh.gains[i] == 0.0;
    let inside = (0..problem.items())
        .map(|i| fresh.inside[i] && !idle(i))
        .collect();
    *choice = Choice::of(problem, inside);
}

/// The better of the greedy choices by both rules.
pub(super) fn greedy(problem: &Problem, scale: &Scale) -> Choice {
    let [ratio, gain] = [Rule::Ratio, Rule::Gain].map(|rule| greedy_by(problem, scale, rule));
    if gain.objective > ratio.objective {
        gain
    } else {
        ratio
    }
}

/// The greedy choice by one rule.
pub(super) fn greedy_by(problem: &Problem, scale: &Scale, rule: Rule) -> Choice {
    let mut choice = Choice::empty(problem);
    fill(problem, scale, &mut choice, rule, None);
    prune(problem, &mut choice);
    choice
}
