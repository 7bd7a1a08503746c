//! What is counted of the words of a sentence against those of its document.
//!
//! Cost: the document's words are read once, and again for every sentence.

use crate::matcher::novelty::novel_bigrams;
use crate::matcher::parts::weighed;
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

/// What the words of a sentence tell; 0 where it has no weight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// ROUGE-1 precision.
    pub(super) rouge_1: f64,
    /// Its novel bigrams, which are added up over the summary.
    pub(super) novel_bigrams: usize,
}

impl<'a> Wording<'a> {
    /// The wording of a document that is given as words.
    pub(super) fn of(words: &'a [String], language: Language, spec: &'a FitSpec) -> Self {
        Self {
            words,
            language,
            stems: (spec.copied > 0.0).then(|| DocumentStems::of(words, language)),
            spec,
        }
    }

    /// What the words of a sentence tell.
    pub(super) fn tell(&self, sentence: &str) -> Told {
        let sentence = said(sentence, self.language);
        let novel = |stems: &DocumentStems| novel_bigrams(&stems.sentence(&sentence));
        Told {
            rouge_1: weighed(self.spec.rouge_1, || {
                rouge_n(&sentence, self.words, 1).precision
            }),
            novel_bigrams: self.stems.as_ref().map_or(0, novel),
        }
    }
}
