//! How long the pieces are that a summary takes over from its document, beyond what any text does:
//! ln (1 + δ) − [`USUAL`], where δ is the extractive density of Grusky, Naaman and Artzi (2018), the
//! mean length in words of the document's own wording that a word of the summary is in.
//!
//! Cost: at worst the product of both lengths, so that only their first words are read.

use std::collections::HashMap;

use crate::matcher::stems::numbered;
use crate::metrics::fragments::fragments_of;

/// Words of a document and of a summary that are read.
const READ: [usize; 2] = [20_000, 2_000];

/// ln (1 + δ) of a summary in words of its own that names what its document names.
const USUAL: f64 = 2.0;

/// The density of a summary, both given as words: at least 0.
pub(super) fn density(document: &[String], summary: &[String]) -> f64 {
    let [of_document, of_summary] = READ;
    // As numbers, which are compared faster.
    let mut known: HashMap<&String, u32> = HashMap::new();
    let [document, summary] =
        [(document, of_document), (summary, of_summary)].map(|(words, most)| -> Vec<u32> {
            let numbers = words.iter().take(most);
            numbers.map(|word| numbered(&mut known, word)).collect()
        });
    (fragments_of(&document, &summary).density.ln_1p() - USUAL).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::extractive_fragments;
    use crate::text::tokenize::words;

    #[test]
    fn it_is_that_of_the_metric_beyond_the_usual() {
        let found = |document: &str, summary: &str| density(&words(document), &words(summary));
        let document = "The harbour line opens in May and links the port with the old town.";
        let wanted = extractive_fragments(document, document).density.ln_1p() - USUAL;
        assert!((found(document, document) - wanted).abs() < 1e-12 && wanted > 0.0);
        for (document, summary) in [
            (document, "The line opens in May"),
            (document, ""),
            ("", "a line"),
        ] {
            assert_eq!(found(document, summary), 0.0, "{summary}");
        }
    }

    #[test]
    fn only_the_first_words_are_read() {
        let [of_document, of_summary] = READ;
        let document = "a ".repeat(of_document) + &"c ".repeat(10_000);
        let summary = "c ".repeat(of_summary) + &"a ".repeat(of_summary);
        assert_eq!(density(&words(&document), &words(&summary)), 0.0);
    }
}
