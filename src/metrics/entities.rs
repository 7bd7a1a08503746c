//! Factual consistency of names and numbers (Nan et al. 2021, section 3).
//!
//! With `N(h)` the distinct entities of the summary, `N(t)` those of a
//! reference summary, and `∩` those that a text holds too:
//!
//! ```text
//! precision-source = N(h ∩ s) / N(h)         s: the source document
//! precision-target = N(h ∩ t) / N(h)
//! recall-target    = N(t ∩ h) / N(t)
//! F1-target        = 2 · precision-target · recall-target / (precision-target + recall-target)
//! ```
//!
//! The paper finds entities with a neural recogniser. Here they are found by
//! the rules of [`entities()`], which see numbers well and names in part;
//! better ones can be given. A text holds a name if it holds its
//! [`words()`] one after the other, in upper or lower case, and a number if it
//! holds one of equal value, or of equal digits where one of them has no scale
//! (`48` and `48 million`). A tokenized text, whose marks stand alone (`3 , 000`), holds
//! both readings of them; of its own numbers it has the parts, `3` and `000`, and another
//! text holds a part if it holds that or the whole. Where entities of the other side are
//! given, one of them must be equal to it instead.
//!
//! A measure whose divisor is 0 is absent; F1 is 0 where there are entities and
//! none is in common. Linear time for names that begin with different words.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::text::entities::numbers::{Number, numbers, numbers_apart};
use crate::text::entities::rounding::Precise;
use crate::text::entities::{Entity, EntityKind, entities, quoted};
use crate::text::tokenize::words;
use crate::text::{Language, Utf16Index, Utf16Span};

/// What [`entity_factuality`] can be told. An unknown field is an error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EntityOptions {
    /// The language of the texts. Default: guessed from the document.
    pub language: Option<Language>,
    /// A summary written by people, for the measures of the target.
    pub reference: Option<String>,
    /// Entities that the caller has found.
    pub entities: GivenEntities,
}

/// Entities that the caller has found, each text's as it stands there. Those of
/// a text without a list are found by rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GivenEntities {
    /// Those of the summary.
    pub summary: Option<Vec<String>>,
    /// Those of the document.
    pub document: Option<Vec<String>>,
    /// Those of the reference.
    pub reference: Option<Vec<String>>,
}

/// How far the entities of a summary are those of its document and reference.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntityFactuality {
    /// Share of the summary's entities that the document holds, 0 to 1. Absent
    /// if the summary has none.
    pub precision_source: Option<f64>,
    /// Share of the summary's entities that the reference holds. Absent without
    /// a reference, or if the summary has none.
    pub precision_target: Option<f64>,
    /// Share of the reference's entities that the summary holds. Absent without
    /// a reference, or if that has none.
    pub recall_target: Option<f64>,
    /// Harmonic mean of the two. Absent without a reference, or if neither
    /// summary nor reference has entities.
    pub f1_target: Option<f64>,
    /// The distinct entities of the summary, in their order. Parts of different numbers of
    /// a tokenized summary are distinct.
    pub entities: Vec<CheckedEntity>,
}

/// An entity of a summary and where it was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckedEntity {
    /// The entity as it stands in the summary.
    pub text: String,
    /// What it is. Absent if the caller gave it.
    pub kind: Option<EntityKind>,
    /// Where it first stands in the summary, in UTF-16 units. Absent if the
    /// caller gave it.
    pub summary_span: Option<Utf16Span>,
    /// Whether the document holds it.
    pub in_document: bool,
    /// Whether the reference holds it. Absent without a reference.
    pub in_reference: Option<bool>,
}

