//! The texts that a matcher takes: how long they may be.
//!
//! Reading a text keeps some 150 bytes for each of its words (in Chinese, characters), so that a
//! document of [`MOST_DOCUMENT`] characters stays within the memory of a browser's tab.

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Pair;

/// The most characters of a document.
pub const MOST_DOCUMENT: usize = 1_000_000;
/// The most characters of a summary.
pub const MOST_SUMMARY: usize = 200_000;

/// Checks the texts of a pair; `place` names it.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] for a text without a letter or digit, or one that is too long.
pub fn check(pair: &Pair, place: impl Fn() -> String) -> Result<()> {
    check_text(&pair.document, "document", MOST_DOCUMENT, &place)?;
    check_text(&pair.summary, "summary", MOST_SUMMARY, &place)
}

pub(super) fn check_text(
    text: &str,
    field: &str,
    most: usize,
    place: &dyn Fn() -> String,
) -> Result<()> {
    let refuse =
        |what: String| Error::new(ErrorKind::InvalidArgument, format!("{}{what}", place()));
    if !text.chars().any(char::is_alphanumeric) {
        return Err(refuse(format!("the {field} holds no letter or digit")));
    }
    // Bytes are never fewer than characters.
    if text.len() > most {
        let characters = text.chars().count();
        if characters > most {
            return Err(refuse(format!(
                "the {field} has {characters} characters; at most {most} are read"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_a_greatest_length() {
        let pair = |length: usize| Pair {
            document: "文".repeat(length),
            summary: "文".to_owned(),
        };
        assert!(check(&pair(MOST_DOCUMENT), String::new).is_ok());
        let error = check(&pair(MOST_DOCUMENT + 1), || "pair 3: ".to_owned()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert_eq!(
            error.message(),
            "pair 3: the document has 1000001 characters; at most 1000000 are read"
        );
    }
}
