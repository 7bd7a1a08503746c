//! Types and constants of a graph as those of a plan.

use tract_core::internal::*;

use crate::runtime::plan::{Constant, Elements, Kind};

/// What a type is in a plan.
pub(super) fn kind(datum: DatumType) -> TractResult<Kind> {
    Ok(match datum {
        DatumType::F32 => Kind::Float,
        DatumType::I64 | DatumType::I32 | DatumType::U8 => Kind::Integer,
        DatumType::I8 => Kind::Byte,
        DatumType::Bool => Kind::Truth,
        other => bail!("values of type {other:?}"),
    })
}

/// A constant of a plan.
pub(super) fn constant(tensor: &Tensor) -> TractResult<Constant> {
    let elements = match kind(tensor.datum_type())? {
        Kind::Float => Elements::Float(tensor.try_as_plain_ram()?.as_slice()?.to_vec()),
        Kind::Byte => Elements::Byte(tensor.try_as_plain_ram()?.as_slice()?.to_vec()),
        Kind::Truth => Elements::Truth(tensor.try_as_plain_ram()?.as_slice()?.to_vec()),
        Kind::Integer => {
            let whole = tensor.cast_to::<i64>()?;
            Elements::Integer(whole.try_as_plain_ram()?.as_slice()?.to_vec())
        }
    };
    Ok(Constant {
        shape: tensor.shape().to_vec(),
        elements,
    })
}
