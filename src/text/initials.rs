//! Initials with points, which are one word: `U.S.` is `US`, and `J. K.` is `J.K.`
//!
//! They are single letters with nothing but a point between any two, in upper case, or in an English text also in lower
//! case, with a point behind the last (`p.m.`, but not `e.g.`). With a space behind each point they are in upper
//! case, and the last has a point too: behind a sentence that ends in one (`plan B. A new one`) stands a word.
//!
//! More than eight are none. Cost: that of looking at eight.

use crate::text::Language;
use crate::text::tokenize::words::is_han;

/// The most letters of initials.
const MOST: usize = 8;

/// Abbreviations of words that are never written without points.
const PHRASES: [&str; 2] = ["eg", "ie"];

/// What initials there are where a word begins: their letters, and where the last of them ends, before its point.
pub(crate) fn initials_at(text: &str, start: usize, language: Language) -> Option<(String, usize)> {
    let before = text.get(..start)?;
    let goes_on = |before: &str| before.ends_with(is_of_word);
    if before.strip_suffix('.').is_some_and(goes_on) {
        return None;
    }
    let rest = text.get(start..)?;
    let is_upper = rest.starts_with(char::is_uppercase);
    if !is_upper && language != Language::English {
        return None;
    }
    let (mut letters, mut after) = joined(rest, is_upper)?;
    if letters.chars().nth(1).is_none() {
        while let Some(next) = after.strip_prefix(". ")
            && let Some((letter, behind)) = joined(next, true)
            && letter.chars().nth(1).is_none()
            && behind.starts_with('.')
        {
            letters.push_str(&letter);
            after = behind;
            if letters.chars().count() > MOST {
                return None;
            }
        }
    }
    let is_initials = letters.chars().nth(1).is_some()
        && (is_upper || after.starts_with('.') && !PHRASES.contains(&letters.as_str()));
    is_initials.then(|| (letters, text.len() - after.len()))
}

/// The letters that a text begins with, with a point between any two, and what is left of it; none if a word is behind
/// them.
fn joined(text: &str, is_upper: bool) -> Option<(String, &str)> {
    let (mut letters, mut rest) = (String::new(), text);
    loop {
        let mut chars = rest.chars();
        let letter = chars.next()?;
        let is_letter = match is_upper {
            true => letter.is_uppercase(),
            false => letter.is_lowercase(),
        };
        let after = chars.as_str();
        if !is_letter || after.starts_with(is_of_word) {
            return None;
        }
        letters.push(letter);
        if letters.chars().count() > MOST {
            return None;
        }
        match after.strip_prefix('.') {
            Some(next) if next.starts_with(is_of_word) => rest = next,
            _ => return Some((letters, after)),
        }
    }
}

/// Whether a character goes on a word of letters and digits.
pub(super) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_single_letters_with_points() {
        for (text, language, wanted) in [
            ("U.S. economy", Language::English, Some(("US", 3))),
            ("U.S", Language::English, Some(("US", 3))),
            ("U.S.A.!", Language::German, Some(("USA", 5))),
            ("J. K. Rowling", Language::English, Some(("JK", 4))),
            ("p.m. today", Language::English, Some(("pm", 3))),
            ("e.g. this", Language::English, None),
            ("z.b. dies", Language::German, None),
            ("a.b", Language::English, None),
            ("B. A new", Language::English, None),
            ("B. U.S. ferries", Language::English, None),
            ("U.S. A. Roe", Language::English, Some(("US", 3))),
            ("T. Smith", Language::English, None),
            ("A.bc", Language::English, None),
            ("A.5", Language::English, None),
            ("U.s.", Language::English, None),
            ("Ö.B.B.", Language::German, Some(("ÖBB", 6))),
            ("中.国.", Language::Chinese, None),
            ("U.S.企", Language::Chinese, Some(("US", 3))),
            ("", Language::English, None),
        ] {
            let wanted = wanted.map(|(letters, end)| (letters.to_owned(), end));
            assert_eq!(initials_at(text, 0, language), wanted, "{text}");
        }
        assert_eq!(initials_at("x.A.B", 2, Language::English), None);
        for unit in ["A.", "A. "] {
            assert!(initials_at(&unit.repeat(MOST), 0, Language::English).is_some());
            assert_eq!(
                initials_at(&unit.repeat(MOST + 1), 0, Language::English),
                None
            );
        }
    }
}
