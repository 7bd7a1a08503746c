//! Models that are open: a host names them by numbers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use epitome::model::Bundle;
use epitome::model::manifest::{System, Task};
use epitome::summarizer::Writer;
use epitome::text::Language;
use epitome::{LineClassifier, Matcher};
use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::run;

/// The most models that are open at once.
const MOST: usize = 1024;

/// A model that is ready.
#[derive(Clone)]
pub(crate) enum Model {
    /// It judges pairs.
    Matcher(Rc<Matcher>),
    /// It finds where sections start.
    Lines(Rc<LineClassifier>),
    /// It writes headlines.
    Writer(Rc<Writer>),
}

thread_local! {
    static OPEN: RefCell<HashMap<u32, Model>> = RefCell::default();
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// The bytes of `manifest.json`.
    #[serde(with = "bytes")]
    manifest: Vec<u8>,
    /// The files that it lists.
    files: Vec<File>,
    /// The language to read texts in; by default that of each document.
    #[serde(default)]
    language: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    path: String,
    #[serde(with = "bytes")]
    bytes: Vec<u8>,
}

/// What is said of an open model.
#[derive(Serialize)]
pub(crate) struct Opened {
    handle: u32,
    name: String,
    version: String,
    task: Task,
    languages: Vec<Language>,
    /// The most pairs that are computed together; absent where there are no pairs.
    batch: Option<usize>,
}

/// Verifies the files of a model and makes it ready.
pub(crate) fn open(request: Open) -> Result<Opened, Failure> {
    if OPEN.with_borrow(HashMap::len) >= MOST {
        return Err(Failure::argument(format!(
            "{MOST} models are open, the most that can be: close some"
        )));
    }
    let language = request
        .language
        .map(|language| language.parse::<Language>())
        .transpose()?;
    let files = request
        .files
        .into_iter()
        .map(|file| (file.path, file.bytes));
    let bundle = Bundle::new(&request.manifest, files)?;
    let manifest = bundle.manifest();
    let (model, batch) = match (manifest.task, manifest.system) {
        (_, System::EncoderDecoder) => {
            let writer = run::to_end(Writer::load(&bundle))?;
            if let Some(language) = language {
                writer.check_language(language)?;
            }
            (Model::Writer(Rc::new(writer)), None)
        }
        (Task::Segmentation, _) => {
            let lines = run::to_end(LineClassifier::load(&bundle))?;
            (Model::Lines(Rc::new(lines)), None)
        }
        _ => {
            let matcher = run::to_end(Matcher::load(&bundle, language))?;
            let batch = matcher.batch();
            (Model::Matcher(Rc::new(matcher)), Some(batch))
        }
    };
    let handle = NEXT.get();
    NEXT.set(handle.wrapping_add(1).max(1));
    OPEN.with_borrow_mut(|open| open.insert(handle, model));
    Ok(Opened {
        handle,
        name: manifest.name.clone(),
        version: manifest.version.clone(),
        task: manifest.task,
        languages: manifest.languages.clone(),
        batch,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {
    handle: u32,
}

/// Frees a model.
pub(crate) fn close(request: Close) -> Result<(), Failure> {
    match OPEN.with_borrow_mut(|open| open.remove(&request.handle)) {
        Some(_) => Ok(()),
        None => Err(unknown(request.handle)),
    }
}

/// The matcher of a handle.
pub(crate) fn matcher(handle: u32) -> Result<Rc<Matcher>, Failure> {
    match model(handle)? {
        Model::Matcher(matcher) => Ok(matcher),
        _ => Err(other(handle, "does not judge pairs")),
    }
}

/// The line classifier of a handle.
pub(crate) fn lines(handle: u32) -> Result<Rc<LineClassifier>, Failure> {
    match model(handle)? {
        Model::Lines(lines) => Ok(lines),
        _ => Err(other(handle, "does not classify lines")),
    }
}

/// The writer of a handle.
pub(crate) fn writer(handle: u32) -> Result<Rc<Writer>, Failure> {
    match model(handle)? {
        Model::Writer(writer) => Ok(writer),
        _ => Err(other(handle, "does not write")),
    }
}

fn model(handle: u32) -> Result<Model, Failure> {
    OPEN.with_borrow(|open| open.get(&handle).cloned())
        .ok_or_else(|| unknown(handle))
}

fn unknown(handle: u32) -> Failure {
    Failure::argument(format!("handle: no model is open as {handle}"))
}

fn other(handle: u32, what: &str) -> Failure {
    Failure::argument(format!("handle: the model {handle} {what}"))
}

/// Bytes as MessagePack has them, `bin`.
mod bytes {
    use std::fmt;

    use serde::de::{Deserializer, Error, Visitor};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        from.deserialize_byte_buf(Bytes)
    }

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
            Ok(text.as_bytes().to_vec())
        }
    }
}
