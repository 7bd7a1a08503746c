//! The problem of choosing a part of a corpus of scored texts.
//!
//! Unary relatedness is the score of a text. Two texts are related by the cosine
//! of their tf-idf vectors,
//!
//! ```text
//! w(t, d) = (1 + ln tf(t, d)) · ln(N / df(t))
//! s2_ij = W · cos(w_i, w_j)        s3_ijk = W · the least cosine of the three
//! ```
//!
//! over [`words()`], Chinese characters being taken in pairs of neighbours. Each
//! text is related to its [`neighbours`](SimilarityOptions::neighbours) nearest,
//! and three texts that are all related to each other make a triple
//! (`neighbours.rs`). Time and memory are linear in the number of texts.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::neighbours::{Vectors, bag, triangles};
use super::problem::{AttributeSpec, MAX_ITEMS, ProblemSpec};
use super::repeats::repeated;
use crate::error::{Error, ErrorKind, Result};
use crate::pace;
use crate::text::tokenize::words;

/// The most neighbours that can be asked for.
const MAX_NEIGHBOURS: usize = 100;

/// Texts at least this similar repeat each other.
const REPEAT: f64 = 0.8;

/// What reading a byte of a text counts in products.
const READ: u64 = 4096;

/// The most labels that can have a quota.
const MAX_LABELS: usize = 1000;

/// How texts are related. Every field may be left out; an unknown one is an
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SimilarityOptions {
    /// How many nearest texts each is related to, at most 100. Default: 5.
    pub neighbours: usize,
    /// `W`: what the relatedness of two equal texts counts, at least 0, where
    /// the best score counts what it is. Default: 0.5.
    pub weight: f64,
}

impl Default for SimilarityOptions {
    fn default() -> Self {
        Self {
            neighbours: 5,
            weight: 0.5,
        }
    }
}

/// Scored texts on their way to a [`Problem`](super::Problem): give them limits,
/// and take [`spec`](Self::spec).
///
/// ```
/// use epitome::subset::{Problem, ScoredTexts, SimilarityOptions, SubsetOptions, select};
///
/// let texts = ["The harbour line opens.", "The harbour line is late.", "A cat sleeps."];
/// let mut corpus = ScoredTexts::new(&texts, &[0.9, 0.8, 0.7], &SimilarityOptions::default())?;
/// corpus.limit_items(2.0);
/// let problem = Problem::new(&corpus.spec)?;
/// assert_eq!(select(&problem, &SubsetOptions::default())?.chosen, [0, 1]);
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredTexts {
    /// The problem, with the limits that were given.
    pub spec: ProblemSpec,
    /// The number of words of every text, all of them counted.
    pub words: Vec<usize>,
    /// Pairs of related texts with their cosine.
    similar: Vec<(usize, usize, f64)>,
    /// Whether each text repeats a better one.
    repeats: Vec<bool>,
}

impl ScoredTexts {
    /// Relates the texts, without a limit yet.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if there are not as many scores as texts,
    /// or an option is outside its range.
    pub fn new(
        texts: &[impl AsRef<str>],
        scores: &[f64],
        options: &SimilarityOptions,
    ) -> Result<Self> {
        pace::at_once(Self::in_turns(texts, scores, options))
    }

    /// [`new`](Self::new) in turns.
    ///
    /// # Errors
    ///
    /// Those of `new`.
    pub(crate) async fn in_turns(
        texts: &[impl AsRef<str>],
        scores: &[f64],
        options: &SimilarityOptions,
    ) -> Result<Self> {
        if texts.len() != scores.len() || texts.len() > MAX_ITEMS {
            return Err(invalid(format!(
                "there are {} texts but {} scores: give one score for every text, at most {MAX_ITEMS}",
                texts.len(),
                scores.len()
            )));
        }
        if options.neighbours > MAX_NEIGHBOURS {
            return Err(invalid(format!(
                "option neighbours is {}: it must be from 0 to {MAX_NEIGHBOURS}",
                options.neighbours
            )));
        }
        if !(options.weight.is_finite() && options.weight >= 0.0) {
            return Err(invalid(format!(
                "option weight is {}: it must be a finite number of at least 0",
                options.weight
            )));
        }
        let mut counts = Vec::with_capacity(texts.len());
        let mut bags = Vec::with_capacity(texts.len());
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for text in texts {
            let words = words(text.as_ref());
            pace::after(READ * text.as_ref().len() as u64).await;
            counts.push(words.len());
            bags.push(bag(&words, &mut numbers));
        }
        let repeats = repeated(&bags, scores)
            .await
            .iter()
            .map(Option::is_some)
            .collect();
        let vectors = Vectors::new(bags, numbers.len());
        let similar = vectors.neighbours(options.neighbours).await;
        let triples = triangles(texts.len(), &similar);
        let weight = options.weight;
        Ok(Self {
            spec: ProblemSpec {
                unary: scores.to_vec(),
                pairs: similar
                    .iter()
                    .map(|&(i, j, s)| (i, j, weight * s))
                    .collect(),
                triples: triples
                    .into_iter()
                    .map(|(i, j, k, s)| (i, j, k, weight * s))
                    .collect(),
                attributes: vec![],
            },
            words: counts,
            similar,
            repeats,
        })
    }

