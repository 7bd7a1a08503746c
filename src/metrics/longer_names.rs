//! Names that a text has in a longer form, or with the office beside them: `Mayor Roe` of `Mayor Ana Roe`, `George Bush` of
//! `George W. Bush`, `Mayor Roe` of `Ana Roe, the city's mayor,` and of `the mayor of Arnost, Ana Roe,`.
//!
//! An office is whatever a name begins with; no list says which words are one.
//!
//! Cost: linear in the text; for a name of [`LONGEST`] words at most, in how often the text has its words, up to [`MOST_PLACES`].

use std::collections::HashMap;
use std::ops::Range;

use crate::text::Language;
use crate::text::said::said_at;

/// Words of the longest name that is looked for: more are a headline in capitals.
const LONGEST: usize = 8;
/// Places of a name's word that are looked at.
const MOST_PLACES: usize = 256;
/// Given names and initials that a name may leave out.
const MOST_LEFT_OUT: usize = 2;
/// Words between a comma and an office behind it (`, the city's mayor`).
const MOST_BEFORE_OFFICE: usize = 4;
/// Words between an office and the comma before its holder (`the mayor of the town of Arnost, Ana Roe`).
const MOST_BEHIND_OFFICE: usize = 5;
/// Bytes between two words at most that say how they go together.
const LONGEST_GAP: usize = 5;
/// Words that an office behind a comma begins with, in order.
const DETERMINERS: [&str; 14] = [
    "a", "an", "das", "dem", "den", "der", "die", "her", "his", "ihr", "its", "our", "the", "their",
];
/// Words that say of what someone holds an office, in order.
const OF: [&str; 9] = ["at", "der", "des", "for", "in", "of", "vom", "von", "zu"];
/// Words that make another of what they stand before (`deputy mayor`, `State University`), in order; German ones without their endings.
const LESSER: [&str; 39] = [
    "acting",
    "amtierend",
    "assistant",
    "associate",
    "city",
    "co",
    "county",
    "damalig",
    "deputy",
    "designiert",
    "east",
    "ehemalig",
    "einstig",
    "ex",
    "former",
    "früher",
    "honorary",
    "incoming",
    "interim",
    "junior",
    "kommissarisch",
    "künftig",
    "late",
    "national",
    "new",
    "north",
    "outgoing",
    "shadow",
    "south",
    "state",
    "stellvertretend",
    "technical",
    "then",
    "under",
    "united",
    "vice",
    "vize",
    "west",
    "zuständig",
];
/// Endings of German adjectives.
const ENDINGS: [&str; 5] = ["em", "en", "er", "es", "e"];

/// A text in which names are looked for.
pub(super) struct LongerNames<'t> {
    text: &'t str,
    /// Its words in lower case, and where each stands.
    words: Vec<(String, Range<usize>)>,
    positions: HashMap<String, Vec<usize>>,
}

