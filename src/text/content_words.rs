//! The words of a text that say something, by their beginnings.
//!
//! A stem is a word's first four letters: a stemmer for every language that adds endings, for
//! which `opens` and `opened` are one. A word that holds a digit is taken whole. Function words
//! say little by themselves and stand in every text. English ones are listed; in Persian and
//! German a word shorter than a stem is taken for one, unless it holds a digit; among Chinese
//! characters there are none.

use crate::text::Language;

/// Letters of a stem.
const LETTERS: usize = 4;

/// In order; `s` is that of a possessive. Negations are not among them: they say much.
const ENGLISH_FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can",
    "could", "for", "from", "had", "has", "have", "he", "her", "his", "in", "into", "is", "it",
    "its", "of", "on", "or", "over", "s", "she", "that", "the", "their", "they", "this", "to",
    "was", "were", "which", "who", "will", "with", "would",
];

/// The stem of a word; a word that holds a digit is its own.
pub(crate) fn stem(word: &str) -> &str {
    match word.char_indices().nth(LETTERS) {
        Some((end, _)) if !word.contains(char::is_numeric) => &word[..end],
        _ => word,
    }
}

/// Whether a word in lower case is a function word.
pub(crate) fn is_function_word(word: &str, language: Language) -> bool {
    match language {
        Language::English => ENGLISH_FUNCTION_WORDS.binary_search(&word).is_ok(),
        Language::Persian | Language::German => {
            word.chars().nth(LETTERS - 1).is_none() && !word.contains(char::is_numeric)
        }
        Language::Chinese => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;

    #[test]
    fn function_words_are_in_order() {
        assert!(ENGLISH_FUNCTION_WORDS.is_sorted());
    }

    #[test]
    fn what_says_something_is_told_from_what_does_not() {
        let found = |text: &str, language| {
            let mut found = words(text);
            found.retain(|word| !is_function_word(word, language));
            found.join(" ")
        };
        let english = "The mayor's line opens in May; it is not opened twice.";
        let wanted = "mayor line opens may not opened twice";
        assert_eq!(found(english, Language::English), wanted);
        let german = "in der Stadt ab 12 Uhr";
        assert_eq!(found(german, Language::German), "stadt 12");
        let persian = "در شهر تهران ۱۲ نفر";
        assert_eq!(found(persian, Language::Persian), "تهران ۱۲");
        assert_eq!(found("港口线", Language::Chinese), "港 口 线");
    }

    #[test]
    fn letters_are_characters() {
        assert_eq!(stem("Häuserblock"), "Häus");
        assert_eq!(stem("کتابخانه"), "کتاب");
        assert_eq!((stem("线"), stem("")), ("线", ""));
        assert_eq!((stem("12345"), stem("mp3-player")), ("12345", "mp3-player"));
    }
}
