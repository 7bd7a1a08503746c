//! Pseudo-summaries to pre-train on (paper E, section 3.2).
//!
//! The most important 30 % of a document's sentences, by
//! [`rouge_against_rest`] or [`static_f1_against_rest`], are the target, in
//! their order. The input is the document with these sentences hidden; how, the
//! objective says:
//!
//! | objective | sentences chosen by | input |
//! |---|---|---|
//! | `tss-rouge` (PEGASUS) | ROUGE-1 F1 | every chosen sentence is one mask |
//! | `ss-100` | F1 over word vectors | every run of chosen sentences is one mask |
//! | `ss-80` | the same | as `ss-100`, but with probability 0.2 a chosen sentence stays as it is |
//! | `sh` | the same | as `ss-100`, but with probability 0.2 a span of a chosen sentence is shuffled instead |
//! | `msr` | the same | as `ss-100`, but with probability 0.1 all sentences in random order and no mask |
//!
//! A span is at least two neighbouring words (characters, where a sentence has
//! no two words), its place and length drawn at random, and after shuffling it
//! is never as it was. Where it cannot be otherwise, because all its words are
//! the same, the sentence is masked.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::{StaticEmbeddings, rouge_against_rest, static_f1_against_rest};
use crate::order;
use crate::random::SplitMix64;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// How often a chosen sentence is kept (`ss-80`) or shuffled (`sh`).
const EXCEPTION: f64 = 0.2;

/// How often all sentences of a document are put in random order (`msr`).
const REORDERED: f64 = 0.1;

/// How often a shuffle is drawn until the span is changed.
const MAX_SHUFFLES: usize = 16;

/// What the model learns from a pseudo-summary; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Objective {
    /// Gap sentence generation of PEGASUS.
    #[serde(rename = "tss-rouge")]
    TssRouge,
    /// Semantic selection, a fifth of the sentences kept.
    #[serde(rename = "ss-80")]
    Ss80,
    /// Semantic selection.
    #[serde(rename = "ss-100")]
    Ss100,
    /// Semantic selection with shuffled spans.
    #[serde(rename = "sh")]
    Sh,
    /// Semantic selection with reordered documents.
    #[serde(rename = "msr")]
    Msr,
}

impl Objective {
    /// Every objective, in declaration order.
    pub const ALL: [Objective; 5] = [Self::TssRouge, Self::Ss80, Self::Ss100, Self::Sh, Self::Msr];

    /// The name of the objective.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TssRouge => "tss-rouge",
            Self::Ss80 => "ss-80",
            Self::Ss100 => "ss-100",
            Self::Sh => "sh",
            Self::Msr => "msr",
        }
    }
}

/// How pseudo-summaries are made.
#[derive(Clone)]
pub struct PseudoOptions<'e> {
    /// What the model is to learn. Default: `tss-rouge`.
    pub objective: Objective,
    /// The language of the documents. Default: Persian.
    pub language: Language,
    /// The word vectors that sentences are compared by; all objectives but
    /// `tss-rouge` need them. Default: none.
    pub embeddings: Option<&'e dyn StaticEmbeddings>,
    /// What stands for masked sentences. Default: `<mask>`.
    pub mask: String,
    /// The share of sentences that are chosen, more than 0 and less than 1.
    /// Default: 0.3.
    pub share: f64,
    /// The seed of all draws. Default: 1.
    pub seed: u64,
}

impl Default for PseudoOptions<'_> {
    fn default() -> Self {
        Self {
            objective: Objective::TssRouge,
            language: Language::Persian,
            embeddings: None,
            mask: "<mask>".to_owned(),
            share: 0.3,
            seed: 1,
        }
    }
}

/// An example to pre-train on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PseudoSummary {
    /// What the model reads.
    pub input: String,
    /// What it should write.
    pub target: String,
    /// The sentences of the target, by their positions in the document.
    pub chosen: Vec<usize>,
}

/// Makes the pseudo-summaries of one document after the other.
///
/// ```
/// use epitome::corpus::pseudo_summary::{PseudoOptions, PseudoSummaries};
/// use epitome::text::Language;
///
/// let mut builder = PseudoSummaries::new(PseudoOptions {
///     language: Language::English,
///     ..Default::default()
/// })?;
/// let made = builder
///     .of_document("The tram is late. A cat sleeps. The line of the tram is blocked.")?
///     .unwrap();
/// assert_eq!(made.target, "The line of the tram is blocked.");
/// assert_eq!(made.input, "The tram is late. A cat sleeps. <mask>");
/// # Ok::<(), epitome::Error>(())
/// ```
pub struct PseudoSummaries<'e> {
    options: PseudoOptions<'e>,
    random: SplitMix64,
}

/// What becomes of a sentence in the input.
enum Fate {
    Shown(String),
    Masked,
}

impl<'e> PseudoSummaries<'e> {
    /// A builder with the given options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the objective needs word vectors and
    /// there are none, the share is out of its range, or the mask is empty.
    pub fn new(options: PseudoOptions<'e>) -> Result<Self> {
        let refuse = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        if options.objective != Objective::TssRouge && options.embeddings.is_none() {
            return refuse(format!(
                "objective {} compares sentences by word vectors: give option embeddings, \
                 or use {}",
                options.objective.as_str(),
                Objective::TssRouge.as_str()
            ));
        }
        if !(options.share > 0.0 && options.share < 1.0) {
            return refuse(format!(
                "option share cannot be {}: it must be more than 0 and less than 1",
                options.share
            ));
        }
        if options.mask.trim().is_empty() {
            return refuse("option mask cannot be empty: it stands for sentences".to_owned());
        }
        let random = SplitMix64::new(options.seed);
        Ok(Self { options, random })
    }

