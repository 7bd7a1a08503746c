//! The fields of a part of the file, with errors that say where.

use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Result};

/// Longest string that a part may write into a text, in bytes.
const LONGEST_CONTENT: usize = 64;

/// Most steps of a part. Published files have five at most.
const MOST_STEPS: usize = 64;

/// An object of the file.
pub(super) struct Part<'a> {
    /// Where it is: `normalizer`.
    place: &'static str,
    /// Its `type`.
    pub(super) kind: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Part<'a> {
    /// The object that `value` is.
    pub(super) fn new(place: &'static str, value: &'a Value) -> Result<Self> {
        let fields = value
            .as_object()
            .ok_or_else(|| invalid(format!("{place} must be an object")))?;
        let kind = fields
            .get("type")
            .and_then(Value::as_str)
            .ok_or_else(|| invalid(format!("{place} must have a `type`")))?;
        Ok(Self {
            place,
            kind,
            fields,
        })
    }

    /// The steps that `value` is: itself, or those of a `Sequence`, however they are nested.
    pub(super) fn steps(
        place: &'static str,
        value: Option<&'a Value>,
        list: &str,
    ) -> Result<Vec<Self>> {
        let mut open: Vec<&Value> = value.into_iter().filter(|v| !v.is_null()).collect();
        let mut steps = vec![];
        while let Some(value) = open.pop() {
            let part = Self::new(place, value)?;
            if part.kind == "Sequence" {
                let inner = part.array(list)?;
                open.extend(inner.iter().rev());
            } else {
                steps.push(part);
            }
            if steps.len() > MOST_STEPS {
                return Err(invalid(format!("{place} has more than {MOST_STEPS} steps")));
            }
        }
        Ok(steps)
    }

    /// An error about this part.
    pub(super) fn invalid(&self, what: impl std::fmt::Display) -> Error {
        invalid(format!("{} {}: {what}", self.place, self.kind))
    }

    /// The error for a part of this kind.
    pub(super) fn unknown(&self, known: &[&str]) -> Error {
        Error::new(
            ErrorKind::Unsupported,
            format!(
                "{} {:?} is not known; known are {}",
                self.place,
                self.kind,
                known.join(", ")
            ),
        )
    }

    /// The field `name`, unless it is missing or null.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    fn need<T>(&self, name: &str, found: Option<T>, what: &str) -> Result<T> {
        found.ok_or_else(|| self.invalid(format!("`{name}` must be {what}")))
    }

    /// A boolean, or what it is without the field.
    pub(super) fn boolean_or(&self, name: &str, default: bool) -> Result<bool> {
        match self.get(name) {
            None => Ok(default),
            Some(value) => self.need(name, value.as_bool(), "true or false"),
        }
    }

    /// A boolean.
    pub(super) fn boolean(&self, name: &str) -> Result<bool> {
        let found = self.get(name).and_then(Value::as_bool);
        self.need(name, found, "true or false")
    }

    /// A string.
    pub(super) fn string(&self, name: &str) -> Result<&'a str> {
        let found = self.get(name).and_then(Value::as_str);
        self.need(name, found, "a string")
    }

    /// A string that is written into texts.
    pub(super) fn content(&self, name: &str) -> Result<String> {
        let content = self.string(name)?;
        if content.len() > LONGEST_CONTENT {
            return Err(self.invalid(format!(
                "`{name}` has {} bytes; at most {LONGEST_CONTENT} are allowed",
                content.len()
            )));
        }
        Ok(content.to_owned())
    }

    /// One character.
    pub(super) fn character(&self, name: &str) -> Result<char> {
        let mut characters = self.string(name)?.chars();
        let found = characters.next().filter(|_| characters.next().is_none());
        self.need(name, found, "one character")
    }

    /// A whole number.
    pub(super) fn number(&self, name: &str) -> Result<usize> {
        let found = self.get(name).and_then(Value::as_u64);
        let found = found.and_then(|number| usize::try_from(number).ok());
        self.need(name, found, "a whole number")
    }

    /// A list.
    pub(super) fn array(&self, name: &str) -> Result<&'a [Value]> {
        let found = self.get(name).and_then(Value::as_array);
        self.need(name, found.map(Vec::as_slice), "a list")
    }

    /// An object.
    pub(super) fn object(&self, name: &str) -> Result<&'a Map<String, Value>> {
        let found = self.get(name).and_then(Value::as_object);
        self.need(name, found, "an object")
    }
}

pub(super) fn invalid(what: String) -> Error {
    Error::new(ErrorKind::InvalidVocabulary, what)
}
