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
//! the rules of [`entities()`](crate::text::entities()), which see numbers well and names in part;
//! better ones can be given. A text holds a name if it holds its
//! [`words()`](crate::text::tokenize::words()) one after the other, in upper or lower case, with or without the points of
//! initials (`U.S.` and `US`), and a number if it holds one of equal value, or of equal digits where one of them has no scale
//! (`48` and `48 million`), or says the same date, time or ordinal (`12 May` and `2024-05-12`). An acronym that has the letters of a common word
//! (`US`) is held in upper case only. A tokenized text, whose marks stand alone (`3 , 000`), holds
//! both readings of them; of its own numbers it has the parts, `3` and `000`, and another
//! text holds a part if it holds that or the whole. Where entities of the other side are
//! given, one of them must be equal to it instead.
//!
//! A measure whose divisor is 0 is absent; F1 is 0 where there are entities and
//! none is in common. Linear time for names that begin with different words.

use serde::{Deserialize, Serialize};

use crate::metrics::entity_lookup::EntityLookup;
use crate::metrics::found_entities::found_in;
use crate::text::entities::EntityKind;
use crate::text::{Language, Utf16Span};

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
    let source = EntityLookup::new(document, language, given.document.as_deref());
    let target = options.reference.as_ref().map(|reference| {
        (
            found_in(reference, language, given.reference.as_deref()),
            EntityLookup::new(reference, language, given.reference.as_deref()),
        )
    });
    let checked: Vec<CheckedEntity> = of_summary
        .iter()
        .map(|entity| CheckedEntity {
            text: entity.text.clone(),
            kind: entity.kind,
            summary_span: entity.span,
            in_document: source.holds(entity),
            in_reference: target.as_ref().map(|(_, lookup)| lookup.holds(entity)),
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
        let lookup = EntityLookup::new(summary, language, given.summary.as_deref());
        let in_summary = of_reference
            .iter()
            .filter(|entity| lookup.holds(entity))
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

fn share(count: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| count as f64 / of as f64)
}
