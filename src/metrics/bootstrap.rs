//! Intervals by the percentile bootstrap.
//!
//! A replicate draws as many values as there are, with replacement; the ends of
//! a 95 % interval are the 2.5 % and 97.5 % quantiles of the replicates' values,
//! linearly interpolated. The draws come from SplitMix64 started at a seed, so
//! the same arguments give the same interval on every machine. Time is linear in
//! values × replicates.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::random::SplitMix64;

/// The fewest replicates from which the ends of a 95 % interval can be read:
/// with forty, each tail of 2.5 % holds one.
const MIN_REPLICATES: usize = 40;

/// The most replicates: their values are kept for sorting, and more change no
/// digit that is reported.
const MAX_REPLICATES: usize = 1_000_000;

/// The ends of a 95 % interval, as quantiles.
const QUANTILES: (f64, f64) = (0.025, 0.975);

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanInterval {
    /// The mean of all values.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The mean of `values` with a 95 % percentile interval. A thousand replicates
/// are usual.
///
/// ```
/// use epitome::metrics::mean_interval;
///
/// let found = mean_interval(&[0.0, 1.0, 1.0, 0.0], 1_000, 1)?;
/// assert_eq!(found.mean, 0.5);
/// assert!(found.low < 0.5 && 0.5 < found.high);
/// # Ok::<(), epitome::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if there is no value, one is not finite, or
/// for fewer than 40 or more than a million replicates.
pub fn mean_interval(values: &[f64], replicates: usize, seed: u64) -> Result<MeanInterval> {
    check_replicates(replicates)?;
    if values.is_empty() {
        return Err(invalid("there is no value: a mean needs one".into()));
    }
    if let Some(position) = values.iter().position(|value| !value.is_finite()) {
        return Err(invalid(format!(
            "value {position} (counted from 0) is not a finite number"
        )));
    }
    // As a real number: counts are far below 2^53.
    let size = values.len() as f64;
    let mut random = SplitMix64::new(seed);
    let means = (0..replicates)
        .map(|_| {
            let sum: f64 = (0..values.len()).filter_map(|_| random.pick(values)).sum();
            sum / size
        })
        .collect();
    let (low, high) = interval(means);
    Ok(MeanInterval {
        mean: values.iter().sum::<f64>() / size,
        low,
        high,
    })
}

/// Refuses a number of replicates that gives no interval or takes too much
/// memory.
pub(super) fn check_replicates(replicates: usize) -> Result<()> {
    if (MIN_REPLICATES..=MAX_REPLICATES).contains(&replicates) {
        return Ok(());
    }
    Err(invalid(format!(
        "cannot draw {replicates} replicates: a 95 % interval takes \
         {MIN_REPLICATES} to {MAX_REPLICATES}"
    )))
}

/// The ends of the 95 % interval of the replicates' values.
pub(super) fn interval(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_unstable_by(f64::total_cmp);
    (
        quantile(&values, QUANTILES.0),
        quantile(&values, QUANTILES.1),
    )
}

/// A quantile of sorted values, interpolated linearly between neighbours.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * sorted.len().saturating_sub(1) as f64;
    let below = position.floor();
    let value = |index: f64| sorted.get(index as usize).copied().unwrap_or(f64::NAN);
    let low = value(below);
    low + (value(position.ceil()) - low) * (position - below)
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
