//! Whose the sentences of a summary are: what somebody says of themselves stands in quotation marks
//! behind their name, and a change stands behind the name of what changed. A `tldr` that does not
//! say what it is about stands behind the title.
//!
//! `I` of a talk means nobody without a name. Linear in the document.

use super::form::{Form, holds};
use super::gist::Gist;
use super::options::SummaryType;
use super::reading::Reading;
use super::salience::{Sentence, speaker};
use super::title;
use super::worth::is_keyed;
use crate::analysis::shape::{is_label, is_part};
use crate::text::Language;
use crate::text::tokenize::words;

/// The most words of a speaker's name, and of the name of what changed; of Chinese characters.
const NAME: usize = 4;
const THING: usize = 5;
const THING_CHARACTERS: usize = 12;
/// The letters of a name in capitals that is written as others are.
const SHOUTED: usize = 3;

/// What stands before and behind a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Around {
    pub(super) before: String,
    pub(super) after: String,
}

/// What stands around each of the chosen sentences of a summary.
pub(super) fn around(
    reading: &Reading,
    gist: &Gist,
    chosen: &[usize],
    kind: SummaryType,
) -> Vec<Around> {
    if kind == SummaryType::KeyPoints {
        let alone = |&at: &usize| voices(reading, &[at]).pop().unwrap_or_default();
        return chosen.iter().map(alone).collect();
    }
    let mut found = voices(reading, chosen);
    if kind == SummaryType::Tldr
        && let Some(first) = found.first_mut()
        && first.before.is_empty()
        && let Some(name) = changed(reading, chosen).or_else(|| titled(reading, gist, chosen))
    {
        first.before = title::before(&name, reading.document.language);
    }
    found
}

/// Names and quotation marks around what somebody says of themselves, where several speak. What the
/// same one says right behind it stands in the same marks, and what they say later in marks of its
/// own, so that no quotation is joined of parts.
fn voices(reading: &Reading, chosen: &[usize]) -> Vec<Around> {
    let none = vec![Around::default(); chosen.len()];
    let mut voices = reading
        .sentences
        .iter()
        .filter_map(|one| speaker(one, reading.shape));
    let first = voices.next();
    let several = first.is_some_and(|first| voices.any(|other| other != first));
    if !several && reading.form != Form::Interview {
        return none;
    }
    let names: Vec<Option<&str>> = chosen
        .iter()
        .map(|&at| reading.sentences.get(at))
        .map(|one| one.and_then(|one| quoted(one, reading)))
        .collect();
    let language = reading.document.language;
    let (open, close) = marks(language);
    let mut found = none;
    let same = |one: usize, other: usize| names.get(one) == names.get(other);
    let joined = |at: usize| {
        let next = chosen.get(at + 1).zip(chosen.get(at));
        same(at, at + 1) && next.is_some_and(|(next, one)| *next == one + 1)
    };
    for (at, name) in names.iter().enumerate() {
        let Some(name) = *name else { continue };
        let before = at.checked_sub(1);
        if !before.is_some_and(joined) {
            let known = before.is_some_and(|before| same(before, at));
            let name = if known {
                String::new()
            } else {
                says(name, reading)
            };
            found[at].before = format!("{name}{open}");
        }
        if !joined(at) {
            found[at].after = close.to_owned();
        }
    }
    found
}

/// Who says a sentence that means nobody without them.
fn quoted<'r>(sentence: &Sentence, reading: &'r Reading) -> Option<&'r str> {
    let language = reading.document.language;
    let name = bare(speaker(sentence, reading.shape)?);
    let text = reading.shape.text.get(sentence.span.clone())?;
    let (open, close) = marks(language);
    let nested = text.contains(open) || text.contains(close);
    let named = name.split_whitespace().count() <= NAME
        && name.contains(char::is_alphabetic)
        // A heading with a colon is no speaker.
        && !is_label(name, language)
        && !is_part(name, language);
    let said = sentence.is_own || sentence.is_personal || reading.form == Form::Interview;
    // What begins with another name is a turn of somebody else.
    let key = text.split([':', '：']).next().unwrap_or_default();
    let capitals = key
        .split(' ')
        .all(|word| !word.starts_with(char::is_lowercase));
    let turn = is_keyed(text) && capitals;
    (named && !nested && !turn && said && sentence.is_spoken).then_some(name)
}

/// A speaker without a time in front and a role behind: of `20:40】Ana (chair` it is `Ana`.
fn bare(name: &str) -> &str {
    let name = name.rsplit(['】', ']']).next().unwrap_or(name);
    let name = name.split(['(', '（', '[', '【']).next().unwrap_or(name);
    name.trim_matches(|c: char| !c.is_alphanumeric() && c != '.')
}

/// `Ana Roe says: `.
fn says(name: &str, reading: &Reading) -> String {
    let language = reading.document.language;
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let words = name.split(' ').map(|word| {
        let mut chars = word.chars();
        let first: String = chars.next().into_iter().collect();
        first + &chars.as_str().to_lowercase()
    });
    let lower = words.collect::<Vec<_>>().join(" ");
    // A short one may be letters of its own, unless the text writes it as a name.
    let shouts = !name.contains(char::is_lowercase)
        && name.contains(char::is_uppercase)
        && (letters > SHOUTED || holds(&reading.shape.text, &lower, language));
    let name = if shouts { lower } else { name.to_owned() };
    match language {
        Language::English => format!("{name} says: "),
        Language::German => format!("{name} sagt: "),
        Language::Chinese => format!("{name}说："),
        Language::Persian => format!("{name} می\u{200c}گوید: "),
    }
}

fn marks(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::English | Language::Chinese => ("“", "”"),
        Language::German => ("„", "“"),
        Language::Persian => ("«", "»"),
    }
}

/// The title, where the sentences do not say what they are about.
fn titled(reading: &Reading, gist: &Gist, chosen: &[usize]) -> Option<String> {
    gist.needs_title(chosen)
        .then(|| title::name(reading))
        .flatten()
}

/// The name of what a list of changes is about, where its sentences do not say it.
fn changed(reading: &Reading, chosen: &[usize]) -> Option<String> {
    if reading.form != Form::Changes {
        return None;
    }
    let name = title::thing(reading)?;
    let language = reading.document.language;
    let most = match language {
        Language::Chinese => THING_CHARACTERS,
        _ => THING,
    };
    let lower = name.to_lowercase();
    let first = words(&name).into_iter().next()?;
    let said = |&at: &usize| {
        let text = reading.text_of(at).to_lowercase();
        text.contains(&lower) || language != Language::Chinese && text.contains(&first)
    };
    (words(&name).len() <= most && !chosen.iter().any(said)).then_some(name)
}
