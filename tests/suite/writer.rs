//! The headline models against `models/*/reference.json`, which their recipe writes with
//! ONNX Runtime and a plain beam search.

use crate::support::{Files, headline, headline_gru};
use epitome::metrics::{EntityOptions, entity_factuality};
use epitome::model::Bundle;
use epitome::summarizer::{
    Candidate, Choice, SummaryFormat, SummaryLength, Writer, WriterOptions, consensus_scores,
};
use epitome::text::Language;
use epitome::text::tokenize::words;
use epitome::{ErrorKind, Result};
use serde::Deserialize;
use std::collections::BTreeMap;

const TOLERANCE: f64 = 1e-3;
const TEXT: &str = "Northwind Motors Corp said it will close its plant in Leeds by June and \
move the work to Porto, where it opened a second line last year. About 430 workers are affected. \
The company expects to save 12 million euros a year.";

#[derive(Deserialize)]
#[cfg_attr(
    target_arch = "wasm32",
    expect(dead_code, reason = "made documents are for native tests")
)]
struct Reference {
    cases: Vec<Case>,
    generated: Vec<Generated>,
}

#[derive(Deserialize)]
struct Case {
    document: String,
    candidates: BTreeMap<usize, Vec<Found>>,
}

#[derive(Deserialize)]
struct Found {
    text: String,
    #[serde(rename = "logProbability")]
    log_probability: f64,
}

#[derive(Deserialize)]
#[cfg_attr(
    target_arch = "wasm32",
    expect(dead_code, reason = "made documents are for native tests")
)]
struct Generated {
    document: String,
    text: String,
    #[serde(rename = "logProbability")]
    log_probability: f64,
}

const LANGUAGES: [Language; 3] = [Language::Chinese, Language::English, Language::Persian];

fn reference(language: Language) -> Reference {
    let json = match language {
        Language::Chinese => include_str!("../../models/headline-zh/reference.json"),
        Language::Persian => include_str!("../../models/headline-fa/reference.json"),
        _ => include_str!("../../models/headline-en/reference.json"),
    };
    serde_json::from_str(json).unwrap()
}

fn reference_gru() -> Reference {
    serde_json::from_str(include_str!("../../models/headline-gru-zh/reference.json")).unwrap()
}

fn writer(files: &Files) -> Result<Writer> {
    pollster::block_on(Writer::load(&files.bundle()?))
}

/// The search of the reference: nothing but the model decides.
fn plain(beams: usize) -> WriterOptions {
    WriterOptions {
        beams,
        length: None,
        format: SummaryFormat::PlainText,
        faithful: false,
        choice: Choice::Likeliest,
        ..Default::default()
    }
}

