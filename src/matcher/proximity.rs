//! Whether what a sentence says stands together in its document.
//!
//! Words that a true sentence takes from a document lie close together there; one that was put
//! together from several places shares as many words, but needs more of the document to find them.
//! Proximity is the greatest share of the sentence's distinct content stems that a stretch of the
//! document holds, both read without function words, which headlines leave out; the stretch may be a
//! quarter longer than the sentence. Tao and Zhai (2007) weigh how closely a query's words stand in
//! a document for the same reason.
//!
//! Cost: a pass over the document for every sentence.

use crate::matcher::stems::SentenceStems;

/// The proximity of a sentence in a document: 0 to 1; 0 for a sentence without words.
pub(super) fn proximity(said: &SentenceStems) -> f64 {
    let length = stretch(said.sentence.len());
    // Of the document's stems, which are the sentence's, and how often each stands in the stretch
    // that ends at the current word.
    let mut uses: Vec<Option<usize>> = vec![None; said.known];
    let mut sentence = said.sentence.clone();
    sentence.sort_unstable();
    sentence.dedup();
    for &stem in &sentence {
        if let Some(count) = uses.get_mut(stem as usize) {
            *count = Some(0);
        }
    }
    let of = sentence.len().max(1);
    let (mut held, mut most) = (0_usize, 0);
    for (at, &stem) in said.document.iter().enumerate() {
        if let Some(count) = used(&mut uses, stem) {
            held += usize::from(*count == 0);
            *count += 1;
        }
        let before = at
            .checked_sub(length)
            .and_then(|before| said.document.get(before));
        if let Some(count) = before.and_then(|&stem| used(&mut uses, stem)) {
            *count -= 1;
            held -= usize::from(*count == 0);
        }
        most = most.max(held);
    }
    most as f64 / of as f64
}

/// The uses of a stem, if it is one of the sentence's.
fn used(uses: &mut [Option<usize>], stem: u32) -> Option<&mut usize> {
    uses.get_mut(stem as usize)?.as_mut()
}

/// Content words of a stretch for a sentence of so many: a quarter more, to the nearest.
fn stretch(sentence: usize) -> usize {
    (5 * sentence + 2) / 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::stems::DocumentStems;
    use crate::text::Language;
    use crate::text::tokenize::words;
    use std::collections::HashSet;

    fn found(document: &str, sentence: &str) -> f64 {
        let document = words(document);
        let stems = DocumentStems::of(&document, Language::English);
        proximity(&stems.sentence(&words(sentence)))
    }

    /// By its definition, stretch by stretch.
    fn defined(document: &[u32], sentence: &[u32]) -> f64 {
        let content: HashSet<_> = sentence.iter().collect();
        let length = (1.25 * sentence.len() as f64).round() as usize;
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
        assert_eq!(found(document, "Harbour line opens, mayor says"), 0.8);
        // Of harbour, line, praised and bridge no five content words hold more than two.
        assert_eq!(found(document, "harbour line praised bridge"), 0.5);
        // Function words are left out on both sides.
        assert_eq!(found(document, "It is the line, and it opens"), 1.0);
        // A sentence of nothing else is looked for among all words.
        assert_eq!(found(document, "in the"), 1.0);
        assert_eq!(found(document, "of the"), 0.5);
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
        let drawn = |seed: usize, count: usize| -> Vec<u32> {
            let number = |at: usize| ((seed * 31 + at) * (at + 7) * 40_503) >> 7;
            (1..=count).map(|at| (number(at) % 9) as u32).collect()
        };
        for seed in 0..200 {
            let (document, sentence) = (drawn(seed, seed % 40), drawn(seed + 1000, seed % 7));
            // Some stems of the sentence are beyond those of the document.
            let said = SentenceStems {
                sentence: sentence.clone(),
                document: &document,
                known: document.iter().max().map_or(0, |&most| most as usize + 1),
            };
            assert_eq!(
                proximity(&said),
                defined(&document, &sentence),
                "{document:?} {sentence:?}"
            );
        }
    }
}
