//! What a sentence is like in its document: the numbers that [salience](super) weighs.

use std::collections::{HashMap, HashSet};

use super::cues::Cues;
use super::roles::Role;
use super::sentence::{Sentence, within};
use super::words;
use crate::analysis::shape::{Kind, Shape, Unit};
use crate::analysis::{Document, Token};
use crate::lexicon::WordList;
use crate::metrics::rouge_against_rest;
use crate::summarizer::worth::is_keyed;
use crate::text::Language;

/// The features of a sentence, in order.
pub const FEATURES: [&str; 47] = [
    "first",
    "early",
    "depth",
    "begins_paragraph",
    "last",
    "item",
    "spoken",
    "quoted",
    "title_covered",
    "in_title",
    "central",
    "shared_keys",
    "frequent_keys",
    "short",
    "length",
    "long",
    "numbers",
    "names",
    "new_names",
    "open",
    "joining",
    "definite",
    "question",
    "first_person",
    "second_person",
    "outcome",
    "first_section",
    "field",
    "tiny_document",
    "heading_keys",
    "result",
    "verbless",
    "fragment",
    "keyed",
    "labelled",
    "logged",
    "own",
    "points_back",
    "formality",
    "setup",
    "outcome_role",
    "opening_role",
    "asks",
    "begins_section",
    "unnamed",
    "told",
    "bare",
];

/// The features that weigh more or less in a document of a form.
pub const FORMED: [&str; 16] = [
    "early",
    "depth",
    "begins_paragraph",
    "last",
    "item",
    "spoken",
    "title_covered",
    "central",
    "numbers",
    "second_person",
    "outcome",
    "result",
    "verbless",
    "labelled",
    "begins_section",
    "length",
];

/// A count is divided by this much, and is 1 from there on.
const MANY: f64 = 3.0;

