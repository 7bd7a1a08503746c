//! Names and numbers in a text, found by rules and without a model.
//!
//! What counts as an entity:
//!
//! - **number**: digits of any of the scripts that the four languages use, with
//!   their separators and scale words, and Chinese numerals of more than one
//!   character, but not those that mark the items of a list; see [`numbers`];
//! - **quoted**: what stands between quotation marks or title marks (`《…》`,
//!   `«…»`, `“…”`, …), up to [`MAX_QUOTED_WORDS`] words and without a comma or
//!   end mark; in English and German only if it begins in upper case;
//! - **name**: in English a run of capitalised words, of which a weekday or month is one by itself (`Oslo Monday`), in German a run of at
//!   least two that does not begin a sentence, and in both an acronym or a word
//!   of upper-case letters and digits (`MH370`); initials (`U.S.`) are an acronym. In Chinese and Persian every
//!   word in Latin letters. Of a measure the unit is one if it begins in upper case (`8GB`), and its digits are a number.
//!
//! The first word of a sentence counts only if the next word is capitalised too
//! and it is no function word, or if it stands capitalised within a sentence
//! elsewhere. In an English title where every longer word is capitalised, and
//! in text all in upper case, capitals say nothing and are not read.
//!
//! This finds what can be checked by looking at the text, not all that people
//! would call a name: Chinese and Persian names of people and places outside
//! quotes, and single German names, are not found, and some capitalised words
//! that are found are no names. Where that matters, find the entities with a
//! recogniser and pass them on. Linear time.

pub(crate) mod hedges;
mod latin;
pub(crate) mod measures;
pub(crate) mod mentions;
pub mod numbers;
mod quotes;
pub(crate) mod rounding;
pub(crate) mod units;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::order;
use crate::text::{Language, passes, sentences};
use numbers::Number;

/// The longest quotation that is taken for a name, in the tokens of
/// [`words()`](crate::text::tokenize::words()).
pub const MAX_QUOTED_WORDS: usize = 6;
/// The same in Chinese, where the tokens are characters.
pub const MAX_QUOTED_CHARACTERS: usize = 16;

/// The kind of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntityKind {
    /// A number.
    Number,
    /// A capitalised name, an acronym, or a Latin word in another script.
    Name,
    /// A name or title in quotation marks.
    Quoted,
}

/// Where an entity stands in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// The bytes of the text that it takes, without quotation marks.
    pub span: Range<usize>,
    /// What it is.
    pub kind: EntityKind,
}

/// The entities of `text` in their order. They may be repeated, and a number
/// may stand within a quoted name; otherwise they do not overlap.
///
/// ```
/// use epitome::text::{Language, entities};
///
/// let text = "The council gave Ana Roe 48 million euros for the \"Harbour Line\".";
/// let found: Vec<_> = entities(text, Language::English)
///     .into_iter()
///     .map(|entity| &text[entity.span])
///     .collect();
/// assert_eq!(found, ["Ana Roe", "48 million", "Harbour Line"]);
/// ```
pub fn entities(text: &str, language: Language) -> Vec<Entity> {
    let sentences = match language {
        Language::English | Language::German => sentences(text, language),
        Language::Chinese | Language::Persian => Vec::new(),
    };
    entities_of(
        text,
        language,
        &numbers::numbers(text, language),
        &sentences,
    )
}

/// The [`entities`] of a text whose numbers and sentences are read; only English and German names
/// depend on sentences.
pub(crate) fn entities_of(
    text: &str,
    language: Language,
    numbers: &[Number],
    sentences: &[Range<usize>],
) -> Vec<Entity> {
    passes::count(passes::NAMES, text);
    let quoted = quotes::quoted(text, language);
    let mut numbers: Vec<&Number> = numbers.iter().collect();
    // The scale behind a number word begins no name: `drei Millionen Euro`.
    numbers.retain(|number| number.is_sure || number.is_scaled());
    numbers.retain(|number| !numbers::marks_item(text, &number.span));
    let spans: Vec<Range<usize>> = numbers.iter().map(|number| number.span.clone()).collect();
    let names = latin::names(text, language, sentences)
        .into_iter()
        .filter(|span| !is_within(span, &quoted) && !is_within(span, &spans))
        .filter(|span| {
            let word = text.get(span.clone()).unwrap_or_default();
            units::is_named(word) || !units::is_of_number(text, span.start, word)
        });
    let sure = numbers.into_iter().filter(|number| number.is_sure);
    let numbers = sure.map(|number| number.span.clone());
    let of_kind = |kind| move |span| (span, kind);
    let mut found: Vec<Entity> = names
        .map(of_kind(EntityKind::Name))
        .chain(quoted.iter().cloned().map(of_kind(EntityKind::Quoted)))
        .chain(numbers.map(of_kind(EntityKind::Number)))
        .map(|(span, kind)| Entity { span, kind })
        .collect();
    order::by_key(&mut found, |entity| (entity.span.start, entity.span.end));
    found
}

/// The names and titles of `text` that stand between quotation marks.
pub(crate) fn quoted(text: &str, language: Language) -> Vec<Range<usize>> {
    quotes::quoted(text, language)
}

/// Whether a mark closes quotations.
pub(crate) fn closes_quotation(mark: char) -> bool {
    quotes::closes(mark)
}

/// Whether a span overlaps one of `others`, which are in order.
fn is_within(span: &Range<usize>, others: &[Range<usize>]) -> bool {
    let next = others.partition_point(|other| other.end <= span.start);
    others.get(next).is_some_and(|other| other.start < span.end)
}
