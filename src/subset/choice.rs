//! A choice of items that knows what every item adds to it.

use super::problem::Problem;

/// A set of items with its objective and what it spends, kept up to date while
/// single items go in and out. A change costs as much as the item has entries.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub inside: Vec<bool>,
    /// What each item adds to the objective, or would add.
    pub gains: Vec<f64>,
    /// What each item spends, or would spend, priced by `weights`.
    pub prices: Vec<f64>,
    pub objective: f64,
    pub spent: Vec<f64>,
    weights: Vec<f64>,
}

impl Choice {
    /// The choice of no item.
    pub fn empty(problem: &Problem) -> Self {
        Self::of(problem, vec![false; problem.items()])
    }

    /// The choice of the items that are `inside`.
    pub fn of(problem: &Problem, inside: Vec<bool>) -> Self {
        let gains = (0..problem.items())
            .map(|i| {
                let within = |j: u32| inside[j as usize];
                let pairs = problem.pairs.row(i).iter();
                let triples = problem.triples.row(i).iter();
                problem.unary[i]
                    + pairs.filter(|e| within(e.0)).map(|e| e.1).sum::<f64>()
                    + triples
                        .filter(|e| within(e.0) && within(e.1))
                        .map(|e| e.2)
                        .sum::<f64>()
            })
            .collect();
        let mut choice = Self {
            gains,
            prices: vec![0.0; problem.items()],
            objective: problem.objective_of(&inside),
            spent: problem.spent_of(&inside),
            weights: vec![0.0; problem.attributes.len()],
            inside,
        };
        choice.price(problem, &vec![0.0; problem.attributes.len()]);
        choice
    }

    /// Sets what one unit of each attribute costs.
    pub fn price(&mut self, problem: &Problem, weights: &[f64]) {
        if self.weights == weights {
            return;
        }
        self.weights = weights.to_vec();
        for i in 0..problem.items() {
            let costs = problem.costs.row(i).iter();
            let pairs = problem.pair_costs.row(i).iter();
            self.prices[i] = costs
                .map(|&(r, value)| value * weights[r as usize])
                .sum::<f64>()
                + pairs
                    .filter(|entry| self.inside[entry.0 as usize])
                    .map(|&(_, r, value)| value * weights[r as usize])
                    .sum::<f64>();
        }
    }

    /// Puts an item in or takes it out, and tells each item whose gain or price
    /// that changes, some of them more than once.
    pub fn flip(&mut self, problem: &Problem, item: usize, mut tell: impl FnMut(&Self, usize)) {
        let sign = if self.inside[item] { -1.0 } else { 1.0 };
        self.objective += sign * self.gains[item];
        for &(r, value) in problem.costs.row(item) {
            self.spent[r as usize] += sign * value;
        }
        self.inside[item] = !self.inside[item];
        for &(j, r, value) in problem.pair_costs.row(item) {
            let j = j as usize;
            if self.inside[j] {
                self.spent[r as usize] += sign * value;
            }
            self.prices[j] += sign * value * self.weights[r as usize];
            tell(self, j);
        }
        for &(j, value) in problem.pairs.row(item) {
            self.gains[j as usize] += sign * value;
            tell(self, j as usize);
        }
        for &(j, k, value) in problem.triples.row(item) {
            let (j, k) = (j as usize, k as usize);
            if self.inside[j] {
                self.gains[k] += sign * value;
                tell(self, k);
            }
            if self.inside[k] {
                self.gains[j] += sign * value;
                tell(self, j);
            }
        }
    }

    /// Whether an item outside can go in without exceeding a budget.
    pub fn fits(&self, problem: &Problem, item: usize) -> bool {
        let mut costs = Vec::with_capacity(8);
        let mut add = |r: u32, value: f64| match costs
            .iter_mut()
            .find(|cost: &&mut (u32, f64)| cost.0 == r)
        {
            Some(cost) => cost.1 += value,
            None => costs.push((r, value)),
        };
        for &(r, value) in problem.costs.row(item) {
            add(r, value);
        }
        for &(j, r, value) in problem.pair_costs.row(item) {
            if self.inside[j as usize] {
                add(r, value);
            }
        }
        costs.iter().all(|&(r, cost)| {
            self.spent[r as usize] + cost <= problem.attributes[r as usize].budget
        })
    }

    /// Whether every budget holds.
    pub fn feasible(&self, problem: &Problem) -> bool {
        problem.within(&self.spent)
    }

    /// Adds the objective and the spending up again, without the rounding that
    /// changes leave behind.
    pub fn refresh(&mut self, problem: &Problem) {
        self.objective = problem.objective_of(&self.inside);
        self.spent = problem.spent_of(&self.inside);
    }
}
