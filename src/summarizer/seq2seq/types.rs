//! Summaries of every type from what a model writes.
//!
//! A headline and a teaser need the beginning of a document, the other types all of it. Where a
//! model writes more sentences than the type and length ask for, the best of them are taken, as
//! the extractive methods take those of a document.

use super::{Generation, Seq2Seq, Seq2SeqOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::summarizer::{Method, Summarizer, SummarizerOptions, SummaryType};

impl Seq2Seq {
    /// [`begin`](Self::begin) for a summary of the type that `options` names.
    ///
    /// # Errors
    ///
    /// Those of `begin`.
    pub fn begin_summary(
        &self,
        document: &str,
        options: &SummarizerOptions,
        generation: &Seq2SeqOptions,
    ) -> Result<Generation> {
        let one = matches!(options.r#type, SummaryType::Headline | SummaryType::Teaser);
        let generation = Seq2SeqOptions {
            windows: if one { Some(1) } else { generation.windows },
            language: generation.language.or(options.language),
            ..generation.clone()
        };
        self.begin(document, &generation)
    }
}

impl Generation {
    /// What is written so far as a summary of the type, length and format that `options` name,
    /// in parts of one sentence: put one after the other, they are the summary.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if the model wrote nothing.
    pub fn parts(&self, options: &SummarizerOptions) -> Result<Vec<String>> {
        let text = self.text();
        if text.trim().is_empty() {
            return Err(Error::new(
                ErrorKind::Inference,
                "the model wrote no text for this document",
            ));
        }
        let options = SummarizerOptions {
            method: Method::Auto,
            ..*options
        };
        Summarizer::new(options)?.parts(&text)
    }
}
