//! Entailment by a cross-encoder, part of a larger matcher. `tests/oracles/entailment.py` writes what
//! `tokenizers` and `onnxruntime` give.

use crate::support::{Files, decoded, fit, pair, score};
use epitome::ErrorKind;
use epitome::matcher::Pair;
use epitome::matcher::entailment::Entailment;
use epitome::matcher::fit::{FitMatcher, Parts};
use epitome::model::Bundle;
use epitome::text::Language;
#[cfg(not(target_arch = "wasm32"))]
use epitome::text::tokenize::WordPiece;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Oracle {
    vocabulary: String,
    graph: String,
    window: usize,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    premise: String,
    hypothesis: String,
    cut: bool,
    entailed: f64,
}

fn oracle() -> Oracle {
    serde_json::from_str(include_str!("../data/entailment.json")).unwrap()
}

/// The English matcher with the oracle's cross-encoder, which weighs so much.
fn larger(oracle: &Oracle, weight: f64) -> Files {
    let mut files = fit(Language::English)
        .with("pieces.txt", oracle.vocabulary.clone().into_bytes())
        .with("entailment.onnx", decoded(&oracle.graph));
    let input = |name: &str| json!({"name": name, "dtype": "int64", "shape": [1, "length"], "max_length": oracle.window});
    edit(&mut files, |manifest| {
        manifest["fit"]["entailment"] = json!({
            "tokenizer": {"kind": "wordpiece", "vocabulary": "pieces.txt"},
            "graph": {
                "file": "entailment.onnx",
                "inputs": [input("tokens"), input("segments")],
                "outputs": [{"name": "logits", "dtype": "float32", "shape": [1, 3]}],
            },
            "weight": weight,
        });
    });
    files
}

fn edit(files: &mut Files, change: impl FnOnce(&mut Value)) {
    let mut manifest = serde_json::from_str(&files.manifest).unwrap();
    change(&mut manifest);
    files.manifest = manifest.to_string();
}

fn judge(bundle: &Bundle) -> Entailment {
    pollster::block_on(Entailment::load(bundle)).unwrap()
}

fn judged(entailment: &Entailment, premise: &str, hypothesis: &str) -> f64 {
    pollster::block_on(entailment.judge(premise, hypothesis)).unwrap()
}

