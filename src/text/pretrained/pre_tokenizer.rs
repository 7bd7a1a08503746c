//! From a text to the words that a model cuts (`pre_tokenizer`).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::aligned::Aligned;
use super::byte_level;
use super::characters::{is_punctuation, is_word};
use super::pattern::Pattern;
use super::split::{Behavior, by_character, by_ranges, pieces};

/// When [`PreTokenizer::Metaspace`] puts its mark before a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Prepend {
    /// Before every part.
    Always,
    /// Before the part with which the text begins.
    First,
    /// Before none.
    Never,
}

/// One step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum PreTokenizer {
    /// At white space and marks of punctuation.
    Bert,
    /// Runs of word characters, and of others that are not white space.
    Whitespace,
    /// At white space.
    WhitespaceSplit,
    /// Spaces become a mark, with which words begin.
    Metaspace {
        replacement: char,
        prepend: Prepend,
        split: bool,
    },
    /// Bytes become characters; words are GPT-2's.
    ByteLevel {
        add_prefix_space: bool,
        use_regex: bool,
    },
    /// At marks of punctuation.
    Punctuation(Behavior),
    /// Between digits and others, or between all digits.
    Digits { individual: bool },
    /// At one character.
    Delimiter(char),
    /// At what a pattern matches, or between.
    Split {
        pattern: Pattern,
        behavior: Behavior,
        invert: bool,
    },
}

/// A part of a text: its place in the changed text, and its id if it is an added token.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) token: Option<u32>,
}

/// A text in parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) text: Aligned,
    pub(super) parts: Vec<Part>,
}

impl Parts {
    /// Cuts every part that is no added token into the ranges that `cut` finds in it.
    fn cut(mut self, cut: impl Fn(&str) -> Vec<Range<usize>>) -> Self {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            if part.token.is_some() {
                parts.push(part);
                continue;
            }
            let start = part.range.start;
            let found = cut(self.text.part(&part.range));
            parts.extend(
                found
                    .into_iter()
                    .filter(|range| !range.is_empty())
                    .map(|range| Part {
                        range: start + range.start..start + range.end,
                        token: None,
                    }),
            );
        }
        self.parts = parts;
        self
    }

    /// Writes every part that is no added token anew.
    pub(super) fn rewrite(self, write: impl Fn(&Aligned, &Range<usize>, &mut Aligned)) -> Self {
        let mut text = self.text.emptied();
        let mut parts = self.parts;
        for part in &mut parts {
            if part.token.is_some() {
                part.range = text.copy(&self.text, part.range.clone());
            } else {
                let start = text.text().len();
                write(&self.text, &part.range, &mut text);
                part.range = start..text.text().len();
            }
        }
        parts.retain(|part| !part.range.is_empty());
        Self { text, parts }
    }
}

impl PreTokenizer {
    /// The parts of a text after this step.
    pub(super) fn apply(&self, parts: Parts) -> Parts {
        let at = |is_delimiter: fn(char) -> bool, behavior| {
            move |text: &str| pieces(by_character(text, is_delimiter), behavior)
        };
        match self {
            Self::Bert => parts
                .cut(at(char::is_whitespace, Behavior::Removed))
                .cut(at(is_punctuation, Behavior::Isolated)),
            Self::Whitespace => parts.cut(word_runs),
            Self::WhitespaceSplit => parts.cut(at(char::is_whitespace, Behavior::Removed)),
            Self::Metaspace {
                replacement,
                prepend,
                split,
            } => {
                let marked = parts.rewrite(|text, range, out| {
                    mark_spaces(*replacement, *prepend, text, range, out);
                });
                if !split {
                    return marked;
                }
                marked.cut(|text| {
                    let found = by_character(text, |c| c == *replacement);
                    pieces(found, Behavior::MergedWithNext)
                })
            }
            Self::ByteLevel {
                add_prefix_space,
                use_regex,
            } => {
                let mut parts = parts;
                if *add_prefix_space {
                    parts = parts.rewrite(|text, range, out| {
                        if !text.part(range).starts_with(' ') {
                            out.prepend(text, range.start, " ");
                        }
                        out.copy(text, range.clone());
                    });
                }
                if *use_regex {
                    parts = parts.cut(byte_level::words);
                }
                parts.rewrite(|text, range, out| out.push_bytes(text, range))
            }
            Self::Punctuation(behavior) => parts.cut(at(is_punctuation, *behavior)),
            Self::Digits { individual } => parts.cut(at(
                char::is_numeric,
                if *individual {
                    Behavior::Isolated
                } else {
                    Behavior::Contiguous
                },
            )),
            Self::Delimiter(delimiter) => parts.cut(|text| {
                let found = by_character(text, |c| c == *delimiter);
                pieces(found, Behavior::Removed)
            }),
            Self::Split {
                pattern,
                behavior,
                invert,
            } => parts.cut(|text| {
                let mut found = by_ranges(text.len(), pattern.matches(text));
                for (_, delimiter) in &mut found {
                    *delimiter ^= invert;
                }
                pieces(found, *behavior)
            }),
        }
    }
}

/// Runs of word characters, and runs of others, without white space (`\w+|[^\w\s]+`).
fn word_runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = vec![];
    let mut before = None;
    for (at, c) in text.char_indices() {
        let kind = (!c.is_whitespace() || is_word(c)).then(|| is_word(c));
        let end = at + c.len_utf8();
        match runs.last_mut() {
            Some(run) if kind.is_some() && kind == before => run.end = end,
            _ if kind.is_some() => runs.push(at..end),
            _ => {}
        }
        before = kind;
    }
    runs
}

/// Writes a part with marks for spaces, and one before it.
fn mark_spaces(
    mark: char,
    prepend: Prepend,
    text: &Aligned,
    range: &Range<usize>,
    out: &mut Aligned,
) {
    let part = text.part(range);
    let buffer = &mut [0; 4];
    let mark_text = &*mark.encode_utf8(buffer);
    let begins = part.starts_with(mark) || part.starts_with(' ');
    let wanted = match prepend {
        Prepend::Always => true,
        Prepend::First => text.original(range.clone()).start == 0,
        Prepend::Never => false,
    };
    if wanted && !begins {
        out.prepend(text, range.start, mark_text);
    }
    for (at, c) in part.char_indices() {
        let at = range.start + at;
        let place = at..at + c.len_utf8();
        if c == ' ' {
            out.replace(text, &place, mark_text);
        } else {
            out.copy(text, place);
        }
    }
}

impl Aligned {
    /// Adds the bytes of a range of another text as characters.
    pub(super) fn push_bytes(&mut self, from: &Self, range: &Range<usize>) {
        for (at, byte) in range.clone().zip(from.part(range).bytes()) {
            let place = from.place(at);
            self.push(byte_level::character(byte), place);
        }
    }
}

/// A text whose bytes are characters, as a normalizer.
pub(super) fn bytes_as_characters(text: &Aligned) -> Aligned {
    let mut out = text.emptied();
    out.push_bytes(text, &(0..text.text().len()));
    out
}
