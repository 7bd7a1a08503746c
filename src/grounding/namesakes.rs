//! Names of people that share a part with a name of the document, and are others.
//!
//! `Maria Keller` contradicts a document whose only Keller is Anna. Capitals show such names in
//! English and German; in Chinese and Persian they stand where the document has the other name
//! ([`substitutions`](super::substitutions)), beside a title or before what is said.

use std::ops::Range;

use super::Grounding;
use super::names::{ARTICLES, are_forms, content};
use crate::analysis::{Document, Name};
use crate::text::Language;

/// What Chinese titles end in, and what stands behind who says something.
const TITLE_ENDS: &str = "长師师员員任理家授人记記士生";
const SAYING: &[&str] = &[
    "说", "說", "表示", "称", "稱", "介绍", "認為", "认为", "告诉", "指出", "透露",
];

impl Grounding<'_, '_> {
    /// The only name of the document that has the last word of one, with other words before it:
    /// `Maria Keller` of `Anna Keller`. Titles and initials are no other words.
    pub(super) fn namesake(
        &self,
        summary: &Document,
        name: &Name,
        of_name: &[usize],
    ) -> Option<&Name> {
        let [others @ .., given, last] = of_name else {
            return None;
        };
        let norm = |document: &Document, at: usize| document.tokens[at].norm.clone();
        let (given, last) = (*given, norm(summary, *last));
        if !is_person(summary, name, given) || self.index.holds(summary.tokens[given].key) {
            return None;
        }
        let of_summary: Vec<String> = others
            .iter()
            .chain([&given])
            .map(|&at| norm(summary, at))
            .collect();
        let mut only: Option<&Name> = None;
        for other in &self.document.names {
            let of_other = content(self.document, &other.tokens);
            let [others @ .., next, other_last] = of_other.as_slice() else {
                continue;
            };
            if norm(self.document, *other_last) != last {
                continue;
            }
            let others = others
                .iter()
                .chain([next])
                .map(|&at| norm(self.document, at));
            let others: Vec<String> = others.collect();
            let is_of = |one: &str, all: &[String]| all.iter().any(|next| are_like(one, next));
            let is_shared = is_of(&of_summary[of_summary.len() - 1], &others)
                || others.last().is_some_and(|one| is_of(one, &of_summary));
            let written = |name: &Name| &self.document.text[name.span.clone()];
            let differs = only.is_some_and(|only| written(only) != written(other));
            if is_shared || differs || !is_person(self.document, other, *next) {
                return None;
            }
            only = only.or(Some(other));
        }
        only
    }
}

/// Whether a name may be one of a person, by the word before the family name: no article stands
/// before it, and the word is no title, initial or acronym.
fn is_person(document: &Document, name: &Name, given: usize) -> bool {
    let before = name
        .tokens
        .start
        .checked_sub(1)
        .map(|at| &document.tokens[at]);
    let token = &document.tokens[given];
    let capitals = document.text[token.span.clone()]
        .chars()
        .filter(|c| c.is_uppercase());
    !name.is_quoted
        && !before.is_some_and(|token| ARTICLES.contains(&token.norm.as_str()))
        && token.norm.chars().count() > 2
        && !document.lexicon.is_title(&token.norm)
        && capitals.count() == 1
}

/// Whether names begin alike: `Ann`, `Anna`.
fn are_like(one: &str, other: &str) -> bool {
    are_forms(one, other) || one.chars().take(2).eq(other.chars().take(2))
}

/// Two names of people that share a part, of which other parts stand in some tokens: in Chinese the
/// family name or the given one, in Persian the family name behind a title and a given name.
pub(super) fn in_place(
    summary: &Document,
    replacing: &Range<usize>,
    document: &Document,
    replaced: &Range<usize>,
) -> Option<(Range<usize>, Range<usize>)> {
    let same = |one: usize, other: usize| {
        let (one, other) = (summary.tokens.get(one)?, document.tokens.get(other)?);
        (one.norm == other.norm && one.clause == summary.tokens[replacing.start].clause)
            .then_some(())
    };
    if summary.language == Language::Persian {
        same(replacing.end, replaced.end)?;
        let is_name = has_title(summary, replacing) && has_title(document, replaced);
        let is_single = replacing.len() == 1 && replaced.len() == 1;
        return (is_name && is_single).then(|| (replacing.clone(), replaced.clone()));
    }
    if summary.language != Language::Chinese {
        return None;
    }
    // So many characters before, and behind, belong to the names, too.
    [(1, 0), (2, 0), (0, 2), (0, 1)]
        .into_iter()
        .find_map(|(before, behind)| {
            let with = |tokens: &Range<usize>| {
                Some(tokens.start.checked_sub(before)?..tokens.end + behind)
            };
            let (one, other) = (with(replacing)?, with(replaced)?);
            (1..=before)
                .try_for_each(|back| same(replacing.start - back, replaced.start - back))?;
            (0..behind).try_for_each(|at| same(replacing.end + at, replaced.end + at))?;
            (is_named(summary, &one) && is_named(document, &other)).then_some((one, other))
        })
}

/// Whether Chinese tokens are a family name with a given one, behind a title or before what is said.
fn is_named(document: &Document, tokens: &Range<usize>) -> bool {
    let norm = |at: usize| {
        document
            .tokens
            .get(at)
            .map_or("", |token| token.norm.as_str())
    };
    let before = tokens.start.checked_sub(1).map_or("", norm);
    let behind = document
        .text
        .get(document.span(tokens.clone()).end..)
        .unwrap_or_default();
    (2..=3).contains(&tokens.len())
        && document.lexicon.is_surname(norm(tokens.start))
        && (!before.is_empty() && TITLE_ENDS.contains(before)
            || SAYING.iter().any(|word| behind.starts_with(word)))
}

/// Whether a word that names stand behind is the first of some tokens, or stands before them.
pub(super) fn has_title(document: &Document, tokens: &Range<usize>) -> bool {
    let is_title = |at: usize| document.lexicon.is_title(&document.tokens[at].norm);
    tokens.len() > 1 && is_title(tokens.start) || tokens.start > 0 && is_title(tokens.start - 1)
}
