//! German number words, which are one word up to a million: `einundzwanzig`, `zweihundertfünf`, `achttausend`, `zweieinhalb`;
//! `zwei Dutzend`, and before a scale `eine` and `halbe`.

use super::words::{Words, lower_at, place, word_behind};

/// From one on, as they stand in compounds; in lower case and with `ss`, as all of these lists.
const UNITS: &[&str] = &[
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
];
/// From twenty on.
const TENS: &[&str] = &[
    "zwanzig", "dreissig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig",
];
const ARTICLES: &[&str] = &["ein", "eine", "einem", "einen", "einer", "eines"];
const HALF: &[&str] = &["halbe", "halben", "halber", "halbes"];
const ONE_AND_A_HALF: &str = "anderthalb";
const AND_A_HALF: &str = "einhalb";
const DOZEN: &str = "dutzend";

/// The number word that begins at `start`.
pub(super) fn number(text: &str, start: usize) -> Option<Words> {
    let (word, end) = lower_at(text, start);
    let word = word.replace('ß', "ss");
    let dozen = word_behind(text, end, DOZEN);
    if HALF.contains(&word.as_str()) {
        return Some(match dozen {
            Some(end) => Words::of(6, end),
            None => Words::and_a_half(0, end).of_scale(),
        });
    }
    if word == ONE_AND_A_HALF {
        return Some(Words::and_a_half(1, end));
    }
    if let Some(whole) = word.strip_suffix(AND_A_HALF) {
        return Some(Words::and_a_half(unit(whole)?, end));
    }
    let is_article = ARTICLES.contains(&word.as_str());
    let value = if is_article { 1 } else { value(&word)? };
    Some(match dozen {
        Some(end) => Words::of(12 * value, end),
        None => Words {
            needs_scale: is_article,
            ..Words::of(value, end)
        },
    })
}

fn value(word: &str) -> Option<u32> {
    match word.split_once("tausend") {
        Some((times, rest)) => {
            Some(1000 * count(times, below_thousand)? + added(rest, below_thousand)?)
        }
        None => below_thousand(word),
    }
}

fn below_thousand(word: &str) -> Option<u32> {
    match word.split_once("hundert") {
        Some((times, rest)) => Some(100 * count(times, unit)? + added(rest, below_hundred)?),
        None => below_hundred(word),
    }
}

fn below_hundred(word: &str) -> Option<u32> {
    let tens = |word| Some(10 * (place(TENS, word)? + 1));
    unit(word).or_else(|| tens(word)).or_else(|| {
        let (unit, more) = word.split_once("und")?;
        Some(place(&UNITS[..9], unit)? + tens(more)?)
    })
}

fn unit(word: &str) -> Option<u32> {
    match word {
        "eins" => Some(1),
        _ => place(UNITS, word),
    }
}

/// How often a unit is taken: once without a word before it.
fn count(word: &str, value: fn(&str) -> Option<u32>) -> Option<u32> {
    if word.is_empty() {
        Some(1)
    } else {
        value(word)
    }
}

/// What is added by the rest of a word.
fn added(rest: &str, value: fn(&str) -> Option<u32>) -> Option<u32> {
    match rest.strip_prefix("und").unwrap_or(rest) {
        "" => Some(0),
        rest => value(rest),
    }
}