fn cases_agree(writer: &Writer, reference: Reference, name: &str) {
    for case in reference.cases {
        for (&beams, expected) in &case.candidates {
            let found = candidates(writer, &case.document, plain(beams));
            agree(&found, expected, &format!("{name}, {beams} beams"));
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn generated_agree(writer: &Writer, generated: Vec<Generated>, name: &str) {
    for (number, one) in generated.into_iter().enumerate() {
        let best = candidates(writer, &one.document, plain(8)).swap_remove(0);
        let place = format!("{name}, document {number}");
        assert_eq!(unjoined(&best.0), one.text, "{place}");
        let off = (best.1 - one.log_probability).abs();
        assert!(off < TOLERANCE, "{place}: off by {off}");
    }
}

fn candidates(writer: &Writer, text: &str, options: WriterOptions) -> Vec<(String, f64)> {
    let found = pollster::block_on(writer.candidates(text, options)).unwrap();
    let pair = |one: Candidate| (one.text, one.log_probability);
    found.into_iter().map(pair).collect()
}

/// Without the half-spaces that a headline has from its document.
fn unjoined(text: &str) -> String {
    text.replace('\u{200C}', "")
}

fn agree(found: &[(String, f64)], expected: &[Found], place: &str) {
    let mut distinct: Vec<&Found> = vec![];
    for one in expected {
        if !one.text.is_empty() && distinct.iter().all(|other| other.text != one.text) {
            distinct.push(one);
        }
    }
    let texts: Vec<_> = found.iter().map(|(text, _)| unjoined(text)).collect();
    let wanted: Vec<_> = distinct.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, wanted, "{place}");
    for ((text, found), wanted) in found.iter().zip(distinct) {
        let off = (found - wanted.log_probability).abs();
        assert!(off < TOLERANCE, "{place}: {text}: off by {off}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn candidates_are_those_of_the_reference() {
    for language in LANGUAGES {
        let writer = writer(&headline(language)).unwrap();
        cases_agree(&writer, reference(language), language.code());
    }
}

/// A graph whose state is one vector, which copies nothing and does not read frequencies.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_recurrent_model_gives_the_candidates_of_its_reference() {
    let writer = writer(&headline_gru()).unwrap();
    cases_agree(&writer, reference_gru(), "headline-gru-zh");
}

/// A hundred documents that are made by rule, and twenty for the recurrent model.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn generated_documents_get_the_headlines_of_the_reference() {
    for language in LANGUAGES {
        let writer = writer(&headline(language)).unwrap();
        let generated = reference(language).generated;
        assert_eq!(generated.len(), 100);
        generated_agree(&writer, generated, language.code());
    }
    let generated = reference_gru().generated;
    assert_eq!(generated.len(), 20);
    generated_agree(
        &writer(&headline_gru()).unwrap(),
        generated,
        "headline-gru-zh",
    );
}

#[derive(Deserialize)]
struct Judged {
    candidates: Vec<(String, f64)>,
    length_penalty: f64,
    scores: Vec<f64>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn consensus_is_that_of_rouge_score() {
    let cases: Vec<Judged> = serde_json::from_str(include_str!("../data/consensus.json")).unwrap();
    assert!(cases.len() >= 200);
    for (number, case) in cases.into_iter().enumerate() {
        let made = |(text, log_probability)| Candidate {
            text,
            log_probability,
        };
        let candidates: Vec<_> = case.candidates.into_iter().map(made).collect();
        let found = consensus_scores(&candidates, case.length_penalty);
        assert_eq!(found.len(), case.scores.len(), "case {number}");
        for (found, wanted) in found.iter().zip(&case.scores) {
            assert!(
                (found - wanted).abs() < 1e-9,
                "case {number}: {found} for {wanted}"
            );
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_first_candidate_is_that_of_the_choice() {
    for language in LANGUAGES {
        let writer = writer(&headline(language)).unwrap();
        for case in reference(language).cases.iter().take(4) {
            let with = |choice| {
                let options = WriterOptions { choice, ..plain(8) };
                candidates(&writer, &case.document, options)
            };
            let (likeliest, agreed) = (with(Choice::Likeliest), with(Choice::Consensus));
            let made = |(text, log_probability): &(String, f64)| Candidate {
                text: text.clone(),
                log_probability: *log_probability,
            };
            let scores = consensus_scores(&likeliest.iter().map(made).collect::<Vec<_>>(), 0.8);
            let mut ranked: Vec<_> = scores.into_iter().zip(likeliest).collect();
            ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            assert_eq!(
                agreed,
                ranked.into_iter().map(|(_, one)| one).collect::<Vec<_>>()
            );
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_is_agreed_grows_into_the_headline() {
    for language in LANGUAGES {
        let writer = writer(&headline(language)).unwrap();
        let mut early = [false; 2];
        for case in reference(language).cases {
            for (choice, early) in [Choice::Likeliest, Choice::Consensus]
                .into_iter()
                .zip(&mut early)
            {
                for beams in [1, 2, 8] {
                    let options = WriterOptions {
                        beams,
                        choice,
                        ..Default::default()
                    };
                    let begun = writer.begin(&case.document, options);
                    let mut writing = pollster::block_on(begun).unwrap();
                    let mut agreed = vec![writing.agreed()];
                    while !pollster::block_on(writing.step()).unwrap() {
                        assert!(writing.candidates().is_empty());
                        agreed.push(writing.agreed());
                    }
                    *early |= beams > 1 && agreed.iter().any(|text| !text.is_empty());
                    agreed.push(writing.candidates().swap_remove(0).text);
                    for pair in agreed.windows(2) {
                        assert!(pair[1].starts_with(&pair[0]), "{pair:?}");
                    }
                    assert_eq!(writing.agreed(), agreed.pop().unwrap());
                }
            }
        }
        assert_eq!(
            early, [true; 2],
            "{language}: something is sure before the end"
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn headlines_keep_to_the_document_and_to_their_length() {
    for language in LANGUAGES {
        let writer = writer(&headline(language)).unwrap();
        for case in reference(language).cases.iter().take(6) {
            for (length, limit) in [(SummaryLength::Short, 12), (SummaryLength::Long, 22)] {
                let options = WriterOptions {
                    length: Some(length),
                    language: Some(language),
                    format: SummaryFormat::PlainText,
                    ..Default::default()
                };
                let found = candidates(&writer, &case.document, options);
                let (best, _) = &found[0];
                let limit = match language {
                    Language::Chinese => limit * 3 / 2,
                    _ => limit,
                };
                assert!(words(best).len() <= limit, "{best}");
                let options = EntityOptions {
                    language: Some(language),
                    ..Default::default()
                };
                let held = entity_factuality(&case.document, best, &options).precision_source;
                assert!(held.is_none_or(|share| share == 1.0), "{best}");
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_same_document_gets_the_same_headlines_in_any_order() {
    let writer = writer(&headline(Language::English)).unwrap();
    let alone = candidates(&writer, TEXT, WriterOptions::default());
    candidates(
        &writer,
        "Something else happened.",
        WriterOptions::default(),
    );
    assert_eq!(candidates(&writer, TEXT, WriterOptions::default()), alone);
    assert!(alone.len() > 1 && alone.len() <= 8);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn options_out_of_range_say_what_is_allowed() {
    let writer = writer(&headline(Language::English)).unwrap();
    let default = WriterOptions::default;
    for (text, options, expected) in [
        (
            TEXT,
            WriterOptions {
                beams: 0,
                ..default()
            },
            "beams is 0; it must be 1 to 32",
        ),
        (
            TEXT,
            WriterOptions {
                beams: 33,
                ..default()
            },
            "beams is 33; it must be 1 to 32",
        ),
        (
            TEXT,
            WriterOptions {
                length_penalty: f64::NAN,
                ..default()
            },
            "the length penalty is NaN; it must be 0 to 5",
        ),
        (" \n", default(), "empty or only whitespace"),
        ("\u{200C}", default(), "nothing that a model reads"),
    ] {
        let error = pollster::block_on(writer.begin(text, options))
            .err()
            .unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains(expected), "{}", error.message());
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn texts_of_all_kinds_are_read() {
    let writer = writer(&headline(Language::English)).unwrap();
    for text in [
        "a",
        "...",
        "🦀🦀 🦀",
        "[PAD] [UNK] [PAD]",
        "\u{2581}",
        "１２",
        &"word ".repeat(3000),
        "\u{300}",
    ] {
        for beams in [1, 2] {
            let options = WriterOptions {
                beams,
                ..Default::default()
            };
            assert!(!candidates(&writer, text, options).is_empty(), "{text:?}");
        }
    }
    // What stands behind white space is read.
    let padded = format!("{}{TEXT}", " \n".repeat(2000));
    let options = WriterOptions::default();
    assert_eq!(
        candidates(&writer, &padded, options),
        candidates(&writer, TEXT, options)
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn manifests_that_contradict_themselves_say_where() {
    for (from, to, expected) in [
        ("\"steps\": 40", "\"steps\": 0", "generation.steps is 0"),
        (
            "\"cased\": true",
            "\"cased\": false",
            "over `unigram`, cased",
        ),
        (
            "\"relations\"",
            "\"relation\"",
            "generation.decoder must have the inputs and outputs",
        ),
        (
            "\"past\",\n",
            "\"present\",\n",
            "generation.decoder must have",
        ),
        (
            "\"summarization\"",
            "\"matching\"",
            "is for task `summarization`",
        ),
        (
            "\"encoder-decoder\"",
            "\"neural\"",
            "`generation` does not go with system `neural`",
        ),
    ] {
        let mut files = headline(Language::English);
        assert!(files.manifest.contains(from), "{from:?}");
        files.manifest = files.manifest.replacen(from, to, 1);
        let error = files.bundle().err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidManifest, "{error}");
        assert!(error.message().contains(expected), "{error}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn languages_are_those_of_the_model() {
    let writer = writer(&headline(Language::English)).unwrap();
    let options = WriterOptions {
        language: Some(Language::Chinese),
        ..Default::default()
    };
    let error = pollster::block_on(writer.begin(TEXT, options))
        .err()
        .unwrap();
    assert_eq!(error.kind(), ErrorKind::UnsupportedLanguage);
    assert!(error.message().contains("allowed: en"), "{error}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn models_of_other_tasks_say_what_they_are_for() {
    let error = writer(&crate::support::lstm()).err().unwrap();
    assert!(error.message().contains("load it with Matcher"), "{error}");
    let bundle: Bundle = headline(Language::English).bundle().unwrap();
    let error = pollster::block_on(epitome::Matcher::load(&bundle, None))
        .err()
        .unwrap();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(
        error.message().contains("load it with Summarizer"),
        "{error}"
    );
}
