//! The best part of a corpus, or of a document, under budgets.
//!
//! Dong et al. 2020, "A semantic relatedness preserved subset extraction method
//! for language corpora based on pseudo-Boolean optimization" (paper D): choose
//! items that keep as much unary, pairwise and three-way relatedness as possible
//! while what they have of some attributes stays within budgets. A [`Problem`]
//! holds the entries, [`select`] chooses, and [`Solver`] does the same step by
//! step, for a time limit or a way to cancel. [`ScoredTexts`] makes the problem
//! of choosing a part of a corpus.
//!
//! | method | how | use |
//! |---|---|---|
//! | `greedy` | the item that adds the most, again and again | millions of entries in a second |
//! | `dlib` | Lagrange multipliers, single items (Algorithm 1) | to compare with the paper |
//! | `mqmcg` | Lagrange multipliers, minimum cuts (Algorithm 2) | the default: the best choice, and a bound |
//!
//! All are within every budget, the same on every machine for the same seed,
//! and independent of how the items are numbered, but for items that no entry
//! tells apart. The problem is NP-hard: an answer is proven optimal only where
//! [`Selection::exact`] says so, and with a larger budget a method may find a
//! choice that is worse. Give the old choice as [`SubsetOptions::start`], and it
//! cannot.

mod canonical;
mod choice;
mod dlib;
mod exhaustive;
mod flow;
mod greedy;
mod heap;
mod incumbent;
mod lagrangian;
mod mqmcg;
mod neighbours;
mod options;
mod peel;
mod problem;
mod relaxation;
mod repair;
mod repeats;
mod rows;
pub mod scored_texts;
mod selection;
mod solver;

pub use exhaustive::exhaustive;
pub use options::{SubsetMethod, SubsetOptions};
pub use problem::{AttributeSpec, MAX_ITEMS, Problem, ProblemSpec};
pub use scored_texts::{ScoredTexts, SimilarityOptions};
pub use selection::Selection;
pub use solver::{Solver, select};
