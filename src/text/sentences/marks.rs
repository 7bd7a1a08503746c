//! Which characters end, close and open sentences.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::text::Language;

/// Marks that can end a sentence, with what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// `.`: also ends abbreviations and ordinals, and stands in numbers.
    Dot,
    /// `…`: also marks an omission within a sentence.
    Ellipsis,
    /// `!` and `?`: also stand in addresses and remarks.
    Exclamation,
    /// Marks that do nothing but end a sentence, such as `。` and `؟`.
    Full,
}

/// The mark that `c` is in texts of `language`.
pub(super) fn mark(c: char, language: Language) -> Option<Mark> {
    match c {
        '.' => Some(Mark::Dot),
        '…' => Some(Mark::Ellipsis),
        '!' | '?' | '‼' | '⁇' | '⁈' | '⁉' => Some(Mark::Exclamation),
        '。' | '｡' | '！' | '？' | '؟' | '۔' => Some(Mark::Full),
        '；' if language == Language::Chinese => Some(Mark::Full),
        '؛' if language == Language::Persian => Some(Mark::Full),
        _ => None,
    }
}

/// Whether `c`, right after an end mark, belongs to the sentence that ends.
/// `quote_open` tells whether a straight double quote is still open.
pub(super) fn closes(c: char, language: Language, quote_open: bool) -> bool {
    match c {
        ')' | ']' | '}' | '\'' | '”' | '’' | '」' | '』' | '）' | '】' | '》' | '〉' | '〕'
        | '］' | '｝' | '〗' | '〞' | '＇' | '*' | '_' => true,
        '»' | '›' => language != Language::Chinese,
        '“' | '‘' | '«' | '‹' => language == Language::German,
        // Latin script leaves a space before an opening quote.
        '"' | '＂' => quote_open || matches!(language, Language::English | Language::German),
        '\u{200D}' | '\u{FE0F}' => true,
        _ => is_pictograph(c),
    }
}

/// Whether `c` is a symbol such as an emoji, or modifies one. Right after an
/// end mark it comments on the sentence before.
fn is_pictograph(c: char) -> bool {
    !c.is_ascii()
        && matches!(
            c.general_category(),
            GeneralCategory::OtherSymbol | GeneralCategory::ModifierSymbol
        )
}

/// Whether `c` can stand before the first word of a sentence.
pub(super) fn opens(c: char) -> bool {
    matches!(
        c,
        '(' | '['
            | '{'
            | '"'
            | '\''
            | '“'
            | '‘'
            | '„'
            | '‚'
            | '«'
            | '‹'
            | '»'
            | '›'
            | '「'
            | '『'
            | '（'
            | '【'
            | '《'
            | '〈'
            | '〔'
            | '［'
            | '＂'
            | '¿'
            | '¡'
            | '-'
            | '–'
            | '—'
            | '•'
            | '*'
            | '_'
            | '#'
            | '>'
    )
}

/// Whether `c` separates clauses, so that a sentence goes on after it.
pub(super) fn separates_clauses(c: char) -> bool {
    matches!(
        c,
        '，' | '、' | ',' | ';' | ':' | '；' | '：' | '؛' | '،' | '､' | '﹐' | '﹑'
    )
}

/// Whether `c` ends a line.
pub(super) fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}
