//! Writing summaries.
//!
//! A [`Summarizer`] reads the shape of a document, takes the best sentences of its running text and
//! writes them down in its order. Which are the best, the method says:
//!
//! - `auto`: the salient ones that stand alone ([`salience`]), which do not repeat one another;
//! - `extractive`: those most like the rest of the text
//!   ([`top_sentences`](mod@top_sentences): paper E, Algorithm 1);
//! - `subset`: those that say the most together, in at most as many words as
//!   `extractive` takes ([`subset`]: paper D);
//! - `textrank`: the most central ones ([`textrank`]);
//! - `lead`: the first.
//!
//! All run without a model, in linear or, for `textrank`, nearly linear time
//! and linear memory (`subset` adds a bounded search), and give the same summary everywhere. The types:
//!
//! - `headline`: with `auto` the document's title, where it says what the text is about, or a
//!   sentence cut down by rules to what is still a sentence; with the others one sentence, cut down
//!   to the limit between clauses or, failing that, between words;
//! - `tldr`: the best sentences as a paragraph; with `auto` behind the title, where they do not say
//!   what they are about;
//! - `teaser`: the best of the first sentences as a paragraph; with `auto` not those of the `tldr`;
//! - `key-points`: the best sentences as a list, one to a line.
//!
//! Where several sentences are taken, one that nearly repeats another is passed
//! over, so a summary can have fewer than the options ask for; with `subset` it
//! can have more, shorter ones.

mod capitals;
mod compression;
mod counting;
mod form;
mod gist;
mod headline;
mod naming;
pub mod options;
mod reading;
mod rendering;
pub mod salience;
mod selection;
#[cfg(feature = "onnx")]
pub mod seq2seq;
mod shown_headline;
mod standing;
pub mod subset;
pub mod textrank;
mod tidy;
mod title;
pub mod top_sentences;
mod worth;
pub mod writer;

use std::ops::Range;

use crate::analysis::shape::Shape;
use crate::error::{Error, ErrorKind, Result};
use crate::text::Language;
use gist::Gist;
use naming::Around;
use reading::Reading;

pub use options::{Method, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType};
pub use subset::subset_sentences;
pub use top_sentences::{top_sentences, top_sentences_by_embeddings};
pub use writer::{Candidate, Choice, Writer, WriterOptions, Writing, consensus_scores};

/// What marks a point of a Markdown list.
const MARKDOWN_BULLET: &str = "- ";

/// Writes summaries of the type, length and format that its options ask for.
///
/// ```
/// use epitome::summarizer::{Summarizer, SummarizerOptions, SummaryType};
///
/// let summarizer = Summarizer::new(SummarizerOptions {
///     r#type: SummaryType::Headline,
///     ..Default::default()
/// })?;
/// let text = "Good morning. The harbour line opens in May. The line links the harbour and the town.";
/// assert_eq!(summarizer.summarize(text)?, "The harbour line opens in May.");
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Summarizer {
    options: SummarizerOptions,
}

