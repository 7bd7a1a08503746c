//! The one place where a backend meets a task: bundles become matchers,
//! line classifiers and writers.

#[cfg(feature = "onnx")]
mod seq2seq;

#[cfg(feature = "onnx")]
pub use seq2seq::{DecoderFiles, Seq2SeqFiles};

use crate::error::{Error, ErrorKind, Result};
#[cfg(feature = "onnx")]
use crate::hub::{Config, HeadOptions};
use crate::matcher::Matcher;
use crate::matcher::entailment::Entailment;
#[cfg(feature = "onnx")]
use crate::matcher::field::{FieldMatcher, FieldModel, FieldParts};
use crate::matcher::fit::FitMatcher;
use crate::matcher::neural::NeuralMatcher;
use crate::matcher::rouge::RougeMatcher;
use crate::matcher::svm::{self, SvmMatcher};
use crate::model::manifest::{
    EntailmentSpec, GraphSpec, PretrainedGraph, System, Task, TokenizerKind, TokenizerSpec,
};
use crate::model::{Backend, Bundle, Place, Session};
use crate::runtime::CpuBackend;
use crate::structure::LineClassifier;
use crate::summarizer::Writer;
#[cfg(feature = "onnx")]
use crate::text::pretrained::PretrainedTokenizer;
use crate::text::tokenize::{Unigram, WordPiece};
use crate::text::{Language, Tokenizer, Vocabulary};

/// The name that results computed without a graph report.
const HOST: &str = if cfg!(target_arch = "wasm32") {
    "wasm"
} else {
    "native"
};

/// The plan of the graph in a file of a bundle, as a file, which runs where ONNX is not
/// read.
///
/// # Errors
///
/// What makes the graph unfit.
#[cfg(all(
    feature = "js",
    feature = "onnx",
    target_arch = "wasm32",
    target_os = "unknown"
))]
pub(crate) fn plan_of(bundle: &Bundle, path: &str) -> Result<Vec<u8>> {
    match pretrained_graph(bundle, path) {
        Some(graph) => crate::runtime::plan_of_graph(bundle, &graph_of(bundle, graph)?),
        None => crate::runtime::plan_of(bundle, path),
    }
}

/// The plan of the graph in a file of a bundle, as above.
///
/// # Errors
///
/// What makes the graph unfit.
#[cfg(all(
    feature = "js",
    not(feature = "onnx"),
    target_arch = "wasm32",
    target_os = "unknown"
))]
pub(crate) fn plan_of(bundle: &Bundle, path: &str) -> Result<Vec<u8>> {
    crate::runtime::plan_of(bundle, path)
}

/// What the graph in a file of a model of the field reads and writes.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if the model has no such graph, and what makes the file unfit.
#[cfg(all(
    feature = "js",
    feature = "onnx",
    target_arch = "wasm32",
    target_os = "unknown"
))]
pub(crate) fn interface_of(bundle: &Bundle, path: &str) -> Result<GraphSpec> {
    match pretrained_graph(bundle, path) {
        Some(graph) => graph_of(bundle, graph),
        None => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "model `{}` has no graph of the field in `{path}`",
                bundle.manifest().name
            ),
        )),
    }
}

#[cfg(all(
    feature = "js",
    feature = "onnx",
    target_arch = "wasm32",
    target_os = "unknown"
))]
fn pretrained_graph<'a>(bundle: &'a Bundle, path: &str) -> Option<&'a PretrainedGraph> {
    let pretrained = bundle.manifest().pretrained.as_ref()?;
    pretrained.graphs.iter().find(|graph| graph.file == path)
}

impl Matcher {
    /// Makes the matcher that a bundle describes, for `language` or, where none
    /// is given, for the language of each document.
    ///
    /// ```
    /// use epitome::matcher::{MatchOptions, Matcher, Pair};
    /// use epitome::model::Bundle;
    ///
    /// # pollster::block_on(async {
    /// let bundle = Bundle::open("models/rouge")?;
    /// let matcher = Matcher::load(&bundle, None).await?;
    /// let pairs = [Pair {
    ///     document: "The harbour line opens in May. It links the harbour and the town.".into(),
    ///     summary: "Harbour line to open in May".into(),
    /// }];
    /// let matches = matcher.match_batch(&pairs, MatchOptions::default()).await?;
    /// assert!(matches[0].matched);
    /// # Ok::<(), epitome::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnsupportedLanguage`], [`ErrorKind::Unsupported`] if the
    /// graph is an ONNX file that this build does not read, and what makes the graph or the vocabulary
    /// unfit.
    pub async fn load(bundle: &Bundle, language: Option<Language>) -> Result<Self> {
        Self::load_on(bundle, language, Place::Cpu).await
    }