    /// Allows at most `budget` texts.
    pub fn limit_items(&mut self, budget: f64) {
        let ones = vec![1.0; self.words.len()];
        self.limit("items".into(), budget, ones, vec![]);
    }

    /// Allows at most `budget` words.
    pub fn limit_words(&mut self, budget: f64) {
        // As real numbers: counts are far below 2^53.
        let words = self.words.iter().map(|&count| count as f64).collect();
        self.limit("words".into(), budget, words, vec![]);
    }

    /// Allows at most `budget` texts of each label, one label for every text.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if there are not as many labels as texts,
    /// or more than a thousand different ones.
    pub fn limit_labels(&mut self, labels: &[impl AsRef<str>], budget: f64) -> Result<()> {
        if labels.len() != self.words.len() {
            return Err(invalid(format!(
                "there are {} texts but {} labels: give one label for every text",
                self.words.len(),
                labels.len()
            )));
        }
        let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (item, label) in labels.iter().enumerate() {
            members.entry(label.as_ref()).or_default().push(item);
        }
        if members.len() > MAX_LABELS {
            return Err(invalid(format!(
                "there are {} different labels: a quota can be given to at most {MAX_LABELS}",
                members.len()
            )));
        }
        for (label, items) in members {
            let mut ones = vec![0.0; self.words.len()];
            for item in items {
                ones[item] = 1.0;
            }
            self.limit(format!("label {label}"), budget, ones, vec![]);
        }
        Ok(())
    }

    /// Allows at most `budget` repeats: texts that say nearly word for word what one with a better
    /// score says (`repeats`), and pairs of other texts that are neighbours and have a cosine of at
    /// least 0.8; 0 allows none. Where there is none, the limit is as many texts as there are.
    pub fn limit_repeats(&mut self, budget: f64) {
        let is_repeat = |&text: &usize| self.repeats[text];
        let pairs = self.similar.iter().filter(|pair| pair.2 >= REPEAT);
        let pairs = pairs.filter(|(i, j, _)| !is_repeat(i) && !is_repeat(j));
        let pairs: Vec<_> = pairs.map(|&(i, j, _)| (i, j, 1.0)).collect();
        let repeats: Vec<f64> = match self.repeats.contains(&true) {
            true => self
                .repeats
                .iter()
                .map(|&one| f64::from(u8::from(one)))
                .collect(),
            false => vec![],
        };
        if pairs.is_empty() && repeats.is_empty() && budget >= 0.0 {
            return self.limit_items(self.words.len() as f64);
        }
        // A budget is over 0; half a repeat allows none.
        let budget = if budget == 0.0 { 0.5 } else { budget };
        self.limit("repeats".into(), budget, repeats, pairs);
    }

