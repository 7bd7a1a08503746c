//! What a sentence is worth to a summary: its salience, and what it gains and loses by its form.
//!
//! Constant time beside reading the sentence's head.

use super::reading::Reading;
use super::salience::Role;

/// What a line without a mark at its end costs.
const FRAGMENT: f64 = 1.0;
/// What a result, a verdict or a decision gains; this and the following are chosen by eye.
const RESULT: f64 = 0.9;
/// What a key before a colon costs…
const KEYED: f64 = 0.6;
/// …of at most this many characters.
const KEY: usize = 30;
/// What a sentence without a verb costs.
const VERBLESS: f64 = 0.7;
/// What a formality costs: `The chair opened the meeting`.
const FORMALITY: f64 = 1.2;
/// What it costs that a sentence says why or how a study was done, or that an interviewer says it.
const SETUP: f64 = 0.8;
/// What a first or second person costs.
const PERSONAL: f64 = 0.35;

/// The salience of a sentence, with what it gains by a result and loses where it needs another.
pub(super) fn worth(reading: &Reading, at: usize) -> f64 {
    let sentence = &reading.sentences[at];
    let cost = |is: bool, cost: f64| if is { cost } else { 0.0 };
    reading.salience[at] + cost(sentence.is_result, RESULT)
        - cost(sentence.is_fragment, FRAGMENT)
        - cost(is_keyed(reading.text_of(at)), KEYED)
        - cost(sentence.is_logged, KEYED)
        - cost(sentence.is_verbless, VERBLESS)
        - cost(sentence.is_personal, PERSONAL)
        - cost(sentence.role == Role::Formality, FORMALITY)
        - cost(matches!(sentence.role, Role::Setup | Role::Asks), SETUP)
}

/// Whether a sentence begins with a short key and a colon.
pub(super) fn is_keyed(text: &str) -> bool {
    let head = text.char_indices().take(KEY).find(|&(at, c)| {
        c == '：' || c == ':' && text.get(at + 1..).is_some_and(|rest| rest.starts_with(' '))
    });
    head.is_some_and(|(at, _)| {
        let key = text.get(..at).unwrap_or_default();
        key.split_whitespace().count() <= 4 && !key.contains(['，', ',', '،'])
    })
}
