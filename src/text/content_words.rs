//! The words of a text that say something, by their beginnings.
//!
//! A stem is a word's first four letters: a stemmer for every language that adds endings, for
//! which `opens` and `opened` are one. Function words say little by themselves and stand in
//! every text. English ones are listed; in Persian and German a word shorter than a stem is taken
//! for one, unless it holds a digit; among Chinese characters there are none.

use crate::text::Language;

/// Letters of a stem.
const LETTERS: usize = 4;

/// In order. Negations are not among them: they say much.
const ENGLISH_FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can",
    "could", "for", "from", "had", "has", "have", "he", "her", "his", "in", "into", "is", "it",
    "its", "of", "on", "or", "over", "she", "that", "the", "their", "they", "this", "to", "was",
    "were", "which", "who", "will", "with", "would",
];

/// The stem of a word.
pub(crate) fn stem(word: &str) -> &str {
    match word.char_indices().nth(LETTERS) {
        Some((end, _)) => &word[..end],
        None => word,
    }
}

fn is_function_word(word: &str, language: Language) -> bool {
    match language {
        Language::English => ENGLISH_FUNCTION_WORDS.binary_search(&word).is_ok(),
        Language::Persian | Language::German => {
            word.chars().nth(LETTERS - 1).is_none() && !word.contains(char::is_numeric)
        }
        Language::Chinese => false,
    }
}

/// The stems of words in lower case, in order, but for function words; of those as well where there is
/// nothing else.
pub(crate) fn content_stems(words: &[String], language: Language) -> Vec<&str> {
    let content: Vec<&str> = words
        .iter()
        .filter(|word| !is_function_word(word, language))
        .map(|word| stem(word))
        .collect();
    if content.is_empty() {
        return words.iter().map(|word| stem(word)).collect();
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;

    fn found(text: &str, language: Language) -> Vec<String> {
        let words = words(text);
        let stems = content_stems(&words, language);
        stems.into_iter().map(str::to_string).collect()
    }

    #[test]
    fn function_words_are_in_order() {
        assert!(ENGLISH_FUNCTION_WORDS.is_sorted());
    }

    #[test]
    fn what_says_something_is_found_in_order() {
        let english = "The line opens in May; it is not opened twice.";
        let wanted = ["line", "open", "may", "not", "open", "twic"];
        assert_eq!(found(english, Language::English), wanted);
        assert_eq!(found("It is in", Language::English), ["it", "is", "in"]);
        assert_eq!(
            found("in der Stadt ab 12 Uhr", Language::German),
            ["stad", "12"]
        );
        assert_eq!(found("in der", Language::German), ["in", "der"]);
        assert_eq!(
            found("در شهر تهران ۱۲ نفر", Language::Persian),
            ["تهرا", "۱۲"]
        );
        assert_eq!(found("港口线", Language::Chinese), ["港", "口", "线"]);
        assert!(found("", Language::English).is_empty());
    }

    #[test]
    fn letters_are_characters() {
        assert_eq!(stem("Häuserblock"), "Häus");
        assert_eq!(stem("کتابخانه"), "کتاب");
        assert_eq!((stem("线"), stem("")), ("线", ""));
    }
}
