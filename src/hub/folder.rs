//! A repository in a folder of this machine becomes a bundle.

use std::path::{Path, PathBuf};

use super::config::Config;
use super::head::HeadOptions;
use super::repository::{Dtype, graphs};
use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{PretrainedGraph, PretrainedSpec, System, Task, VERSION};
use crate::model::{Bundle, Manifest};
use crate::text::Language;

/// How a repository is read.
#[derive(Clone, Debug, Default)]
pub struct FolderOptions {
    /// Which of its graphs.
    pub dtype: Dtype,
    /// What its outputs mean, where its configuration does not say.
    pub head: HeadOptions,
}

impl Bundle {
    /// Reads a repository of the field: `config.json`, `tokenizer.json` with its companions, the
    /// graphs that `options` choose, and the external data that they name.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::MissingFile`] naming what is not there, [`ErrorKind::InvalidManifest`] for a
    /// configuration that cannot be read, [`ErrorKind::InvalidModel`] for external data outside
    /// the folder.
    pub fn open_repository(folder: impl AsRef<Path>, options: &FolderOptions) -> Result<Self> {
        let folder = folder.as_ref();
        let mut files = Files {
            folder,
            read: Vec::new(),
        };
        let config = Config::parse(files.need("config.json")?)?;
        files.need("tokenizer.json")?;
        let tokenizer_config = files.find("tokenizer_config.json")?;
        let is_generative = config.is_generative();
        let generation_config = match is_generative {
            true => files.find("generation_config.json")?,
            false => None,
        };
        let has = |path: &str| folder.join(path).is_file();
        let mut all = Vec::new();
        for (role, file) in graphs(is_generative, options.dtype, has)? {
            let data = external_files(files.need(&file)?, &file)?;
            let data: Vec<String> = data.iter().map(|path| beside(&file, path)).collect();
            for path in &data {
                files.need(path)?;
            }
            all.push(PretrainedGraph {
                role,
                file,
                data,
                inputs: Vec::new(),
                outputs: Vec::new(),
            });
        }
        let head = options.head.task.map(|task| task.name().to_owned());
        let manifest = Manifest {
            manifest_version: VERSION,
            name: name_of(folder),
            version: "0".into(),
            task: match is_generative {
                true => Task::Summarization,
                false => Task::Matching,
            },
            description: format!("{}, as it lies in its repository.", config.architecture()),
            languages: Language::ALL.to_vec(),
            license: "LicenseRef-unknown".into(),
            system: System::Pretrained,
            tokenizer: None,
            graph: None,
            fit: None,
            rouge: None,
            svm: None,
            generation: None,
            pretrained: Some(PretrainedSpec {
                config: "config.json".into(),
                tokenizer: "tokenizer.json".into(),
                tokenizer_config,
                generation_config,
                graphs: all,
                head,
                labels: options.head.labels.clone(),
                window: None,
                decision: None,
            }),
            lines: None,
            files: Vec::new(),
            metrics: Default::default(),
        };
        Self::describe(manifest, files.read)
    }
}

/// The files that were read, each once.
struct Files<'a> {
    folder: &'a Path,
    read: Vec<(String, Vec<u8>)>,
}

impl Files<'_> {
    fn need(&mut self, path: &str) -> Result<&[u8]> {
        let place = match self.read.iter().position(|(known, _)| known == path) {
            Some(place) => place,
            None => {
                self.read
                    .push((path.to_owned(), read(&self.folder.join(path))?));
                self.read.len() - 1
            }
        };
        Ok(self.read.get(place).map_or(&[], |(_, bytes)| bytes))
    }

    /// The path, if there is such a file.
    fn find(&mut self, path: &str) -> Result<Option<String>> {
        if !self.folder.join(path).is_file() {
            return Ok(None);
        }
        self.need(path)?;
        Ok(Some(path.to_owned()))
    }
}

fn read(path: &PathBuf) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| {
        Error::new(
            ErrorKind::MissingFile,
            format!("cannot read {}: {error}", path.display()),
        )
        .with_source(error)
    })
}

/// The path of a file in the folder of another.
fn beside(file: &str, path: &str) -> String {
    match file.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{path}"),
        None => path.to_owned(),
    }
}

/// The name of a folder as a manifest has names.
fn name_of(folder: &Path) -> String {
    let name = folder
        .file_name()
        .map_or("model".into(), |name| name.to_string_lossy());
    let lower = name.to_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    match parts.is_empty() {
        true => "model".into(),
        false => parts.join("-"),
    }
}

/// The files that an ONNX file keeps tensors in.
#[cfg(feature = "onnx")]
fn external_files(bytes: &[u8], path: &str) -> Result<Vec<String>> {
    crate::runtime::onnx::external_files(bytes).map_err(|error| error.at(path))
}

#[cfg(not(feature = "onnx"))]
fn external_files(_: &[u8], _: &str) -> Result<Vec<String>> {
    Ok(Vec::new())
}
