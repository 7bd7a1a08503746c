//! The best choice for given multipliers, by a minimum cut.
//!
//! For multipliers `λ ≥ 0` the Lagrangian of paper D, formula (7), is
//!
//! ```text
//! Q(x) = f(x) − Σ_r λ_r (g_r(x) − u_r)
//!      = Σ c_i x_i + Σ c_ij x_i x_j + Σ s3_ijk x_i x_j x_k + Σ_r λ_r u_r
//! c_i = s1_i − Σ_r λ_r a^r_i        c_ij = s2_ij − Σ_r λ_r b^r_ij
//! ```
//!
//! It is supermodular where no `c_ij` is negative; then its maximum is a
//! minimum cut (Rhys 1970, Billionnet and Minoux 1985).
//!
//! **Terms that break supermodularity.** The paper deletes every term with both
//! items of a negative `c_ij`. Here only the negative part is deleted, and the
//! terms of three items stay: `max(0, c_ij)`. What is maximised is thus never
//! below `Q`, so that its maximum bounds the optimum of the problem from above
//! for every `λ` (weak duality), and that it ranks a pair too well is mended by
//! ascending `Q` itself from the cut. `Maximum::is_exact` says whether
//! something was deleted.
//!
//! **The equivalent graph.** The paper's graph has a node for every term. Its
//! nodes of pairs are eliminated here, which leaves the same cuts: with
//! `c x_i x_j = c/2 (x_i + x_j − |x_i − x_j|)` a pair is one edge of capacity
//! `c/2` in both directions, and half of it goes to the source of either item.
//! A triple keeps its node, from the source with capacity `s3` and on to its
//! three items with the same. An item is connected to the source or the sink by
//! what remains of `c_i`.
//!
//! **Planarity.** The paper takes this graph to be planar and solves it in
//! `n log log n`. Related pairs can form any graph, `K_5` included, so that it is
//! not planar in general; push–relabel needs no such property.
//!
//! Items that are in or out of every maximum are found before by peeling: one
//! whose terms without its open neighbours are over 0 goes in, one whose terms
//! with all of them are below 0 goes out, and so on with their neighbours.
//! Linear time and memory, beside those of the [flow](super::flow).

use super::flow::{Flow, Network};
use super::problem::Problem;

/// What is known of an item before the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Open,
    Inside,
    Outside,
}

/// Capacities together are scaled to about this power of two.
const CAPACITY_BITS: i32 = 60;

/// The maxima of `Q` for one set of multipliers.
#[derive(Clone, Debug)]
pub(super) struct Maximum {
    /// The smallest best choice.
    pub smallest: Vec<bool>,
    /// The largest best choice.
    pub largest: Vec<bool>,
    /// The maximum of `Q` less its negative pairs: an upper bound of the optimum.
    pub bound: f64,
    /// Whether `Q` has no negative pairs, so that `bound` is its maximum.
    pub is_exact: bool,
}

/// A maximisation under way.
#[derive(Debug)]
pub(super) struct Maximisation {
    multipliers: Vec<f64>,
    known: Vec<Known>,
    /// The items of the first nodes of the flow.
    open: Vec<u32>,
    flow: Flow,
    is_exact: bool,
}

/// `c_i`.
fn linear(problem: &Problem, multipliers: &[f64], i: usize) -> f64 {
    let costs = problem.costs.row(i).iter();
    problem.unary[i]
        - costs
            .map(|&(r, a)| a * multipliers[r as usize])
            .sum::<f64>()
}

/// `c_ij` of the pairs of an item that are related, in order, and whether one
/// of its pairs, related or not, has a negative one.
fn pair_terms(
    problem: &Problem,
    multipliers: &[f64],
    i: usize,
    mut each: impl FnMut(usize, f64),
) -> bool {
    let mut costs = problem.pair_costs.row(i);
    let mut is_negative = false;
    // The cost of the pair of `i` and `j`, for ascending `j`, and whether pairs
    // that are passed over cost something.
    let mut cost_of = |j: u32, passed: &mut bool| {
        let mut cost = 0.0;
        while let Some((&(other, r, b), rest)) = costs.split_first()
            && other <= j
        {
            let part = b * multipliers[r as usize];
            if other == j {
                cost += part;
            } else {
                *passed |= part > 0.0;
            }
            costs = rest;
        }
        cost
    };
    for &(j, value) in problem.pairs.row(i) {
        let term = value - cost_of(j, &mut is_negative);
        is_negative |= term < 0.0;
        if term > 0.0 {
            each(j as usize, term);
        }
    }
    cost_of(u32::MAX, &mut is_negative);
    is_negative
}

