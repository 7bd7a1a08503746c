//! Names that a text has in a longer form, or with the office beside them: `Mayor Roe` of `Mayor Ana Roe`, `George Bush` of
//! `George W. Bush`, `Mayor Roe` of `Ana Roe, the city's mayor` and of `the mayor of Arnost, Ana Roe`, `Frau Roe` of `Ana Roe`.
//!
//! An office is whatever a name begins with; no list says which words are one.
//!
//! Cost: linear in the text; for a name of [`LONGEST`] words at most, in how often the text has its words.

use std::collections::HashMap;
use std::ops::Range;

use crate::text::Language;
use crate::text::said::said_at;

/// Words of the longest name that is looked for: more are a headline in capitals.
const LONGEST: usize = 8;
/// Given names and initials that a name may leave out.
const MOST_LEFT_OUT: usize = 2;
/// Words between a comma and an office behind it (`, the city's mayor`), counting `s`.
const MOST_BEFORE_OFFICE: usize = 3;
/// Words between an office and the comma before its holder (`the mayor of the town of Arnost, Ana Roe`).
const MOST_BEHIND_OFFICE: usize = 5;
/// What says no more than that someone is a man or a woman, in order.
const ADDRESSES: [&str; 4] = ["frau", "herr", "herrn", "miss"];
/// Words that make another office of the one they stand before, in order.
const LESSER: [&str; 15] = [
    "acting",
    "assistant",
    "deputy",
    "designierte",
    "designierter",
    "ehemalige",
    "ehemaliger",
    "ex",
    "former",
    "frühere",
    "früherer",
    "stellvertretende",
    "stellvertretender",
    "then",
    "vice",
];

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
            let is_address =
                matches!(begins, [only] if ADDRESSES.binary_search(&only.as_str()).is_ok());
            let starts = ends.first().and_then(|first| self.positions.get(first));
            starts.into_iter().flatten().any(|&start| {
                self.stands(ends, start)
                    && self.is_capitalised(start)
                    && (is_address
                        || self.is_longer(begins, start)
                        || self.is_before_office(begins, start + ends.len())
                        || self.is_behind_office(begins, start))
            })
        })
    }

    /// Whether `begins` stands before what starts at a word, with given names or initials between.
    fn is_longer(&self, begins: &[String], start: usize) -> bool {
        (1..=MOST_LEFT_OUT).any(|left_out| {
            let Some(at) = start.checked_sub(left_out + begins.len()) else {
                return false;
            };
            self.is_office_of(begins, at)
                && (at + begins.len()..start).all(|word| self.is_capitalised(word))
                && (at..start).all(|word| matches!(self.gap(word), " " | ". " | "."))
        })
    }

    /// Whether `begins` is the office that a comma or bracket behind a name leads to.
    fn is_before_office(&self, begins: &[String], end: usize) -> bool {
        let is_led_to = end > 0 && matches!(self.gap(end - 1).trim(), "," | "(" | "–" | "—");
        is_led_to
            && (0..=MOST_BEFORE_OFFICE).any(|between| {
                let at = end + between;
                let words = at + begins.len();
                self.is_office_of(begins, at)
                    && (end..at).all(|word| !self.is_capitalised(word))
                    && (end..words.saturating_sub(1)).all(|word| self.is_within(word))
                    && !self.has_apostrophe(words - 1)
                    // `Ana Roe, Chancellor Bow and …`: it is the office of someone else.
                    && !(self.is_capitalised(words) && self.gap(words - 1) == " ")
            })
    }

    /// Whether `begins` is the office before the comma or bracket that a name follows, perhaps with given names.
    fn is_behind_office(&self, begins: &[String], start: usize) -> bool {
        let given = (0..=MOST_LEFT_OUT).find(|given| {
            let before = start.checked_sub(given + 1);
            before.is_some_and(|before| self.gap(before) != " ")
        });
        let Some(first) = given.map(|given| start - given) else {
            return false;
        };
        let is_led_to = matches!(self.gap(first - 1).trim(), "," | "(" | "–" | "—");
        is_led_to
            && (first..start).all(|word| self.is_capitalised(word))
            && (0..=MOST_BEHIND_OFFICE).any(|behind| {
                let Some(at) = first.checked_sub(behind + begins.len()) else {
                    return false;
                };
                let last = at + begins.len() - 1;
                self.is_office_of(begins, at)
                    && (at..first - 1).all(|word| self.is_within(word))
                    && !self.has_apostrophe(last)
                    && !(self.is_capitalised(last + 1) && self.gap(last) == " ")
            })
    }

    /// Whether words stand at a place, and not behind one that makes another office of them.
    fn is_office_of(&self, words: &[String], at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        let is_lesser = |(word, _): &(String, _)| LESSER.binary_search(&word.as_str()).is_ok();
        self.stands(words, at) && !before.is_some_and(is_lesser)
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

    /// What stands between a word and the next; nothing behind the last.
    fn gap(&self, word: usize) -> &'t str {
        let span = |at: usize| self.words.get(at).map(|(_, span)| span);
        let between = span(word).zip(span(word + 1));
        between.map_or("", |(one, next)| {
            self.text.get(one.end..next.start).unwrap_or_default()
        })
    }

    /// Whether no mark but an apostrophe stands behind a word.
    fn is_within(&self, word: usize) -> bool {
        matches!(self.gap(word), " " | "'" | "’")
    }

    /// Whether a word is in the genitive (`the mayor's brother`).
    fn has_apostrophe(&self, word: usize) -> bool {
        let end = self.words.get(word).map(|(_, span)| span.end);
        let behind = end.and_then(|end| self.text.get(end..));
        behind.is_some_and(|behind| behind.starts_with(['\'', '’']))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::said;

    #[test]
    fn words_are_in_order() {
        assert!(ADDRESSES.is_sorted() && LESSER.is_sorted());
    }

    #[test]
    fn names_are_held_in_a_longer_form() {
        for (text, name, held) in [
            ("Mayor Ana Roe spoke.", "Mayor Roe", true),
            ("Mayor Ana Maria Roe spoke.", "Mayor Roe", true),
            ("President George W. Bush spoke.", "President Bush", true),
            ("George W. Bush spoke.", "George Bush", true),
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
            ("Ana Roe sprach.", "Frau Roe", true),
            ("Ana Roe sprach.", "Frau Bow", false),
        ] {
            let found = LongerNames::of(text, Language::German);
            let name = said(name, Language::German);
            assert_eq!(found.hold(&name), held, "{name:?} of {text}");
        }
    }
}
