//! Ordinals, in digits and in words.

use super::Meaning;
use super::tokens::{Token, Tokens};
use crate::text::Language;
use crate::text::entities::numbers::{ENGLISH_TENS, place};

/// From the first on.
const ENGLISH_ORDINALS: &[&str] = &[
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];
const ENGLISH_ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
/// From the first on; other endings come behind.
const GERMAN_ORDINALS: &[&str] = &[
    "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte",
    "zehnte", "elfte", "zwölfte",
];
const GERMAN_ENDINGS: [&str; 5] = ["", "m", "n", "r", "s"];
/// What is an ordinal and a verb, and is taken for that.
const GERMAN_VERB: &str = "achten";
impl Tokens<'_> {
    /// Whether a token makes an ordinal of the digits before it.
    pub(super) fn ends_ordinal(&self, at: usize) -> bool {
        let is_ending = |token: &Token| ENGLISH_ENDINGS.contains(&token.text);
        self.language == Language::English && self.get(at).is_some_and(is_ending)
    }

    /// `2nd`, `second`, `twenty-second`, `2.`, `zweite`.
    pub(super) fn ordinal(&self, at: usize) -> Option<(Meaning, usize)> {
        let token = self.get(at)?;
        let said = |place, count| Some((Meaning::Ordinal(place), count));
        match (self.language, token.digits) {
            (Language::English, Some((place, _))) => {
                let is_ordinal = self.gap(at) == Some("") && self.ends_ordinal(at + 1);
                said(place, 2).filter(|_| is_ordinal)
            }
            (Language::German, Some((place, count))) => {
                let before = at.checked_sub(1).and_then(|before| self.gap(before));
                let is_ordinal = count < 3
                    && self.gap(at) == Some(". ")
                    && !matches!(before, Some("." | ":" | "-"));
                said(place, 1).filter(|_| is_ordinal)
            }
            (Language::English, None) => {
                let word = token.text.to_lowercase();
                if let Some(tens) = place(ENGLISH_TENS, &word) {
                    let unit = self.get(at + 1)?.text;
                    let unit = place(&ENGLISH_ORDINALS[..9], &unit.to_lowercase())?;
                    return match self.gap(at) {
                        Some("-" | " ") => said(10 * (tens + 1) + unit, 2),
                        _ => None,
                    };
                }
                said(place(ENGLISH_ORDINALS, &word)?, 1)
            }
            (Language::German, None) => {
                let word = token.text.to_lowercase();
                let is_one = |stem: &&&str| {
                    let ending = word.strip_prefix(**stem);
                    ending.is_some_and(|ending| GERMAN_ENDINGS.contains(&ending))
                };
                let stem = GERMAN_ORDINALS.iter().find(is_one);
                let stem = stem.filter(|_| word != GERMAN_VERB)?;
                said(place(GERMAN_ORDINALS, stem)?, 1)
            }
            (Language::Chinese | Language::Persian, _) => None,
        }
    }
}
