//! The systems of paper A as packaged models: each against what the framework that made
//! it says of the pairs in its `reference.json`, alone and in a batch.

use crate::support::{Files, assert_levels, pair, scorable_pair, score};
use epitome::ErrorKind;
use epitome::matcher::{Levels, Pair};
use epitome::text::Vocabulary;
use epitome::text::tokenize::{JiebaTokenizer, characters, words};
use serde::Deserialize;

macro_rules! model {
    ($name:literal, $($file:literal),+) => {
        (
            $name,
            Files {
                manifest: include_str!(concat!("../../models/", $name, "/manifest.json")).into(),
                files: vec![$((
                    $file.into(),
                    include_bytes!(concat!("../../models/", $name, "/", $file)).to_vec(),
                )),+],
            },
            include_str!(concat!("../../models/", $name, "/reference.json")),
        )
    };
}

/// Every model with its files and its reference.
fn models() -> Vec<(&'static str, Files, &'static str)> {
    vec![
        model!("lsi-zh", "model.onnx", "vocabulary.txt", "dictionary.txt"),
        model!("svm-zh", "support.bin", "vocabulary.txt", "dictionary.txt"),
        model!("cnn-zh", "model.onnx", "vocabulary.txt"),
        model!("gru-zh", "model.onnx", "vocabulary.txt"),
        model!("lstm-i-zh", "model.onnx", "vocabulary.txt"),
        model!("bi-lstm-zh", "model.onnx", "vocabulary.txt"),
        model!("lstm-ii-plain-zh", "model.onnx", "vocabulary.txt"),
        model!("lstm-i-five-zh", "model.onnx", "vocabulary.txt"),
        model!("lstm-ii-plain-five-zh", "model.onnx", "vocabulary.txt"),
        model!("lsi-en", "model.onnx", "vocabulary.txt"),
        model!("svm-en", "support.bin", "vocabulary.txt"),
        model!("cnn-en", "model.onnx", "vocabulary.txt"),
        model!("gru-en", "model.onnx", "vocabulary.txt"),
        model!("lstm-i-en", "model.onnx", "vocabulary.txt"),
        model!("bi-lstm-en", "model.onnx", "vocabulary.txt"),
        model!("lstm-ii-plain-en", "model.onnx", "vocabulary.txt"),
        model!("lstm-i-five-en", "model.onnx", "vocabulary.txt"),
        model!("lstm-ii-plain-five-en", "model.onnx", "vocabulary.txt"),
    ]
}

/// A case holds the logits of a graph, or the probabilities of the levels.
#[derive(Deserialize)]
struct Case {
    document: String,
    summary: String,
    document_ids: Option<Vec<i64>>,
    summary_ids: Option<Vec<i64>>,
    logits: Option<[f32; 5]>,
    levels: Option<[f64; 5]>,
}

#[derive(Deserialize)]
struct Reference {
    model: String,
    cases: Vec<Case>,
}

