//! Matrices that hold the numbers of a table, transposed: a network that writes words
//! with the embeddings that it reads (Press & Wolf 2017). A file holds such numbers once.
//! Cost: one pass over the numbers of a matrix.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::matrix::Weights;
use super::{Constant, Elements, Plan, Shared};

/// A matrix whose elements are left out of a file, and the table that has them, by
/// their places in [`Plan::matrices`] and [`Plan::constants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tie {
    matrix: usize,
    table: usize,
}

/// The plan without the elements of matrices that a table has, and which they are. A
/// table stands for one matrix.
pub(super) fn untied(plan: &Plan) -> (Plan, Vec<Tie>) {
    let (mut plan, mut ties) = (plan.clone(), Vec::new());
    let mut taken = BTreeSet::new();
    for (number, matrix) in plan.matrices.iter_mut().enumerate() {
        let (inputs, outputs) = (matrix.inputs, matrix.outputs);
        let Weights::Quantized { values, .. } = &mut matrix.weights else {
            continue;
        };
        let holds = |constant: &Constant| {
            table(constant, inputs, outputs).is_some_and(|table| {
                let column = |output: usize| values.iter().skip(output).step_by(outputs);
                let mut rows = table.chunks_exact(inputs).enumerate();
                rows.all(|(output, row)| row.iter().eq(column(output)))
            })
        };
        let mut free = plan.constants.iter().enumerate();
        let found = free.find(|(place, (_, it))| !taken.contains(place) && holds(it));
        if let Some((place, _)) = found {
            *values = Shared::default();
            taken.insert(place);
            ties.push(Tie {
                matrix: number,
                table: place,
            });
        }
    }
    (plan, ties)
}

/// Gives the matrices their elements back.
pub(super) fn tie(plan: &mut Plan, ties: &[Tie]) -> Result<(), String> {
    let mut taken = BTreeSet::new();
    for (number, tie) in ties.iter().enumerate() {
        let wrong = |what: &str| Err(format!("tie {number} {what}"));
        if !taken.insert(tie.table) {
            return wrong("takes a table that another has taken");
        }
        let constant = plan.constants.get(tie.table);
        let (Some((_, constant)), Some(matrix)) = (constant, plan.matrices.get_mut(tie.matrix))
        else {
            return wrong("is between a matrix and a table of which one is not there");
        };
        let (inputs, outputs) = (matrix.inputs, matrix.outputs);
        match (&mut matrix.weights, table(constant, inputs, outputs)) {
            (Weights::Quantized { values, .. }, Some(table)) if values.is_empty() => {
                let row = |input: usize| table.iter().skip(input).step_by(inputs);
                let turned: Vec<i8> = (0..inputs).flat_map(row).copied().collect();
                *values = turned.into();
            }
            _ => return wrong("is between a matrix and a table that do not fit"),
        }
    }
    Ok(())
}

/// The elements of a constant that is an int8 table `[outputs, inputs]`.
fn table(constant: &Constant, inputs: usize, outputs: usize) -> Option<&[i8]> {
    match &constant.elements {
        Elements::Byte(table) => {
            let whole = inputs.checked_mul(outputs) == Some(table.len());
            let fits = whole && !table.is_empty() && constant.shape == [outputs, inputs];
            fits.then_some(table)
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::runtime::plan::Matrix;

    fn plan(shape: [usize; 2], table: Vec<i8>, matrices: usize) -> Plan {
        let constant = Constant {
            shape: shape.to_vec(),
            elements: Elements::Byte(table),
        };
        let matrix = Matrix {
            inputs: shape[1],
            outputs: shape[0],
            weights: Weights::Quantized {
                values: Shared::default(),
                scales: vec![1.0; shape[0]],
            },
        };
        Plan {
            constants: vec![(0, constant)],
            matrices: vec![matrix; matrices],
            ..Plan::default()
        }
    }

    #[test]
    fn a_table_of_other_size_than_it_says_is_refused_at_once() {
        let one = Tie {
            matrix: 0,
            table: 0,
        };
        for shape in [[1, usize::MAX], [2, 3], [1, 2]] {
            let problem = tie(&mut plan(shape, vec![7], 1), &[one]).unwrap_err();
            assert!(problem.contains("do not fit"), "{problem}");
        }
        assert!(tie(&mut plan([0, 0], vec![], 1), &[one]).is_err());
    }

    #[test]
    fn what_is_left_out_comes_back() {
        let mut plan = plan([2, 3], vec![1, 2, 3, 4, 5, 6], 2);
        for matrix in &mut plan.matrices {
            if let Weights::Quantized { values, .. } = &mut matrix.weights {
                *values = vec![1, 4, 2, 5, 3, 6].into();
            }
        }
        let (mut left, ties) = untied(&plan);
        // A table stands for one matrix, of two that hold the same.
        assert_eq!(ties.len(), 1);
        assert_ne!(left, plan);
        tie(&mut left, &ties).unwrap();
        assert_eq!(left, plan);
    }
}
