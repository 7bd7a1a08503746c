//! What a run goes through: the steps of a plan, or the alternative that an input chooses.
//!
//! A merged decoder has two graphs over the same weights, one for the first token and one
//! for those after it. Both are steps over the values of one plan.

use serde::{Deserialize, Serialize};

use super::{Plan, Size, Step, Value};

/// What an open size of the inputs must be in a run of these steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Requirement {
    /// The name of the size.
    pub symbol: String,
    /// What it must be; anything but 0, if nothing.
    pub size: Option<Size>,
}

/// Other steps over the values of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// The place of the input that chooses: where it is false, these steps run.
    pub input: usize,
    /// The values that such a run gives.
    pub outputs: Vec<Value>,
    /// In the order of a run.
    pub steps: Vec<Step>,
    /// What the sizes of such a run must be.
    pub requirements: Vec<Requirement>,
}

/// What one run goes through.
#[derive(Clone, Copy, Debug)]
pub(in crate::runtime) struct Course<'a> {
    /// In their order.
    pub steps: &'a [Step],
    /// What is given in the end.
    pub outputs: &'a [Value],
    /// What the sizes must be.
    pub requirements: &'a [Requirement],
}

impl Plan {
    /// What a run goes through that chooses the alternative or not.
    pub(in crate::runtime) fn course(&self, alternative: bool) -> Course<'_> {
        match self.alternative.as_ref().filter(|_| alternative) {
            Some(other) => Course {
                steps: &other.steps,
                outputs: &other.outputs,
                requirements: &other.requirements,
            },
            None => Course {
                steps: &self.steps,
                outputs: &self.outputs,
                requirements: &self.requirements,
            },
        }
    }

    /// The steps of all courses.
    pub(in crate::runtime) fn all_steps(&self) -> impl Iterator<Item = &Step> {
        let others = self.alternative.iter().flat_map(|other| &other.steps);
        self.steps.iter().chain(others)
    }
}
