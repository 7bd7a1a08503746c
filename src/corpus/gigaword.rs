//! The preparation of Annotated English Gigaword (paper C), for any language.
//!
//! The rules, in their order, with the names under which they are counted:
//!
//! | rule | what it does |
//! |---|---|
//! | `punctuation` | texts become lower-case tokens without most punctuation; numbers stay |
//! | `down-sampling` | a share of the pairs is dropped at random; off unless asked for (0.4 in the paper) |
//! | `document-length` | pairs whose document has fewer than 5 tokens are dropped |
//! | `headline-length` | pairs whose headline has more than 30 tokens are dropped |
//! | `rare-tokens` | tokens seen fewer than 4 times in what is left become `UNK` |
//! | `known-tokens` | pairs whose headline has fewer than 3 tokens other than `UNK` are dropped |
//! | `test-sample` | 90, 5 and 5 % of the pairs, drawn at random, become the splits `train`, `dev` and `test`; of the last 2,000 are kept, drawn at random |
//!
//! Down-sampling comes first because the paper uses it to make the vocabulary
//! smaller. Tokens are counted in documents and headlines of all splits
//! together. In the rows, tokens are separated by spaces.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::tokens::tokens;
use super::{CorpusPair, CorpusRow, PreparedCorpus, RuleCount, Split};
use crate::error::{Error, ErrorKind, Result};
use crate::random::SplitMix64;

/// What stands for a rare token. Tokens are in lower case, so none is the same.
pub const UNKNOWN: &str = "UNK";

/// The shares of the splits `dev` and `test`; the rest is `train`.
const HELD_OUT_SHARE: f64 = 0.05;

/// The options of the recipe. Every field may be left out; an unknown one is an
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct GigawordOptions {
    /// The share of pairs that is dropped at random, from 0 to less than 1.
    /// Default: 0.
    pub drop_share: f64,
    /// The fewest tokens of a document. Default: 5.
    pub min_document_tokens: usize,
    /// The most tokens of a headline. Default: 30.
    pub max_headline_tokens: usize,
    /// The fewest times that a token must be seen to be known. Default: 4.
    pub min_token_count: usize,
    /// The fewest known tokens of a headline. Default: 3.
    pub min_known_tokens: usize,
    /// The most pairs of the test split. Default: 2000.
    pub test_sample: usize,
    /// The seed of all draws. Default: 1.
    pub seed: u64,
}

impl Default for GigawordOptions {
    fn default() -> Self {
        Self {
            drop_share: 0.0,
            min_document_tokens: 5,
            max_headline_tokens: 30,
            min_token_count: 4,
            min_known_tokens: 3,
            test_sample: 2_000,
            seed: 1,
        }
    }
}

/// A pair as tokens.
struct Tokenized {
    index: usize,
    document: Vec<String>,
    summary: Vec<String>,
}

/// Applies the rules to a corpus.
pub(super) fn prepare(pairs: &[CorpusPair], options: &GigawordOptions) -> Result<PreparedCorpus> {
    if !(0.0..1.0).contains(&options.drop_share) {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "option dropShare cannot be {}: it must be at least 0 and less than 1",
                options.drop_share
            ),
        ));
    }
    let mut random = SplitMix64::new(options.seed);
    let mut counts = Vec::new();
    let mut count = |rule, unit, before, after| {
        counts.push(RuleCount {
            rule,
            unit,
            before,
            after,
        });
    };

    let mut stripped = 0;
    let mut rows: Vec<Tokenized> = pairs
        .iter()
        .enumerate()
        .map(|(index, pair)| {
            let (document, of_document) = tokens(&pair.document);
            let (summary, of_summary) = tokens(&pair.summary);
            stripped += of_document + of_summary;
            Tokenized {
                index,
                document,
                summary,
            }
        })
        .collect();
    let size: usize = rows
        .iter()
        .map(|row| row.document.len() + row.summary.len())
        .sum();
    count("punctuation", "tokens", size + stripped, size);

    if options.drop_share > 0.0 {
        let before = rows.len();
        // As real numbers: counts are far below 2^53.
        let dropped = (options.drop_share * before as f64).round() as usize;
        rows = sample(rows, before - dropped.min(before), &mut random);
        count("down-sampling", "pairs", before, rows.len());
    }
    let before = rows.len();
    rows.retain(|row| row.document.len() >= options.min_document_tokens);
    count("document-length", "pairs", before, rows.len());
    let before = rows.len();
    rows.retain(|row| row.summary.len() <= options.max_headline_tokens);
    count("headline-length", "pairs", before, rows.len());

    let (before, after) = replace_rare(&mut rows, options.min_token_count);
    count("rare-tokens", "vocabulary", before, after);
    let before = rows.len();
    rows.retain(|row| {
        let known = row.summary.iter().filter(|token| *token != UNKNOWN);
        known.count() >= options.min_known_tokens
    });
    count("known-tokens", "pairs", before, rows.len());

    let before = rows.len();
    let rows = split(rows, options.test_sample, &mut random);
    count("test-sample", "pairs", before, rows.len());
    Ok(PreparedCorpus { rows, counts })
}

/// Replaces the tokens seen fewer than `least` times, and returns how many
/// distinct tokens there were and how many are left.
fn replace_rare(rows: &mut [Tokenized], least: usize) -> (usize, usize) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for token in rows
        .iter()
        .flat_map(|row| row.document.iter().chain(&row.summary))
    {
        match seen.get_mut(token) {
            Some(count) => *count += 1,
            None => {
                seen.insert(token.clone(), 1);
            }
        }
    }
    for row in rows {
        for token in row.document.iter_mut().chain(&mut row.summary) {
            if seen.get(token).is_some_and(|&count| count < least) {
                UNKNOWN.clone_into(token);
            }
        }
    }
    let known = seen.values().filter(|&&count| count >= least).count();
    (seen.len(), known)
}

/// The rows with their splits, less what the sample of the test split leaves
/// out.
fn split(rows: Vec<Tokenized>, test_sample: usize, random: &mut SplitMix64) -> Vec<CorpusRow> {
    let held_out = (HELD_OUT_SHARE * rows.len() as f64).round() as usize;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    random.shuffle(&mut order);
    let mut splits = vec![Some(Split::Train); rows.len()];
    for (place, &row) in order.iter().enumerate() {
        if let Some(split) = splits.get_mut(row) {
            // The order is random, so the first of the test split are a sample.
            *split = match place {
                place if place < held_out.min(test_sample) => Some(Split::Test),
                place if place < held_out => None,
                place if place < 2 * held_out => Some(Split::Dev),
                _ => Some(Split::Train),
            };
        }
    }
    rows.into_iter()
        .zip(splits)
        .filter_map(|(row, split)| {
            Some(CorpusRow {
                index: row.index,
                document: row.document.join(" "),
                summary: row.summary.join(" "),
                split: Some(split?),
            })
        })
        .collect()
}

/// `count` of the items, drawn at random, in their order.
fn sample<T>(items: Vec<T>, count: usize, random: &mut SplitMix64) -> Vec<T> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    random.shuffle(&mut order);
    let mut is_kept = vec![false; items.len()];
    for &item in order.iter().take(count) {
        if let Some(is_kept) = is_kept.get_mut(item) {
            *is_kept = true;
        }
    }
    items
        .into_iter()
        .zip(is_kept)
        .filter_map(|(item, is_kept)| is_kept.then_some(item))
        .collect()
}
