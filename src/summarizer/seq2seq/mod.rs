//! Summaries by encoder–decoder models of the field: T5, BART, Pegasus, Marian and their kin.
//!
//! The encoder reads a window of the document once; the decoder writes token after token, by a
//! greedy or a beam search that gives what `generate` of transformers gives. A document that is
//! longer than a window is read in several, whose summaries are joined.
//!
//! Cost: for each window a run of the encoder, and for each token of a summary a run of the
//! decoder over all beams.

pub mod generation_config;
pub mod graphs;
mod memory;
mod processors;
mod search;
mod types;
mod windows;

use std::ops::Range;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::text::Language;
use crate::text::pretrained::PretrainedTokenizer;
use memory::Memory;
use search::Search;
use windows::Window;

pub use generation_config::{EarlyStopping, GenerationConfig, MAX_BEAMS};
pub use graphs::{Decoder, Graph, decoder_spec, encoder_spec};

/// Tokens that a window has where a model does not say how many it reads.
const DEFAULT_WINDOW: usize = 512;

/// Windows that are read of one document unless the options say otherwise.
const DEFAULT_WINDOWS: usize = 16;

/// How an output is written. What is `None` is as the model's files say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seq2SeqOptions {
    /// How many hypotheses are followed, 1 to [`MAX_BEAMS`].
    pub beams: Option<usize>,
    /// The power of the length that divides a score: the greater, the longer.
    pub length_penalty: Option<f64>,
    /// The most tokens of a window's summary.
    pub max_new_tokens: Option<usize>,
    /// The fewest tokens of a window's summary.
    pub min_new_tokens: Option<usize>,
    /// The most windows that are read; what is behind them is left out.
    pub windows: Option<usize>,
    /// The language of the document, whose sentences are found. Default: guessed.
    pub language: Option<Language>,
}

/// An output of a search.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// What is written.
    pub text: String,
    /// Its tokens, with the start and without the end.
    pub tokens: Vec<i64>,
    /// Its log-probability divided by a power of its length; 0 of a greedy search.
    pub score: f64,
    /// Whether it ended by itself, and not because it was as long as allowed.
    pub complete: bool,
}

/// A model that writes.
#[derive(Clone)]
pub struct Seq2Seq {
    model: Arc<Model>,
    config: GenerationConfig,
}

struct Model {
    tokenizer: PretrainedTokenizer,
    window: usize,
    encoder: Graph,
    decoder: Decoder,
}

impl std::fmt::Debug for Seq2Seq {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seq2Seq")
            .field("config", &self.config)
            .field("window", &self.model.window)
            .finish_non_exhaustive()
    }
}

impl Seq2Seq {
    /// A model of its parts. `window` is how many tokens the encoder reads: `None` for 512.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the configuration is out of range;
    /// [`ErrorKind::ShapeMismatch`] if a graph takes or gives what is not known.
    pub fn new(
        tokenizer: PretrainedTokenizer,
        config: GenerationConfig,
        window: Option<usize>,
        encoder: Graph,
        decoder: Decoder,
    ) -> Result<Self> {
        config.check()?;
        encoder.check_encoder()?;
        decoder.check()?;
        let model = Arc::new(Model {
            tokenizer,
            window: window.unwrap_or(DEFAULT_WINDOW),
            encoder,
            decoder,
        });
        Ok(Self { model, config })
    }

    /// The same model, generating in another way.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the configuration is out of range.
    pub fn with_config(&self, config: GenerationConfig) -> Result<Self> {
        config.check()?;
        let model = Arc::clone(&self.model);
        Ok(Self { model, config })
    }

    /// How the model generates.
    pub fn config(&self) -> &GenerationConfig {
        &self.config
    }

    /// How many tokens the encoder reads at once, with those that are not of the document.
    pub fn window(&self) -> usize {
        self.model.window
    }

    /// The tokens that a document has, with the prefix and special tokens.
    pub fn count_tokens(&self, document: &str) -> usize {
        let tokenizer = &self.model.tokenizer;
        let text = format!("{}{document}", self.config.prefix);
        tokenizer.encode(&text).len() + tokenizer.special_tokens(false)
    }

