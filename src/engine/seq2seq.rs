//! Encoder-decoder models as they lie in a repository.

use serde_json::Value;

use crate::error::{Error, ErrorKind, Result};
use crate::runtime::{CpuBackend, onnx};
use crate::summarizer::seq2seq::{
    Decoder, GenerationConfig, Graph, Seq2Seq, decoder_spec, encoder_spec,
};
use crate::text::pretrained::PretrainedTokenizer;

/// The files of a decoder.
#[derive(Clone, Copy, Debug)]
pub enum DecoderFiles<'a> {
    /// `decoder_model_merged.onnx`: every step.
    Merged(&'a [u8]),
    /// `decoder_model.onnx` and `decoder_with_past_model.onnx`.
    Pair(&'a [u8], &'a [u8]),
    /// `decoder_model.onnx` alone, which reads all that is written at every step.
    Plain(&'a [u8]),
}

/// The files of an encoder-decoder model.
#[derive(Clone, Copy, Debug)]
pub struct Seq2SeqFiles<'a> {
    /// `config.json`
    pub config: &'a [u8],
    /// `generation_config.json`
    pub generation_config: Option<&'a [u8]>,
    /// `tokenizer.json`
    pub tokenizer: &'a [u8],
    /// `tokenizer_config.json`
    pub tokenizer_config: Option<&'a [u8]>,
    /// `encoder_model.onnx`
    pub encoder: &'a [u8],
    /// The decoder.
    pub decoder: DecoderFiles<'a>,
}

/// A greater `model_max_length` says that a tokenizer does not know one.
const LONGEST_WINDOW: u64 = 1 << 20;

impl Seq2Seq {
    /// Makes a model from its files, on the CPU. `beside` finds files that graphs keep numbers
    /// in, by their paths from the graphs' folder.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] if a file of settings is malformed, those of
    /// [`PretrainedTokenizer::from_json`] and [`Seq2Seq::new`], and what makes a graph unfit.
    pub fn from_files<'a>(
        files: &Seq2SeqFiles<'a>,
        beside: &(dyn Fn(&str) -> Option<&'a [u8]> + 'a),
    ) -> Result<Self> {
        let config = json("config.json", files.config)?;
        let optional = |name, bytes: Option<&[u8]>| bytes.map(|b| json(name, b)).transpose();
        let generation = optional("generation_config.json", files.generation_config)?;
        let tokens = optional("tokenizer_config.json", files.tokenizer_config)?;
        let generation = GenerationConfig::read(&config, generation.as_ref())?;
        let tokenizer = PretrainedTokenizer::from_json(files.tokenizer)
            .map_err(|error| error.at("tokenizer.json"))?;

        let number = |value: Option<&Value>| value.and_then(Value::as_u64);
        let read = ["max_position_embeddings", "n_positions"];
        let lengths = read.iter().map(|name| number(config.get(name)));
        let known = number(tokens.as_ref().and_then(|t| t.get("model_max_length")));
        let window = lengths
            .chain([known])
            .flatten()
            .filter(|length| (1..=LONGEST_WINDOW).contains(length))
            .min()
            .and_then(|length| usize::try_from(length).ok());

        let open = |name: &str, bytes: &[u8], kind: Kind| {
            let spec = onnx::interface(bytes)
                .map_err(|error| error.at(name))?
                .into_spec(name);
            let spec = match kind {
                Kind::Encoder => encoder_spec(spec),
                Kind::First => decoder_spec(spec, true, true),
                Kind::Later => decoder_spec(spec, true, false),
                Kind::Plain => decoder_spec(spec, false, false),
            };
            let session = CpuBackend.open(bytes, &spec, beside);
            let session = session.map_err(|error| error.at(name))?;
            Ok::<_, Error>(Graph { spec, session })
        };
        let encoder = open("encoder_model", files.encoder, Kind::Encoder)?;
        let decoder = match files.decoder {
            DecoderFiles::Merged(bytes) => {
                Decoder::Merged(open("decoder_model_merged", bytes, Kind::First)?)
            }
            DecoderFiles::Pair(first, past) => Decoder::Pair {
                first: open("decoder_model", first, Kind::First)?,
                past: open("decoder_with_past_model", past, Kind::Later)?,
            },
            DecoderFiles::Plain(bytes) => {
                Decoder::Plain(open("decoder_model", bytes, Kind::Plain)?)
            }
        };
        Self::new(tokenizer, generation, window, encoder, decoder)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Encoder,
    First,
    Later,
    Plain,
}

fn json(name: &str, bytes: &[u8]) -> Result<Value> {
    serde_json::from_slice(bytes).map_err(|error| {
        Error::new(
            ErrorKind::InvalidManifest,
            format!("{name} is not valid JSON: {error}"),
        )
        .with_source(error)
    })
}
