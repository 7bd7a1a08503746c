//! BERTScore over an encoder, part of a larger matcher. `tests/oracles/similarity.py` writes what
//! `onnxruntime` and `bert-score` give.

use crate::support::{Files, decoded, fit, pair, score};
use epitome::ErrorKind;
#[cfg(not(target_arch = "wasm32"))]
use epitome::matcher::Matcher;
use epitome::matcher::Pair;
use epitome::matcher::fit::{FitMatcher, Parts};
#[cfg(not(target_arch = "wasm32"))]
use epitome::model::Bundle;
use epitome::text::Language;
#[cfg(not(target_arch = "wasm32"))]
use epitome::text::tokenize::WordPiece;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Oracle {
    vocabulary: String,
    encoder: String,
    width: usize,
    window: usize,
    windows: usize,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    document: String,
    summary: String,
    tokens: usize,
    precision: f64,
    f1: f64,
}

fn oracle() -> Oracle {
    serde_json::from_str(include_str!("../data/similarity.json")).unwrap()
}

/// The English matcher with the oracle's encoder, which weighs so much.
fn larger(oracle: &Oracle, precision: f64, f1: f64) -> Files {
    let mut files = fit(Language::English)
        .with("pieces.txt", oracle.vocabulary.clone().into_bytes())
        .with("encoder.onnx", decoded(&oracle.encoder));
    edit(&mut files, |manifest| {
        manifest["fit"]["similarity"] = json!({
            "tokenizer": {"kind": "wordpiece", "vocabulary": "pieces.txt"},
            "graph": {
                "file": "encoder.onnx",
                "inputs": [{"name": "tokens", "dtype": "int64", "shape": [1, "length"], "max_length": oracle.window}],
                "outputs": [{"name": "states", "dtype": "float32", "shape": [1, "length", oracle.width]}],
            },
            "windows": oracle.windows, "precision": precision, "f1": f1,
        });
    });
    files
}

fn edit(files: &mut Files, change: impl FnOnce(&mut Value)) {
    let mut manifest = serde_json::from_str(&files.manifest).unwrap();
    change(&mut manifest);
    files.manifest = manifest.to_string();
}

