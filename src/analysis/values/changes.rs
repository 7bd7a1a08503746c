//! Whether an amount is that of a change or of what it leads to, by the words beside it.

use std::ops::Range;

use super::Reader;
use crate::text::Language;

/// Tokens beside a number among which a word says that it is of a change.
const BESIDE: usize = 2;

/// Whether an amount is how much something changes, or what it then is: `by 60`, `to 60`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Change,
    Level,
}

impl Reader<'_> {
    /// What the words beside a number say that it is of a change.
    pub(super) fn role(&self, number: &Range<usize>) -> Option<(Role, Range<usize>)> {
        let [of_change, of_level, behind] = self.lexicon.changes();
        let clause = self.tokens.get(number.start)?.clause;
        let is_of_clause =
            |at: &usize| self.tokens.get(*at).is_some_and(|one| one.clause == clause);
        let role = |word: &str| {
            let change = of_change.contains(word).then_some(Role::Change);
            of_level.contains(word).then_some(Role::Level).or(change)
        };
        let span = |at: usize, length: usize| {
            self.tokens[at].span.start..self.tokens[at + length - 1].span.end
        };
        for at in (number.start.saturating_sub(BESIDE)..number.start)
            .rev()
            .filter(is_of_clause)
        {
            let lengths = if self.language == Language::Chinese {
                1..=3
            } else {
                1..=1
            };
            for length in lengths {
                let Some(from) = (at + 1).checked_sub(length) else {
                    continue;
                };
                if let Some(role) = role(&self.run(from, length)) {
                    return Some((role, span(from, length)));
                }
            }
            if !self.tokens[at].is_stop && self.language != Language::Chinese {
                break;
            }
        }
        let mut after = (number.end..number.end + BESIDE).filter(is_of_clause);
        let at = after.find(|&at| behind.contains(self.norm(at)))?;
        Some((Role::Change, span(at, 1)))
    }
}
