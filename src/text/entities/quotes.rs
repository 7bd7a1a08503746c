//! Names and titles in quotation marks.

use std::ops::Range;

use super::{MAX_QUOTED_CHARACTERS, MAX_QUOTED_WORDS};
use crate::text::Language;
use crate::text::tokenize::words;

/// Opening marks, each with what closes it.
const PAIRS: [(char, &[char]); 10] = [
    ('《', &['》']),
    ('〈', &['〉']),
    ('「', &['」']),
    ('『', &['』']),
    ('«', &['»']),
    ('‹', &['›']),
    ('“', &['”']),
    ('„', &['“', '”']),
    ('‘', &['’']),
    ('"', &['"']),
];

/// Marks that stand in quoted speech and seldom in a name.
const SPEECH_MARKS: &str = ",;!?。，；！？؟،؛…\n\r";

/// The longest quotation that is looked at, in characters: longer ones are
/// speech, and the limit keeps the search linear.
const MAX_CHARACTERS: usize = 80;

/// Whether a mark closes quotations.
pub(super) fn closes(mark: char) -> bool {
    PAIRS.iter().any(|(_, closing)| closing.contains(&mark))
}

/// The spans between quotation marks that look like a name or a title.
pub(super) fn quoted(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut resume = 0;
    for (position, c) in text.char_indices() {
        if position < resume {
            continue;
        }
        let Some((_, closing)) = PAIRS.iter().find(|(open, _)| *open == c) else {
            continue;
        };
        let start = position + c.len_utf8();
        let rest = text.get(start..).unwrap_or_default();
        let Some((length, close)) = rest
            .char_indices()
            .take(MAX_CHARACTERS)
            .find(|(_, c)| closing.contains(c))
        else {
            continue;
        };
        let content = rest.get(..length).unwrap_or_default();
        let is_name = is_name(content, language);
        if is_name {
            found.push(start..start + length);
        }
        // A straight mark that closes one quotation does not open the next.
        if is_name || c == '"' {
            resume = start + length + close.len_utf8();
        }
    }
    found
}

fn is_name(content: &str, language: Language) -> bool {
    if content.contains(|c| SPEECH_MARKS.contains(c)) || content.trim() != content {
        return false;
    }
    let size = words(content).len();
    match language {
        Language::Chinese => (1..=MAX_QUOTED_CHARACTERS).contains(&size),
        Language::Persian => (1..=MAX_QUOTED_WORDS).contains(&size),
        Language::English | Language::German => {
            (1..=MAX_QUOTED_WORDS).contains(&size)
                && content
                    .chars()
                    .next()
                    .is_some_and(|c| c.is_uppercase() || c.is_numeric())
        }
    }
}
