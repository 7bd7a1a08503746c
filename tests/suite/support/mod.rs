//! The packaged models, in memory, so that the same tests run natively and in
//! WebAssembly.
#![cfg_attr(not(feature = "onnx"), allow(dead_code))]

pub mod random;

use epitome::Result;
use epitome::matcher::{Levels, Match, MatchOptions, Matcher, Pair};
use epitome::model::Bundle;
use epitome::text::Language;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A model's manifest and files, which a test may change.
#[derive(Clone)]
pub struct Files {
    pub manifest: String,
    pub files: Vec<(String, Vec<u8>)>,
}

/// A case of a model's `reference.json`: what ONNX Runtime makes of a pair.
#[derive(Deserialize)]
pub struct ReferenceCase {
    pub document: String,
    pub summary: String,
    pub document_ids: Vec<i64>,
    pub summary_ids: Vec<i64>,
    pub logits: [f32; 5],
}

/// The cases of a `reference.json`.
pub fn reference(json: &str) -> Vec<ReferenceCase> {
    #[derive(Deserialize)]
    struct Reference {
        cases: Vec<ReferenceCase>,
    }
    serde_json::from_str::<Reference>(json).unwrap().cases
}

/// A case of the reference that holds a letter or digit on both sides.
pub fn scorable(case: &ReferenceCase) -> bool {
    scorable_pair(&case.document, &case.summary)
}

/// Whether both texts hold a letter or digit.
pub fn scorable_pair(document: &str, summary: &str) -> bool {
    [document, summary]
        .iter()
        .all(|text| text.chars().any(char::is_alphanumeric))
}

/// The packaged model `lstm-ii-zh`.
pub fn lstm() -> Files {
    Files {
        manifest: include_str!("../../../models/lstm-ii-zh/manifest.json").into(),
        files: vec![
            (
                "model.onnx".into(),
                include_bytes!("../../../models/lstm-ii-zh/model.onnx").to_vec(),
            ),
            (
                "vocabulary.txt".into(),
                include_bytes!("../../../models/lstm-ii-zh/vocabulary.txt").to_vec(),
            ),
        ],
    }
}

/// The packaged model `speech-lines-de`.
pub fn lines() -> Files {
    Files {
        manifest: include_str!("../../../models/speech-lines-de/manifest.json").into(),
        files: vec![
            (
                "model.onnx".into(),
                include_bytes!("../../../models/speech-lines-de/model.onnx").to_vec(),
            ),
            (
                "vocabulary.txt".into(),
                include_bytes!("../../../models/speech-lines-de/vocabulary.txt").to_vec(),
            ),
        ],
    }
}

/// The packaged model `rouge`.
pub fn rouge() -> Files {
    Files {
        manifest: include_str!("../../../models/rouge/manifest.json").into(),
        files: vec![],
    }
}

/// The default matcher of a language, `fit-zh`, `fit-en`, `fit-fa` or `fit-de`.
pub fn fit(language: Language) -> Files {
    macro_rules! files {
        ($name:literal) => {
            Files {
                manifest: include_str!(concat!("../../../models/", $name, "/manifest.json")).into(),
                files: vec![
                    (
                        "model.onnx".into(),
                        include_bytes!(concat!("../../../models/", $name, "/model.onnx")).to_vec(),
                    ),
                    (
                        "vocabulary.txt".into(),
                        include_bytes!(concat!("../../../models/", $name, "/vocabulary.txt"))
                            .to_vec(),
                    ),
                ],
            }
        };
    }
    match language {
        Language::Chinese => files!("fit-zh"),
        Language::English => files!("fit-en"),
        Language::Persian => files!("fit-fa"),
        Language::German => files!("fit-de"),
    }
}

/// The files of a model that writes.
macro_rules! writing {
    ($name:literal) => {
        Files {
            manifest: include_str!(concat!("../../../models/", $name, "/manifest.json")).into(),
            files: vec![
                (
                    "vocabulary.txt".into(),
                    include_bytes!(concat!("../../../models/", $name, "/vocabulary.txt")).to_vec(),
                ),
                (
                    "encoder.onnx".into(),
                    include_bytes!(concat!("../../../models/", $name, "/encoder.onnx")).to_vec(),
                ),
                (
                    "decoder.onnx".into(),
                    include_bytes!(concat!("../../../models/", $name, "/decoder.onnx")).to_vec(),
                ),
            ],
        }
    };
}

/// The headline model of a language, `headline-zh`, `headline-en` or `headline-fa`.
pub fn headline(language: Language) -> Files {
    match language {
        Language::Chinese => writing!("headline-zh"),
        Language::Persian => writing!("headline-fa"),
        _ => writing!("headline-en"),
    }
}

