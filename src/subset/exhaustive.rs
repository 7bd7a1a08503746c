//! The optimum by trying every choice: the oracle of the other methods.
//!
//! `2^n` choices, each added up from the entries: for small problems only.

use super::problem::Problem;
use super::selection::Selection;
use crate::error::{Error, ErrorKind, Result};

/// The most items that are searched.
const MAX_ITEMS: usize = 24;

/// The optimum of a problem of up to 24 items. Of equal ones it is the one
/// found first when item `i` counts `2^i` and choices are tried in ascending
/// order.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for more items.
pub fn exhaustive(problem: &Problem) -> Result<Selection> {
    let items = problem.items();
    if items > MAX_ITEMS {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("there are {items} items: every choice is tried of at most {MAX_ITEMS}"),
        ));
    }
    let mut relatedness: Vec<(u32, f64)> = Vec::new();
    let mut costs: Vec<(u32, usize, f64)> = Vec::new();
    for i in 0..items {
        relatedness.push((1 << i, problem.unary[i]));
        for &(j, value) in problem.pairs.after(i, i) {
            relatedness.push((1 << i | 1 << j, value));
        }
        for &(j, k, value) in problem.triples.after(i, i) {
            relatedness.push((1 << i | 1 << j | 1 << k, value));
        }
        for &(r, value) in problem.costs.row(i) {
            costs.push((1 << i, r as usize, value));
        }
        for &(j, r, value) in problem.pair_costs.after(i, i) {
            costs.push((1 << i | 1 << j, r as usize, value));
        }
    }
    let mut best = (0.0, 0_u32);
    let mut spent = vec![0.0; problem.attributes.len()];
    for choice in 1..1_u32 << items {
        let objective: f64 = relatedness
            .iter()
            .filter(|(mask, _)| mask & choice == *mask)
            .map(|(_, value)| value)
            .sum();
        if objective <= best.0 {
            continue;
        }
        spent.fill(0.0);
        for &(mask, r, value) in &costs {
            if mask & choice == mask {
                spent[r] += value;
            }
        }
        if problem.within(&spent) {
            best = (objective, choice);
        }
    }
    let chosen: Vec<usize> = (0..items).filter(|i| best.1 >> i & 1 == 1).collect();
    Ok(Selection {
        objective: problem.objective(&chosen)?,
        spent: problem.spent(&chosen)?,
        chosen,
        multipliers: vec![0.0; problem.attributes.len()],
        exact: true,
        bound: Some(best.0),
        iterations: 1,
    })
}
