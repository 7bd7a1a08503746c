//! From tokens back to text (`decoder`).

use serde::{Deserialize, Serialize};

use super::aligned::{GROWTH, LEAST_ROOM};
use super::byte_level;
use super::pattern::Pattern;

/// One step over the tokens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Decoder {
    /// Pieces that continue a word join it; words have a space before them.
    WordPiece { prefix: String, cleanup: bool },
    /// Characters become the bytes that they stand for.
    ByteLevel,
    /// Marks become spaces, but for those of the first token.
    Metaspace { replacement: char, prepend: bool },
    /// The suffix of a word's last piece becomes a space.
    Bpe { suffix: String },
    /// All tokens become one.
    Fuse,
    /// A character is dropped so often at the ends of each token.
    Strip {
        content: char,
        start: usize,
        stop: usize,
    },
    /// What a pattern matches becomes something else.
    Replace { pattern: Pattern, content: String },
    /// Tokens of bytes become characters.
    ByteFallback,
}

/// The text of tokens after all steps. A file may list steps that each double the text: from where
/// they make it too long they are left out.
pub(super) fn run(steps: &[Decoder], mut tokens: Vec<String>) -> String {
    let bytes = |tokens: &[String]| tokens.iter().map(String::len).sum::<usize>();
    let room = bytes(&tokens)
        .saturating_mul(GROWTH)
        .saturating_add(LEAST_ROOM);
    for step in steps {
        tokens = step.apply(tokens, room);
        if bytes(&tokens) > room {
            break;
        }
    }
    tokens.concat()
}

impl Decoder {
    /// The tokens after this step; those that would not fit into `room` bytes are not replaced.
    fn apply(&self, tokens: Vec<String>, room: usize) -> Vec<String> {
        match self {
            Self::WordPiece { prefix, cleanup } => word_pieces(tokens, prefix, *cleanup),
            Self::ByteLevel => vec![characters_as_bytes(&tokens)],
            Self::Metaspace {
                replacement,
                prepend,
            } => {
                let mut first = *prepend;
                let mut unmark = |token: String| {
                    let with = if std::mem::take(&mut first) { "" } else { " " };
                    token.replace(*replacement, with)
                };
                tokens.into_iter().map(&mut unmark).collect()
            }
            Self::Bpe { suffix } => {
                let last = tokens.len().saturating_sub(1);
                let numbered = tokens.into_iter().enumerate();
                numbered
                    .map(|(at, token)| token.replace(suffix, if at == last { "" } else { " " }))
                    .collect()
            }
            Self::Fuse => vec![tokens.concat()],
            Self::Strip {
                content,
                start,
                stop,
            } => {
                let strip = |token: String| {
                    let mut kept = token.as_str();
                    for _ in 0..*start {
                        kept = match kept.strip_prefix(*content) {
                            Some(rest) => rest,
                            None => break,
                        };
                    }
                    for _ in 0..*stop {
                        kept = match kept.strip_suffix(*content) {
                            Some(rest) => rest,
                            None => break,
                        };
                    }
                    kept.to_owned()
                };
                tokens.into_iter().map(strip).collect()
            }
            Self::Replace { pattern, content } => {
                let mut left = room;
                let mut replace = |token: String| {
                    let found = pattern.matches(&token);
                    let added = found.len().saturating_mul(content.len());
                    if added.saturating_add(token.len()) > left {
                        return token;
                    }
                    let mut replaced = String::with_capacity(token.len());
                    let mut start = 0;
                    for range in found {
                        replaced.push_str(token.get(start..range.start).unwrap_or_default());
                        replaced.push_str(content);
                        start = range.end;
                    }
                    replaced.push_str(token.get(start..).unwrap_or_default());
                    left -= replaced.len();
                    replaced
                };
                tokens.into_iter().map(&mut replace).collect()
            }
            Self::ByteFallback => bytes_as_characters(tokens),
        }
    }
}

