//! Which entities a text has, and whether another text holds them: what
//! [`entity_factuality`](crate::metrics::entity_factuality) counts, and matchers and headlines are held to.
//!
//! Names are compared by their words; an acronym that has the letters of a word that says little (`US`, `WHO`) is held
//! by one in upper case only.
//!
//! Linear time for names that begin with different words.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::metrics::inflected_names::InflectedNames;
use crate::text::entities::hedges::{Hedge, hedge};
use crate::text::entities::numbers::{Number, numbers, numbers_apart};
use crate::text::entities::rounding::Precise;
use crate::text::entities::{Entity, EntityKind, entities, quoted};
use crate::text::said::said_at;
use crate::text::{Language, Utf16Index, Utf16Span, said, says_little};

/// The entities of a text and whether a document holds them, as the metric says, but
/// that a number also counts as held if it rounds one of the document (`97万亿` for 97.42万亿) or a word beside it makes it
/// true of one (`more than 20` for 23), and a German name in another case.
pub(crate) struct RoughlyChecked {
    /// The bytes of the text that it first takes, and what it is.
    pub entity: Entity,
    /// Whether the document holds it or, of a number, one that it rounds, and of a German name, a form of it.
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
    let inflected = LazyCell::new(|| InflectedNames::of(holder.words()));
    let mut seen = HashSet::new();
    entities_in(summary, language)
        .into_iter()
        .map(|(entity, found)| {
            let rounded = found.whole.as_ref().unwrap_or(&found.form);
            let is_german_name = language == Language::German && entity.kind == EntityKind::Name;
            let is_form = || match &found.form {
                Form::Words(name) => is_german_name && inflected.hold(name),
                Form::Number { .. } => false,
            };
            let is_held =
                found.is_in(&holder) || rounded.rounds_one_of(&precise, found.hedge) || is_form();
            RoughlyChecked {
                entity,
                is_held,
                is_first: seen.insert((found.form, found.whole)),
            }
        })
        .collect()
}

/// A document whose names and numbers many summaries are compared with: it is read once.
pub(crate) struct EntityIndex {
    language: Language,
    document: Holder,
}

impl EntityIndex {
    /// Reads a document of a language.
    pub(crate) fn new(document: &str, language: Language) -> Self {
        Self {
            language,
            document: Holder::new(document, language, None),
        }
    }

    /// Whether the document holds every entity of `summary` that rules find.
    pub(crate) fn holds_all(&self, summary: &str) -> bool {
        found_in(summary, self.language, None)
            .iter()
            .all(|entity| entity.is_in(&self.document))
    }

    /// Whether the document holds the words of every name or title that a text, or the beginning of one,
    /// sets between quotation marks.
    pub(crate) fn holds_quoted(&self, text: &str) -> bool {
        quoted(text, self.language).into_iter().all(|span| {
            let name = text.get(span).unwrap_or_default();
            self.document.holds(&Form::of(name, self.language))
        })
    }
}

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
    fn of_number(number: Number) -> Self {
        Self::Number {
            value: number.value,
            plain: number.plain,
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::Words(words) if words.is_empty())
    }

    /// Whether it is a number that rounds one of these, or is true of one with the word beside it.
    fn rounds_one_of(&self, precise: &Precise, hedge: Option<Hedge>) -> bool {
        match self {
            Self::Number { value, .. } => {
                precise.holds_rounded(value)
                    || hedge.is_some_and(|hedge| precise.holds_roughly(value, hedge))
            }
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
            _ => Self::Words(said(text, language)),
        }
    }
}

/// An entity as it stands in its text.
pub(super) struct Found {
    pub(super) text: String,
    pub(super) kind: Option<EntityKind>,
    pub(super) span: Option<Utf16Span>,
    form: Form,
    /// The number that it is a part of, where marks may stand alone.
    whole: Option<Form>,
    /// The numbers that it may be: day, month and year.
    parts: Vec<Form>,
    /// The word beside a number that makes it rough.
    hedge: Option<Hedge>,
}

