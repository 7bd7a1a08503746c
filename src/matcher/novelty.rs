//! How many words of a sentence its document does not hold: novel unigrams (See, Liu and Manning
//! 2017), by their stems. Every one of them is a chance to say what the document does not, so that
//! they are counted, and not divided by the length of the sentence.
//!
//! Cost: a look-up for each word of the sentence.

use std::collections::HashSet;

use crate::matcher::stems::SentenceStems;

/// ln (1 + distinct content stems of a sentence that the document does not hold); at least 0.
pub(super) fn novelty(said: &SentenceStems) -> f64 {
    let novel = |stem: &&u32| **stem as usize >= said.known;
    let distinct: HashSet<_> = said.sentence.iter().filter(novel).collect();
    (distinct.len() as f64).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::stems::DocumentStems;
    use crate::text::Language;
    use crate::text::tokenize::words;

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
