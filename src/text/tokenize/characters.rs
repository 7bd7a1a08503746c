//! One token per character: what the character models read.
//!
//! NFKC, then lower case, then drop every character of the categories Zs, Zl,
//! Zp, Cc and Cf; each remaining Unicode scalar value is a token. The recipes
//! that train the models do the same with Python's `unicodedata`. Linear time.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::text::normalize::nfkc_lowercase;

/// The characters of `text` as tokens.
///
/// ```
/// use epitome::text::tokenize::characters;
///
/// assert_eq!(characters("ＡＩ 很 好"), ['a', 'i', '很', '好']);
/// ```
pub fn characters(text: &str) -> Vec<char> {
    nfkc_lowercase(text)
        .chars()
        .filter(|&c| is_token(c))
        .collect()
}

fn is_token(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_graphic();
    }
    !matches!(
        c.general_category(),
        GeneralCategory::SpaceSeparator
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::Control
            | GeneralCategory::Format
    )
}
