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

mod density;
pub mod entailment;
pub mod evidence;
#[cfg(feature = "onnx")]
pub mod field;
pub mod fit;
mod lexical_overlap;
pub mod limits;
pub mod neural;
mod novelty;
pub mod outcome;
mod parts;
#[cfg(all(test, feature = "onnx"))]
mod passes;
mod premise;
pub mod rouge;
mod stems;
mod surface_forms;
pub mod svm;
pub mod turns;
mod unsupported_spans;
pub mod verdict;
mod windows;

pub use evidence::Evidence;
use evidence::Findings;
pub use outcome::{Levels, Match, Mismatch, Read};
pub use verdict::{EvidenceKind, JudgedSentence, Verdict};

#[cfg(feature = "onnx")]
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::analysis::{Document, Plain};
use crate::error::{Error, ErrorKind, Result};
use crate::grounding::Grounding;
use crate::model::Manifest;
use crate::text::Language;
use crate::text::language::Guess;
#[cfg(feature = "onnx")]
use field::FieldMatcher;
use fit::FitMatcher;
use neural::NeuralMatcher;
use rouge::RougeMatcher;
use svm::SvmMatcher;
use turns::{Turns, Unbroken};
use unsupported_spans::UnsupportedSpan;

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

/// A pair whose texts are read.
pub(crate) struct Analysed<'a> {
    pub(crate) pair: &'a Pair,
    pub(crate) grounding: &'a Grounding<'a, 'a>,
    pub(crate) summary: Document<'a>,
}

enum System {
    Rouge(RougeMatcher),
    Neural(NeuralMatcher),
    Fit(FitMatcher),
    Svm(SvmMatcher),
    #[cfg(feature = "onnx")]
    Field(Box<FieldMatcher>),
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

