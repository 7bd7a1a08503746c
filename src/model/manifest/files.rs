//! The files of a model, and the parts that one may be stored in.
//!
//! Models that have bytes in common, such as the layers of one network over other words, can store them once: a file is
//! then its parts, one after the other, and a part may lie in a folder beside the model's.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// One file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSpec {
    /// Its path, relative to the manifest, with forward slashes.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in lower-case hexadecimal.
    pub sha256: String,
    /// What it is stored as, in order, their lengths adding up to its own; none if it is stored as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<FilePart>,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePart {
    /// Its path, as [`FileSpec::path`], or beginning with `../` and the name of a folder beside the model's.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in lower-case hexadecimal.
    pub sha256: String,
}

/// What is wrong with a list of files.
pub(super) fn check(files: &[FileSpec]) -> Result<(), String> {
    let mut paths = HashSet::new();
    for file in files {
        let FileSpec { path, sha256, .. } = file;
        if !is_below(path) {
            return Err(format!(
                "file path `{path}` must be relative, with forward slashes, without `..` and without any of `\\:%?#`"
            ));
        }
        if !paths.insert(path) {
            return Err(format!("file `{path}` is listed twice"));
        }
        check_digest(path, sha256)?;
        check_parts(file)?;
    }
    Ok(())
}

fn check_parts(file: &FileSpec) -> Result<(), String> {
    for FilePart { path, sha256, .. } in &file.parts {
        let beside = path.strip_prefix("../").filter(|rest| rest.contains('/'));
        if !is_below(beside.unwrap_or(path)) || *path == file.path {
            return Err(format!(
                "part `{path}` of file `{}` must be another path, relative, with forward slashes and without any of `\\:%?#`, in the model's folder or one beside it (`../FOLDER/FILE`)",
                file.path
            ));
        }
        check_digest(path, sha256)?;
    }
    let bytes = file.parts.iter().map(|part| u128::from(part.bytes)).sum();
    if !file.parts.is_empty() && u128::from(file.bytes) != bytes {
        return Err(format!(
            "the parts of file `{}` have {bytes} bytes; it has {}",
            file.path, file.bytes
        ));
    }
    Ok(())
}

/// What a path may not have: it means something else in an address, or on a system.
const NOT_IN_PATHS: [char; 5] = ['\\', ':', '%', '?', '#'];

fn is_below(path: &str) -> bool {
    let plain = |name: &str| !name.is_empty() && name != "." && name != "..";
    path.split('/').all(plain) && !path.contains(NOT_IN_PATHS)
}

fn check_digest(path: &str, sha256: &str) -> Result<(), String> {
    let is_hex = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    if sha256.len() == 64 && sha256.bytes().all(is_hex) {
        return Ok(());
    }
    Err(format!(
        "sha256 of `{path}` must be 64 lower-case hexadecimal digits"
    ))
}
