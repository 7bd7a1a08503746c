//! German names in another case: `vom Europäischen Parlament` for `das Europäische Parlament`, `Tom Ernsts` for `Tom Ernst`.
//!
//! Two words are forms of one if they are equal, or if four letters or more are and the rest of either is an ending
//! of nouns in the singular, or of either one of adjectives. What makes another name of one (`Martina`, `Christiane`, `Berger`) is none.
//!
//! Cost: linear in the text; for a name, in how often the text has what its first word begins with.

use std::collections::HashMap;

/// Letters that forms of a word begin with.
const ALIKE: usize = 4;

const OF_NOUNS: [&str; 6] = ["", "s", "es", "n", "en", "ns"];
const OF_ADJECTIVES: [&str; 5] = ["e", "em", "en", "er", "es"];
/// The letters of the longest ending.
const LONGEST: usize = 2;

/// The most places of the rarest word of a name that are looked at.
const MOST_PLACES: usize = 4096;

/// A text in which names are looked for.
pub(super) struct InflectedNames<'t> {
    words: &'t [String],
    /// Where words stand that begin so.
    positions: HashMap<&'t str, Vec<usize>>,
}

impl<'t> InflectedNames<'t> {
    /// Of a text that is given as words in lower case.
    pub(super) fn of(words: &'t [String]) -> Self {
        let mut positions: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, word) in words.iter().enumerate() {
            positions.entry(beginning(word)).or_default().push(at);
        }
        Self { words, positions }
    }

    /// Whether forms of the words of a name stand in the text one after the other.
    pub(super) fn hold(&self, name: &[String]) -> bool {
        // From the places of its rarest word.
        let places = |word: &String| {
            let found = self.positions.get(beginning(word));
            found.map_or(&[][..], Vec::as_slice)
        };
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
                found.is_some_and(|found| found.iter().zip(name).all(|(a, b)| are_forms(a, b)))
            })
    }
}

/// The letters of a word that all its forms begin with.
fn beginning(word: &str) -> &str {
    let end = word.char_indices().nth(ALIKE).map(|(end, _)| end);
    &word[..end.unwrap_or(word.len())]
}

/// Whether two words are forms of one.
fn are_forms(one: &str, two: &str) -> bool {
    let is_parted_at = |end: usize| {
        let parts = one.split_at_checked(end).zip(two.split_at_checked(end));
        parts.is_some_and(|((begins, a), (so, b))| {
            let both_end_in = |endings: &[&str]| endings.contains(&a) && endings.contains(&b);
            begins == so && (both_end_in(&OF_NOUNS) || both_end_in(&OF_ADJECTIVES))
        })
    };
    let least = beginning(one).len();
    let is_long = || one.chars().nth(ALIKE - 1).is_some();
    let mut ends = one.len().saturating_sub(LONGEST).max(least)..=one.len();
    one == two || is_long() && ends.any(is_parted_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;

    #[test]
    fn names_are_held_in_another_case() {
        let text = words("Das Europäische Parlament traf Martin Berg und die Großen Seen.");
        let names = InflectedNames::of(&text);
        for (name, held) in [
            ("Europäischen Parlament", true),
            ("Europäisches Parlament", true),
            ("Europäischer Parlamente", false),
            ("Europäischen Parlaments", true),
            ("Martin Bergs", true),
            ("Martins Berg", true),
            ("Großer See", false),
            ("Martina Berg", false),
            ("Martine Berg", false),
            ("Martin Berger", false),
            ("Martin Burg", false),
            ("Berg Martin", false),
            ("Parlament Europäischen", false),
            ("Seen", true),
            ("", false),
        ] {
            assert_eq!(names.hold(&words(name)), held, "{name}");
        }
        assert!(!InflectedNames::of(&[]).hold(&text));
    }

    #[test]
    fn forms_end_in_cases() {
        for (one, two) in [
            ("europäischer", "europäischem"),
            ("namens", "name"),
            ("bund", "bundes"),
        ] {
            assert!(are_forms(one, two) && are_forms(two, one), "{one} {two}");
        }
        for (one, two) in [
            ("see", "seen"),
            ("berg", "bergin"),
            ("müller", "möller"),
            ("christian", "christiane"),
            ("hundert", "hunderte"),
            ("", "e"),
        ] {
            assert!(!are_forms(one, two) && !are_forms(two, one), "{one} {two}");
        }
        assert!(are_forms("", ""));
    }
}
