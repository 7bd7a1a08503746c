//! Telling how well a summary fits its document.
//!
//! A [`Matcher`] gives every pair a distribution over the five levels of
//! quality of Hou et al. 2017 (paper A): 1 unrelated or a comment, 2 a clause
//! picked from the document, 3 covers half of it at most, 4 almost a summary,
//! 5 a good summary. Levels 4 and 5 count as matched.
//!
//! One interface serves every system: the manifest says which runner it needs.
//! [`rouge`] counts words; [`svm`] weighs them; [`neural`] runs a graph, whatever its
//! encoder; [`fit`] counts words and runs a graph.

mod absent;
mod content;
mod contradictions;
mod counted;
mod document_quantities;
mod document_words;
pub mod entailment;
pub mod evidence;
pub mod field;
pub mod fit;
mod measures;
mod negations;
pub mod neural;
mod novelty;
pub mod outcome;
mod parts;
mod premise;
mod proximity;
mod quotation;
mod reading;
mod restated;
pub mod rouge;
mod same_meaning;
mod same_words;
mod stems;
mod support;
pub mod svm;
mod telling;
mod topics;
pub mod verdict;
mod wording;

pub use evidence::Evidence;
pub use outcome::{Levels, Match, Read};
pub use verdict::{EvidenceKind, JudgedSentence, Verdict};

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::model::Manifest;
use crate::text::{Language, sentences};
use field::FieldMatcher;
use fit::FitMatcher;
use neural::NeuralMatcher;
use rouge::RougeMatcher;
use svm::SvmMatcher;

/// A document and a summary of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The text that is summarised.
    pub document: String,
    /// The text that may sum it up.
    pub summary: String,
}

/// What to return beside the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchOptions {
    /// Which sentence of the document supports which part of the summary.
    pub explain: bool,
}

/// Tells how well summaries fit their documents.
pub struct Matcher {
    manifest: Manifest,
    language: Option<Language>,
    system: System,
}

enum System {
    Rouge(RougeMatcher),
    Neural(NeuralMatcher),
    Fit(FitMatcher),
    Svm(SvmMatcher),
    Field(FieldMatcher),
}

impl Matcher {
    pub(crate) fn from_rouge(
        manifest: Manifest,
        language: Option<Language>,
        matcher: RougeMatcher,
    ) -> Result<Self> {
        Self::new(manifest, language, System::Rouge(matcher))
    }

    pub(crate) fn from_neural(
        manifest: Manifest,
        language: Option<Language>,
        matcher: NeuralMatcher,
    ) -> Result<Self> {
        Self::new(manifest, language, System::Neural(matcher))
    }

    pub(crate) fn from_fit(
        manifest: Manifest,
        language: Option<Language>,
        matcher: FitMatcher,
    ) -> Result<Self> {
        Self::new(manifest, language, System::Fit(matcher))
    }

    pub(crate) fn from_svm(
        manifest: Manifest,
        language: Option<Language>,
        matcher: SvmMatcher,
    ) -> Result<Self> {
        Self::new(manifest, language, System::Svm(matcher))
    }

    pub(crate) fn from_field(
        manifest: Manifest,
        language: Option<Language>,
        matcher: FieldMatcher,
    ) -> Result<Self> {
        Self::new(manifest, language, System::Field(matcher))
    }

    fn new(manifest: Manifest, language: Option<Language>, system: System) -> Result<Self> {
        if let Some(language) = language
            && !manifest.languages.contains(&language)
        {
            let allowed: Vec<_> = manifest.languages.iter().map(|l| l.code()).collect();
            return Err(Error::new(
                ErrorKind::UnsupportedLanguage,
                format!(
                    "model `{}` does not handle language `{language}`; allowed: {}",
                    manifest.name,
                    allowed.join(", ")
                ),
            ));
        }
        Ok(Self {
            manifest,
            language,
            system,
        })
    }

    /// The manifest of the model.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The most pairs that are well given to [`match_batch`](Self::match_batch) at once.
    pub fn batch(&self) -> usize {
        let asked = match &self.system {
            System::Rouge(_) | System::Svm(_) => None,
            System::Field(_) => Some(field::BATCH),
            System::Neural(matcher) => matcher.batch(usize::MAX),
            System::Fit(matcher) => matcher.batch(),
        };
        asked.unwrap_or(neural::BATCH)
    }

    /// Scores pairs; results are in the order of `pairs`.
    ///
    /// A pair's score does not depend on the pairs beside it; on a GPU, whose sums have
    /// another order in a batch of another shape, to 1e-5.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] naming the pair whose document or summary
    /// holds no letter or digit, and those of the model's backend.
    pub async fn match_batch(&self, pairs: &[Pair], options: MatchOptions) -> Result<Vec<Match>> {
        for (index, pair) in pairs.iter().enumerate() {
            for (field, text) in [("document", &pair.document), ("summary", &pair.summary)] {
                if !text.chars().any(char::is_alphanumeric) {
                    return Err(Error::new(
                        ErrorKind::InvalidArgument,
                        format!("pair {index}: the {field} holds no letter or digit"),
                    ));
                }
            }
        }
        let mut unsupported = Vec::new();
        let mut matches = match &self.system {
            System::Rouge(matcher) => pairs
                .iter()
                .map(|pair| matcher.score(pair, self.language_of(pair)))
                .collect::<Result<Vec<_>>>()?,
            System::Neural(matcher) => matcher.score(pairs).await?,
            System::Svm(matcher) => pairs.iter().map(|pair| matcher.score(pair)).collect(),
            System::Fit(matcher) => {
                let languages: Vec<_> = pairs.iter().map(|pair| self.language_of(pair)).collect();
                matcher.score(pairs, &languages).await?
            }
            System::Field(matcher) => {
                let mut found = Vec::with_capacity(pairs.len());
                for pair in pairs {
                    let judged = matcher.judge(pair, self.language_of(pair)).await?;
                    found.push(judged.found);
                    unsupported.push(judged.unsupported);
                }
                found
            }
        };
        for (index, (found, pair)) in matches.iter_mut().zip(pairs).enumerate() {
            let language = self.language_of(pair);
            let mut findings = evidence::find(&pair.document, &pair.summary, language);
            found.language = language;
            if let Some(unsupported) = unsupported.get(index) {
                field::mark(&mut findings.evidence, &pair.summary, unsupported);
                // Where the document is shown to say otherwise, no model outweighs it.
                if findings.verdict == Verdict::Contradicted {
                    found.verdict = Verdict::Contradicted;
                }
            } else {
                found.verdict = findings.verdict;
                found.sentences = findings.sentences;
            }
            found.evidence = options.explain.then_some(findings.evidence);
        }
        Ok(matches)
    }

    /// The language asked for; else the only one of the model, the one that
    /// the document is written in, or the model's first.
    fn language_of(&self, pair: &Pair) -> Language {
        let languages = &self.manifest.languages;
        let detected =
            || Language::detect(&pair.document).filter(|language| languages.contains(language));
        match (self.language, languages.as_slice()) {
            (Some(language), _) => language,
            (None, [language]) => *language,
            _ => detected()
                .or(languages.first().copied())
                .unwrap_or(Language::English),
        }
    }
}

/// The bytes of the sentences of a text that hold a letter or digit; of the text itself if there
/// is none.
fn sentence_spans(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = sentences(text, language);
    found.retain(|span| text[span.clone()].contains(char::is_alphanumeric));
    if found.is_empty() {
        found.push(0..text.len());
    }
    found
}
