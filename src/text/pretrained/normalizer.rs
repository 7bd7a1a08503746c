//! What is changed in a text before it is cut (`normalizer`).

use serde::{Deserialize, Serialize};

use super::aligned::{Aligned, Edit};
use super::characters::{is_han, is_mark, is_nonspacing_mark, is_other};
use super::normal_forms::{Form, normalized};
use super::pattern::Pattern;
use super::pre_tokenizer::bytes_as_characters;
use super::precompiled::Precompiled;
use crate::error::Error;

/// One step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Normalizer {
    /// BERT's cleaning, spaces around Chinese characters, accents and case.
    Bert {
        clean_text: bool,
        handle_chinese_chars: bool,
        strip_accents: bool,
        lowercase: bool,
    },
    /// A normal form of Unicode.
    Form { compatible: bool, composed: bool },
    /// Lower case, character by character.
    Lowercase,
    /// Marks are dropped.
    StripAccents,
    /// White space at the ends is dropped.
    Strip { left: bool, right: bool },
    /// What a pattern matches becomes something else.
    Replace { pattern: Pattern, content: String },
    /// Something goes before a text that is not empty.
    Prepend(String),
    /// SentencePiece's rewriting.
    Precompiled(Table),
    /// The control characters and spaces of neural machine translation.
    Nmt,
    /// Bytes become characters.
    ByteLevel,
}

/// A rewriting table that is stored as its bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
pub(super) struct Table(pub(super) Box<Precompiled>);

impl From<Table> for Vec<u8> {
    fn from(table: Table) -> Self {
        table.0.bytes().to_vec()
    }
}

impl TryFrom<Vec<u8>> for Table {
    type Error = Error;

    fn try_from(bytes: Vec<u8>) -> Result<Self, Error> {
        Ok(Self(Box::new(Precompiled::new(bytes)?)))
    }
}

impl Normalizer {
    /// The text after this step.
    pub(super) fn apply(&self, text: Aligned) -> Aligned {
        match self {
            Self::Bert {
                clean_text,
                handle_chinese_chars,
                strip_accents,
                lowercase,
            } => {
                let mut text = text;
                if *clean_text {
                    text = clean(text);
                }
                if *handle_chinese_chars {
                    text = space_han(text);
                }
                if *strip_accents {
                    text = decomposed(text).filtered(|c| !is_nonspacing_mark(c), |c| c);
                }
                if *lowercase {
                    text = lower(text);
                }
                text
            }
            Self::Form {
                compatible,
                composed,
            } => normalized(
                text,
                Form {
                    compatible: *compatible,
                    composed: *composed,
                },
            ),
            Self::Lowercase => lower(text),
            Self::StripAccents => text.filtered(|c| !is_mark(c), |c| c),
            Self::Strip { left, right } => strip(text, *left, *right),
            Self::Replace { pattern, content } => replace(text, pattern, content),
            Self::Prepend(content) => prepend(text, content),
            Self::Precompiled(table) => table.0.rewritten(text),
            Self::Nmt => text.filtered(|c| !is_nmt_control(c), nmt_space),
            Self::ByteLevel => bytes_as_characters(&text),
        }
    }
}

fn decomposed(text: Aligned) -> Aligned {
    let form = Form {
        compatible: false,
        composed: false,
    };
    normalized(text, form)
}

/// Drops control characters; all white space becomes spaces.
fn clean(text: Aligned) -> Aligned {
    let is_line_or_tab = |c| matches!(c, '\t' | '\n' | '\r');
    text.filtered(
        |c| c != '\0' && c != '\u{fffd}' && (is_line_or_tab(c) || !is_other(c)),
        |c| if c.is_whitespace() { ' ' } else { c },
    )
}

fn space_han(text: Aligned) -> Aligned {
    if !text.text().chars().any(is_han) {
        return text;
    }
    let script = text.text().chars().flat_map(|c| {
        let spaced = [
            Some((' ', Edit::SAME)),
            Some((c, Edit::Added)),
            Some((' ', Edit::Added)),
        ];
        let alone = [Some((c, Edit::SAME)), None, None];
        let edits = if is_han(c) { spaced } else { alone };
        edits.into_iter().flatten()
    });
    text.edited(0, script)
}

fn lower(text: Aligned) -> Aligned {
    let script = text.text().chars().flat_map(|c| {
        c.to_lowercase().enumerate().map(|(at, c)| {
            let edit = if at == 0 { Edit::SAME } else { Edit::Added };
            (c, edit)
        })
    });
    text.edited(0, script)
}

fn strip(text: Aligned, left: bool, right: bool) -> Aligned {
    let whole = text.text();
    let kept = if left { whole.trim_start() } else { whole };
    let start = whole.len() - kept.len();
    let kept = if right { kept.trim_end() } else { kept };
    if kept.len() == whole.len() {
        return text;
    }
    let mut stripped = text.emptied();
    stripped.copy(&text, start..start + kept.len());
    stripped
}

fn replace(text: Aligned, pattern: &Pattern, content: &str) -> Aligned {
    let found = pattern.matches(text.text());
    if found.is_empty() {
        return text;
    }
    let mut replaced = text.emptied();
    let mut start = 0;
    for range in found {
        replaced.copy(&text, start..range.start);
        replaced.replace(&text, &range, content);
        start = range.end;
    }
    replaced.copy(&text, start..text.text().len());
    replaced
}

fn prepend(text: Aligned, content: &str) -> Aligned {
    if text.text().is_empty() {
        return text;
    }
    let mut longer = text.emptied();
    longer.prepend(&text, 0, content);
    longer.copy(&text, 0..text.text().len());
    longer
}

fn is_nmt_control(c: char) -> bool {
    matches!(
        c,
        '\u{1}'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' | '\u{7f}' | '\u{8f}' | '\u{9f}'
    )
}

fn nmt_space(c: char) -> char {
    match c {
        '\t'
        | '\n'
        | '\u{c}'
        | '\r'
        | '\u{1680}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{2581}'
        | '\u{feff}'
        | '\u{fffd}' => ' ',
        _ => c,
    }
}
