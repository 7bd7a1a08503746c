//! The default matcher: words that the document holds, and a network that
//! objects.
//!
//! Every sentence of a summary scores
//!
//! x = a · ROUGE-1 precision + b · ROUGE-2 precision + c · ln p
//!
//! with p the network's probability of levels 4 and 5. Shared words carry what
//! people reward; ln p is near zero where the network agrees and falls without
//! bound where it finds another article's title, a changed number or name, a
//! negation. The mean of x over the sentences, weighted by their tokens,
//! becomes a distribution over the levels by proportional odds
//! ([`FitSpec`]). The cost is that of the graph, once per sentence.

use crate::error::Result;
use crate::matcher::Pair;
use crate::matcher::neural::{Ids, NeuralMatcher};
use crate::matcher::outcome::{Levels, Match, Read};
use crate::metrics::rouge_n;
use crate::model::manifest::FitSpec;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// The least probability whose logarithm counts.
const FLOOR: f64 = 1e-6;

/// Scores pairs by shared words and a network.
pub struct FitMatcher {
    network: NeuralMatcher,
    spec: FitSpec,
}

/// A sentence of the summary of a pair.
struct Unit {
    pair: usize,
    ids: Ids,
    /// The lexical part of x.
    shared: f64,
}

impl FitMatcher {
    /// A matcher that puts `network` and shared words together as `spec` says.
    pub fn new(network: NeuralMatcher, spec: FitSpec) -> Self {
        Self { network, spec }
    }

    /// Scores pairs, each read by the rules of its language; results are in the
    /// order of `pairs`.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn score(&self, pairs: &[Pair], languages: &[Language]) -> Result<Vec<Match>> {
        let mut documents = Vec::with_capacity(pairs.len());
        let mut units = Vec::with_capacity(pairs.len());
        for (index, (pair, &language)) in pairs.iter().zip(languages).enumerate() {
            documents.push(self.network.document(&pair.document));
            let document = words(&pair.document);
            for text in split(&pair.summary, language) {
                let sentence = words(text);
                let precision = |n| rouge_n(&sentence, &document, n).precision;
                units.push(Unit {
                    pair: index,
                    ids: self.network.summary(text),
                    shared: self.spec.rouge_1 * precision(1) + self.spec.rouge_2 * precision(2),
                });
            }
        }
        let shown: Vec<_> = units
            .iter()
            .map(|unit| (&documents[unit.pair], &unit.ids))
            .collect();
        let levels = self.network.levels(&shown).await?;

        let mut sums = vec![Sum::default(); pairs.len()];
        for (unit, levels) in units.iter().zip(levels) {
            let agreed = levels.probability().max(FLOOR).ln();
            sums[unit.pair].add(&unit.ids, unit.shared + self.spec.network * agreed);
        }
        Ok(sums
            .into_iter()
            .zip(documents)
            .map(|(sum, document)| {
                let odds = self.spec.calibration.exceedances(sum.mean());
                let read = Read {
                    document: document.read(),
                    summary: sum.read(),
                };
                Match::new(Levels::from_exceedances(odds), self.network.backend(), read)
            })
            .collect())
    }
}

/// The sentences of a summary that hold a letter or digit; the summary itself
/// if there are not two.
fn split(summary: &str, language: Language) -> Vec<&str> {
    let found: Vec<_> = sentences(summary, language)
        .into_iter()
        .filter_map(|span| summary.get(span))
        .filter(|text| text.contains(char::is_alphanumeric))
        .collect();
    if found.len() < 2 {
        vec![summary]
    } else {
        found
    }
}

/// The scores of the sentences of a summary, added up.
#[derive(Clone, Default)]
struct Sum {
    score: f64,
    /// Tokens that were read, and tokens that there are.
    read: usize,
    of: usize,
}

impl Sum {
    fn add(&mut self, ids: &Ids, score: f64) {
        self.score += ids.len() as f64 * score;
        self.read += ids.len();
        self.of += ids.of();
    }

    fn mean(&self) -> f64 {
        self.score / self.read.max(1) as f64
    }

    fn read(&self) -> f64 {
        self.read as f64 / self.of.max(1) as f64
    }
}
