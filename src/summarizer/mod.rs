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
//! - `tldr`: the best sentences as a paragraph;
//! - `teaser`: the best of the first sentences as a paragraph; with `auto` not those of the `tldr`;
//! - `key-points`: the best sentences as a list, one to a line.
//!
//! Where several sentences are taken, one that nearly repeats another is passed
//! over, so a summary can have fewer than the options ask for; with `subset` it
//! can have more, shorter ones.

mod compression;
mod gist;
mod headline;
pub mod options;
mod reading;
mod rendering;
pub mod salience;
mod selection;
#[cfg(feature = "onnx")]
pub mod seq2seq;
mod shown_headline;
pub mod subset;
pub mod textrank;
mod title;
pub mod top_sentences;
mod worth;
pub mod writer;

use std::ops::Range;

use crate::analysis::shape::{Kind, Shape, Unit};
use crate::error::{Error, ErrorKind, Result};
use crate::text::Language;
use gist::Gist;
use reading::Reading;

pub use options::{Method, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType};
pub use subset::subset_sentences;
pub use top_sentences::{top_sentences, top_sentences_by_embeddings};
pub use writer::{Candidate, Choice, Writer, WriterOptions, Writing, consensus_scores};

/// A teaser is chosen among this many times as many first sentences as it has…
const TEASER_CHOICE: usize = 2;
/// …but from no fewer than this many.
const MIN_TEASER_CHOICE: usize = 3;

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
        let language = self.language(text)?;
        let shape = Shape::read(text, language);
        let reading = Reading::of(&shape, language);
        if self.options.method == Method::Auto {
            return Ok(self.auto(&reading, &[]));
        }
        self.by_method(&reading)
    }

    /// The headline that [`Method::Auto`] shows of `text` where a model has `written` others, best
    /// first: one of those wins only if the document holds it word for word as a title or as a
    /// sentence cut down by the rules, and says nothing against it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text is empty or only whitespace.
    pub fn headline_among(&self, text: &str, written: &[String]) -> Result<String> {
        let language = self.language(text)?;
        let shape = Shape::read(text, language);
        let reading = Reading::of(&shape, language);
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
        let spans = |chosen: &[usize]| -> Vec<Range<usize>> {
            let sentences = chosen.iter().filter_map(|&at| reading.sentences.get(at));
            sentences.map(|sentence| sentence.span.clone()).collect()
        };
        let (text, language) = (&reading.shape.text, reading.document.language);
        match r#type {
            SummaryType::Headline => {
                let shown = shown_headline::choose(reading, &gist, length, written);
                if let Some(shown) = shown {
                    return vec![rendering::render(&shown, self.options.format)];
                }
                let best = gist.ranked(|_| true).first().copied();
                let best = best.and_then(|at| spans(&[at]).pop());
                self.headline(text, best, language)
            }
            SummaryType::KeyPoints => self.list(text, &spans(&gist.choose(r#type, length))),
            SummaryType::Tldr => {
                let chosen = gist.choose(r#type, length);
                let mut parts = self.paragraph(text, &spans(&chosen), language);
                if let Some(first) = parts.first_mut()
                    && !text.starts_with(first.as_str())
                {
                    *first = rendering::capitalized(first, language);
                }
                if gist.needs_title(&chosen)
                    && let Some(name) = title::name(reading)
                    && let Some(first) = parts.first_mut()
                {
                    let name = rendering::render(&name, self.options.format);
                    first.insert_str(0, &title::before(&name, language));
                }
                parts
            }
            SummaryType::Teaser => {
                self.paragraph(text, &spans(&gist.choose(r#type, length)), language)
            }
        }
    }

    /// The summary by a method that counts.
    fn by_method(&self, reading: &Reading) -> Result<Vec<String>> {
        let (text, language) = (&reading.shape.text, reading.document.language);
        let sentences = self.spans(reading);
        let scores = self.scores(text, &sentences);
        let best = ranked(text, &sentences, &scores);
        let spans = |chosen: Vec<usize>| -> Vec<Range<usize>> {
            let spans = chosen.iter().filter_map(|&at| sentences.get(at));
            spans.cloned().collect()
        };
        Ok(match self.options.r#type {
            SummaryType::Headline => {
                let best = match self.options.method {
                    Method::Lead | Method::TextRank => best
                        .first()
                        .and_then(|&index| sentences.get(index).cloned()),
                    Method::Auto | Method::Extractive | Method::Subset | Method::Abstractive => {
                        headline::choose(text, &sentences, &scores, &best)
                    }
                };
                self.headline(text, best, language)
            }
            SummaryType::Tldr => {
                let chosen = self.choose(text, &sentences, &scores, &best)?;
                self.paragraph(text, &spans(chosen), language)
            }
            SummaryType::Teaser => {
                let choice = (TEASER_CHOICE * self.count()).max(MIN_TEASER_CHOICE);
                let first = first_of(&best, choice);
                let chosen = self.choose(text, &sentences, &scores, &first)?;
                self.paragraph(text, &spans(chosen), language)
            }
            SummaryType::KeyPoints => {
                let chosen = self.choose(text, &sentences, &scores, &best)?;
                self.list(text, &spans(chosen))
            }
        })
    }

    /// The sentences that a method which counts chooses among: those of running text and lists,
    /// and, for more points than these are, the headings too.
    fn spans(&self, reading: &Reading) -> Vec<Range<usize>> {
        let points = self.options.r#type == SummaryType::KeyPoints;
        if points && reading.sentences.len() < self.count() {
            let shown = |unit: &&Unit| !matches!(unit.kind, Kind::Boilerplate | Kind::Signature);
            let units: Vec<&Unit> = reading.shape.units.iter().filter(shown).collect();
            if units.len() > reading.sentences.len() {
                let span = |unit: &&Unit| match unit.is_spoken {
                    true => unit.span.clone(),
                    false => unit.whole.clone(),
                };
                return units.iter().map(span).collect();
            }
        }
        let sentences = reading.sentences.iter();
        sentences.map(|sentence| sentence.span.clone()).collect()
    }

    /// What the method thinks of each sentence; the more, the better.
    fn scores(&self, text: &str, sentences: &[Range<usize>]) -> Vec<f64> {
        match self.options.method {
            Method::Auto | Method::Extractive | Method::Subset | Method::Abstractive => {
                top_sentences::scores(text, sentences)
            }
            Method::TextRank => textrank::scores(text, sentences),
            // Equal scores keep the order of the text.
            Method::Lead => vec![0.0; sentences.len()],
        }
    }

    /// Of `ranked` sentences those to take, in the order of the text.
    fn choose(
        &self,
        text: &str,
        sentences: &[Range<usize>],
        scores: &[f64],
        ranked: &[usize],
    ) -> Result<Vec<usize>> {
        let count = self.count();
        let chosen = selection::select(text, sentences, ranked.iter().copied(), count);
        if self.options.method != Method::Subset {
            return Ok(chosen);
        }
        let spans: Vec<Range<usize>> = chosen
            .iter()
            .filter_map(|&index| sentences.get(index).cloned())
            .collect();
        let words = top_sentences::words_of(text, &spans);
        let budget = words.iter().map(Vec::len).sum();
        subset::choose(text, sentences, scores, ranked, budget, &chosen)
    }

    /// How many sentences or points the summary has.
    fn count(&self) -> usize {
        let points = self.options.r#type == SummaryType::KeyPoints;
        match self.options.length {
            SummaryLength::Short if points => 3,
            SummaryLength::Medium if points => 5,
            SummaryLength::Long if points => 7,
            SummaryLength::Short => 1,
            SummaryLength::Medium => 3,
            SummaryLength::Long => 5,
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

    fn paragraph(&self, text: &str, sentences: &[Range<usize>], language: Language) -> Vec<String> {
        let mut previous = String::new();
        self.rendered(text, sentences)
            .map(|sentence| {
                let separator = rendering::separator(&previous, &sentence, language);
                let part = format!("{separator}{sentence}");
                previous = sentence;
                part
            })
            .collect()
    }

    fn list(&self, text: &str, sentences: &[Range<usize>]) -> Vec<String> {
        let bullet = match self.options.format {
            SummaryFormat::Markdown => MARKDOWN_BULLET,
            SummaryFormat::PlainText => "",
        };
        self.rendered(text, sentences)
            .enumerate()
            .map(|(position, sentence)| {
                let line_break = if position == 0 { "" } else { "\n" };
                format!("{line_break}{bullet}{sentence}")
            })
            .collect()
    }

    fn rendered(&self, text: &str, sentences: &[Range<usize>]) -> impl Iterator<Item = String> {
        sentences
            .iter()
            .filter_map(|span| text.get(span.clone()))
            .map(|sentence| rendering::render(sentence, self.options.format))
            .map(|sentence| rendering::closed(&sentence))
    }
}

/// The indices of the sentences from the best to the worst. Those without a
/// letter or digit are left out, unless there are no others.
fn ranked(text: &str, sentences: &[Range<usize>], scores: &[f64]) -> Vec<usize> {
    let says_something = |index: &usize| {
        sentences
            .get(*index)
            .and_then(|span| text.get(span.clone()))
            .is_some_and(|sentence| sentence.contains(char::is_alphanumeric))
    };
    let all = top_sentences::ranking(scores);
    let telling: Vec<usize> = all.iter().copied().filter(says_something).collect();
    if telling.is_empty() { all } else { telling }
}

/// Of `ranked` sentences the `count` that come first in the text, still ranked.
fn first_of(ranked: &[usize], count: usize) -> Vec<usize> {
    let mut in_order = ranked.to_vec();
    in_order.sort_unstable();
    let end = in_order.get(count).copied().unwrap_or(usize::MAX);
    ranked
        .iter()
        .copied()
        .filter(|&index| index < end)
        .collect()
}