    /// The pseudo-summary of a document. `None` if it has fewer than two
    /// sentences.
    ///
    /// # Errors
    ///
    /// Those of [`static_f1_against_rest`].
    pub fn of_document(&mut self, document: &str) -> Result<Option<PseudoSummary>> {
        let sentences: Vec<&str> = sentences(document, self.options.language)
            .into_iter()
            .filter_map(|span: Range<usize>| document.get(span))
            .collect();
        self.of_sentences(&sentences)
    }

    /// The pseudo-summary of a document that was split into sentences.
    ///
    /// # Errors
    ///
    /// Those of [`of_document`](Self::of_document).
    pub fn of_sentences(&mut self, sentences: &[&str]) -> Result<Option<PseudoSummary>> {
        if sentences.len() < 2 {
            return Ok(None);
        }
        let chosen = self.choose(sentences)?;
        let mut is_chosen = vec![false; sentences.len()];
        for &index in &chosen {
            if let Some(is_chosen) = is_chosen.get_mut(index) {
                *is_chosen = true;
            }
        }
        let space = separator(self.options.language);
        let target: Vec<&str> = pick(sentences, &is_chosen).collect();
        let pieces = if self.options.objective == Objective::Msr && self.random.chance(REORDERED) {
            let mut reordered: Vec<String> = sentences.iter().map(|&s| s.to_owned()).collect();
            self.random.shuffle(&mut reordered);
            reordered
        } else {
            let fates = sentences
                .iter()
                .zip(&is_chosen)
                .map(|(sentence, &is_chosen)| {
                    if is_chosen {
                        self.fate(sentence)
                    } else {
                        Fate::Shown((*sentence).to_owned())
                    }
                })
                .collect();
            self.masked(fates)
        };
        Ok(Some(PseudoSummary {
            input: pieces.join(space),
            target: target.join(space),
            chosen,
        }))
    }

    /// The positions of the most important sentences, ascending.
    fn choose(&self, sentences: &[&str]) -> Result<Vec<usize>> {
        let parts: Vec<Vec<String>> = sentences.iter().map(|sentence| words(sentence)).collect();
        let scores = match (self.options.objective, self.options.embeddings) {
            (Objective::TssRouge, _) | (_, None) => rouge_against_rest(&parts),
            (_, Some(embeddings)) => static_f1_against_rest(&parts, embeddings)?,
        };
        let score = |index: usize| scores.get(index).copied().unwrap_or_default();
        // As real numbers: counts are far below 2^53.
        let count = (self.options.share * sentences.len() as f64).round() as usize;
        let mut best: Vec<usize> = (0..sentences.len()).collect();
        order::by(&mut best, |&a, &b| score(b).total_cmp(&score(a)));
        best.truncate(count.clamp(1, sentences.len() - 1));
        best.sort_unstable();
        Ok(best)
    }

    /// What becomes of a chosen sentence.
    fn fate(&mut self, sentence: &str) -> Fate {
        match self.options.objective {
            Objective::Ss80 if self.random.chance(EXCEPTION) => Fate::Shown(sentence.to_owned()),
            Objective::Sh if self.random.chance(EXCEPTION) => {
                self.shuffled(sentence).map_or(Fate::Masked, Fate::Shown)
            }
            _ => Fate::Masked,
        }
    }

    /// The sentences with masks for those that are masked.
    fn masked(&self, fates: Vec<Fate>) -> Vec<String> {
        let mut pieces: Vec<String> = Vec::new();
        let mut follows_mask = false;
        for fate in fates {
            match fate {
                Fate::Shown(sentence) => {
                    pieces.push(sentence);
                    follows_mask = false;
                }
                Fate::Masked => {
                    if !follows_mask || self.options.objective == Objective::TssRouge {
                        pieces.push(self.options.mask.clone());
                    }
                    follows_mask = true;
                }
            }
        }
        pieces
    }

    /// A sentence with a span of its words in another order. `None` if there is
    /// no other.
    fn shuffled(&mut self, sentence: &str) -> Option<String> {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let characters: Vec<&str> = sentence.split("").filter(|c| !c.is_empty()).collect();
        let (mut units, space) = if words.len() > 1 {
            (words, " ")
        } else {
            (characters, "")
        };
        let size = units.len();
        if size < 2 {
            return None;
        }
        let length = 2 + self.random.below(size as u64 - 1) as usize;
        let start = self.random.below((size - length) as u64 + 1) as usize;
        let before = units.clone();
        for _ in 0..MAX_SHUFFLES {
            self.random.shuffle(units.get_mut(start..start + length)?);
            if units != before {
                return Some(units.join(space));
            }
        }
        None
    }
}

/// What stands between two sentences of a language.
pub(super) fn separator(language: Language) -> &'static str {
    match language {
        Language::Chinese => "",
        Language::English | Language::Persian | Language::German => " ",
    }
}

fn pick<'s>(sentences: &[&'s str], is_chosen: &[bool]) -> impl Iterator<Item = &'s str> {
    sentences
        .iter()
        .zip(is_chosen)
        .filter_map(|(sentence, is_chosen)| is_chosen.then_some(*sentence))
}