impl Found {
    /// Whether a text holds it, the number that it is a part of, or all of its parts.
    pub(super) fn is_in(&self, holder: &Holder) -> bool {
        if let Form::Words(words) = &self.form
            && let [word] = words.as_slice()
            && self.text.chars().all(|c| c.is_uppercase() || c == '.')
            && !holder.says_in_upper_case(word)
        {
            return false;
        }
        let whole = self.whole.as_ref();
        holder.holds(&self.form)
            || whole.is_some_and(|whole| holder.holds(whole))
            || !self.parts.is_empty() && self.parts.iter().all(|part| holder.holds(part))
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

/// The numbers, of some in their order, that stand within a span; none if that is one.
fn within<'n>(numbers: &'n [Number], span: &Range<usize>) -> &'n [Number] {
    let first = numbers.partition_point(|number| number.span.start < span.start);
    let next = numbers.partition_point(|number| number.span.end <= span.end);
    let found = numbers.get(first..next).unwrap_or_default();
    if found.len() > 1 { found } else { &[] }
}

/// The entities of a text that are found by rules, in their order.
fn entities_in(text: &str, language: Language) -> Vec<(Entity, Found)> {
    let index = Utf16Index::new(text);
    let apart = numbers_apart(text, language);
    let found = entities(text, language).into_iter().map(|entity| {
        let content = text.get(entity.span.clone()).unwrap_or_default();
        let is_number = entity.kind == EntityKind::Number;
        let numbers: &[Number] = if is_number { &apart } else { &[] };
        let whole = longer(numbers, &entity.span);
        let parts = within(numbers, &entity.span).iter().cloned();
        let found = Found {
            text: content.to_owned(),
            kind: Some(entity.kind),
            span: index.span(entity.span.clone()),
            form: Form::of(content, language),
            whole: whole.cloned().map(Form::of_number),
            parts: parts.map(Form::of_number).collect(),
            hedge: match is_number {
                true => hedge(text, &entity.span, language),
                false => None,
            },
        };
        (entity, found)
    });
    found.filter(|(_, found)| !found.form.is_empty()).collect()
}

