//! Preparing corpora to train summarizers on.
//!
//! [`prepare_corpus`] applies a recipe to pairs of a document and a summary and
//! counts what every rule leaves:
//!
//! - [`gigaword`]: headlines and first paragraphs as tokens, with rare ones
//!   replaced, in three splits (paper C);
//! - [`arman`]: cleaning of documents sentence by sentence, and
//!   [pseudo-summaries](pseudo_summary) to pre-train on (paper E).
//!
//! The same pairs, options and seed give the same rows on every machine. Time
//! and memory are linear in the corpus, which is held in memory.

pub mod arman;
pub mod gigaword;
pub mod pseudo_summary;
mod tokens;

use serde::{Deserialize, Serialize};

use crate::error::Result;

pub use arman::ArmanOptions;
pub use gigaword::GigawordOptions;
pub use pseudo_summary::{Objective, PseudoSummaries, PseudoSummary};

/// A document with its summary or headline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusPair {
    /// The document.
    pub document: String,
    /// Its summary; may be left out where a recipe reads documents alone.
    #[serde(default)]
    pub summary: String,
}

/// What is done to a corpus.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// Headlines for training and evaluation: see [`gigaword`].
    Gigaword(GigawordOptions),
    /// Documents for pre-training: see [`arman`].
    Arman(Box<ArmanOptions>),
}

impl Recipe {
    /// The names of the recipes.
    pub const NAMES: [&'static str; 2] = ["gigaword", "arman"];
}

/// The part of a corpus that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// To train on.
    Train,
    /// To tune on.
    Dev,
    /// To report on.
    Test,
}

/// A row of a prepared corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CorpusRow {
    /// The position of the pair that it was made of, counted from 0.
    pub index: usize,
    /// What a model reads.
    pub document: String,
    /// What a model should write.
    pub summary: String,
    /// Its part of the corpus, where the recipe splits it.
    pub split: Option<Split>,
}

/// What a rule was given and what it left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RuleCount {
    /// The name of the rule, in kebab-case.
    pub rule: &'static str,
    /// What is counted: `pairs`, `documents`, `paragraphs`, `sentences`,
    /// `tokens`, or `vocabulary` for distinct tokens.
    pub unit: &'static str,
    /// How many there were.
    pub before: usize,
    /// How many the rule left.
    pub after: usize,
}

/// A prepared corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PreparedCorpus {
    /// The rows that are left, in the order of the pairs.
    pub rows: Vec<CorpusRow>,
    /// What every rule left, in the order in which they were applied.
    pub counts: Vec<RuleCount>,
}

/// Applies a recipe to a corpus.
///
/// ```
/// use epitome::corpus::{CorpusPair, GigawordOptions, Recipe, prepare_corpus};
///
/// let pair = CorpusPair {
///     document: "The harbour line opens in May, the council said.".into(),
///     summary: "Harbour line opens in May".into(),
/// };
/// let recipe = Recipe::Gigaword(GigawordOptions::default());
/// let prepared = prepare_corpus(&vec![pair; 4], &recipe)?;
/// assert_eq!(prepared.rows[0].summary, "harbour line opens in may");
/// # Ok::<(), epitome::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if an
/// option is out of its range or contradicts another.
pub fn prepare_corpus(pairs: &[CorpusPair], recipe: &Recipe) -> Result<PreparedCorpus> {
    match recipe {
        Recipe::Gigaword(options) => gigaword::prepare(pairs, options),
        Recipe::Arman(options) => arman::prepare(pairs, options),
    }
}
