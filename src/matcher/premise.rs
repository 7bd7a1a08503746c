//! What of a document a sentence of its summary is held against: the few sentences that hold most of
//! its words.
//!
//! Sentences are taken one after the other, each the one that holds most of the content stems that those
//! before it do not hold, the earlier one where two hold as many, until there are [`SENTENCES`], none
//! holds any more of them, or a further one would make more than [`Limits::premise`]. They stand in the
//! document's order. A sentence of more than [`Limits::sentence`] characters is taken in parts: a transcript or
//! a table may have no sentence ends.
//!
//! Cost: the stems of the document once, and for every sentence of the summary a pass over those of
//! every sentence of the document.

use std::collections::HashSet;
use std::ops::Range;

use crate::matcher::stems::DocumentStems;
use crate::text::{Language, normalized_words, sentences};

/// Sentences of a premise at most: a sentence of a summary seldom puts more together.
const SENTENCES: usize = 3;

/// Characters at most, so that a premise fills most of a window of 256 tokens.
struct Limits {
    premise: usize,
    sentence: usize,
}

/// Those of a language: a piece has one or two Chinese characters, and three or four letters.
const fn limits(language: Language) -> Limits {
    let [premise, sentence] = match language {
        Language::Chinese => [330, 150],
        Language::English | Language::Persian | Language::German => [900, 400],
    };
    Limits { premise, sentence }
}

/// The sentences of a document, to choose from.
pub(super) struct Premises<'a> {
    document: &'a str,
    language: Language,
    stems: &'a DocumentStems<'a>,
    sentences: Vec<(Range<usize>, HashSet<u32>)>,
    limits: Limits,
}

impl<'a> Premises<'a> {
    /// Those of a document, whose stems are given as well.
    pub(super) fn of(document: &'a str, stems: &'a DocumentStems<'a>, language: Language) -> Self {
        let limits = limits(language);
        let sentences = sentences(document, language)
            .into_iter()
            .flat_map(|span| parts(document, span, limits.sentence))
            .filter_map(|span| {
                let words = normalized_words(&document[span.clone()], language);
                let of_words = || stems.sentence(&words).sentence.into_iter().collect();
                (!words.is_empty()).then(|| (span, of_words()))
            })
            .collect();
        Self {
            document,
            language,
            stems,
            sentences,
            limits,
        }
    }

    /// The premise of a sentence; the document's first sentence with a word if it shares no stem
    /// with any.
    pub(super) fn of_sentence(&self, sentence: &str) -> String {
        let stems = self
            .stems
            .sentence(&normalized_words(sentence, self.language))
            .sentence;
        let mut left: HashSet<u32> = stems.into_iter().collect();
        let mut chosen: Vec<usize> = Vec::new();
        let mut room = self.limits.premise;
        while chosen.len() < SENTENCES {
            let held = |index: usize| self.sentences[index].1.intersection(&left).count();
            let best = (0..self.sentences.len())
                .filter(|index| !chosen.contains(index))
                .map(|index| (held(index), std::cmp::Reverse(index)))
                .max();
            let Some((count, std::cmp::Reverse(index))) = best else {
                break;
            };
            let length = self.text(index).chars().count();
            if !chosen.is_empty() && (count == 0 || length > room) {
                break;
            }
            room = room.saturating_sub(length);
            left.retain(|stem| !self.sentences[index].1.contains(stem));
            chosen.push(index);
        }
        chosen.sort_unstable();
        let texts: Vec<&str> = chosen.into_iter().map(|index| self.text(index)).collect();
        texts.join(" ")
    }

    fn text(&self, index: usize) -> &'a str {
        self.document[self.sentences[index].0.clone()].trim()
    }
}

/// A sentence in as few parts of so many characters at most as can be, cut at white space where there is some.
fn parts(document: &str, sentence: Range<usize>, longest: usize) -> Vec<Range<usize>> {
    let (mut found, mut start) = (Vec::new(), sentence.start);
    loop {
        let rest = &document[start..sentence.end];
        let Some((most, _)) = rest.char_indices().nth(longest) else {
            found.push(start..sentence.end);
            return found;
        };
        let gap = rest[..most].rfind(char::is_whitespace);
        let end = start + gap.filter(|&gap| gap > 0).unwrap_or(most);
        found.push(start..end);
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;

    fn premise(document: &str, sentence: &str) -> String {
        let read = words(document);
        let stems = DocumentStems::of(&read, Language::English);
        Premises::of(document, &stems, Language::English).of_sentence(sentence)
    }

    const DOCUMENT: &str = "The harbour line opens in May. It links the port with the old town. \
                            The council paid nine million for it. Trams run every ten minutes.";

    #[test]
    fn the_sentence_that_holds_all_stands_alone() {
        assert_eq!(
            premise(DOCUMENT, "The council paid nine million."),
            "The council paid nine million for it."
        );
    }

    #[test]
    fn what_one_sentence_lacks_another_adds_in_the_order_of_the_document() {
        assert_eq!(
            premise(DOCUMENT, "Trams to the port every ten minutes from May"),
            "The harbour line opens in May. It links the port with the old town. Trams run every ten minutes."
        );
    }

    #[test]
    fn where_nothing_is_shared_it_is_the_first_sentence() {
        let first = "The harbour line opens in May.";
        assert_eq!(premise(DOCUMENT, "A museum closes"), first);
        assert_eq!(premise(DOCUMENT, ""), first);
        assert_eq!(premise("", "A museum closes"), "");
    }

    #[test]
    fn a_long_sentence_is_taken_in_parts_and_a_premise_has_an_end() {
        const LONGEST: usize = limits(Language::English).sentence;
        let line = "the harbour line opens in may and ".repeat(40) + "a museum closes";
        let found = premise(&line, "museum");
        assert!(found.ends_with("a museum closes"), "{found}");
        assert!(found.chars().count() <= LONGEST, "{found}");
        let spans = parts(&line, 0..line.len(), LONGEST);
        assert_eq!(
            spans.iter().map(|span| span.len()).sum::<usize>(),
            line.len()
        );
        assert_eq!(parts("港", 0..3, LONGEST), [0..3; 1]);
        let whole = "港".repeat(LONGEST + 1);
        assert_eq!(
            parts(&whole, 0..whole.len(), LONGEST),
            [0..3 * LONGEST, 3 * LONGEST..whole.len()]
        );
        // Each of three parts adds a word, but they do not fit together.
        let long = |word: &str| "x".repeat(390) + " " + word + ". ";
        let document = long("tram") + &long("ferry") + &long("museum");
        let found = premise(&document, "tram ferry museum");
        assert!(found.chars().count() <= 900 && found.ends_with("ferry."));
        // A piece has fewer Chinese characters.
        let document = "电车开往港口的线路将于五月开通".repeat(30) + "。渡轮停航。";
        let read = words(&document);
        let stems = DocumentStems::of(&read, Language::Chinese);
        let found = Premises::of(&document, &stems, Language::Chinese).of_sentence("电车和渡轮");
        assert!(
            found.chars().count() <= 330 && found.ends_with("渡轮停航。"),
            "{found}"
        );
    }

    #[test]
    fn a_line_without_a_word_is_no_sentence() {
        assert_eq!(
            premise("***\n\nA tram stops.", "A museum closes"),
            "A tram stops."
        );
    }

    #[test]
    fn of_equals_the_earlier_is_taken() {
        let document = "A tram stops. A tram goes. A tram waits.";
        assert_eq!(premise(document, "tram"), "A tram stops.");
    }
}
