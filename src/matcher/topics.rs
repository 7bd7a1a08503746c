//! How many of a document's frequent words its summary holds. A word that is said again and again is
//! what a text is about (Luhn 1958), and readers find a summary relevant that holds many of them.
//!
//! Cost: linear in the document and the summary.

use std::collections::HashSet;

use crate::matcher::stems::SentenceStems;

/// A stem that the document says at least this often is frequent.
const FREQUENT: u32 = 3;

/// Frequent stems up to which none counts, since a title has as many, and beyond which no more count.
const COUNTED: [usize; 2] = [3, 15];

/// Distinct content stems of a summary that the document says three times or more, beyond 3 and up to 15,
/// by 12: 0 to 1.
pub(super) fn topics(said: &SentenceStems) -> f64 {
    let [least, most] = COUNTED;
    let mut times = vec![0_u32; said.known];
    for &stem in said.document {
        if let Some(times) = times.get_mut(stem as usize) {
            *times += 1;
        }
    }
    let frequent = |stem: &&u32| {
        times
            .get(**stem as usize)
            .is_some_and(|&times| times >= FREQUENT)
    };
    let distinct: HashSet<_> = said.sentence.iter().filter(frequent).collect();
    (distinct.len().clamp(least, most) - least) as f64 / (most - least) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::stems::DocumentStems;
    use crate::text::Language;
    use crate::text::tokenize::words;

    #[test]
    fn frequent_words_count_beyond_those_of_a_title() {
        let found = |document: &str, summary: &str| {
            let document = words(document);
            let stems = DocumentStems::of(&document, Language::English);
            topics(&stems.sentence(&words(summary)))
        };
        let numbers = |of: std::ops::Range<u32>| -> String {
            of.map(|number| format!("{number} ")).collect()
        };
        let document = numbers(0..20).repeat(3) + &numbers(20..40).repeat(2);
        for (summary, wanted) in [
            (numbers(0..3), 0.0),
            (numbers(0..4), 1.0 / 12.0),
            (numbers(0..4).repeat(2), 1.0 / 12.0),
            (numbers(0..15), 1.0),
            (numbers(0..20), 1.0),
            // Said twice, and never.
            (numbers(20..60), 0.0),
            (String::new(), 0.0),
        ] {
            assert_eq!(found(&document, &summary), wanted, "{summary}");
        }
        assert_eq!(found("", "the line"), 0.0);
        // Stems count: each of these is said three times, in different forms.
        let document = "line lines lined and port ports port, town town towns, ferry ferries ferry";
        assert_eq!(found(document, "Lines, port, town"), 0.0);
        assert_eq!(found(document, "Lines, port, town, ferry"), 1.0 / 12.0);
        // Function words do not.
        assert_eq!(
            found(&"the of and in ".repeat(5), "the of and in a line"),
            0.0
        );
    }
}
