//! Headlines that a model writes.
//!
//! An encoder reads the beginning of a document once. A decoder then says, for what is
//! written so far, how probable every next token is: one of its vocabulary, or one copied
//! from the document (See et al. 2017). Beam search looks for the most
//! probable headlines among those with the numbers and names of the document, and of these
//! the one is given that the others agree with most.
//!
//! A step of the decoder costs the packaged models some two million multiplications for
//! each hypothesis, a few milliseconds in WebAssembly; reading the document a hundred
//! million, once.

mod brackets;
mod consensus;
mod facts;
mod guide;
mod joiners;
mod search;
mod source;

use std::sync::Arc;

pub use self::consensus::consensus_scores;
use self::facts::Facts;
use self::guide::HeadlineGuide;
use self::joiners::Joiners;
use self::search::{Extensions, Search};
use self::source::Source;
use super::headline;
use super::options::{SummaryFormat, SummaryLength};
use super::rendering;
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::GenerationSpec;
use crate::model::{Session, Tensor, TensorData};
use crate::text::Language;
use crate::text::tokenize::Unigram;

/// The most hypotheses that a search can follow.
pub const MAX_BEAMS: usize = 32;
/// The greatest length penalty.
pub const MAX_LENGTH_PENALTY: f64 = 5.0;

/// Which of the headlines found is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// That which the others agree with most, by [`consensus_scores`].
    #[default]
    Consensus,
    /// That which scores best in the search.
    Likeliest,
}

/// How a headline is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WriterOptions {
    /// How many hypotheses are followed, 1 to [`MAX_BEAMS`]. Default: 8.
    pub beams: usize,
    /// α of the length penalty ((5 + n) / 6)^α that divides the log-probability of n tokens
    /// (Wu et al. 2016), 0 to [`MAX_LENGTH_PENALTY`]: the greater, the longer. Default: 0.8.
    pub length_penalty: f64,
    /// The longest headline, as for an extractive one; `None`: as long as the model can.
    pub length: Option<SummaryLength>,
    /// The language of the document. Default: guessed, from those of the model.
    pub language: Option<Language>,
    /// How it is written down.
    pub format: SummaryFormat,
    /// Whether its numbers and capitalised words must be those of the document, names and titles
    /// between quotation marks must stand there, a label in `【…】` opens only if the document has one,
    /// and brackets are closed rather than not.
    pub faithful: bool,
    /// Which of those found is the first.
    pub choice: Choice,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self {
            beams: 8,
            length_penalty: 0.8,
            length: Some(SummaryLength::Short),
            language: None,
            format: SummaryFormat::Markdown,
            faithful: true,
            choice: Choice::default(),
        }
    }
}

/// A headline that was found.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The headline.
    pub text: String,
    /// The natural logarithm of its probability under the model.
    pub log_probability: f64,
}

/// Writes headlines with a model.
#[derive(Clone)]
pub struct Writer(Arc<Model>);

struct Model {
    spec: GenerationSpec,
    languages: Vec<Language>,
    unigram: Unigram,
    surfaces: Vec<Box<str>>,
    encoder: Box<dyn Session>,
    decoder: Box<dyn Session>,
}

impl Writer {
    /// A writer over the graphs of `spec`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ShapeMismatch`] if the vocabulary has more or fewer pieces than the
    /// decoder.
    pub fn new(
        spec: GenerationSpec,
        languages: Vec<Language>,
        unigram: Unigram,
        encoder: Box<dyn Session>,
        decoder: Box<dyn Session>,
    ) -> Result<Self> {
        let surfaces = unigram.surfaces();
        if surfaces.len() != spec.words() {
            return Err(Error::new(
                ErrorKind::ShapeMismatch,
                format!(
                    "the vocabulary has {} pieces; the decoder writes {}",
                    surfaces.len(),
                    spec.words()
                ),
            ));
        }
        Ok(Self(Arc::new(Model {
            spec,
            languages,
            unigram,
            surfaces,
            encoder,
            decoder,
        })))
    }

