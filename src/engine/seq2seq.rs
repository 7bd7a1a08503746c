//! Encoder-decoder models as they lie in a repository.

use serde_json::Value;

use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{GraphRole, GraphSpec, PretrainedGraph, PretrainedSpec};
use crate::model::{Bundle, Place};
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
        let (generation, window) = settings(
            files.config,
            files.generation_config,
            files.tokenizer_config,
        )?;
        let tokenizer = PretrainedTokenizer::from_json(files.tokenizer)
            .map_err(|error| error.at("tokenizer.json"))?;

        let open = |name: &str, bytes: &[u8], kind: Kind| {
            let spec = onnx::interface(bytes)
                .map_err(|error| error.at(name))?
                .into_spec(name);
            let spec = kind.of(spec);
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

/// What is read of a graph's outputs.
#[derive(Clone, Copy)]
enum Kind {
    Encoder,
    First,
    Later,
    Plain,
}

impl Kind {
    fn of(self, spec: GraphSpec) -> GraphSpec {
        match self {
            Self::Encoder => encoder_spec(spec),
            Self::First => decoder_spec(spec, true, true),
            Self::Later => decoder_spec(spec, true, false),
            Self::Plain => decoder_spec(spec, false, false),
        }
    }
}

/// What a graph of a model that writes reads and what is read of it; as it is of another model's.
pub(super) fn read_of(
    spec: GraphSpec,
    graph: &PretrainedGraph,
    model: &PretrainedSpec,
) -> GraphSpec {
    let has = |role| model.graphs.iter().any(|graph| graph.role == role);
    let kind = match graph.role {
        GraphRole::Model => return spec,
        GraphRole::Encoder => Kind::Encoder,
        GraphRole::DecoderMerged => Kind::First,
        GraphRole::DecoderWithPast => Kind::Later,
        GraphRole::Decoder if has(GraphRole::DecoderWithPast) => Kind::First,
        GraphRole::Decoder => Kind::Plain,
    };
    kind.of(spec)
}

/// How a model writes, and how many tokens of a document it reads, by its files.
fn settings(
    config: &[u8],
    generation_config: Option<&[u8]>,
    tokenizer_config: Option<&[u8]>,
) -> Result<(GenerationConfig, Option<usize>)> {
    let config = json("config.json", config)?;
    let optional = |name, bytes: Option<&[u8]>| bytes.map(|b| json(name, b)).transpose();
    let generation = optional("generation_config.json", generation_config)?;
    let tokens = optional("tokenizer_config.json", tokenizer_config)?;
    let generation = GenerationConfig::read(&config, generation.as_ref())?;
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
    Ok((generation, window))
}

impl Seq2Seq {
    /// Makes the model that a bundle holds: one of system `pretrained` that writes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] if a file of settings is malformed or the bundle holds no such
    /// model, and what makes its tokenizer or a graph unfit.
    pub async fn load(bundle: &Bundle) -> Result<Self> {
        let name = &bundle.manifest().name;
        let Some(spec) = &bundle.manifest().pretrained else {
            return Err(super::incomplete(bundle));
        };
        let load = async {
            let file = |path: &Option<String>| path.as_ref().map(|path| bundle.file(path));
            let (config, window) = settings(
                bundle.file(&spec.config)?,
                file(&spec.generation_config).transpose()?,
                file(&spec.tokenizer_config).transpose()?,
            )?;
            let tokenizer = super::field::pretrained_tokenizer(bundle, &spec.tokenizer)?;
            let mut graphs = Vec::with_capacity(spec.graphs.len());
            for graph in &spec.graphs {
                let spec = super::field::graph_of(bundle, graph)?;
                let session = super::session(bundle, Some(&spec), Place::Cpu).await?;
                graphs.push((graph.role, Graph { spec, session }));
            }
            let mut graphs = graphs.into_iter();
            let Some((GraphRole::Encoder, encoder)) = graphs.next() else {
                return Err(super::incomplete(bundle));
            };
            let decoder = match (graphs.next(), graphs.next()) {
                (Some((GraphRole::DecoderMerged, graph)), None) => Decoder::Merged(graph),
                (Some((GraphRole::Decoder, graph)), None) => Decoder::Plain(graph),
                (Some((GraphRole::Decoder, first)), Some((GraphRole::DecoderWithPast, past))) => {
                    Decoder::Pair { first, past }
                }
                _ => return Err(super::incomplete(bundle)),
            };
            Self::new(tokenizer, config, window, encoder, decoder)
        };
        load.await
            .map_err(|error: Error| error.at(format!("model `{name}`")))
    }
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
