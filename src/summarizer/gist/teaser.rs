//! Which sentences a teaser of `auto` takes. Cost: that of the ranking.

use super::Gist;
use crate::summarizer::options::SummaryLength;

/// A teaser is chosen among this many times as many first sentences as it has…
const TEASER_CHOICE: usize = 2;
/// …but from no fewer than this many.
const MIN_TEASER_CHOICE: usize = 3;

impl Gist<'_, '_> {
    /// Sentences of the beginning that the short `tldr` does not take: they open the matter and
    /// leave how it ends.
    pub(super) fn teaser(&self, length: SummaryLength) -> Vec<usize> {
        let count = match length {
            SummaryLength::Short => 1,
            SummaryLength::Medium => 3,
            SummaryLength::Long => 5,
        };
        let told = self.tldr(SummaryLength::Short);
        let choice = (TEASER_CHOICE * count).max(MIN_TEASER_CHOICE);
        let last = self.reading.sentences.len().saturating_sub(1);
        let opens = |at: usize| at < choice && at != last && self.sizes[at] >= self.least();
        let mut chosen = self.take(
            &self.ranked(|at| opens(at) && !told.contains(&at)),
            count,
            usize::MAX,
        );
        for rest in [self.ranked(opens), self.ranked(|_| true)] {
            let left: Vec<usize> = rest.into_iter().filter(|at| !chosen.contains(at)).collect();
            if chosen.len() < count {
                chosen.extend(self.take(&left, count - chosen.len(), usize::MAX));
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}