/// The distinct entities of a text, given or found by rules, in their order.
pub(super) fn found_in(text: &str, language: Language, given: Option<&[String]>) -> Vec<Found> {
    let all: Vec<Found> = match given {
        Some(given) => given
            .iter()
            .map(|entity| Found {
                text: entity.clone(),
                kind: None,
                span: None,
                form: Form::of(entity, language),
                whole: None,
                parts: Vec::new(),
                hedge: None,
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

/// Whether an acronym has the letters of a word that says little.
fn is_common(word: &str, language: Language) -> bool {
    says_little(word, language) || language == Language::English && word == "us"
}

/// A text that is asked whether it holds an entity.
pub(super) enum Holder {
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
        /// Words that say little and stand in upper case somewhere.
        in_upper_case: HashSet<String>,
        language: Language,
    },
}

impl Holder {
    pub(super) fn new(text: &str, language: Language, given: Option<&[String]>) -> Self {
        if let Some(given) = given {
            return Self::Entities(given.iter().map(|text| Form::of(text, language)).collect());
        }
        let (mut words, mut in_upper_case) = (Vec::new(), HashSet::new());
        for place in said_at(text, language) {
            if let [word] = place.words.as_slice()
                && is_common(word, language)
                && !text[place.span].contains(char::is_lowercase)
            {
                in_upper_case.insert(word.clone());
            }
            words.extend(place.words);
        }
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
            in_upper_case,
            language,
        }
    }

    /// Whether a word stands in upper case somewhere, if it says little otherwise.
    fn says_in_upper_case(&self, word: &str) -> bool {
        match self {
            Self::Entities(_) => true,
            Self::Text {
                in_upper_case,
                language,
                ..
            } => !is_common(word, *language) || in_upper_case.contains(word),
        }
    }

    /// The words of a text; none of given entities.
    fn words(&self) -> &[String] {
        match self {
            Self::Entities(_) => &[],
            Self::Text { words, .. } => words,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_held(document: &str, summary: &str, language: Language) -> Vec<bool> {
        let checked = checked_roughly(document, summary, language).into_iter();
        checked.map(|one| one.is_held).collect()
    }

    #[test]
    fn acronyms_are_no_pronouns() {
        let found = |document, summary| is_held(document, summary, Language::English);
        let told = "He told us who did it in the Nato office.";
        for summary in [
            "Trade with the US",
            "Trade with the U.S.",
            "Some advice of the WHO",
        ] {
            assert_eq!(found(told, summary), [false], "{summary}");
        }
        assert_eq!(found(told, "Trade with NATO"), [true]);
        for document in ["The US left.", "The U.S. left."] {
            assert_eq!(found(document, "Trade with the US"), [true]);
            assert_eq!(found(document, "Trade with the U.S."), [true]);
        }
    }

    #[test]
    fn numbers_are_held_as_people_write_them() {
        for (language, document, summary, wanted) in [
            (
                Language::German,
                "Am 12. Mai 2024 begann es.",
                "Beginn am 12.05.2024",
                vec![true],
            ),
            (
                Language::German,
                "Am 12.05.2024 begann es.",
                "Beginn am 12. Mai 2024",
                vec![true, true],
            ),
            (
                Language::German,
                "Am 13. Mai 2024 begann es.",
                "Beginn am 12.05.2024",
                vec![false],
            ),
            (
                Language::German,
                "Um 19:30 Uhr.",
                "Um 19.30 Uhr",
                vec![true],
            ),
            (
                Language::German,
                "Um 19.30 Uhr.",
                "Um 19:30 Uhr",
                vec![true, true],
            ),
            (
                Language::English,
                "It began on May 12, 2024.",
                "Began on 12.5.2024",
                vec![true],
            ),
            (
                Language::English,
                "It was the second of May.",
                "The 2nd of May",
                vec![true],
            ),
            (
                Language::English,
                "There were 23 men.",
                "More than 20 men",
                vec![true],
            ),
            (
                Language::English,
                "There were 23 men.",
                "20 men",
                vec![false],
            ),
            (
                Language::English,
                "It took two and a half years.",
                "2.5 years and 2 years",
                vec![true, true],
            ),
            (
                Language::Chinese,
                "共有23人，450万元。",
                "20多人四百多万元",
                vec![true, true],
            ),
            (
                Language::Chinese,
                "2024.5.12开始",
                "2024年5月12日",
                vec![true, true, true],
            ),
            (
                Language::English,
                "It has 4GB and 1.5GHz.",
                "4 GB and 1.5 GHz here",
                vec![true, true],
            ),
            (
                Language::English,
                "It has 4 GB and 1.5 GHz.",
                "4GB and 1.5GHz here",
                vec![true, true],
            ),
            (
                Language::English,
                "It has 4 GB and 5G.",
                "8GB and 6G here",
                vec![false, false],
            ),
            (
                Language::Persian,
                "در ۱۲ اردیبهشت ۱۴۰۳ بود.",
                "۱۴۰۳/۲/۱۲",
                vec![true, true, true],
            ),
            (
                Language::Persian,
                "۲ هزار و ۵۰۰ میلیارد تومان",
                "۲۵۰۰ میلیارد",
                vec![true],
            ),
            (
                Language::Persian,
                "سه‌نفر و هزار کارگر",
                "۳ نفر و ۱۰۰۰ کارگر",
                vec![true, true],
            ),
        ] {
            assert_eq!(
                is_held(document, summary, language),
                wanted,
                "{summary} of {document}"
            );
        }
    }

    #[test]
    fn german_names_are_held_in_another_case() {
        let found = |document, summary: &'static str| -> Vec<(&str, bool)> {
            let checked = checked_roughly(document, summary, Language::German).into_iter();
            checked
                .map(|one| (&summary[one.entity.span], one.is_held))
                .collect()
        };
        let document = "Das Europäische Parlament traf Martin Berg.";
        let summary = "Ein Brief vom Europäischen Parlament an Martin Berg";
        let held = [("Europäischen Parlament", true), ("Martin Berg", true)];
        assert_eq!(found(document, summary), held);
        let summary = "Ein Brief an Martina Berg";
        assert_eq!(found(document, summary), [("Martina Berg", false)]);
        // Titles are quoted as they are.
        let summary = "Ein Brief im „Europäischen Parlament“";
        assert_eq!(
            found(document, summary),
            [("Europäischen Parlament", false)]
        );
    }
}
