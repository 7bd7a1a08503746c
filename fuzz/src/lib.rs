//! Fuzz targets of Epitome.
//!
//! A target is a function of bytes: it reads them as one kind of input, and panics if what must hold
//! does not. `./build.sh fuzz MINUTES` runs all of them under libFuzzer, guided by coverage; the test
//! of this package runs the seeds through them, and cheap mutations of the seeds.
#![allow(clippy::expect_used, clippy::panic)]

pub mod against_tract;
pub mod calls;
pub mod families;
mod graphs;
pub mod input;
mod invariants;
pub mod judging;
pub mod layout;
pub mod model_files;
mod models;
pub mod mutation;
pub mod seeds;
pub mod text;
pub mod writing;

/// A reader of bytes, and what holds of its answer.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: &[(&str, Target)] = &[
    ("language", text::language),
    ("parts", text::parts),
    ("grounding", judging::grounding),
    ("entities", judging::entities),
    ("measures", judging::measures),
    ("matcher", judging::matcher),
    ("summarize", writing::summarize),
    ("corpus", writing::corpus),
    ("subset", writing::subset),
    ("pdftohtml", layout::pdftohtml),
    ("pdfjs", layout::pdfjs),
    ("boxes", layout::boxes),
    ("manifest", model_files::manifest),
    ("config", model_files::config),
    ("onnx", model_files::onnx_file),
    ("plan", model_files::plan),
    ("support", model_files::support),
    ("vocabulary", model_files::vocabulary),
    ("tokenizer", model_files::tokenizer),
    ("packed", model_files::packed_tokenizer),
    ("tract", against_tract::graph),
];

/// The target of a name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, target)| *target)
}
