//! Names that a summary puts in the place of others, found by alignment.
//!
//! A sentence that nearly copies one of the document is aligned with it (longest common
//! subsequence of tokens). Where a few tokens stand between the same words in place of others, and
//! the document has them elsewhere, one name stands for another. This needs no capitals, so it
//! serves Chinese and Persian, too.
//!
//! Cost: the tokens of a sentence by those of the [`NEAREST`] sentences of the document.

use std::ops::Range;

use super::namesakes::{self, has_title};
use super::{Grounding, Kind, Objection};
use crate::analysis::Document;
use crate::text::Language;

/// Sentences of the document that one of the summary is aligned with.
const NEAREST: usize = 3;
/// The least share of a sentence's content that one of the document has.
const LEAST: f64 = 0.5;
/// The most tokens of a sentence that are aligned.
const MOST: usize = 256;
/// The most tokens that are replaced, and that replace them.
const REPLACED: usize = 4;
const REPLACED_CHARACTERS: usize = 8;

impl Grounding<'_, '_> {
    /// Objections to what stands in place of other names in a sentence.
    pub(super) fn of_substitutions(
        &self,
        summary: &Document,
        tokens: &Range<usize>,
    ) -> Vec<Objection> {
        let tokens = tokens.start..tokens.end.min(tokens.start + MOST);
        let nearest = self
            .index
            .nearest(self.document, summary, tokens.clone(), NEAREST);
        let mut found = Vec::new();
        for (sentence, share) in nearest {
            if share < LEAST {
                continue;
            }
            let Some(of_document) = self.document.sentence_tokens.get(sentence) else {
                continue;
            };
            let of_document = of_document.start..of_document.end.min(of_document.start + MOST);
            for (replacing, replaced) in gaps(summary, &tokens, self.document, &of_document) {
                if let Some(objection) = self.exchanged(summary, replacing, replaced, share) {
                    found.push(objection);
                }
            }
        }
        found
    }

    /// The objection to tokens that stand in place of others, if both are names.
    fn exchanged(
        &self,
        summary: &Document,
        replacing: Range<usize>,
        replaced: Range<usize>,
        share: f64,
    ) -> Option<Objection> {
        let replacing = trimmed(summary, replacing);
        let replaced = trimmed(self.document, replaced);
        let most = match summary.language {
            Language::Chinese => REPLACED_CHARACTERS,
            _ => REPLACED,
        };
        let is_short = |tokens: &Range<usize>| (1..=most).contains(&tokens.len());
        if !is_short(&replacing) || !is_short(&replaced) {
            return None;
        }
        let is_like = match summary.language {
            Language::English | Language::German => {
                has_name(summary, &replacing) && has_name(self.document, &replaced)
            }
            Language::Persian => {
                has_title(summary, &replacing) && has_title(self.document, &replaced)
            }
            Language::Chinese => {
                let kind = chinese_kind(summary, &replacing);
                kind.is_some() && kind == chinese_kind(self.document, &replaced)
            }
        };
        if let Some((one, other)) =
            namesakes::in_place(summary, &replacing, self.document, &replaced)
        {
            return Some(Objection {
                kind: Kind::Name,
                span: summary.span(one),
                instead: Some(self.document.span(other)),
                strength: share,
            });
        }
        let has_value = |document: &Document, tokens: &Range<usize>| {
            document
                .values
                .iter()
                .any(|value| value.tokens.start < tokens.end && tokens.start < value.tokens.end)
        };
        if !(is_like || self.fills_slot(summary, &replacing, &replaced))
            || has_value(summary, &replacing)
            || has_value(self.document, &replaced)
            || share_a_token(summary, &replacing, self.document, &replaced)
            || !self.stands_elsewhere(summary, &replacing, &replaced)
            || stands_in(
                summary,
                &summary.sentence_of(replacing.start),
                self.document,
                &replaced,
            )
        {
            return None;
        }
        Some(Objection {
            kind: Kind::Name,
            span: summary.span(replacing),
            instead: Some(self.document.span(replaced)),
            strength: share,
        })
    }

