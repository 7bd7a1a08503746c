//! How a subset is to be found.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::problem::Problem;
use crate::error::{Error, ErrorKind, Result};

/// The most rounds that can be asked for.
const MAX_ROUNDS: usize = 1_000_000;

/// How the items are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SubsetMethod {
    /// The item that adds the most, again and again: the fastest.
    Greedy,
    /// Discrete Lagrangian iteration, paper D, Algorithm 1.
    Dlib,
    /// Minimum cuts of the equivalent graph, paper D, Algorithm 2: the best.
    #[default]
    Mqmcg,
}

impl SubsetMethod {
    /// Every method.
    pub const ALL: [Self; 3] = [Self::Greedy, Self::Dlib, Self::Mqmcg];

    /// The name of the method.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Dlib => "dlib",
            Self::Mqmcg => "mqmcg",
        }
    }
}

impl fmt::Display for SubsetMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The options of [`select`](super::select). Every field may be left out; an
/// unknown one is an error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SubsetOptions {
    /// How the items are chosen. Default: `mqmcg`.
    pub method: SubsetMethod,
    /// What the random start of `dlib` is drawn with. Default: 0.
    pub seed: u64,
    /// A choice to start from, without repetitions. If it is within the
    /// budgets, the answer is never worse. Default: none.
    pub start: Option<Vec<usize>>,
    /// `λ^0`, the first multiplier of every attribute, at least 0. Default: all
    /// relatedness over all there is of the attribute.
    pub multiplier: Option<f64>,
    /// `ζ`, the step of `dlib`'s multipliers per unit of an attribute, over 0.
    /// Default: by the units of the problem.
    pub step: Option<f64>,
    /// `τ`, the most updates of the multipliers, from 1 to a million. Default:
    /// 200 for `dlib`, 60 for `mqmcg`.
    pub rounds: Option<usize>,
}

impl SubsetOptions {
    /// Checks the values, and that the start is one for `problem`.
    pub(super) fn check(&self, problem: &Problem) -> Result<()> {
        if let Some(value) = self.multiplier
            && !(value.is_finite() && value >= 0.0)
        {
            return Err(invalid(format!(
                "option multiplier is {value}: it must be a finite number of at least 0"
            )));
        }
        if let Some(value) = self.step
            && !(value.is_finite() && value > 0.0)
        {
            return Err(invalid(format!(
                "option step is {value}: it must be a finite number over 0"
            )));
        }
        if let Some(rounds) = self.rounds
            && !(1..=MAX_ROUNDS).contains(&rounds)
        {
            return Err(invalid(format!(
                "option rounds is {rounds}: it must be from 1 to {MAX_ROUNDS}"
            )));
        }
        if let Some(start) = &self.start {
            problem.membership("option start: start", start)?;
        }
        Ok(())
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
