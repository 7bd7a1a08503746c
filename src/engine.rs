//! The one place where a backend meets a task: bundles become matchers
//! and line classifiers.

use crate::error::{Error, ErrorKind, Result};
use crate::matcher::Matcher;
use crate::matcher::fit::FitMatcher;
use crate::matcher::neural::NeuralMatcher;
use crate::matcher::rouge::RougeMatcher;
use crate::matcher::svm::{self, SvmMatcher};
use crate::model::manifest::{System, TokenizerKind};
use crate::model::{Backend, Bundle, Place, Session};
use crate::runtime::CpuBackend;
use crate::structure::LineClassifier;
use crate::text::tokenize::Unigram;
use crate::text::{Language, Tokenizer, Vocabulary};

/// The name that results computed without a graph report.
const HOST: &str = if cfg!(target_arch = "wasm32") {
    "wasm"
} else {
    "native"
};

/// The plan of a bundle's graph as a file, which runs where ONNX is not read.
///
/// # Errors
///
/// What makes the graph unfit.
#[cfg(target_arch = "wasm32")]
pub(crate) fn plan_of(bundle: &Bundle) -> Result<Vec<u8>> {
    crate::runtime::plan_of(bundle)
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
            (System::Lines, _, _) => Err(other_task(bundle, "Matcher", "LineClassifier")),
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
        Ok(Self::new(load_neural(bundle, place).await?, spec))
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
            return Err(other_task(bundle, "LineClassifier", "Matcher"));
        }
        load_lines(bundle).await
    }
}

async fn load_lines(bundle: &Bundle) -> Result<LineClassifier> {
    let vocabulary = vocabulary(bundle)?;
    let session = CpuBackend.load(bundle).await?;
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

/// The graph of a bundle, ready to run.
async fn session(bundle: &Bundle, place: Place) -> Result<Box<dyn Session>> {
    match place {
        Place::Cpu => CpuBackend.load(bundle).await,
        #[cfg(all(target_arch = "wasm32", web_sys_unstable_apis))]
        Place::Gpu | Place::Auto => {
            let auto = place == Place::Auto;
            crate::runtime::WebGpuBackend { auto }.load(bundle).await
        }
        #[cfg(not(all(target_arch = "wasm32", web_sys_unstable_apis)))]
        Place::Auto => CpuBackend.load(bundle).await,
        #[cfg(not(all(target_arch = "wasm32", web_sys_unstable_apis)))]
        Place::Gpu => Err(Error::new(
            ErrorKind::Unsupported,
            "backend \"webgpu\": this build has no WebGPU; allowed: \"auto\", \"wasm\"",
        )),
    }
}

/// How the texts of a matcher become ids.
fn tokenizer(bundle: &Bundle) -> Result<Tokenizer> {
    let manifest = bundle.manifest();
    let Some(spec) = &manifest.tokenizer else {
        return Err(incomplete(bundle));
    };
    match (spec.kind, &spec.dictionary) {
        (TokenizerKind::Characters, _) => Ok(Tokenizer::Characters(vocabulary(bundle)?)),
        (TokenizerKind::Words, None) => Ok(Tokenizer::Words(vocabulary(bundle)?)),
        (TokenizerKind::Words, Some(dictionary)) => jieba(bundle, dictionary),
        (TokenizerKind::Unigram, _) => {
            let pieces = bundle.file(&spec.vocabulary)?;
            Unigram::parse(pieces, spec.buckets.unwrap_or(0))
                .map(Tokenizer::Unigram)
                .map_err(|error| {
                    error.at(format!("model `{}`: {}", manifest.name, spec.vocabulary))
                })
        }
        (TokenizerKind::Shapes, _) => Err(incomplete(bundle)),
    }
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
    let session = session(bundle, place).await?;
    NeuralMatcher::new(graph, tokenizer, session)
        .map_err(|error| error.at(format!("model `{}`", manifest.name)))
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
