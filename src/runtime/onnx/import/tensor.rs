//! Tensors of a file.

use crate::runtime::onnx::messages::TensorProto;
use tract_core::internal::*;

/// ONNX's number of an element type, as tract's.
pub(super) fn datum(number: i64) -> TractResult<DatumType> {
    Ok(match number {
        1 => f32::datum_type(),
        2 => u8::datum_type(),
        3 => i8::datum_type(),
        6 => i32::datum_type(),
        7 => i64::datum_type(),
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
        6 => values!(i32, int32_data),
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
