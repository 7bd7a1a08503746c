//! Models of the field, from their repositories: what transformers and ONNX Runtime say with tiny
//! ones of random weights (`tests/oracles/field.py`).

use std::path::{Path, PathBuf};

use epitome::hub::FolderOptions;
use epitome::matcher::{EvidenceKind, MatchOptions, Matcher, Pair, Verdict};
use epitome::model::Bundle;
use epitome::{ErrorKind, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    pairs: Vec<Pair>,
    supported: Vec<Vec<f64>>,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/field")
        .join(name)
}

fn open(name: &str) -> Result<Matcher> {
    let bundle = Bundle::open_repository(folder(name), &FolderOptions::default())?;
    pollster::block_on(Matcher::load(&bundle, None))
}

fn expected(name: &str) -> Expected {
    let json = std::fs::read(folder(name).join("expected.json")).unwrap();
    serde_json::from_slice(&json).unwrap()
}

const EXPLAINED: MatchOptions = MatchOptions { explain: true };

#[test]
fn every_sentence_is_supported_as_the_field_has_it() {
    for name in [
        "entailment",
        "one-length",
        "relevance",
        "tokens",
        "embedding",
    ] {
        let Expected { pairs, supported } = expected(name);
        let matcher = open(name).unwrap();
        let found = pollster::block_on(matcher.match_batch(&pairs, EXPLAINED)).unwrap();
        for ((found, wanted), pair) in found.iter().zip(&supported).zip(&pairs) {
            assert_eq!(found.sentences.len(), wanted.len(), "{name}: {pair:?}");
            for (sentence, wanted) in found.sentences.iter().zip(wanted) {
                let difference = (sentence.supported - wanted).abs();
                assert!(difference < 1e-4, "{name}: {sentence:?} {wanted} {pair:?}");
            }
            let least = wanted.iter().copied().fold(1.0, f64::min);
            // Where the document is shown to say otherwise, a fifth of it stays.
            let stays = match (found.probability - least).abs() < 1e-4 {
                true => 1.0,
                false => 0.2,
            };
            assert!((found.probability - stays * least).abs() < 1e-4, "{name}");
            assert!(stays == 1.0 || found.verdict == Verdict::Contradicted);
            assert_eq!(
                (found.read.document, found.read.summary),
                (1.0, 1.0),
                "{name}"
            );
        }
    }
}

#[test]
fn a_pair_has_the_same_score_in_any_company() {
    let matcher = open("tokens").unwrap();
    let Expected { pairs, .. } = expected("tokens");
    let together = pollster::block_on(matcher.match_batch(&pairs, EXPLAINED)).unwrap();
    for (pair, found) in pairs.iter().zip(&together) {
        let alone = pollster::block_on(matcher.match_batch(std::slice::from_ref(pair), EXPLAINED));
        assert_eq!(alone.unwrap()[0], *found);
    }
}

#[test]
fn words_that_a_classifier_of_tokens_doubts_are_marked() {
    let matcher = open("tokens").unwrap();
    let Expected { pairs, .. } = expected("tokens");
    let found = pollster::block_on(matcher.match_batch(&pairs, EXPLAINED)).unwrap();
    let evidence = found
        .iter()
        .flat_map(|one| one.evidence.as_deref().unwrap());
    let marked = evidence.filter(|one| one.kind == EvidenceKind::Missing);
    assert!(marked.count() > 0);
    assert!(found.iter().all(|one| one.verdict != Verdict::Supported));
    for (one, pair) in found.iter().zip(&pairs) {
        let spans: Vec<_> = one
            .evidence
            .as_deref()
            .unwrap()
            .iter()
            .map(|e| e.summary_span)
            .collect();
        assert!(
            spans.windows(2).all(|two| two[0].end <= two[1].start),
            "{pair:?}"
        );
    }
}

#[test]
fn a_long_document_is_read_in_windows_that_share_words() {
    let matcher = open("entailment").unwrap();
    let filler = "Nothing of note happens in the gardens of the old town in winter. ".repeat(400);
    let fact = "Kestrel pays a deposit of nine pounds.";
    for (before, after) in [("", &*filler), (&*filler, ""), (&*filler, &*filler)] {
        let pair = Pair {
            document: format!("{before}{fact} {after}"),
            summary: "Kestrel pays a deposit.".into(),
        };
        let found = pollster::block_on(matcher.match_batch(&[pair], EXPLAINED)).unwrap();
        let place = found[0].sentences[0].document_span.unwrap();
        assert_eq!(place.start, before.len());
        assert_eq!(place.end - place.start, fact.len());
        assert!(found[0].read.document > 0.0 && found[0].read.document < 0.1);
    }
}

#[test]
fn what_a_repository_lacks_is_said() {
    let error = Bundle::open_repository(folder("none"), &FolderOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingFile);
    assert!(error.to_string().contains("config.json"), "{error}");
    let options = FolderOptions {
        dtype: "q4".parse().unwrap(),
        ..FolderOptions::default()
    };
    let error = Bundle::open_repository(folder("tokens"), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingFile);
    assert!(error.to_string().contains("onnx/model_q4.onnx"), "{error}");
}