impl<'t> LongerNames<'t> {
    pub(super) fn of(text: &'t str, language: Language) -> Self {
        let places = said_at(text, language).into_iter();
        let words: Vec<_> = places
            .flat_map(|place| {
                let span = place.span;
                place
                    .words
                    .into_iter()
                    .map(move |word| (word, span.clone()))
            })
            .collect();
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (word, _)) in words.iter().enumerate() {
            positions.entry(word.clone()).or_default().push(at);
        }
        Self {
            text,
            words,
            positions,
        }
    }

    /// Whether the text has a name so, which is given as words in lower case.
    pub(super) fn hold(&self, name: &[String]) -> bool {
        if name.len() > LONGEST {
            return false;
        }
        (1..name.len()).any(|at| {
            let (begins, ends) = name.split_at(at);
            let starts = ends.first().and_then(|first| self.positions.get(first));
            let mut starts = starts.into_iter().flatten().take(MOST_PLACES);
            starts.any(|&start| {
                self.stands(ends, start)
                    && self.is_capitalised(start)
                    && (self.is_longer(begins, start)
                        || self.is_before_office(begins, start + ends.len())
                        || self.is_behind_office(begins, start, start + ends.len()))
            })
        })
    }

    /// Whether `begins` stands before what starts at a word, with given names or initials between.
    fn is_longer(&self, begins: &[String], start: usize) -> bool {
        (1..=MOST_LEFT_OUT).any(|left_out| {
            let Some(at) = start.checked_sub(left_out + begins.len()) else {
                return false;
            };
            let is_given = |word: usize| self.is_capitalised(word) && !self.is_lesser(word);
            self.stands(begins, at)
                && !at
                    .checked_sub(1)
                    .is_some_and(|before| self.is_lesser(before))
                && (at + begins.len()..start).all(is_given)
                && (at..start).all(|word| self.is_followed(word))
        })
    }

    /// Whether a blank stands behind a word, or the point of an initial.
    fn is_followed(&self, word: usize) -> bool {
        let is_initial = self
            .words
            .get(word)
            .is_some_and(|(word, _)| word.chars().nth(1).is_none());
        match self.gap(word) {
            " " => true,
            "." | ". " => is_initial,
            _ => false,
        }
    }

    /// Whether `begins` is the office that a comma or bracket behind a name leads to.
    fn is_before_office(&self, begins: &[String], end: usize) -> bool {
        let is_led_to = end
            .checked_sub(1)
            .is_some_and(|last| matches!(self.gap(last), ", " | " (" | " – " | " — "));
        is_led_to
            && (0..=MOST_BEFORE_OFFICE).any(|between| {
                let at = end + between;
                let behind = at + begins.len();
                self.stands(begins, at)
                    && self.leads_to(end..at)
                    && (end..behind.saturating_sub(1)).all(|word| self.is_within(word))
                    && (self.says_of(behind)
                        || self.ends_behind(behind - 1) && self.is_office(at..behind))
            })
    }

    /// Whether `begins` is the office before the comma or bracket that a name follows, perhaps with given names, and another mark behind it.
    fn is_behind_office(&self, begins: &[String], start: usize, end: usize) -> bool {
        let given = (0..=MOST_LEFT_OUT).find(|given| {
            let before = start.checked_sub(given + 1);
            before.is_some_and(|before| self.gap(before) != " ")
        });
        let Some(first) = given.map(|given| start - given) else {
            return false;
        };
        matches!(self.gap(first - 1), ", " | " (" | " – " | " — ")
            && self.ends_behind(end - 1)
            && (first..start).all(|word| self.is_capitalised(word))
            && (0..=MOST_BEHIND_OFFICE).any(|behind| {
                let Some(at) = first.checked_sub(behind + begins.len()) else {
                    return false;
                };
                let next = at + begins.len();
                self.stands(begins, at)
                    && !self.is_behind_lesser(at)
                    && (at..first - 1).all(|word| self.is_within(word))
                    && (behind > 0 && self.says_of(next) || behind == 0 && self.is_office(at..next))
            })
    }

    /// Whether words before an office are a determiner and a possessive, or none.
    fn leads_to(&self, words: Range<usize>) -> bool {
        words.clone().all(|at| {
            let is_determiner = self.is_one_of(at, &DETERMINERS);
            let is_possessive = self.words.get(at).is_some_and(|(word, _)| word == "s");
            is_determiner || is_possessive || matches!(self.gap(at), "'" | "’")
        })
    }

    /// Whether words are an office rather than a name: in lower case, or behind a determiner.
    fn is_office(&self, words: Range<usize>) -> bool {
        let is_determined = words
            .start
            .checked_sub(1)
            .is_some_and(|before| self.is_one_of(before, &DETERMINERS));
        is_determined || words.clone().all(|at| !self.is_capitalised(at))
    }

    /// Whether a word says of what someone holds the office before it.
    fn says_of(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.gap(before) == " ")
            && self.is_one_of(at, &OF)
    }

    /// Whether a mark stands behind a word, or the text ends there.
    fn ends_behind(&self, at: usize) -> bool {
        let end = self.words.get(at).map(|(_, span)| span.end);
        let behind = end.and_then(|end| self.text.get(end..));
        behind.is_some_and(|behind| {
            let behind = behind.strip_prefix(' ').unwrap_or(behind);
            behind.is_empty()
                || behind.starts_with([',', '.', ';', ':', ')', '!', '?', '–', '—', '\n'])
        })
    }

    fn is_one_of(&self, at: usize, words: &[&str]) -> bool {
        let word = self.words.get(at).map(|(word, _)| word.as_str());
        word.is_some_and(|word| words.binary_search(&word).is_ok())
    }

    /// Whether a word makes another of what it stands before.
    fn is_lesser(&self, at: usize) -> bool {
        let word = self.words.get(at).map(|(word, _)| word.as_str());
        word.is_some_and(|word| {
            let mut stems = ENDINGS
                .iter()
                .filter_map(|ending| word.strip_suffix(ending));
            LESSER.binary_search(&word).is_ok()
                || stems.any(|stem| LESSER.binary_search(&stem).is_ok())
        })
    }

    /// Whether one of the two words before a place is such.
    fn is_behind_lesser(&self, at: usize) -> bool {
        (at.saturating_sub(2)..at).any(|before| self.is_lesser(before))
    }

    /// Whether words stand one after the other from a place on.
    fn stands(&self, words: &[String], at: usize) -> bool {
        let found = self.words.get(at..at + words.len());
        found.is_some_and(|found| {
            found
                .iter()
                .zip(words)
                .all(|((found, _), word)| found == word)
        })
    }

    fn is_capitalised(&self, word: usize) -> bool {
        let span = self.words.get(word).map(|(_, span)| span.clone());
        let written = span.and_then(|span| self.text.get(span));
        written.is_some_and(|written| written.starts_with(char::is_uppercase))
    }

    /// What stands between a word and the next, if it is short.
    fn gap(&self, word: usize) -> &'t str {
        let span = |at: usize| self.words.get(at).map(|(_, span)| span);
        let between = span(word).zip(span(word + 1));
        let gap = between.and_then(|(one, next)| self.text.get(one.end..next.start));
        gap.filter(|gap| gap.len() <= LONGEST_GAP)
            .unwrap_or_default()
    }

    /// Whether no mark but an apostrophe stands behind a word.
    fn is_within(&self, word: usize) -> bool {
        matches!(self.gap(word), " " | "'" | "’")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::said;

    #[test]
    fn words_are_in_order() {
        assert!(DETERMINERS.is_sorted() && OF.is_sorted() && LESSER.is_sorted());
    }

    #[test]
    fn names_are_held_in_a_longer_form() {
        for (text, name, held) in [
            ("Mayor Ana Roe spoke.", "Mayor Roe", true),
            ("Mayor Ana Maria Roe spoke.", "Mayor Roe", true),
            ("President George W. Bush spoke.", "President Bush", true),
            (
                "Former president George W. Bush spoke.",
                "George Bush",
                true,
            ),
            (
                "US President George W. Bush spoke.",
                "US President Bush",
                true,
            ),
            (
                "The prime minister Ana Roe spoke.",
                "Prime Minister Roe",
                true,
            ),
            ("Mayor Ana Roe met Tom Bow.", "Mayor Bow", false),
            ("Mayor Ana Roe spoke.", "Ana Bow", false),
            ("Mayor Ana Roe spoke.", "Tom Roe", false),
            ("Mayor Ana met Tom Roe.", "Mayor Roe", false),
            ("Mayor of Roe", "Mayor Roe", false),
            ("Deputy Mayor Ana Roe spoke.", "Mayor Roe", false),
            (
                "Police questioned Ana. Tom Roe was freed.",
                "Ana Roe",
                false,
            ),
            ("US Vice President Roe spoke.", "US President Roe", false),
            ("Arnost State University", "Arnost University", false),
            ("Ana, Tom and Roe", "Ana Roe", false),
            ("", "Ana Roe", false),
            ("Ana Roe", "", false),
            ("Ana Roe", "Roe", false),
        ] {
            let found = LongerNames::of(text, Language::English);
            let name = said(name, Language::English);
            assert_eq!(found.hold(&name), held, "{name:?} of {text}");
        }
    }

    #[test]
    fn names_are_held_with_the_office_beside_them() {
        for (text, name, held) in [
            ("Ana Roe, the mayor, spoke.", "Mayor Roe", true),
            ("Ana Roe, the city's mayor, spoke.", "Mayor Ana Roe", true),
            ("Ana Roe, mayor of Arnost, spoke.", "Mayor Roe", true),
            ("Ana Roe (mayor) spoke.", "Mayor Roe", true),
            ("The mayor, Ana Roe, spoke.", "Mayor Roe", true),
            (
                "The mayor of Arnost, Ana Roe, spoke.",
                "Mayor Ana Roe",
                true,
            ),
            (
                "Ana Roe, the prime minister, spoke.",
                "Prime Minister Roe",
                true,
            ),
            ("Ana Roe, the deputy mayor, spoke.", "Mayor Roe", false),
            ("Ana Roe, the former city mayor, spoke.", "Mayor Roe", false),
            ("Ana Roe, wife of the mayor, spoke.", "Mayor Roe", false),
            ("Ana Roe, who beat the mayor, spoke.", "Mayor Roe", false),
            ("After meeting Ana Roe, the mayor left.", "Mayor Roe", false),
            (
                "In a letter to the mayor, Ana Roe said no.",
                "Mayor Roe",
                false,
            ),
            ("Ana, Tom Roe and Bo spoke.", "Ana Roe", false),
            ("Tom Bow, Roe and Ana met.", "Roe Bow", false),
            ("Ana Roe, the mayor's sister, spoke.", "Mayor Roe", false),
            ("The mayor's sister, Ana Roe, spoke.", "Mayor Roe", false),
            ("Mayor Bow, Ana Roe and others spoke.", "Mayor Roe", false),
            ("Ana Roe, Mayor Bow and others spoke.", "Mayor Roe", false),
            ("Ana Roe met the mayor.", "Mayor Roe", false),
            ("The mayor spoke. Ana Roe left.", "Mayor Roe", false),
        ] {
            let found = LongerNames::of(text, Language::English);
            let name = said(name, Language::English);
            assert_eq!(found.hold(&name), held, "{name:?} of {text}");
        }
        for (text, name, held) in [
            (
                "Bürgermeisterin Ana Roe sprach.",
                "Bürgermeisterin Roe",
                true,
            ),
            (
                "Ana Roe, die Bürgermeisterin, sprach.",
                "Bürgermeisterin Roe",
                true,
            ),
            (
                "Die Bürgermeisterin von Arnost, Ana Roe, sprach.",
                "Bürgermeisterin Roe",
                true,
            ),
            (
                "Ana Roe, die frühere Bürgermeisterin, sprach.",
                "Bürgermeisterin Roe",
                false,
            ),
            (
                "Mit der früheren Bürgermeisterin Ana Roe.",
                "Bürgermeisterin Roe",
                false,
            ),
            ("Ana, Tom Roe und Bo sprachen.", "Ana Roe", false),
        ] {
            let found = LongerNames::of(text, Language::German);
            let name = said(name, Language::German);
            assert_eq!(found.hold(&name), held, "{name:?} of {text}");
        }
    }
}