    /// Whether the document has two German nouns behind one content word: `Segment A`, `Segment B`.
    fn fills_slot(
        &self,
        summary: &Document,
        replacing: &Range<usize>,
        replaced: &Range<usize>,
    ) -> bool {
        let tokens = &self.document.tokens;
        let Some(before) = replaced.start.checked_sub(1).map(|at| &tokens[at]) else {
            return false;
        };
        let keys: Vec<u64> = summary.tokens[replacing.clone()]
            .iter()
            .map(|token| token.key)
            .collect();
        before.key != 0
            && keys.iter().all(|key| *key != 0)
            && summary.language == Language::German
            && are_nouns(summary, replacing)
            && are_nouns(self.document, replaced)
            && self.index.places(before.key).iter().any(|&at| {
                let behind = tokens.get(at + 1..at + 1 + keys.len()).unwrap_or_default();
                behind.len() == keys.len()
                    && behind
                        .iter()
                        .zip(&keys)
                        .all(|(token, key)| token.key == *key)
            })
    }

    /// Whether tokens of the summary stand in the document, in another sentence than others do.
    fn stands_elsewhere(
        &self,
        summary: &Document,
        wanted: &Range<usize>,
        not: &Range<usize>,
    ) -> bool {
        let sentence = self.document.tokens[not.start].sentence;
        let all = &self.document.tokens;
        let norms: Vec<&str> = summary.tokens[wanted.clone()]
            .iter()
            .map(|token| token.norm.as_str())
            .collect();
        let own = &self.document.sentence_tokens[sentence];
        let in_own = all[own.clone()].windows(norms.len()).any(|window| {
            window
                .iter()
                .zip(&norms)
                .all(|(token, norm)| token.norm == *norm)
        });
        !in_own
            && all.windows(norms.len()).any(|window| {
                window
                    .iter()
                    .zip(&norms)
                    .all(|(token, norm)| token.norm == *norm)
            })
    }
}

/// Whether German tokens are all nouns.
fn are_nouns(document: &Document, tokens: &Range<usize>) -> bool {
    let written = |at: usize| &document.text[document.tokens[at].span.clone()];
    tokens
        .clone()
        .all(|at| written(at).starts_with(char::is_uppercase))
}

pub(super) fn has_name(document: &Document, tokens: &Range<usize>) -> bool {
    let overlaps = |other: &Range<usize>| other.start < tokens.end && tokens.start < other.end;
    document
        .names
        .iter()
        .any(|name| !name.is_quoted && overlaps(&name.tokens))
}

/// What kind of name Chinese characters are: one of a person, or what it ends in.
fn chinese_kind(document: &Document, tokens: &Range<usize>) -> Option<String> {
    let norm = |at: usize| {
        document
            .tokens
            .get(at)
            .map_or("", |token| token.norm.as_str())
    };
    for length in [2, 1] {
        for end in [tokens.end, tokens.end + 1, tokens.end + 2] {
            let start = end.saturating_sub(length).max(tokens.start);
            let ending: String = (start..end).map(norm).collect();
            if document.lexicon.ends_names(&ending)
                && ending.chars().count() == length
                && end - tokens.start > length
            {
                return Some(ending);
            }
        }
    }
    let is_person =
        document.lexicon.is_surname(norm(tokens.start)) && (2..=3).contains(&tokens.len());
    is_person.then(|| "person".to_owned())
}

/// Tokens without the stop words at their ends.
pub(super) fn trimmed(document: &Document, mut tokens: Range<usize>) -> Range<usize> {
    while tokens.start < tokens.end && document.tokens[tokens.start].is_stop {
        tokens.start += 1;
    }
    while tokens.start < tokens.end && document.tokens[tokens.end - 1].is_stop {
        tokens.end -= 1;
    }
    tokens
}