fn parts(files: &Files, pairs: &[Pair]) -> Vec<Parts> {
    let matcher = pollster::block_on(FitMatcher::load(&files.bundle().unwrap())).unwrap();
    let languages = vec![Language::English; pairs.len()];
    let found = pollster::block_on(matcher.parts(pairs, &languages)).unwrap();
    found.into_iter().map(|(parts, _)| parts).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn precision_and_f1_equal_the_oracle() {
    let oracle = oracle();
    let longer = |case: &&Case| case.tokens > oracle.window - 2;
    let beyond = |case: &&Case| case.tokens > (oracle.window - 2) * oracle.windows;
    let count = oracle.cases.len();
    let within = oracle.cases.iter().filter(longer).count();
    let cut = oracle.cases.iter().filter(beyond).count();
    assert!(
        count >= 190 && within >= 100 && cut >= 20,
        "{count} cases, {within} longer, {cut} cut"
    );
    let pairs: Vec<_> = oracle
        .cases
        .iter()
        .map(|case| pair(&case.document, &case.summary))
        .collect();
    let found = parts(&larger(&oracle, 1.0, 1.0), &pairs);
    for (case, found) in oracle.cases.iter().zip(found) {
        let apart = (found.similarity_precision - case.precision)
            .abs()
            .max((found.similarity_f1 - case.f1).abs());
        assert!(
            apart < 1e-5,
            "{:?}: {found:?}, not {} and {}",
            case.summary,
            case.precision,
            case.f1
        );
    }
}

/// The packaged model is too large to be a part of this program; the package's tests run it in WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_larger_english_matcher_agrees_with_onnx_runtime() {
    #[derive(Deserialize)]
    struct Reference {
        cases: Vec<ReferenceCase>,
    }
    #[derive(Deserialize)]
    struct ReferenceCase {
        document: String,
        summary: String,
        document_ids: Vec<i64>,
        summary_ids: Vec<i64>,
        precision: f64,
        f1: f64,
    }

    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models/fit-en-large");
    let bundle = Bundle::open(folder).unwrap();
    let json = std::fs::read(format!("{folder}/reference.json")).unwrap();
    let Reference { cases } = serde_json::from_slice(&json).unwrap();
    assert!(cases.len() >= 20, "{} cases", cases.len());
    let pieces = WordPiece::parse(bundle.file("pieces.txt").unwrap()).unwrap();
    let matcher = pollster::block_on(Matcher::load(&bundle, Some(Language::English))).unwrap();
    assert_eq!(matcher.batch(), 4, "a signal waits for no more");
    let matcher = pollster::block_on(FitMatcher::load(&bundle)).unwrap();
    let pairs: Vec<_> = cases
        .iter()
        .map(|case| pair(&case.document, &case.summary))
        .collect();
    let languages = vec![Language::English; pairs.len()];
    let found = pollster::block_on(matcher.parts(&pairs, &languages)).unwrap();
    for (case, (found, _)) in cases.iter().zip(found) {
        assert_eq!(
            pieces.encode(&case.document),
            case.document_ids,
            "{:?}",
            case.document
        );
        assert_eq!(
            pieces.encode(&case.summary),
            case.summary_ids,
            "{:?}",
            case.summary
        );
        let apart = (found.similarity_precision - case.precision)
            .abs()
            .max((found.similarity_f1 - case.f1).abs());
        assert!(
            apart < 1e-4,
            "{:?}: {found:?}, not {} and {}",
            case.summary,
            case.precision,
            case.f1
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_pair_scores_by_the_weights_whatever_its_company() {
    let oracle = oracle();
    let document = "The council has approved a plan for a new tram line. It opens in May.";
    let pairs = [
        pair(document, "The council approves a tram line"),
        pair(document, "A museum closes"),
        pair(
            "A museum closes in June. Its pictures go to the town hall.",
            "A museum closes",
        ),
    ];
    let files = larger(&oracle, 0.75, 1.5);
    let matcher = files.matcher(None).unwrap();
    let spec = matcher.manifest().fit.clone().unwrap();
    let together = score(&matcher, &pairs).unwrap();
    for (index, parts) in parts(&files, &pairs).into_iter().enumerate() {
        let without = Parts {
            similarity_precision: 0.0,
            similarity_f1: 0.0,
            ..parts
        };
        let x =
            spec.score(&without) + 0.75 * parts.similarity_precision + 1.5 * parts.similarity_f1;
        let expected = spec.calibration.exceedances(x)[2];
        let found = &together[index];
        assert!(
            (found.probability - expected).abs() < 1e-9,
            "{} for {expected}",
            found.probability
        );
        let alone = score(&matcher, &pairs[index..=index]).unwrap().remove(0);
        assert_eq!(found.levels, alone.levels);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn an_unfit_encoder_is_refused_by_name() {
    let oracle = oracle();
    type Change = fn(&mut Value);
    let changes: [(Change, ErrorKind, &str); 7] = [
        (
            |it| it["windows"] = 0.into(),
            ErrorKind::InvalidManifest,
            "fit.similarity.windows is 0",
        ),
        (
            |it| it["f1"] = (-1.0).into(),
            ErrorKind::InvalidManifest,
            "fit.similarity.f1 is -1",
        ),
        (
            |it| it["tokenizer"]["kind"] = "words".into(),
            ErrorKind::InvalidManifest,
            "fit.similarity.tokenizer must be of kind `wordpiece`",
        ),
        (
            |it| it["tokenizer"]["vocabulary"] = "no.txt".into(),
            ErrorKind::InvalidManifest,
            "`no.txt` is used but not listed",
        ),
        (
            |it| it["graph"]["file"] = "no.onnx".into(),
            ErrorKind::InvalidManifest,
            "`no.onnx` is used but not listed",
        ),
        (
            |it| it["graph"]["inputs"][0]["max_length"] = 2.into(),
            ErrorKind::ShapeMismatch,
            "`max_length` of at least 3",
        ),
        (
            |it| it["tokenizer"]["vocabulary"] = "few.txt".into(),
            ErrorKind::InvalidVocabulary,
            "has no [CLS]",
        ),
    ];
    for (change, kind, named) in changes {
        let mut files = larger(&oracle, 1.0, 0.0).with("few.txt", b"[PAD]\n[UNK]\na\n".to_vec());
        edit(&mut files, |manifest| {
            change(&mut manifest["fit"]["similarity"])
        });
        let Err(error) = files.matcher(None) else {
            panic!("not refused: {named}");
        };
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(named), "{error}");
    }
}
