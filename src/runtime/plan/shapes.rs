//! The shapes of results, from those of operands and the sizes of a run.

use super::{Dense, Gru, Op, Plan, Product, Recurrence, Size};
use crate::error::{Error, ErrorKind, Result};

/// The most elements of a value: 1 GiB of float32.
const MOST: usize = 1 << 28;

/// Whether a value may have this shape.
pub(in crate::runtime) fn may_have(shape: &[usize]) -> bool {
    elements(shape).is_some_and(|elements| elements <= MOST)
}

impl Size {
    /// The size in a run whose symbols have these sizes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if it is negative or a symbol is unknown.
    pub fn of(&self, symbols: &[usize]) -> Result<usize> {
        self.terms
            .iter()
            .try_fold(self.offset, |sum, &(symbol, times)| {
                let size = i64::try_from(*symbols.get(symbol)?).ok()?;
                sum.checked_add(size.checked_mul(times)?)
            })
            .and_then(|size| usize::try_from(size).ok())
            .ok_or_else(|| unfit(format!("a size {self:?} with symbols {symbols:?}")))
    }
}

impl Op {
    /// The shapes of the results, from those of the operands.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if the operator does not take operands of such shapes.
    pub fn shapes(
        &self,
        plan: &Plan,
        operands: &[&[usize]],
        symbols: &[usize],
    ) -> Result<Vec<Vec<usize>>> {
        let found = match self {
            Self::Lstm(weights) => lstm(plan, weights, operands),
            Self::Gru(gru) => self::gru(plan, gru, operands),
            Self::DynamicQuantize => match operands {
                [values] => Some(vec![values.to_vec(), vec![]]),
                _ => None,
            },
            _ => self
                .shape(plan, operands, symbols)?
                .map(|shape| vec![shape]),
        };
        let fits = |shapes: &Vec<Vec<usize>>| shapes.iter().all(|shape| may_have(shape));
        found.filter(fits).ok_or_else(|| {
            unfit(format!(
                "{} of operands of shapes {operands:?}",
                self.name()
            ))
        })
    }

    /// The name of the operator, for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Gather { .. } => "Gather",
            Self::Dense(_) => "Dense",
            Self::Pointwise(_) => "Pointwise",
            Self::Reduce { .. } => "Reduce",
            Self::Compare(_) => "Compare",
            Self::Cast(_) => "Cast",
            Self::Softmax { .. } => "Softmax",
            Self::RmsNorm { .. } => "RmsNorm",
            Self::Product(_) => "Product",
            Self::InsertAxis(_) => "InsertAxis",
            Self::RemoveAxis(_) => "RemoveAxis",
            Self::Reshape { .. } => "Reshape",
            Self::DynamicQuantize => "DynamicQuantize",
            Self::Transpose(_) => "Transpose",
            Self::Slice { .. } => "Slice",
            Self::Pad { .. } => "Pad",
            Self::Concat { .. } => "Concat",
            Self::Broadcast(_) => "Broadcast",
            Self::Lstm(_) => "Lstm",
            Self::Gru(_) => "Gru",
            Self::Range { .. } => "Range",
            Self::Whole(_) => "Whole",
            Self::CumulativeSum { .. } => "CumulativeSum",
            Self::GatherElements { .. } => "GatherElements",
            Self::ScatterSlices => "ScatterSlices",
            Self::GatherSlices => "GatherSlices",
        }
    }

    /// The shape of the one result; nothing if the operands do not fit.
    fn shape(
        &self,
        plan: &Plan,
        operands: &[&[usize]],
        symbols: &[usize],
    ) -> Result<Option<Vec<usize>>> {
        let of_first = |change: &dyn Fn(&mut Vec<usize>) -> Option<()>| match operands {
            [first] => {
                let mut shape = first.to_vec();
                change(&mut shape).map(|()| shape)
            }
            _ => None,
        };
        Ok(match self {
            Self::Gather { axis } => gather(operands, *axis),
            Self::Dense(layer) => dense(plan, layer, operands),
            Self::Pointwise(_) | Self::Compare(_) | Self::Whole(_) => broadcast(operands),
            Self::Range { start, end } => {
                let (start, end) = (start.of(symbols)?, end.of(symbols)?);
                end.checked_sub(start).map(|count| vec![count])
            }
            Self::GatherElements { axis } => gather_elements(operands, *axis),
            Self::ScatterSlices => scatter_slices(operands),
            Self::GatherSlices => gather_slices(operands),
            Self::Reduce { axis, .. } => of_first(&|shape| {
                *shape.get_mut(*axis)? = 1;
                Some(())
            }),
            Self::Softmax { axis }
            | Self::RmsNorm { axis, .. }
            | Self::CumulativeSum { axis, .. } => of_first(&|shape| shape.get(*axis).map(|_| ())),
            Self::Cast(_) => of_first(&|_| Some(())),
            Self::Product(labels) => product(labels, operands),
            Self::InsertAxis(axis) => {
                of_first(&|shape| (*axis <= shape.len()).then(|| shape.insert(*axis, 1)))
            }
            Self::RemoveAxis(axis) => of_first(&|shape| {
                (shape.get(*axis) == Some(&1)).then(|| {
                    shape.remove(*axis);
                })
            }),
            Self::Reshape { axis, count, sizes } => {
                let sizes = sizes
                    .iter()
                    .map(|size| size.as_ref().map(|size| size.of(symbols)).transpose());
                let sizes = sizes.collect::<Result<Vec<_>>>()?;
                of_first(&|shape| reshape(shape, *axis, *count, &sizes))
            }
            Self::Transpose(order) => of_first(&|shape| {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                sorted.iter().copied().eq(0..shape.len()).then(|| {
                    *shape = order.iter().map(|&axis| shape[axis]).collect();
                })
            }),
            Self::Slice { axis, start, end } => {
                let (start, end) = (start.of(symbols)?, end.of(symbols)?);
                of_first(&|shape| {
                    let size = shape.get_mut(*axis).filter(|size| end <= **size)?;
                    *size = end.checked_sub(start)?;
                    Some(())
                })
            }
            Self::Pad { around, .. } => of_first(&|shape| {
                if around.len() != shape.len() {
                    return None;
                }
                for (size, (before, behind)) in shape.iter_mut().zip(around) {
                    *size = size.checked_add(*before)?.checked_add(*behind)?;
                }
                Some(())
            }),
            Self::Concat { axis } => concat(operands, *axis),
            Self::Broadcast(sizes) => {
                let sizes = sizes.iter().map(|size| size.of(symbols));
                let sizes = sizes.collect::<Result<Vec<_>>>()?;
                match operands {
                    [_] => broadcast(&[operands[0], &sizes]).filter(|shape| *shape == sizes),
                    _ => None,
                }
            }
            Self::Lstm(_) | Self::Gru(_) | Self::DynamicQuantize => None,
        })
    }
}

