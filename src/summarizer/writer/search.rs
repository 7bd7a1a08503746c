//! Beam search: the most probable sequences of tokens, as far as a few hypotheses show.
//!
//! Every step extends all live hypotheses by all tokens and keeps the best. A sequence of n
//! tokens with the log-probability l scores l / ((5 + n) / 6)^α (Wu et al. 2016). The search
//! ends when as many have ended as are followed and none that lives can still score more
//! than they do. A step costs a pass over the vocabulary for every hypothesis.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Choice;
use crate::order;

/// The token that ends a sequence.
const END: usize = 0;
/// The token that stands for unknown ones, and is never written.
const UNKNOWN: usize = 1;

/// A sequence of tokens.
#[derive(Clone, Debug)]
pub(super) struct Hypothesis {
    /// Without the end.
    pub tokens: Vec<usize>,
    pub log_probability: f64,
    /// The number of the live hypothesis that it extends.
    pub parent: usize,
}

/// What the decoder says of the next token of every live hypothesis.
pub(super) struct Extensions<'a> {
    /// `[live, vocabulary]`: the probability of writing each token.
    pub words: &'a [f32],
    /// `[live, places]`: the probability of copying each place.
    pub copies: &'a [f32],
    /// The tokens of the places.
    pub source: &'a [usize],
    /// How many tokens there are behind the vocabulary.
    pub unknown: usize,
    pub vocabulary: usize,
}

impl Extensions<'_> {
    /// The probability of every token after the live hypothesis of number `beam`.
    fn of(&self, beam: usize) -> Vec<f64> {
        let part = |values: &[f32], size: usize| -> Vec<f64> {
            let values = values.get(beam * size..(beam + 1) * size);
            values
                .unwrap_or_default()
                .iter()
                .map(|&p| f64::from(p))
                .collect()
        };
        let mut probabilities = part(self.words, self.vocabulary);
        probabilities.resize(self.vocabulary + self.unknown, 0.0);
        for (copied, &token) in part(self.copies, self.source.len()).iter().zip(self.source) {
            if let Some(probability) = probabilities.get_mut(token) {
                *probability += copied;
            }
        }
        probabilities
    }
}

/// How many tokens are tried for every one that is looked for, besides as many as
/// [`TRIED_AT_LEAST`].
const TRIED: usize = 4;
const TRIED_AT_LEAST: usize = 64;

/// What sequences may be.
pub(super) trait Guide {
    /// What is known of a sequence that is to go on.
    type Begun;

    fn begun(&self, tokens: &[usize]) -> Self::Begun;

    /// Whether a token, or the end, may follow.
    fn may_follow(&self, begun: &Self::Begun, next: Option<usize>) -> bool;

    /// What speaks against a sequence that has ended.
    fn doubt(&self, tokens: &[usize]) -> Doubt;
}

/// What speaks against a sequence: one with less is better, whatever they score.
#[derive(Clone, Copy)]
pub(super) enum Doubt {
    /// Nothing.
    None,
    /// How it is written.
    Form,
    /// What it says, or that it could not go on.
    Facts,
}

/// A token that can be next; the greatest is the most probable one, of equals the first.
#[derive(PartialEq)]
struct Next {
    probability: f64,
    token: usize,
}

impl Eq for Next {}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_probability = self.probability.total_cmp(&other.probability);
        by_probability.then(other.token.cmp(&self.token))
    }
}

/// A search under way.
pub(super) struct Search {
    width: usize,
    length_penalty: f64,
    most: usize,
    no_repeat: usize,
    live: Vec<Hypothesis>,
    /// Those that have ended with what they score, best first, by their [`Doubt`]; some are
    /// only taken if there are none before them.
    ended: [Vec<(f64, Hypothesis)>; 3],
    step: usize,
}

impl Search {
    /// A search for sequences of at most `most` tokens, their end included, in which none
    /// of `no_repeat` tokens stands twice.
    pub fn new(width: usize, length_penalty: f64, most: usize, no_repeat: usize) -> Self {
        Self {
            width,
            length_penalty,
            most,
            no_repeat,
            live: vec![Hypothesis {
                tokens: vec![],
                log_probability: 0.0,
                parent: 0,
            }],
            ended: [vec![], vec![], vec![]],
            step: 0,
        }
    }

    /// How many tokens every live hypothesis has.
    pub fn step(&self) -> usize {
        self.step
    }