/// Compares the entities of `summary` with those of `document` and, where one
/// is given, of a reference.
///
/// ```
/// use epitome::metrics::{EntityOptions, entity_factuality};
///
/// let found = entity_factuality(
///     "The council gave Ana Roe 1,200 euros on Monday.",
///     "Council gives Ana Roe 1200 euros and a car from Berlin",
///     &EntityOptions::default(),
/// );
/// assert_eq!(found.entities.len(), 3);
/// assert_eq!(found.precision_source, Some(2.0 / 3.0)); // Berlin is not in the document
/// ```
pub fn entity_factuality(
    document: &str,
    summary: &str,
    options: &EntityOptions,
) -> EntityFactuality {
    let language = options
        .language
        .or_else(|| Language::detect(document))
        .or_else(|| Language::detect(summary))
        .unwrap_or(Language::English);
    let given = &options.entities;
    let of_summary = found_in(summary, language, given.summary.as_deref());
    let source = Holder::new(document, language, given.document.as_deref());
    let target = options.reference.as_ref().map(|reference| {
        (
            found_in(reference, language, given.reference.as_deref()),
            Holder::new(reference, language, given.reference.as_deref()),
        )
    });
    let checked: Vec<CheckedEntity> = of_summary
        .iter()
        .map(|entity| CheckedEntity {
            text: entity.text.clone(),
            kind: entity.kind,
            summary_span: entity.span,
            in_document: entity.is_in(&source),
            in_reference: target.as_ref().map(|(_, holder)| entity.is_in(holder)),
        })
        .collect();
    let in_document = checked.iter().filter(|entity| entity.in_document).count();
    let mut factuality = EntityFactuality {
        precision_source: share(in_document, checked.len()),
        ..Default::default()
    };
    if let Some((of_reference, _)) = &target {
        let in_reference = checked
            .iter()
            .filter(|entity| entity.in_reference == Some(true))
            .count();
        let holder = Holder::new(summary, language, given.summary.as_deref());
        let in_summary = of_reference
            .iter()
            .filter(|entity| entity.is_in(&holder))
            .count();
        factuality.precision_target = share(in_reference, checked.len());
        factuality.recall_target = share(in_summary, of_reference.len());
        factuality.f1_target = match (factuality.precision_target, factuality.recall_target) {
            (None, None) => None,
            (Some(p), Some(r)) if p + r > 0.0 => Some(2.0 * p * r / (p + r)),
            _ => Some(0.0),
        };
    }
    factuality.entities = checked;
    factuality
}

/// The entities of a text and whether a document holds them, as [`entity_factuality`] says, but
/// that a number also counts as held if it rounds one of the document (`97万亿` for 97.42万亿).
pub(crate) struct RoughlyChecked {
    /// The bytes of the text that it first takes, and what it is.
    pub entity: Entity,
    /// Whether the document holds it or, of a number, one that it rounds.
    pub is_held: bool,
    /// Whether it is the first of its form in the text.
    pub is_first: bool,
}

/// The entities of `summary`, every time that they stand there, checked with a document.
pub(crate) fn checked_roughly(
    document: &str,
    summary: &str,
    language: Language,
) -> Vec<RoughlyChecked> {
    let holder = Holder::new(document, language, None);
    let precise = holder.precise();
    let mut seen = HashSet::new();
    entities_in(summary, language)
        .into_iter()
        .map(|(entity, found)| {
            let rounded = found.whole.as_ref().unwrap_or(&found.form);
            RoughlyChecked {
                entity,
                is_held: found.is_in(&holder) || rounded.rounds_one_of(&precise),
                is_first: seen.insert((found.form, found.whole)),
            }
        })
        .collect()
}

/// A document whose names and numbers many summaries are compared with: it is read once.
pub struct EntityIndex {
    language: Language,
    document: Holder,
}

impl EntityIndex {
    /// Reads a document of a language.
    pub fn new(document: &str, language: Language) -> Self {
        Self {
            language,
            document: Holder::new(document, language, None),
        }
    }

    /// Whether the document holds every entity of `summary` that rules find.
    pub fn holds_all(&self, summary: &str) -> bool {
        found_in(summary, self.language, None)
            .iter()
            .all(|entity| entity.is_in(&self.document))
    }

    /// Whether the document holds the words of every name or title that a text, or the beginning of one,
    /// sets between quotation marks.
    pub fn holds_quoted(&self, text: &str) -> bool {
        quoted(text, self.language).into_iter().all(|span| {
            let name = text.get(span).unwrap_or_default();
            self.document.holds(&Form::of(name, self.language))
        })
    }
}

fn share(count: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| count as f64 / of as f64)
}

/// What makes two entities one: the value of a number, the words of a name.
#[derive(Clone, Debug)]
enum Form {
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
    fn of_number(number: Number) -> Self {
        Self::Number {
            value: number.value,
            plain: number.plain,
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::Words(words) if words.is_empty())
    }

    /// Whether it is a number that rounds one of these.
    fn rounds_one_of(&self, precise: &Precise) -> bool {
        match self {
            Self::Number { value, .. } => precise.holds_rounded(value),
            Self::Words(_) => false,
        }
    }

    /// The form of an entity that stands alone: a number if it is nothing else.
    fn of(text: &str, language: Language) -> Self {
        let text = text.trim();
        let mut found = numbers(text, language);
        match found.pop() {
            Some(number) if found.is_empty() && number.span == (0..text.len()) => {
                Self::of_number(number)
            }
            _ => Self::Words(words(text)),
        }
    }
}

struct Found {
    text: String,
    kind: Option<EntityKind>,
    span: Option<Utf16Span>,
    form: Form,
    /// The number that it is a part of, where marks may stand alone.
    whole: Option<Form>,
}

