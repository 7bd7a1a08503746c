//! The packaged matchers: `lstm-ii-zh` against ONNX Runtime's answers on the
//! same int8 file, `rouge` against its definition, and what both promise.

use crate::support::{ReferenceCase, assert_levels, lstm, pair, rouge, scorable, score};
use epitome::ErrorKind;
use epitome::matcher::{Levels, MatchOptions, Pair};
use epitome::text::{Language, Vocabulary, tokenize::characters};

fn reference() -> Vec<ReferenceCase> {
    let json = include_str!("../../models/lstm-ii-zh/reference.json");
    crate::support::reference(json)
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn tokens_have_the_ids_of_the_recipe() {
    let vocabulary =
        Vocabulary::parse(include_bytes!("../../models/lstm-ii-zh/vocabulary.txt")).unwrap();
    for case in reference() {
        for (text, expected, length) in [
            (&case.document, &case.document_ids, 150),
            (&case.summary, &case.summary_ids, 50),
        ] {
            let ids: Vec<_> = characters(text)
                .into_iter()
                .take(length)
                .map(|token| vocabulary.char_id(token))
                .collect();
            assert_eq!(ids, *expected, "{text:?}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_lstm_agrees_with_onnx_runtime_alone_and_in_a_batch() {
    let matcher = lstm().matcher(None).unwrap();
    let cases: Vec<_> = reference().into_iter().filter(scorable).collect();
    assert!(cases.len() >= 20, "{} cases", cases.len());
    let pairs: Vec<_> = cases
        .iter()
        .map(|case| pair(&case.document, &case.summary))
        .collect();
    let expected: Vec<_> = cases
        .iter()
        .map(|case| Levels::from_logits(case.logits).unwrap())
        .collect();
    assert_levels(&matcher, &pairs, &expected);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn more_pairs_than_a_batch_keep_their_order() {
    let matcher = lstm().matcher(Some(Language::Chinese)).unwrap();
    let cases: Vec<_> = reference().into_iter().filter(scorable).collect();
    let pairs: Vec<Pair> = cases
        .iter()
        .cycle()
        .take(75)
        .map(|case| pair(&case.document, &case.summary))
        .collect();
    let matches = score(&matcher, &pairs).unwrap();
    assert_eq!(matches.len(), pairs.len());
    for (index, found) in matches.iter().enumerate().skip(cases.len()) {
        let first = &matches[index % cases.len()];
        assert!((found.score - first.score).abs() < 1e-5, "pair {index}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_cut_text_says_how_much_was_read() {
    let document = "河".repeat(300);
    let matches = score(&lstm().matcher(None).unwrap(), &[pair(&document, "河水")]).unwrap();
    assert_eq!(
        (matches[0].read.document, matches[0].read.summary),
        (0.5, 1.0)
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn rouge_follows_its_calibration() {
    let matcher = rouge().matcher(Some(Language::English)).unwrap();
    let document = "the harbour line opens in may";
    let matches = score(&matcher, &[pair(document, "harbour line shuts today")]).unwrap();
    let calibration =
        matcher.manifest().rouge.as_ref().unwrap().calibration[&Language::English].clone();
    // Two of the four words of the summary occur in the document.
    let exceedances: Vec<_> = calibration
        .thresholds
        .iter()
        .map(|threshold| 1.0 / (1.0 + (-calibration.slope * (0.5 - threshold)).exp()))
        .collect();
    assert!((matches[0].probability - exceedances[2]).abs() < 1e-12);
    assert!((matches[0].score - (1.0 + exceedances.iter().sum::<f64>())).abs() < 1e-12);
    assert!((matches[0].levels.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn evidence_points_at_the_supporting_sentence_in_utf16_units() {
    let document = "😀 Good morning. The harbour line opens in May.";
    let summary = "The harbour line opens, the mayor resigned in anger";
    let matcher = rouge().matcher(Some(Language::English)).unwrap();
    let options = MatchOptions { explain: true };
    let matches =
        pollster::block_on(matcher.match_batch(&[pair(document, summary)], options)).unwrap();
    let evidence = matches[0].evidence.as_ref().unwrap();
    let units: Vec<u16> = document.encode_utf16().collect();
    let span = evidence[0].document_span.unwrap();
    assert_eq!(
        String::from_utf16(&units[span.start..span.end]).unwrap(),
        "The harbour line opens in May."
    );
    assert_eq!(evidence[0].summary_span.start, 0);
    assert_eq!(evidence[1].document_span, None, "{evidence:?}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_cannot_be_judged_is_an_error_that_names_it() {
    for files in [lstm(), rouge()] {
        let matcher = files.matcher(None).unwrap();
        for (bad, field) in [(pair("", "x"), "document"), (pair("x", " ?! "), "summary")] {
            let error = score(&matcher, &[pair("a", "a"), bad]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            let message = error.to_string();
            assert!(
                message.contains("pair 1") && message.contains(field),
                "{message}"
            );
        }
        assert_eq!(score(&matcher, &[]).unwrap(), []);
    }
    let error = lstm().matcher(Some(Language::Persian)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::UnsupportedLanguage);
    assert!(error.to_string().contains("allowed: zh"), "{error}");
}
