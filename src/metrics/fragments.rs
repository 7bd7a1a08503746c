//! Extractive fragments: how much of a summary was copied (Grusky, Naaman and
//! Artzi 2018, "Newsroom", section 4).
//!
//! Going through the summary from its first word, the longest sequence that
//! also stands in the document becomes a fragment `f`, and the search goes on
//! after it; a word that is not in the document is passed over. With `|S|` and
//! `|A|` the words of summary and document:
//!
//! ```text
//! coverage = Σ |f| / |S|    density = Σ |f|² / |S|    compression = |A| / |S|
//! ```
//!
//! As in the published procedure, the search in the document goes on after a
//! partial match and not one word after its beginning, so it can miss a longer
//! match that overlaps a shorter one. The figures equal those of the authors'
//! `newsroom` library on the same words.
//!
//! Memory is linear. So is time: of a word that the document repeats, the first
//! [`MOST_PLACES`] places are looked at.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::text::tokenize::words;

/// How many places of a word are looked at: more than a book has of its commonest word.
pub const MOST_PLACES: usize = 1 << 14;

/// A sequence of words that summary and document share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragment {
    /// The position of its first word in the summary, counted from 0.
    pub summary: usize,
    /// The position of its first word in the document, counted from 0.
    pub document: usize,
    /// How many words it has.
    pub length: usize,
}

/// The fragments of a summary and what they say of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExtractiveFragments {
    /// Share of the summary's words that are in a fragment, 0 to 1.
    pub coverage: f64,
    /// Mean length of the fragment that a word of the summary is in, 0 to the
    /// length of the summary.
    pub density: f64,
    /// Words of the document for each word of the summary.
    pub compression: f64,
    /// The fragments in the order of the summary.
    pub fragments: Vec<Fragment>,
}

/// The extractive fragments of `summary` over [`words()`]. All zero for a
/// summary without words.
///
/// ```
/// use epitome::metrics::extractive_fragments;
///
/// let found = extractive_fragments(
///     "The harbour line opens in May. It links the town.",
///     "Harbour line opens today",
/// );
/// assert_eq!((found.coverage, found.density), (0.75, 2.25));
/// assert_eq!(found.fragments[0].document, 1);
/// ```
pub fn extractive_fragments(document: &str, summary: &str) -> ExtractiveFragments {
    fragments_of(&words(document), &words(summary))
}

/// The extractive fragments of a summary over tokens of any kind.
pub fn fragments_of<T: Eq + Hash>(document: &[T], summary: &[T]) -> ExtractiveFragments {
    let mut positions: HashMap<&T, Vec<usize>> = HashMap::new();
    for (position, token) in document.iter().enumerate() {
        let places = positions.entry(token).or_default();
        if places.len() < MOST_PLACES {
            places.push(position);
        }
    }
    let mut fragments = Vec::new();
    let mut start = 0;
    while let Some(rest) = summary.get(start..).filter(|rest| !rest.is_empty()) {
        let starts = rest.first().and_then(|token| positions.get(token));
        let best = starts.and_then(|starts| longest(document, rest, starts));
        if let Some((document, length)) = best {
            fragments.push(Fragment {
                summary: start,
                document,
                length,
            });
        }
        start += best.map_or(1, |(_, length)| length);
    }
    // As real numbers: counts are far below 2^53.
    let share = |count: f64| count / summary.len().max(1) as f64;
    // The sum of nothing is -0, which is told from 0 elsewhere.
    let lengths =
        || std::iter::once(0.0).chain(fragments.iter().map(|fragment| fragment.length as f64));
    ExtractiveFragments {
        coverage: share(lengths().sum()),
        density: share(lengths().map(|length| length * length).sum()),
        compression: if summary.is_empty() {
            0.0
        } else {
            share(document.len() as f64)
        },
        fragments,
    }
}

/// The first of the longest matches of the beginning of `summary`, as position
/// in the document and length. `starts` are the positions of its first token.
fn longest<T: Eq>(document: &[T], summary: &[T], starts: &[usize]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let mut next = 0;
    for &start in starts {
        if start < next {
            continue;
        }
        let length = document
            .get(start..)
            .unwrap_or_default()
            .iter()
            .zip(summary)
            .take_while(|(a, b)| a == b)
            .count();
        if best.is_none_or(|(_, longest)| length > longest) {
            best = Some((start, length));
        }
        if length == summary.len() {
            break;
        }
        next = start + length;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_places_of_a_word_are_looked_at() {
        let found = |before: usize| {
            let mut document = ["a", "b"].repeat(before);
            document.extend(["a", "c"]);
            fragments_of(&document, &["a", "c"]).fragments
        };
        let whole = Fragment {
            summary: 0,
            document: 2 * (MOST_PLACES - 1),
            length: 2,
        };
        assert_eq!(found(MOST_PLACES - 1), [whole]);
        let places: Vec<_> = found(MOST_PLACES).iter().map(|one| one.length).collect();
        assert_eq!(places, [1, 1]);
    }
}
