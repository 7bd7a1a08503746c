//! Capitals at the beginning of a sentence that was cut in front.
//!
//! Names of code keep their letters: `fold() is gone` begins with none. Constant time beside the
//! first word.

use crate::analysis::shape::Shape;
use crate::text::Language;

/// A sentence with a capital, where its first word is a word: `Dear all, our trip …`.
pub(super) fn capitalized(sentence: &str, language: Language, shape: &Shape) -> String {
    let cased = matches!(language, Language::English | Language::German);
    let mut chars = sentence.chars();
    match chars.next() {
        Some(first) if cased && first.is_lowercase() && !shape.is_code(first_word(sentence)) => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// A version of a sentence of the document, with the capital of its first word taken back where the
/// word is code.
pub(super) fn as_written(version: String, shape: &Shape) -> String {
    let mut chars = version.chars();
    let Some(first) = chars.next().filter(|first| first.is_uppercase()) else {
        return version;
    };
    let written: String = first.to_lowercase().chain(chars).collect();
    let word = first_word(&written);
    let known = !shape.text.contains(first_word(&version)) && shape.text.contains(word);
    if known && shape.is_code(word) {
        return written;
    }
    version
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_keeps_its_letters() {
        let shape = Shape::read("- `fold` is gone, fold_all() stays.", Language::English);
        for (text, expected) in [
            ("fold is gone", "fold is gone"),
            ("fold_all() stays", "fold_all() stays"),
            ("our trip begins", "Our trip begins"),
            ("part-time work ends", "Part-time work ends"),
        ] {
            assert_eq!(capitalized(text, Language::English, &shape), expected);
        }
        let taken = as_written("Fold is gone".to_owned(), &shape);
        assert_eq!(taken, "fold is gone");
        assert_eq!(as_written("Our trip".to_owned(), &shape), "Our trip");
    }
}
