//! Loading refuses what is not proven sound, with an error that names it.

use crate::support::{Files, lstm, rouge};
use epitome::ErrorKind;
use epitome::model::manifest::Manifest;

/// What was done to a model, the error it must give, and words that its
/// message must hold.
struct Case {
    files: Files,
    kind: ErrorKind,
    words: &'static [&'static str],
}

fn case(files: Files, kind: ErrorKind, words: &'static [&'static str]) -> Case {
    Case { files, kind, words }
}

fn manifest(mut files: Files, from: &str, to: &str) -> Files {
    assert!(files.manifest.contains(from), "nothing to replace: {from}");
    files.manifest = files.manifest.replace(from, to);
    files
}

fn without(mut files: Files, path: &str) -> Files {
    files.files.retain(|(name, _)| name != path);
    files
}

fn with(mut files: Files, path: &str, bytes: &[u8]) -> Files {
    files.files.push((path.into(), bytes.to_vec()));
    files
}

fn flipped(mut files: Files, path: &str) -> Files {
    let (_, bytes) = files
        .files
        .iter_mut()
        .find(|(name, _)| name == path)
        .unwrap();
    bytes[100] ^= 1;
    files
}

fn shortened(mut files: Files, path: &str) -> Files {
    let (_, bytes) = files
        .files
        .iter_mut()
        .find(|(name, _)| name == path)
        .unwrap();
    bytes.pop();
    files
}

