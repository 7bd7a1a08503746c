//! The words of a text that say something, by their beginnings.
//!
//! A stem is a word's first four letters: a stemmer for every language that adds endings, for
//! which `opens` and `opened` are one. A word that holds a digit is taken whole. Function words
//! say little by themselves and stand in every text. English ones are listed; in Persian and
//! German a word shorter than a stem is taken for one, unless it holds a digit, beside those that are listed; among Chinese
//! characters there are none. That is for counting. Where a single word matters, [`says_little`] goes by a list in every
//! language, which has the verbs that attribute what is said, too, and neither quantifiers nor `only` and `against`.

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
    "aber", "als", "also", "am", "an", "auch", "auf", "aus", "bei", "beim", "bereits", "bin",
    "bis", "bist", "da", "dabei", "dafür", "daher", "damit", "dann", "daran", "darauf", "darüber",
    "das", "dass", "dasselbe", "davon", "dazu", "dein", "deine", "deinem", "deinen", "deiner",
    "deines", "dem", "demnach", "den", "denen", "denn", "der", "deren", "derselbe", "des",
    "deshalb", "dessen", "dich", "die", "dies", "diese", "dieselbe", "diesem", "diesen", "dieser",
    "dieses", "dir", "doch", "dort", "du", "durch", "eben", "ein", "eine", "einem", "einen",
    "einer", "eines", "er", "es", "euch", "euer", "eure", "eurem", "euren", "eurer", "für", "fürs",
    "gehabt", "gewesen", "geworden", "habe", "haben", "habt", "hast", "hat", "hatte", "hatten",
    "hier", "hätte", "hätten", "ich", "ihm", "ihn", "ihnen", "ihr", "ihre", "ihrem", "ihren",
    "ihrer", "ihres", "im", "in", "indem", "infolge", "ins", "ist", "jedoch", "jene", "jenem",
    "jenen", "jener", "jenes", "kann", "konnte", "konnten", "könne", "können", "könnte", "könnten",
    "man", "mein", "meine", "meinem", "meinen", "meiner", "meines", "mich", "mir", "mit", "nach",
    "neben", "noch", "nun", "ob", "oder", "sei", "seid", "seien", "sein", "seine", "seinem",
    "seinen", "seiner", "seines", "seit", "sich", "sie", "sind", "so", "solch", "solche",
    "solchem", "solchen", "solcher", "solches", "soll", "solle", "sollen", "sollte", "sollten",
    "sondern", "sowie", "um", "und", "uns", "unser", "unsere", "unserem", "unseren", "unserer",
    "unseres", "unter", "vom", "von", "vor", "war", "waren", "was", "weil", "welche", "welchem",
    "welchen", "welcher", "welches", "wem", "wen", "wenn", "wer", "werde", "werden", "wessen",
    "wie", "wir", "wird", "wo", "worden", "wurde", "wurden", "während", "wäre", "wären", "würde",
    "würden", "zu", "zum", "zur", "zwischen", "über",
];

