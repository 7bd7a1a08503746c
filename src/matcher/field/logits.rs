//! From the logits of a classifier to how far a document supports a sentence.

use crate::hub::Head;

/// Log-odds are kept within these, so that a sum of certain ones is a number.
const MOST: f64 = 30.0;

/// What one run says of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Support {
    /// Log-odds that the sentence is supported.
    pub odds: f64,
    /// The probability that the document says otherwise, 0 where the head does not tell.
    pub contradicted: f64,
}

/// What the logits of a pair say; none if they are not those of `head`, or not all finite.
pub(super) fn of_pair(head: &Head, logits: &[f32]) -> Option<Support> {
    if logits.iter().any(|logit| !logit.is_finite()) {
        return None;
    }
    match head {
        Head::Logit => match logits {
            [logit] => Some(Support {
                odds: f64::from(*logit).clamp(-MOST, MOST),
                contradicted: 0.0,
            }),
            _ => None,
        },
        Head::Labels {
            supported,
            contradicted,
            count,
        } => (logits.len() == *count).then(|| Support {
            odds: log_odds(logits, supported),
            contradicted: match contradicted.is_empty() {
                true => 0.0,
                false => logistic(log_odds(logits, contradicted)),
            },
        }),
        Head::Tokens { .. } | Head::Embedding => None,
    }
}

/// Log-odds that each token is supported, from rows of logits; none as above.
pub(super) fn of_tokens(unsupported: &[usize], count: usize, logits: &[f32]) -> Option<Vec<f64>> {
    let whole = count > 0 && logits.len().is_multiple_of(count);
    if !whole || logits.iter().any(|logit| !logit.is_finite()) {
        return None;
    }
    let rows = logits.chunks_exact(count);
    Some(rows.map(|row| -log_odds(row, unsupported)).collect())
}

/// The log-odds of some labels against the others, under the softmax.
fn log_odds(logits: &[f32], labels: &[usize]) -> f64 {
    let numbered = || logits.iter().enumerate();
    let of = |inside: bool| {
        let chosen = numbered().filter(|(at, _)| labels.contains(at) == inside);
        log_sum_exp(chosen.map(|(_, logit)| f64::from(*logit)))
    };
    (of(true) - of(false)).clamp(-MOST, MOST)
}

fn log_sum_exp(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let greatest = values.clone().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return greatest;
    }
    greatest
        + values
            .map(|value| (value - greatest).exp())
            .sum::<f64>()
            .ln()
}

/// σ(x) = 1 / (1 + e^−x).
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_of_a_label_are_those_of_the_softmax() {
        let head = Head::Labels {
            supported: vec![1],
            contradicted: vec![0],
            count: 3,
        };
        let found = of_pair(&head, &[0.5, 2.0, -1.0]).unwrap();
        let powers = [0.5_f64.exp(), 2.0_f64.exp(), (-1.0_f64).exp()];
        let sum: f64 = powers.iter().sum();
        assert!((logistic(found.odds) - powers[1] / sum).abs() < 1e-12);
        assert!((found.contradicted - powers[0] / sum).abs() < 1e-12);
        assert!(of_pair(&head, &[0.5, 2.0]).is_none());
        assert!(of_pair(&head, &[0.5, f32::NAN, 0.0]).is_none());
        let sure = of_pair(&head, &[-1e30, 1e30, -1e30]).unwrap();
        assert_eq!(sure.odds, MOST);
    }

    #[test]
    fn tokens_have_odds_each() {
        let found = of_tokens(&[1], 2, &[1.0, 0.0, 0.0, 3.0]).unwrap();
        assert!((found[0] - 1.0).abs() < 1e-9 && (found[1] + 3.0).abs() < 1e-9);
        assert!(of_tokens(&[1], 2, &[1.0, 0.0, 0.0]).is_none());
    }
}