fn parts(files: &Files, pairs: &[Pair]) -> Vec<Parts> {
    let matcher = pollster::block_on(FitMatcher::load(&files.bundle().unwrap())).unwrap();
    let languages = vec![Language::English; pairs.len()];
    let found = pollster::block_on(matcher.parts(pairs, &languages)).unwrap();
    found.into_iter().map(|(parts, _)| parts).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_probability_of_entailment_equals_the_oracle() {
    let oracle = oracle();
    let cut = oracle.cases.iter().filter(|case| case.cut).count();
    assert!(
        cut >= 60 && oracle.cases.len() - cut >= 100,
        "{cut} are cut"
    );
    let entailment = judge(&larger(&oracle, 1.0).bundle().unwrap());
    for case in &oracle.cases {
        let found = judged(&entailment, &case.premise, &case.hypothesis);
        assert!(
            (found - case.entailed).abs() < 1e-4,
            "{:?}: {found}, not {}",
            case.hypothesis,
            case.entailed
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
        premise: String,
        hypothesis: String,
        premise_ids: Vec<i64>,
        hypothesis_ids: Vec<i64>,
        entailed: f64,
    }

    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models/fit-en-large");
    let bundle = Bundle::open(folder).unwrap();
    let json = std::fs::read(format!("{folder}/reference.json")).unwrap();
    let Reference { cases } = serde_json::from_slice(&json).unwrap();
    assert!(cases.len() >= 20, "{} cases", cases.len());
    let pieces = WordPiece::parse(bundle.file("pieces.txt").unwrap()).unwrap();
    let entailment = judge(&bundle);
    for case in &cases {
        assert_eq!(
            pieces.encode(&case.premise),
            case.premise_ids,
            "{:?}",
            case.premise
        );
        assert_eq!(
            pieces.encode(&case.hypothesis),
            case.hypothesis_ids,
            "{:?}",
            case.hypothesis
        );
        let found = judged(&entailment, &case.premise, &case.hypothesis);
        assert!(
            (found - case.entailed).abs() < 1e-3,
            "{:?}: {found}, not {}",
            case.hypothesis,
            case.entailed
        );
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_larger_english_matcher_tells_what_follows_from_what_does_not() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models/fit-en-large");
    let entailment = judge(&Bundle::open(folder).unwrap());
    let premise = "A man in a red coat is walking his dog along the harbour.";
    let follows = judged(&entailment, premise, "A person is outside with an animal.");
    for other in [
        "A man is asleep at home.",
        "A woman is selling fish in a shop.",
    ] {
        let found = judged(&entailment, premise, other);
        assert!(found < follows - 1.0, "{found} for {other}, {follows}");
    }
}

const DOCUMENT: &str = "The council has approved a plan for a new tram line. It opens in May. \
                        The line links the harbour with the old town.";

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_sentence_is_held_against_those_of_the_document_that_share_its_words() {
    let oracle = oracle();
    let files = larger(&oracle, 1.0);
    let entailment = judge(&files.bundle().unwrap());
    let one = judged(
        &entailment,
        "The council has approved a plan for a new tram line.",
        "Councils approve tram lines.",
    );
    let two = judged(
        &entailment,
        "The council has approved a plan for a new tram line. The line links the harbour with the old town.",
        "A tram to the harbour.",
    );
    let [first, second] = ["Councils approve tram lines.", "A tram to the harbour."];
    let both = format!("{first} {second}");
    let found = parts(
        &files,
        &[
            pair(DOCUMENT, first),
            pair(DOCUMENT, second),
            pair(DOCUMENT, &both),
        ],
    );
    for (found, wanted) in [(found[0], one), (found[1], two)] {
        let found = found.entailment;
        assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
    }
    // Half way between their mean and the worse of them.
    let both = found[2].entailment;
    assert!(
        one.min(two) < both && both < one.max(two),
        "{both}, not between {one} and {two}"
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn of_what_stands_in_the_document_nothing_is_asked() {
    let oracle = oracle();
    let mut files = larger(&oracle, 1.0);
    let quoted = [pair(DOCUMENT, "the council has approved a plan")];
    assert_eq!(parts(&files, &quoted)[0].entailment, 0.0);
    edit(&mut files, |manifest| {
        manifest["fit"]["quotes"] = false.into();
    });
    assert!(parts(&files, &quoted)[0].entailment < 0.0);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_pair_scores_by_the_weight_whatever_its_company() {
    let oracle = oracle();
    let pairs = [
        pair(DOCUMENT, "The council approves a tram line"),
        pair(DOCUMENT, "A museum closes"),
        pair(
            "A museum closes in June. Its pictures go to the town hall.",
            "Museums close",
        ),
    ];
    let files = larger(&oracle, 0.75);
    let matcher = files.matcher(None).unwrap();
    assert_eq!(matcher.batch(), 4, "a signal waits for no more");
    let spec = matcher.manifest().fit.clone().unwrap();
    let together = score(&matcher, &pairs).unwrap();
    for (index, parts) in parts(&files, &pairs).into_iter().enumerate() {
        let without = Parts {
            entailment: 0.0,
            ..parts
        };
        let x = spec.score(&without) + 0.75 * parts.entailment;
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
fn an_unfit_cross_encoder_is_refused_by_name() {
    let oracle = oracle();
    type Change = fn(&mut Value);
    let changes: [(Change, ErrorKind, &str); 8] = [
        (
            |it| it["weight"] = (-1.0).into(),
            ErrorKind::InvalidManifest,
            "fit.entailment.weight is -1",
        ),
        (
            |it| it["tokenizer"]["kind"] = "words".into(),
            ErrorKind::InvalidManifest,
            "fit.entailment.tokenizer must be of kind `wordpiece`",
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
            |it| it["graph"]["inputs"][0]["max_length"] = 25.into(),
            ErrorKind::ShapeMismatch,
            "with the same `max_length`",
        ),
        (
            |it| {
                for input in [0, 1] {
                    it["graph"]["inputs"][input]["max_length"] = 4.into();
                }
            },
            ErrorKind::ShapeMismatch,
            "`max_length` of at least 5",
        ),
        (
            // The network's own graph, of other inputs and another output.
            |it| {
                let known: Value = serde_json::from_str(&fit(Language::English).manifest).unwrap();
                it["graph"] = known["graph"].clone();
            },
            ErrorKind::ShapeMismatch,
            "one float32 [1, 3]",
        ),
        (
            |it| it["tokenizer"]["vocabulary"] = "few.txt".into(),
            ErrorKind::InvalidVocabulary,
            "has no [CLS]",
        ),
    ];
    for (change, kind, named) in changes {
        let mut files = larger(&oracle, 1.0).with("few.txt", b"[PAD]\n[UNK]\na\n".to_vec());
        edit(&mut files, |manifest| {
            change(&mut manifest["fit"]["entailment"])
        });
        let Err(error) = files.matcher(None) else {
            panic!("not refused: {named}");
        };
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(named), "{error}");
    }
}
