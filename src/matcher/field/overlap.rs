//! Which sentences of a document share words with a sentence of its summary.
//!
//! A shared stem counts by how rare it is among the document's sentences, ln (1 + n / n_w), as in
//! TF–IDF (Spärck Jones 1972), so that names and numbers outweigh what every sentence says.
//! Cost: the stems of a document once; for every sentence of the summary a look-up of each of its
//! stems, and the places where it stands.

use std::collections::HashMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::text::{Language, is_function_word, normalized_words, stem};

/// The sentences of a document by the stems of their content words.
pub(super) struct SharedStems {
    language: Language,
    sentences: usize,
    /// Of each stem the sentences that hold it, in order, each once.
    places: HashMap<String, Vec<u32>, rustc_hash::FxBuildHasher>,
}

impl SharedStems {
    /// Those of `document`, whose sentences are given as ranges of bytes.
    pub(super) fn of(document: &str, sentences: &[Range<usize>], language: Language) -> Self {
        let mut places: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (at, span) in sentences.iter().enumerate() {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            for stem in stems(&document[span.clone()], language) {
                let places = places.entry(stem).or_default();
                if places.last() != Some(&at) {
                    places.push(at);
                }
            }
        }
        Self {
            language,
            sentences: sentences.len(),
            places,
        }
    }

    /// How much each sentence of the document shares with `text`.
    pub(super) fn with(&self, text: &str) -> Vec<f64> {
        let mut shared = vec![0.0; self.sentences];
        let mut own = stems(text, self.language);
        own.sort_unstable();
        own.dedup();
        for places in own.iter().filter_map(|stem| self.places.get(stem)) {
            let weight = (self.sentences as f64 / places.len() as f64).ln_1p();
            for &place in places {
                if let Some(sum) = shared.get_mut(place as usize) {
                    *sum += weight;
                }
            }
        }
        shared
    }
}

/// The stems of the content words of a text; in Chinese, whose words are cut by character, of pairs
/// of characters that stand together.
fn stems(text: &str, language: Language) -> Vec<String> {
    let words = normalized_words(text, language);
    if language == Language::Chinese {
        let pairs = words.windows(2);
        let found: Vec<_> = pairs
            .map(|pair| format!("{}{}", pair[0], pair[1]))
            .collect();
        return if found.is_empty() { words } else { found };
    }
    let content = words
        .iter()
        .filter(|word| !is_function_word(word, language));
    content.map(|word| stem(word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sentences;

    #[test]
    fn rare_words_outweigh_common_ones() {
        let document = "The line opens in May. The line costs nine million. The line is Kestrel's.";
        let spans = sentences(document, Language::English);
        let shared = SharedStems::of(document, &spans, Language::English);
        let found = shared.with("Kestrel runs the line");
        assert_eq!(found.len(), 3);
        assert!(found[2] > found[0] && found[0] == found[1] && found[0] > 0.0);
        assert_eq!(shared.with("of the"), [0.0; 3]);
    }

    #[test]
    fn chinese_is_compared_by_pairs_of_characters() {
        let document = "电车开往港口。渡轮停航。";
        let spans = sentences(document, Language::Chinese);
        let found = SharedStems::of(document, &spans, Language::Chinese).with("渡轮不再开");
        assert!(found[1] > found[0]);
    }
}
