//! Words, numbers and marks of a line, with shapes for what a vocabulary lacks.
//!
//! After NFKC every maximal run of letters and marks (Unicode L, M) is a word,
//! every maximal run of numbers (N) is `[0]`, and every other character that is
//! neither white space nor a control (Z, C) is a token. A word outside the
//! vocabulary becomes `[A]` (capitals only), `[Aa]` (capitalised) or `[a]`, so
//! that an unknown name still looks like a name. Linear time.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::text::Vocabulary;

/// The token of every run of numbers.
pub const NUMBER: &str = "[0]";

/// Of a longer text the first [`HEAD`] and the last [`TAIL`] tokens are read.
pub const HEAD: usize = 10;
/// See [`HEAD`].
pub const TAIL: usize = 4;

/// The tokens of `text`.
///
/// ```
/// use epitome::text::tokenize::shapes;
///
/// assert_eq!(shapes("Dr. Li (17):"), ["Dr", ".", "Li", "(", "[0]", ")", ":"]);
/// ```
pub fn shapes(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = vec![];
    let mut last = None;
    for c in text.nfkc() {
        let class = classify(c);
        match (class, tokens.last_mut()) {
            (Some(Class::Word), Some(word)) if last == class => word.push(c),
            (Some(Class::Number), Some(_)) if last == class => {}
            (Some(Class::Number), _) => tokens.push(NUMBER.into()),
            (Some(_), _) => tokens.push(c.into()),
            (None, _) => {}
        }
        last = class;
    }
    tokens
}

/// The ids of the first and last tokens of `text`.
pub fn shape_ids(text: &str, vocabulary: &Vocabulary) -> Vec<i64> {
    let mut tokens = shapes(text);
    if tokens.len() > HEAD + TAIL {
        tokens.drain(HEAD..tokens.len() - TAIL);
    }
    tokens
        .iter()
        .map(|token| {
            vocabulary
                .id(token)
                .or_else(|| vocabulary.id(shape(token)?))
                .unwrap_or(Vocabulary::UNKNOWN)
        })
        .collect()
}

fn shape(token: &str) -> Option<&'static str> {
    let first = token.chars().next()?;
    if classify(first) != Some(Class::Word) {
        return None;
    }
    if !first.is_uppercase() {
        return Some("[a]");
    }
    let capitals = token.chars().nth(1).is_some() && !token.chars().any(char::is_lowercase);
    Some(if capitals { "[A]" } else { "[Aa]" })
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Word,
    Number,
    Mark,
}

fn classify(c: char) -> Option<Class> {
    match c.general_category_group() {
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark => Some(Class::Word),
        GeneralCategoryGroup::Number => Some(Class::Number),
        GeneralCategoryGroup::Separator | GeneralCategoryGroup::Other => None,
        _ => Some(Class::Mark),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_has_a_shape() {
        let list = "[PAD]\n[UNK]\n[0]\n[A]\n[Aa]\n[a]\nDr\n.\n:\n";
        let vocabulary = Vocabulary::parse(list.as_bytes()).unwrap();
        let ids = shape_ids("Dr. Öz EU F x 12½3 –:", &vocabulary);
        // NFKC makes `1⁄2` of `½`.
        assert_eq!(ids, [6, 7, 4, 3, 4, 5, 2, 1, 2, 1, 8]);
    }

    #[test]
    fn the_middle_of_a_long_line_is_left_out() {
        let vocabulary = Vocabulary::parse(b"[PAD]\n[UNK]\n[a]\n:\n").unwrap();
        let ids = shape_ids(&("a ".repeat(99) + ":"), &vocabulary);
        assert_eq!(ids.len(), HEAD + TAIL);
        assert_eq!(ids.last(), Some(&3));
    }
}
