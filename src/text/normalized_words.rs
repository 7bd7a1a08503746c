//! The words that a text says, as texts are compared by them: [`words()`] with English contractions written out
//! (`didn't` is `did not`), [initials](super::initials) as one word (`U.S.` is `us`), units apart from
//! the digits before them (`40ft` is `40 ft`), and Persian texts with ASCII digits.
//!
//! What `'d` is short for is not to be seen: it is taken for `would`. The `s` of a possessive, which may
//! stand for `is`, is a word by itself. Tokenizers part words from what is short (`did n't`, `they 're`), which is written
//! out too.
//!
//! Cost: linear in the text.

use std::ops::Range;

use crate::text::entities::numbers::digit;
use crate::text::entities::units::joined_unit;
use crate::text::initials::{initials_at, is_of_word};
use crate::text::tokenize::words::{word_spans, words};
use crate::text::{Language, passes};

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
pub(crate) struct NormalizedWords {
    /// Its bytes: of a word, of one with what is contracted with it, or of initials.
    pub(crate) span: Range<usize>,
    /// In lower case; none for a word that is folded away.
    pub(crate) words: Vec<String>,
}

/// The words that a text says, in order.
pub(crate) fn normalized_words(text: &str, language: Language) -> Vec<String> {
    if language == Language::English || has_initial(text) || has_joined_letter(text) {
        let places = normalized_words_at(text, language).into_iter();
        return places.flat_map(|place| place.words).collect();
    }
    passes::count(passes::WORDS, text);
    let mut words = words(text);
    if language == Language::Persian {
        fold_digits(&mut words);
    }
    words
}

/// What a text says and where, in order.
pub(crate) fn normalized_words_at(text: &str, language: Language) -> Vec<NormalizedWords> {
    passes::count(passes::WORDS, text);
    let is_english = language == Language::English;
    let mut spans = word_spans(text);
    if is_english && text.contains(LETTER_APOSTROPHE) {
        let all = spans.into_iter();
        spans = all.flat_map(|span| parts(text, span)).collect();
    }
    let mut places: Vec<NormalizedWords> = Vec::new();
    let mut at = 0;
    while let Some(span) = spans.get(at) {
        if let Some((letters, end)) = initials_at(text, span.start, language)
            && let Ok(last) = spans[at..].binary_search_by_key(&end, |span| span.end)
        {
            places.push(NormalizedWords {
                span: span.start..end,
                words: folded(&letters),
            });
            at += last + 1;
            continue;
        }
        at += 1;
        let word = &text[span.clone()];
        let mut words = match joined_unit(word) {
            Some(at) => [folded(&word[..at]), folded(&word[at..])].concat(),
            None => folded(word),
        };
        if language == Language::Persian {
            fold_digits(&mut words);
        }
        if is_english && words == [CANNOT] {
            words = vec!["can".to_owned(), "not".to_owned()];
        }
        if !(is_english && contracts(text, &mut places, span, &words)) {
            places.push(NormalizedWords {
                span: span.clone(),
                words,
            });
        }
    }
    places
}

/// Gives words the ASCII digits for their own, which a Persian keyboard types with any of three.
fn fold_digits(words: &mut [String]) {
    let of_others = words.iter_mut().filter(|word| !word.is_ascii());
    for word in of_others.filter(|word| word.contains(char::is_numeric)) {
        *word = word.chars().map(|c| digit(c).unwrap_or(c)).collect();
    }
}

/// Whether a text has a single letter in upper case before a point.
fn has_initial(text: &str) -> bool {
    let mut before = [' '; 2];
    text.chars().any(|c| {
        let [first, second] = before;
        before = [second, c];
        c == '.' && second.is_uppercase() && !is_of_word(first)
    })
}

/// Whether a text has a Latin letter behind a digit.
fn has_joined_letter(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|c| {
        let is_joined = c.is_ascii_alphabetic() && digit(before).is_some();
        before = c;
        is_joined
    })
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
fn contracts(
    text: &str,
    places: &mut Vec<NormalizedWords>,
    span: &Range<usize>,
    words: &[String],
) -> bool {
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
        places.push(NormalizedWords {
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
fn denies(text: &str, places: &mut [NormalizedWords], span: &Range<usize>) -> bool {
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
        normalized_words(text, Language::English).join(" ")
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
            ("The U.S. can't", "The US can not"),
        ] {
            assert_eq!(english(short), words(long).join(" "), "{short}");
        }
        let german = "Geht's, hab'n't";
        assert_eq!(normalized_words(german, Language::German), words(german));
    }

    #[test]
    fn initials_are_one_word() {
        let text = "He left the U.S. A new plan B. U.N. and J.K. Roe at 5 p.m., e.g. T. Smith";
        let found = "he left the us a new plan b un and jk roe at 5 pm e g t smith";
        assert_eq!(english(text), found);
        let german = "Die U.S. Bank, z.B. das W. A. C., a.b";
        let found = normalized_words(german, Language::German).join(" ");
        assert_eq!(found, "die us bank z b das wac a b");
        assert_eq!(
            normalized_words("美国U.S.企", Language::Chinese).join(" "),
            "美 国 us 企"
        );
        // A mark over the last letter makes another word of it.
        assert_eq!(english("U.S\u{301}"), words("U.S\u{301}").join(" "));
    }

    #[test]
    fn persian_texts_have_one_kind_of_digits() {
        for text in ["۵۲۰۰ نفر، G۲۰", "٥٢٠٠ نفر، G٢٠", "5200 نفر، G20"] {
            assert_eq!(
                normalized_words(text, Language::Persian).join(" "),
                "5200 نفر g20"
            );
            let with_initials = format!("{text} U.N.");
            let found = normalized_words(&with_initials, Language::Persian).join(" ");
            assert_eq!(found, "5200 نفر g20 un");
        }
        assert_eq!(normalized_words("۵۲", Language::German), ["۵۲"]);
    }

    #[test]
    fn units_stand_apart_from_their_digits() {
        assert_eq!(
            english("40ft, 1.5KM at 4pm or 10:30AM, 8GB, 5G, 3D, 30m, 21s, 2nd, 4ever, 60W"),
            "40 ft 1 5 km at 4 pm or 10 30 am 8 gb 5g 3d 30m 21s 2nd 4ever 60 w"
        );
        assert_eq!(
            normalized_words("速度500km", Language::Chinese).join(" "),
            "速 度 500 km"
        );
        assert_eq!(
            normalized_words("۵۰km", Language::Persian).join(" "),
            "50 km"
        );
    }

    #[test]
    fn a_place_holds_all_that_it_says() {
        let text = "Es wäre „they’re“ – didn't! 5G网";
        let found: Vec<_> = normalized_words_at(text, Language::English)
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
        for unit in [
            "n't",
            "'",
            "a",
            "a'",
            "ca n't",
            "I'd've",
            "ʼ",
            "’re ",
            "A.",
            "A. ",
            "A.B",
            "A.bc",
            "a.",
            "A. 🅐. ",
        ] {
            normalized_words(&unit.repeat(600_000 / unit.len()), Language::English);
        }
    }
}
