//! Where to cut a dendrogram: at the heights that the document itself leaves
//! out.
//!
//! Gaps of one kind are alike: within a word, between words, between the lines
//! of a paragraph. Between two kinds lies a stretch of heights at which next to
//! nothing is merged. [`emptiest`] finds it within the range where it must lie
//! for text of any kind. Linear in the heights times the fixed number of steps.

/// How many heights are tried, evenly spaced on a logarithmic scale.
const STEPS: usize = 64;

/// Two heights are of one kind if their ratio is below this.
const KIN: f64 = 1.12;

/// The height from `low` to `high` (both positive) with the fewest merges
/// around it; the middle of the longest stretch of such heights.
pub fn emptiest(heights: &[f64], (low, high): (f64, f64)) -> f64 {
    let step = (high / low).powf(1.0 / STEPS as f64);
    let tried: Vec<f64> = (0..=STEPS)
        .map(|index| low * step.powi(index as i32))
        .collect();
    let around: Vec<usize> = tried
        .iter()
        .map(|middle| {
            let near = middle / KIN..middle * KIN;
            heights
                .iter()
                .filter(|height| near.contains(height))
                .count()
        })
        .collect();
    let least = around.iter().copied().min().unwrap_or(0);
    let mut longest = 0..0;
    let mut start = 0;
    for end in 0..=around.len() {
        if around.get(end).is_some_and(|count| *count == least) {
            continue;
        }
        if end - start > longest.len() {
            longest = start..end;
        }
        start = end + 1;
    }
    let middle = (longest.start + longest.end.saturating_sub(1)) / 2;
    tried.get(middle).copied().unwrap_or(low)
}

/// The commonest of `heights`, to a fiftieth of the unit, or `None` if there is
/// none from `low` to `high`.
pub fn commonest(heights: &[f64], low: f64, high: f64) -> Option<f64> {
    const FINENESS: f64 = 50.0;
    let mut binned: Vec<i64> = heights
        .iter()
        .filter(|height| (low..=high).contains(*height))
        .map(|height| (height * FINENESS).round() as i64)
        .collect();
    binned.sort_unstable();
    let groups = binned.chunk_by(|a, b| a == b);
    // Of equally common heights the least counts.
    groups
        .rev()
        .max_by_key(|group| group.len())
        .and_then(|group| group.first())
        .map(|bin| *bin as f64 / FINENESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_lies_between_two_kinds_of_gaps() {
        let heights: Vec<f64> = (0..100)
            .map(|index| if index % 4 == 0 { 1.6 } else { 0.8 } + f64::from(index) * 1e-4)
            .collect();
        let found = emptiest(&heights, (0.5, 3.0));
        assert!((0.9..1.5).contains(&found) || found > 1.8, "{found}");
        let found = emptiest(&heights, (0.8, 1.6));
        assert!((1.0..1.3).contains(&found), "{found}");
    }

    #[test]
    fn without_heights_it_is_the_middle() {
        let found = emptiest(&[], (1.0, 4.0));
        assert!((found - 2.0).abs() < 0.1, "{found}");
    }

    #[test]
    fn the_commonest_height_is_found() {
        assert_eq!(
            commonest(&[0.8, 0.801, 1.5, 9.0, 9.0, 9.0], 0.0, 5.0),
            Some(0.8)
        );
        assert_eq!(commonest(&[2.0, 1.0], 0.0, 5.0), Some(1.0));
        assert_eq!(commonest(&[7.0], 0.0, 5.0), None);
    }
}
