//! The one place where a backend meets a task: bundles become matchers,
//! line classifiers and writers.

#[cfg(feature = "onnx")]
mod field;
#[cfg(all(feature = "js", target_arch = "wasm32", target_os = "unknown"))]
pub(crate) mod plans;
#[cfg(feature = "onnx")]
mod seq2seq;
mod tokenizers;

#[cfg(feature = "onnx")]
pub use seq2seq::{DecoderFiles, Seq2SeqFiles};

use self::tokenizers::{tokenizer, tokenizer_of, unigram, vocabulary};
use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Matcher;
use crate::matcher::entailment::Entailment;
#[cfg(feature = "onnx")]
use crate::matcher::field::FieldMatcher;
use crate::matcher::fit::FitMatcher;
use crate::matcher::neural::NeuralMatcher;
use crate::matcher::rouge::RougeMatcher;
use crate::matcher::svm::{self, SvmMatcher};
use crate::model::manifest::{EntailmentSpec, GraphSpec, System, Task};
use crate::model::{Backend, Bundle, Place, Session};
use crate::runtime::CpuBackend;
use crate::structure::LineClassifier;
use crate::summarizer::Writer;
use crate::text::Language;

/// The name that results computed without a graph report.
const HOST: &str = if cfg!(target_arch = "wasm32") {
    "wasm"
} else {
    "native"
};

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
                let matcher = FieldMatcher::new(field::load_field(bundle, place).await?);
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
