//! Errors as they go to the host.

use std::error::Error as _;

use epitome::{Error, ErrorKind};
use serde::Serialize;

/// An error of a request or of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Failure {
    /// Its stable name, in kebab-case.
    pub(crate) code: &'static str,
    /// Its class, as the DOM names it.
    pub(crate) name: &'static str,
    /// What is wrong, where, and what is allowed.
    pub(crate) message: String,
    /// What caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cause: Option<String>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            code: error.kind().code(),
            name: error.kind().dom_name(),
            message: error.message().to_owned(),
            cause: error.source().map(ToString::to_string),
        }
    }
}

impl Failure {
    /// An argument that is not as it must be.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::InvalidArgument, message).into()
    }
}
