//! Requests: MessagePack maps, and columns of texts whose rows may be anything.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, IgnoredAny, Visitor};

use crate::error::Failure;

/// How deep a request may be nested: its options are three levels deep at most.
const DEPTH: usize = 32;

/// Reads a request.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let mut reader = rmp_serde::Deserializer::from_read_ref(bytes);
    reader.set_max_depth(DEPTH);
    T::deserialize(&mut reader).map_err(|error| Failure::argument(format!("request: {error}")))
}

/// A row of a column of texts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// A text.
    Text(String),
    /// Something else, by its name.
    Other(&'static str),
}

impl Cell {
    /// The text; `field` names the column in the error.
    pub(crate) fn text(self, field: &str) -> Result<String, Failure> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Other(kind) => Err(Failure::argument(format!(
                "{field}: expected a text, got {kind}"
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CellVisitor)
    }
}

struct CellVisitor;

impl<'de> Visitor<'de> for CellVisitor {
    type Value = Cell;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E>(self, text: &str) -> Result<Cell, E> {
        Ok(Cell::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Cell, E> {
        Ok(Cell::Text(text))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Cell, E> {
        Ok(match std::str::from_utf8(bytes) {
            Ok(text) => Cell::Text(text.to_owned()),
            Err(_) => Cell::Other("bytes that are not UTF-8"),
        })
    }

    fn visit_unit<E>(self) -> Result<Cell, E> {
        Ok(Cell::Other("nothing"))
    }

    fn visit_none<E>(self) -> Result<Cell, E> {
        Ok(Cell::Other("nothing"))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cell, D::Error> {
        Cell::deserialize(deserializer)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Cell, E> {
        Ok(Cell::Other("a boolean"))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Cell, E> {
        Ok(Cell::Other("a number"))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Cell, E> {
        Ok(Cell::Other("a number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Cell, E> {
        Ok(Cell::Other("a number"))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, rest: D) -> Result<Cell, D::Error> {
        IgnoredAny::deserialize(rest)?;
        Ok(Cell::Other("an extension type"))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Cell, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Cell::Other("an array"))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> Result<Cell, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Cell::Other("a map"))
    }
}

/// The texts of a row, or its error.
pub(crate) type Row = Result<(String, String), Failure>;

/// Two columns of texts row by row.
pub(crate) fn rows(
    (first_name, first): (&str, Vec<Cell>),
    (second_name, second): (&str, Vec<Cell>),
) -> Result<Vec<Row>, Failure> {
    if first.len() != second.len() {
        return Err(Failure::argument(format!(
            "{first_name} has {} rows and {second_name} has {}: they must be as many",
            first.len(),
            second.len()
        )));
    }
    let row = |(one, two): (Cell, Cell)| Ok((one.text(first_name)?, two.text(second_name)?));
    Ok(first.into_iter().zip(second).map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(bytes: &[u8]) -> Vec<Cell> {
        read(bytes).unwrap()
    }

    #[test]
    fn rows_may_be_anything() {
        // ["a", nil, 7, true, [nil], {}, 1.5, bin "b", bin ff, str ff]
        let bytes = b"\x9a\xa1a\xc0\x07\xc3\x91\xc0\x80\xcb\x3f\xf8\0\0\0\0\0\0\xc4\x01b\xc4\x01\xff\xa1\xff";
        let text = |text: &str| Cell::Text(text.to_owned());
        assert_eq!(
            cells(bytes),
            [
                text("a"),
                Cell::Other("nothing"),
                Cell::Other("a number"),
                Cell::Other("a boolean"),
                Cell::Other("an array"),
                Cell::Other("a map"),
                Cell::Other("a number"),
                text("b"),
                Cell::Other("bytes that are not UTF-8"),
                Cell::Other("bytes that are not UTF-8"),
            ]
        );
    }

    #[test]
    fn what_is_no_message_pack_is_an_error() {
        for bytes in [
            &b""[..],
            b"\xdd\xff\xff\xff\xff",
            b"\xc1",
            b"\xdb\xff\xff\xff\xff",
        ] {
            assert!(read::<Vec<Cell>>(bytes).is_err(), "{bytes:?}");
        }
        assert!(read::<Vec<Cell>>(&[0x91; 100_000]).is_err());
    }

    #[test]
    fn columns_are_as_long_as_each_other() {
        let error = rows(("documents", vec![]), ("summaries", vec![Cell::Other("x")]));
        assert_eq!(error.unwrap_err().code, "invalid-argument");
    }
}