impl Found {
    /// Whether a text holds it, or the number that it is a part of.
    fn is_in(&self, holder: &Holder) -> bool {
        let whole = self.whole.as_ref();
        holder.holds(&self.form) || whole.is_some_and(|whole| holder.holds(whole))
    }
}

/// The longest number, in bytes, whose parts are looked for in another text: every part has a copy of it.
const LONGEST_WHOLE: usize = 48;

/// The number, of some in their order, that takes a span and more.
fn longer<'n>(numbers: &'n [Number], span: &Range<usize>) -> Option<&'n Number> {
    let at = numbers.partition_point(|number| number.span.end < span.end);
    let number = numbers.get(at)?;
    let takes = number.span.start <= span.start && number.span != *span;
    (takes && number.span.len() <= LONGEST_WHOLE).then_some(number)
}

/// The entities of a text that are found by rules, in their order.
fn entities_in(text: &str, language: Language) -> Vec<(Entity, Found)> {
    let index = Utf16Index::new(text);
    let apart = numbers_apart(text, language);
    let found = entities(text, language).into_iter().map(|entity| {
        let content = text.get(entity.span.clone()).unwrap_or_default();
        let whole = match entity.kind {
            EntityKind::Number => longer(&apart, &entity.span),
            _ => None,
        };
        let found = Found {
            text: content.to_owned(),
            kind: Some(entity.kind),
            span: index.span(entity.span.clone()),
            form: Form::of(content, language),
            whole: whole.cloned().map(Form::of_number),
        };
        (entity, found)
    });
    found.filter(|(_, found)| !found.form.is_empty()).collect()
}

/// The distinct entities of a text, given or found by rules, in their order.
fn found_in(text: &str, language: Language, given: Option<&[String]>) -> Vec<Found> {
    let all: Vec<Found> = match given {
        Some(given) => given
            .iter()
            .map(|entity| Found {
                text: entity.clone(),
                kind: None,
                span: None,
                form: Form::of(entity, language),
                whole: None,
            })
            .collect(),
        None => entities_in(text, language)
            .into_iter()
            .map(|(_, found)| found)
            .collect(),
    };
    let mut seen = HashSet::new();
    all.into_iter()
        .filter(|entity| !entity.form.is_empty())
        .filter(|entity| seen.insert((entity.form.clone(), entity.whole.clone())))
        .collect()
}

/// A text that is asked whether it holds an entity.
enum Holder {
    /// By its given entities.
    Entities(HashSet<Form>),
    /// By its words and numbers.
    Text {
        words: Vec<String>,
        positions: HashMap<String, Vec<usize>>,
        values: HashSet<String>,
        /// The digits of all numbers, and of those without a scale.
        plain: HashSet<String>,
        unscaled: HashSet<String>,
    },
}

impl Holder {
    fn new(text: &str, language: Language, given: Option<&[String]>) -> Self {
        if let Some(given) = given {
            return Self::Entities(given.iter().map(|text| Form::of(text, language)).collect());
        }
        let words = words(text);
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (position, word) in words.iter().enumerate() {
            positions.entry(word.clone()).or_default().push(position);
        }
        let mut numbers = numbers(text, language);
        numbers.extend(numbers_apart(text, language));
        Self::Text {
            words,
            positions,
            values: numbers.iter().map(|n| n.value.clone()).collect(),
            plain: numbers.iter().map(|n| n.plain.clone()).collect(),
            unscaled: numbers
                .iter()
                .filter(|n| !n.is_scaled())
                .map(|n| n.plain.clone())
                .collect(),
        }
    }

    /// The numbers of a text; none of given entities.
    fn precise(&self) -> Precise {
        match self {
            Self::Entities(_) => Precise::default(),
            Self::Text { values, .. } => Precise::new(values.iter().map(String::as_str)),
        }
    }

    fn holds(&self, form: &Form) -> bool {
        match (self, form) {
            (Self::Entities(entities), form) => entities.contains(form),
            (
                Self::Text {
                    values,
                    plain: all,
                    unscaled,
                    ..
                },
                Form::Number { value, plain },
            ) => {
                let digits = if plain == value { all } else { unscaled };
                values.contains(value) || digits.contains(plain)
            }
            (
                Self::Text {
                    words, positions, ..
                },
                Form::Words(name),
            ) => {
                let starts = name.first().and_then(|first| positions.get(first));
                starts.into_iter().flatten().any(|&start| {
                    words
                        .get(start..start + name.len())
                        .is_some_and(|found| found == name.as_slice())
                })
            }
        }
    }
}
