//! Tokens: words, or in Chinese characters, with their norms and keys.
//!
//! Two tokens that have the same key share a content word. The key is the hash of a stem; of a
//! Chinese character that of the pair it makes with the character behind it, since one alone says
//! little. Stop words have none.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHasher;

use crate::lexicon::Lexicon;
use crate::text::Language;
use crate::text::normalized_words::normalized_words_at;
use crate::text::tokenize::words::is_han;

/// The characters of a stem at most.
const STEM: usize = 6;
/// The characters that an ending leaves at least.
const LEAST: usize = 3;

const ENGLISH_ENDINGS: &[&str] = &[
    "ings", "ing", "ies", "ied", "edly", "ers", "ed", "es", "er", "ly", "s", "e", "y",
];
const GERMAN_ENDINGS: &[&str] = &[
    "ungen", "ung", "enden", "ende", "ten", "tes", "ter", "tem", "ern", "en", "er", "es", "em",
    "et", "st", "te", "e", "n", "s", "t",
];
const PERSIAN_ENDINGS: &[&str] = &[
    "هایی", "های", "ها", "ترین", "تر", "ان", "ای", "اند", "ند", "ه", "ی",
];
/// What Persian verbs in the present begin with.
const PERSIAN_BEGINNINGS: &[&str] = &["نمی", "می"];

/// A word of a text, or a Chinese character.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Its bytes.
    pub(crate) span: Range<usize>,
    /// Folded, in lower case.
    pub(crate) norm: String,
    /// What tokens of the same content share; 0 of a stop word.
    pub(crate) key: u64,
    pub(crate) is_stop: bool,
    /// Whether it is asked or supposed, not stated.
    pub(crate) is_open: bool,
    /// The sentence and clause that it is in.
    pub(crate) sentence: usize,
    pub(crate) clause: usize,
}

/// The tokens of a text, in order.
pub(super) fn tokens(
    text: &str,
    language: Language,
    lexicon: &Lexicon,
    sentences: &[Range<usize>],
    clauses: &[Range<usize>],
) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let (mut sentence, mut clause) = (0, 0);
    let advance = |at: &mut usize, spans: &[Range<usize>], position: usize| {
        while spans.get(*at).is_some_and(|span| span.end <= position) {
            *at += 1;
        }
    };
    for said in normalized_words_at(text, language) {
        advance(&mut sentence, sentences, said.span.start);
        advance(&mut clause, clauses, said.span.start);
        for norm in said.words {
            let is_stop = lexicon.is_stop(&norm);
            tokens.push(Token {
                key: if is_stop { 0 } else { key_of(&norm, language) },
                span: said.span.clone(),
                norm,
                is_stop,
                is_open: false,
                sentence,
                clause,
            });
        }
    }
    if language == Language::Chinese {
        pair(&mut tokens);
    }
    tokens
}

/// Gives Chinese characters the keys of pairs.
fn pair(tokens: &mut [Token]) {
    let keys: Vec<u64> = (0..tokens.len())
        .map(|at| {
            let token = &tokens[at];
            if !token.norm.starts_with(is_han) {
                return token.key;
            }
            let next = tokens
                .get(at + 1)
                .filter(|next| next.span.start == token.span.end);
            match next {
                Some(next) if !token.is_stop && !next.is_stop && next.norm.starts_with(is_han) => {
                    hash(&[token.norm.as_str(), next.norm.as_str()])
                }
                _ => 0,
            }
        })
        .collect();
    for (token, key) in tokens.iter_mut().zip(keys) {
        token.key = key;
    }
}

/// The key of a word.
pub(crate) fn key_of(word: &str, language: Language) -> u64 {
    hash(&[&stem(word, language)])
}

/// The key of a number, however it is written.
pub(super) fn key_of_number(decimal: &str) -> u64 {
    hash(&["number", decimal])
}

fn hash(parts: &[&str]) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    hasher.finish().max(1)
}