/// The features of the sentences of a document.
pub(super) fn features(
    shape: &Shape,
    document: &Document,
    sentences: &[Sentence],
) -> Vec<[f64; FEATURES.len()]> {
    let language = document.language;
    let cues = Cues::of(language);
    let tokens: Vec<&[Token]> = sentences
        .iter()
        .map(|sentence| sentence.tokens(document))
        .collect();
    let words: Vec<Vec<String>> = tokens
        .iter()
        .map(|tokens| tokens.iter().map(|token| token.norm.clone()).collect())
        .collect();
    let central = rouge_against_rest(&words);
    let most_central = central.iter().copied().fold(1e-9, f64::max);
    let keys: Vec<Vec<u64>> = tokens.iter().map(|tokens| keys(tokens)).collect();
    let mut holders: HashMap<u64, usize> = HashMap::new();
    for key in keys.iter().flatten() {
        *holders.entry(*key).or_insert(0) += 1;
    }
    let shared = |key: &u64| holders.get(key).copied().unwrap_or(1).saturating_sub(1) as f64;
    let all_shared: f64 = holders.values().map(|&count| count as f64 - 1.0).sum();
    let most_shared = holders
        .values()
        .copied()
        .max()
        .unwrap_or(1)
        .saturating_sub(1)
        .max(1) as f64;
    let keys_of = |unit: &Unit| -> Vec<u64> {
        let mut found = keys_within(document, unit.span.clone());
        found.sort_unstable();
        found.dedup();
        found
    };
    let title = shape.title().map(keys_of).unwrap_or_default();
    let is_heading = |unit: &&Unit| unit.kind == Kind::Heading;
    let headings: HashMap<usize, Vec<u64>> = shape
        .units
        .iter()
        .filter(is_heading)
        .map(|unit| (unit.section, keys_of(unit)))
        .collect();
    let no_heading = Vec::new();
    let mut known_names: HashSet<&str> = HashSet::new();
    let told = words::told(language, &tokens);
    let count = sentences.len();
    let mut rows = Vec::with_capacity(count);
    for (at, sentence) in sentences.iter().enumerate() {
        let text = shape.text.get(sentence.span.clone()).unwrap_or_default();
        let (tokens, keys) = (tokens[at], &keys[at]);
        let size = tokens.len() as f64
            / if language == Language::Chinese {
                1.7
            } else {
                1.0
            };
        let any = |list: WordList| match language {
            Language::Chinese => list.is_in(text),
            _ => tokens.iter().any(|token| list.has(&token.norm)),
        };
        let heading = headings.get(&sentence.section).unwrap_or(&no_heading);
        let in_title = keys
            .iter()
            .filter(|key| title.binary_search(key).is_ok())
            .count() as f64;
        let in_heading = keys
            .iter()
            .filter(|key| heading.binary_search(key).is_ok())
            .count() as f64;
        let mut distinct = keys.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let numbers =
            within(&document.values, |value| &value.span, &sentence.span).map_or(0, <[_]>::len);
        let names: Vec<&str> = within(&document.names, |name| &name.span, &sentence.span)
            .unwrap_or_default()
            .iter()
            .filter_map(|name| document.text.get(name.span.clone()))
            .collect();
        let new_names = names.iter().filter(|name| known_names.insert(name)).count();
        let many = |count: usize| (count as f64 / MANY).min(1.0);
        let flag = |is: bool| f64::from(u8::from(is));
        let ratio = |part: f64, whole: usize| part / whole.max(1) as f64;
        rows.push([
            flag(at == 0),
            1.0 / (1.0 + at as f64),
            at as f64 / count.max(1) as f64,
            flag(sentence.begins_paragraph),
            flag(at + 1 == count),
            flag(sentence.kind == Kind::Item),
            flag(sentence.is_spoken),
            quoted_share(text),
            ratio(
                distinct
                    .iter()
                    .filter(|key| title.binary_search(key).is_ok())
                    .count() as f64,
                title.len(),
            ),
            ratio(in_title, keys.len()),
            central[at] / most_central,
            distinct.iter().map(shared).sum::<f64>() / all_shared.max(1.0),
            ratio(keys.iter().map(shared).sum::<f64>(), keys.len()) / most_shared,
            flag(size < 6.0),
            (1.0 + size).ln() / 4.0,
            flag(size > 45.0),
            many(numbers),
            many(names.len()),
            many(new_names),
            flag(sentence.is_open),
            flag(sentence.is_joining || sentence.continues),
            flag(sentence.is_definite),
            flag(text.ends_with(['?', '？', '؟'])),
            flag(any(cues.first_person)),
            flag(any(cues.second_person)),
            flag(any(cues.outcome)),
            flag(sentence.section == 0),
            flag(matches!(sentence.kind, Kind::Field | Kind::Row)),
            flag(count < 4),
            ratio(in_heading, keys.len()),
            flag(sentence.is_result),
            flag(sentence.is_verbless),
            flag(sentence.is_fragment),
            flag(is_keyed(text)),
            flag(sentence.is_labelled),
            flag(sentence.is_logged),
            flag(sentence.is_own),
            flag(sentence.points_back),
            flag(sentence.role == Role::Formality),
            flag(sentence.role == Role::Setup),
            flag(sentence.role == Role::Outcome),
            flag(sentence.role == Role::Opening),
            flag(sentence.role == Role::Asks),
            flag(at > 0 && sentence.section != sentences[at - 1].section),
            flag(title.len() > 1 && in_title == 0.0),
            told.get(at).copied().unwrap_or_default(),
            flag(numbers == 0 && names.is_empty()),
        ]);
    }
    rows
}

fn keys(tokens: &[Token]) -> Vec<u64> {
    tokens
        .iter()
        .map(|token| token.key)
        .filter(|key| *key != 0)
        .collect()
}

/// The keys of the tokens within some bytes.
fn keys_within(document: &Document, span: std::ops::Range<usize>) -> Vec<u64> {
    let from = document
        .tokens
        .partition_point(|token| token.span.start < span.start);
    let to = document
        .tokens
        .partition_point(|token| token.span.start < span.end);
    keys(document.tokens.get(from..to).unwrap_or_default())
}

/// The share of the characters of a sentence that stand between quotation marks.
fn quoted_share(text: &str) -> f64 {
    let (mut inside, mut quoted, mut all) = (false, 0, 0);
    for c in text.chars() {
        match c {
            '"' => inside = !inside,
            '“' | '”' | '„' | '«' | '»' | '「' | '」' => {
                // German closes with what English opens with.
                inside = match c {
                    '„' | '«' | '「' => true,
                    '“' => !inside,
                    _ => false,
                };
            }
            _ => {
                all += 1;
                quoted += usize::from(inside);
            }
        }
    }
    quoted as f64 / f64::from(all.max(1))
}
