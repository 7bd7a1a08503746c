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
use epitome::{
    model::manifest::TokenizerKind,
    text::Tokenizer,
    text::tokenize::{Unigram, WordPiece},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Oracle {
    window: usize,
    encoders: Vec<Encoder>,
}

/// A cross-encoder over pieces of a kind.
#[derive(Deserialize)]
struct Encoder {
    kind: String,
    vocabulary: String,
    /// What the manifest says of its tokenizer besides.
    manifest: Value,
    graph: String,
    cases: Vec<Case>,
    /// That of the oracle.
    #[serde(default)]
    window: usize,
}

#[derive(Deserialize)]
struct Case {
    premise: String,
    hypothesis: String,
    cut: bool,
    entailed: f64,
}

fn encoders() -> Vec<Encoder> {
    let Oracle { window, encoders } =
        serde_json::from_str(include_str!("../data/entailment.json")).unwrap();
    let known = |encoder| Encoder { window, ..encoder };
    encoders.into_iter().map(known).collect()
}

/// The one over word pieces.
fn word_pieces() -> Encoder {
    let mut encoders = encoders().into_iter();
    encoders.find(|each| each.kind == "wordpiece").unwrap()
}

/// The English matcher with a cross-encoder of the oracle, which weighs so much.
fn larger(oracle: &Encoder, weight: f64) -> Files {
    let mut files = fit(Language::English)
        .with("pieces.txt", oracle.vocabulary.clone().into_bytes())
        .with("entailment.onnx", decoded(&oracle.graph));
    let input = |name: &str| json!({"name": name, "dtype": "int64", "shape": [1, "length"], "max_length": oracle.window});
    let mut tokenizer = json!({"kind": oracle.kind, "vocabulary": "pieces.txt"});
    for (name, value) in oracle.manifest.as_object().unwrap() {
        tokenizer[name] = value.clone();
    }
    edit(&mut files, |manifest| {
        manifest["fit"]["entailment"] = json!({
            "tokenizer": tokenizer,
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
    let encoders = encoders();
    assert_eq!(encoders.len(), 2);
    for encoder in &encoders {
        let cut = encoder.cases.iter().filter(|case| case.cut).count();
        assert!(
            cut >= 60 && encoder.cases.len() - cut >= 100,
            "{}: {cut} are cut",
            encoder.kind
        );
        let entailment = judge(&larger(encoder, 1.0).bundle().unwrap());
        for case in &encoder.cases {
            let found = judged(&entailment, &case.premise, &case.hypothesis);
            assert!(
                (found - case.entailed).abs() < 1e-4,
                "{}, {:?}: {found}, not {}",
                encoder.kind,
                case.hypothesis,
                case.entailed
            );
        }
    }
}

/// The packaged models are too large to be a part of this program; the package's tests run them in WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
const LARGER: [&str; 4] = [
    "fit-zh-large",
    "fit-en-large",
    "fit-fa-large",
    "fit-de-large",
];

#[cfg(not(target_arch = "wasm32"))]
fn packaged(name: &str) -> Bundle {
    Bundle::open(format!("{}/models/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_larger_matchers_agree_with_onnx_runtime() {
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

    for name in LARGER {
        let bundle = packaged(name);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
        let json = std::fs::read(format!("{folder}/{name}/reference.json")).unwrap();
        let Reference { cases } = serde_json::from_slice(&json).unwrap();
        assert!(cases.len() >= 20, "{name}: {} cases", cases.len());
        let spec = bundle.manifest().fit.as_ref().unwrap();
        let spec = &spec.entailment.as_ref().unwrap().tokenizer;
        let file = bundle.file(&spec.vocabulary).unwrap();
        let pieces = match spec.kind {
            TokenizerKind::Unigram => {
                let unigram = Unigram::parse(file, spec.buckets.unwrap()).unwrap();
                Tokenizer::Unigram(if spec.cased { unigram.cased() } else { unigram })
            }
            _ => Tokenizer::WordPiece(WordPiece::parse(file).unwrap()),
        };
        let entailment = judge(&bundle);
        for case in &cases {
            for (text, ids) in [
                (&case.premise, &case.premise_ids),
                (&case.hypothesis, &case.hypothesis_ids),
            ] {
                assert_eq!(&pieces.encode(text), ids, "{name}: {text:?}");
            }
            let found = judged(&entailment, &case.premise, &case.hypothesis);
            assert!(
                (found - case.entailed).abs() < 1e-3,
                "{name}, {:?}: {found}, not {}",
                case.hypothesis,
                case.entailed
            );
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_larger_matchers_tell_what_follows_from_what_does_not() {
    let stories = [
        (
            "一名穿红大衣的男子正沿着港口遛狗。",
            "有人带着动物在户外。",
            ["一名男子在家里睡觉。", "一名女子在店里卖鱼。"],
        ),
        (
            "A man in a red coat is walking his dog along the harbour.",
            "A person is outside with an animal.",
            [
                "A man is asleep at home.",
                "A woman is selling fish in a shop.",
            ],
        ),
        (
            "مردی با پالتوی قرمز سگش را کنار بندر راه می‌برد.",
            "کسی با حیوانی بیرون از خانه است.",
            ["مردی در خانه خوابیده است.", "زنی در مغازه‌ای ماهی می‌فروشد."],
        ),
        (
            "Ein Mann in einem roten Mantel führt seinen Hund am Hafen aus.",
            "Jemand ist mit einem Tier im Freien.",
            [
                "Ein Mann schläft zu Hause.",
                "Eine Frau verkauft Fisch in einem Laden.",
            ],
        ),
    ];
    for (name, (premise, hypothesis, others)) in LARGER.into_iter().zip(stories) {
        let entailment = judge(&packaged(name));
        let follows = judged(&entailment, premise, hypothesis);
        for other in others {
            let found = judged(&entailment, premise, other);
            assert!(
                found < follows - 1.0,
                "{name}: {found} for {other}, {follows}"
            );
        }
    }
}

const DOCUMENT: &str = "The council has approved a plan for a new tram line. It opens in May. \
                        The line links the harbour with the old town.";

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_sentence_is_held_against_those_of_the_document_that_share_its_words() {
    let oracle = word_pieces();
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
fn a_pair_scores_by_the_weight_whatever_its_company() {
    let oracle = word_pieces();
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
    let oracle = word_pieces();
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
            "fit.entailment.tokenizer must be of kind `wordpiece` or `unigram`",
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