/// The headline model with recurrent layers, `headline-gru-zh`.
pub fn headline_gru() -> Files {
    writing!("headline-gru-zh")
}

impl Files {
    /// Replaces every occurrence of `from` in a file by `to`, and the length
    /// and SHA-256 in the manifest by the new ones.
    pub fn patch(mut self, path: &str, from: &[u8], to: &[u8]) -> Self {
        let (_, bytes) = self
            .files
            .iter_mut()
            .find(|(name, _)| name == path)
            .unwrap();
        let old = bytes.clone();
        let mut patched = Vec::new();
        let mut rest = &old[..];
        let mut count = 0;
        while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
            patched.extend_from_slice(&rest[..at]);
            patched.extend_from_slice(to);
            rest = &rest[at + from.len()..];
            count += 1;
        }
        assert!(count > 0, "nothing to patch in {path}");
        patched.extend_from_slice(rest);
        *bytes = patched;
        self.sign(path, &old)
    }

    /// Keeps the first `length` bytes of a file, and the manifest in step.
    pub fn truncate(self, path: &str, length: usize) -> Self {
        let (_, bytes) = self.files.iter().find(|(name, _)| name == path).unwrap();
        let kept = bytes[..length].to_vec();
        self.replace(path, kept)
    }

    /// Puts other bytes into a file, and the manifest in step.
    pub fn replace(mut self, path: &str, new: Vec<u8>) -> Self {
        let (_, bytes) = self
            .files
            .iter_mut()
            .find(|(name, _)| name == path)
            .unwrap();
        let old = std::mem::replace(bytes, new);
        self.sign(path, &old)
    }

    /// Adds a file, and its entry in the manifest.
    pub fn with(mut self, path: &str, bytes: Vec<u8>) -> Self {
        let mut manifest: serde_json::Value = serde_json::from_str(&self.manifest).unwrap();
        let entry =
            serde_json::json!({"path": path, "bytes": bytes.len(), "sha256": sha256(&bytes)});
        manifest["files"].as_array_mut().unwrap().push(entry);
        self.manifest = manifest.to_string();
        self.files.push((path.into(), bytes));
        self
    }

    fn sign(mut self, path: &str, old: &[u8]) -> Self {
        let (_, new) = self.files.iter().find(|(name, _)| name == path).unwrap();
        self.manifest = self.manifest.replace(&sha256(old), &sha256(new)).replace(
            &format!("\"bytes\": {}", old.len()),
            &format!("\"bytes\": {}", new.len()),
        );
        self
    }

    pub fn bundle(&self) -> Result<Bundle> {
        Bundle::new(self.manifest.as_bytes(), self.files.clone())
    }

    pub fn matcher(&self, language: Option<Language>) -> Result<Matcher> {
        pollster::block_on(Matcher::load(&self.bundle()?, language))
    }
}

pub fn score(matcher: &Matcher, pairs: &[Pair]) -> Result<Vec<Match>> {
    pollster::block_on(matcher.match_batch(pairs, MatchOptions::default()))
}

/// Checks that every pair has the levels expected of it to 1e-3, and the same alone as in the
/// company of the others.
pub fn assert_levels(matcher: &Matcher, pairs: &[Pair], expected: &[Levels]) {
    assert_eq!(pairs.len(), expected.len());
    let together = score(matcher, pairs).unwrap();
    for ((pair, expected), found) in pairs.iter().zip(expected).zip(together) {
        let alone = score(matcher, std::slice::from_ref(pair))
            .unwrap()
            .remove(0);
        for level in 0..5 {
            let (found, alone) = (found.levels.0[level], alone.levels.0[level]);
            let expected = expected.0[level];
            let name = &matcher.manifest().name;
            assert!(
                (found - expected).abs() < 1e-3,
                "{name}, {pair:?}: {found} for {expected}"
            );
            assert!(
                (found - alone).abs() < 1e-6,
                "{name}: {pair:?} depends on its neighbours"
            );
        }
    }
}

pub fn pair(document: &str, summary: &str) -> Pair {
    Pair {
        document: document.into(),
        summary: summary.into(),
    }
}

/// Base64 with padding.
pub fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => 0,
    };
    let padding = text
        .bytes()
        .rev()
        .take_while(|&letter| letter == b'=')
        .count();
    let mut bytes: Vec<u8> = text
        .as_bytes()
        .chunks_exact(4)
        .flat_map(|four| {
            let bits = four
                .iter()
                .fold(0, |bits, &letter| bits << 6 | u32::from(value(letter)));
            [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]
        })
        .collect();
    bytes.truncate(bytes.len() - padding);
    bytes
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
