//! A text as digits and letters, with what stands between them.

use std::ops::Range;

use crate::text::Language;
use crate::text::entities::numbers::digit;

/// Digits or letters that follow each other.
pub(super) struct Token<'t> {
    pub(super) span: Range<usize>,
    pub(super) text: &'t str,
    /// The value and count of digits.
    pub(super) digits: Option<(u32, usize)>,
}

impl Token<'_> {
    /// The value of one or two digits.
    pub(super) fn short(&self) -> Option<u32> {
        self.digits
            .and_then(|(value, count)| (count < 3).then_some(value))
    }
}

/// A text in tokens.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<Token<'t>>,
    pub(super) language: Language,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t str, language: Language) -> Self {
        let mut all: Vec<Token> = Vec::new();
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            let is_digit = digit(c).is_some();
            if !is_digit && !c.is_alphabetic() {
                continue;
            }
            // Every Han character is one token.
            let is_alone = language == Language::Chinese && !is_digit && !c.is_ascii();
            let mut end = start + c.len_utf8();
            let belongs =
                |c: char| digit(c).is_some() == is_digit && (is_digit || c.is_alphabetic());
            while let Some((at, c)) = chars.next_if(|&(_, c)| !is_alone && belongs(c)) {
                end = at + c.len_utf8();
            }
            let token = &text[start..end];
            let digits: String = token.chars().filter_map(digit).collect();
            all.push(Token {
                span: start..end,
                text: token,
                digits: digits.parse().ok().map(|value| (value, digits.len())),
            });
        }
        Self {
            text,
            all,
            language,
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token<'t>> {
        self.all.get(at)
    }

    /// What stands between a token and the next one.
    pub(super) fn gap(&self, at: usize) -> Option<&'t str> {
        let (one, next) = (self.get(at)?, self.get(at + 1)?);
        self.text.get(one.span.end..next.span.start)
    }

    /// What stands behind a token.
    pub(super) fn after(&self, at: usize) -> &'t str {
        let end = self.get(at).map_or(self.text.len(), |token| token.span.end);
        self.text.get(end..).unwrap_or_default()
    }
}