fn unfit(problem: String) -> Error {
    Error::new(ErrorKind::Inference, problem)
}

fn gather(operands: &[&[usize]], axis: usize) -> Option<Vec<usize>> {
    let [table, places] = operands else {
        return None;
    };
    let (before, behind) = (table.get(..axis)?, table.get(axis + 1..)?);
    Some([before, places, behind].concat())
}

fn gather_elements(operands: &[&[usize]], axis: usize) -> Option<Vec<usize>> {
    let [table, places] = operands else {
        return None;
    };
    let mut sizes = table.iter().zip(*places).enumerate();
    let fits = sizes.all(|(at, (of_table, of_places))| at == axis || of_places <= of_table);
    (fits && table.len() == places.len() && axis < table.len()).then(|| places.to_vec())
}

fn scatter_slices(operands: &[&[usize]]) -> Option<Vec<usize>> {
    let &[table, places, slices] = operands else {
        return None;
    };
    let (&depth, outer) = places.split_last()?;
    let wanted = [outer, table.get(depth..)?].concat();
    (depth > 0 && wanted == slices).then(|| table.to_vec())
}

fn gather_slices(operands: &[&[usize]]) -> Option<Vec<usize>> {
    let &[table, places] = operands else {
        return None;
    };
    let (&depth, outer) = places.split_last()?;
    (depth > 0).then_some([outer, table.get(depth..)?].concat())
}

/// The axes of a layer's result, but for the last: those of the operand.
pub(in crate::runtime) fn rows(shape: &[usize], dropped: &[usize]) -> Option<Vec<usize>> {
    let (_, axes) = shape.split_last()?;
    let fits = |axis: &usize| axes.get(*axis) == Some(&1);
    dropped.iter().all(fits).then(|| {
        let kept = axes.iter().enumerate();
        kept.filter(|(axis, _)| !dropped.contains(axis))
            .map(|(_, &size)| size)
            .collect()
    })
}

/// How many elements a value of such axes has.
fn elements(shape: &[usize]) -> Option<usize> {
    let mut sizes = shape.iter();
    sizes.try_fold(1_usize, |all, &size| all.checked_mul(size))
}

/// Puts axes of `sizes` in the place of `count` axes; one at most is what remains.
fn reshape(
    shape: &mut Vec<usize>,
    axis: usize,
    count: usize,
    sizes: &[Option<usize>],
) -> Option<()> {
    let range = axis..axis.checked_add(count)?;
    let whole = elements(shape.get(range.clone())?)?;
    let known = elements(&sizes.iter().copied().flatten().collect::<Vec<_>>())?;
    let open = sizes.iter().filter(|size| size.is_none()).count();
    let remaining = match open {
        0 => (whole == known).then_some(1)?,
        1 => whole
            .checked_div(known)
            .filter(|rest| rest * known == whole)?,
        _ => return None,
    };
    shape.splice(range, sizes.iter().map(|size| size.unwrap_or(remaining)));
    Some(())
}