    /// Checks that the model writes a language.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnsupportedLanguage`] if it does not.
    pub fn check_language(&self, language: Language) -> Result<()> {
        let languages = &self.0.languages;
        if languages.contains(&language) {
            return Ok(());
        }
        let allowed: Vec<_> = languages.iter().map(Language::to_string).collect();
        Err(Error::new(
            ErrorKind::UnsupportedLanguage,
            format!(
                "the model does not write the language `{language}`; allowed: {}",
                allowed.join(", ")
            ),
        ))
    }

    /// Reads a document; the headline is then written step by step.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text holds nothing to read, or an option
    /// is out of range; [`ErrorKind::UnsupportedLanguage`] if the model does not write the
    /// language; [`ErrorKind::Inference`] if the encoder fails.
    pub async fn begin(&self, text: &str, options: WriterOptions) -> Result<Writing> {
        check(text, &options)?;
        let model = Arc::clone(&self.0);
        if let Some(language) = options.language {
            self.check_language(language)?;
        }
        let language = options
            .language
            .or_else(|| Language::detect(text).filter(|found| model.languages.contains(found)))
            .or_else(|| model.languages.first().copied())
            .unwrap_or(Language::English);
        let source = Source::read(&model.unigram, text, &model.spec)?;
        let inputs = vec![source.tokens_tensor()?, source.frequencies_tensor()?];
        let memory = only(model.encoder.run(inputs).await?)?;
        let limit = options
            .length
            .map(|length| headline::limit(length, language));
        let facts = options.faithful.then(|| Facts::of(text, language));
        let search = Search::new(
            options.beams,
            options.length_penalty,
            model.spec.steps,
            model.spec.no_repeat,
        );
        let state = vec![0.0; model.spec.state()];
        let joiners = Joiners::of(text);
        Ok(Writing {
            model,
            source,
            memory,
            search,
            state,
            facts,
            limit,
            joiners,
            format: options.format,
            choice: options.choice,
            length_penalty: options.length_penalty,
        })
    }

    /// The headlines found for a document, best first.
    ///
    /// # Errors
    ///
    /// Those of [`begin`](Self::begin) and [`Writing::step`].
    pub async fn candidates(&self, text: &str, options: WriterOptions) -> Result<Vec<Candidate>> {
        let mut writing = self.begin(text, options).await?;
        while !writing.step().await? {}
        Ok(writing.candidates())
    }
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer")
            .field("languages", &self.0.languages)
            .finish_non_exhaustive()
    }
}

/// A headline that is being written.
pub struct Writing {
    model: Arc<Model>,
    source: Source,
    memory: Tensor,
    search: Search,
    /// The decoder's state of every live hypothesis, row after row.
    state: Vec<f32>,
    facts: Option<Facts>,
    limit: Option<usize>,
    joiners: Joiners,
    format: SummaryFormat,
    choice: Choice,
    length_penalty: f64,
}

impl Writing {
    /// One step of the decoder, for all hypotheses. Returns whether the search is over.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] if the decoder fails.
    pub async fn step(&mut self) -> Result<bool> {
        if self.search.is_over() {
            return Ok(true);
        }
        let live = self.search.live();
        let (beams, places) = (live.len(), self.source.places());
        let written = live.iter().map(|hypothesis| &hypothesis.tokens[..]);
        let last = written.clone().map(|tokens| self.source.written_id(tokens));
        let step = self.search.step();
        let row = self.model.spec.state();
        let mut relations = Vec::with_capacity(beams * places * source::RELATIONS);
        for tokens in written {
            self.source.relate(tokens, &mut relations);
        }
        let past = std::mem::take(&mut self.state);
        let inputs = vec![
            Tensor::new(vec![beams], TensorData::I64(last.collect()))?,
            Tensor::new(vec![1], TensorData::I64(vec![source::id(step)]))?,
            self.memory.clone(),
            Tensor::new(
                vec![beams, places, source::RELATIONS],
                TensorData::F32(relations),
            )?,
            Tensor::new(vec![beams, step + 1, row], TensorData::F32(past))?,
        ];
        let outputs = self.model.decoder.run(inputs).await?;
        let [words, copies, present] = <[Tensor; 3]>::try_from(outputs)
            .map_err(|outputs| failed(format!("the decoder gave {} outputs", outputs.len())))?;
        let (words, copies, present) = (floats(words)?, floats(copies)?, floats(present)?);
        let extensions = Extensions {
            words: &words,
            copies: &copies,
            source: self.source.ids(),
            unknown: self.source.unknown(),
            vocabulary: self.model.spec.words(),
        };
        let guide = HeadlineGuide {
            surfaces: &self.model.surfaces,
            source: &self.source,
            facts: self.facts.as_ref(),
            limit: self.limit,
        };
        self.search.extend(&extensions, &guide);
        let length = (step + 2) * row;
        for hypothesis in self.search.live() {
            let begin = hypothesis.parent * length;
            let rows = present.get(begin..begin + length);
            let rows = rows.ok_or_else(|| failed("the decoder's state is too short".into()))?;
            self.state.extend_from_slice(rows);
        }
        Ok(self.search.is_over())
    }