fn word_pieces(mut tokens: Vec<String>, prefix: &str, cleanup: bool) -> Vec<String> {
    for (at, token) in tokens.iter_mut().enumerate() {
        if at > 0 {
            *token = match token.strip_prefix(prefix) {
                Some(rest) => rest.to_owned(),
                None => format!(" {token}"),
            };
        }
        if cleanup {
            *token = without_spaces(token);
        }
    }
    tokens
}

/// The text without the spaces that English does not write before marks and endings.
pub(super) fn without_spaces(text: &str) -> String {
    const ENDINGS: [(&str, &str); 11] = [
        (" .", "."),
        (" ?", "?"),
        (" !", "!"),
        (" ,", ","),
        (" ' ", "'"),
        (" n't", "n't"),
        (" 'm", "'m"),
        (" do not", " don't"),
        (" 's", "'s"),
        (" 've", "'ve"),
        (" 're", "'re"),
    ];
    let mut text = text.to_owned();
    for (from, to) in ENDINGS {
        if text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text
}

fn characters_as_bytes(tokens: &[String]) -> String {
    let mut bytes = vec![];
    for token in tokens {
        match token
            .chars()
            .map(byte_level::byte)
            .collect::<Option<Vec<u8>>>()
        {
            Some(found) => bytes.extend(found),
            None => bytes.extend(token.as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn bytes_as_characters(tokens: Vec<String>) -> Vec<String> {
    fn flush(bytes: &mut Vec<u8>, out: &mut Vec<String>) {
        let count = bytes.len();
        match String::from_utf8(std::mem::take(bytes)) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => out.push(text),
            Err(_) => out.extend(std::iter::repeat_n("\u{fffd}".to_owned(), count)),
        }
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut bytes = vec![];
    for token in tokens {
        let inside = token.strip_prefix("<0x").and_then(|t| t.strip_suffix('>'));
        let byte = inside
            .filter(|digits| digits.len() == 2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) => bytes.push(byte),
            None => {
                flush(&mut bytes, &mut out);
                out.push(token);
            }
        }
    }
    flush(&mut bytes, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(decoder: &Decoder, tokens: &[&str]) -> Vec<String> {
        let tokens = tokens.iter().map(|token| (*token).to_owned()).collect();
        decoder.apply(tokens, usize::MAX)
    }

    #[test]
    fn steps_that_each_double_the_text_end() {
        for step in [
            Decoder::Replace {
                pattern: Pattern::Text("a".into()),
                content: "aa".into(),
            },
            Decoder::Bpe {
                suffix: String::new(),
            },
        ] {
            let steps = vec![step; 64];
            let text = run(&steps, vec!["a".into(), "a".into()]);
            assert!(
                text.len() <= 2 * (2 * GROWTH + LEAST_ROOM) + 2,
                "{}",
                text.len()
            );
        }
    }

    #[test]
    fn tokens_become_text() {
        let pieces = Decoder::WordPiece {
            prefix: "##".into(),
            cleanup: true,
        };
        assert_eq!(
            decoded(&pieces, &["don", "'", "##t", "go", "."]).concat(),
            "don 't go."
        );
        assert_eq!(
            decoded(&Decoder::ByteLevel, &["ĠcafÃ", "©", "漢"]),
            [" café漢"]
        );
        let strip = Decoder::Strip {
            content: ' ',
            start: 1,
            stop: 9,
        };
        assert_eq!(decoded(&strip, &["  a  ", "", " "]), [" a", "", ""]);
        assert_eq!(
            decoded(
                &Decoder::ByteFallback,
                &["<0xE5>", "<0x8f>", "<0xab>", "a", "<0xE5>"]
            ),
            ["叫", "a", "\u{fffd}"]
        );
        for decoder in [Decoder::Fuse, Decoder::ByteFallback, pieces] {
            decoded(&decoder, &[]);
        }
    }
}