    /// [`load`](Self::load), with its graph where `place` says.
    ///
    /// # Errors
    ///
    /// Those of `load`, and [`ErrorKind::Unsupported`] if a GPU is asked for and this
    /// build or host has none.
    pub async fn load_on(
        bundle: &Bundle,
        language: Option<Language>,
        place: Place,
    ) -> Result<Self> {
        let manifest = bundle.manifest();
        let (rouge, fit) = (&manifest.rouge, &manifest.fit);
        match (manifest.system, rouge, fit) {
            (System::Rouge, Some(spec), _) => Self::from_rouge(
                manifest.clone(),
                language,
                RougeMatcher::new(spec.clone(), HOST),
            ),
            (System::Neural, _, _) => Self::from_neural(
                manifest.clone(),
                language,
                load_neural(bundle, place).await?,
            ),
            (System::Fit, _, Some(_)) => {
                let matcher = FitMatcher::load_on(bundle, place).await?;
                Self::from_fit(manifest.clone(), language, matcher)
            }
            (System::Svm, _, _) => Self::from_svm(manifest.clone(), language, load_svm(bundle)?),
            #[cfg(feature = "onnx")]
            (System::Pretrained, _, _) if manifest.task == Task::Matching => {
                let matcher = FieldMatcher::new(load_field(bundle, place).await?);
                Self::from_field(manifest.clone(), language, matcher)
            }
            #[cfg(feature = "onnx")]
            (System::Pretrained, _, _) => Err(other_task(bundle, "Matcher", "Summarizer")),
            #[cfg(not(feature = "onnx"))]
            (System::Pretrained, _, _) => Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "model `{}` is one of the field, which the build that reads ONNX runs",
                    manifest.name
                ),
            )),
            (System::Lines, _, _) => Err(other_task(bundle, "Matcher", "LineClassifier")),
            (System::EncoderDecoder, _, _) => Err(other_task(bundle, "Matcher", "Summarizer")),
            _ => Err(incomplete(bundle)),
        }
    }
}

impl FitMatcher {
    /// Makes the matcher of a bundle whose system is [`System::Fit`].
    ///
    /// # Errors
    ///
    /// Those of [`Matcher::load`].
    pub async fn load(bundle: &Bundle) -> Result<Self> {
        Self::load_on(bundle, Place::Cpu).await
    }

    async fn load_on(bundle: &Bundle, place: Place) -> Result<Self> {
        let spec = bundle.manifest().fit.clone();
        let spec = spec.ok_or_else(|| incomplete(bundle))?;
        let network = load_neural(bundle, place).await?;
        let entailment = match &spec.entailment {
            Some(entailment) => Some(load_entailment(bundle, entailment, place).await?),
            None => None,
        };
        Ok(Self::new(network, entailment, spec))
    }
}

impl Entailment {
    /// Makes the judge of entailment of the matcher that a bundle describes, on the CPU.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] if the model has none, and what makes the graph or the
    /// vocabulary unfit.
    pub async fn load(bundle: &Bundle) -> Result<Self> {
        let fit = bundle.manifest().fit.as_ref();
        let spec = fit.and_then(|fit| fit.entailment.as_ref());
        load_entailment(bundle, spec.ok_or_else(|| incomplete(bundle))?, Place::Cpu).await
    }
}

impl LineClassifier {
    /// Makes the line classifier that a bundle describes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] if the model is for another task or an ONNX
    /// file that this build does not read, and what makes the graph or the vocabulary unfit.
    pub async fn load(bundle: &Bundle) -> Result<Self> {
        if bundle.manifest().system != System::Lines {
            let fit = match bundle.manifest().task {
                Task::Summarization => "Summarizer",
                _ => "Matcher",
            };
            return Err(other_task(bundle, "LineClassifier", fit));
        }
        load_lines(bundle).await
    }
}

impl Writer {
    /// Makes the writer that a bundle describes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] if the model is for another task or an ONNX
    /// file that this build does not read, and what makes a graph or the vocabulary unfit.
    pub async fn load(bundle: &Bundle) -> Result<Self> {
        let manifest = bundle.manifest();
        if manifest.system != System::EncoderDecoder {
            let fit = match manifest.task {
                Task::Segmentation => "LineClassifier",
                _ => "Matcher",
            };
            return Err(other_task(bundle, "Summarizer", fit));
        }
        let Some(spec) = manifest.generation.clone() else {
            return Err(incomplete(bundle));
        };
        let encoder = session(bundle, Some(&spec.encoder), Place::Cpu).await?;
        let decoder = session(bundle, Some(&spec.decoder), Place::Cpu).await?;
        let languages = manifest.languages.clone();
        Self::new(spec, languages, unigram(bundle)?, encoder, decoder)
            .map_err(|error| error.at(format!("model `{}`", manifest.name)))
    }
}

