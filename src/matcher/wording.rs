//! What is counted of the words of a sentence against those of its document.
//!
//! Cost: the document's words are read once, and again for every sentence, by ROUGE, proximity and
//! novel bigrams where they have a weight.

use crate::matcher::novelty::{novel_bigrams, novelty};
use crate::matcher::parts::{Parts, weighed};
use crate::matcher::proximity::proximity;
use crate::matcher::stems::DocumentStems;
use crate::metrics::rouge_n;
use crate::model::manifest::FitSpec;
use crate::text::Language;
use crate::text::tokenize::words;

/// The words of a document, as the parts that have a weight read them.
pub(super) struct Wording<'a> {
    words: &'a [String],
    stems: Option<DocumentStems<'a>>,
    spec: &'a FitSpec,
}

impl<'a> Wording<'a> {
    /// The wording of a document that is given as words.
    pub(super) fn of(words: &'a [String], language: Language, spec: &'a FitSpec) -> Self {
        let counts = [spec.proximity, spec.novelty, spec.novel_bigrams] != [0.0; 3];
        Self {
            words,
            stems: counts.then(|| DocumentStems::of(words, language)),
            spec,
        }
    }

    /// What a sentence is judged by, as far as its words tell; all other parts are 0.
    pub(super) fn parts(&self, sentence: &str) -> Parts {
        let sentence = words(sentence);
        let precision = |n| rouge_n(&sentence, self.words, n).precision;
        let parts = Parts {
            rouge_1: weighed(self.spec.rouge_1, || precision(1)),
            rouge_2: weighed(self.spec.rouge_2, || precision(2)),
            ..Parts::default()
        };
        let Some(stems) = &self.stems else {
            return parts;
        };
        let said = stems.sentence(&sentence);
        Parts {
            proximity: weighed(self.spec.proximity, || proximity(&said)),
            novelty: weighed(self.spec.novelty, || novelty(&said)),
            novel_bigrams: weighed(self.spec.novel_bigrams, || novel_bigrams(&said)),
            ..parts
        }
    }
}
