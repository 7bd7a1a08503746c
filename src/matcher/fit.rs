//! The default matcher: words that the document holds, what it says otherwise, and a network that
//! objects.
//!
//! A sentence of a summary scores a · ROUGE-1 precision + b · ln p, with p the network's probability
//! of levels 4 and 5: near zero where the network agrees, far below where it finds another article's
//! title, a changed number or name, a negation. A summary scores half way between the mean over its
//! sentences, weighted by their tokens, and its worst sentence: one false sentence among true ones is
//! more than a matter of share.
//!
//! What is counted over the whole summary has weights of its own ([`Parts`]): whether it is in the
//! document's own words (`novelty`, `density`), and what `grounding` finds, the places where the
//! document says otherwise, and the names, numbers and dates that it lacks. Proportional odds turn the
//! result into a distribution over the levels ([`FitSpec`]).
//!
//! A larger model adds to the x of a sentence the weighted log-probability that the document entails
//! it ([`Entailment`]).
//!
//! The cost is that of the graphs and of a pass over the document, for every sentence of the summary.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::Result;
use crate::matcher::density::density;
use crate::matcher::entailment::{self, Entailment};
use crate::matcher::evidence::{self, Findings, MOST_SENTENCES};
use crate::matcher::neural::{Ids, NeuralMatcher};
use crate::matcher::outcome::{Levels, Match, Read};
pub use crate::matcher::parts::Parts;
use crate::matcher::parts::weighed;
use crate::matcher::premise::Premises;
use crate::matcher::surface::plain;
use crate::matcher::turns::{Turns, Unbroken};
use crate::matcher::windows::{beginning, choose};
use crate::matcher::wording::{Told, Wording};
use crate::matcher::{Analysed, Pair};
use crate::model::manifest::FitSpec;
use crate::text::{Language, said, sentences};

/// The least probability whose logarithm counts.
const FLOOR: f64 = 1e-6;

/// Sentences in one run of the graph, unless the session asks for more. Padding would
/// cost a CPU more than a batch saves, and a pair has the same score, to the last bit,
/// in any company.
const ALONE: usize = 1;

/// The bytes of a token at most, on the mean of a text: a document of more is longer than is read.
const BYTES: usize = 12;
/// The fewest bytes of a document that are chosen.
const LEAST_BYTES: usize = 64;
/// The most bytes of a summary that are judged.
const MOST_BYTES: usize = 1 << 16;

/// What the network is shown of a pair, and how much of it that is.
struct Shown<'a> {
    pair: Cow<'a, Pair>,
    share: Read,
}

/// Scores pairs by shared words and numbers, and a network.
pub struct FitMatcher {
    network: NeuralMatcher,
    /// Of a larger model; most have none.
    entailment: Option<Box<Entailment>>,
    spec: FitSpec,
}

/// A sentence of the summary of a pair.
struct Unit<'a> {
    pair: usize,
    text: &'a str,
    /// What entailment holds it against; none if it is not asked.
    premise: Option<String>,
    ids: Ids,
    told: Told,
}

impl FitMatcher {
    /// A matcher that puts `network` and the rest together as `spec` says.
    pub fn new(network: NeuralMatcher, entailment: Option<Entailment>, spec: FitSpec) -> Self {
        Self {
            network,
            entailment: entailment.map(Box::new),
            spec,
        }
    }

