//! The one error type of the crate: what was wrong, where, and what is allowed.
//!
//! Every error has an [`ErrorKind`] that programs can match on, a message for
//! people, and optionally the error that caused it. In JavaScript the kind
//! becomes a stable `code` in kebab-case and a DOMException name.

use std::fmt;

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, in terms a program can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value passed by the caller is outside what the function accepts.
    InvalidArgument,
    /// The language is not one that this function or model handles.
    UnsupportedLanguage,
    /// No model of that name is known.
    UnknownModel,
    /// The option is known, but no part of this build carries it out.
    Unsupported,
    /// The manifest is not valid JSON, lacks a field, or contradicts itself.
    InvalidManifest,
    /// A file that the manifest lists was not given, or could not be read.
    MissingFile,
    /// A file was given that the manifest does not list.
    UnlistedFile,
    /// A file is shorter or longer than the manifest says.
    SizeMismatch,
    /// The SHA-256 of a file differs from the one in the manifest.
    HashMismatch,
    /// The vocabulary file breaks its format.
    InvalidVocabulary,
    /// A laid-out document is malformed, or holds numbers or amounts that
    /// cannot be of a page.
    InvalidLayout,
    /// The bytes are not a readable ONNX model, plan or file of support vectors.
    InvalidModel,
    /// The model uses an operator, operator set or data type that the runtime
    /// is not proven to run correctly.
    UnsupportedOperator,
    /// An operator carries an attribute value that the runtime would ignore.
    UnsupportedAttribute,
    /// Inputs or outputs of a graph or a call have other names, types or
    /// shapes than declared.
    ShapeMismatch,
    /// The runtime failed while running a model that it had accepted.
    Inference,
}

impl ErrorKind {
    /// Every kind, in declaration order.
    pub const ALL: [ErrorKind; 16] = [
        Self::InvalidArgument,
        Self::UnsupportedLanguage,
        Self::UnknownModel,
        Self::Unsupported,
        Self::InvalidManifest,
        Self::MissingFile,
        Self::UnlistedFile,
        Self::SizeMismatch,
        Self::HashMismatch,
        Self::InvalidVocabulary,
        Self::InvalidLayout,
        Self::InvalidModel,
        Self::UnsupportedOperator,
        Self::UnsupportedAttribute,
        Self::ShapeMismatch,
        Self::Inference,
    ];

    /// The stable identifier that JavaScript sees as `error.code`.
    pub fn code(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid-argument",
            Self::UnsupportedLanguage => "unsupported-language",
            Self::UnknownModel => "unknown-model",
            Self::Unsupported => "unsupported",
            Self::InvalidManifest => "invalid-manifest",
            Self::MissingFile => "missing-file",
            Self::UnlistedFile => "unlisted-file",
            Self::SizeMismatch => "size-mismatch",
            Self::HashMismatch => "hash-mismatch",
            Self::InvalidVocabulary => "invalid-vocabulary",
            Self::InvalidLayout => "invalid-layout",
            Self::InvalidModel => "invalid-model",
            Self::UnsupportedOperator => "unsupported-operator",
            Self::UnsupportedAttribute => "unsupported-attribute",
            Self::ShapeMismatch => "shape-mismatch",
            Self::Inference => "inference-failed",
        }
    }

    /// The DOMException name that JavaScript sees as `error.name`.
    pub fn dom_name(self) -> &'static str {
        match self {
            Self::UnsupportedLanguage
            | Self::UnknownModel
            | Self::Unsupported
            | Self::UnsupportedOperator
            | Self::UnsupportedAttribute => "NotSupportedError",
            Self::Inference => "OperationError",
            _ => "DataError",
        }
    }
}

/// An error of this crate. See the [module](self) for its parts.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error of `kind`. The message says what was wrong, where, and what
    /// is allowed.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            source: None,
        }
    }

    /// The same error, remembering `source` as its cause.
    pub fn with_source(
        mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The same error, its message preceded by the place where it arose
    /// (`place: message`).
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// What went wrong, in terms a program can act on.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message without its causes.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_are_distinct_and_kebab_case() {
        let codes: HashSet<_> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
        for code in codes {
            assert!(
                code.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                "{code}"
            );
        }
    }

    #[test]
    fn a_place_precedes_the_message() {
        let error = Error::new(ErrorKind::InvalidManifest, "field `name` is missing");
        assert_eq!(
            error.at("manifest of x").to_string(),
            "manifest of x: field `name` is missing"
        );
    }
}
