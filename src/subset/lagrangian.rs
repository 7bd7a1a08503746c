//! The Lagrangian of a problem.
//!
//! For multipliers `λ ≥ 0` the Lagrangian of paper D, formula (7), is
//!
//! ```text
//! Q(x) = f(x) − Σ_r λ_r (g_r(x) − u_r)
//!      = Σ c_i x_i + Σ c_ij x_i x_j + Σ s3_ijk x_i x_j x_k + Σ_r λ_r u_r
//! c_i = s1_i − Σ_r λ_r a^r_i        c_ij = s2_ij − Σ_r λ_r b^r_ij
//! ```
//!
//! **Terms that break supermodularity.** The paper deletes every term with both
//! items of a negative `c_ij`. Here only the negative part is deleted, and the
//! terms of three items stay: `max(0, c_ij)`. What is maximised is thus never
//! below `Q`, so that its maximum bounds the optimum of the problem from above
//! for every `λ` (weak duality), and that it ranks a pair too well is mended by
//! ascending `Q` itself from the cut. `is_exact` of a maximum says whether
//! something was deleted.
//!
//! Cost: linear in the terms that are asked for.

use super::problem::Problem;

/// `c_i`.
pub(super) fn linear(problem: &Problem, multipliers: &[f64], i: usize) -> f64 {
    let costs = problem.costs.row(i).iter();
    problem.unary[i]
        - costs
            .map(|&(r, a)| a * multipliers[r as usize])
            .sum::<f64>()
}

/// `c_ij` of the pairs of an item that are related, in order, and whether one
/// of its pairs, related or not, has a negative one.
pub(super) fn pair_terms(
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

/// `Q` less its negative pairs.
pub(super) fn value(problem: &Problem, multipliers: &[f64], inside: &[bool]) -> f64 {
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
