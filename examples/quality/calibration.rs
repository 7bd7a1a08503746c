//! How far the probability is off on a set, beside what a perfect one would measure on as many pairs,
//! and beside what is left when slope and intercept are fitted on the set itself.

use crate::reliability::Panel;
use crate::statistics::{self, calibration_error};

const DRAWS: usize = 1000;
/// The calibration error that is asked for, at most.
const ASKED: f64 = 0.05;
const FOLDS: usize = 10;
const STEPS: usize = 50;
/// Keeps logits finite.
const LEAST: f64 = 1e-6;

/// A table, a row for each panel.
pub fn table(panels: &[Panel]) -> String {
    let mut rows = String::from(
        "| set | pairs | levels | found good | mean probability | ECE | of a perfect probability | which has 0.05 or less | ECE after Platt scaling |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for panel in panels {
        let count = panel.labels.len() as f64;
        let good = panel.labels.iter().filter(|label| **label).count() as f64 / count;
        let mean = panel.probabilities.iter().sum::<f64>() / count;
        let error = calibration_error(&panel.probabilities, &panel.labels);
        let perfect = of_perfect(&panel.probabilities);
        let (low, high) = (perfect[DRAWS / 40], perfect[DRAWS - DRAWS / 40]);
        let asked = perfect.partition_point(|error| *error <= ASKED) as f64 / DRAWS as f64;
        let scaled = calibration_error(&scaled(panel), &panel.labels);
        rows += &format!(
            "| {} | {count} | {} to 5 | {good:.2} | {mean:.2} | {error:.3} | {low:.3} to {high:.3} | {:.0} % | {scaled:.3} |\n",
            panel.title,
            panel.least_level,
            asked * 100.0
        );
    }
    rows
}

/// Calibration errors where every pair is good with its probability, from the least to the greatest.
fn of_perfect(probabilities: &[f64]) -> Vec<f64> {
    let mut state = statistics::SEED;
    let mut errors: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let labels: Vec<_> = probabilities
                .iter()
                .map(|&probability| statistics::uniform(&mut state) < probability)
                .collect();
            calibration_error(probabilities, &labels)
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    errors
}

/// σ(a · logit p + b), a and b fitted for each tenth of the pairs on the others (Platt 1999).
fn scaled(panel: &Panel) -> Vec<f64> {
    let logits: Vec<f64> = panel
        .probabilities
        .iter()
        .map(|p| p.clamp(LEAST, 1.0 - LEAST))
        .map(|p| (p / (1.0 - p)).ln())
        .collect();
    // Rows of one document stand together, and belong into one fold as far as that goes.
    let fold = |at: usize| at * FOLDS / logits.len();
    let fits: Vec<_> = (0..FOLDS)
        .map(|left_out| {
            let others = (0..logits.len()).filter(|&at| fold(at) != left_out);
            logistic(
                &others
                    .map(|at| (logits[at], panel.labels[at]))
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    let scaled = |(at, logit): (usize, &f64)| {
        let (a, b) = fits[fold(at)];
        sigmoid(a * logit + b)
    };
    logits.iter().enumerate().map(scaled).collect()
}

/// The slope and the intercept of greatest likelihood, by Newton's method from slope 0 and the share of
/// the labels; a step that does not raise the likelihood is halved.
fn logistic(samples: &[(f64, bool)]) -> (f64, f64) {
    let good = samples.iter().filter(|(_, label)| *label).count() as f64;
    let share = (good / samples.len().max(1) as f64).clamp(LEAST, 1.0 - LEAST);
    let (mut a, mut b) = (0.0, (share / (1.0 - share)).ln());
    let likelihood = |a: f64, b: f64| -> f64 {
        let signed = |&(x, label): &(f64, bool)| if label { a * x + b } else { -a * x - b };
        samples
            .iter()
            .map(|one| -(-signed(one)).exp().ln_1p())
            .sum()
    };
    let mut reached = likelihood(a, b);
    for _ in 0..STEPS {
        let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for &(x, label) in samples {
            let p = sigmoid(a * x + b);
            let (error, weight) = (f64::from(u8::from(label)) - p, p * (1.0 - p));
            ga += error * x;
            gb += error;
            haa += weight * x * x;
            hab += weight * x;
            hbb += weight;
        }
        let determinant = haa * hbb - hab * hab;
        // None of these where the labels are all of one kind, or a number is not finite.
        if determinant.is_nan() || determinant <= 0.0 {
            break;
        }
        let step = (
            (hbb * ga - hab * gb) / determinant,
            (haa * gb - hab * ga) / determinant,
        );
        let shorter = (0..STEPS).map(|halvings| 0.5_f64.powi(halvings as i32));
        let Some((next, size)) = shorter
            .map(|size| (likelihood(a + size * step.0, b + size * step.1), size))
            .find(|(next, _)| *next > reached)
        else {
            break;
        };
        (a, b, reached) = (a + size * step.0, b + size * step.1, next);
    }
    (a, b)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