    fn limit(
        &mut self,
        name: String,
        budget: f64,
        unary: Vec<f64>,
        pairs: Vec<(usize, usize, f64)>,
    ) {
        self.spec.attributes.push(AttributeSpec {
            name: Some(name),
            budget,
            unary,
            pairs,
        });
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cosine_is_that_of_tf_idf() {
        // Of four texts, two share "tram" and "late"; only "tram" twice in one.
        let texts = ["tram tram late", "tram late night", "cat", "dog"];
        let corpus = ScoredTexts::new(&texts, &[1.0; 4], &SimilarityOptions::default()).unwrap();
        let rare = 4.0_f64.ln();
        let common = 2.0_f64.ln();
        let twice = (1.0 + common) * common;
        let product = twice * common + common * common;
        let lengths = (
            twice.hypot(common),
            (2.0 * common * common + rare * rare).sqrt(),
        );
        let expected = product / (lengths.0 * lengths.1);
        let (i, j, found) = corpus.spec.pairs[0];
        assert_eq!((corpus.spec.pairs.len(), i, j), (1, 0, 1));
        assert!((found - 0.5 * expected).abs() < 1e-12, "{found} {expected}");
        assert_eq!(corpus.words, [3, 3, 1, 1]);
    }

    #[test]
    fn neighbours_are_limited_and_make_triples() {
        let alike = (0..6).map(|i| format!("line harbour x{i}"));
        let others = (0..40).map(|i| format!("y{i}"));
        let texts: Vec<String> = alike.chain(others).collect();
        let options = |neighbours| SimilarityOptions {
            neighbours,
            weight: 1.0,
        };
        let all = ScoredTexts::new(&texts, &[1.0; 46], &options(100)).unwrap();
        assert_eq!(all.spec.pairs.len(), 15);
        assert_eq!(all.spec.triples.len(), 20);
        let few = ScoredTexts::new(&texts, &[1.0; 46], &options(1)).unwrap();
        assert_eq!(few.spec.pairs.len(), 5);
        assert!(few.spec.triples.is_empty());
        let none = ScoredTexts::new(&texts, &[1.0; 46], &options(0)).unwrap();
        assert!(none.spec.pairs.is_empty());
    }

    #[test]
    fn chinese_is_compared_by_pairs_of_characters() {
        let texts = ["港口线开", "港口线停", "猫", "狗", "口港", "线"];
        let corpus = ScoredTexts::new(&texts, &[1.0; 6], &SimilarityOptions::default()).unwrap();
        let [(0, 1, _)] = corpus.spec.pairs[..] else {
            panic!("{:?}", corpus.spec.pairs);
        };
    }

    #[test]
    fn of_many_copies_none_is_chosen_beside_the_best() {
        use crate::subset::{Problem, SubsetOptions, select};

        for copies in [50, 300] {
            let mut texts = vec!["The harbour line opens in May.".to_owned(); copies];
            texts.push("A cat sleeps.".into());
            let scores: Vec<f64> = (0..=copies).map(|at| 0.5 + at as f64 / 1e3).collect();
            for texts in [&texts[..], &texts[..copies]] {
                let scores = &scores[..texts.len()];
                let mut corpus = ScoredTexts::new(texts, scores, &Default::default()).unwrap();
                corpus.limit_repeats(0.0);
                let problem = Problem::new(&corpus.spec).unwrap();
                let found = select(&problem, &SubsetOptions::default()).unwrap().chosen;
                assert_eq!(found, (copies - 1..texts.len()).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn limits_become_attributes() {
        let texts = ["a b c", "a b c", "d e"];
        let mut corpus =
            ScoredTexts::new(&texts, &[1.0; 3], &SimilarityOptions::default()).unwrap();
        corpus.limit_items(2.0);
        corpus.limit_words(5.0);
        corpus.limit_labels(&["x", "y", "x"], 1.0).unwrap();
        corpus.limit_repeats(0.5);
        let found: Vec<_> = corpus
            .spec
            .attributes
            .iter()
            .map(|a| {
                (
                    a.name.as_deref().unwrap(),
                    a.unary.as_slice(),
                    a.pairs.len(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("items", &[1.0, 1.0, 1.0][..], 0),
                ("words", &[3.0, 3.0, 2.0], 0),
                ("label x", &[1.0, 0.0, 1.0], 0),
                ("label y", &[0.0, 1.0, 0.0], 0),
                ("repeats", &[0.0, 1.0, 0.0], 0),
            ]
        );
        // Half a repeat allows none; without repeats every text is allowed.
        corpus.limit_repeats(0.0);
        assert_eq!(corpus.spec.attributes[5].budget, 0.5);
        corpus.similar.clear();
        corpus.repeats.fill(false);
        corpus.limit_repeats(0.0);
        assert_eq!(corpus.spec.attributes[6].budget, 3.0);
        let error = corpus.limit_labels(&["x"], 1.0).unwrap_err();
        assert!(error.message().contains("3 texts but 1 labels"), "{error}");
    }

    #[test]
    fn bad_arguments_say_what_is_allowed() {
        let with = |scores: &[f64], neighbours, weight| {
            let options = SimilarityOptions { neighbours, weight };
            ScoredTexts::new(&["a", "b"], scores, &options)
                .unwrap_err()
                .to_string()
        };
        assert!(with(&[1.0], 5, 0.5).contains("2 texts but 1 scores"));
        assert!(with(&[1.0; 2], 101, 0.5).contains("from 0 to 100"));
        assert!(with(&[1.0; 2], 5, f64::NAN).contains("option weight is NaN"));
    }

    #[test]
    fn texts_are_related_in_turns() {
        use std::pin::pin;
        use std::task::{Context, Waker};

        let texts: Vec<String> = (0..4000)
            .map(|at| format!("The line number {} opens late. ", at % 97).repeat(3))
            .collect();
        let (scores, options) = (vec![1.0; texts.len()], SimilarityOptions::default());
        let mut work = pin!(ScoredTexts::in_turns(&texts, &scores, &options));
        let mut context = Context::from_waker(Waker::noop());
        let mut turns = 0;
        while work.as_mut().poll(&mut context).is_pending() {
            turns += 1;
        }
        assert!(turns > 4, "{turns} turns");
    }
}