/// A word without its ending, cut to [`STEM`] characters; one with a digit is whole.
fn stem(word: &str, language: Language) -> String {
    if word.contains(char::is_numeric) {
        return word.to_owned();
    }
    let (word, endings): (&str, &[&str]) = match language {
        Language::English => (word, ENGLISH_ENDINGS),
        Language::German => (word, GERMAN_ENDINGS),
        Language::Persian => {
            let mut bare = PERSIAN_BEGINNINGS
                .iter()
                .filter_map(|one| word.strip_prefix(one));
            (
                bare.next()
                    .filter(|rest| rest.chars().count() > 2)
                    .unwrap_or(word),
                PERSIAN_ENDINGS,
            )
        }
        Language::Chinese => (word, &[]),
    };
    // One consonant is more often of the word itself: `haus`.
    let least = |ending: &str| {
        LEAST + usize::from(language == Language::German && matches!(ending, "s" | "t"))
    };
    let mut bare = endings.iter().filter_map(|ending| {
        let rest = word.strip_suffix(ending)?;
        (rest.chars().count() >= least(ending)).then_some(rest)
    });
    let stem = bare.next().unwrap_or(word);
    let folded = stem.chars().flat_map(|c| match c {
        'ä' => ['a', '\0'],
        'ö' => ['o', '\0'],
        'ü' => ['u', '\0'],
        'ß' => ['s', 's'],
        c => [c, '\0'],
    });
    folded.filter(|&c| c != '\0').take(STEM).collect()
}

/// The tokens that deny.
pub(super) fn negations(tokens: &[Token], language: Language, lexicon: &Lexicon) -> Vec<usize> {
    let norm = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    let is_negation = |&at: &usize| {
        lexicon.is_negation(norm(at))
            && !match (language, norm(at)) {
                (Language::English, "not") => {
                    matches!(norm(at + 1), "only" | "just" | "least" | "merely")
                }
                (Language::English, "no") => {
                    norm(at + 1).starts_with(char::is_numeric)
                        || matches!(
                            norm(at + 1),
                            "other" | "more" | "less" | "fewer" | "later" | "doubt"
                        )
                }
                (Language::German, "nicht") => {
                    matches!(
                        norm(at + 1),
                        "nur" | "bloß" | "bloss" | "lediglich" | "zuletzt"
                    )
                }
                (Language::Chinese, "不") => {
                    "断斷仅僅但只光单單止过過同少久论論管锈鏽慎幸满滿足良动動料禁宜明"
                        .contains(norm(at + 1))
                }
                (Language::Chinese, "未") => matches!(norm(at + 1), "来" | "來"),
                (Language::Chinese, "无" | "無") => {
                    "线線锡錫论論疑限数數缝縫比偿償愧人".contains(norm(at + 1))
                }
                (Language::Chinese, "非") => {
                    !matches!(norm(at.wrapping_sub(1)), "并" | "並" | "而")
                }
                (Language::Chinese, "没" | "沒") => {
                    norm(at + 1) == "收" || matches!(norm(at.wrapping_sub(1)), "沉" | "淹" | "出")
                }
                _ => false,
            }
    };
    (0..tokens.len()).filter(is_negation).collect()
}

/// The words that have an opposite; of Chinese ones the longest at each place.
pub(super) fn opposites(
    tokens: &[Token],
    language: Language,
    lexicon: &Lexicon,
) -> Vec<(Range<usize>, String)> {
    let most = match language {
        Language::Chinese => lexicon.longest(),
        _ => 1,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let lengths = (1..=most.min(tokens.len() - at)).rev();
        let mut forms = lengths.filter_map(|length| {
            let run = &tokens[at..at + length];
            let joined = run
                .windows(2)
                .all(|two| two[0].span.end == two[1].span.start);
            let form: String = run.iter().map(|token| token.norm.as_str()).collect();
            (joined && lexicon.has_opposite(&form)).then_some((length, form))
        });
        match forms.next() {
            Some((length, form)) => {
                found.push((at..at + length, form));
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_key() {
        let same = |one, other, language| key_of(one, language) == key_of(other, language);
        for (one, other) in [
            ("opens", "opened"),
            ("opening", "open"),
            ("policies", "policy"),
            ("sales", "sale"),
        ] {
            assert!(same(one, other, Language::English), "{one} {other}");
        }
        assert!(!same("company", "computer", Language::English));
        assert!(!same("12", "13", Language::English));
        assert!(same("häuser", "haus", Language::German));
        assert!(same("beschlossene", "beschlossen", Language::German));
        assert!(same("کتابها", "کتاب", Language::Persian));
        assert!(same("نمیشود", "میشود", Language::Persian));
    }
}
