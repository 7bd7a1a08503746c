//! Rank correlation, bootstrap intervals and calibration error.

const REPLICATES: usize = 1000;
pub const SEED: u64 = 1;

/// Spearman's ρ: Pearson's correlation of the ranks, ties sharing their mean
/// rank. None where one side is constant.
pub fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(&b) {
        ab += (x - mean) * (y - mean);
        aa += (x - mean).powi(2);
        bb += (y - mean).powi(2);
    }
    let scale = (aa * bb).sqrt();
    (scale > 0.0).then(|| ab / scale)
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let tied = order[start..]
            .iter()
            .take_while(|&&at| values[at] == values[order[start]])
            .count();
        for &at in &order[start..start + tied] {
            ranks[at] = start as f64 + (tied as f64 + 1.0) / 2.0;
        }
        start += tied;
    }
    ranks
}

/// A figure of all samples, with its 95 % percentile interval.
pub fn bootstrap(
    count: usize,
    figure: impl Fn(&[usize]) -> Option<f64>,
) -> Option<(f64, f64, f64)> {
    let value = figure(&(0..count).collect::<Vec<_>>())?;
    let mut state = SEED;
    let mut found: Vec<f64> = (0..REPLICATES)
        .filter_map(|_| {
            let sample: Vec<_> = (0..count).map(|_| draw(&mut state, count)).collect();
            figure(&sample)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    let at = |share: f64| {
        found
            .get((share * (found.len() as f64 - 1.0)).round() as usize)
            .copied()
    };
    Some((value, at(0.025)?, at(0.975)?))
}

/// SplitMix64, reduced to 0..count.
fn draw(state: &mut u64, count: usize) -> usize {
    ((u128::from(split_mix(state)) * count as u128) >> 64) as usize
}

/// SplitMix64, as a number of [0, 1).
pub fn uniform(state: &mut u64) -> f64 {
    (split_mix(state) >> 11) as f64 / (1_u64 << 53) as f64
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The pairs whose probability lies in one of ten equal bins.
pub struct Bin {
    /// Of all pairs.
    pub share: f64,
    /// The mean of the probabilities.
    pub predicted: f64,
    /// The share of those that are good.
    pub observed: f64,
}

/// The bins that hold a pair, in their order.
pub fn reliability(probabilities: &[f64], labels: &[bool]) -> Vec<Bin> {
    let mut bins = [(0.0, 0.0, 0.0); 10];
    for (&probability, &label) in probabilities.iter().zip(labels) {
        let (count, predicted, observed) = &mut bins[((probability * 10.0) as usize).min(9)];
        *count += 1.0;
        *predicted += probability;
        *observed += f64::from(u8::from(label));
    }
    let held = bins.into_iter().filter(|(count, ..)| *count > 0.0);
    held.map(|(count, predicted, observed)| Bin {
        share: count / labels.len() as f64,
        predicted: predicted / count,
        observed: observed / count,
    })
    .collect()
}

/// The mean distance of predicted and observed shares over the bins, weighted by their
/// pairs.
pub fn calibration_error(probabilities: &[f64], labels: &[bool]) -> f64 {
    let apart = |bin: Bin| bin.share * (bin.predicted - bin.observed).abs();
    reliability(probabilities, labels)
        .into_iter()
        .map(apart)
        .sum()
}
