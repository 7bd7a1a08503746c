//! Greedy and beam search as `generate` of transformers 4.48 does it.
//!
//! A hypothesis scores its log-probability divided by a power of its length. Every step extends
//! all beams by all tokens and keeps the best; the ends among the first of them are kept apart.
//! A search with one beam takes the most probable token. Cost of a step: the beams times the
//! vocabulary.

use super::generation_config::{EarlyStopping, GenerationConfig};
use super::processors::process;
use crate::order;

/// What the beams but the first score before the first step, so that they do not begin alike.
const UNUSED: f32 = -1e9;

/// An output that is under way: its tokens with the start, and their log-probability.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Beam {
    pub(super) tokens: Vec<i64>,
    score: f32,
}

/// An output that has ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ended {
    /// Its tokens with the start, without the end.
    pub(super) tokens: Vec<i64>,
    /// Its log-probability divided by a power of its length.
    pub(super) score: f64,
    /// Whether it ended by itself, and not by its length.
    pub(super) complete: bool,
}

/// A search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    config: GenerationConfig,
    document: Vec<i64>,
    beams: Vec<Beam>,
    ended: Vec<Ended>,
    worst: f64,
    /// Nothing that lives can come among the best.
    done: bool,
    over: bool,
}

impl Search {
    /// A search for what follows a document of these tokens.
    pub(super) fn new(config: GenerationConfig, document: Vec<i64>) -> Self {
        let beams = (0..config.beams)
            .map(|beam| Beam {
                tokens: vec![config.decoder_start],
                score: if beam == 0 { 0.0 } else { UNUSED },
            })
            .collect();
        Self {
            config,
            document,
            beams,
            ended: vec![],
            worst: 1e9,
            done: false,
            over: false,
        }
    }

    /// What is under way. Before the first step all are the same.
    pub(super) fn beams(&self) -> &[Beam] {
        &self.beams
    }

    /// Whether the search has ended.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Takes a step. `logits` are what the decoder says of the token after each beam, a row of
    /// `vocabulary` numbers for each; one row counts for all. Returns which beam each new one
    /// goes on.
    pub(super) fn extend(&mut self, logits: &[f32], vocabulary: usize) -> Vec<usize> {
        if self.over || vocabulary == 0 {
            self.over = true;
            return vec![];
        }
        let parents = if self.config.beams == 1 {
            self.extend_greedily(logits, vocabulary)
        } else {
            self.extend_beams(logits, vocabulary)
        };
        let length = self.beams.first().map_or(0, |beam| beam.tokens.len());
        if length >= self.config.max_length {
            self.over = true;
        }
        if self.over {
            self.finish();
        }
        parents
    }

    fn extend_greedily(&mut self, logits: &[f32], vocabulary: usize) -> Vec<usize> {
        let Some(beam) = self.beams.first_mut() else {
            return vec![];
        };
        let mut scores = logits.get(..vocabulary).unwrap_or(logits).to_vec();
        process(&self.config, &self.document, &beam.tokens, &mut scores);
        let mut best = (0i64, f32::NEG_INFINITY);
        for (id, &score) in (0..).zip(&scores) {
            if score > best.1 {
                best = (id, score);
            }
        }
        if self.config.eos.contains(&best.0) {
            self.ended.push(Ended {
                tokens: beam.tokens.clone(),
                score: 0.0,
                complete: true,
            });
            self.over = true;
        } else {
            beam.tokens.push(best.0);
        }
        vec![0]
    }

    fn extend_beams(&mut self, logits: &[f32], vocabulary: usize) -> Vec<usize> {
        let width = self.config.beams;
        let kept = width * (1 + self.config.eos.len()).max(2);
        let one = logits.len() <= vocabulary;
        let mut best = Best::new(kept);
        for (number, beam) in self.beams.iter().enumerate() {
            let start = if one { 0 } else { number * vocabulary };
            let row = logits.get(start..start + vocabulary).unwrap_or_default();
            let mut scores = log_softmax(row);
            process(&self.config, &self.document, &beam.tokens, &mut scores);
            for (id, score) in (0..).zip(scores) {
                best.offer(score + beam.score, number, id);
            }
        }
        let best = best.sorted();
        let highest = best.first().map_or(f32::NEG_INFINITY, |found| found.score);

        let mut beams = vec![];
        let mut parents = vec![];
        for (rank, next) in best.into_iter().enumerate() {
            let Some(before) = self.beams.get(next.beam) else {
                continue;
            };
            if self.config.eos.contains(&next.token) {
                if rank < width {
                    // The length counts the end and leaves the start out.
                    let length = before.tokens.len();
                    let ended = before.tokens.clone();
                    self.keep(ended, next.score, length, true);
                }
                continue;
            }
            let mut tokens = before.tokens.clone();
            tokens.push(next.token);
            beams.push(Beam {
                tokens,
                score: next.score,
            });
            parents.push(next.beam);
            if beams.len() == width {
                break;
            }
        }
        let length = self.beams.first().map_or(1, |beam| beam.tokens.len());
        self.done = self.is_done(highest, length);
        self.over = self.done || beams.len() < width;
        if beams.len() == width {
            self.beams = beams;
        }
        parents
    }

    fn penalized(&self, score: f32, length: usize) -> f64 {
        // As real numbers: lengths are far below 2^53.
        f64::from(score) / (length as f64).powf(self.config.length_penalty)
    }

