//! How well the context of a place in a summary matches that of a place in a document.
//!
//! The context of a place is the content words of its sentence, weighted by how rare they are in
//! the document and how near they stand. A word counts as much as it stands near the other place,
//! too; in the sentence beside it, less. The match is the share of the weight that is found.
//!
//! Cost: a comparison looks up two places of each of at most 2 · [`FAR`] words.

use std::collections::HashMap;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use crate::analysis::Document;
use crate::pace;
use crate::text::Language;

/// Where the content words of a document stand, and how rare they are.
pub(crate) struct Index {
    places: HashMap<u64, Vec<usize>, FxBuildHasher>,
    sentences: f64,
}

/// The most places of one word that are looked at.
const MOST_PLACES: usize = 4096;
/// Tokens on either side of a place that are its context: more than a sentence of prose has.
pub(super) const FAR: usize = 128;
/// What looking up one word of a context counts in products.
const LOOK_UP: u64 = 512;
/// What a word counts that the document lacks, of what one counts that it has once.
const UNKNOWN: f64 = 0.7;
/// Tokens within which words stand beside each other.
const BESIDE: usize = 5;
/// Tokens within which the nearest words stand on their side of a place.
const NEIGHBOURS: usize = 7;
/// What a word counts that stands in the sentence before, or behind.
const BEFORE: f64 = 0.45;
const BEHIND: f64 = 0.25;
/// What a word in another clause of the summary's sentence counts.
const OTHER_CLAUSE: f64 = 0.5;

/// A content word beside a place of a summary.
#[derive(Clone, Debug)]
pub(crate) struct Clue<'i> {
    /// Where it stands in the document.
    places: &'i [usize],
    weight: f64,
    /// How many tokens it stands behind the place; less than 0 before it.
    offset: isize,
    /// Whether it is of the clause of the place.
    is_close: bool,
}

/// How contexts match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Match {
    /// The share of the weight.
    pub(crate) share: f64,
    /// Words of both.
    pub(crate) words: usize,
    /// The share of the two nearest words on either side that stand on the same side of the other
    /// place, and near it.
    pub(crate) beside: f64,
}

impl Index {
    pub(super) fn of(document: &Document) -> Self {
        let mut places: HashMap<u64, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (at, token) in document.tokens.iter().enumerate() {
            if token.key != 0 {
                let all = places.entry(token.key).or_default();
                if all.len() < MOST_PLACES {
                    all.push(at);
                }
            }
        }
        Self {
            places,
            sentences: document.sentences.len().max(1) as f64,
        }
    }

    /// Where a content word stands.
    pub(crate) fn places(&self, key: u64) -> &[usize] {
        self.places.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Whether the document has a content word.
    pub(crate) fn holds(&self, key: u64) -> bool {
        !self.places(key).is_empty()
    }

    /// How much a word says: the rarer in the document, the more.
    pub(crate) fn rarity(&self, key: u64) -> f64 {
        match self.places(key).len() {
            0 => UNKNOWN * (1.0 + self.sentences).ln().max(1.0),
            count => (1.0 + self.sentences / count as f64).ln().max(0.2),
        }
    }

    /// The sentences of the document that share most with tokens of a summary, best first, each
    /// with the share of the weight that it holds.
    pub(crate) fn nearest(
        &self,
        document: &Document,
        summary: &Document,
        tokens: Range<usize>,
        most: usize,
    ) -> Vec<(usize, f64)> {
        let mut keys: Vec<u64> = summary
            .tokens
            .get(tokens)
            .unwrap_or_default()
            .iter()
            .map(|token| token.key)
            .collect();
        keys.retain(|key| *key != 0);
        keys.sort_unstable();
        keys.dedup();
        let all: f64 = keys.iter().map(|key| self.rarity(*key)).sum();
        let mut shares: HashMap<usize, f64, FxBuildHasher> = HashMap::default();
        for key in keys {
            let weight = self.rarity(key);
            let mut last = usize::MAX;
            for &at in self.places(key) {
                let sentence = document.tokens[at].sentence;
                if sentence != last {
                    *shares.entry(sentence).or_default() += weight;
                    last = sentence;
                }
            }
        }
        let mut found: Vec<(usize, f64)> = shares
            .into_iter()
            .map(|(sentence, share)| (sentence, share / all.max(f64::MIN_POSITIVE)))
            .collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.truncate(most);
        found
    }

    /// The context of tokens of a summary.
    pub(crate) fn clues(&self, summary: &Document, focus: &Range<usize>) -> Vec<Clue<'_>> {
        let Some(first) = summary.tokens.get(focus.start) else {
            return Vec::new();
        };
        let reach = match summary.language {
            Language::Chinese => 14.0,
            _ => 8.0,
        };
        let near = near(summary, focus);
        let (from, clause) = (near.start, first.clause);
        let tokens = summary.tokens.get(near).unwrap_or_default();
        let mut clues = Vec::new();
        for (at, token) in tokens
            .iter()
            .enumerate()
            .map(|(at, token)| (from + at, token))
        {
            if token.key == 0 || focus.contains(&at) {
                continue;
            }
            let offset = match at < focus.start {
                true => at as isize - focus.start as isize,
                false => at as isize - focus.end as isize + 1,
            };
            let near = 1.0 / (1.0 + (offset.unsigned_abs() as f64 - 1.0) / reach);
            let is_close = token.clause == clause;
            let close = if is_close { 1.0 } else { OTHER_CLAUSE };
            clues.push(Clue {
                is_close,
                places: self.places(token.key),
                weight: near * close * self.rarity(token.key),
                offset,
            });
        }
        clues
    }

