//! Names of a summary, held against those of a document.
//!
//! A name that stands nowhere in the document is missing. One that does is objected to where the
//! document has another name in the same role: the words beside both are the same, and no place of
//! the summary's own name has a context that comes near.

use std::ops::Range;

use super::context::near;
use super::{Grounding, Kind, Objection};
use crate::analysis::{Document, Name};
use crate::pace;
use crate::text::Language;

/// The least match of context of a place that has another name.
const LEAST: f64 = 0.65;
/// The same where all of the nearest words stand beside it.
const LEAST_BESIDE: f64 = 0.5;
/// The least share of the nearest words that stand beside that name, too.
const BESIDE: f64 = 0.74;
/// By how much the context must match better than at every place of the name itself.
const MARGIN: f64 = 0.25;
const WORDS: usize = 3;
/// The most places of a name that are looked at.
const MOST_PLACES: usize = 64;
/// What reading a word of the document counts in products.
const READ: u64 = 512;
/// What words for peoples and languages end in: these follow from a place.
const DEMONYMS: &[&str] = &["ish", "ese", "ian", "ean", "can", "ch", "ans", "man", "men"];
pub(super) const ARTICLES: &[&str] = &["the", "a", "an", "der", "die", "das", "den", "dem", "des"];
const PREPOSITIONS: &[&str] = &[
    "in", "at", "from", "near", "to", "of", "by", "with", "for", "between", "on", "against",
    "after", "outside", "into", "through", "and", "aus", "bei", "mit", "nach", "von", "zu", "zum",
    "zur", "gegen", "im", "am", "vom", "für", "an", "auf", "über", "unter", "und",
];
/// Letters at the beginning of a word that make another form of it.
const FORM: usize = 4;

impl Grounding<'_, '_> {
    /// Objections to the names of a sentence.
    pub(super) async fn of_names(
        &self,
        summary: &Document<'_>,
        tokens: &Range<usize>,
    ) -> Vec<Objection> {
        let of_sentence = summary
            .names
            .iter()
            .filter(|name| tokens.contains(&name.tokens.start));
        let first = self.first_name(summary, tokens.start);
        let mut found = Vec::new();
        for name in of_sentence.chain(first.as_ref()) {
            found.extend(self.of_name(summary, name).await);
        }
        found
    }

    /// The first word of a sentence, where it is a name of the document: its capital tells nothing.
    fn first_name(&self, summary: &Document, at: usize) -> Option<Name> {
        let token = summary.tokens.get(at).filter(|token| !token.is_stop)?;
        let is_name = summary.language == Language::English
            && summary.text[token.span.clone()].starts_with(char::is_uppercase)
            && !summary.names.iter().any(|name| name.tokens.contains(&at))
            && self.document.names.iter().any(|name| {
                name.tokens.len() == 1 && self.document.tokens[name.tokens.start].norm == token.norm
            });
        is_name.then(|| Name {
            span: token.span.clone(),
            tokens: at..at + 1,
            is_quoted: false,
        })
    }

    async fn of_name(&self, summary: &Document<'_>, name: &Name) -> Option<Objection> {
        let content = content(summary, &name.tokens);
        if content.is_empty() {
            return None;
        }
        let read = content.len() * self.document.tokens.len() + 8 * self.document.names.len();
        pace::after(READ * read as u64).await;
        let held = content
            .iter()
            .filter(|&&at| self.holds(summary, at))
            .count();
        if let Some(other) = self.namesake(summary, name, &content) {
            return Some(Objection {
                kind: Kind::Name,
                span: name.span.clone(),
                instead: Some(other.span.clone()),
                strength: 1.0,
            });
        }
        if held == 0 {
            return self.is_lacking(summary, name, &content).then(|| Objection {
                kind: Kind::Missing,
                span: name.span.clone(),
                instead: None,
                strength: 0.5,
            });
        }
        // A single German noun may be no name.
        let is_noun = summary.language == Language::German && content.len() == 1;
        if name.is_quoted || is_noun || held < content.len() {
            return None;
        }
        let clues = self.index.clues(summary, &name.tokens);
        let key = |at: usize| summary.tokens[at].key;
        let own = content
            .iter()
            .flat_map(|&at| self.index.places(key(at)).iter().take(MOST_PLACES));
        let (mut own_share, mut own_sentences) = (0.0_f64, Vec::new());
        for &at in own {
            let place = at..at + 1;
            let found = self.index.compare(self.document, &clues, &place).await;
            own_share = own_share.max(found.share);
            own_sentences.push(self.document.tokens[at].sentence);
        }
        let near = near(summary, &name.tokens);
        let is_told = |other: &Name| {
            let keys = content_keys(self.document, &other.tokens);
            summary.tokens[near.clone()]
                .iter()
                .any(|token| keys.contains(&token.key))
        };
        let mut best: Option<(&Name, f64)> = None;
        for other in &self.document.names {
            let at = self.document.tokens[other.tokens.start].sentence;
            let is_stated = self.states(summary, name.tokens.start, other.tokens.start);
            if other.is_quoted || own_sentences.contains(&at) || is_told(other) || !is_stated {
                continue;
            }
            let found = self.index.compare(self.document, &clues, &other.tokens);
            let found = found.await;
            let is_close = found.beside >= BESIDE && found.share >= LEAST && found.words >= WORDS
                || found.beside >= 1.0 && found.share >= LEAST_BESIDE && found.words > WORDS;
            if is_close
                && found.share >= own_share + MARGIN
                && !are_alike(summary, name, self.document, other)
                && have_one_role(summary, name, self.document, other)
                && best.is_none_or(|(_, most)| found.share > most)
            {
                best = Some((other, found.share));
            }
        }
        best.map(|(other, share)| Objection {
            kind: Kind::Name,
            span: name.span.clone(),
            instead: Some(other.span.clone()),
            strength: share,
        })
    }