    /// Keeps an output, if it is among the best.
    fn keep(&mut self, tokens: Vec<i64>, score: f32, length: usize, complete: bool) {
        let score = self.penalized(score, length);
        if self.ended.len() >= self.config.beams && score <= self.worst {
            return;
        }
        self.ended.push(Ended {
            tokens,
            score,
            complete,
        });
        if self.ended.len() <= self.config.beams {
            self.worst = self.worst.min(score);
            return;
        }
        let mut order: Vec<usize> = (0..self.ended.len()).collect();
        let score_of = |at: &usize| self.ended.get(*at).map_or(0.0, |ended| ended.score);
        order::by(&mut order, |a, b| score_of(a).total_cmp(&score_of(b)));
        self.worst = order.get(1).map_or(self.worst, score_of);
        if let Some(&least) = order.first() {
            self.ended.remove(least);
        }
    }

    /// Whether nothing that lives can come among the best. `length` counts new tokens.
    fn is_done(&self, highest: f32, length: usize) -> bool {
        if self.ended.len() < self.config.beams {
            return false;
        }
        let attainable = match self.config.early_stopping {
            EarlyStopping::Yes => return true,
            EarlyStopping::Never if self.config.length_penalty > 0.0 => {
                self.penalized(highest, self.config.max_length - 1)
            }
            EarlyStopping::No | EarlyStopping::Never => self.penalized(highest, length),
        };
        self.worst >= attainable
    }

    /// Ends the search: what lives is kept as it is, unless enough have ended.
    fn finish(&mut self) {
        if self.config.beams == 1 {
            if self.ended.is_empty()
                && let Some(beam) = self.beams.first()
            {
                self.ended.push(Ended {
                    tokens: beam.tokens.clone(),
                    score: 0.0,
                    complete: false,
                });
            }
            return;
        }
        if !self.done {
            for beam in std::mem::take(&mut self.beams) {
                let length = beam.tokens.len().saturating_sub(1).max(1);
                self.keep(beam.tokens, beam.score, length, false);
            }
        }
        // The best first; of equals the one that ended last.
        self.ended.reverse();
        order::by(&mut self.ended, |a, b| b.score.total_cmp(&a.score));
    }

    /// The outputs, best first; none before the search is over.
    pub(super) fn results(&self) -> &[Ended] {
        if self.over { &self.ended } else { &[] }
    }

    /// The tokens with which every output begins that can still be the best, with the start.
    pub(super) fn agreed(&self) -> &[i64] {
        if let Some(best) = self.results().first() {
            return &best.tokens;
        }
        let living = self.beams.iter().map(|beam| &beam.tokens[..]);
        let mut all = living.chain(self.ended.iter().map(|ended| &ended.tokens[..]));
        let mut agreed = all.next().unwrap_or_default();
        for tokens in all {
            let pairs = agreed.iter().zip(tokens);
            let shared = pairs.take_while(|(a, b)| a == b).count();
            agreed = agreed.get(..shared).unwrap_or_default();
        }
        agreed
    }
}

/// A token that may follow a beam.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Next {
    score: f32,
    beam: usize,
    token: i64,
}

/// The best so many that were offered; of equals the first.
struct Best {
    size: usize,
    found: Vec<Next>,
    /// No lower score is of use.
    least: f32,
}

impl Best {
    fn new(size: usize) -> Self {
        Self {
            size,
            found: Vec::with_capacity(2 * size + 1),
            least: f32::NEG_INFINITY,
        }
    }

    fn offer(&mut self, score: f32, beam: usize, token: i64) {
        if score.is_nan() || (self.found.len() >= self.size && score <= self.least) {
            return;
        }
        self.found.push(Next { score, beam, token });
        if self.found.len() > 2 * self.size {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.found.sort_by(|a, b| b.score.total_cmp(&a.score)); // stable
        self.found.truncate(self.size);
        self.least = self.found.last().map_or(self.least, |last| last.score);
    }

    fn sorted(mut self) -> Vec<Next> {
        self.cut();
        self.found
    }
}

/// The logarithms of the probabilities that a row of logits stands for.
fn log_softmax(row: &[f32]) -> Vec<f32> {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = row.iter().map(|&x| f64::from((x - most).exp())).sum();
    let log = sum.ln() as f32;
    row.iter().map(|&x| x - most - log).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn config(mut value: Value) -> GenerationConfig {
        value["decoder_start_token_id"] = json!(0);
        value["eos_token_id"] = json!(1);
        GenerationConfig::read(&value, None).unwrap()
    }

    /// The search to its end, over logits that only the last token decides.
    fn outputs(config: GenerationConfig, logits: [[f32; 4]; 4]) -> Vec<Vec<i64>> {
        let mut search = Search::new(config, vec![]);
        let mut agreed: Vec<i64> = vec![];
        while !search.is_over() {
            let rows: Vec<f32> = search
                .beams()
                .iter()
                .flat_map(|beam| logits[usize::try_from(*beam.tokens.last().unwrap()).unwrap()])
                .collect();
            search.extend(&rows, 4);
            let now = search.agreed().to_vec();
            assert!(now.starts_with(&agreed), "{now:?} after {agreed:?}");
            agreed = now;
        }
        let results = search.results().iter();
        results.map(|ended| ended.tokens.clone()).collect()
    }

    #[test]
    fn a_beam_finds_what_a_greedy_search_misses() {
        // After 0 comes 2 or, a little less likely, 3; after 2 anything, after 3 the end.
        let logits = [
            [-9.0, -9.0, 1.0, 0.9],
            [0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.0],
            [-9.0, 5.0, -9.0, -9.0],
        ];
        let greedy = outputs(config(json!({"max_length": 4})), logits);
        assert_eq!(greedy[0][..2], [0, 2]);
        let beams = outputs(config(json!({"max_length": 4, "num_beams": 2})), logits);
        assert_eq!(beams[0], [0, 3]);
    }

    #[test]
    fn logits_that_are_no_numbers_end_the_search() {
        for beams in [1, 3] {
            let search = config(json!({"max_length": 6, "num_beams": beams}));
            outputs(search, [[f32::NAN; 4]; 4]);
        }
    }
}
