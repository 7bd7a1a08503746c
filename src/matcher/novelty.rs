//! Novel bigrams of a summary (See, Liu and Manning 2017), by content stems: old words in new
//! company. Every one of them is a chance to say what the document does not, so that they are counted,
//! and those of all sentences added up.
//!
//! Cost: a look-up for each word of the sentence, and once for all sentences for those of the document.

use rustc_hash::FxHashSet;

use crate::matcher::stems::SentenceStems;

/// Content stems among which two are near each other in a document, both included.
const NEAR: usize = 3;

/// The number of distinct pairs of content stems that are neighbours in a sentence and nowhere near
/// each other in the document, in whatever order: a headline leaves words out and turns phrases.
pub(super) fn novel_bigrams(said: &SentenceStems) -> usize {
    let document = said.document;
    let near = document.near.get_or_init(|| near(&document.stems));
    let pairs = said.sentence.iter().zip(said.sentence.iter().skip(1));
    let pairs: FxHashSet<_> = pairs.map(|(&a, &b)| unordered(a, b)).collect();
    pairs.difference(near).count()
}

/// The pairs of stems that stand near each other.
fn near(stems: &[u32]) -> FxHashSet<(u32, u32)> {
    let pairs = stems.iter().enumerate().flat_map(|(at, &a)| {
        let after = stems.iter().skip(at + 1).take(NEAR - 1);
        after.map(move |&b| unordered(a, b))
    });
    pairs.collect()
}

fn unordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::stems::DocumentStems;
    use crate::text::tokenize::words;
    use crate::text::{Language, normalized_words};

    #[test]
    fn old_words_are_novel_in_new_company() {
        let found = |document: &str, sentence: &str| {
            let document = words(document);
            let stems = DocumentStems::of(&document, Language::English);
            novel_bigrams(&stems.sentence(&words(sentence)))
        };
        let document = "The harbour line opened in May. The mayor praised the new bridge.";
        assert_eq!(found(document, "Harbour line opens"), 0);
        // Function words stand between nothing, and one content word may.
        assert_eq!(found(document, "The line is opening in May"), 0);
        // Bridge and new stand there in the other order; opened bridge and mayor says do not.
        assert_eq!(found(document, "Harbour opens: bridge new, mayor says"), 2);
        // Between mayor and opened there is May alone, between line and bridge too much.
        assert_eq!(found(document, "The mayor opened the line bridge"), 1);
        // new harbour, harbour ferry, ferry ferry
        let again = "new harbour ferry, ferry; harbour ferry";
        assert_eq!(found(document, again), 3);
        assert_eq!((found(document, "ferry"), found("", "old ferry")), (0, 1));
    }

    #[test]
    fn contractions_are_no_new_words() {
        let found = |document: &str, sentence: &str| {
            let document = normalized_words(document, Language::English);
            let stems = DocumentStems::of(&document, Language::English);
            novel_bigrams(&stems.sentence(&normalized_words(sentence, Language::English)))
        };
        let long = "The mayor did not sign the contract for the harbour line on Monday";
        let short = "The mayor didn't sign the contract for the harbour line on Monday";
        assert_eq!((found(long, short), found(short, long)), (0, 0));
    }
}