    /// Scores pairs; `findings` says what was found of each. Results are in the order of `pairs`.
    ///
    /// # Errors
    ///
    /// Those of the session and of `turns`.
    pub(crate) async fn score(
        &self,
        pairs: &[Analysed<'_>],
        findings: &[Findings],
        turns: &dyn Turns,
    ) -> Result<Vec<Match>> {
        let shown: Vec<Shown> = pairs.iter().map(|pair| self.shown(pair)).collect();
        let read: Vec<(&Pair, Language)> = shown
            .iter()
            .zip(pairs)
            .map(|(shown, pair)| (&*shown.pair, pair.grounding.document.language))
            .collect();
        let judged = self.judge(&read, findings, turns).await?;
        Ok(judged
            .into_iter()
            .zip(shown)
            .map(|((parts, read, backend), shown)| {
                let odds = self.spec.calibration.exceedances(self.spec.score(&parts));
                let read = Read {
                    document: read.document * shown.share.document,
                    summary: read.summary * shown.share.summary,
                };
                Match::new(Levels::from_exceedances(odds), backend, read)
            })
            .collect())
    }

    /// What is shown to the network of a pair: of a long document what matters, of a long summary
    /// its first sentences.
    fn shown<'a>(&self, read: &Analysed<'a>) -> Shown<'a> {
        let pair = plain(read.pair, read.grounding.document.language);
        let Pair { document, summary } = &*pair;
        let most = BYTES * self.network.most_tokens();
        let is_long = document.len() > most
            // A token has a byte at least.
            || document.len() > self.network.most_tokens()
                && self.network.document(document).read() < 1.0;
        let sentences = &read.summary.sentences;
        let end = match sentences.get(MOST_SENTENCES) {
            Some(next) => next.start,
            None => summary.len(),
        };
        let end = end.min(MOST_BYTES).min(summary.len());
        if !is_long && end == summary.len() {
            return Shown {
                pair,
                share: Read {
                    document: 1.0,
                    summary: 1.0,
                },
            };
        }
        let mut part = document.clone();
        if is_long {
            let mut room = most;
            loop {
                part = choose(read.grounding, &read.summary, room);
                let seen = self.network.document(&part).read();
                if seen >= 1.0 || room < LEAST_BYTES {
                    break;
                }
                room = (room.min(part.len()) as f64 * (seen - 0.05)).max(0.0) as usize;
            }
        }
        let summary_part = beginning(summary, end);
        let share = |part: &str, whole: &str| part.len() as f64 / whole.len().max(1) as f64;
        Shown {
            share: Read {
                document: share(&part, document),
                summary: share(summary_part, summary),
            },
            pair: Cow::Owned(Pair {
                document: part,
                summary: summary_part.to_owned(),
            }),
        }
    }

    /// The most pairs that are well judged at once.
    pub(super) fn batch(&self) -> Option<usize> {
        match self.entailment {
            Some(_) => Some(entailment::BATCH),
            None => self.network.batch(usize::MAX),
        }
    }

    /// What each pair is judged by, and how much of it was read.
    ///
    /// # Errors
    ///
    /// Those of the session.
    pub async fn parts(
        &self,
        pairs: &[Pair],
        languages: &[Language],
    ) -> Result<Vec<(Parts, Read)>> {
        let pairs: Vec<_> = pairs.iter().zip(languages.iter().copied()).collect();
        let findings: Vec<Findings> = pairs
            .iter()
            .map(|(pair, language)| evidence::find(&pair.document, &pair.summary, *language))
            .collect();
        let judged = self.judge(&pairs, &findings, &Unbroken).await?;
        Ok(judged
            .into_iter()
            .map(|(parts, read, _)| (parts, read))
            .collect())
    }

    /// What each pair is judged by, how much of it was read, and where.
    async fn judge(
        &self,
        pairs: &[(&Pair, Language)],
        findings: &[Findings],
        turns: &dyn Turns,
    ) -> Result<Vec<(Parts, Read, &'static str)>> {
        let mut documents = Vec::with_capacity(pairs.len());
        let mut densities = Vec::with_capacity(pairs.len());
        let mut units = Vec::with_capacity(pairs.len());
        for (index, &(pair, language)) in pairs.iter().enumerate() {
            documents.push(self.network.document(&pair.document));
            let document = said(&pair.document, language);
            let wording = Wording::of(&document, language, &self.spec);
            densities.push(weighed(self.spec.density, || {
                density(&document, &said(&pair.summary, language))
            }));
            let premises = self
                .entailment
                .as_ref()
                .map(|_| Premises::of(&pair.document, &document, language));
            for span in split(&pair.summary, language) {
                turns.turn().await?;
                let text = &pair.summary[span];
                units.push(Unit {
                    pair: index,
                    premise: premises.as_ref().map(|premises| premises.of_sentence(text)),
                    ids: self.network.summary(text),
                    told: wording.tell(text),
                    text,
                });
            }
        }
        let shown: Vec<_> = units
            .iter()
            .map(|unit| (&documents[unit.pair], &unit.ids))
            .collect();
        let most = self.network.batch(shown.len()).unwrap_or(ALONE);
        let levels = self.network.levels(&shown, most, turns).await?;

        let mut sums = vec![Sum::default(); pairs.len()];
        for (unit, (levels, backend)) in units.iter().zip(levels) {
            let entailment = match (&self.entailment, &unit.premise) {
                (Some(entailment), Some(premise)) => {
                    turns.turn().await?;
                    entailment.judge(premise, unit.text).await?
                }
                _ => 0.0,
            };
            let parts = Parts {
                rouge_1: unit.told.rouge_1,
                network: levels.probability().max(FLOOR).ln(),
                entailment,
                ..Parts::default()
            };
            let sum = &mut sums[unit.pair];
            sum.add(&unit.ids, parts, backend, &self.spec);
            sum.novel_bigrams += unit.told.novel_bigrams;
        }
        let found = findings
            .iter()
            .zip(densities)
            .map(|(found, density)| Parts {
                density,
                contradicted: (found.contradictions() as f64).ln_1p(),
                missing: (found.missing() as f64).ln_1p(),
                ..Parts::default()
            });
        Ok(sums
            .iter()
            .zip(documents)
            .zip(found)
            .map(|((sum, document), whole)| {
                let read = Read {
                    document: document.read(),
                    summary: sum.read(),
                };
                let backend = sum.backend.unwrap_or(self.network.backend());
                (whole.plus(&sum.parts(&self.spec), 1.0), read, backend)
            })
            .collect())
    }
}

