//! Texts that repeat another nearly word for word, however many there are.
//!
//! Texts are taken from the best score down. One that shares nearly all of its words with a text
//! taken before repeats it; the others are leaders. Only leaders that share a band of MinHash values
//! (Broder 1997; [`BANDS`] bands of [`ROWS`] values) are compared, so that time and memory are linear
//! in the words of all texts. Two texts with a Jaccard index of .8 share a band with probability
//! 1 − (1 − .8⁴)¹² = .998; equal ones always do.

use rustc_hash::FxHashMap;

use crate::{order, pace};

/// Bands of MinHash values.
const BANDS: usize = 12;

/// Values of a band.
const ROWS: usize = 4;

/// Leaders of one band that a text is compared with.
const COMPARED: usize = 32;

/// What comparing a word with those of another text counts in products.
const READ: u64 = 256;

/// The least cosine of the words' counts of texts that repeat each other: one word in thirty may
/// differ.
const REPEATS: f64 = 0.97;

/// For each text the better one that it repeats, if there is one. A text is the numbers of its
/// words in order with their counts.
pub(super) async fn repeated(texts: &[Vec<(u32, f64)>], scores: &[f64]) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order::by(&mut order, |&a, &b| {
        scores[b].total_cmp(&scores[a]).then(a.cmp(&b))
    });
    let mut bands: FxHashMap<(usize, [u64; ROWS]), Vec<usize>> = FxHashMap::default();
    let mut found = vec![None; texts.len()];
    for text in order {
        if texts[text].is_empty() {
            continue;
        }
        let compared = 1 + COMPARED * BANDS / 8;
        pace::after(READ * (texts[text].len() * compared) as u64).await;
        let signature = signature(&texts[text]);
        let keys = || signature.iter().copied().enumerate();
        let leaders = keys().filter_map(|key| bands.get(&key)).flatten();
        let mut leaders =
            leaders.filter(|&&leader| cosine(&texts[leader], &texts[text]) >= REPEATS);
        found[text] = leaders.next().copied();
        if found[text].is_none() {
            for key in keys() {
                let leaders = bands.entry(key).or_default();
                if leaders.len() < COMPARED {
                    leaders.push(text);
                }
            }
        }
    }
    found
}

/// The least hash of the words by each of the functions, in bands.
fn signature(text: &[(u32, f64)]) -> [[u64; ROWS]; BANDS] {
    let mut least = [[u64::MAX; ROWS]; BANDS];
    for &(word, _) in text {
        for (function, value) in (1..).zip(least.as_flattened_mut()) {
            *value = (*value).min(mixed(u64::from(word) | (function << 32)));
        }
    }
    least
}

/// SplitMix64's mixing function (Steele, Lea and Flood 2014).
fn mixed(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The cosine of two texts as vectors of counts.
fn cosine(one: &[(u32, f64)], other: &[(u32, f64)]) -> f64 {
    let square = |text: &[(u32, f64)]| text.iter().map(|(_, count)| count * count).sum::<f64>();
    let (mut at, mut product) = (0, 0.0);
    for &(word, count) in one {
        at += other[at..].partition_point(|(known, _)| *known < word);
        if let Some(&(known, times)) = other.get(at)
            && known == word
        {
            product += count * times;
        }
    }
    product / (square(one) * square(other)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: impl IntoIterator<Item = u32>) -> Vec<(u32, f64)> {
        words.into_iter().map(|word| (word, 1.0)).collect()
    }

    #[test]
    fn copies_repeat_the_best_of_them() {
        let mut texts = vec![text(0..20); 500];
        texts.push(text(100..120));
        let scores: Vec<f64> = (0..501).map(f64::from).collect();
        let found = pace::at_once(repeated(&texts, &scores));
        assert_eq!(found.iter().filter(|one| **one == Some(499)).count(), 499);
        assert_eq!((found[499], found[500]), (None, None));
    }

    #[test]
    fn near_copies_repeat_and_others_do_not() {
        let near = |other: u32| text((0..48).chain([other]));
        let half = text((0..24).chain(60..84));
        let texts = [near(50), near(51), half, text([]), text([])];
        assert_eq!(
            pace::at_once(repeated(&texts, &[1.0; 5])),
            [None, Some(0), None, None, None]
        );
        assert!((cosine(&texts[0], &texts[1]) - 48.0 / 49.0).abs() < 1e-12);
    }
}