/// A model whose graph is stored in two parts, the second at a path and with a length.
fn in_parts(second: &str, bytes: usize) -> Files {
    let digest = "0".repeat(64);
    let part =
        |path, bytes| format!(r#"{{ "path": "{path}", "bytes": {bytes}, "sha256": "{digest}" }}"#);
    let parts = [part("model.onnx.0", 17_695), part(second, bytes)].join(", ");
    manifest(
        lstm(),
        r#""bytes": 317695,"#,
        &format!(r#""bytes": 317695, "parts": [{parts}],"#),
    )
}

fn cases() -> Vec<Case> {
    use ErrorKind::*;
    vec![
        case(
            flipped(lstm(), "model.onnx"),
            HashMismatch,
            &["lstm-ii-zh", "model.onnx", "SHA-256"],
        ),
        case(
            shortened(lstm(), "vocabulary.txt"),
            SizeMismatch,
            &["vocabulary.txt", "19797", "19798"],
        ),
        case(without(lstm(), "model.onnx"), MissingFile, &["model.onnx"]),
        case(
            with(lstm(), "extra.bin", b"x"),
            UnlistedFile,
            &["extra.bin"],
        ),
        case(
            lstm().truncate("model.onnx", 200_000),
            InvalidModel,
            &["model.onnx", "not a complete ONNX model"],
        ),
        case(
            lstm().truncate("model.onnx", 0),
            InvalidModel,
            &["model.onnx", "no graph"],
        ),
        case(
            lstm().patch("model.onnx", b"Relu", b"Selu"),
            UnsupportedOperator,
            &["Selu", "allowed are", "Relu"],
        ),
        case(
            lstm().patch("model.onnx", b"forward", b"upwards"),
            UnsupportedAttribute,
            &["LSTM", "upwards", "forward", "reverse"],
        ),
        case(
            lstm().patch("model.onnx", b"hidden_size", b"activations"),
            UnsupportedAttribute,
            &["LSTM", "activations", "hidden_size"],
        ),
        case(
            lstm().patch("model.onnx", b"hidden_size", b"input_forge"),
            UnsupportedAttribute,
            &["LSTM", "input_forge"],
        ),
        case(
            lstm().patch("model.onnx", b"document_length", b"document_lengkh"),
            ShapeMismatch,
            &["document", "document_length", "document_lengkh"],
        ),
        case(
            lstm().patch("vocabulary.txt", b"[UNK]", b"[UNQ]"),
            InvalidVocabulary,
            &["vocabulary.txt", "[UNK]"],
        ),
        case(
            in_parts("../../model", 300_000),
            InvalidManifest,
            &["`../../model`", "`model.onnx`", "`../FOLDER/FILE`"],
        ),
        case(
            in_parts("../model", 300_000),
            InvalidManifest,
            &["`../model`", "`../FOLDER/FILE`"],
        ),
        case(
            in_parts("/model", 300_000),
            InvalidManifest,
            &["`/model`", "relative"],
        ),
        case(
            in_parts("https://host/model", 300_000),
            InvalidManifest,
            &["`https://host/model`", "relative"],
        ),
        case(
            in_parts("model.onnx", 300_000),
            InvalidManifest,
            &["`model.onnx`", "another path"],
        ),
        case(
            in_parts("../shared/model", 299_999),
            InvalidManifest,
            &["`model.onnx`", "317694", "317695"],
        ),
        case(
            manifest(lstm(), "\"manifest_version\": 1", "\"manifest_version\": 2"),
            InvalidManifest,
            &["manifest_version", "2"],
        ),
        case(
            manifest(lstm(), "\"name\": \"logits\"", "\"name\": \"levels\""),
            ShapeMismatch,
            &["output", "logits", "levels"],
        ),
        case(
            manifest(lstm(), "\"dtype\": \"float32\"", "\"dtype\": \"int64\""),
            ShapeMismatch,
            &["logits", "float32", "Int64"],
        ),
        case(
            manifest(lstm(), "\"task\": \"matching\"", "\"task\": \"singing\""),
            InvalidManifest,
            &["singing", "matching"],
        ),
        case(
            manifest(lstm(), "\"task\"", "\"colour\": 1, \"task\""),
            InvalidManifest,
            &["colour"],
        ),
        case(
            manifest(
                lstm(),
                "\"path\": \"model.onnx\"",
                "\"path\": \"../model.onnx\"",
            ),
            InvalidManifest,
            &["../model.onnx"],
        ),
        case(
            manifest(rouge(), "\"slope\": 7.7499", "\"slope\": -1"),
            InvalidManifest,
            &["zh", "slope"],
        ),
        case(
            manifest(rouge(), "\"de\": {", "\"de\": {\"x\": 1,"),
            InvalidManifest,
            &["x"],
        ),
        case(
            Files {
                manifest: "{".into(),
                files: vec![],
            },
            InvalidManifest,
            &["manifest.json"],
        ),
    ]
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn an_unfit_model_is_refused_by_name() {
    for (index, Case { files, kind, words }) in cases().into_iter().enumerate() {
        let Err(error) = files.matcher(None) else {
            panic!("case {index} was accepted");
        };
        assert_eq!(error.kind(), kind, "case {index}: {error}");
        for word in words {
            assert!(error.to_string().contains(word), "case {index}: {error}");
        }
    }
}

/// Every byte counts: wherever a file is cut, loading ends in an error.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_model_cut_anywhere_is_refused() {
    let length = lstm().files[0].1.len();
    for part in 0..40 {
        let files = lstm().truncate("model.onnx", length * part / 40);
        assert!(files.matcher(None).is_err(), "cut at {part}/40");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_documented_manifest_is_accepted() {
    let page = include_str!("../../docs/manifest.md");
    let (_, rest) = page.split_once("```json\n").unwrap();
    let (json, _) = rest.split_once("```").unwrap();
    let manifest = Manifest::parse(json.as_bytes()).unwrap();
    assert_eq!(manifest.name, "my-matcher");
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn a_file_in_parts_is_put_together() {
    use epitome::model::Bundle;

    let root = std::env::temp_dir().join(format!("epitome-parts-{}", std::process::id()));
    for folder in ["model", "shared"] {
        std::fs::create_dir_all(root.join(folder)).unwrap();
    }
    let write = |path: &str, bytes: &[u8]| std::fs::write(root.join(path), bytes).unwrap();
    let Files { manifest, files } = in_parts("../shared/model", 300_000);
    write("model/manifest.json", manifest.as_bytes());
    let mut whole = Vec::new();
    for (path, bytes) in files {
        if path == "model.onnx" {
            write("model/model.onnx.0", &bytes[..17_695]);
            whole = bytes;
        } else {
            write(&format!("model/{path}"), &bytes);
        }
    }
    let open = || Bundle::open(root.join("model"));
    let error = open().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingFile, "{error}");
    assert!(error.to_string().contains("shared/model"), "{error}");
    write("shared/model", &whole[17_695..]);
    assert_eq!(open().unwrap().file("model.onnx").unwrap(), &whole[..]);
    write("shared/model", &whole[..300_000]);
    let error = open().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::HashMismatch, "{error}");
    std::fs::remove_dir_all(root).unwrap();
}
