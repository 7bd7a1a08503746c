//! What a sentence is worth to a summary: its salience, less what it loses by its form.
//!
//! Constant time beside reading the sentence's head.

use super::compression::is_whole;
use super::form::{Form, holds};
use super::reading::Reading;
use crate::lexicon::Forms;

/// What a line without a mark at its end costs.
const FRAGMENT: f64 = 0.5;
/// What a key before a colon costs…
const KEYED: f64 = 0.4;
/// …of at most this many characters.
const KEY: usize = 30;
/// What a sentence without a verb costs.
const VERBLESS: f64 = 0.7;

/// What a sentence gains that says what documents of its form are read for, and what it costs to say
/// what they only have; chosen by eye.
const TOLD: f64 = 1.0;
const IDLE: f64 = 2.0;
/// What a decision of minutes gains beside that.
const DECIDED: f64 = 0.8;
/// What brackets and quotation marks cost that are not closed.
const BROKEN: f64 = 2.0;

/// Whether a sentence, with its label, has words of what its form is read for: a decision of minutes,
/// what a medicine is for; and of what it is not read for.
fn cues(reading: &Reading, at: usize) -> (bool, bool) {
    let Some(name) = reading.form.name() else {
        return (false, false);
    };
    let language = reading.document.language;
    let sentence = &reading.sentences[at];
    let span = sentence.label.start..sentence.span.end;
    let lower = reading
        .shape
        .text
        .get(span)
        .unwrap_or_default()
        .to_lowercase();
    let forms = Forms::of(language);
    let has = |list: &str| {
        let list = forms.list(&format!("{name}_{list}"));
        list.iter().any(|word| holds(&lower, word, language))
    };
    (has("told"), has("idle"))
}

/// The salience of a sentence, less what it costs that it is not written as one.
pub(super) fn worth(reading: &Reading, at: usize) -> f64 {
    let sentence = &reading.sentences[at];
    let cost = |is: bool, cost: f64| if is { cost } else { 0.0 };
    let (told, idle) = cues(reading, at);
    let decided = reading.form == Form::Minutes && sentence.is_result && told;
    reading.salience[at] + cost(told, TOLD) + cost(decided, DECIDED)
        - cost(idle, IDLE)
        - cost(!is_whole(reading.text_of(at)), BROKEN)
        - cost(sentence.is_fragment, FRAGMENT)
        - cost(is_keyed(reading.text_of(at)), KEYED)
        - cost(sentence.is_verbless, VERBLESS)
}

/// Whether a sentence begins with a short key and a colon, or with the number of a file: `25/0433/OUT`.
pub(super) fn is_keyed(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let digits = first.chars().filter(|c| c.is_numeric()).count();
    if digits > 3 && first.matches(['/', '-']).count() > 1 {
        return true;
    }
    let head = text.char_indices().take(KEY).find(|&(at, c)| {
        c == '：' || c == ':' && text.get(at + 1..).is_some_and(|rest| rest.starts_with(' '))
    });
    head.is_some_and(|(at, _)| {
        let key = text.get(..at).unwrap_or_default();
        key.split_whitespace().count() <= 4 && !key.contains(['，', ',', '،'])
    })
}
