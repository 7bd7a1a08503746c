//! What a part of a tokenizer looks for in a text: a string or a regular expression.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::regex::Regex;
use crate::error::{Error, ErrorKind, Result};

/// A string, or a compiled regular expression.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Source", try_from = "Source")]
pub(super) enum Pattern {
    /// Exactly this.
    Text(String),
    /// What the expression matches; its source is kept.
    Expression(String, Regex),
}

/// A pattern as files hold it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Source {
    /// Exactly this.
    Text(String),
    /// A regular expression.
    Expression(String),
}

impl TryFrom<Source> for Pattern {
    type Error = Error;

    fn try_from(source: Source) -> Result<Self> {
        match source {
            Source::Text(text) if text.is_empty() => Err(Error::new(
                ErrorKind::Unsupported,
                "a pattern is empty; it must match at least one character",
            )),
            Source::Text(text) => Ok(Self::Text(text)),
            Source::Expression(source) => {
                let regex = Regex::new(&source)?;
                Ok(Self::Expression(source, regex))
            }
        }
    }
}

impl From<Pattern> for Source {
    fn from(pattern: Pattern) -> Self {
        match pattern {
            Pattern::Text(text) => Self::Text(text),
            Pattern::Expression(source, _) => Self::Expression(source),
        }
    }
}

impl Pattern {
    /// All matches from left to right, that do not overlap.
    pub(super) fn matches(&self, text: &str) -> Vec<Range<usize>> {
        match self {
            Self::Text(pattern) => text
                .match_indices(pattern.as_str())
                .map(|(at, found)| at..at + found.len())
                .collect(),
            Self::Expression(_, regex) => regex.matches(text),
        }
    }
}