async fn load_lines(bundle: &Bundle) -> Result<LineClassifier> {
    let vocabulary = vocabulary(bundle)?;
    let session = session(bundle, bundle.manifest().graph.as_ref(), Place::Cpu).await?;
    LineClassifier::new(bundle.manifest().clone(), vocabulary, session)
}

fn other_task(bundle: &Bundle, asked: &str, fit: &str) -> Error {
    let name = &bundle.manifest().name;
    Error::new(
        ErrorKind::Unsupported,
        format!("model `{name}` is not for {asked}; load it with {fit}"),
    )
}

/// The vocabulary of a model over characters, words or shapes.
fn vocabulary(bundle: &Bundle) -> Result<Vocabulary> {
    let manifest = bundle.manifest();
    let Some(tokenizer) = &manifest.tokenizer else {
        return Err(incomplete(bundle));
    };
    Vocabulary::parse(bundle.file(&tokenizer.vocabulary)?).map_err(|error| {
        error.at(format!(
            "model `{}`: {}",
            manifest.name, tokenizer.vocabulary
        ))
    })
}

/// A graph of a bundle, ready to run.
async fn session(
    bundle: &Bundle,
    graph: Option<&GraphSpec>,
    place: Place,
) -> Result<Box<dyn Session>> {
    let graph = graph.ok_or_else(|| incomplete(bundle))?;
    match place {
        Place::Cpu => CpuBackend.load(bundle, graph).await,
        #[cfg(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis))]
        Place::Gpu | Place::Auto => {
            let auto = place == Place::Auto;
            crate::runtime::WebGpuBackend { auto }
                .load(bundle, graph)
                .await
        }
        #[cfg(not(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis)))]
        Place::Auto => CpuBackend.load(bundle, graph).await,
        #[cfg(not(all(feature = "js", target_arch = "wasm32", web_sys_unstable_apis)))]
        Place::Gpu => Err(Error::new(
            ErrorKind::Unsupported,
            "backend \"webgpu\": this build has no WebGPU; allowed: \"auto\", \"wasm\"",
        )),
    }
}

/// How the texts of a matcher become ids.
fn tokenizer(bundle: &Bundle) -> Result<Tokenizer> {
    let spec = bundle.manifest().tokenizer.as_ref();
    tokenizer_of(bundle, spec.ok_or_else(|| incomplete(bundle))?)
}

/// How texts become ids as a part of a model's manifest says.
fn tokenizer_of(bundle: &Bundle, spec: &TokenizerSpec) -> Result<Tokenizer> {
    match (spec.kind, &spec.dictionary) {
        (TokenizerKind::Characters, _) => Ok(Tokenizer::Characters(vocabulary(bundle)?)),
        (TokenizerKind::Words, None) => Ok(Tokenizer::Words(vocabulary(bundle)?)),
        (TokenizerKind::Words, Some(dictionary)) => jieba(bundle, dictionary),
        (TokenizerKind::Unigram, _) => unigram_of(bundle, spec).map(Tokenizer::Unigram),
        (TokenizerKind::Wordpiece, _) => word_pieces(bundle, spec).map(Tokenizer::WordPiece),
        (TokenizerKind::Shapes, _) => Err(incomplete(bundle)),
    }
}

/// The pieces of a model.
fn unigram(bundle: &Bundle) -> Result<Unigram> {
    let spec = bundle.manifest().tokenizer.as_ref();
    unigram_of(bundle, spec.ok_or_else(|| incomplete(bundle))?)
}

fn unigram_of(bundle: &Bundle, spec: &TokenizerSpec) -> Result<Unigram> {
    let (path, name) = (&spec.vocabulary, &bundle.manifest().name);
    let unigram = Unigram::parse(bundle.file(path)?, spec.buckets.unwrap_or(0))
        .map_err(|error| error.at(format!("model `{name}`: {path}")))?;
    Ok(if spec.cased { unigram.cased() } else { unigram })
}

/// The pieces of a model in BERT's manner.
fn word_pieces(bundle: &Bundle, spec: &TokenizerSpec) -> Result<WordPiece> {
    let path = &spec.vocabulary;
    WordPiece::parse(bundle.file(path)?)
        .map_err(|error| error.at(format!("model `{}`: {path}", bundle.manifest().name)))
}

#[cfg(feature = "jieba")]
fn jieba(bundle: &Bundle, dictionary: &str) -> Result<Tokenizer> {
    use crate::text::tokenize::JiebaTokenizer;

    let jieba = JiebaTokenizer::from_dictionary(bundle.file(dictionary)?)
        .map_err(|error| error.at(format!("model `{}`: {dictionary}", bundle.manifest().name)))?;
    Ok(Tokenizer::Jieba(vocabulary(bundle)?, Box::new(jieba)))
}

