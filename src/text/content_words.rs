//! The words of a text that say something, by their beginnings.
//!
//! A stem is a word's first four letters: a stemmer for every language that adds endings, for
//! which `opens` and `opened` are one. A word that holds a digit is taken whole. Function words
//! say little by themselves and stand in every text. English ones are listed; in Persian and
//! German a word shorter than a stem is taken for one, unless it holds a digit; among Chinese
//! characters there are none. That is for counting. Where a single word matters, [`says_little`] goes by a list in every
//! language, which has the verbs that attribute what is said, too.

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

const GERMAN_FUNCTION_WORDS: &[&str] = &[
    "aber", "als", "am", "an", "auch", "auf", "aus", "bei", "beim", "bis", "da", "das", "dass",
    "dem", "den", "der", "des", "die", "dies", "diese", "diesem", "diesen", "dieser", "dieses",
    "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er", "es", "für", "gegen", "hat",
    "hatte", "hatten", "haben", "ihm", "ihn", "ihr", "ihre", "ihrem", "ihren", "ihrer", "im", "in",
    "ins", "ist", "ja", "kann", "können", "man", "mit", "nach", "noch", "nun", "nur", "ob", "oder",
    "sagt", "sagte", "sein", "seine", "seinem", "seinen", "seiner", "seit", "sich", "sie", "sind",
    "so", "sollen", "soll", "um", "und", "unter", "vom", "von", "vor", "war", "waren", "was",
    "weil", "wenn", "wer", "werden", "wie", "wir", "wird", "wo", "worden", "wurde", "wurden", "zu",
    "zum", "zur", "zwischen", "über",
];
const PERSIAN_FUNCTION_WORDS: &[&str] = &[
    "آن",
    "اش",
    "ام",
    "اما",
    "اند",
    "او",
    "ای",
    "این",
    "است",
    "اگر",
    "با",
    "باشد",
    "بر",
    "برای",
    "بود",
    "بودند",
    "به",
    "بین",
    "تا",
    "چه",
    "چون",
    "خود",
    "دارد",
    "دارند",
    "داشت",
    "در",
    "را",
    "روی",
    "شان",
    "شد",
    "شدند",
    "شده",
    "شود",
    "طی",
    "که",
    "کرد",
    "کردند",
    "کرده",
    "گفت",
    "ما",
    "مورد",
    "می",
    "نزد",
    "نیز",
    "ها",
    "های",
    "هر",
    "هم",
    "هستند",
    "و",
    "وی",
    "پس",
    "یا",
    "یک",
];
const CHINESE_FUNCTION_CHARACTERS: &[&str] = &[
    "的", "了", "着", "和", "与", "及", "在", "为", "被", "把", "就", "也", "都", "还", "而", "并",
    "或", "等", "又", "这", "那", "是", "将", "从", "向", "由", "称", "说", "且", "之", "其", "余",
    "近", "约", "超", "逾",
];
const ENGLISH_ATTRIBUTIONS: &[&str] = &["said", "say", "says"];

/// Whether a word in lower case, or a Chinese character, says so little by itself that a document supports it without holding it.
pub(crate) fn says_little(word: &str, language: Language) -> bool {
    match language {
        Language::English => {
            is_function_word(word, language) || ENGLISH_ATTRIBUTIONS.contains(&word)
        }
        Language::German => GERMAN_FUNCTION_WORDS.contains(&word),
        Language::Persian => PERSIAN_FUNCTION_WORDS.contains(&word),
        Language::Chinese => CHINESE_FUNCTION_CHARACTERS.contains(&word),
    }
}

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
    fn negations_and_short_nouns_say_much() {
        for (word, language) in [
            ("not", Language::English),
            ("nicht", Language::German),
            ("kein", Language::German),
            ("mai", Language::German),
            ("نه", Language::Persian),
            ("ماه", Language::Persian),
            ("不", Language::Chinese),
            ("三", Language::Chinese),
        ] {
            assert!(!says_little(word, language), "{word}");
        }
        for (word, language) in [
            ("says", Language::English),
            ("the", Language::English),
            ("über", Language::German),
            ("گفت", Language::Persian),
            ("的", Language::Chinese),
        ] {
            assert!(says_little(word, language), "{word}");
        }
    }

    #[test]
    fn letters_are_characters() {
        assert_eq!(stem("Häuserblock"), "Häus");
        assert_eq!(stem("کتابخانه"), "کتاب");
        assert_eq!((stem("线"), stem("")), ("线", ""));
        assert_eq!((stem("12345"), stem("mp3-player")), ("12345", "mp3-player"));
    }
}