impl Case {
    fn levels(&self) -> Levels {
        let of_logits = self
            .logits
            .map(|logits| Levels::from_logits(logits).unwrap());
        of_logits.or(self.levels.map(Levels)).unwrap()
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_system_agrees_with_its_framework_alone_and_in_a_batch() {
    for (name, files, json) in models() {
        let reference: Reference = serde_json::from_str(json).unwrap();
        assert_eq!(reference.model, name);
        let matcher = files.matcher(None).unwrap();
        assert_eq!(matcher.manifest().name, name);
        let cases: Vec<_> = reference
            .cases
            .iter()
            .filter(|case| scorable_pair(&case.document, &case.summary))
            .collect();
        assert!(cases.len() >= 16, "{name}: {} cases", cases.len());
        let pairs: Vec<Pair> = cases
            .iter()
            .map(|case| pair(&case.document, &case.summary))
            .collect();
        let expected: Vec<Levels> = cases.iter().map(|case| case.levels()).collect();
        assert_levels(&matcher, &pairs, &expected);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn tokens_have_the_ids_of_the_recipe() {
    for (name, files, json) in models() {
        let reference: Reference = serde_json::from_str(json).unwrap();
        let file = |path: &str| {
            let found = files.files.iter().find(|(name, _)| name == path);
            found.map(|(_, bytes)| bytes.as_slice())
        };
        let vocabulary = Vocabulary::parse(file("vocabulary.txt").unwrap()).unwrap();
        let jieba = file("dictionary.txt").map(|d| JiebaTokenizer::from_dictionary(d).unwrap());
        let cut = |text: &str| -> Vec<String> {
            match &jieba {
                Some(jieba) => jieba.words(text),
                None if name.ends_with("-zh") => {
                    characters(text).iter().map(char::to_string).collect()
                }
                None => words(text),
            }
        };
        for case in &reference.cases {
            for (text, ids) in [
                (&case.document, &case.document_ids),
                (&case.summary, &case.summary_ids),
            ] {
                let Some(ids) = ids else { continue };
                let found: Vec<i64> = cut(text)
                    .iter()
                    .take(ids.len())
                    .map(|token| vocabulary.id(token).unwrap_or(Vocabulary::UNKNOWN))
                    .collect();
                assert_eq!(found, *ids, "{name}: {text:?}");
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_broken_file_of_support_vectors_is_an_error_that_names_the_byte() {
    let (_, files, _) = models().swap_remove(1);
    let whole = files.files[0].1.clone();
    let refused = |bytes: Vec<u8>, expected: &str| {
        let error = files
            .clone()
            .replace("support.bin", bytes)
            .matcher(None)
            .err()
            .unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidModel);
        let message = error.to_string();
        for part in ["svm-zh", "support.bin", expected] {
            assert!(message.contains(part), "{message}");
        }
    };
    for part in 0..24 {
        refused(whole[..whole.len() * part / 24].to_vec(), "byte");
    }
    let with = |at: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + new.len()].copy_from_slice(new);
        bytes
    };
    refused(with(0, b"X"), "byte 0");
    refused(with(8, &7u32.to_le_bytes()), "the vocabulary has 5000");
    refused(with(12, &u32::MAX.to_le_bytes()), "support vectors");
    refused(with(12, &0u32.to_le_bytes()), "support vectors");
    refused(with(16, &(-1f32).to_le_bytes()), "negative gamma");
    refused(with(36, &f32::NAN.to_le_bytes()), "not a finite number");
    let count = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    let first = 32 + 4 * (5000 + count) + 4;
    refused(with(first, &5000u16.to_le_bytes()), "is word 5000");
    refused(with(first, &1u16.to_le_bytes()), "is word 1");
    refused([&whole[..], b"!"].concat(), "the file has");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_manifest_that_contradicts_itself_is_refused() {
    let (_, svm, _) = models().swap_remove(1);
    let (_, cnn, _) = models().swap_remove(2);
    for (files, from, to, expected) in [
        (&svm, "\"svm\": {", "\"svn\": {", "svn"),
        (
            &svm,
            "\"kind\": \"words\"",
            "\"kind\": \"characters\"",
            "words",
        ),
        (&svm, "\"system\": \"svm\"", "\"system\": \"neural\"", "svm"),
        (
            &svm,
            "\"dictionary\": \"dictionary.txt\"",
            "\"dictionary\": \"other.txt\"",
            "other.txt",
        ),
        (
            &cnn,
            "\"vocabulary\": \"",
            "\"dictionary\": \"vocabulary.txt\", \"vocabulary\": \"",
            "dictionary",
        ),
    ] {
        let mut files = files.clone();
        assert!(files.manifest.contains(from), "{from}");
        files.manifest = files.manifest.replacen(from, to, 1);
        let error = files.bundle().err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidManifest, "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_pair_without_a_known_word_is_judged() {
    for (name, files, _) in models() {
        let found = score(&files.matcher(None).unwrap(), &[pair("ƿƕ", "ȝɖ")]).unwrap();
        assert!((0.0..=1.0).contains(&found[0].probability), "{name}");
        let sum: f64 = found[0].levels.0.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6, "{name}: {sum}");
    }
}
