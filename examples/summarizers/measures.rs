//! ROUGE, means and their intervals.

use epitome::metrics::{mean_interval, rouge_l, rouge_n};
use epitome::text::tokenize::words;

use crate::{Failure, REPLICATES, SEED};

/// The ROUGE F1 scores of summaries against references.
#[derive(Default)]
pub struct Rouge(pub [Vec<f64>; 3]);

impl Rouge {
    /// Scores one summary.
    pub fn add(&mut self, hypothesis: &str, reference: &str) {
        let (h, r) = (words(hypothesis), words(reference));
        let scores = [rouge_n(&h, &r, 1), rouge_n(&h, &r, 2), rouge_l(&h, &r)];
        for (all, score) in self.0.iter_mut().zip(scores) {
            all.push(100.0 * score.f1);
        }
    }

    /// The means with their intervals, as cells of a table.
    pub fn cells(&self) -> Result<String, Failure> {
        let cells = self
            .0
            .iter()
            .map(|scores| interval(scores, 2))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(cells.join(" | "))
    }
}

/// A mean with its interval.
pub fn interval(values: &[f64], digits: usize) -> Result<String, Failure> {
    let found = mean_interval(values, REPLICATES, SEED)?;
    Ok(format!(
        "{:.digits$} ({:.digits$}–{:.digits$})",
        found.mean, found.low, found.high
    ))
}

/// A mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
