//! Sentences that greet or thank, and do nothing else.

use super::words::Words;
use crate::text::Language;

/// Whether a sentence does nothing but greet or thank: each of its clauses does, or names somebody.
pub(super) fn greets(sentence: &str, language: Language) -> bool {
    let han = language == Language::Chinese;
    let lower = sentence.to_lowercase();
    let thanks = |clause: &str| {
        Words::of(language).greetings.iter().any(|word| {
            let rest = clause.strip_prefix(word);
            rest.is_some_and(|rest| han || !rest.starts_with(char::is_alphanumeric))
        })
    };
    let clauses = || {
        lower
            .split([',', '，', '،', '!', '！', '.', '。'])
            .map(str::trim)
    };
    let size = |clause: &str| match han {
        true => clause.chars().count() / 2,
        false => clause.split_whitespace().count(),
    };
    let mut begins = true;
    !lower.contains(char::is_numeric)
        && clauses().next().is_some_and(thanks)
        && clauses().filter(|clause| !clause.is_empty()).all(|clause| {
            let fits =
                thanks(clause) && size(clause) <= if begins { 4 } else { 8 } || size(clause) <= 1;
            begins = false;
            fits
        })
}

/// The most characters of a greeting in front of a sentence.
const MAX_HELLO: usize = 30;

/// `Good morning Ana, `, `您好，`: the bytes of a greeting that a sentence begins with.
pub(super) fn hello(sentence: &str, language: Language) -> Option<usize> {
    let (end, mark) = sentence
        .char_indices()
        .take(MAX_HELLO)
        .find(|(_, c)| matches!(c, ',' | '，' | '،' | '!' | '！' | '~' | '～'))?;
    let greeting = sentence.get(..end)?.to_lowercase();
    let rest = sentence.get(end + mark.len_utf8()..)?;
    let hellos = Words::of(language).hellos;
    let greets = hellos.iter().any(|word| {
        greeting.strip_prefix(word).is_some_and(|rest| {
            language == Language::Chinese || !rest.starts_with(char::is_alphanumeric)
        })
    });
    let size = greeting.split_whitespace().count();
    (greets && size <= 4).then_some(sentence.len() - rest.trim_start().len())
}