impl Maximisation {
    /// Sets up the cut for `multipliers`, where some items are `known` to be in
    /// or out of a maximum.
    pub fn new(problem: &Problem, multipliers: &[f64], mut known: Vec<Known>) -> Self {
        let is_exact = peel(problem, multipliers, &mut known);
        let open: Vec<u32> = (0..problem.items() as u32)
            .filter(|&i| known[i as usize] == Known::Open)
            .collect();
        let mut node_of = vec![u32::MAX; problem.items()];
        for (node, &item) in (0..).zip(&open) {
            node_of[item as usize] = node;
        }
        let mut terminals: Vec<f64> = Vec::with_capacity(open.len());
        let mut edges: Vec<(u32, u32, f64)> = Vec::new();
        let mut hubs: Vec<([u32; 3], f64)> = Vec::new();
        for &item in &open {
            let i = item as usize;
            let node = node_of[i];
            let mut terminal = linear(problem, multipliers, i);
            pair_terms(problem, multipliers, i, |j, term| match known[j] {
                Known::Inside => terminal += term,
                Known::Outside => {}
                Known::Open => {
                    terminal += term / 2.0;
                    if i < j {
                        edges.push((node, node_of[j], term / 2.0));
                    }
                }
            });
            for &(j, k, value) in problem.triples.row(i) {
                let (j, k) = (j as usize, k as usize);
                match (known[j], known[k]) {
                    (Known::Outside, _) | (_, Known::Outside) => {}
                    (Known::Inside, Known::Inside) => terminal += value,
                    (Known::Open, Known::Open) => {
                        if i < j {
                            hubs.push(([node, node_of[j], node_of[k]], value));
                        }
                    }
                    (Known::Open, Known::Inside) | (Known::Inside, Known::Open) => {
                        let other = if known[j] == Known::Open { j } else { k };
                        terminal += value / 2.0;
                        if i < other {
                            edges.push((node, node_of[other], value / 2.0));
                        }
                    }
                }
            }
            terminals.push(terminal);
        }
        let total = terminals.iter().map(|terminal| terminal.abs()).sum::<f64>()
            + edges.iter().map(|edge| 2.0 * edge.2).sum::<f64>()
            + hubs.iter().map(|hub| 4.0 * hub.1).sum::<f64>();
        let scale = scale(total);
        let fixed = |value: f64| (value * scale).round() as i64;
        let mut network = Network::new(terminals.iter().map(|&value| fixed(value)).collect());
        for (from, to, value) in edges {
            network.add_edge(from, to, fixed(value), fixed(value));
        }
        for (nodes, value) in hubs {
            let hub = network.add_node(fixed(value));
            for node in nodes {
                network.add_edge(hub, node, fixed(value), 0);
            }
        }
        Self {
            multipliers: multipliers.to_vec(),
            known,
            open,
            flow: network.into_flow(),
            is_exact,
        }
    }

    /// Goes on for about `work` steps. Returns whether the cut is found.
    pub fn advance(&mut self, work: u64) -> bool {
        self.flow.advance(work)
    }

    /// The maxima, once [`advance`](Self::advance) has found the cut.
    pub fn finish(self, problem: &Problem) -> Maximum {
        let (small, large) = self.flow.source_sides();
        let side = |nodes: &[bool]| {
            let mut inside: Vec<bool> = self.known.iter().map(|&k| k == Known::Inside).collect();
            for (&item, &is_inside) in self.open.iter().zip(nodes) {
                inside[item as usize] = is_inside;
            }
            inside
        };
        let (smallest, largest) = (side(&small), side(&large));
        let bound = value(problem, &self.multipliers, &largest).max(value(
            problem,
            &self.multipliers,
            &smallest,
        ));
        Maximum {
            smallest,
            largest,
            bound,
            is_exact: self.is_exact,
        }
    }
}

