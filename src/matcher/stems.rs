//! The stems of a document and of its sentences as numbers, which are compared faster than words.
//!
//! Cost: a look-up for every word.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::text::{Language, is_function_word, stem};

/// A document's stems, numbered in the order in which they first come.
pub(super) struct DocumentStems<'a> {
    numbers: HashMap<&'a str, u32>,
    all: Sequence,
    content: Sequence,
    language: Language,
}

/// Stems of a document, in order.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) stems: Vec<u32>,
    /// The pairs that stand near each other, once they are asked for.
    pub(super) near: OnceCell<FxHashSet<(u32, u32)>>,
}

/// A sentence's stems, by the numbers of its document's.
pub(super) struct SentenceStems<'a> {
    /// Those of its content words, in order, or of all its words where it has no others; what
    /// the document does not hold is numbered on from its last.
    pub(super) sentence: Vec<u32>,
    /// Those of the document that are of the same kind, in order.
    pub(super) document: &'a Sequence,
}

impl<'a> DocumentStems<'a> {
    /// Those of words in lower case.
    pub(super) fn of(words: &'a [String], language: Language) -> Self {
        let mut numbers = HashMap::new();
        let [mut all, mut content] = [(); 2].map(|()| Sequence::default());
        for word in words {
            let number = numbered(&mut numbers, stem(word));
            all.stems.push(number);
            if !is_function_word(word, language) {
                content.stems.push(number);
            }
        }
        Self {
            numbers,
            all,
            content,
            language,
        }
    }

    /// Those of a sentence that is given as words in lower case.
    pub(super) fn sentence(&self, words: &[String]) -> SentenceStems<'_> {
        let says = |word: &&String| !is_function_word(word, self.language);
        let (said, document): (Vec<_>, _) = if words.iter().any(|word| says(&word)) {
            (words.iter().filter(says).collect(), &self.content)
        } else {
            (words.iter().collect(), &self.all)
        };
        let known = self.numbers.len();
        let mut novel = HashMap::new();
        let number = |word: &String| match self.numbers.get(stem(word)) {
            Some(&number) => number,
            None => known as u32 + numbered(&mut novel, stem(word).to_owned()),
        };
        SentenceStems {
            sentence: said.into_iter().map(number).collect(),
            document,
        }
    }
}

/// The number of a word or stem, the next one if it has none yet.
pub(super) fn numbered<W: Hash + Eq>(numbers: &mut HashMap<W, u32>, word: W) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(word).or_insert(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::words;

    #[test]
    fn a_sentence_is_numbered_by_its_document_and_on_from_it() {
        let document = words("The line opens; the line is new.");
        let stems = DocumentStems::of(&document, Language::English);
        // the 0, line 1, open 2, is 3, new 4
        let found = |sentence: &str| {
            let said = stems.sentence(&words(sentence));
            (said.sentence, said.document.stems.clone())
        };
        let content = vec![1, 2, 1, 4];
        let wanted = (vec![5, 1, 6, 5], content.clone());
        assert_eq!(found("A ferry line to ports, a ferry"), wanted);
        assert_eq!(found("opening"), (vec![2], content.clone()));
        // Nothing but function words: all words of both.
        let all = vec![0, 1, 2, 0, 1, 3, 4];
        assert_eq!(found("it is the"), (vec![5, 3, 0], all.clone()));
        assert_eq!(found(""), (vec![], all));
        let chinese = words("港口线");
        let stems = DocumentStems::of(&chinese, Language::Chinese);
        assert_eq!(stems.sentence(&words("线路")).sentence, [2, 3]);
    }
}