    /// Begins the summary of a document; it is then written step by step.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the text holds nothing to read, or an option is out
    /// of range.
    pub fn begin(&self, document: &str, options: &Seq2SeqOptions) -> Result<Generation> {
        if document.trim().is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "the text to summarize is empty or only whitespace: it must hold a sentence",
            ));
        }
        let config = self.config_with(options)?;
        let language = options
            .language
            .or_else(|| Language::detect(document))
            .unwrap_or(Language::English);
        let mut windows = windows::windows(
            &self.model.tokenizer,
            &config.prefix,
            document,
            language,
            self.model.window,
        );
        windows.truncate(options.windows.unwrap_or(DEFAULT_WINDOWS).max(1));
        windows.reverse();
        Ok(Generation {
            model: Arc::clone(&self.model),
            config,
            waiting: windows,
            current: None,
            finished: vec![],
            read: 0..0,
            backend: self.model.decoder_backend(),
        })
    }

    /// Begins an output for a text whose tokens are given, with special tokens.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if there are no tokens, or an option is out of range.
    pub fn begin_with_tokens(&self, ids: Vec<i64>, options: &Seq2SeqOptions) -> Result<Generation> {
        if ids.is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "there are no tokens to read",
            ));
        }
        let window = Window { ids, span: 0..0 };
        Ok(Generation {
            model: Arc::clone(&self.model),
            config: self.config_with(options)?,
            waiting: vec![window],
            current: None,
            finished: vec![],
            read: 0..0,
            backend: self.model.decoder_backend(),
        })
    }

    /// The summary of a document.
    ///
    /// # Errors
    ///
    /// Those of [`begin`](Self::begin) and [`Generation::step`].
    pub async fn summarize(&self, document: &str, options: &Seq2SeqOptions) -> Result<String> {
        let mut generation = self.begin(document, options)?;
        while !generation.step().await? {}
        Ok(generation.text())
    }

    fn config_with(&self, options: &Seq2SeqOptions) -> Result<GenerationConfig> {
        let mut config = self.config.clone();
        if let Some(beams) = options.beams {
            config.beams = beams;
        }
        if let Some(penalty) = options.length_penalty {
            config.length_penalty = penalty;
        }
        if let Some(most) = options.max_new_tokens {
            config.max_length = most.saturating_add(1);
            config.min_length = config.min_length.min(config.max_length.saturating_sub(1));
        }
        if let Some(fewest) = options.min_new_tokens {
            config.min_length = fewest.saturating_add(1);
        }
        config.check()?;
        Ok(config)
    }
}

impl Model {
    fn decoder_backend(&self) -> &'static str {
        match &self.decoder {
            Decoder::Plain(graph) | Decoder::Merged(graph) => graph.session.backend(),
            Decoder::Pair { past, .. } => past.session.backend(),
        }
    }

    /// The text of an output's tokens.
    fn text(&self, tokens: &[i64]) -> String {
        let ids: Vec<u32> = tokens
            .iter()
            .filter_map(|&id| u32::try_from(id).ok())
            .collect();
        self.tokenizer.decode(&ids, true).trim().to_owned()
    }
}

/// A window whose summary is under way.
struct Current {
    search: Search,
    memory: Memory,
    /// Which beam of the step before each one goes on.
    parents: Vec<usize>,
    span: Range<usize>,
}

/// A summary that is being written. Dropping it ends it.
pub struct Generation {
    model: Arc<Model>,
    config: GenerationConfig,
    /// The last one is next.
    waiting: Vec<Window>,
    current: Option<Current>,
    /// The outputs of each window, best first.
    finished: Vec<Vec<Output>>,
    read: Range<usize>,
    backend: &'static str,
}

impl Generation {
    /// Reads the next window, or writes one token. Returns whether all is written.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Inference`] and [`ErrorKind::ShapeMismatch`] if a graph fails.
    pub async fn step(&mut self) -> Result<bool> {
        if self.current.is_none() {
            let Some(window) = self.waiting.pop() else {
                return Ok(true);
            };
            let memory = Memory::read(&self.model.encoder, &window.ids).await?;
            self.current = Some(Current {
                search: Search::new(self.config.clone(), window.ids),
                memory,
                parents: vec![],
                span: window.span,
            });
            return Ok(false);
        }
        let Some(current) = &mut self.current else {
            return Ok(true);
        };
        let beams = current.search.beams();
        // Before the first step all beams are the same.
        let first = current.parents.is_empty();
        let outputs: Vec<&[i64]> = beams
            .iter()
            .map(|beam| &beam.tokens[..])
            .take(if first { 1 } else { beams.len() })
            .collect();
        let logits = current
            .memory
            .step(&self.model.decoder, &outputs, &current.parents)
            .await?;
        let parents = current.search.extend(&logits.values, logits.vocabulary);
        // The first step had one row for all.
        current.parents = if first {
            vec![0; parents.len()]
        } else {
            parents
        };
        if !current.search.is_over() {
            return Ok(false);
        }
        let results = current.search.results().iter();
        let outputs = results.map(|ended| Output {
            text: self.model.text(&ended.tokens),
            tokens: ended.tokens.clone(),
            score: ended.score,
            complete: ended.complete,
        });
        let outputs = outputs.collect();
        self.finished.push(outputs);
        self.read.end = current.span.end;
        self.current = None;
        Ok(self.waiting.is_empty())
    }

    /// What the summary begins with for certain. It only grows, and is the whole summary in
    /// the end.
    pub fn text(&self) -> String {
        let best = self.finished.iter().filter_map(|outputs| outputs.first());
        let mut text = String::new();
        for output in best {
            join(&mut text, &output.text);
        }
        if let Some(current) = &self.current {
            let mut begun = self.model.text(current.search.agreed());
            // The last character may still change with the bytes that follow it.
            while begun.ends_with('\u{fffd}') {
                begun.pop();
            }
            join(&mut text, &begun);
        }
        text
    }

    /// The outputs of each window that is written, best first.
    pub fn outputs(&self) -> &[Vec<Output>] {
        &self.finished
    }

    /// The bytes of the document that were read so far.
    pub fn read(&self) -> Range<usize> {
        self.read.clone()
    }

    /// Where the decoder runs: `wasm`, `webgpu` or `native`.
    pub fn backend(&self) -> &'static str {
        self.backend
    }
}

/// Adds a part after a space.
fn join(text: &mut String, part: &str) {
    if !text.is_empty() && !part.is_empty() {
        text.push(' ');
    }
    text.push_str(part);
}
