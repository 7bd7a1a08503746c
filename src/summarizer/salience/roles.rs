//! What a sentence does in a document of its kind: opens a meeting, says how a study was done, asks.
//!
//! Minutes, abstracts, chats and interviews have an order of their own: the first sentence of
//! minutes is a formality, an abstract ends with what came out, a chat begins with its matter, and
//! who asks in an interview says little. Linear in the document.

use std::collections::HashMap;

use super::cues::Cues;
use super::sentence::Sentence;
use crate::analysis::Document;
use crate::analysis::shape::{Kind, Shape};
use crate::lexicon::WordList;
use crate::summarizer::form::Form;
use crate::text::Language;

/// What a sentence does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// It tells.
    #[default]
    Tells,
    /// It opens or closes a meeting, a talk or a leaflet.
    Formality,
    /// It says why and how a study was done.
    Setup,
    /// It says what came out of a study.
    Outcome,
    /// It is the first of a chat, which says what it is about.
    Opening,
    /// Who asks the questions of an interview says it.
    Asks,
}

impl Role {
    /// Whether what a sentence of this role says can be the gist.
    pub(crate) fn tells(self) -> bool {
        !matches!(self, Role::Formality | Role::Asks | Role::Setup)
    }
}

/// Those who ask to help, and do not interview.
const HELPERS: WordList = WordList(
    "support|agent|service|help desk|helpdesk|advisor|kundendienst|kundenservice|beratung|客服|\
    在线|پشتیبان|کارشناس",
);
/// An abstract is known by its name, or by as many labelled parts.
const PARTS: usize = 2;
/// The questions of somebody who interviews.
const QUESTIONS: usize = 2;
/// One of so many sentences of theirs is a question.
const ASKED: usize = 3;
/// The least words of the opening of a chat, and Chinese characters.
const OPENING: usize = 5;
const OPENING_CHARACTERS: usize = 8;

/// Gives the sentences of a document their roles.
pub(super) fn assign(sentences: &mut [Sentence], shape: &Shape, document: &Document, form: Form) {
    let cues = Cues::of(document.language);
    let headings = headings(shape);
    let is_formal = |section: usize| {
        let heading = headings.get(&section);
        heading.is_some_and(|heading| cues.formal_headings.has(heading))
    };
    let lower: Vec<String> = sentences
        .iter()
        .map(|sentence| {
            let text = shape.text.get(sentence.span.clone());
            text.unwrap_or_default().to_lowercase()
        })
        .collect();
    for (sentence, text) in sentences.iter_mut().zip(&lower) {
        if is_formal(sentence.section) || cues.formalities.is_in(text) {
            sentence.role = Role::Formality;
        }
    }
    let labels: Vec<String> = sentences.iter().map(|one| label(one, shape)).collect();
    let is_setup = |at: usize, section: usize| {
        let heading = headings.get(&section);
        cues.setup_parts.has(&labels[at])
            || heading.is_some_and(|heading| cues.setup_parts.has(heading))
    };
    let parts = sentences.iter().enumerate();
    let parts = parts.filter(|(at, one)| is_setup(*at, one.section)).count();
    if parts >= PARTS || form == Form::Study || is_abstract(shape, cues) {
        abstracts(sentences, document, parts > 0, is_setup);
        return;
    }
    if form == Form::Interview {
        ask(sentences, shape, &lower);
    }
    // The questions and the sentences of each.
    let mut asked: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut voices: Vec<&str> = Vec::new();
    for (sentence, text) in sentences.iter().zip(&lower) {
        let Some(name) = speaker(sentence, shape) else {
            continue;
        };
        if !voices.contains(&name) && voices.len() < PARTS {
            voices.push(name);
        }
        let (questions, all) = asked.entry(name).or_insert((0, 0));
        *questions += usize::from(text.ends_with(['?', '？', '؟']));
        *all += 1;
    }
    if voices.len() < PARTS {
        return;
    }
    if shape.is_chat {
        let least = match document.language {
            Language::Chinese => OPENING_CHARACTERS,
            _ => OPENING,
        };
        let opening = sentences.iter().zip(&lower).position(|(one, text)| {
            // A question tells its matter in a clause of its own.
            let asks = text.ends_with(['?', '？', '؟']) && !text.contains([',', '，', '،']);
            one.role == Role::Tells && !asks && one.tokens(document).len() >= least
        });
        if let Some(sentence) = opening.and_then(|at| sentences.get_mut(at)) {
            sentence.role = Role::Opening;
        }
        return;
    }
    let most = asked.iter().max_by_key(|&(name, count)| (*count, *name));
    if let Some((&asker, &(questions, all))) = most
        && questions >= QUESTIONS
        && questions * ASKED >= all
        && !HELPERS.is_in(&asker.to_lowercase())
    {
        for sentence in sentences.iter_mut() {
            if speaker(sentence, shape) == Some(asker) && sentence.role == Role::Tells {
                sentence.role = Role::Asks;
            }
        }
    }
}