impl Summarizer {
    /// A summarizer with the given options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] for [`Method::Abstractive`], for which this
    /// build has no model.
    pub fn new(options: SummarizerOptions) -> Result<Self> {
        if options.method == Method::Abstractive {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "method {}: no abstractive model is packaged yet: allowed are {}, {}, {}, {}, {}",
                    options.method,
                    Method::Auto,
                    Method::Extractive,
                    Method::Subset,
                    Method::Lead,
                    Method::TextRank
                ),
            ));
        }
        Ok(Self { options })
    }

    /// The options that it was made with.
    pub fn options(&self) -> &SummarizerOptions {
        &self.options
    }

    /// The summary of `text`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text is empty or only whitespace.
    pub fn summarize(&self, text: &str) -> Result<String> {
        Ok(self.parts(text)?.concat())
    }

    /// The summary of `text` in parts of one sentence, for streaming: put one
    /// after the other, they are what [`summarize`](Self::summarize) returns.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text is empty or only whitespace.
    pub fn parts(&self, text: &str) -> Result<Vec<String>> {
        self.parts_about(text, "")
    }

    /// [`parts`](Self::parts) for a reader: with [`Method::Auto`] sentences that share words with
    /// `context`, a question or an audience, are taken first. An empty one asks for nothing.
    ///
    /// ```
    /// use epitome::summarizer::{Summarizer, SummarizerOptions, SummaryType};
    ///
    /// let summarizer = Summarizer::new(SummarizerOptions {
    ///     r#type: SummaryType::Headline,
    ///     ..Default::default()
    /// })?;
    /// let text = "The harbour line opens in May. A ticket for the line costs two euros.";
    /// let parts = summarizer.parts_about(text, "What does a ticket cost?")?;
    /// assert_eq!(parts.concat(), "A ticket for the line costs two euros.");
    /// # Ok::<(), epitome::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text is empty or only whitespace.
    pub fn parts_about(&self, text: &str, context: &str) -> Result<Vec<String>> {
        let language = self.language(text)?;
        let shape = Shape::read(text, language);
        if self.options.method != Method::Auto {
            return self.by_method(&shape, language);
        }
        let mut reading = Reading::of(&shape, language);
        reading.steer(context);
        Ok(self.auto(&reading, &[]))
    }

    /// The headline that [`Method::Auto`] shows of `text` where a model has `written` others, best
    /// first: one of those wins only if the document holds it word for word as a title or as a
    /// sentence cut down by the rules, and says nothing against it. With a `context` the sentences
    /// that share words with it are taken first, and what is written gives way to them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text is empty or only whitespace.
    pub fn headline_among(&self, text: &str, context: &str, written: &[String]) -> Result<String> {
        let language = self.language(text)?;
        let shape = Shape::read(text, language);
        let mut reading = Reading::of(&shape, language);
        reading.steer(context);
        let options = SummarizerOptions {
            r#type: SummaryType::Headline,
            method: Method::Auto,
            ..self.options
        };
        Ok(Self { options }.auto(&reading, written).concat())
    }

    /// The language of a text, which must hold one character.
    fn language(&self, text: &str) -> Result<Language> {
        if text.trim().is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "the text to summarize is empty or only whitespace: it must hold a sentence",
            ));
        }
        let given = self.options.language.or_else(|| Language::detect(text));
        Ok(given.unwrap_or(Language::English))
    }

    /// The summary by salience.
    fn auto(&self, reading: &Reading, written: &[String]) -> Vec<String> {
        let SummarizerOptions { r#type, length, .. } = self.options;
        let gist = Gist::of(reading);
        let (text, language) = (&reading.shape.text, reading.document.language);
        let shown = |chosen: &[usize]| -> Vec<String> {
            let tidied = chosen.iter().map(|&at| {
                let is_spoken = reading.sentences.get(at).is_some_and(|one| one.is_spoken);
                tidy::tidy(reading.text_of(at), language, is_spoken)
            });
            tidied.collect()
        };
        match r#type {
            SummaryType::Headline => {
                let shown = shown_headline::choose(reading, &gist, length, written);
                if let Some(shown) = shown {
                    return vec![rendering::render(&shown, self.options.format)];
                }
                let best = gist.ranked(|_| true).first().copied();
                let best = best.and_then(|at| reading.sentences.get(at));
                self.headline(text, best.map(|one| one.span.clone()), language)
            }
            SummaryType::KeyPoints => {
                let chosen = gist.choose(r#type, length);
                let around = naming::around(reading, &gist, &chosen, r#type);
                self.list(&shown(&chosen), |at, point| {
                    self.named(around.get(at), reading, point)
                })
            }
            SummaryType::Tldr | SummaryType::Teaser => {
                let chosen = gist.choose(r#type, length);
                let around = naming::around(reading, &gist, &chosen, r#type);
                self.paragraph(&shown(&chosen), language, |at, sentence| {
                    self.named(around.get(at), reading, sentence)
                })
            }
        }
    }

    fn headline(
        &self,
        text: &str,
        sentence: Option<Range<usize>>,
        language: Language,
    ) -> Vec<String> {
        let limit = headline::limit(self.options.length, language);
        sentence
            .map(|span| {
                let from_start = self.options.method == Method::Lead;
                headline::shorten(text, span, language, limit, from_start)
            })
            .map(|headline| rendering::render(&headline, self.options.format))
            .into_iter()
            .collect()
    }

    /// A sentence with what stands around it, and with a capital.
    fn named(&self, around: Option<&Around>, reading: &Reading, sentence: String) -> String {
        let language = reading.document.language;
        let begins = reading.shape.text.starts_with(sentence.as_str());
        let sentence = if begins {
            sentence
        } else {
            capitals::capitalized(&sentence, language, reading.shape)
        };
        let Some(Around { before, after }) = around else {
            return sentence;
        };
        if before.is_empty() && after.is_empty() {
            return sentence;
        }
        let name = rendering::render_before(before, self.options.format);
        format!("{name}{}{after}", rendering::marked(&sentence, language))
    }

    fn paragraph(
        &self,
        sentences: &[String],
        language: Language,
        named: impl Fn(usize, String) -> String,
    ) -> Vec<String> {
        let mut previous = String::new();
        let several = sentences.len() > 1;
        self.rendered(sentences)
            .enumerate()
            .map(|(at, sentence)| {
                let sentence = named(at, sentence);
                let sentence = if several {
                    rendering::marked(&sentence, language)
                } else {
                    sentence
                };
                let separator = rendering::separator(&previous, &sentence, language);
                let part = format!("{separator}{sentence}");
                previous = sentence;
                part
            })
            .collect()
    }

    fn list(&self, sentences: &[String], named: impl Fn(usize, String) -> String) -> Vec<String> {
        let bullet = match self.options.format {
            SummaryFormat::Markdown => MARKDOWN_BULLET,
            SummaryFormat::PlainText => "",
        };
        self.rendered(sentences)
            .enumerate()
            .map(|(position, sentence)| {
                let sentence = named(position, sentence);
                let line_break = if position == 0 { "" } else { "\n" };
                format!("{line_break}{bullet}{sentence}")
            })
            .collect()
    }

    fn rendered(&self, sentences: &[String]) -> impl Iterator<Item = String> {
        sentences
            .iter()
            .map(|sentence| rendering::render(sentence, self.options.format))
            .map(|sentence| rendering::closed(&sentence))
    }
}
