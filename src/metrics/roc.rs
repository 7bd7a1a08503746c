//! Area under the ROC curve.
//!
//! The curve plots TPR = TP / (TP + FN) over FPR = FP / (FP + TN) for every
//! threshold (paper A, equations 19 and 20). Its area is the Mann–Whitney
//! statistic: the share of pairs of a positive and a negative sample in which
//! the positive one scores higher, a tie counting one half.
//!
//! [`auc`] sorts once: `n log n` time. [`auc_interval`] adds linear time per
//! replicate.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::bootstrap::{check_replicates, interval};
use crate::random::SplitMix64;

/// The area under the ROC curve of `scores`, where `true` labels should score
/// higher.
///
/// ```
/// use epitome::metrics::auc;
///
/// let area = auc(&[0.9, 0.4, 0.4, 0.1], &[true, true, false, false])?;
/// assert_eq!(area, 0.875);
/// # Ok::<(), epitome::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if the lengths differ, a score is not a
/// number, or the labels are all equal. Infinite scores are allowed.
pub fn auc(scores: &[f64], labels: &[bool]) -> Result<f64> {
    Ok(area(&ties(scores, labels)?))
}

/// An area under the ROC curve with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AucInterval {
    /// The area under the curve of all samples.
    pub auc: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// [`auc`] with a 95 % percentile interval from a stratified bootstrap.
///
/// Every replicate draws, with replacement, as many positive samples from the
/// positive ones as there are, and likewise negative ones. The ends are the
/// 2.5 % and 97.5 % quantiles of the replicates' areas, linearly interpolated.
/// The draws come from SplitMix64 started at `seed`, so the same arguments
/// give the same interval on every machine. A thousand replicates are usual.
///
/// # Errors
///
/// Those of [`auc`], and [`ErrorKind::InvalidArgument`] for fewer than 40 or
/// more than a million replicates.
pub fn auc_interval(
    scores: &[f64],
    labels: &[bool],
    replicates: usize,
    seed: u64,
) -> Result<AucInterval> {
    check_replicates(replicates)?;
    let ties = ties(scores, labels)?;
    let positives = members(&ties, |tie| tie.positives);
    let negatives = members(&ties, |tie| tie.negatives);
    let mut random = SplitMix64::new(seed);
    let mut drawn = vec![Tie::default(); ties.len()];
    let mut areas = Vec::with_capacity(replicates);
    for _ in 0..replicates {
        drawn.fill(Tie::default());
        for _ in &positives {
            if let Some(tie) = random.pick(&positives).and_then(|&i| drawn.get_mut(i)) {
                tie.positives += 1;
            }
        }
        for _ in &negatives {
            if let Some(tie) = random.pick(&negatives).and_then(|&i| drawn.get_mut(i)) {
                tie.negatives += 1;
            }
        }
        areas.push(area(&drawn));
    }
    let (low, high) = interval(areas);
    Ok(AucInterval {
        auc: area(&ties),
        low,
        high,
    })
}

/// The samples that share one score.
#[derive(Clone, Copy, Debug, Default)]
struct Tie {
    positives: u64,
    negatives: u64,
}

/// Checks the arguments and groups equal scores, in ascending order.
fn ties(scores: &[f64], labels: &[bool]) -> Result<Vec<Tie>> {
    if scores.len() != labels.len() {
        return Err(invalid(format!(
            "{} scores but {} labels: there must be one label per score",
            scores.len(),
            labels.len()
        )));
    }
    if let Some(position) = scores.iter().position(|score| score.is_nan()) {
        return Err(invalid(format!(
            "score {position} (counted from 0) is not a number"
        )));
    }
    let mut samples: Vec<(f64, bool)> =
        scores.iter().copied().zip(labels.iter().copied()).collect();
    samples.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let ties: Vec<Tie> = samples
        .chunk_by(|a, b| a.0 == b.0)
        .map(|equal| {
            let positives = equal.iter().filter(|sample| sample.1).count();
            Tie {
                positives: positives as u64,
                negatives: (equal.len() - positives) as u64,
            }
        })
        .collect();
    let positives: u64 = ties.iter().map(|tie| tie.positives).sum();
    if positives == 0 || positives == labels.len() as u64 {
        let class = if labels.is_empty() {
            "there is no sample"
        } else if positives == 0 {
            "every label is false"
        } else {
            "every label is true"
        };
        return Err(invalid(format!(
            "{class}: the area under the ROC curve needs samples of both classes"
        )));
    }
    Ok(ties)
}

/// The Mann–Whitney statistic as a share of all pairs. Counted in half pairs,
/// so that it is exact up to the one division.
fn area(ties: &[Tie]) -> f64 {
    let (mut positives, mut negatives, mut half_pairs) = (0_u128, 0_u128, 0_u128);
    for tie in ties {
        let (p, n) = (u128::from(tie.positives), u128::from(tie.negatives));
        half_pairs += p * (2 * negatives + n);
        positives += p;
        negatives += n;
    }
    half_pairs as f64 / (2 * positives * negatives) as f64
}

/// For every sample of a class the index of its tie.
fn members(ties: &[Tie], class: impl Fn(&Tie) -> u64) -> Vec<usize> {
    ties.iter()
        .enumerate()
        .flat_map(|(index, tie)| (0..class(tie)).map(move |_| index))
        .collect()
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
