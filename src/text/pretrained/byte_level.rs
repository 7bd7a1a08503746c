//! Bytes as characters, and the words of GPT-2.
//!
//! Byte-level BPE knows 256 characters, one a byte: printable bytes stand for themselves, the
//! others have places from U+0100 on (Radford et al. 2019). Words are those of GPT-2's
//! expression, found here by hand in one pass:
//! `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

use std::ops::Range;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The character that stands for a byte.
pub(super) fn character(byte: u8) -> char {
    let code = match byte {
        b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff => u32::from(byte),
        0..=b' ' => 256 + u32::from(byte),
        0x7f..=0xa0 => 256 + 33 + u32::from(byte - 0x7f),
        0xad => 256 + 67,
    };
    char::from_u32(code).unwrap_or('\u{fffd}')
}

/// The byte that a character stands for.
pub(super) fn byte(c: char) -> Option<u8> {
    let code = u32::from(c);
    let byte = match code {
        0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff => code,
        0x100..=0x120 => code - 0x100,
        0x121..=0x142 => code - 0x121 + 0x7f,
        0x143 => 0xad,
        _ => return None,
    };
    u8::try_from(byte).ok()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Letter,
    Number,
    Space,
    Other,
}

fn kind(c: char) -> Kind {
    if c.is_ascii() {
        return match c {
            'a'..='z' | 'A'..='Z' => Kind::Letter,
            '0'..='9' => Kind::Number,
            ' ' | '\t'..='\r' => Kind::Space,
            _ => Kind::Other,
        };
    }
    if c.is_whitespace() {
        return Kind::Space;
    }
    match c.general_category_group() {
        GeneralCategoryGroup::Letter => Kind::Letter,
        GeneralCategoryGroup::Number => Kind::Number,
        _ => Kind::Other,
    }
}

/// The words of a text. They cover it.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = vec![];
    let mut at = 0;
    while let Some(rest) = text.get(at..)
        && let Some(length) = word(rest)
    {
        words.push(at..at + length);
        at += length;
    }
    words
}

/// The length of the word that a text begins with.
fn word(text: &str) -> Option<usize> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if first == '\'' {
        const ENDINGS: [&str; 7] = ["s", "t", "re", "ve", "m", "ll", "d"];
        let after = characters.as_str();
        if let Some(ending) = ENDINGS.iter().find(|ending| after.starts_with(**ending)) {
            return Some(1 + ending.len());
        }
    }
    let lead = if first == ' ' {
        characters.as_str().chars().next()
    } else {
        Some(first)
    };
    let run = lead.map_or(Kind::Space, kind);
    if run != Kind::Space {
        let start = usize::from(first == ' ');
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|c| kind(c) != run).unwrap_or(rest.len());
        return Some(start + end);
    }
    // White space: all of it at the end of the text, else all but the last, which goes with
    // the word or stands alone.
    let end = text.find(|c| kind(c) != Kind::Space);
    let Some(end) = end else {
        return Some(text.len());
    };
    let last = text.get(..end).and_then(|run| run.chars().next_back());
    let kept = end - last.map_or(0, char::len_utf8);
    Some(if kept == 0 { end } else { kept })
}

#[cfg(test)]
mod tests {
    use super::super::regex::Regex;
    use super::*;

    #[test]
    fn every_byte_has_its_character() {
        assert_eq!(character(b' '), 'Ġ');
        assert_eq!(character(b'\n'), 'Ċ');
        for b in 0..=255 {
            assert_eq!(byte(character(b)), Some(b));
        }
        assert_eq!(byte('\u{144}'), None);
    }

    #[test]
    fn words_are_those_of_the_expression() {
        let expression =
            r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";
        let regex = Regex::new(expression).unwrap();
        let parts = [
            " ", "  ", "a", "Bé", "'", "'s", "'ll", "12", "½", "\n", "\t", "\u{a0}", "漢", "!?",
            "\u{301}", "\u{200d}", "'l", "re",
        ];
        let mut state = 1u32;
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..8 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(parts[(state >> 16) as usize % parts.len()]);
            }
            assert_eq!(words(&text), regex.matches(&text), "{text:?}");
        }
    }
}