/// The bytes of the sentences of a summary that hold a letter or digit; of the summary itself
/// if there are not two.
fn split(summary: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = sentences(summary, language);
    found.retain(|span| summary[span.clone()].contains(char::is_alphanumeric));
    if found.len() < 2 {
        found = std::iter::once(0..summary.len()).collect();
    }
    found
}

/// The parts of the sentences of a summary, added up.
#[derive(Clone, Default)]
struct Sum {
    /// Each sentence's as often as it has tokens.
    weighted: Parts,
    worst: Option<Parts>,
    novel_bigrams: usize,
    /// Tokens that were read, and tokens that there are.
    read: usize,
    of: usize,
    /// Where the graph ran; the GPU only if it did for every sentence.
    backend: Option<&'static str>,
}

impl Sum {
    fn add(&mut self, ids: &Ids, parts: Parts, backend: &'static str, spec: &FitSpec) {
        if self.backend.is_none_or(|before| before == "webgpu") {
            self.backend = Some(backend);
        }
        self.weighted = self.weighted.plus(&parts, ids.len() as f64);
        if self
            .worst
            .is_none_or(|worst| spec.score(&parts) < spec.score(&worst))
        {
            self.worst = Some(parts);
        }
        self.read += ids.len();
        self.of += ids.of();
    }

    fn parts(&self, spec: &FitSpec) -> Parts {
        let mean = Parts::default().plus(&self.weighted, 1.0 / self.read.max(1) as f64);
        let worst = self.worst.unwrap_or(mean);
        Parts {
            copied: weighed(spec.copied, || (1.0 + self.novel_bigrams as f64).powi(-2)),
            ..Parts::default().plus(&mean, 0.5).plus(&worst, 0.5)
        }
    }

    fn read(&self) -> f64 {
        self.read as f64 / self.of.max(1) as f64
    }
}
