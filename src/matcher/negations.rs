//! Negations of a summary that its document does not hold.
//!
//! A sentence says the opposite with one word more, and shares all others with its document. A
//! negation is held if the document denies the same: if it has a negation, in Chinese the same one, within two
//! words of a word that stands beside this one. Words beside it are the nearest on either side, of three, that say
//! something, and are compared by their stems. Of a negation that the document has beside other words only, half
//! is held: it may deny the same in other words.
//!
//! This goes by words alone. What the document denies and the summary does not is not looked for: a
//! summary leaves things out.
//!
//! Cost: a pass over either text.

use std::collections::HashSet;

use crate::text::{Language, says_little, stem};

/// Words on either side of one of the document's negations that it is taken to deny.
const DENIED: usize = 2;
/// Words on either side of one of the summary's among which one that says something is looked for.
const BESIDE: usize = 3;

const ENGLISH: &[&str] = &[
    "cannot", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "without",
];
const GERMAN: &[&str] = &[
    "kein", "keine", "keinem", "keinen", "keiner", "keines", "nicht", "nichts", "nie", "niemals",
    "niemand", "ohne", "weder",
];
/// Besides these, what begins with the negated prefix of the present, [`PERSIAN_PREFIX`]. Words for never and none go with a
/// negated verb, and are not counted beside it.
const PERSIAN: &[&str] = &[
    "بدون",
    "نباشد",
    "نباید",
    "نبود",
    "نبودند",
    "نخواهد",
    "نخواهند",
    "ندارد",
    "ندارند",
    "نداشت",
    "نداشتند",
    "نداشته",
    "نشد",
    "نشدند",
    "نشده",
    "نشود",
    "نشوند",
    "نکرد",
    "نکردند",
    "نکرده",
    "نکند",
    "نکنند",
    "نیست",
    "نیستند",
];
const PERSIAN_PREFIX: &str = "نمی";
const CHINESE: &[&str] = &["不", "未", "没", "沒"];
/// After `未`: the future is no negation.
const CHINESE_FUTURE: [&str; 2] = ["来", "來"];

/// How many of a summary's negations its document does not hold, both given as words in lower case; one that
/// the document holds beside other words counts for half.
pub(super) fn unheld_negations(document: &[String], summary: &[String], language: Language) -> f64 {
    let mut of_summary = negations(summary, language).peekable();
    if of_summary.peek().is_none() {
        return 0.0;
    }
    let (mut kinds, mut denied) = (HashSet::new(), HashSet::new());
    for at in negations(document, language) {
        kinds.insert(kind(&document[at], language));
        let around = at.saturating_sub(DENIED)..document.len().min(at + DENIED + 1);
        denied.extend(document[around].iter().map(|word| stem(word)));
    }
    let says = |word: &&String| !says_little(word, language);
    of_summary
        .map(|at| {
            if !kinds.contains(kind(&summary[at], language)) {
                return 1.0;
            }
            let before = summary[..at].iter().rev().take(BESIDE).find(says);
            let after = summary[at + 1..].iter().take(BESIDE).find(says);
            let mut beside = before.into_iter().chain(after).peekable();
            let is_held = beside.peek().is_none() || beside.any(|word| denied.contains(stem(word)));
            if is_held { 0.0 } else { 0.5 }
        })
        .sum()
}

/// Where the negations of a text are, in order. The `t` of `didn't` is one.
fn negations(words: &[String], language: Language) -> impl Iterator<Item = usize> {
    words
        .iter()
        .enumerate()
        .filter(move |&(at, word)| match language {
            Language::English => {
                let is_contracted = || at > 0 && words[at - 1].ends_with('n');
                ENGLISH.contains(&word.as_str()) || word == "t" && is_contracted()
            }
            Language::German => GERMAN.contains(&word.as_str()),
            Language::Persian => {
                PERSIAN.contains(&word.as_str()) || word.starts_with(PERSIAN_PREFIX)
            }
            Language::Chinese => {
                let next = || words.get(at + 1).map_or("", String::as_str);
                CHINESE.contains(&word.as_str())
                    && !(word == "未" && CHINESE_FUTURE.contains(&next()))
            }
        })
        .map(|(at, _)| at)
}

/// What is the same of two negations that say the same: nothing but that they deny; in Chinese, the character.
fn kind(negation: &str, language: Language) -> &str {
    match language {
        Language::Chinese => negation,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;

    fn unheld(language: Language, document: &str, summary: &str) -> f64 {
        unheld_negations(&words(document), &words(summary), language)
    }

    #[test]
    fn a_negation_is_held_where_the_document_denies_the_same() {
        let found = |document, summary| unheld(Language::English, document, summary);
        let open = "The council opens the harbour line in May.";
        let denied = "The council will not open the harbour line; fares can't rise.";
        assert_eq!(found(open, "Council opens line"), 0.0);
        assert_eq!(found(open, "Council does not open line"), 1.0);
        assert_eq!(found(open, "Council won't open line without fares"), 2.0);
        assert_eq!(found(denied, "Council won't open line"), 0.0);
        assert_eq!(found(denied, "No rise of fares"), 0.0);
        assert_eq!(found(denied, "Mayor never said so"), 0.5);
        // What the document denies need not be said.
        assert_eq!(found(denied, "Council opens line"), 0.0);
        assert_eq!(found(denied, "not"), 0.0);
        assert_eq!(
            (found("", ""), found("", "no"), found("no", "")),
            (0.0, 1.0, 0.0)
        );
    }

    #[test]
    fn languages_deny_in_words_of_their_own() {
        let chinese = |document, summary| unheld(Language::Chinese, document, summary);
        let document = "港口线未来不再停运，未获批准。";
        assert_eq!(chinese(document, "港口线不停运"), 0.0);
        assert_eq!(chinese(document, "港口线没有停运"), 1.0);
        assert_eq!(chinese(document, "船票不贵"), 0.5);
        assert_eq!(chinese(document, "港口线未来"), 0.0);
        assert_eq!(chinese("港口线未来停运", "港口线未停运"), 1.0);
        let persian = |document, summary| unheld(Language::Persian, document, summary);
        assert_eq!(persian("کتابخانه باز شد.", "کتابخانه باز نشد"), 1.0);
        assert_eq!(persian("کتابخانه باز می‌شود", "کتابخانه باز نمی‌شود"), 1.0);
        assert_eq!(persian("کتابخانه باز نشده است", "کتابخانه باز نشد"), 0.0);
        let german = |document, summary| unheld(Language::German, document, summary);
        let document = "Der Rat öffnet die Linie nicht ohne Plan.";
        assert_eq!(
            german("Der Rat öffnet die Linie.", "Rat öffnet keine Linie"),
            1.0
        );
        assert_eq!(german(document, "Rat öffnet keine Linie"), 0.0);
        assert_eq!(german(document, "Fähren fahren nie"), 0.5);
    }
}
