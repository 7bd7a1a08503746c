//! What is counted of the words of a sentence against those of its document.
//!
//! Cost: the document's words are read once; every sentence costs a look-up for each of its words.

use std::collections::HashMap;

use crate::matcher::novelty::novel_bigrams;
use crate::matcher::parts::weighed;
use crate::matcher::stems::DocumentStems;
use crate::metrics::PrecisionRecallF1;
use crate::model::manifest::FitSpec;
use crate::text::{Language, normalized_words};

/// The words of a document, as the parts that have a weight read them.
pub(super) struct LexicalOverlap<'a> {
    /// How often each word occurs.
    counts: HashMap<&'a str, usize>,
    words: usize,
    language: Language,
    stems: Option<&'a DocumentStems<'a>>,
}

/// What the words of a sentence tell; 0 where it has no weight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OverlapFeatures {
    /// ROUGE-1 precision.
    pub(super) rouge_1: f64,
    /// Its novel bigrams, which are added up over the summary.
    pub(super) novel_bigrams: usize,
}

impl<'a> LexicalOverlap<'a> {
    /// The wording of a document that is given as words, and as stems.
    pub(super) fn of(
        words: &'a [String],
        stems: Option<&'a DocumentStems<'a>>,
        language: Language,
        spec: &FitSpec,
    ) -> Self {
        Self {
            counts: weighed(spec.rouge_1, || counts(words)),
            words: words.len(),
            language,
            stems: stems.filter(|_| spec.copied > 0.0),
        }
    }

    /// What the words of a sentence tell.
    pub(super) fn features(&self, sentence: &str) -> OverlapFeatures {
        let sentence = normalized_words(sentence, self.language);
        let novel = |stems: &DocumentStems| novel_bigrams(&stems.sentence(&sentence));
        OverlapFeatures {
            rouge_1: self.rouge_1(&sentence),
            novel_bigrams: self.stems.map_or(0, novel),
        }
    }

    /// ROUGE-1 precision: each word counts as often as it occurs in the text that has it less often.
    fn rouge_1(&self, sentence: &[String]) -> f64 {
        let mut used: HashMap<&str, usize> = HashMap::new();
        let mut held = 0;
        for word in sentence {
            if let Some(count) = self.counts.get(word.as_str()) {
                let used = used.entry(word).or_default();
                *used += 1;
                held += usize::from(*used <= *count);
            }
        }
        PrecisionRecallF1::from_counts(held, sentence.len(), self.words).precision
    }
}

/// How often each word occurs.
fn counts(words: &[String]) -> HashMap<&str, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::rouge_n;
    use crate::random::SplitMix64;

    #[test]
    fn rouge_1_is_that_of_the_metric() {
        let mut random = SplitMix64::new(5);
        let mut text = |words: u64| -> Vec<String> {
            let of = |_| format!("w{}", random.below(9));
            (0..words).map(of).collect()
        };
        for length in 0..40 {
            let (document, sentence) = (text(length), text(length / 3));
            let overlap = LexicalOverlap {
                counts: counts(&document),
                words: document.len(),
                language: Language::English,
                stems: None,
            };
            let wanted = rouge_n(&sentence, &document, 1).precision;
            assert_eq!(overlap.rouge_1(&sentence), wanted);
        }
    }
}
