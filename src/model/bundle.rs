//! A manifest together with its files, every one of them verified.
//!
//! Verification fails closed: a file that is missing, not listed, of another
//! length or of another SHA-256 makes the whole bundle unusable. The digests are
//! computed here, at the cost of one pass over the bytes, or by the host, which may
//! have a faster way.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::{FileSpec, Manifest};

/// A model whose files are those that its manifest describes.
#[derive(Clone, Debug)]
pub struct Bundle {
    manifest: Manifest,
    files: BTreeMap<String, Vec<u8>>,
}

/// A file, and the SHA-256 of its bytes in lower-case hexadecimal.
#[derive(Clone, Debug)]
pub struct HashedFile {
    /// Its path, as the manifest lists it.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Of these bytes.
    pub sha256: String,
}

impl Bundle {
    /// Verifies `files` (pairs of path and bytes) against the manifest.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`], [`ErrorKind::MissingFile`],
    /// [`ErrorKind::UnlistedFile`], [`ErrorKind::SizeMismatch`] or
    /// [`ErrorKind::HashMismatch`], each naming the model and the file.
    pub fn new(
        manifest: &[u8],
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<Self> {
        Self::with_digests(
            manifest,
            files.into_iter().map(|(path, bytes)| {
                let sha256 = hex(&Sha256::digest(&bytes));
                HashedFile {
                    path,
                    bytes,
                    sha256,
                }
            }),
        )
    }

    /// Verifies files whose digests the host has computed, against the manifest.
    ///
    /// # Errors
    ///
    /// Those of [`Bundle::new`].
    pub fn with_digests(
        manifest: &[u8],
        files: impl IntoIterator<Item = HashedFile>,
    ) -> Result<Self> {
        let manifest = Manifest::parse(manifest)?;
        let error = |kind, problem: String| {
            Err(Error::new(
                kind,
                format!("model `{}`: {problem}", manifest.name),
            ))
        };
        let mut given: BTreeMap<_, _> = files
            .into_iter()
            .map(|file| (file.path, (file.bytes, file.sha256)))
            .collect();
        let mut files = BTreeMap::new();
        for listed in &manifest.files {
            let path = &listed.path;
            let Some((bytes, sha256)) = given.remove(path) else {
                return error(
                    ErrorKind::MissingFile,
                    format!("file `{path}` is listed in the manifest but was not given"),
                );
            };
            if bytes.len() as u64 != listed.bytes {
                return error(
                    ErrorKind::SizeMismatch,
                    format!(
                        "file `{path}` has {} bytes; the manifest says {}",
                        bytes.len(),
                        listed.bytes
                    ),
                );
            }
            if sha256 != listed.sha256 {
                return error(
                    ErrorKind::HashMismatch,
                    format!(
                        "file `{path}` has SHA-256 {sha256}; the manifest says {}",
                        listed.sha256
                    ),
                );
            }
            files.insert(path.clone(), bytes);
        }
        if let Some(path) = given.keys().next() {
            return error(
                ErrorKind::UnlistedFile,
                format!("file `{path}` is not listed in the manifest"),
            );
        }
        Ok(Self { manifest, files })
    }

    /// A bundle of files that nobody has described: their lengths and digests go into `manifest`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidManifest`] if the manifest does not fit them.
    pub fn describe(
        mut manifest: Manifest,
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<Self> {
        let files: BTreeMap<_, _> = files.into_iter().collect();
        let spec = |(path, bytes): (&String, &Vec<u8>)| FileSpec {
            path: path.clone(),
            bytes: bytes.len() as u64,
            sha256: hex(&Sha256::digest(bytes)),
            parts: Vec::new(),
        };
        manifest.files = files.iter().map(spec).collect();
        manifest.checked().map(|manifest| Self { manifest, files })
    }

    /// Reads and verifies a model's folder: `manifest.json`, what it lists, and the parts that files are stored in.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::MissingFile`] if a file cannot be read, and those of
    /// [`Bundle::new`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open(folder: impl AsRef<std::path::Path>) -> Result<Self> {
        let read = |path: &str| {
            let path = folder.as_ref().join(path);
            std::fs::read(&path).map_err(|error| {
                Error::new(
                    ErrorKind::MissingFile,
                    format!("cannot read {}: {error}", path.display()),
                )
                .with_source(error)
            })
        };
        let json = read("manifest.json")?;
        let files = Manifest::parse(&json)?
            .files
            .into_iter()
            .map(|file| {
                let bytes = match &file.parts[..] {
                    [] => read(&file.path)?,
                    parts => {
                        let parts: Result<Vec<_>> =
                            parts.iter().map(|part| read(&part.path)).collect();
                        parts?.concat()
                    }
                };
                Ok((file.path, bytes))
            })
            .collect::<Result<Vec<_>>>()?;
        Self::new(&json, files)
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::MissingFile`] if the manifest does not list it.
    pub fn file(&self, path: &str) -> Result<&[u8]> {
        match self.files.get(path) {
            Some(bytes) => Ok(bytes),
            None => Err(Error::new(
                ErrorKind::MissingFile,
                format!("model `{}` has no file `{path}`", self.manifest.name),
            )),
        }
    }
}

fn hex(digest: &[u8]) -> String {
    use std::fmt::Write;
    digest.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