    #[cfg(feature = "onnx")]
    pub(crate) fn from_field(
        manifest: Manifest,
        language: Option<Language>,
        matcher: FieldMatcher,
    ) -> Result<Self> {
        Self::new(manifest, language, System::Field(Box::new(matcher)))
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
            #[cfg(feature = "onnx")]
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
    /// holds no letter or digit or is longer than the [limits], and those of the model's backend.
    pub async fn match_batch(&self, pairs: &[Pair], options: MatchOptions) -> Result<Vec<Match>> {
        self.match_batch_in_turns(pairs, options, &Unbroken).await
    }

    /// [`match_batch`](Self::match_batch) that calls `turns` between pairs and sentences.
    ///
    /// # Errors
    ///
    /// Those of `match_batch` and of `turns`.
    pub async fn match_batch_in_turns(
        &self,
        pairs: &[Pair],
        options: MatchOptions,
        turns: &dyn Turns,
    ) -> Result<Vec<Match>> {
        for (index, pair) in pairs.iter().enumerate() {
            limits::check(pair, || format!("pair {index}: "))?;
        }
        // Pairs of one document, one after the other, share its reading.
        let mut of_document = Vec::with_capacity(pairs.len());
        let (mut written, mut guesses) = (Vec::new(), Vec::new());
        for group in pairs.chunk_by(|one, next| one.document == next.document) {
            of_document.extend(group.iter().map(|_| written.len()));
            if let Some(first) = group.first() {
                let guess = Language::guess(&first.document);
                let language = self.language_of(guess);
                let plain = Plain::of(&first.document, language);
                written.push((plain, language));
                guesses.push(guess);
                turns.turn().await?;
            }
        }
        let mut documents = Vec::with_capacity(written.len());
        for (plain, language) in &written {
            documents.push(Document::compared(plain, *language));
            turns.turn().await?;
        }
        let mut groundings = Vec::with_capacity(documents.len());
        for document in &documents {
            groundings.push(Grounding::new(document));
            turns.turn().await?;
        }
        let mut summaries = Vec::with_capacity(pairs.len());
        for (pair, &at) in pairs.iter().zip(&of_document) {
            summaries.push(Plain::of_summary(&pair.summary, &documents[at]));
            turns.turn().await?;
        }
        let mut read = Vec::with_capacity(pairs.len());
        for ((pair, &at), summary) in pairs.iter().zip(&of_document).zip(&summaries) {
            let grounding = &groundings[at];
            read.push(Analysed {
                pair,
                grounding,
                summary: Document::compared(summary, grounding.document.language),
            });
            turns.turn().await?;
        }
        let mut findings = Vec::with_capacity(read.len());
        for one in &read {
            findings.push(evidence::judge(one.grounding, &one.summary, turns).await?);
        }
        let (mut matches, unsupported) = self.score(&read, &findings, turns).await?;
        let judged = matches.iter_mut().zip(&read).zip(findings);
        for (index, ((found, one), mut findings)) in judged.enumerate() {
            let language = one.grounding.document.language;
            let guesses = [
                guesses[of_document[index]],
                Language::guess(&one.pair.summary),
            ];
            found.language = language;
            found.language_mismatch = mismatch(guesses, language);
            if let Some(unsupported) = unsupported.get(index) {
                unsupported_spans::mark(&mut findings.evidence, &one.summary, unsupported);
            } else {
                found.verdict = findings.verdict;
                found.sentences = findings.sentences;
            }
            // Where the document is shown to say otherwise, no model outweighs it. The systems of the
            // papers stay as they are.
            let of_paper = matches!(
                self.system,
                System::Rouge(_) | System::Neural(_) | System::Svm(_)
            );
            if !of_paper && findings.verdict == Verdict::Contradicted {
                found.contradict();
            }
            found.evidence = options.explain.then_some(findings.evidence);
        }
        Ok(matches)
    }

    /// Scores summaries of one document, which is read once; results are in the order of
    /// `summaries`.
    ///
    /// # Errors
    ///
    /// Those of [`match_batch`](Self::match_batch).
    pub async fn match_all(
        &self,
        document: &str,
        summaries: &[String],
        options: MatchOptions,
    ) -> Result<Vec<Match>> {
        let pairs: Vec<Pair> = summaries
            .iter()
            .map(|summary| Pair {
                document: document.to_owned(),
                summary: summary.clone(),
            })
            .collect();
        self.match_batch(&pairs, options).await
    }

    /// Scores pairs; a model of the field also tells the words of each that it finds unsupported.
    async fn score(
        &self,
        read: &[Analysed<'_>],
        findings: &[Findings],
        turns: &dyn Turns,
    ) -> Result<(Vec<Match>, Vec<Vec<UnsupportedSpan>>)> {
        let pairs = read.iter().map(|one| one.pair);
        let found: Result<Vec<Match>> = match &self.system {
            System::Rouge(matcher) => read
                .iter()
                .map(|one| matcher.score(one.pair, one.grounding.document.language))
                .collect(),
            System::Neural(matcher) => matcher.score(&pairs.collect::<Vec<_>>(), turns).await,
            System::Svm(matcher) => Ok(pairs.map(|pair| matcher.score(pair)).collect()),
            System::Fit(matcher) => matcher.score(read, findings, turns).await,
            #[cfg(feature = "onnx")]
            System::Field(matcher) => {
                let mut judged = Vec::with_capacity(read.len());
                let same =
                    |one: &Analysed, next: &Analysed| std::ptr::eq(one.grounding, next.grounding);
                for group in read.chunk_by(same) {
                    judged.extend(matcher.judge(group, turns).await?);
                }
                let judged = judged.into_iter();
                return Ok(judged.map(|one| (one.found, one.unsupported)).unzip());
            }
        };
        Ok((found?, Vec::new()))
    }

    /// The language asked for; else the only one of the model, the one that
    /// the document seems to be in, or the model's first.
    fn language_of(&self, guess: Option<Guess>) -> Language {
        let languages = &self.manifest.languages;
        let guessed = guess.map(|guess| guess.language);
        let detected = || guessed.filter(|language| languages.contains(language));
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
#[cfg(feature = "onnx")]
fn sentence_spans(document: &Document) -> Vec<Range<usize>> {
    let mut found = document.sentences.clone();
    found.retain(|span| document.text[span.clone()].contains(char::is_alphanumeric));
    if found.is_empty() {
        found.push(0..document.text.len());
    }
    found
}

/// How sure a guess must be to say that a text is in another language than it was read in.
const SURE: f64 = 0.8;

/// The languages that a document and its summary seem to be in, where they are others than
/// `language`.
fn mismatch(guesses: [Option<Guess>; 2], language: Language) -> Option<Mismatch> {
    let other = |guess: Option<Guess>| {
        let guess = guess?;
        (guess.confidence >= SURE && guess.language != language).then_some(guess.language)
    };
    let [document, summary] = guesses.map(other);
    (document.is_some() || summary.is_some()).then_some(Mismatch { document, summary })
}