    /// How well clues match the context of tokens of the document.
    pub(crate) async fn compare(
        &self,
        document: &Document<'_>,
        clues: &[Clue<'_>],
        place: &Range<usize>,
    ) -> Match {
        pace::after(LOOK_UP * clues.len() as u64).await;
        compare(document, clues, place)
    }
}

/// The tokens of a sentence that are the context of some of its tokens, with these.
pub(super) fn near(document: &Document, focus: &Range<usize>) -> Range<usize> {
    let sentence = document.sentence_of(focus.start);
    let start = sentence.start.max(focus.start.saturating_sub(FAR));
    start..sentence.end.min(focus.end.saturating_add(FAR)).max(start)
}

fn compare(document: &Document, clues: &[Clue], place: &Range<usize>) -> Match {
    let Some(token) = document.tokens.get(place.start) else {
        return Match::default();
    };
    let reach = match document.language {
        Language::Chinese => 2,
        _ => 1,
    };
    let sentence = document
        .sentence_tokens
        .get(token.sentence)
        .cloned()
        .unwrap_or(0..0);
    let before = token
        .sentence
        .checked_sub(1)
        .and_then(|at| document.sentence_tokens.get(at))
        .map_or(sentence.start, |tokens| tokens.start);
    let behind = document
        .sentence_tokens
        .get(token.sentence + 1)
        .map_or(sentence.end, |tokens| tokens.end);
    let (mut found, mut all, mut words) = (0.0, 0.0, 0);
    let mut near: Vec<(isize, bool)> = Vec::new();
    for clue in clues {
        all += clue.weight;
        let mut best = 0.0_f64;
        let mut is_beside = false;
        // What stands farther on the same side counts no more.
        let next = clue.places.partition_point(|&at| at < place.start);
        let last = next.checked_sub(1).map(|at| clue.places[at]);
        let last = last.filter(|&at| at >= before);
        let next = clue.places[next..].iter().find(|at| !place.contains(at));
        let next = next.copied().filter(|&at| at < behind);
        for at in last.into_iter().chain(next) {
            let distance = match at < place.start {
                true => place.start - at,
                false => at - place.end + 1,
            };
            let counts = if at < sentence.start {
                BEFORE
            } else if at >= sentence.end {
                BEHIND
            } else if distance <= BESIDE * reach {
                1.0
            } else {
                let far = (distance - BESIDE * reach) as f64;
                let clause = if document.tokens[at].clause == token.clause {
                    0.85
                } else {
                    0.65
                };
                (1.0 / (1.0 + far / (12.0 * reach as f64)))
                    .max(0.5)
                    .min(clause)
            };
            let is_on_side = (clue.offset < 0) == (at < place.start);
            is_beside |= is_on_side
                && distance <= NEIGHBOURS * reach
                && (sentence.start..sentence.end).contains(&at);
            best = best.max(counts);
        }
        words += usize::from(best > 0.0);
        found += best * clue.weight;
        if clue.is_close {
            near.push((clue.offset, is_beside));
        }
    }
    near.sort_by_key(|(offset, _)| offset.unsigned_abs());
    let side = |is_of: fn(isize) -> bool| {
        let all: Vec<bool> = near
            .iter()
            .filter(|(offset, _)| is_of(*offset))
            .take(2)
            .map(|(_, is)| *is)
            .collect();
        all
    };
    let nearest: Vec<bool> = side(|offset| offset < 0)
        .into_iter()
        .chain(side(|offset| offset > 0))
        .collect();
    let beside = nearest.iter().filter(|is| **is).count() as f64 / nearest.len().max(1) as f64;
    Match {
        share: if all > 0.0 { found / all } else { 0.0 },
        words,
        beside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// A text of so many of few words, with some ends of sentences and clauses.
    fn drawn(random: &mut SplitMix64, words: usize) -> String {
        let known = [
            "harbour",
            "line",
            "opens",
            "tower",
            "Ana",
            "late, ",
            "town. The",
        ];
        let of = |_| known[random.below(known.len() as u64) as usize];
        (0..words).map(of).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_nearest_place_on_either_side_counts_most() {
        let mut random = SplitMix64::new(5);
        for _ in 0..200 {
            let texts = [drawn(&mut random, 60), drawn(&mut random, 20)];
            let document = Document::new(&texts[0], Language::English);
            let summary = Document::new(&texts[1], Language::English);
            let index = Index::of(&document);
            let at = random.below(summary.tokens.len() as u64) as usize;
            let place = random.below(document.tokens.len() as u64) as usize;
            let (focus, place) = (at..at + 1, place..place + 1);
            for clue in index.clues(&summary, &focus) {
                let found = compare(&document, std::slice::from_ref(&clue), &place);
                let of_each = clue.places.iter().map(|one| {
                    let alone = Clue {
                        places: std::slice::from_ref(one),
                        ..clue.clone()
                    };
                    compare(&document, &[alone], &place)
                });
                let best = of_each.fold(Match::default(), |best, one| Match {
                    share: best.share.max(one.share),
                    words: best.words.max(one.words),
                    beside: best.beside.max(one.beside),
                });
                assert_eq!(found, best);
            }
        }
    }

    #[test]
    fn a_context_has_an_end() {
        let text = "harbour tower ".repeat(1000);
        let summary = Document::new(&text, Language::English);
        let index = Index::of(&summary);
        assert_eq!(index.clues(&summary, &(1000..1001)).len(), 2 * FAR);
        assert_eq!(index.clues(&summary, &(0..1)).len(), FAR);
    }
}
