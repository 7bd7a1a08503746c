//! The entities of a text, with all that says whether another text holds them.
//!
//! Cost: a few passes over the text.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::text::entities::mentions::{Meaning, Mention, mentions};
use crate::text::entities::numbers::{Number, numbers, readings};
use crate::text::entities::{Entity, EntityKind, entities};
use crate::text::{Language, Utf16Index, Utf16Span, normalized_words};

/// What makes two entities one: the value of a number, the words of a name.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Number { value: String, plain: String },
    Words(Vec<String>),
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number { value: a, .. }, Self::Number { value: b, .. }) => a == b,
            (Self::Words(a), Self::Words(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Form {}

impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Number { value, .. } => value.hash(state),
            Self::Words(words) => words.hash(state),
        }
    }
}

impl Form {
    pub(super) fn of_number(number: Number) -> Self {
        Self::Number {
            value: number.value,
            plain: number.plain,
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::Words(words) if words.is_empty())
    }

    /// The form of an entity that stands alone: a number if it is nothing else.
    pub(super) fn of(text: &str, language: Language) -> Self {
        let text = text.trim();
        let mut found = numbers(text, language);
        match found.pop() {
            Some(number) if found.is_empty() && number.span == (0..text.len()) => {
                Self::of_number(number)
            }
            _ => Self::Words(normalized_words(text, language)),
        }
    }
}

/// An entity as it stands in its text.
pub(super) struct Found {
    pub(super) text: String,
    pub(super) kind: Option<EntityKind>,
    pub(super) span: Option<Utf16Span>,
    pub(super) form: Form,
    /// The number that it is a part of, where marks may stand alone.
    pub(super) whole: Option<Form>,
    /// The date, time or ordinal that it is a part of.
    pub(super) mention: Option<Meaning>,
}

impl Found {
    /// One of which no more than its text is known.
    fn alone(text: &str, form: Form) -> Self {
        Self {
            text: text.to_owned(),
            kind: None,
            span: None,
            form,
            whole: None,
            mention: None,
        }
    }
}

/// The longest number, in bytes, whose parts are looked for in another text: every part has a copy of it.
const LONGEST_WHOLE: usize = 64;

/// The number, of some in their order, that takes a span and more.
fn longer<'n>(numbers: &'n [Number], span: &Range<usize>) -> Option<&'n Number> {
    let at = numbers.partition_point(|number| number.span.end < span.end);
    let number = numbers.get(at)?;
    let takes = number.span.start <= span.start && number.span != *span;
    (takes && number.span.len() <= LONGEST_WHOLE).then_some(number)
}

/// What a mention says, of some in their order, that a span is within.
fn around<'m>(mentions: &'m [Mention], span: &Range<usize>) -> Option<&'m Meaning> {
    let at = mentions.partition_point(|mention| mention.span.end < span.end);
    let mention = mentions.get(at)?;
    (mention.span.start <= span.start).then_some(&mention.said)
}

/// The entities of a text that are found by rules, in their order.
fn entities_in(text: &str, language: Language) -> Vec<Found> {
    let index = Utf16Index::new(text);
    let (attached, apart) = readings(text, language);
    let mentions = mentions(text, language);
    let number_at = |entity: &Entity| {
        let start = entity.span.start;
        let at = attached.binary_search_by_key(&start, |number| number.span.start);
        let number = at.ok().and_then(|at| attached.get(at));
        number.filter(|_| entity.kind == EntityKind::Number)
    };
    let found = entities(text, language).into_iter().map(|entity| {
        let content = text.get(entity.span.clone()).unwrap_or_default();
        let (kind, span) = (Some(entity.kind), index.span(entity.span.clone()));
        match number_at(&entity) {
            Some(number) => {
                let whole = longer(&apart, &number.span);
                Found {
                    kind,
                    span,
                    mention: around(&mentions, &number.span).cloned(),
                    whole: whole.cloned().map(Form::of_number),
                    ..Found::alone(content, Form::of_number(number.clone()))
                }
            }
            None => Found {
                kind,
                span,
                mention: around(&mentions, &entity.span).cloned(),
                ..Found::alone(content, Form::of(content, language))
            },
        }
    });
    found.collect()
}

/// The distinct entities of a text, given or found by rules, in their order.
pub(super) fn found_in(text: &str, language: Language, given: Option<&[String]>) -> Vec<Found> {
    let all: Vec<Found> = match given {
        Some(given) => given
            .iter()
            .map(|entity| Found::alone(entity, Form::of(entity, language)))
            .collect(),
        None => entities_in(text, language),
    };
    let mut seen = HashSet::new();
    all.into_iter()
        .filter(|entity| !entity.form.is_empty())
        .filter(|entity| seen.insert((entity.form.clone(), entity.whole.clone())))
        .collect()
}