    /// Whether the document has a token of the summary, perhaps in another form.
    fn holds(&self, summary: &Document, at: usize) -> bool {
        let token = &summary.tokens[at];
        !self.index.places(token.key).is_empty()
            || self
                .document
                .tokens
                .iter()
                .any(|other| are_forms(&token.norm, &other.norm))
    }

    /// Whether a name that the document does not hold is one that it would have to.
    fn is_lacking(&self, summary: &Document, name: &Name, content: &[usize]) -> bool {
        let written = &summary.text[name.span.clone()];
        let before = summary.text[..name.span.start].trim_end_matches(' ');
        let first = summary.sentence_of(name.tokens.start).start == name.tokens.start
            || !before.ends_with(char::is_alphanumeric) && !before.ends_with(',');
        let is_acronym = written.chars().count() > 1 && !written.contains(char::is_lowercase);
        let is_demonym =
            content.len() == 1 && DEMONYMS.iter().any(|ending| written.ends_with(ending));
        if is_acronym && (content.len() == 1 || self.has_initials(written))
            || is_demonym
            || name.is_quoted
        {
            return false;
        }
        match summary.language {
            Language::English => content.len() > 1 || !first,
            Language::German => content.len() > 1 && !first,
            Language::Chinese | Language::Persian => {
                content.len() == 1 && written.chars().count() > 2
            }
        }
    }

    /// Whether words of the document that follow each other begin with the letters of an acronym.
    fn has_initials(&self, acronym: &str) -> bool {
        let letters: Vec<char> = acronym
            .chars()
            .filter(|c| c.is_alphabetic())
            .flat_map(char::to_lowercase)
            .collect();
        let tokens = &self.document.tokens;
        let initial = |at: usize| tokens.get(at).and_then(|token| token.norm.chars().next());
        let content: Vec<usize> = (0..tokens.len())
            .filter(|&at| !tokens[at].is_stop)
            .collect();
        let begins = |window: &[usize]| {
            window
                .iter()
                .zip(&letters)
                .all(|(&at, letter)| initial(at) == Some(*letter))
        };
        letters.is_empty() || content.windows(letters.len()).any(begins)
    }
}

/// The tokens of a name that say something.
pub(super) fn content(document: &Document, tokens: &Range<usize>) -> Vec<usize> {
    tokens
        .clone()
        .filter(|&at| {
            document.tokens.get(at).is_some_and(|token| {
                token.key != 0 || token.norm.chars().count() > 1 && !token.is_stop
            })
        })
        .collect()
}

fn content_keys(document: &Document, tokens: &Range<usize>) -> Vec<u64> {
    content(document, tokens)
        .into_iter()
        .map(|at| document.tokens[at].key)
        .filter(|key| *key != 0)
        .collect()
}

/// Whether two names may stand for each other: both are acronyms or neither, the same preposition
/// stands before them, and no other noun behind one.
fn have_one_role(summary: &Document, name: &Name, document: &Document, other: &Name) -> bool {
    let written = |document: &Document, name: &Name| document.text[name.span.clone()].to_owned();
    let is_upper = |text: &str| {
        text.split(' ')
            .any(|word| word.chars().count() > 1 && !word.contains(char::is_lowercase))
    };
    let (one, next) = (written(summary, name), written(document, other));
    if is_upper(&one) != is_upper(&next)
        || preposition(summary, name) != preposition(document, other)
    {
        return false;
    }
    let behind = |document: &Document, name: &Name| {
        let token = document.tokens.get(name.tokens.end)?;
        let gap = document.text.get(name.span.end..token.span.start)?;
        (gap == " ").then_some(token.key)
    };
    match (behind(summary, name), behind(document, other)) {
        (_, None | Some(0)) => true,
        (of_summary, of_document) => of_summary == of_document,
    }
}

/// The preposition before a name, without the article between them.
fn preposition<'d>(document: &'d Document, name: &Name) -> Option<&'d str> {
    let sentence = document.sentence_of(name.tokens.start);
    let mut before = document.tokens[sentence.start..name.tokens.start]
        .iter()
        .rev()
        .map(|token| token.norm.as_str());
    let word = before.find(|word| !ARTICLES.contains(word))?;
    PREPOSITIONS.contains(&word).then_some(word)
}

/// Whether names begin alike, as those of a country and its people do.
fn are_alike(summary: &Document, name: &Name, document: &Document, other: &Name) -> bool {
    let begin = |text: &str| {
        text.chars()
            .take(3)
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    let tokens = &document.tokens[other.tokens.clone()];
    begin(&summary.text[name.span.clone()]) == begin(&document.text[other.span.clone()])
        || summary.tokens[name.tokens.clone()].iter().any(|one| {
            let stem: String = one.norm.chars().take(6).collect();
            tokens.iter().any(|next| {
                are_forms(&one.norm, &next.norm)
                    || stem.chars().count() > 4 && next.norm.contains(&stem)
            })
        })
}

/// Whether words begin alike, or one is a part of the other.
pub(super) fn are_forms(one: &str, other: &str) -> bool {
    let common = one
        .chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other)
        .count();
    common >= FORM
        || one.chars().count() >= FORM && other.contains(one)
        || other.chars().count() >= FORM && one.contains(other)
}