fn dense(plan: &Plan, layer: &Dense, operands: &[&[usize]]) -> Option<Vec<usize>> {
    let mut found = None;
    for (part, operand) in layer.parts.iter().zip(operands) {
        let matrix = plan.matrices.get(part.matrix)?;
        let rows = rows(operand, &part.dropped)?;
        let fits = operand.last() == Some(&matrix.inputs)
            && matrix.outputs == layer.bias.len()
            && found.as_ref().is_none_or(|found| *found == rows);
        found = fits.then_some(rows);
        found.as_ref()?;
    }
    let mut shape = found.filter(|_| layer.parts.len() == operands.len())?;
    shape.push(layer.bias.len());
    Some(shape)
}

fn broadcast(operands: &[&[usize]]) -> Option<Vec<usize>> {
    let (first, rest) = operands.split_first()?;
    let mut shape = first.to_vec();
    for operand in rest {
        if operand.len() != shape.len() {
            return None;
        }
        for (shared, &size) in shape.iter_mut().zip(*operand) {
            if size != *shared && size != 1 && *shared != 1 {
                return None;
            }
            *shared = if size == 1 { *shared } else { size };
        }
    }
    Some(shape)
}

fn product(labels: &Product, operands: &[&[usize]]) -> Option<Vec<usize>> {
    let ranks = [labels.a.len(), labels.b.len()];
    if !operands.iter().map(|operand| operand.len()).eq(ranks) {
        return None;
    }
    let labels_of_all = labels.a.iter().chain(&labels.b);
    for label in labels_of_all {
        labels.size(*label, operands)?;
    }
    let sizes = labels.result.iter();
    sizes.map(|label| labels.size(*label, operands)).collect()
}

impl Product {
    /// The size of the axes of a label, from the shapes of the operands.
    pub(in crate::runtime) fn size(&self, label: u8, operands: &[&[usize]]) -> Option<usize> {
        let &[a, b] = operands else {
            return None;
        };
        let of = |labels: &[u8], shape: &[usize]| {
            let place = labels.iter().position(|other| *other == label);
            place.map(|place| (labels.len() == shape.len()).then(|| shape[place]))
        };
        match (of(&self.a, a), of(&self.b, b)) {
            (Some(a), Some(b)) => match (a?, b?) {
                (1, size) | (size, 1) => Some(size),
                (a, b) => (a == b).then_some(a),
            },
            (a, b) => a.or(b)?,
        }
    }
}

fn concat(operands: &[&[usize]], axis: usize) -> Option<Vec<usize>> {
    let (first, rest) = operands.split_first()?;
    let mut shape = first.to_vec();
    for operand in rest {
        let same = |(at, (a, b)): (usize, (&usize, &usize))| at == axis || a == b;
        if operand.len() != shape.len() || !shape.iter().zip(*operand).enumerate().all(same) {
            return None;
        }
        let size = shape.get_mut(axis)?;
        *size = size.checked_add(*operand.get(axis)?)?;
    }
    shape.get(axis)?;
    Some(shape)
}

/// All states and each state after the last step.
fn states(operands: &[&[usize]], hidden: usize, count: usize) -> Option<Vec<Vec<usize>>> {
    let (&rows, states) = operands.split_first()?;
    let &[steps, batch, _] = rows else {
        return None;
    };
    let state = [1, batch, hidden];
    let fits = states.len() == count && states.iter().all(|shape| **shape == state);
    fits.then(|| {
        let mut shapes = vec![vec![steps, 1, batch, hidden]];
        shapes.extend(states.iter().map(|shape| shape.to_vec()));
        shapes
    })
}

fn lstm(plan: &Plan, lstm: &Recurrence, operands: &[&[usize]]) -> Option<Vec<Vec<usize>>> {
    let (input, recurrent) = (
        plan.matrices.get(lstm.input)?,
        plan.matrices.get(lstm.recurrent)?,
    );
    let gates = 4 * recurrent.inputs;
    let fits = operands.first()?.last() == Some(&input.inputs)
        && [input.outputs, recurrent.outputs, lstm.bias.len()] == [gates; 3];
    states(operands, recurrent.inputs, 2).filter(|_| fits)
}

fn gru(plan: &Plan, gru: &Gru, operands: &[&[usize]]) -> Option<Vec<Vec<usize>>> {
    let matrix = |place: usize| plan.matrices.get(place);
    let (input, gates, new) = (matrix(gru.input)?, matrix(gru.gates)?, matrix(gru.new)?);
    let hidden = new.inputs;
    let fits = operands.first()?.last() == Some(&input.inputs)
        && [input.outputs, gru.bias.len()] == [3 * hidden; 2]
        && [gates.inputs, new.outputs, gru.new_bias.len()] == [hidden; 3]
        && gates.outputs == 2 * hidden;
    states(operands, hidden, 1).filter(|_| fits)
}
