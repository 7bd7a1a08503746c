//! Arithmetic of whole numbers: at once where they are known, else in the run.
//!
//! Known numbers may be sizes of axes that differ from run to run ([`sizes`]): what
//! follows for every run is decided here.

use tract_core::internal::*;

use super::super::sizes;
use super::{Graph, MOST_FOLDED, dimensions};
use crate::runtime::plan::{Comparison, Op, Whole};

/// Operands, of one rank, repeated along axes of size 1 to one shape.
pub(super) struct Known {
    pub shape: Vec<usize>,
    /// For each operand its elements.
    operands: Vec<TVec<TDim>>,
    /// For each operand, how far to move along each axis.
    strides: Vec<Vec<usize>>,
}

impl Known {
    /// Operands that are all constant and not too large.
    pub fn of(graph: &mut Graph, operands: &[OutletId]) -> TractResult<Option<Self>> {
        let joint = graph.joint(operands)?;
        let shape: Option<Vec<usize>> = joint
            .iter()
            .map(|size| usize::try_from(sizes::number(size)?).ok())
            .collect();
        let little = sizes::volume(&joint, MOST_FOLDED / 16).is_some();
        let Some(shape) = shape.filter(|_| little) else {
            return Ok(None);
        };
        let mut known = Self {
            shape,
            operands: vec![],
            strides: vec![],
        };
        for &operand in operands {
            let Some(tensor) = graph.known(operand) else {
                return Ok(None);
            };
            let mut strides = vec![0; tensor.rank()];
            let mut stride = 1;
            for (axis, &size) in tensor.shape().iter().enumerate().rev() {
                strides[axis] = if size == 1 { 0 } else { stride };
                stride *= size;
            }
            known.operands.push(dimensions(&tensor)?);
            known.strides.push(strides);
        }
        Ok(Some(known))
    }

    /// What `make` makes of the elements at each place; nothing if it makes nothing of some.
    pub fn each<T>(
        &self,
        mut make: impl FnMut(&[&TDim]) -> TractResult<Option<T>>,
    ) -> TractResult<Option<Vec<T>>> {
        let count: usize = self.shape.iter().product();
        let mut made = Vec::with_capacity(count);
        for number in 0..count {
            let mut rest = number;
            let mut places = vec![0; self.operands.len()];
            for (axis, &size) in self.shape.iter().enumerate().rev() {
                for (place, strides) in places.iter_mut().zip(&self.strides) {
                    *place += rest % size * strides[axis];
                }
                rest /= size;
            }
            let operands = self.operands.iter().zip(places);
            let operands: TVec<&TDim> = operands.map(|(values, place)| &values[place]).collect();
            match make(&operands)? {
                Some(value) => made.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(made))
    }
}

/// An operation on whole numbers of one rank; of [`Whole::Select`] the first operand is truth values.
pub(super) fn arithmetic(
    graph: &mut Graph,
    op: Whole,
    operands: &[OutletId],
) -> TractResult<OutletId> {
    for &operand in operands {
        let datum = graph.datum(operand)?;
        ensure!(
            graph.is_whole(operand)? || datum == bool::datum_type() && op == Whole::Select,
            "an operand of type {datum:?} beside whole numbers; allowed are int64 and int32"
        );
    }
    if let Some(known) = Known::of(graph, operands)?
        && let Some(values) = known.each(|operands| computed(op, operands))?
    {
        return graph.whole(&known.shape, &values);
    }
    let shape = graph.joint(operands)?;
    graph.planned(Op::Whole(op), operands, i64::datum_type(), &shape)
}

/// A known result; nothing if it differs from run to run in a way that is no size.
fn computed(op: Whole, operands: &[&TDim]) -> TractResult<Option<TDim>> {
    let sign = |a: &TDim, b: &TDim| sizes::compared(a, b);
    let zero = 0.to_dim();
    Ok(match (op, operands) {
        (Whole::Add, &[a, b]) => Some(sizes::sum(a, b, 1)?),
        (Whole::Subtract, &[a, b]) => Some(sizes::sum(a, b, -1)?),
        (Whole::Multiply, &[a, b]) => Some(sizes::product(a, b)?),
        (Whole::Divide, &[a, b]) => sizes::quotient(a, b)?,
        (Whole::Remainder, &[a, b]) => match (sizes::number(a), sizes::number(b)) {
            (Some(a), Some(b)) => {
                ensure!(b != 0, "a division of whole numbers by 0");
                let rest = a.checked_rem(b).unwrap_or(0);
                let other = rest != 0 && (rest < 0) != (b < 0);
                Some((if other { rest + b } else { rest }).to_dim())
            }
            _ => None,
        },
        (Whole::Truncated, &[a, b]) => match (sizes::number(a), sizes::number(b)) {
            (Some(a), Some(b)) => {
                ensure!(b != 0, "a division of whole numbers by 0");
                Some(a.checked_rem(b).unwrap_or(0).to_dim())
            }
            _ => None,
        },
        (Whole::Greater, &[a, b]) => {
            let signs = sign(a, b);
            let first = !signs.negative;
            (first || !signs.positive).then(|| if first { a } else { b }.clone())
        }
        (Whole::Lesser, &[a, b]) => {
            let signs = sign(a, b);
            let first = !signs.positive;
            (first || !signs.negative).then(|| if first { a } else { b }.clone())
        }
        (Whole::Negative, &[a]) => Some(sizes::sum(&zero, a, -1)?),
        (Whole::Abs, &[a]) => {
            let signs = sign(a, &zero);
            if !signs.negative {
                Some(a.clone())
            } else if !signs.positive {
                Some(sizes::sum(&zero, a, -1)?)
            } else {
                None
            }
        }
        (Whole::Sign, &[a]) => sign(a, &zero).only().map(|sign| sign.to_dim()),
        (Whole::Narrow, &[a]) => match sizes::number(a) {
            Some(value) => Some(i64::from(value as i32).to_dim()),
            None => Some(a.clone()),
        },
        (Whole::Select, &[c, a, b]) => Some(if *c == zero { b } else { a }.clone()),
        _ => None,
    })
}

/// Truth values of whole numbers of one rank.
pub(super) fn compare(
    graph: &mut Graph,
    comparison: Comparison,
    operands: &[OutletId],
) -> TractResult<OutletId> {
    let decided = |operands: &[&TDim]| {
        let &[a, b] = operands else {
            return Ok(None);
        };
        let signs = sizes::compared(a, b);
        let (may, may_not) = match comparison {
            Comparison::Equal => (signs.zero, signs.negative || signs.positive),
            Comparison::Greater => (signs.positive, signs.negative || signs.zero),
            Comparison::GreaterOrEqual => (signs.positive || signs.zero, signs.negative),
        };
        Ok((may != may_not).then_some(may))
    };
    if let Some(known) = Known::of(graph, operands)?
        && let Some(truths) = known.each(decided)?
    {
        return graph.constant(Tensor::from_shape(&known.shape, &truths)?);
    }
    let shape = graph.joint(operands)?;
    graph.planned(
        Op::Compare(comparison),
        operands,
        bool::datum_type(),
        &shape,
    )
}
