//! The words that a text says, as texts are compared by them: [`words()`] with English contractions written out
//! (`didn't` is `did not`).
//!
//! What `'d` is short for is not to be seen: it is taken for `would`. The `s` of a possessive, which may
//! stand for `is`, is a word by itself. Tokenizers part words from what is short (`did n't`, `they 're`), which is written
//! out too.
//!
//! Cost: linear in the text.

use std::ops::Range;

use crate::text::Language;
use crate::text::tokenize::words::{word_spans, words};

/// What stands behind the apostrophe of a contraction, and what it is short for.
const ENDINGS: [(&str, &str); 6] = [
    ("t", "not"),
    ("re", "are"),
    ("ve", "have"),
    ("ll", "will"),
    ("d", "would"),
    ("m", "am"),
];

/// What stands before `'t` and is more than an `n` behind a verb, and before `n't` where these are apart.
const VERBS: [(&str, &str); 7] = [
    ("can", "can"),
    ("ca", "can"),
    ("won", "will"),
    ("wo", "will"),
    ("shan", "shall"),
    ("sha", "shall"),
    ("ain", "is"),
];

/// What is `can not` without an apostrophe.
const CANNOT: &str = "cannot";

/// An apostrophe that counts as a letter.
const LETTER_APOSTROPHE: char = 'ʼ';

/// A place of a text, with what it says there.
#[derive(Debug, PartialEq)]
pub(crate) struct Said {
    /// Its bytes: of a word, or of one with what is contracted with it.
    pub(crate) span: Range<usize>,
    /// In lower case; none for a word that is folded away.
    pub(crate) words: Vec<String>,
}

/// The words that a text says, in order.
pub(crate) fn said(text: &str, language: Language) -> Vec<String> {
    if language != Language::English {
        return words(text);
    }
    let places = said_at(text, language).into_iter();
    places.flat_map(|place| place.words).collect()
}

/// What a text says and where, in order.
pub(crate) fn said_at(text: &str, language: Language) -> Vec<Said> {
    let is_english = language == Language::English;
    let mut places: Vec<Said> = Vec::new();
    for span in word_spans(text) {
        let parts = match is_english {
            true => parts(text, span),
            false => vec![span],
        };
        for span in parts {
            let mut words = folded(&text[span.clone()]);
            if is_english && words == [CANNOT] {
                words = vec!["can".to_owned(), "not".to_owned()];
            }
            if !(is_english && contracts(text, &mut places, &span, &words)) {
                places.push(Said { span, words });
            }
        }
    }
    places
}

/// A word, parted at apostrophes that count as letters.
fn parts(text: &str, word: Range<usize>) -> Vec<Range<usize>> {
    let mut start = word.start;
    let pieces = text[word].split(LETTER_APOSTROPHE).map(|piece| {
        let span = start..start + piece.len();
        start = span.end + LETTER_APOSTROPHE.len_utf8();
        span
    });
    pieces.filter(|span| !span.is_empty()).collect()
}

/// The words of a run of letters.
fn folded(text: &str) -> Vec<String> {
    match text.is_ascii() {
        true => vec![text.to_ascii_lowercase()],
        false => words(text),
    }
}

/// Whether a word ends a contraction, which is then written out where it begins.
fn contracts(text: &str, places: &mut Vec<Said>, span: &Range<usize>, words: &[String]) -> bool {
    let [word] = words else {
        return false;
    };
    let Some((_, long)) = ENDINGS.iter().find(|(short, _)| short == word) else {
        return false;
    };
    let Some(at) = places.len().checked_sub(1) else {
        return false;
    };
    let between = &text[places[at].span.end..span.start];
    let mut marks = between.chars();
    if !marks.next_back().is_some_and(is_apostrophe) {
        return false;
    }
    let is_apart = marks.as_str() == " ";
    if !is_apart && !marks.as_str().is_empty() {
        return false;
    }
    if *long == "not" {
        return !is_apart && denies(text, places, span);
    }
    if is_apart {
        // A quoted letter has an apostrophe on either side.
        let goes_on = |after: char| !after.is_whitespace();
        if text[span.end..].starts_with(goes_on) {
            return false;
        }
        places.push(Said {
            span: span.clone(),
            words: vec![(*long).to_owned()],
        });
        return true;
    }
    let last = &mut places[at];
    last.span.end = span.end;
    last.words.push((*long).to_owned());
    true
}

/// Whether a `t` behind an apostrophe denies the verb before it, which is then written out.
fn denies(text: &str, places: &mut [Said], span: &Range<usize>) -> bool {
    let Some((last, before)) = places.split_last_mut() else {
        return false;
    };
    let Some(verb) = last.words.last_mut().filter(|verb| verb.ends_with('n')) else {
        return false;
    };
    let written_out = |verb: &str| {
        let known = VERBS.iter().find(|(short, _)| *short == verb);
        known.map(|(_, long)| (*long).to_owned())
    };
    if verb == "n" {
        // Parted from the verb.
        if let Some(before) = before.last_mut()
            && &text[before.span.end..last.span.start] == " "
            && let Some(verb) = before.words.last_mut()
            && let Some(long) = written_out(verb)
        {
            *verb = long;
        }
        last.words.clear();
    } else if let Some(long) = written_out(verb) {
        *verb = long;
    } else {
        verb.pop();
    }
    last.words.push("not".to_owned());
    last.span.end = span.end;
    true
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '＇' | '´' | '`' | LETTER_APOSTROPHE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(text: &str) -> String {
        said(text, Language::English).join(" ")
    }

    #[test]
    fn contractions_are_written_out() {
        for (short, long) in [
            (
                "They didn't go; we can’t, won't, isn't",
                "They did not go; we can not, will not, is not",
            ),
            (
                "They're, we've, I'll, he'd, I'm",
                "they are, we have, I will, he would, I am",
            ),
            (
                "WON'T, Shan't, it ain’t, cannot",
                "will not, shall not, it is not, can not",
            ),
            ("I'd've, shouldn't've", "I would have, should not have"),
            (
                "did n't, ca n't, wo n’t, they 're here",
                "did not, can not, will not, they are here",
            ),
            ("didnʼt, isn＇t, théy'll", "did not, is not, théy will"),
            ("Oslo's line, it's", "Oslo s line, it s"),
            (
                "can T-Mobile wash a T-shirt, Martin T. Smith",
                "can t mobile wash a t shirt, martin t smith",
            ),
            ("the 'm' of 'tis, 'd, 're", "the m of tis, d, re"),
            ("O'Neill't, n't, 't", "o neill t, not, t"),
            ("", ""),
            ("''", ""),
        ] {
            assert_eq!(english(short), words(long).join(" "), "{short}");
        }
        let german = "Geht's, hab'n't";
        assert_eq!(said(german, Language::German), words(german));
    }

    #[test]
    fn a_place_holds_all_that_it_says() {
        let text = "Es wäre „they’re“ – didn't! 5G网";
        let found: Vec<_> = said_at(text, Language::English)
            .into_iter()
            .map(|place| (&text[place.span], place.words.join(" ")))
            .collect();
        let wanted = [
            ("Es", "es"),
            ("wäre", "wäre"),
            ("they’re", "they are"),
            ("didn't", "did not"),
            ("5G", "5g"),
            ("网", "网"),
        ];
        assert_eq!(found, wanted.map(|(span, said)| (span, said.to_owned())));
    }

    #[test]
    fn long_texts_are_read_in_linear_time() {
        for unit in ["n't", "'", "a", "a'", "ca n't", "I'd've", "ʼ", "’re "] {
            said(&unit.repeat(600_000 / unit.len()), Language::English);
        }
    }
}
