//! The alignment of a clause of a summary to sentences of its document.
//!
//! A summary puts together what its document says in several sentences. So the words of a clause
//! are read along the nearest sentences: one that the sentence lacks costs [`MISSING`], going over
//! to another sentence [`OVER`], and the cheapest way (Viterbi 1967) divides the clause into
//! stretches of one sentence each.
//!
//! Cost: the words of the clause by the [`NEAREST`] sentences.

use std::ops::Range;

use crate::analysis::Document;
use crate::grounding::Grounding;
use crate::text::Language;

/// The sentences that a clause is read along, and its words, at most.
const NEAREST: usize = 16;
const MOST_WORDS: usize = 512;
/// The most places of a word in one sentence that are looked at.
const MOST_PLACES: usize = 64;
/// Tokens within which neighbouring content words follow each other.
const NEAR: usize = 8;
/// What a content word costs that the sentence lacks, and another word.
const MISSING: u32 = 100;
const LITTLE: u32 = 3;
/// What going over to another sentence costs: more than one word that it has makes up for.
const OVER: u32 = 130;

/// Tokens of a clause that come nearest to one sentence of the document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) tokens: Range<usize>,
    /// The sentence; none where the document has none of the words.
    pub(super) sentence: Option<usize>,
    /// The share of its content words that the sentence has.
    pub(super) share: f64,
    /// How many content words it has.
    pub(super) content: usize,
    /// The share of neighbouring content words that stand in this order in the sentence, near each
    /// other.
    pub(super) ordered: f64,
}

/// The stretches of a clause, in order; at least one.
pub(super) fn stretches(
    grounding: &Grounding,
    summary: &Document,
    clause: &Range<usize>,
) -> Vec<Stretch> {
    let read = clause.start..clause.end.min(clause.start + MOST_WORDS);
    let document = grounding.document;
    let nearest = grounding
        .index
        .nearest(document, summary, read.clone(), NEAREST);
    let mut lines: Vec<usize> = nearest.into_iter().map(|(sentence, _)| sentence).collect();
    lines.sort_unstable();
    let holds = |sentence: usize, at: usize| {
        let Some(token) = summary.tokens.get(at) else {
            return false;
        };
        let has = |key: u64| {
            let places = grounding.index.places(key);
            let tokens = document
                .sentence_tokens
                .get(sentence)
                .cloned()
                .unwrap_or(0..0);
            let first = places.partition_point(|&place| place < tokens.start);
            let mut places = places[first..]
                .iter()
                .take_while(|&&place| place < tokens.end)
                .take(MOST_PLACES);
            places.any(|&place| grounding.states(summary, at, place))
        };
        // A Chinese character is held with either neighbour.
        let before = match summary.language {
            Language::Chinese => at.checked_sub(1).and_then(|at| summary.tokens.get(at)),
            _ => None,
        };
        token.key != 0 && has(token.key)
            || before.is_some_and(|before| before.key != 0 && has(before.key))
    };
    let counts = |at: usize| summary.tokens.get(at).is_some_and(|token| !token.is_stop);
    let held: Vec<Vec<bool>> = lines
        .iter()
        .map(|&sentence| read.clone().map(|at| holds(sentence, at)).collect())
        .collect();
    let costs: Vec<Vec<u32>> = held
        .iter()
        .map(|held| {
            let cost = |(at, held): (usize, &bool)| match (held, counts(at)) {
                (true, _) => 0,
                (false, true) => MISSING,
                (false, false) => LITTLE,
            };
            read.clone().zip(held).map(cost).collect()
        })
        .collect();
    let path = cheapest(&costs, read.len());
    let mut found: Vec<Stretch> = Vec::new();
    let mut from = 0;
    for run in path.chunk_by(|one, next| one == next) {
        let of_run = from..from + run.len();
        from = of_run.end;
        let line = run.first().copied().unwrap_or_default();
        let content: Vec<usize> = of_run
            .clone()
            .filter(|&word| counts(read.start + word))
            .collect();
        let has = |word: &&usize| held.get(line).is_some_and(|held| held[**word]);
        let shared = content.iter().filter(has).count();
        let stretch = Stretch {
            tokens: read.start + of_run.start..read.start + of_run.end,
            sentence: lines.get(line).copied(),
            share: shared as f64 / content.len().max(1) as f64,
            content: content.len(),
            ordered: ordered(
                grounding,
                summary,
                read.start + of_run.start..read.start + of_run.end,
                lines.get(line).copied(),
            ),
        };
        match found.last_mut() {
            Some(last) if stretch.content == 0 => last.tokens.end = stretch.tokens.end,
            _ => found.push(stretch),
        }
    }
    match found.last_mut() {
        Some(last) => last.tokens.end = clause.end,
        None => found.push(Stretch {
            tokens: clause.clone(),
            sentence: None,
            share: 0.0,
            content: 0,
            ordered: 0.0,
        }),
    }
    found
}

