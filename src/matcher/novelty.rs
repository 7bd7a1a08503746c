//! How many words of a sentence its document does not hold: novel unigrams (See, Liu and Manning
//! 2017), by their stems. Every one of them is a chance to say what the document does not, so that
//! they are counted, and not divided by the length of the sentence.
//!
//! Cost: a look-up for each word of the sentence.

use std::collections::HashSet;

/// ln (1 + distinct content stems of a sentence that are not among the document's stems); at least 0.
pub(super) fn novelty(document: &HashSet<&str>, sentence: &[&str]) -> f64 {
    let content: HashSet<&str> = sentence.iter().copied().collect();
    (content.difference(document).count() as f64).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;
    use crate::text::{Language, content_stems, stem};

    #[test]
    fn words_are_novel_whose_beginning_the_document_does_not_hold() {
        let found = |document: &str, sentence: &str| {
            let (document, sentence) = (words(document), words(sentence));
            let known = document.iter().map(|word| stem(word)).collect();
            novelty(&known, &content_stems(&sentence, Language::English))
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
        assert_eq!((found("", "line"), found("line", "")), (1_f64.ln_1p(), 0.0));
    }
}