#[cfg(not(feature = "jieba"))]
fn jieba(bundle: &Bundle, _dictionary: &str) -> Result<Tokenizer> {
    Err(Error::new(
        ErrorKind::Unsupported,
        format!(
            "model `{}` reads words by dictionary; enable the feature `jieba`",
            bundle.manifest().name
        ),
    ))
}

fn load_svm(bundle: &Bundle) -> Result<SvmMatcher> {
    let manifest = bundle.manifest();
    let Some(spec) = &manifest.svm else {
        return Err(incomplete(bundle));
    };
    let words = vocabulary(bundle)?.len();
    let machine = svm::parse(bundle.file(&spec.file)?, words)
        .map_err(|error| error.at(format!("model `{}`: {}", manifest.name, spec.file)))?;
    Ok(SvmMatcher::new(tokenizer(bundle)?, machine, spec, HOST))
}

async fn load_neural(bundle: &Bundle, place: Place) -> Result<NeuralMatcher> {
    let manifest = bundle.manifest();
    let Some(graph) = &manifest.graph else {
        return Err(incomplete(bundle));
    };
    let tokenizer = tokenizer(bundle)?;
    let session = session(bundle, Some(graph), place).await?;
    NeuralMatcher::new(graph, tokenizer, session)
        .map_err(|error| error.at(format!("model `{}`", manifest.name)))
}

/// A classifier or encoder of the field.
#[cfg(feature = "onnx")]
async fn load_field(bundle: &Bundle, place: Place) -> Result<FieldModel> {
    let name = &bundle.manifest().name;
    let Some(spec) = &bundle.manifest().pretrained else {
        return Err(incomplete(bundle));
    };
    let load = async {
        let config = Config::parse(bundle.file(&spec.config)?)?;
        let tokenizer_config = match &spec.tokenizer_config {
            Some(path) => Some(bundle.file(path)?),
            None => None,
        };
        let tokenizer = pretrained_tokenizer(bundle, &spec.tokenizer)?;
        let Some(graph) = spec.graphs.first() else {
            return Err(incomplete(bundle));
        };
        let graph = graph_of(bundle, graph)?;
        let session = session(bundle, Some(&graph), place).await?;
        let head = spec.head.as_deref().map(str::parse).transpose()?;
        let options = HeadOptions {
            task: head,
            labels: spec.labels.clone(),
        };
        let parts = FieldParts {
            limit: config.window(tokenizer_config),
            config: &config,
            options: &options,
            inputs: &graph.inputs,
            outputs: &graph.outputs,
            window: spec.window,
            decision: spec.decision.unwrap_or_default(),
        };
        FieldModel::new(&parts, tokenizer, session)
    };
    load.await
        .map_err(|error: Error| error.at(format!("model `{name}`")))
}

/// The tokenizer of a model of the field, as JSON or packed.
#[cfg(feature = "onnx")]
fn pretrained_tokenizer(bundle: &Bundle, path: &str) -> Result<PretrainedTokenizer> {
    let bytes = bundle.file(path)?;
    let read = match path.ends_with(".json") {
        true => PretrainedTokenizer::from_json(bytes),
        false => PretrainedTokenizer::from_packed(bytes),
    };
    read.map_err(|error| error.at(path))
}

/// What a graph of a model of the field reads and writes: by the manifest, or by its ONNX file.
#[cfg(feature = "onnx")]
fn graph_of(bundle: &Bundle, graph: &PretrainedGraph) -> Result<GraphSpec> {
    if graph.inputs.is_empty() {
        let spec = graph_of_file(bundle.file(&graph.file)?, &graph.file)?;
        let model = bundle.manifest().pretrained.as_ref();
        return Ok(match model {
            Some(model) => seq2seq::read_of(spec, graph, model),
            None => spec,
        });
    }
    Ok(GraphSpec {
        file: graph.file.clone(),
        inputs: graph.inputs.clone(),
        outputs: graph.outputs.clone(),
    })
}

#[cfg(feature = "onnx")]
fn graph_of_file(bytes: &[u8], path: &str) -> Result<GraphSpec> {
    let interface = crate::runtime::onnx::interface(bytes);
    let interface = interface.map_err(|error| error.at(path))?;
    Ok(interface.into_spec(path))
}

async fn load_entailment(
    bundle: &Bundle,
    spec: &EntailmentSpec,
    place: Place,
) -> Result<Entailment> {
    let tokenizer = tokenizer_of(bundle, &spec.tokenizer)?;
    let session = session(bundle, Some(&spec.graph), place).await?;
    Entailment::new(spec, tokenizer, session).map_err(|error| {
        error.at(format!(
            "model `{}`: fit.entailment",
            bundle.manifest().name
        ))
    })
}

fn incomplete(bundle: &Bundle) -> Error {
    Error::new(
        ErrorKind::InvalidManifest,
        format!(
            "manifest of `{}` lacks what its system needs",
            bundle.manifest().name
        ),
    )
}
