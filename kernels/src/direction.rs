//! The order in which a recurrent layer goes through its steps.

/// From the first step to the last, or from the last to the first. The state of a
/// step stands at that step's place either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first step to the last.
    Forward,
    /// From the last step to the first.
    Reverse,
}

impl Direction {
    /// The steps 0 to `count` - 1 in this order.
    pub(crate) fn steps(self, count: usize) -> impl Iterator<Item = usize> {
        (0..count).map(move |step| match self {
            Self::Forward => step,
            Self::Reverse => count - 1 - step,
        })
    }
}
