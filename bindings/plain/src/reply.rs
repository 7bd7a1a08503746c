//! What an operation gives back: a header of 8 bytes, and MessagePack.

use serde::Serialize;

use crate::error::Failure;

/// The status of a reply that holds a result.
pub(crate) const OK: u32 = 0;
/// The status of a reply that holds an error.
pub(crate) const FAILED: u32 = 1;

/// `{"code": "inference", "message": "…"}`, of a result that cannot be written.
const UNWRITTEN: &[u8] = b"\x82\xa4code\xa9inference\xa7message\xbcthe result cannot be written";

/// The bytes of a reply: the status and the length of what follows, both 32-bit little-endian, and
/// the result or the error, structs as maps.
pub(crate) fn write<T: Serialize>(outcome: &Result<T, Failure>) -> Vec<u8> {
    let mut bytes = vec![0; 8];
    let (mut status, written) = match outcome {
        Ok(value) => (OK, rmp_serde::encode::write_named(&mut bytes, value)),
        Err(failure) => (FAILED, rmp_serde::encode::write_named(&mut bytes, failure)),
    };
    if written.is_err() {
        bytes.truncate(8);
        bytes.extend_from_slice(UNWRITTEN);
        status = FAILED;
    }
    let length = u32::try_from(bytes.len() - 8).unwrap_or(u32::MAX);
    if let Some(header) = bytes.first_chunk_mut::<8>() {
        let [a, b, c, d] = status.to_le_bytes();
        let [e, f, g, h] = length.to_le_bytes();
        *header = [a, b, c, d, e, f, g, h];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_says_its_status_and_length() {
        let bytes = write(&Ok(7_u8));
        assert_eq!(bytes, [0, 0, 0, 0, 1, 0, 0, 0, 7]);
        let bytes = write::<u8>(&Err(Failure::argument("no")));
        assert_eq!(bytes[0], 1);
        assert_eq!(usize::from(bytes[4]) + 8, bytes.len());
    }

    #[test]
    fn what_stands_for_an_unwritten_result_can_be_read() {
        let read: std::collections::BTreeMap<String, String> =
            rmp_serde::from_slice(UNWRITTEN).unwrap();
        assert_eq!(read["code"], "inference");
        assert_eq!(read["message"], "the result cannot be written");
    }
}
