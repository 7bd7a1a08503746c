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
//! The cost is that of a pass over the document and of encoding it, once for all of its summaries, and
//! for every sentence that of comparing it with what is encoded.

use std::borrow::Cow;
use std::ops::Range;

use crate::analysis::Document;
use crate::error::Result;
use crate::matcher::density::density;
use crate::matcher::entailment::{self, Entailment};
use crate::matcher::evidence::{self, Findings, MOST_SENTENCES};
use crate::matcher::lexical_overlap::{LexicalOverlap, OverlapFeatures};
use crate::matcher::neural::{Ids, NeuralMatcher};
use crate::matcher::outcome::{Levels, Match, Read};
pub use crate::matcher::parts::Parts;
use crate::matcher::parts::weighed;
use crate::matcher::premise::Premises;
use crate::matcher::stems::DocumentStems;
use crate::matcher::surface_forms;
use crate::matcher::turns::{Turns, Unbroken};
use crate::matcher::windows::{beginning, choose};
use crate::matcher::{Analysed, Pair};
use crate::model::manifest::FitSpec;
use crate::text::{Language, normalized_words, sentences};

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

/// A document, or what is read of it, for all summaries that are held against it.
struct Source<'a> {
    text: Cow<'a, str>,
    ids: Ids,
    language: Language,
    /// The document as it is analysed, where that is the whole of this text.
    analysed: Option<&'a Document<'a>>,
    /// The share of the document that it is.
    share: f64,
}

impl Source<'_> {
    /// The words that it says.
    fn words(&self) -> Vec<String> {
        match self.analysed {
            Some(document) => document.words(),
            None => normalized_words(&self.text, self.language),
        }
    }
}