/// `Q` less its negative pairs.
fn value(problem: &Problem, multipliers: &[f64], inside: &[bool]) -> f64 {
    let budgets = problem.budgets().zip(multipliers);
    let mut total = budgets
        .map(|(budget, multiplier)| budget * multiplier)
        .sum::<f64>();
    for i in (0..problem.items()).filter(|&i| inside[i]) {
        total += linear(problem, multipliers, i);
        pair_terms(problem, multipliers, i, |j, term| {
            if i < j && inside[j] {
                total += term;
            }
        });
        for &(j, k, value) in problem.triples.after(i, i) {
            if inside[j as usize] && inside[k as usize] {
                total += value;
            }
        }
    }
    total
}

/// Settles the items that are in or out of every maximum for sure. Returns
/// whether no pair has a negative term.
fn peel(problem: &Problem, multipliers: &[f64], known: &mut [Known]) -> bool {
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

/// A power of two by which capacities that are `total` together are multiplied.
fn scale(total: f64) -> f64 {
    if total == 0.0 {
        return 1.0;
    }
    let exponent = total.log2().ceil() as i32;
    2.0_f64.powi((CAPACITY_BITS - exponent).clamp(-1000, 1000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;
    use crate::subset::{AttributeSpec, ProblemSpec};

    fn maximum(problem: &Problem, multipliers: &[f64]) -> Maximum {
        let open = vec![Known::Open; problem.items()];
        let mut maximisation = Maximisation::new(problem, multipliers, open);
        while !maximisation.advance(1) {}
        maximisation.finish(problem)
    }

    /// `Q` of every choice, by the formula.
    fn lagrangian(spec: &ProblemSpec, multipliers: &[f64], choice: u32) -> f64 {
        let x = |i: usize| f64::from(choice >> i & 1);
        let unary = |values: &[f64]| {
            values
                .iter()
                .enumerate()
                .map(|(i, v)| v * x(i))
                .sum::<f64>()
        };
        let pairs = |values: &[(usize, usize, f64)]| {
            let each = values.iter().map(|&(i, j, v)| v * x(i) * x(j));
            each.sum::<f64>()
        };
        let triples = spec
            .triples
            .iter()
            .map(|&(i, j, k, v)| v * x(i) * x(j) * x(k));
        let prices = spec.attributes.iter().zip(multipliers);
        let prices = prices.map(|(attribute, multiplier)| {
            multiplier * (unary(&attribute.unary) + pairs(&attribute.pairs) - attribute.budget)
        });
        unary(&spec.unary) + pairs(&spec.pairs) + triples.sum::<f64>() - prices.sum::<f64>()
    }

    fn as_choice(inside: &[bool]) -> u32 {
        (0..)
            .zip(inside)
            .map(|(i, &is_inside)| u32::from(is_inside) << i)
            .sum()
    }

    /// The corpus of Figures 1 and 2. The text gives the unary attribute, the
    /// triples and `s2 − b`; here every `b` is 1, as the example says of the edge
    /// between the first and the third token, whose relatedness it then changes.
    fn figure(first_and_third: f64) -> ProblemSpec {
        let net = [
            (1, 3, first_and_third),
            (3, 4, 1.0),
            (3, 6, 5.0),
            (3, 7, 2.0),
            (4, 7, 2.0),
            (4, 8, 2.0),
            (5, 6, 1.0),
            (6, 7, 6.0),
            (6, 8, 6.0),
            (7, 8, 2.0),
        ];
        ProblemSpec {
            unary: vec![0.0; 8],
            pairs: net
                .iter()
                .map(|&(i, j, v)| (i - 1, j - 1, v + 1.0))
                .collect(),
            triples: vec![(2, 5, 6, 15.0), (3, 6, 7, 12.0)],
            attributes: vec![
                AttributeSpec {
                    budget: 15.0,
                    unary: vec![6.0, 2.0, 1.0, 2.0, 7.0, 4.0, 3.0, 5.0],
                    ..Default::default()
                },
                AttributeSpec {
                    budget: 30.0,
                    pairs: net.iter().map(|&(i, j, _)| (i - 1, j - 1, 1.0)).collect(),
                    ..Default::default()
                },
            ],
        }
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        // Figure 2: tokens 3, 4, 6, 7 and 8.
        let spec = figure(1.0);
        let found = maximum(&Problem::new(&spec).unwrap(), &[1.0, 1.0]);
        assert_eq!(as_choice(&found.largest), 0b1110_1100);
        assert_eq!(found.smallest, found.largest);
        assert!(found.is_exact);
        // 15 + 12 of triples, 26 of pairs, 15 of tokens left out, and 15.
        assert_eq!(found.bound, 83.0);
        // With (1, 8) on the edge from 1 to 3 token 1 comes in, over the budget.
        let spec = figure(7.0);
        let problem = Problem::new(&spec).unwrap();
        let found = maximum(&problem, &[1.0, 1.0]);
        assert_eq!(as_choice(&found.largest), 0b1110_1101);
        assert_eq!(problem.spent_of(&found.largest)[0], 21.0);
        // Repair by relative contribution takes it out again.
        let mut choice = crate::subset::choice::Choice::of(&problem, found.largest);
        assert!(crate::subset::repair::repair(&problem, &mut choice, &[]));
        assert_eq!(as_choice(&choice.inside), 0b1110_1100);
    }

    #[test]
    fn the_cut_is_the_maximum_by_trying_every_choice() {
        let mut random = SplitMix64::new(11);
        let (mut exact, mut ties) = (0, 0);
        for case in 0..300 {
            let items = 2 + random.below(7) as usize;
            let mut pairs = |share: u64, most: u64| {
                let mut found = vec![];
                for i in 0..items {
                    for j in i + 1..items {
                        if random.below(4) < share {
                            found.push((i, j, random.below(most) as f64));
                        }
                    }
                }
                found
            };
            let related = pairs(2, 9);
            let shared = pairs(u64::from(case % 2 == 0), 3);
            let mut values = |most: u64| (0..items).map(|_| random.below(most) as f64).collect();
            let (unary, mut costs): (Vec<f64>, Vec<f64>) = (values(4), values(9));
            costs[0] += 1.0;
            let triples = (2..items)
                .map(|k| (k - 2, k - 1, k, (k % 4) as f64))
                .collect();
            let spec = ProblemSpec {
                unary,
                pairs: related,
                triples,
                attributes: vec![AttributeSpec {
                    budget: 5.0,
                    unary: costs,
                    pairs: shared,
                    ..Default::default()
                }],
            };
            let multipliers = [[0.0, 0.5, 1.0, 2.0][case / 2 % 4]];
            let found = maximum(&Problem::new(&spec).unwrap(), &multipliers);
            let value = |choice| lagrangian(&spec, &multipliers, choice);
            let all: Vec<f64> = (0..1 << items).map(value).collect();
            let best = all.iter().copied().fold(f64::MIN, f64::max);
            assert!(found.bound >= best - 1e-9, "case {case}");
            if !found.is_exact {
                continue;
            }
            exact += 1;
            ties += usize::from(found.smallest != found.largest);
            assert!((found.bound - best).abs() < 1e-9, "case {case}");
            // The smallest maximum is within every other, the largest around it.
            let (small, large) = (as_choice(&found.smallest), as_choice(&found.largest));
            for (choice, value) in (0..).zip(&all) {
                if (value - best).abs() < 1e-9 {
                    assert_eq!(small & !choice, 0, "case {case}");
                    assert_eq!(choice & !large, 0, "case {case}");
                }
            }
            assert!((all[small as usize] - best).abs() < 1e-9, "case {case}");
            assert!((all[large as usize] - best).abs() < 1e-9, "case {case}");
        }
        assert!(exact > 150 && exact < 300, "{exact}");
        assert!(ties > 10, "{ties}");
    }
}
