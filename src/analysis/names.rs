//! Proper names and quoted titles of a text, by rules.
//!
//! English and German names are found by their capitals, Latin words and quoted titles in every
//! language ([`entities`](crate::text::entities)). In German every noun has a capital: beside runs of
//! several capitalised words those are names whose word never stands behind an article.

use std::collections::HashSet;
use std::ops::Range;

use super::{Token, Value, ValueKind};
use crate::lexicon::Lexicon;
use crate::order;
use crate::text::Language;
use crate::text::entities::numbers::Number;
use crate::text::entities::{EntityKind, entities_of};

/// German words before common nouns.
const DETERMINERS: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines",
    "kein", "keine", "keinen", "im", "am", "zum", "zur", "vom", "beim", "ins", "ihre", "ihr",
    "ihren", "ihrem", "sein", "seine", "seinen", "seinem", "diese", "dieser", "dieses", "alle",
    "mehr", "viele", "jede", "jeder", "jedes",
];

/// A name of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    pub(crate) span: Range<usize>,
    pub(crate) tokens: Range<usize>,
    pub(crate) is_quoted: bool,
}

/// The names of a text, in order, by what is read of it before.
pub(super) fn names(
    text: &str,
    language: Language,
    lexicon: &Lexicon,
    (tokens, sentences): (&[Token], &[Range<usize>]),
    (values, numbers): (&[Value], &[Number]),
) -> Vec<Name> {
    let is_date = |at: usize| {
        let next = values.partition_point(|value| value.tokens.end <= at);
        values.get(next).is_some_and(|value| {
            value.tokens.contains(&at) && !matches!(value.kind, ValueKind::Ordinal(_))
        })
    };
    let found = entities_of(text, language, numbers, sentences).into_iter();
    let found = found.filter(|entity| entity.kind != EntityKind::Number);
    let mut names: Vec<Name> = Vec::new();
    for entity in found {
        let from = tokens.partition_point(|token| token.span.end <= entity.span.start);
        let to = tokens.partition_point(|token| token.span.start < entity.span.end);
        let all_says_little = (from..to).all(|at| {
            let token = &tokens[at];
            token.is_stop
                || is_date(at)
                || lexicon.weekday(&token.norm).is_some()
                || lexicon.month(&token.norm).is_some()
        });
        if from < to && !all_says_little && names.last().is_none_or(|last| last.tokens.end <= from)
        {
            names.push(Name {
                span: entity.span,
                tokens: from..to,
                is_quoted: entity.kind == EntityKind::Quoted,
            });
        }
    }
    if language == Language::German {
        let taken: Vec<Range<usize>> = names.iter().map(|name| name.tokens.clone()).collect();
        names.extend(german(text, lexicon, tokens, &taken));
        order::by_key(&mut names, |name| name.tokens.start);
    }
    names
}

/// Single German words in upper case that no determiner introduces anywhere.
fn german(text: &str, lexicon: &Lexicon, tokens: &[Token], taken: &[Range<usize>]) -> Vec<Name> {
    let written = |at: usize| &text[tokens[at].span.clone()];
    let is_upper = |at: usize| written(at).starts_with(char::is_uppercase);
    let begins = |at: usize| at == 0 || tokens[at - 1].sentence != tokens[at].sentence;
    let mut common: HashSet<&str> = HashSet::new();
    for at in 0..tokens.len() {
        let before = at.checked_sub(1).map_or("", |at| tokens[at].norm.as_str());
        let is_introduced = DETERMINERS.contains(&before)
            || before.ends_with("en") && !is_upper(at - 1)
            || before.ends_with("e") && !is_upper(at - 1)
            || before.ends_with("er") && at > 0 && !is_upper(at - 1)
            || before.ends_with("es") && at > 0 && !is_upper(at - 1)
            || before.starts_with(char::is_numeric);
        if is_upper(at) && is_introduced || !is_upper(at) {
            common.insert(tokens[at].norm.as_str());
        }
    }
    let is_taken = |at: usize| {
        let next = taken.partition_point(|range| range.end <= at);
        taken.get(next).is_some_and(|range| range.contains(&at))
    };
    let is_name = |&at: &usize| {
        let token = &tokens[at];
        is_upper(at)
            && !begins(at)
            && !token.is_stop
            && !is_taken(at)
            && token.norm.chars().count() > 2
            && !common.contains(token.norm.as_str())
            && lexicon.weekday(&token.norm).is_none()
            && lexicon.month(&token.norm).is_none()
            && lexicon.unit(&token.norm).is_none()
    };
    let names = (0..tokens.len()).filter(is_name);
    names
        .map(|at| Name {
            span: tokens[at].span.clone(),
            tokens: at..at + 1,
            is_quoted: false,
        })
        .collect()
}
