//! Long lists of numbers as bytes, for serde.

/// float32, little-endian.
pub(super) mod floats {
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        values: &[f32],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        serializer.serialize_bytes(&bytes)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>, L: From<Vec<f32>>>(
        deserializer: D,
    ) -> Result<L, D::Error> {
        let bytes = deserializer.deserialize_bytes(super::Bytes)?;
        if !bytes.len().is_multiple_of(size_of::<f32>()) {
            return Err(D::Error::custom(format!(
                "{} bytes of float32",
                bytes.len()
            )));
        }
        let mut values: Vec<f32> = bytemuck::pod_collect_to_vec(bytes);
        if cfg!(target_endian = "big") {
            for value in &mut values {
                *value = f32::from_bits(value.to_bits().swap_bytes());
            }
        }
        Ok(values.into())
    }
}

/// int8.
pub(super) mod bytes {
    use serde::{Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        values: &[i8],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytemuck::cast_slice(values))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>, L: From<Vec<i8>>>(
        deserializer: D,
    ) -> Result<L, D::Error> {
        let bytes = deserializer.deserialize_bytes(super::Bytes)?;
        Ok(bytemuck::cast_slice(bytes).to_vec().into())
    }
}

/// Takes bytes that the file lends.
struct Bytes;

impl<'de> serde::de::Visitor<'de> for Bytes {
    type Value = &'de [u8];

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("bytes")
    }

    fn visit_borrowed_bytes<E: serde::de::Error>(self, bytes: &'de [u8]) -> Result<&'de [u8], E> {
        Ok(bytes)
    }
}
