//! Whether what a sentence says stands together in its document.
//!
//! Words that a true sentence takes from a document lie close together there; one that was put
//! together from several places shares as many words, but needs more of the document to find them.
//! Proximity is the greatest share of the sentence's content stems that a stretch of the
//! document holds, of as many words as the sentence has itself: Tao and Zhai (2007) weigh how
//! closely a query's words stand in a document for the same reason.
//!
//! Cost: a pass over the document for every sentence.

use std::collections::{HashMap, HashSet};

/// The proximity in a document, given as stems in order, of a sentence of `length` words with the
/// content stems `content`, 0 to 1; 0 for a sentence without words.
pub(super) fn proximity(document: &[&str], content: &HashSet<&str>, length: usize) -> f64 {
    // Each stem's uses in the stretch that ends at the current word.
    let mut uses: HashMap<&str, usize> = content.iter().map(|&stem| (stem, 0)).collect();
    let (mut held, mut most) = (0_usize, 0);
    for (at, stem) in document.iter().enumerate() {
        if let Some(count) = uses.get_mut(stem) {
            held += usize::from(*count == 0);
            *count += 1;
        }
        let before = at
            .checked_sub(length)
            .and_then(|before| document.get(before));
        if let Some(count) = before.and_then(|stem| uses.get_mut(stem)) {
            *count -= 1;
            held -= usize::from(*count == 0);
        }
        most = most.max(held);
    }
    most as f64 / content.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;
    use crate::text::{Language, content_stems, stem};

    fn found(document: &str, sentence: &str) -> f64 {
        let (document, sentence) = (words(document), words(sentence));
        let stems: Vec<_> = document.iter().map(|word| stem(word)).collect();
        let content = content_stems(&sentence, Language::English);
        proximity(&stems, &content, sentence.len())
    }

    /// By its definition, stretch by stretch.
    fn defined(document: &[&str], content: &HashSet<&str>, length: usize) -> f64 {
        let held = (1..=document.len()).map(|end| {
            let stretch = &document[end.saturating_sub(length)..end];
            content.iter().filter(|stem| stretch.contains(stem)).count()
        });
        held.max().unwrap_or(0) as f64 / content.len().max(1) as f64
    }

    #[test]
    fn what_stands_apart_counts_for_less() {
        let document = "The harbour line opens in May. The mayor praised the new bridge.";
        assert_eq!(found(document, "The harbour line opened"), 1.0);
        // Of harbour, line, praised and bridge no four words hold more than two.
        assert_eq!(found(document, "harbour line praised bridge"), 0.5);
        // "the" and "in" do not count, unless there is nothing else.
        assert_eq!(found(document, "the line in May"), 1.0);
        assert_eq!(found(document, "in the"), 0.5);
        assert_eq!(found(document, "not in May"), 0.5);
    }

    #[test]
    fn texts_without_words_have_none() {
        assert_eq!(found("", "a line"), 0.0);
        assert_eq!(found("a line", ""), 0.0);
        assert_eq!(found("", ""), 0.0);
    }

    #[test]
    fn it_is_that_of_the_definition() {
        let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let drawn = |seed: usize, count: usize| -> Vec<&str> {
            let number = |at| ((seed * 31 + at) * (at + 7) * 40_503) >> 7;
            (1..=count)
                .map(|at| letters[number(at) % letters.len()])
                .collect()
        };
        for seed in 0..200 {
            let (document, sentence) = (drawn(seed, seed % 40), drawn(seed + 1000, seed % 7));
            let content = sentence.iter().copied().collect();
            let wanted = defined(&document, &content, sentence.len());
            let got = proximity(&document, &content, sentence.len());
            assert_eq!(got, wanted, "{document:?} {sentence:?}");
        }
    }
}
