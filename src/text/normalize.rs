//! Normal forms of text.
//!
//! [`nfkc_lowercase`] is what the character models read; [`for_words`] folds
//! further, so that spellings a Persian or German keyboard produces at random
//! count as one word; [`cased`] does so and keeps the case. All map any text, in time
//! linear in its length, and none keeps positions.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Persian yeh, to which the Arabic forms are folded.
const FARSI_YEH: char = '\u{06CC}';
/// Persian kaf, to which the Arabic form is folded.
const KEHEH: char = '\u{06A9}';
/// The letter heh, to which those with yeh above are folded.
const HEH: char = '\u{0647}';
/// The stretching stroke (kashida). It carries no meaning.
const TATWEEL: char = '\u{0640}';

/// NFKC, then lower case.
///
/// The result of lower-casing is not normalised again: `"İ"` gives `"i\u{307}"`.
///
/// ```
/// use epitome::text::normalize::nfkc_lowercase;
///
/// assert_eq!(nfkc_lowercase("ＧＤＰ ２０２５"), "gdp 2025");
/// ```
pub fn nfkc_lowercase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkc().collect::<String>().to_lowercase()
}

/// [`nfkc_lowercase`] with the spellings of a word folded into one.
///
/// Arabic yeh and alef maksura (ي, ى) become ی and Arabic kaf (ك) becomes ک;
/// tatweel, the Arabic diacritics (category Mn in the Arabic block), format
/// characters (category Cf: zero-width non-joiner, soft hyphen, direction
/// marks, …) and variation selectors disappear.
///
/// ```
/// use epitome::text::normalize::for_words;
///
/// assert_eq!(for_words("كتاب مي\u{200C}خوانم"), "کتاب میخوانم");
/// ```
pub fn for_words(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    nfkc_lowercase(text).chars().filter_map(fold).collect()
}

/// [`for_words`] in the text's own case: what the models that write read.
///
/// ```
/// use epitome::text::normalize::cased;
///
/// assert_eq!(cased("ＧＤＰ: كتاب"), "GDP: کتاب");
/// ```
pub fn cased(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.nfkc().filter_map(fold).collect()
}

/// Whether [`for_words`] drops a character from the word that it stands in.
pub(crate) fn is_dropped(c: char) -> bool {
    fold(c).is_none()
}

/// The folded form of a character, or `None` if it disappears.
fn fold(c: char) -> Option<char> {
    match c {
        '\0'..='\u{AC}' => Some(c),
        '\u{0649}' | '\u{064A}' => Some(FARSI_YEH),
        '\u{0643}' => Some(KEHEH),
        // Heh with yeh above: خانۀ and خانهٔ are one word, whose mark may be left out.
        '\u{06C0}' | '\u{06C2}' | '\u{06D5}' => Some(HEH),
        TATWEEL => None,
        // Variation selectors choose a glyph, never another word.
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => None,
        _ => match c.general_category() {
            GeneralCategory::Format => None,
            GeneralCategory::NonspacingMark if ('\u{0600}'..='\u{06FF}').contains(&c) => None,
            _ => Some(c),
        },
    }
}