/// Who asks in an interview need not be named: a paragraph that ends with a question is theirs, and
/// all points are if most of them ask.
fn ask(sentences: &mut [Sentence], shape: &Shape, lower: &[String]) {
    let asks = |text: &str| text.ends_with(['?', '？', '؟']);
    let points: Vec<usize> = (0..sentences.len())
        .filter(|&at| sentences[at].kind == Kind::Item)
        .collect();
    let asked = points.iter().filter(|&&at| asks(&lower[at])).count();
    let all = asked >= QUESTIONS && asked * 2 >= points.len();
    let mut last = false;
    for at in (0..sentences.len()).rev() {
        // The last sentence of a paragraph, from the end.
        let ends = sentences.get(at + 1).is_none_or(|next| !next.follows);
        let own = speaker(&sentences[at], shape).is_some() && sentences[at].is_own;
        last = if ends { asks(&lower[at]) && !own } else { last };
        let is_item = all && sentences[at].kind == Kind::Item;
        // Behind the question of a point stands its answer.
        let is_point = is_item && sentences[at].begins_paragraph;
        sentences[at].continues &= !is_item;
        if is_item && !is_point {
            last = false;
        }
        if (last || is_point) && sentences[at].role == Role::Tells {
            sentences[at].role = Role::Asks;
        }
    }
}

/// The roles of an abstract: by its labels, or, where it has none, by its order.
fn abstracts(
    sentences: &mut [Sentence],
    document: &Document,
    labelled: bool,
    is_setup: impl Fn(usize, usize) -> bool,
) {
    let count = sentences.len();
    let mut under = false;
    for (at, sentence) in sentences.iter_mut().enumerate() {
        let has_numbers = sentence
            .tokens(document)
            .iter()
            .any(|token| token.norm.contains(char::is_numeric));
        // A label holds up to the next one.
        under = is_setup(at, sentence.section) || under && !sentence.is_result && sentence.follows;
        sentence.role = if under || !labelled && at * 3 < count && count > 2 {
            Role::Setup
        } else if at + 1 == count || sentence.is_result || at * 2 >= count && has_numbers {
            Role::Outcome
        } else {
            sentence.role
        };
    }
}

/// Who speaks a sentence.
pub(crate) fn speaker<'s>(sentence: &Sentence, shape: &'s Shape) -> Option<&'s str> {
    shape.text.get(sentence.speaker.clone()?)
}

/// The headings of the sections, in lower case, without marks.
fn headings(shape: &Shape) -> HashMap<usize, String> {
    let headings = shape.units.iter().filter(|unit| unit.kind == Kind::Heading);
    headings
        .map(|unit| {
            let text = shape.text_of(unit).to_lowercase();
            let bare = text.trim_matches(|c: char| !c.is_alphabetic());
            let bare = match bare.split_once(|c: char| c.is_numeric()) {
                // `TOP 2 Welcome`
                Some((name, rest)) if name.trim().len() < 4 => {
                    rest.trim_matches(|c: char| !c.is_alphabetic())
                }
                _ => bare,
            };
            (unit.section, bare.to_owned())
        })
        .collect()
}

/// The label in front of a sentence, in lower case, without marks.
fn label(sentence: &Sentence, shape: &Shape) -> String {
    let label = shape.text.get(sentence.label.clone()).unwrap_or_default();
    let label = label
        .rsplit('】')
        .find(|part| part.contains(char::is_alphabetic));
    let label = label.unwrap_or_default().to_lowercase();
    label.trim_matches(|c: char| !c.is_alphabetic()).to_owned()
}

/// Whether a line or a label calls the text an abstract.
fn is_abstract(shape: &Shape, cues: &Cues) -> bool {
    let named = |text: &str| {
        let lower = text.to_lowercase();
        cues.abstracts
            .has(lower.trim_matches(|c: char| !c.is_alphabetic()))
    };
    shape.units.iter().any(|unit| {
        let label = shape.text.get(unit.whole.start..unit.span.start);
        let label = label.and_then(|label| label.split(['】', ':', '：']).next());
        matches!(
            unit.kind,
            Kind::Heading | Kind::Title | Kind::Label | Kind::Boilerplate
        ) && named(shape.text_of(unit))
            || label.is_some_and(named)
    })
}
