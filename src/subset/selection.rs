//! What comes out.

use serde::{Deserialize, Serialize};

/// The items that were chosen, and what is known of the choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// The items, counted from 0, ascending.
    pub chosen: Vec<usize>,
    /// `f`: the relatedness that they keep.
    pub objective: f64,
    /// `g_r`: what they have of every attribute, never more than its budget.
    pub spent: Vec<f64>,
    /// `λ_r`: what one more unit of a budget was worth, at the least upper bound
    /// for `mqmcg`, at the end for `dlib`; zeros for `greedy`.
    pub multipliers: Vec<f64>,
    /// Whether the choice is proven optimal, up to a billionth of its objective.
    pub exact: bool,
    /// No choice has a greater objective than this, where that is known.
    pub bound: Option<f64>,
    /// How often multipliers were tried.
    pub iterations: usize,
}
