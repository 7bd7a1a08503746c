//! Elements of one type as those of another, and results without any.

use super::value::Value;
use crate::runtime::plan::{Elements, Kind, Op};

/// A result without elements.
pub(super) fn empty(op: &Op, first: &Value, shape: Vec<usize>) -> Value {
    let kind = match op {
        Op::Compare(_) => Kind::Truth,
        Op::Cast(kind) => *kind,
        Op::Whole(_) => Kind::Integer,
        Op::Pointwise(_) => Kind::Float,
        _ => first.elements.kind(),
    };
    let elements = match kind {
        Kind::Float => Elements::Float(vec![]),
        Kind::Integer => Elements::Integer(vec![]),
        Kind::Byte => Elements::Byte(vec![]),
        Kind::Truth => Elements::Truth(vec![]),
    };
    Value::new(shape, elements)
}

/// Elements as those of another type.
pub(super) fn cast(value: &Value, kind: Kind) -> Value {
    if value.elements.kind() == kind {
        return value.clone();
    }
    macro_rules! cast {
        ($values:expr, $float:expr, $integer:expr, $byte:expr, $truth:expr) => {
            match kind {
                Kind::Float => Elements::Float($values.iter().map($float).collect()),
                Kind::Integer => Elements::Integer($values.iter().map($integer).collect()),
                Kind::Byte => Elements::Byte($values.iter().map($byte).collect()),
                Kind::Truth => Elements::Truth($values.iter().map($truth).collect()),
            }
        };
    }
    let elements = match &*value.elements {
        Elements::Float(v) => cast!(v, |v| *v, |v| *v as i64, |v| *v as i8, |v| *v != 0.0),
        Elements::Integer(v) => cast!(v, |v| *v as f32, |v| *v, |v| *v as i8, |v| *v != 0),
        Elements::Byte(v) => {
            cast!(v, |v| f32::from(*v), |v| i64::from(*v), |v| *v, |v| *v != 0)
        }
        Elements::Truth(v) => {
            cast!(
                v,
                |v| f32::from(u8::from(*v)),
                |v| i64::from(*v),
                |v| i8::from(*v),
                |v| *v
            )
        }
    };
    Value::new(value.shape.clone(), elements)
}
