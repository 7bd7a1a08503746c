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
use crate::text::{Language, said};

/// The words of a document, as the parts that have a weight read them.
pub(super) struct Wording<'a> {
    words: &'a [String],
    language: Language,
    stems: Option<DocumentStems<'a>>,
    spec: &'a FitSpec,
}

/// What the words of a sentence tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// The parts that the sentence is judged by; all others are 0.
    pub(super) parts: Parts,
    /// Its novel bigrams, which are added up over the summary.
    pub(super) novel_bigrams: usize,
}

impl<'a> Wording<'a> {
    /// The wording of a document that is given as words.
    pub(super) fn of(words: &'a [String], language: Language, spec: &'a FitSpec) -> Self {
        let of_sentences = [spec.proximity, spec.novelty, spec.novel_bigrams];
        let counts = of_sentences != [0.0; 3] || [spec.topics, spec.repetition] != [0.0; 2];
        Self {
            words,
            language,
            stems: counts.then(|| DocumentStems::of(words, language)),
            spec,
        }
    }

    /// Its stems, if a part reads them.
    pub(super) fn stems(&self) -> Option<&DocumentStems<'a>> {
        self.stems.as_ref()
    }

    /// What the words of a sentence tell; 0 where it has no weight.
    pub(super) fn tell(&self, sentence: &str) -> Told {
        let sentence = said(sentence, self.language);
        let precision = |n| rouge_n(&sentence, self.words, n).precision;
        let shared = Parts {
            rouge_1: weighed(self.spec.rouge_1, || precision(1)),
            rouge_2: weighed(self.spec.rouge_2, || precision(2)),
            ..Parts::default()
        };
        let Some(stems) = &self.stems else {
            return Told {
                parts: shared,
                novel_bigrams: 0,
            };
        };
        let stemmed = stems.sentence(&sentence);
        Told {
            parts: Parts {
                proximity: weighed(self.spec.proximity, || proximity(&stemmed)),
                novelty: weighed(self.spec.novelty, || novelty(&stemmed)),
                ..shared
            },
            novel_bigrams: weighed(self.spec.novel_bigrams, || novel_bigrams(&stemmed)),
        }
    }
}
