//! Words that a full stop abbreviates, and words that begin sentences.
//!
//! The lists are lower case, sorted, and searched by bisection. A Persian or
//! Chinese text is looked up in the English ones: its own script is
//! abbreviated letter by letter only, which needs no list.

use crate::text::Language;

/// What a full stop after a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// Something must follow: `Dr.`, `e.g.`
    NeverFinal,
    /// Ends a sentence only if a word follows that begins sentences: `Inc.`
    MaybeFinal,
    /// An abbreviation before a number, a word otherwise: `No.`
    BeforeNumber,
}

#[rustfmt::skip]
const ENGLISH_NEVER_FINAL: &[&str] = &[
    "adm", "approx", "assoc", "brig", "capt", "cf", "cmdr", "col", "cpl", "dr", "e.g",
    "gen", "gov", "hon", "i.e", "lt", "maj", "messrs", "mr", "mrs", "ms", "pres", "prof",
    "rep", "rev", "sen", "sgt", "supt", "viz", "vs",
];
#[rustfmt::skip]
const ENGLISH_MAYBE_FINAL: &[&str] = &[
    "al", "apr", "aug", "ave", "blvd", "bros", "co", "corp", "dec", "dept", "dist", "est",
    "feb", "ft", "inc", "intl", "jan", "jr", "jul", "jun", "ltd", "mt", "natl", "nov",
    "oct", "ph.d", "plc", "rd", "sep", "sept", "sr", "st", "univ",
];
#[rustfmt::skip]
const ENGLISH_BEFORE_NUMBER: &[&str] = &[
    "art", "ch", "chap", "eq", "fig", "figs", "mar", "no", "nos", "para", "pp", "pt", "sec",
    "vol", "vols",
];
#[rustfmt::skip]
const ENGLISH_STARTERS: &[&str] = &[
    "a", "about", "after", "all", "also", "although", "an", "and", "another", "any", "as",
    "at", "because", "before", "both", "but", "by", "despite", "during", "each", "even",
    "few", "for", "from", "he", "her", "here", "his", "how", "however", "i", "if", "in",
    "instead", "it", "its", "many", "meanwhile", "more", "moreover", "most", "my", "no",
    "nobody", "nor", "not", "now", "on", "once", "one", "only", "or", "others", "our",
    "over", "she", "since", "so", "some", "soon", "still", "such", "than", "that", "the",
    "their", "then", "there", "these", "they", "this", "those", "though", "thus", "to",
    "two", "under", "until", "we", "what", "when", "where", "whether", "which", "while",
    "who", "why", "with", "without", "yet", "you", "your",
];

#[rustfmt::skip]
const GERMAN_NEVER_FINAL: &[&str] = &[
    "abb", "allg", "bspw", "bzgl", "bzw", "ca", "dipl", "dr", "ebd", "engl", "ev", "evtl",
    "fr", "franz", "frl", "geb", "gegr", "gem", "gest", "ggf", "hl", "hr", "hrn", "hrsg", "inkl",
    "ital", "kath", "lat", "lt", "max", "mind", "nördl", "o.g", "prof", "russ", "s.o",
    "s.u", "sog", "span", "st", "südl", "vgl", "vs", "z.b", "z.t", "zz", "zzgl",
];
#[rustfmt::skip]
const GERMAN_MAYBE_FINAL: &[&str] = &[
    "apr", "aug", "dez", "fa", "feb", "febr", "inc", "jan", "jh", "jhd", "jr", "jul", "jun",
    "ltd", "mio", "mrd", "nov", "okt", "sep", "sept", "str",
];
#[rustfmt::skip]
const GERMAN_BEFORE_NUMBER: &[&str] = &[
    "abs", "anm", "art", "bd", "bde", "bl", "jg", "kap", "nr", "nrn", "par", "pos", "tab",
    "tel", "ziff",
];
#[rustfmt::skip]
const GERMAN_STARTERS: &[&str] = &[
    "aber", "alle", "als", "also", "am", "an", "anschließend", "auch", "auf", "aus",
    "außerdem", "bei", "beim", "bis", "dabei", "dadurch", "dafür", "dagegen", "daher",
    "damals", "damit", "danach", "dann", "daran", "darauf", "darin", "darum", "das", "dazu",
    "denn", "dennoch", "der", "deshalb", "die", "dies", "diese", "dieser", "dieses", "doch",
    "dort", "durch", "ein", "eine", "einige", "er", "es", "für", "hier", "ich", "ihr",
    "ihre", "im", "in", "jedoch", "jetzt", "man", "mit", "nach", "nachdem", "nicht",
    "niemand", "nun", "nur", "ob", "obwohl", "ohne", "schon", "sein", "seine", "seit",
    "sie", "so", "später", "trotz", "trotzdem", "um", "und", "viele", "vom", "von", "vor",
    "wann", "warum", "was", "weil", "wenn", "wer", "wie", "wir", "wo", "zu", "zudem", "zum",
    "zur",
];

/// What is known of `word` (without its full stop, in any case).
pub(super) fn abbreviation(word: &str, language: Language) -> Option<Abbreviation> {
    let (never, maybe, number) = match language {
        Language::German => (GERMAN_NEVER_FINAL, GERMAN_MAYBE_FINAL, GERMAN_BEFORE_NUMBER),
        _ => (
            ENGLISH_NEVER_FINAL,
            ENGLISH_MAYBE_FINAL,
            ENGLISH_BEFORE_NUMBER,
        ),
    };
    let word = word.to_lowercase();
    if contains(never, &word) {
        Some(Abbreviation::NeverFinal)
    } else if contains(maybe, &word) {
        Some(Abbreviation::MaybeFinal)
    } else if contains(number, &word) {
        Some(Abbreviation::BeforeNumber)
    } else {
        None
    }
}

/// Whether `word` often begins a sentence and is not part of a name.
pub(super) fn begins_sentences(word: &str, language: Language) -> bool {
    let starters = match language {
        Language::German => GERMAN_STARTERS,
        _ => ENGLISH_STARTERS,
    };
    contains(starters, &word.to_lowercase())
}

fn contains(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [
            ENGLISH_NEVER_FINAL,
            ENGLISH_MAYBE_FINAL,
            ENGLISH_BEFORE_NUMBER,
            ENGLISH_STARTERS,
            GERMAN_NEVER_FINAL,
            GERMAN_MAYBE_FINAL,
            GERMAN_BEFORE_NUMBER,
            GERMAN_STARTERS,
        ] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }
}