/// The share of neighbouring content words that stand in this order in a sentence, near each other.
fn ordered(
    grounding: &Grounding,
    summary: &Document,
    tokens: Range<usize>,
    sentence: Option<usize>,
) -> f64 {
    let Some(of_document) = sentence.and_then(|at| grounding.document.sentence_tokens.get(at))
    else {
        return 0.0;
    };
    let keys: Vec<u64> = summary.tokens[tokens]
        .iter()
        .map(|token| token.key)
        .filter(|key| *key != 0)
        .collect();
    let places = |key: u64| {
        let all = grounding.index.places(key);
        let first = all.partition_point(|&at| at < of_document.start);
        let last = all.partition_point(|&at| at < of_document.end);
        &all[first..last]
    };
    let follows = |two: &&[u64]| {
        let next = places(two[1]);
        let mut first = places(two[0]).iter().take(MOST_PLACES);
        first.any(|&at| {
            let behind = next.get(next.partition_point(|&next| next <= at));
            behind.is_some_and(|&next| next <= at + NEAR)
        })
    };
    let held = keys.windows(2).filter(follows).count();
    match keys.len() {
        0 => 0.0,
        1 => 1.0,
        count => held as f64 / (count - 1) as f64,
    }
}

/// For each word the line that it is read along, given the costs of each line; the earlier of
/// lines that are as cheap.
fn cheapest(costs: &[Vec<u32>], words: usize) -> Vec<usize> {
    let least = |totals: &[u32]| (0..totals.len()).min_by_key(|&line| totals[line]);
    let mut totals = vec![0_u32; costs.len()];
    let mut came_from: Vec<Vec<usize>> = Vec::with_capacity(words);
    for word in 0..words {
        let best = least(&totals).unwrap_or_default();
        let over = totals.get(best).map_or(0, |total| total + OVER);
        let mut from: Vec<usize> = (0..costs.len()).collect();
        for (line, total) in totals.iter_mut().enumerate() {
            if word > 0 && over < *total {
                (from[line], *total) = (best, over);
            }
            *total += costs[line][word];
        }
        came_from.push(from);
    }
    let mut line = least(&totals).unwrap_or_default();
    let mut path = vec![0; words];
    for (word, from) in path.iter_mut().zip(&came_from).rev() {
        *word = line;
        line = from.get(line).copied().unwrap_or_default();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn a_clause_may_be_put_together_from_two_sentences() {
        let text =
            "The council of Arlow will mend the old swimming pool. It costs 4.2 million euros.";
        let document = Document::new(text, Language::English);
        let grounding = Grounding::new(&document);
        let summary = Document::new(
            "Arlow mends swimming pool, which costs 4.2 million euros",
            Language::English,
        );
        let found = stretches(&grounding, &summary, &(0..summary.tokens.len()));
        let sentences: Vec<_> = found.iter().map(|one| one.sentence).collect();
        assert_eq!(sentences, [Some(0), Some(1)]);
    }

    #[test]
    fn the_path_is_the_cheapest_of_all() {
        let mut random = SplitMix64::new(3);
        for _ in 0..200 {
            let count = 1 + random.below(3) as usize;
            let words = 1 + random.below(5) as usize;
            let mut costs = |_| {
                (0..words)
                    .map(|_| [0, LITTLE, MISSING][random.below(3) as usize])
                    .collect()
            };
            let costs: Vec<Vec<u32>> = (0..count).map(&mut costs).collect();
            let total = |path: &[usize]| {
                let read: u32 = path
                    .iter()
                    .enumerate()
                    .map(|(word, &line)| costs[line][word])
                    .sum();
                let changes = path.windows(2).filter(|two| two[0] != two[1]).count();
                read + OVER * u32::try_from(changes).unwrap()
            };
            let paths = (0..count.pow(u32::try_from(words).unwrap())).map(|number| {
                let digit = |word: usize| number / count.pow(u32::try_from(word).unwrap()) % count;
                (0..words).map(digit).collect::<Vec<_>>()
            });
            let least = paths.map(|path| total(&path)).min();
            assert_eq!(Some(total(&cheapest(&costs, words))), least);
        }
    }
}