    pub fn live(&self) -> &[Hypothesis] {
        &self.live
    }

    pub fn is_over(&self) -> bool {
        self.live.is_empty()
    }

    /// Takes the next step.
    pub fn extend(&mut self, extensions: &Extensions, guide: &impl Guide) {
        let considered = 2 * self.width;
        let mut best: Vec<(f64, usize, usize)> = Vec::new();
        let mut stuck = Vec::new();
        for (beam, hypothesis) in self.live.iter().enumerate() {
            let probabilities = extensions.of(beam);
            let before = best.len();
            for next in self.likeliest(hypothesis, probabilities, considered, guide) {
                let log = hypothesis.log_probability + next.probability.ln();
                best.push((log, beam, next.token));
            }
            if best.len() == before {
                stuck.push(hypothesis.clone());
            }
        }
        for hypothesis in stuck {
            self.keep(hypothesis, Doubt::Facts);
        }
        order::by(&mut best, |a, b| {
            b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2)))
        });
        let parents = std::mem::take(&mut self.live);
        self.step += 1;
        for (log_probability, parent, token) in best.into_iter().take(considered) {
            let Some(before) = parents.get(parent) else {
                continue;
            };
            let mut hypothesis = Hypothesis {
                tokens: before.tokens.clone(),
                log_probability,
                parent,
            };
            if token == END {
                let doubt = guide.doubt(&hypothesis.tokens);
                self.keep(hypothesis, doubt);
            } else if self.live.len() < self.width {
                hypothesis.tokens.push(token);
                self.live.push(hypothesis);
            }
        }
        if self.cannot_improve() {
            self.live.clear();
        }
    }

    /// The most probable tokens that may follow a hypothesis, best first.
    fn likeliest(
        &self,
        hypothesis: &Hypothesis,
        probabilities: Vec<f64>,
        count: usize,
        guide: &impl Guide,
    ) -> Vec<Next> {
        let tokens = &hypothesis.tokens;
        let begun = guide.begun(tokens);
        let end = Next {
            probability: probabilities.first().copied().unwrap_or_default(),
            token: END,
        };
        let ends = !tokens.is_empty() && guide.may_follow(&begun, None);
        if tokens.len() + 1 >= self.most {
            let probability = end.probability.max(f64::MIN_POSITIVE);
            return ends
                .then_some(Next { probability, ..end })
                .into_iter()
                .collect();
        }
        let can_be = |&(token, probability): &(usize, f64)| {
            probability > 0.0 && token != UNKNOWN && token != END
        };
        let mut heap: BinaryHeap<Next> = probabilities
            .into_iter()
            .enumerate()
            .filter(can_be)
            .map(|(token, probability)| Next { probability, token })
            .collect();
        let mut found = Vec::with_capacity(count + 1);
        for _ in 0..count * TRIED + TRIED_AT_LEAST {
            if found.len() == count {
                break;
            }
            let Some(next) = heap.pop() else {
                break;
            };
            let repeats = self.repeats(tokens, next.token);
            if !repeats && guide.may_follow(&begun, Some(next.token)) {
                found.push(next);
            }
        }
        if ends && end.probability > 0.0 {
            found.push(end);
        }
        found
    }

    /// Whether `next` would complete a sequence that `tokens` holds already.
    fn repeats(&self, tokens: &[usize], next: usize) -> bool {
        let Some(kept) = self.no_repeat.checked_sub(1) else {
            return false;
        };
        let Some(tail) = tokens
            .len()
            .checked_sub(kept)
            .and_then(|at| tokens.get(at..))
        else {
            return false;
        };
        tokens
            .windows(self.no_repeat)
            .any(|window| window.split_last() == Some((&next, tail)))
    }

    fn score(&self, log_probability: f64, tokens: usize) -> f64 {
        // As real numbers: a few hundred at most.
        log_probability / ((5.0 + tokens as f64) / 6.0).powf(self.length_penalty)
    }

    /// Keeps a hypothesis that goes on no more, behind those that score as much.
    fn keep(&mut self, hypothesis: Hypothesis, doubt: Doubt) {
        let score = self.score(hypothesis.log_probability, hypothesis.tokens.len() + 1);
        let [finished, unformed, unfounded] = &mut self.ended;
        let list = match doubt {
            Doubt::None => finished,
            Doubt::Form => unformed,
            Doubt::Facts => unfounded,
        };
        let at = list.partition_point(|(other, _)| *other >= score);
        list.insert(at, (score, hypothesis));
    }

    /// The best that a live hypothesis can come to score.
    fn bound(&self, hypothesis: &Hypothesis) -> f64 {
        self.score(hypothesis.log_probability, self.most)
    }

    fn cannot_improve(&self) -> bool {
        let worst = self
            .width
            .checked_sub(1)
            .and_then(|at| self.ended[0].get(at));
        worst.is_some_and(|(worst, _)| self.live.iter().all(|one| self.bound(one) <= *worst))
    }

    /// Those that have ended, best first.
    pub fn results(&self) -> impl Iterator<Item = &Hypothesis> {
        let list = self.ended.iter().find(|list| !list.is_empty());
        let count = if self.is_over() { self.width } else { 0 };
        let ended = list.into_iter().flatten().take(count);
        ended.map(|(_, hypothesis)| hypothesis)
    }

    /// The tokens with which all hypotheses begin that can still be chosen.
    pub fn agreed(&self, choice: Choice) -> Vec<usize> {
        let most = match choice {
            Choice::Consensus => self.width,
            Choice::Likeliest => 1,
        };
        let [finished, doubtful @ ..] = &self.ended;
        let worst = most.checked_sub(1).and_then(|at| finished.get(at));
        let living = self
            .live
            .iter()
            .filter(|one| worst.is_none_or(|(score, _)| self.bound(one) > *score));
        let doubtful = doubtful.iter().filter(|_| finished.is_empty()).flatten();
        let ended = finished.iter().take(most).chain(doubtful);
        let ended = ended.map(|(_, one)| one);
        let mut contenders = living.chain(ended).map(|one| &one.tokens[..]);
        let mut agreed = contenders.next().unwrap_or_default();
        for tokens in contenders {
            let shared = agreed
                .iter()
                .zip(tokens)
                .take_while(|(a, b)| a == b)
                .count();
            agreed = agreed.get(..shared).unwrap_or_default();
        }
        agreed.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets nothing follow after some tokens, and has doubts about all that ends.
    struct Until(usize, Doubt);

    impl Guide for Until {
        type Begun = usize;

        fn begun(&self, tokens: &[usize]) -> usize {
            tokens.len()
        }

        fn may_follow(&self, begun: &usize, _: Option<usize>) -> bool {
            *begun < self.0
        }

        fn doubt(&self, tokens: &[usize]) -> Doubt {
            if tokens.contains(&3) {
                Doubt::Facts
            } else {
                self.1
            }
        }
    }

    fn search(width: usize, guide: &Until) -> Search {
        Search::new(width, 0.8, 9, 0).through(guide)
    }

    impl Search {
        /// The search to its end, what is agreed growing all along.
        fn through(mut self, guide: &Until) -> Self {
            let choices = [Choice::Likeliest, Choice::Consensus];
            let mut agreed = choices.map(|_| vec![]);
            while !self.is_over() {
                let words: Vec<f32> = [0.05, 0.0, 0.1, 0.6, 0.25].repeat(self.live.len());
                let extensions = Extensions {
                    words: &words,
                    copies: &[],
                    source: &[],
                    unknown: 0,
                    vocabulary: 5,
                };
                self.extend(&extensions, guide);
                let now = choices.map(|choice| self.agreed(choice));
                for (now, before) in now.iter().zip(&agreed) {
                    assert!(now.starts_with(before), "{now:?} after {before:?}");
                }
                agreed = now;
            }
            let [likeliest, consensus] = agreed;
            let best = self.results().next().unwrap();
            assert!(best.tokens.starts_with(&likeliest));
            assert!(self.results().all(|one| one.tokens.starts_with(&consensus)));
            self
        }
    }

    #[test]
    fn a_search_that_is_stuck_keeps_what_it_has() {
        for width in [1, 2, 32] {
            for last in [1, 3] {
                let found = search(width, &Until(last, Doubt::None));
                let best = found.results().next().unwrap();
                assert!(
                    !best.tokens.is_empty() && best.tokens.len() <= last,
                    "{best:?}"
                );
            }
        }
        // With room for them, sequences with less against them win.
        for doubt in [Doubt::None, Doubt::Form] {
            let found = search(32, &Until(3, doubt));
            assert!(!found.results().next().unwrap().tokens.contains(&3));
        }
    }
}
