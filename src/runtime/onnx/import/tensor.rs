//! Tensors of a file.

use crate::runtime::onnx::messages::TensorProto;
use tract_core::internal::*;

/// ONNX's number of an element type, as tract's.
pub(super) fn datum(number: i64) -> TractResult<DatumType> {
    Ok(match number {
        // Numbers of other widths are carried as float32.
        1 | 10 | 11 => f32::datum_type(),
        2 => u8::datum_type(),
        3 => i8::datum_type(),
        6 | 7 => i64::datum_type(),
        9 => bool::datum_type(),
        other => bail!("element type {other}"),
    })
}

/// Reads a tensor, whose length [`accept`](super::super::accept) has checked.
pub(super) fn read(tensor: &TensorProto) -> TractResult<Tensor> {
    let shape = tensor
        .dims
        .iter()
        .map(|&size| Ok(usize::try_from(size)?))
        .collect::<TractResult<TVec<usize>>>()?;
    let raw = &tensor.raw_data;
    macro_rules! values {
        ($type:ty, $field:ident) => {{
            const WIDTH: usize = size_of::<$type>();
            let values: Vec<$type> = if raw.is_empty() {
                tensor.$field.iter().map(|&value| value as $type).collect()
            } else {
                let chunks = raw.as_chunks::<WIDTH>().0;
                chunks
                    .iter()
                    .map(|&bytes| <$type>::from_le_bytes(bytes))
                    .collect()
            };
            Tensor::from_shape(&shape, &values)
        }};
    }
    match tensor.data_type {
        1 => values!(f32, float_data),
        2 => values!(u8, int32_data),
        3 => values!(i8, int32_data),
        6 => {
            let values: Vec<i64> = if raw.is_empty() {
                tensor
                    .int32_data
                    .iter()
                    .map(|&value| value.into())
                    .collect()
            } else {
                let chunks = raw.as_chunks::<4>().0.iter();
                chunks
                    .map(|&bytes| i64::from(i32::from_le_bytes(bytes)))
                    .collect()
            };
            Tensor::from_shape(&shape, &values)
        }
        10 => {
            let values: Vec<f32> = if raw.is_empty() {
                let halves = tensor.int32_data.iter();
                halves.map(|&value| from_half(value as u16)).collect()
            } else {
                let chunks = raw.as_chunks::<2>().0.iter();
                chunks
                    .map(|&bytes| from_half(u16::from_le_bytes(bytes)))
                    .collect()
            };
            Tensor::from_shape(&shape, &values)
        }
        11 => {
            let values: Vec<f32> = if raw.is_empty() {
                tensor
                    .double_data
                    .iter()
                    .map(|&value| value as f32)
                    .collect()
            } else {
                let chunks = raw.as_chunks::<8>().0.iter();
                chunks
                    .map(|&bytes| f64::from_le_bytes(bytes) as f32)
                    .collect()
            };
            Tensor::from_shape(&shape, &values)
        }
        7 => values!(i64, int64_data),
        9 => {
            let values: Vec<bool> = if raw.is_empty() {
                tensor.int32_data.iter().map(|&value| value != 0).collect()
            } else {
                raw.iter().map(|&value| value != 0).collect()
            };
            Tensor::from_shape(&shape, &values)
        }
        other => bail!("element type {other}"),
    }
}

/// A number of half precision.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2.0_f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2.0_f32.powi(exponent - 25),
    }
}

/// The elements of a constant, as float32.
pub(super) fn floats(tensor: &Tensor) -> TractResult<Vec<f32>> {
    let floats = tensor.cast_to::<f32>()?;
    Ok(floats.try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
}
