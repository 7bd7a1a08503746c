//! The properties of characters as the field's tokenizers know them.
//!
//! The `tokenizers` package reads Unicode tables of 2016. To its BERT parts and normal forms a
//! character that came later is a letter: no mark, no punctuation, and its own normal form. Ids
//! depend on this, so that the same holds here.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Code points whose properties came later, with neighbours that have none.
const LATER: [(u32, u32); 60] = [
    (0x558, 0x558),
    (0x58b, 0x58c),
    (0x5c8, 0x5c9),
    (0x61d, 0x61d),
    (0x7fd, 0x7fd),
    (0x890, 0x8d3),
    (0x8e2, 0x8e2),
    (0x9fd, 0x9fe),
    (0xa76, 0xa76),
    (0xafa, 0xaff),
    (0xb53, 0xb55),
    (0xc04, 0xc3c),
    (0xc77, 0xc77),
    (0xc84, 0xc84),
    (0xcf3, 0xd00),
    (0xd3b, 0xd3c),
    (0xd81, 0xd81),
    (0xeba, 0xeba),
    (0xece, 0xece),
    (0x1715, 0x1715),
    (0x180f, 0x180f),
    (0x1abf, 0x1af0),
    (0x1b4e, 0x1b4f),
    (0x1b7d, 0x1b7f),
    (0x1cf7, 0x1cf7),
    (0x1df6, 0x1dfa),
    (0x209d, 0x209f),
    (0x2e43, 0x2e63),
    (0x32ff, 0x32ff),
    (0xa7f1, 0xa7f4),
    (0xa82c, 0xa82c),
    (0xa8ff, 0xa8ff),
    (0xab69, 0xab69),
    (0x105c9, 0x107bf),
    (0x10d24, 0x10f89),
    (0x11070, 0x11074),
    (0x110c2, 0x110cd),
    (0x11145, 0x11146),
    (0x111ce, 0x111cf),
    (0x11241, 0x11241),
    (0x1133b, 0x1133b),
    (0x11383, 0x113e2),
    (0x1144b, 0x1145e),
    (0x11660, 0x1166c),
    (0x116b9, 0x116b9),
    (0x1182c, 0x11be1),
    (0x11c41, 0x11c71),
    (0x11d31, 0x11fff),
    (0x12ff1, 0x1612f),
    (0x16d68, 0x16f4f),
    (0x16f7f, 0x16f87),
    (0x16fe2, 0x1b126),
    (0x1ccd6, 0x1d128),
    (0x1d250, 0x1d281),
    (0x1d6a6, 0x1d6a6),
    (0x1df95, 0x1dfff),
    (0x1e030, 0x1e6f5),
    (0x1e95e, 0x1e95f),
    (0x1f16c, 0x1f16c),
    (0x1fbf0, 0x1fbf9),
];

/// Marks that came between the two tables which the package reads: it normalizes them, but
/// does not know their category.
const MARKS_BETWEEN: [(u32, u32); 11] = [
    (0x8d4, 0x8e1),
    (0x1885, 0x1886),
    (0x1dfb, 0x1dfb),
    (0xa8c5, 0xa8c5),
    (0xa9bd, 0xa9bd),
    (0x111c9, 0x111c9),
    (0x1123e, 0x1123e),
    (0x11438, 0x11446),
    (0x11c30, 0x11cb6),
    (0x1e000, 0x1e02a),
    (0x1e944, 0x1e94a),
];

fn within(ranges: &[(u32, u32)], c: char) -> bool {
    let code = u32::from(c);
    ranges
        .binary_search_by(|&(first, last)| {
            if last < code {
                std::cmp::Ordering::Less
            } else if first > code {
                std::cmp::Ordering::Greater
            } else {
                std::cmp::Ordering::Equal
            }
        })
        .is_ok()
}

/// Whether the field's tables do not know what `c` is.
pub(super) fn is_later(c: char) -> bool {
    !c.is_ascii() && within(&LATER, c)
}

/// A mark of punctuation: of ASCII every sign, else the categories P*.
pub(super) fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    let category = matches!(c, '\u{166d}' | '\u{111c9}')
        || c.general_category_group() == GeneralCategoryGroup::Punctuation;
    category && !is_later(c)
}

/// A character of control, format or private use (Cc, Cf, Co).
pub(super) fn is_other(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    let category = matches!(
        c.general_category(),
        GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::PrivateUse
    );
    category && !is_later(c)
}

/// A mark without width (Mn).
pub(super) fn is_nonspacing_mark(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let category = matches!(c, '\u{1734}' | '\u{1171e}')
        || c.general_category() == GeneralCategory::NonspacingMark;
    category && !is_later(c) && !within(&MARKS_BETWEEN, c)
}

/// A mark of any kind (M*).
pub(super) fn is_mark(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let category = matches!(c, '\u{1cf2}' | '\u{1cf3}')
        || c.general_category_group() == GeneralCategoryGroup::Mark;
    category && !is_later(c)
}

/// What a word consists of in regular expressions (`\w`).
pub(super) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c.is_alphabetic()
        || matches!(c, '\u{200c}' | '\u{200d}')
        || c.general_category_group() == GeneralCategoryGroup::Mark
        || matches!(
            c.general_category(),
            GeneralCategory::DecimalNumber | GeneralCategory::ConnectorPunctuation
        )
}

/// A character of the blocks of Chinese characters that BERT takes alone.
pub(super) fn is_han(c: char) -> bool {
    matches!(
        u32::from(c),
        0x4e00..=0x9fff
            | 0x3400..=0x4dbf
            | 0x20000..=0x2a6df
            | 0x2a700..=0x2b73f
            | 0x2b740..=0x2b81f
            | 0x2b920..=0x2ceaf
            | 0xf900..=0xfaff
            | 0x2f800..=0x2fa1f
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for ranges in [&LATER[..], &MARKS_BETWEEN[..]] {
            assert!(ranges.iter().all(|range| range.0 <= range.1));
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }

    #[test]
    fn later_characters_have_no_properties() {
        assert!(is_punctuation('؟') && is_punctuation('$') && is_punctuation('“'));
        assert!(!is_punctuation('\u{2e52}') && is_later('\u{2e52}'));
        assert!(is_nonspacing_mark('\u{301}') && !is_nonspacing_mark('\u{1e000}'));
        assert!(is_mark('\u{1e000}') && !is_mark('\u{898}'));
        assert!(is_other('\u{200d}') && is_other('\u{e000}') && !is_other('a'));
    }
}
