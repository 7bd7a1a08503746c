//! How much of a sentence its document does not hold: novel unigrams and bigrams (See, Liu and
//! Manning 2017), by content stems. Every one of them is a chance to say what the document does not,
//! so that they are counted, and not divided by the length of the sentence. Novel unigrams are new
//! words; novel bigrams are also old words that the document puts together with others, which any
//! sentence of a summary may do, so that those of all are added up.
//!
//! Cost: a look-up for each word of the sentence; for bigrams, of the document.

use std::collections::HashSet;

use crate::matcher::stems::SentenceStems;

/// ln (1 + distinct content stems of a sentence that the document does not hold); at least 0.
pub(super) fn novelty(said: &SentenceStems) -> f64 {
    let novel = |stem: &&u32| **stem as usize >= said.known;
    let distinct: HashSet<_> = said.sentence.iter().filter(novel).collect();
    (distinct.len() as f64).ln_1p()
}

/// The number of distinct pairs of content stems that follow one another in a sentence and nowhere
/// in the document.
pub(super) fn novel_bigrams(said: &SentenceStems) -> usize {
    let mut novel: HashSet<_> = said.sentence.windows(2).collect();
    for bigram in said.document.windows(2) {
        novel.remove(bigram);
    }
    novel.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::stems::DocumentStems;
    use crate::text::Language;
    use crate::text::tokenize::words;

    #[test]
    fn old_words_are_novel_in_new_company() {
        let found = |document: &str, sentence: &str| {
            let document = words(document);
            let stems = DocumentStems::of(&document, Language::English);
            novel_bigrams(&stems.sentence(&words(sentence)))
        };
        let document = "The harbour line opened in May. The mayor praised the new bridge.";
        assert_eq!(found(document, "Harbour line opens"), 0);
        // Function words stand between nothing.
        assert_eq!(found(document, "The line is opening in May"), 0);
        // mayor opened, opened line
        assert_eq!(found(document, "The mayor opened the line"), 2);
        // new harbour, harbour ferry, and ferry, which comes twice, with itself and with harbour
        let again = "new harbour ferry, ferry; harbour ferry";
        assert_eq!(found(document, again), 4);
        assert_eq!((found(document, "ferry"), found("", "old ferry")), (0, 1));
    }

    #[test]
    fn words_are_novel_whose_beginning_the_document_does_not_hold() {
        let found = |document: &str, sentence: &str| {
            let document = words(document);
            let stems = DocumentStems::of(&document, Language::English);
            novelty(&stems.sentence(&words(sentence)))
        };
        let document = "The harbour line opened in May.";
        assert_eq!(found(document, "The harbour line opens"), 0.0);
        assert_eq!(
            found(document, "The harbours opening delayed"),
            1_f64.ln_1p()
        );
        assert_eq!(
            found(document, "Trains, trains and ships for towns"),
            3_f64.ln_1p()
        );
        assert_eq!(found(document, "Is it not open?"), 1_f64.ln_1p());
        // A number is one whole: 12345 is none of 12346.
        assert_eq!(found("12345 came", "12346 came"), 1_f64.ln_1p());
        // The s of a possessive says nothing.
        assert_eq!(found(document, "The harbour's line"), 0.0);
        assert_eq!((found("", "line"), found("line", "")), (1_f64.ln_1p(), 0.0));
    }
}