    /// What the headline begins with for certain: what all hypotheses that can still be the
    /// first candidate share. It only grows, and the first candidate begins with it.
    pub fn agreed(&self) -> String {
        if self.search.is_over() {
            let best = self.candidates().into_iter().next();
            return best.map(|best| best.text).unwrap_or_default();
        }
        let text = self.guide().text(&self.search.agreed(self.choice));
        let sure = self.joiners.restore(self.joiners.sure(&text));
        rendering::render_beginning(&sure, self.format)
    }

    /// The headlines found, best first; nothing before the search is over.
    pub fn candidates(&self) -> Vec<Candidate> {
        let guide = self.guide();
        let mut found: Vec<Candidate> = Vec::new();
        for hypothesis in self.search.results() {
            let text = self.joiners.restore(&guide.text(&hypothesis.tokens));
            let text = rendering::render(&text, self.format);
            // Different tokens can write one text; what scores better is kept.
            if !text.is_empty() && found.iter().all(|other| other.text != text) {
                found.push(Candidate {
                    text,
                    log_probability: hypothesis.log_probability,
                });
            }
        }
        match self.choice {
            Choice::Consensus => consensus::rank(found, self.length_penalty),
            Choice::Likeliest => found,
        }
    }

    fn guide(&self) -> HeadlineGuide<'_> {
        HeadlineGuide {
            surfaces: &self.model.surfaces,
            source: &self.source,
            facts: self.facts.as_ref(),
            limit: self.limit,
        }
    }
}

fn check(text: &str, options: &WriterOptions) -> Result<()> {
    let invalid = |problem: String| Err(Error::new(ErrorKind::InvalidArgument, problem));
    if text.trim().is_empty() {
        return invalid(
            "the text to summarize is empty or only whitespace: it must hold a sentence".into(),
        );
    }
    if !(1..=MAX_BEAMS).contains(&options.beams) {
        return invalid(format!(
            "beams is {}; it must be 1 to {MAX_BEAMS}",
            options.beams
        ));
    }
    if !(0.0..=MAX_LENGTH_PENALTY).contains(&options.length_penalty) {
        return invalid(format!(
            "the length penalty is {}; it must be 0 to {MAX_LENGTH_PENALTY}",
            options.length_penalty
        ));
    }
    Ok(())
}

fn only(outputs: Vec<Tensor>) -> Result<Tensor> {
    let count = outputs.len();
    match <[Tensor; 1]>::try_from(outputs) {
        Ok([output]) => Ok(output),
        Err(_) => Err(failed(format!("the encoder gave {count} outputs"))),
    }
}

fn floats(tensor: Tensor) -> Result<Vec<f32>> {
    match tensor.into_parts().1 {
        TensorData::F32(values) => Ok(values),
        _ => Err(failed("the decoder gave no float32".into())),
    }
}

fn failed(problem: String) -> Error {
    Error::new(ErrorKind::Inference, problem)
}
