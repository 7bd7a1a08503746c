//! The token list of a model.
//!
//! A vocabulary file is UTF-8 with one token per line, the line's number being
//! the token's id. Line 0 is `[PAD]`, line 1 is `[UNK]`. Lines end with a line
//! feed, optional after the last. Parsing is linear; a look-up is one hash.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::error::{Error, ErrorKind, Result};

/// The tokens with a fixed id, which is their position here.
const SPECIAL_TOKENS: [&str; 2] = ["[PAD]", "[UNK]"];

/// Token → id.
///
/// ```
/// use epitome::text::Vocabulary;
///
/// let vocabulary = Vocabulary::parse("[PAD]\n[UNK]\n文\n".as_bytes())?;
/// assert_eq!(vocabulary.id("文"), Some(2));
/// assert_eq!(vocabulary.char_id('字'), Vocabulary::UNKNOWN);
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    ids: FxHashMap<Box<str>, i64>,
}

impl Vocabulary {
    /// The id that fills a batch up to its length.
    pub const PADDING: i64 = 0;
    /// The id of every token that is not in the list.
    pub const UNKNOWN: i64 = 1;

    /// Reads a vocabulary file.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`], naming the line (counted from 1), if
    /// the bytes are not UTF-8, a special token is missing, a line is empty or
    /// holds a carriage return, or a token occurs twice.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = valid.iter().filter(|&&b| b == b'\n').count();
            invalid(line, "is not UTF-8").with_source(error)
        })?;
        let mut lines: Vec<&str> = text.split('\n').collect();
        lines.pop_if(|last| last.is_empty());

        for (line, &special) in SPECIAL_TOKENS.iter().enumerate() {
            let found = lines.get(line).copied().unwrap_or_default();
            if found != special && found.strip_suffix('\r') != Some(special) {
                return Err(invalid(
                    line,
                    &format!("must be {special}, found {found:?}"),
                ));
            }
        }
        let mut ids: FxHashMap<Box<str>, i64> =
            FxHashMap::with_capacity_and_hasher(lines.len(), FxBuildHasher);
        for (line, &token) in lines.iter().enumerate() {
            if token.is_empty() {
                return Err(invalid(line, "is empty: every line is a token"));
            }
            if token.contains('\r') {
                return Err(invalid(
                    line,
                    "holds a carriage return: lines must end with a line feed alone",
                ));
            }
            let id = i64::try_from(line).unwrap_or(i64::MAX);
            if let Some(first) = ids.insert(token.into(), id) {
                return Err(invalid(
                    line,
                    &format!("repeats the token {token:?} of line {}", first + 1),
                ));
            }
        }
        Ok(Self { ids })
    }

    /// The id of a token, or `None` if it is not in the list.
    pub fn id(&self, token: &str) -> Option<i64> {
        self.ids.get(token).copied()
    }

    /// The id of a one-character token, [`Self::UNKNOWN`] if it is not in the
    /// list.
    pub fn char_id(&self, token: char) -> i64 {
        let mut buffer = [0; 4];
        self.id(token.encode_utf8(&mut buffer))
            .unwrap_or(Self::UNKNOWN)
    }

    /// The number of tokens, the special ones included.
    #[allow(clippy::len_without_is_empty)] // never empty: `parse` demands the special tokens
    pub fn len(&self) -> usize {
        self.ids.len()
    }
}

/// An error about the line with index `line`, which people count from 1.
fn invalid(line: usize, what: &str) -> Error {
    Error::new(
        ErrorKind::InvalidVocabulary,
        format!("vocabulary line {} {what}", line + 1),
    )
}
