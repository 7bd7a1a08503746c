//! A text that is asked whether it holds an entity.
//!
//! Numbers are compared by their value or their digits, and by the date, time or ordinal that they are a part of; names by their words. An
//! acronym that has the letters of a common word (`US`, `WHO`) is held by one in upper case only.
//!
//! Cost: a few passes over the text, once; an entity is looked up.

use std::collections::{HashMap, HashSet};

use crate::metrics::found_entities::{Form, Found};
use crate::text::entities::mentions::{Meaning, Mentioned};
use crate::text::entities::numbers::readings;
use crate::text::normalized_words::normalized_words_at;
use crate::text::{Language, says_little};

/// What is asked.
pub(super) enum EntityLookup {
    /// Given entities.
    Entities(HashSet<Form>),
    /// A text.
    Text(Box<TextLookup>),
}

impl EntityLookup {
    pub(super) fn new(text: &str, language: Language, given: Option<&[String]>) -> Self {
        match given {
            Some(given) => {
                Self::Entities(given.iter().map(|text| Form::of(text, language)).collect())
            }
            None => Self::Text(Box::new(TextLookup::new(text, language))),
        }
    }

    /// Whether it holds an entity, or the number, date, time or ordinal that this is a part of.
    pub(super) fn holds(&self, found: &Found) -> bool {
        match self {
            Self::Entities(entities) => {
                let mut forms = std::iter::once(&found.form).chain(found.whole.as_ref());
                forms.any(|form| entities.contains(form))
            }
            Self::Text(text) => text.holds(found),
        }
    }
}

/// The most places of the rarest word of a name that are looked at.
const MOST_PLACES: usize = 4096;

/// The words and numbers of a text.
pub(super) struct TextLookup {
    language: Language,
    words: Vec<String>,
    positions: HashMap<String, Vec<usize>>,
    values: HashSet<String>,
    /// The digits of all numbers, and of those without a scale.
    plain: HashSet<String>,
    unscaled: HashSet<String>,
    /// Common words that stand in upper case somewhere.
    in_upper_case: HashSet<String>,
    mentioned: Mentioned,
}

impl TextLookup {
    pub(super) fn new(text: &str, language: Language) -> Self {
        let (mut words, mut in_upper_case) = (Vec::new(), HashSet::new());
        for place in normalized_words_at(text, language) {
            if let [word] = place.words.as_slice()
                && is_common(word, language)
                && text[place.span.clone()].contains(char::is_uppercase)
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
        let (mut numbers, apart) = readings(text, language);
        numbers.extend(apart);
        let unscaled = numbers.iter().filter(|number| !number.is_scaled());
        Self {
            language,
            words,
            positions,
            values: numbers.iter().map(|number| number.value.clone()).collect(),
            plain: numbers.iter().map(|number| number.plain.clone()).collect(),
            unscaled: unscaled.map(|number| number.plain.clone()).collect(),
            in_upper_case,
            mentioned: Mentioned::of(text, language),
        }
    }

    /// Whether it holds an entity, or the number, date, time or ordinal that this is a part of.
    pub(super) fn holds(&self, found: &Found) -> bool {
        if !self.has_acronym(found) {
            return false;
        }
        let mut forms = std::iter::once(&found.form).chain(found.whole.as_ref());
        let is_mentioned = |meaning: &Meaning| self.mentioned.hold(meaning);
        forms.any(|form| self.has(form)) || found.mention.as_ref().is_some_and(is_mentioned)
    }

    /// Whether it has a number by its value, or words one after the other.
    pub(super) fn has(&self, form: &Form) -> bool {
        match form {
            Form::Number { value, plain } => {
                let is_scaled = plain != value;
                let digits = if is_scaled {
                    &self.unscaled
                } else {
                    &self.plain
                };
                self.values.contains(value) || digits.contains(plain)
            }
            Form::Words(name) => {
                // From the places of its rarest word: there are none of most names that are not held.
                let places =
                    |word: &String| self.positions.get(word).map_or(&[][..], Vec::as_slice);
                let rarest = (0..name.len()).min_by_key(|&at| places(&name[at]).len());
                let rarest = rarest.unwrap_or_default();
                let found = name
                    .get(rarest)
                    .map_or(&[][..], places)
                    .iter()
                    .take(MOST_PLACES);
                found
                    .filter_map(|place| place.checked_sub(rarest))
                    .any(|start| {
                        let found = self.words.get(start..start + name.len());
                        found.is_some_and(|found| found == name.as_slice())
                    })
            }
        }
    }

    /// Whether it has an acronym with the letters of a common word as one, if an entity is such an acronym.
    fn has_acronym(&self, found: &Found) -> bool {
        let Form::Words(words) = &found.form else {
            return true;
        };
        let [word] = words.as_slice() else {
            return true;
        };
        let is_acronym = found.text.chars().all(|c| c.is_uppercase() || c == '.');
        !is_acronym || !is_common(word, self.language) || self.in_upper_case.contains(word)
    }
}

/// Whether an acronym has the letters of a word that says little.
fn is_common(word: &str, language: Language) -> bool {
    says_little(word, language) || language == Language::English && word == "us"
}
