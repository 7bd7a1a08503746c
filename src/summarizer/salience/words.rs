//! What the words of a sentence say of its salience: a weight a word, learned.
//!
//! A file a language, `words/LANG.txt`, written by `models/recipes/salience/fit.py`: a word or two,
//! as the norms of tokens, and its weight in hundredths. The value of a sentence is the sum of the
//! weights of its distinct words and pairs, at most [`MOST`] in amount. Linear in the sentence.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::analysis::Token;
use crate::text::Language;

/// The most that words say.
const MOST: f64 = 3.0;

type Weights = HashMap<&'static str, f64>;

static ENGLISH: LazyLock<Weights> = LazyLock::new(|| read(include_str!("words/en.txt")));
static GERMAN: LazyLock<Weights> = LazyLock::new(|| read(include_str!("words/de.txt")));
static CHINESE: LazyLock<Weights> = LazyLock::new(|| read(include_str!("words/zh.txt")));
static PERSIAN: LazyLock<Weights> = LazyLock::new(|| read(include_str!("words/fa.txt")));

fn read(file: &'static str) -> Weights {
    let lines = file.lines().filter_map(|line| {
        let (words, weight) = line.rsplit_once(' ')?;
        Some((words, weight.parse::<f64>().ok()? / 100.0))
    });
    lines.collect()
}

/// What the words of each sentence say.
pub(super) fn told(language: Language, sentences: &[&[Token]]) -> Vec<f64> {
    let weights = match language {
        Language::English => &*ENGLISH,
        Language::German => &*GERMAN,
        Language::Chinese => &*CHINESE,
        Language::Persian => &*PERSIAN,
    };
    let mut pair = String::new();
    let of = |tokens: &&[Token]| {
        let mut seen: HashSet<&str> = HashSet::new();
        let mut sum = 0.0;
        for (at, token) in tokens.iter().enumerate() {
            pair.clear();
            pair.push_str(&token.norm);
            let one = weights.get_key_value(pair.as_str());
            let next = tokens.get(at + 1).map_or("", |next| next.norm.as_str());
            pair.push(' ');
            pair.push_str(next);
            let two = weights.get_key_value(pair.as_str());
            for (&words, &weight) in [one, two].into_iter().flatten() {
                if seen.insert(words) {
                    sum += weight;
                }
            }
        }
        sum.clamp(-MOST, MOST)
    };
    sentences.iter().map(of).collect()
}