const PERSIAN_FUNCTION_WORDS: &[&str] = &[
    "آن",
    "آنان",
    "آنها",
    "آنکه",
    "است",
    "اش",
    "اعلام",
    "ام",
    "اما",
    "اند",
    "او",
    "اگر",
    "ای",
    "ایشان",
    "این",
    "اینکه",
    "با",
    "باشد",
    "باشند",
    "بر",
    "برای",
    "به",
    "بود",
    "بودن",
    "بودند",
    "بوده",
    "بین",
    "تا",
    "توان",
    "تواند",
    "توانند",
    "توسط",
    "خواهد",
    "خواهند",
    "خود",
    "دارای",
    "دارد",
    "دارند",
    "داشت",
    "داشتند",
    "داشته",
    "دانست",
    "در",
    "درباره",
    "را",
    "روی",
    "شان",
    "شد",
    "شدن",
    "شدند",
    "شده",
    "شود",
    "شوند",
    "طی",
    "ما",
    "مورد",
    "می",
    "نزد",
    "نیز",
    "ها",
    "های",
    "هایش",
    "هایی",
    "هر",
    "هستند",
    "هم",
    "همان",
    "همچنین",
    "همین",
    "هنگام",
    "و",
    "وی",
    "پس",
    "پیرامون",
    "چنین",
    "چه",
    "چون",
    "کرد",
    "کردن",
    "کردند",
    "کرده",
    "کند",
    "کنند",
    "کنیم",
    "که",
    "گردد",
    "گردند",
    "گفت",
    "گفتند",
    "گفته",
    "گوید",
    "گویند",
    "یا",
    "یابد",
    "یابند",
    "یافت",
    "یافته",
    "یک",
];
/// What begins a verb that lasts or is repeated; without the space, also where a zero-width non-joiner parts them (`می‌شود`), it is one word with the verb.
const PERSIAN_IMPERFECTIVE: &str = "می";
/// Those that say little behind it.
const PERSIAN_LIGHT_VERBS: &[&str] = &[
    "باشد",
    "باشند",
    "توان",
    "تواند",
    "توانند",
    "دارد",
    "دارند",
    "شد",
    "شدند",
    "شود",
    "شوند",
    "کرد",
    "کردند",
    "کند",
    "کنند",
    "کنیم",
    "گردد",
    "گردند",
    "گفت",
    "گفتند",
    "گوید",
    "گویند",
    "یابد",
    "یابند",
];
const CHINESE_FUNCTION_CHARACTERS: &[&str] = &[
    "与", "且", "为", "之", "也", "了", "从", "余", "其", "又", "及", "向", "和", "在", "将", "就",
    "并", "或", "把", "是", "由", "的", "着", "称", "等", "约", "而", "被", "说", "超", "近", "还",
    "这", "逾", "那", "都",
];
const ENGLISH_ATTRIBUTIONS: &[&str] = &["said", "say", "says"];
const GERMAN_ATTRIBUTIONS: &[&str] = &[
    "angaben",
    "erklärte",
    "gesagt",
    "heißt",
    "hieß",
    "laut",
    "mitgeteilt",
    "mitteilte",
    "sagen",
    "sagt",
    "sagte",
    "sagten",
    "teilte",
    "zufolge",
];

/// Whether a word in lower case, or a Chinese character, says so little by itself that a document supports it without holding it.
pub(crate) fn says_little(word: &str, language: Language) -> bool {
    match language {
        Language::English => {
            is_function_word(word, language) || ENGLISH_ATTRIBUTIONS.contains(&word)
        }
        Language::German => {
            GERMAN_FUNCTION_WORDS.binary_search(&word).is_ok()
                || GERMAN_ATTRIBUTIONS.contains(&word)
        }
        Language::Persian => {
            PERSIAN_FUNCTION_WORDS.binary_search(&word).is_ok()
                || word
                    .strip_prefix(PERSIAN_IMPERFECTIVE)
                    .is_some_and(|verb| PERSIAN_LIGHT_VERBS.binary_search(&verb).is_ok())
        }
        Language::Chinese => CHINESE_FUNCTION_CHARACTERS.binary_search(&word).is_ok(),
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
                || says_little(word, language)
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
        for words in [
            ENGLISH_FUNCTION_WORDS,
            GERMAN_FUNCTION_WORDS,
            PERSIAN_FUNCTION_WORDS,
            PERSIAN_LIGHT_VERBS,
            CHINESE_FUNCTION_CHARACTERS,
        ] {
            assert!(words.is_sorted_by(|one, next| one < next));
        }
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
        let german = "in der Stadt wird laut Angaben ab 12 Uhr gebaut";
        assert_eq!(found(german, Language::German), "stadt 12 gebaut");
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
            ("میدان", Language::Persian),
            ("نمیشود", Language::Persian),
            ("gegen", Language::German),
            ("不", Language::Chinese),
            ("三", Language::Chinese),
        ] {
            assert!(!says_little(word, language), "{word}");
        }
        for (word, language) in [
            ("says", Language::English),
            ("the", Language::English),
            ("über", Language::German),
            ("zufolge", Language::German),
            ("گفت", Language::Persian),
            ("میشود", Language::Persian),
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