pub(super) fn share_a_token(
    one: &Document,
    of_one: &Range<usize>,
    other: &Document,
    of_other: &Range<usize>,
) -> bool {
    let other = &other.tokens[of_other.clone()];
    let holds = |one: &str, other: &str| {
        one.chars().count() > 3 && other.contains(one.get(..one.len() - 1).unwrap_or(one))
    };
    one.tokens[of_one.clone()].iter().any(|token| {
        other.iter().any(|next| {
            next.norm == token.norm
                || token.key != 0 && next.key == token.key
                || holds(&token.norm, &next.norm)
                || holds(&next.norm, &token.norm)
        })
    })
}

/// Whether a sentence of the summary has tokens of the document.
fn stands_in(
    summary: &Document,
    sentence: &Range<usize>,
    document: &Document,
    tokens: &Range<usize>,
) -> bool {
    let norms: Vec<&str> = document.tokens[tokens.clone()]
        .iter()
        .map(|token| token.norm.as_str())
        .collect();
    summary.tokens[sentence.clone()]
        .windows(norms.len())
        .any(|window| {
            window
                .iter()
                .zip(&norms)
                .all(|(token, norm)| token.norm == *norm)
        })
}

/// The tokens of two sentences that stand between the same words, of each.
fn gaps(
    summary: &Document,
    of_summary: &Range<usize>,
    document: &Document,
    of_document: &Range<usize>,
) -> Vec<(Range<usize>, Range<usize>)> {
    let pairs = aligned(summary, of_summary, document, of_document);
    let flank = match summary.language {
        Language::Chinese => 3,
        _ => 2,
    };
    // How many pairs stand together before each, and from each on.
    let joins =
        |one: &(usize, usize), next: &(usize, usize)| next.0 - one.0 <= 1 && next.1 - one.1 <= 2;
    let mut before = vec![1; pairs.len()];
    for at in 1..pairs.len() {
        if joins(&pairs[at - 1], &pairs[at]) {
            before[at] = before[at - 1] + 1;
        }
    }
    let mut behind = vec![1; pairs.len()];
    for at in (1..pairs.len()).rev() {
        if joins(&pairs[at - 1], &pairs[at]) {
            behind[at - 1] = behind[at] + 1;
        }
    }
    let mut found = Vec::new();
    for at in 1..pairs.len() {
        let (one, next) = (pairs[at - 1], pairs[at]);
        let gap = (one.0 + 1..next.0, one.1 + 1..next.1);
        let is_flanked = before[at - 1] + behind[at] > flank;
        if !gap.0.is_empty() && !gap.1.is_empty() && is_flanked {
            found.push(gap);
        }
    }
    // What begins or ends both sentences.
    if let (Some(first), Some(last)) = (pairs.first(), pairs.last()) {
        let mut start = (of_summary.start..first.0, of_document.start..first.1);
        let mut end = (last.0 + 1..of_summary.end, last.1 + 1..of_document.end);
        // The document may go on: so many tokens of it as there are of the summary.
        start.1.start = start.1.start.max(start.1.end.saturating_sub(start.0.len()));
        end.1.end = end.1.end.min(end.1.start + end.0.len());
        if behind[0] > flank {
            found.push(start);
        }
        if before[pairs.len() - 1] > flank {
            found.push(end);
        }
    }
    found
}

/// A longest common subsequence of the tokens of two sentences.
pub(super) fn aligned(
    summary: &Document,
    of_summary: &Range<usize>,
    document: &Document,
    of_document: &Range<usize>,
) -> Vec<(usize, usize)> {
    let (one, other) = (
        &summary.tokens[of_summary.clone()],
        &document.tokens[of_document.clone()],
    );
    let by_key = summary.language != Language::Chinese;
    let same = |i: usize, j: usize| {
        one[i].norm == other[j].norm || by_key && one[i].key != 0 && one[i].key == other[j].key
    };
    let width = other.len() + 1;
    let mut lengths = vec![0_u32; (one.len() + 1) * width];
    for i in (0..one.len()).rev() {
        for j in (0..other.len()).rev() {
            lengths[i * width + j] = match same(i, j) {
                true => lengths[(i + 1) * width + j + 1] + 1,
                false => lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < one.len() && j < other.len() {
        if same(i, j) {
            pairs.push((of_summary.start + i, of_document.start + j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}