/// What is read of a summary, and of which source.
struct Shown<'a> {
    source: usize,
    summary: Cow<'a, str>,
    /// The share of the summary that it is.
    share: f64,
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
    overlap: OverlapFeatures,
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
        let (sources, shown) = self.shown(pairs);
        let judged = self.judge(&sources, &shown, findings, turns).await?;
        let scored = judged.into_iter().zip(&shown);
        let scored = scored.map(|((parts, read, backend), shown)| {
            let odds = self.spec.calibration.exceedances(self.spec.score(&parts));
            let read = Read {
                document: read.document * sources[shown.source].share,
                summary: read.summary * shown.share,
            };
            Match::new(Levels::from_exceedances(odds), backend, read)
        });
        Ok(scored.collect())
    }

    /// What is shown to the network: of a long document what matters for each summary, of a long
    /// summary its first sentences.
    fn shown<'a>(&self, pairs: &[Analysed<'a>]) -> (Vec<Source<'a>>, Vec<Shown<'a>>) {
        let (mut sources, mut shown) = (Vec::new(), Vec::with_capacity(pairs.len()));
        let same = |one: &Analysed, next: &Analysed| std::ptr::eq(one.grounding, next.grounding);
        for group in pairs.chunk_by(same) {
            let Some(first) = group.first() else { continue };
            let document = first.grounding.document;
            let text = surface_forms::document(&first.pair.document, document.language);
            let bytes = text.len();
            let whole = self.whole(text, document, first.pair);
            let is_whole = whole.is_some();
            sources.extend(whole);
            for one in group {
                if !is_whole {
                    sources.push(self.chosen(one, bytes));
                }
                let (summary, share) = beginning_of_summary(one);
                shown.push(Shown {
                    source: sources.len() - 1,
                    summary,
                    share,
                });
            }
        }
        (sources, shown)
    }

    /// The bytes of a document that are read at most.
    fn most_bytes(&self) -> usize {
        BYTES * self.network.most_tokens()
    }

    /// A document that is read whole; none if it is too long.
    fn whole<'a>(
        &self,
        text: Cow<'a, str>,
        document: &'a Document<'a>,
        pair: &Pair,
    ) -> Option<Source<'a>> {
        if text.len() > self.most_bytes() {
            return None;
        }
        let ids = self.network.document(&text);
        // A token has a byte at least.
        let is_long = text.len() > self.network.most_tokens() && ids.read() < 1.0;
        (!is_long).then(|| Source {
            text,
            ids,
            language: document.language,
            analysed: (document.text == pair.document).then_some(document),
            share: 1.0,
        })
    }

    /// What of a document of so many bytes is read for a summary.
    fn chosen<'a>(&self, read: &Analysed<'a>, bytes: usize) -> Source<'a> {
        let mut room = self.most_bytes();
        let (text, ids) = loop {
            let text = choose(read.grounding, &read.summary, room);
            let ids = self.network.document(&text);
            let seen = ids.read();
            if seen >= 1.0 || room < LEAST_BYTES {
                break (text, ids);
            }
            room = (room.min(text.len()) as f64 * (seen - 0.05)).max(0.0) as usize;
        };
        Source {
            share: text.len() as f64 / bytes.max(1) as f64,
            text: Cow::Owned(text),
            ids,
            language: read.grounding.document.language,
            analysed: None,
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
        let (mut sources, mut shown) = (Vec::new(), Vec::with_capacity(pairs.len()));
        let same = |one: &(&Pair, Language), next: &(&Pair, Language)| {
            one.0.document == next.0.document && one.1 == next.1
        };
        for group in pairs.chunk_by(same) {
            sources.extend(group.first().map(|(pair, language)| Source {
                text: Cow::Borrowed(&pair.document),
                ids: self.network.document(&pair.document),
                language: *language,
                analysed: None,
                share: 1.0,
            }));
            shown.extend(group.iter().map(|(pair, _)| Shown {
                source: sources.len() - 1,
                summary: Cow::Borrowed(&pair.summary),
                share: 1.0,
            }));
        }
        let judged = self.judge(&sources, &shown, &findings, &Unbroken).await?;
        Ok(judged
            .into_iter()
            .map(|(parts, read, _)| (parts, read))
            .collect())
    }

    /// What each pair is judged by, how much of what is shown of it was read, and where.
    async fn judge(
        &self,
        sources: &[Source<'_>],
        shown: &[Shown<'_>],
        findings: &[Findings],
        turns: &dyn Turns,
    ) -> Result<Vec<(Parts, Read, &'static str)>> {
        let mut densities = Vec::with_capacity(shown.len());
        let mut units = Vec::with_capacity(shown.len());
        for group in shown.chunk_by(|one, next| one.source == next.source) {
            let Some(source) = group.first().and_then(|one| sources.get(one.source)) else {
                continue;
            };
            let (words, language) = (source.words(), source.language);
            let is_stemmed = self.spec.copied > 0.0 || self.entailment.is_some();
            let stems = is_stemmed.then(|| DocumentStems::of(&words, language));
            let overlap = LexicalOverlap::of(&words, stems.as_ref(), language, &self.spec);
            let premises = self.entailment.as_ref().zip(stems.as_ref());
            let premises = premises.map(|(_, stems)| Premises::of(&source.text, stems, language));
            for one in group {
                let pair = densities.len();
                densities.push(weighed(self.spec.density, || {
                    density(&words, &normalized_words(&one.summary, language))
                }));
                for span in split(&one.summary, language) {
                    turns.turn().await?;
                    let text = &one.summary[span];
                    units.push(Unit {
                        pair,
                        premise: premises.as_ref().map(|premises| premises.of_sentence(text)),
                        ids: self.network.summary(text),
                        overlap: overlap.features(text),
                        text,
                    });
                }
            }
        }
        let document = |pair: usize| &sources[shown[pair].source].ids;
        let both: Vec<_> = units
            .iter()
            .map(|unit| (document(unit.pair), &unit.ids))
            .collect();
        let most = self.network.batch(both.len()).unwrap_or(ALONE);
        let levels = self.network.levels(&both, most, turns).await?;

        let mut sums = vec![Sum::default(); shown.len()];
        for (unit, (levels, backend)) in units.iter().zip(levels) {
            let entailment = match (&self.entailment, &unit.premise) {
                (Some(entailment), Some(premise)) => {
                    turns.turn().await?;
                    entailment.judge(premise, unit.text).await?
                }
                _ => 0.0,
            };
            let parts = Parts {
                rouge_1: unit.overlap.rouge_1,
                network: levels.probability().max(FLOOR).ln(),
                entailment,
                ..Parts::default()
            };
            let sum = &mut sums[unit.pair];
            sum.add(&unit.ids, parts, backend, &self.spec);
            sum.novel_bigrams += unit.overlap.novel_bigrams;
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
            .zip(found)
            .enumerate()
            .map(|(pair, (sum, whole))| {
                let read = Read {
                    document: document(pair).read(),
                    summary: sum.read(),
                };
                let backend = sum.backend.unwrap_or(self.network.backend());
                (whole.plus(&sum.parts(&self.spec), 1.0), read, backend)
            })
            .collect())
    }
}

/// What is read of a summary, and the share of it.
fn beginning_of_summary<'a>(read: &Analysed<'a>) -> (Cow<'a, str>, f64) {
    let summary = surface_forms::summary(&read.pair.summary, read.grounding.document.language);
    let bytes = summary.len();
    let next = read.summary.sentences.get(MOST_SENTENCES);
    let most = next.map_or(bytes, |next| next.start).min(MOST_BYTES);
    let shown = match summary {
        Cow::Borrowed(summary) => Cow::Borrowed(beginning(summary, most)),
        Cow::Owned(summary) => Cow::Owned(beginning(&summary, most).to_owned()),
    };
    let share = shown.len() as f64 / bytes.max(1) as f64;
    (shown, share)
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
