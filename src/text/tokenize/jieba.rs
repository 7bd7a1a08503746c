//! Chinese words by dictionary: the jieba segmentation.
//!
//! The dictionary is an asset that the caller loads: UTF-8 lines of
//! `WORD FREQUENCY [TAG]` separated by blanks, as in jieba's `dict.txt`. Words
//! outside it are guessed by jieba's hidden Markov model. The text is put
//! through [`nfkc_lowercase`] and split at line breaks first, because the
//! segmenter's time grows faster than the length of a line.

use std::collections::HashMap;
use std::io::Cursor;

use jieba_rs::Jieba;

use crate::error::{Error, ErrorKind, Result};
use crate::text::normalize::nfkc_lowercase;

/// The largest sum of frequencies: the segmenter adds them up in a `usize`,
/// which has 32 bits in WebAssembly.
const MAX_TOTAL_FREQUENCY: u64 = u32::MAX as u64;

/// Cuts Chinese text into dictionary words.
///
/// ```
/// use epitome::text::tokenize::JiebaTokenizer;
///
/// let dictionary = "地铁 100 n\n线路 100 n\n";
/// let tokenizer = JiebaTokenizer::from_dictionary(dictionary.as_bytes())?;
/// assert_eq!(tokenizer.words("地铁线路。"), ["地铁", "线路"]);
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct JiebaTokenizer {
    segmenter: Jieba,
}

impl JiebaTokenizer {
    /// Reads a dictionary. Empty lines are skipped.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`], naming the line (counted from 1), if
    /// the bytes are not UTF-8, a line is not `WORD FREQUENCY [TAG]` with a
    /// positive whole frequency, a word occurs twice, or the frequencies add
    /// up to more than 2^32 − 1; also if there is no word at all.
    pub fn from_dictionary(bytes: &[u8]) -> Result<Self> {
        check(bytes)?;
        let segmenter = Jieba::with_dict(&mut Cursor::new(bytes)).map_err(|error| {
            Error::new(
                ErrorKind::InvalidVocabulary,
                "the segmenter rejects the dictionary",
            )
            .with_source(error)
        })?;
        Ok(Self { segmenter })
    }

    /// The words of `text`: jieba's tokens that hold a letter or a digit.
    pub fn words(&self, text: &str) -> Vec<String> {
        nfkc_lowercase(text)
            .lines()
            .flat_map(|line| self.segmenter.cut(line, true))
            .map(|token| token.word)
            .filter(|word| word.contains(char::is_alphanumeric))
            .map(str::to_owned)
            .collect()
    }
}

fn check(bytes: &[u8]) -> Result<()> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = valid.iter().filter(|&&b| b == b'\n').count();
        invalid(line, "is not UTF-8").with_source(error)
    })?;
    let mut first_lines = HashMap::new();
    let mut total = 0_u64;
    for (line, content) in text.split('\n').enumerate() {
        let mut fields = content.split_whitespace();
        let Some(word) = fields.next() else {
            continue;
        };
        let frequency = fields.next().and_then(|field| field.parse::<u32>().ok());
        let (Some(frequency @ 1..), None) = (frequency, fields.nth(1)) else {
            return Err(invalid(
                line,
                &format!(
                    "must be WORD FREQUENCY [TAG] with a frequency from 1 to {}, found {content:?}",
                    u32::MAX
                ),
            ));
        };
        if let Some(first) = first_lines.insert(word, line) {
            return Err(invalid(
                line,
                &format!("repeats the word {word:?} of line {}", first + 1),
            ));
        }
        total += u64::from(frequency);
        if total > MAX_TOTAL_FREQUENCY {
            return Err(invalid(
                line,
                &format!("takes the sum of frequencies past {MAX_TOTAL_FREQUENCY}"),
            ));
        }
    }
    if first_lines.is_empty() {
        return Err(Error::new(
            ErrorKind::InvalidVocabulary,
            "the dictionary holds no word",
        ));
    }
    Ok(())
}

/// An error about the line with index `line`, which people count from 1.
fn invalid(line: usize, what: &str) -> Error {
    Error::new(
        ErrorKind::InvalidVocabulary,
        format!("dictionary line {} {what}", line + 1),
    )
}
