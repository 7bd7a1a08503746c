//! ROUGE and AUC against the figures of rouge-score and scikit-learn, which
//! `tests/oracles/rouge.py` and `roc.py` write.

use epitome::ErrorKind;
use epitome::metrics::{
    PrecisionRecallF1, RougeOptions, RougeScores, auc, auc_interval, mean_interval, rouge, rouge_l,
    rouge_lsum, rouge_n, rouge_with,
};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum RougeCase {
    Tokens {
        hypothesis: Vec<String>,
        reference: Vec<String>,
        scores: OracleScores,
    },
    Text {
        hypothesis: String,
        reference: String,
        scores: OracleScores,
    },
    Sentences {
        hypothesis: Vec<Vec<String>>,
        reference: Vec<Vec<String>>,
        score: PrecisionRecallF1,
    },
}

/// The measures that do not depend on sentences.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OracleScores {
    rouge1: PrecisionRecallF1,
    rouge2: PrecisionRecallF1,
    rouge_l: PrecisionRecallF1,
}

impl From<RougeScores> for OracleScores {
    fn from(scores: RougeScores) -> Self {
        Self {
            rouge1: scores.rouge1,
            rouge2: scores.rouge2,
            rouge_l: scores.rouge_l,
        }
    }
}

/// Asserts that the scores agree up to the last digit, which serde_json may
/// read differently than it was written.
fn assert_same(found: PrecisionRecallF1, expected: PrecisionRecallF1, case: &dyn std::fmt::Debug) {
    let values = |measures: PrecisionRecallF1| [measures.precision, measures.recall, measures.f1];
    for (found, expected) in values(found).iter().zip(&values(expected)) {
        assert!((found - expected).abs() <= f64::EPSILON, "{case:?}");
    }
}

fn assert_all_same(found: OracleScores, expected: OracleScores, case: &dyn std::fmt::Debug) {
    assert_same(found.rouge1, expected.rouge1, case);
    assert_same(found.rouge2, expected.rouge2, case);
    assert_same(found.rouge_l, expected.rouge_l, case);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn rouge_equals_the_oracle() {
    let cases: Vec<RougeCase> = serde_json::from_str(include_str!("../data/rouge.json")).unwrap();
    assert!(cases.len() >= 200);
    let mut sentences = 0;
    for case in cases {
        match case {
            RougeCase::Tokens {
                hypothesis,
                reference,
                scores,
            } => {
                let found = OracleScores {
                    rouge1: rouge_n(&hypothesis, &reference, 1),
                    rouge2: rouge_n(&hypothesis, &reference, 2),
                    rouge_l: rouge_l(&hypothesis, &reference),
                };
                assert_all_same(found, scores, &(hypothesis, reference));
            }
            RougeCase::Text {
                hypothesis,
                reference,
                scores,
            } => {
                let found = rouge(&hypothesis, &reference).into();
                assert_all_same(found, scores, &(hypothesis, reference));
            }
            RougeCase::Sentences {
                hypothesis,
                reference,
                score,
            } => {
                let found = rouge_lsum(&hypothesis, &reference);
                assert_same(found, score, &(hypothesis, reference));
                sentences += 1;
            }
        }
    }
    assert!(sentences >= 200);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn rouge_lsum_of_texts_is_that_of_their_sentences() {
    let split = |text: &str, language| -> Vec<Vec<String>> {
        sentences(text, language)
            .into_iter()
            .map(|span| words(&text[span]))
            .collect()
    };
    for (language, hypothesis, reference) in [
        (
            Language::English,
            "Dr. Roe came. It rained.",
            "It rained when Dr. Roe came.",
        ),
        (
            Language::German,
            "Sie kam am 3. Mai. Es regnete.",
            "Es regnete. Am 3. Mai kam sie.",
        ),
        (Language::Chinese, "下雨了。她来了！", "她来了，下雨了。"),
        (
            Language::Persian,
            "او آمد. باران بارید؟",
            "باران بارید. او آمد.",
        ),
    ] {
        let expected = rouge_lsum(&split(hypothesis, language), &split(reference, language));
        let options = RougeOptions {
            language: Some(language),
        };
        for found in [
            rouge_with(hypothesis, reference, options),
            rouge(hypothesis, reference),
        ] {
            assert_eq!(found.rouge_lsum, expected);
            assert!(found.rouge_lsum.f1 > found.rouge_l.f1, "{language}");
        }
    }
    let error = serde_json::from_str::<RougeOptions>(r#"{"lang":"en"}"#).unwrap_err();
    assert!(error.to_string().contains("`language`"), "{error}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn rouge_reads_every_language() {
    let found = rouge("市政府公布方案", "市政府公布新方案");
    assert_eq!(found.rouge1.precision, 1.0);
    assert_eq!(found.rouge_l.recall, 7.0 / 8.0);
    // Spelled with Arabic and with Persian letters.
    assert_eq!(rouge("كتاب", "کتاب").rouge1.f1, 1.0);
    let json = serde_json::to_value(found).unwrap();
    assert!(json["rougeL"]["f1"].is_number(), "{json}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn rouge_of_too_little_is_zero() {
    let zero = PrecisionRecallF1::default();
    assert_eq!(rouge_n(&["a"], &["a"], 0), zero);
    assert_eq!(rouge_n(&["a"], &["a"], 2), zero);
    assert_eq!(rouge_n(&["a"], &["a"], usize::MAX), zero);
    assert_eq!(rouge_l::<u8>(&[], &[]), zero);
    assert_eq!(rouge_l(&[1], &[]), zero);
    assert_eq!(rouge_lsum::<u8>(&[], &[vec![1]]), zero);
    assert_eq!(rouge_lsum(&[vec![], vec![1]], &[vec![]]), zero);
    assert_eq!(rouge("", "…"), RougeScores::default());
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn rouge_l_of_long_texts_is_fast() {
    // A table of all prefixes would take minutes in a test build.
    let long: Vec<u32> = (0..60_000).map(|i| i % 5_000).collect();
    let shifted: Vec<u32> = long[7..].to_vec();
    assert_eq!(rouge_l(&long, &shifted).recall, 1.0);
    let text = "the tram is late ".repeat(2_500);
    assert_eq!(words(&text).len(), 10_000);
    let scores = rouge(&text, &text);
    assert_eq!((scores.rouge_l.f1, scores.rouge_lsum.f1), (1.0, 1.0));
    let text: String = (0..400)
        .map(|i| format!("The tram w{i} is late. "))
        .collect();
    assert_eq!(rouge(&text, &text.repeat(9)).rouge_lsum.precision, 1.0);
}

#[derive(Deserialize)]
struct RocCase {
    scores: Vec<f64>,
    labels: Vec<bool>,
    auc: f64,
    replicates: Option<usize>,
    seed: Option<u64>,
    interval: Option<(f64, f64)>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn auc_equals_the_oracle() {
    /// scikit-learn adds up trapezoids; we divide one exact count.
    const TOLERANCE: f64 = 1e-12;
    let cases: Vec<RocCase> = serde_json::from_str(include_str!("../data/roc.json")).unwrap();
    let mut intervals = 0;
    for case in cases {
        let area = auc(&case.scores, &case.labels).unwrap();
        assert!((area - case.auc).abs() < TOLERANCE, "{area} {}", case.auc);
        let (Some(replicates), Some(seed), Some((low, high))) =
            (case.replicates, case.seed, case.interval)
        else {
            continue;
        };
        let found = auc_interval(&case.scores, &case.labels, replicates, seed).unwrap();
        assert_eq!(found.auc, area);
        assert!((found.low - low).abs() < TOLERANCE, "{} {low}", found.low);
        assert!(
            (found.high - high).abs() < TOLERANCE,
            "{} {high}",
            found.high
        );
        intervals += 1;
    }
    assert!(intervals >= 10);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn auc_orders_infinities_and_ties_zeros() {
    let labels = [true, false, true, false];
    let infinite = [f64::INFINITY, f64::NEG_INFINITY, 1.0, 0.0];
    assert_eq!(auc(&infinite, &labels).unwrap(), 1.0);
    assert_eq!(auc(&[0.0, -0.0, -0.0, 0.0], &labels).unwrap(), 0.5);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn auc_of_bad_samples_is_an_error() {
    let cases: [(&[f64], &[bool], &str); 5] = [
        (&[1.0], &[true, false], "1 scores but 2 labels"),
        (&[1.0, f64::NAN], &[true, false], "score 1"),
        (&[], &[], "no sample"),
        (&[1.0, 2.0], &[true, true], "every label is true"),
        (&[1.0, 2.0], &[false, false], "every label is false"),
    ];
    for (scores, labels, message) in cases {
        for error in [
            auc(scores, labels).unwrap_err(),
            auc_interval(scores, labels, 100, 0).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            assert!(error.message().contains(message), "{error}");
        }
    }
    for replicates in [0, 39, usize::MAX] {
        let error = auc_interval(&[1.0, 2.0], &[true, false], replicates, 0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("40 to 1000000"), "{error}");
    }
}

#[derive(Deserialize)]
struct MeanCase {
    values: Vec<f64>,
    replicates: usize,
    seed: u64,
    mean: f64,
    interval: (f64, f64),
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn mean_intervals_equal_the_oracle() {
    const TOLERANCE: f64 = 1e-12;
    let cases: Vec<MeanCase> = serde_json::from_str(include_str!("../data/means.json")).unwrap();
    assert!(cases.len() >= 40);
    for case in cases {
        let found = mean_interval(&case.values, case.replicates, case.seed).unwrap();
        for (found, expected) in [
            (found.mean, case.mean),
            (found.low, case.interval.0),
            (found.high, case.interval.1),
        ] {
            assert!((found - expected).abs() < TOLERANCE, "{found} {expected}");
        }
    }
    for (values, replicates, message) in [
        (&[][..], 100, "no value"),
        (&[1.0, f64::INFINITY], 100, "value 1"),
        (&[1.0], 39, "40 to 1000000"),
    ] {
        let error = mean_interval(values, replicates, 0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains(message), "{error}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_line_is_a_sentence_of_rouge_lsum() {
    for (hypothesis, reference) in [
        (
            "The dam broke at noon\nTwo villages were flooded",
            "Two villages were flooded\nThe dam broke at noon",
        ),
        (
            "Der Damm brach mittags\nZwei Dörfer wurden überflutet",
            "Zwei Dörfer wurden überflutet\nDer Damm brach mittags",
        ),
    ] {
        assert_eq!(
            epitome::metrics::rouge(hypothesis, reference).rouge_lsum.f1,
            1.0
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn no_fragment_is_zero_and_not_less() {
    for (document, summary) in [("", ""), ("a b c", ""), ("", "a b")] {
        let found = epitome::metrics::extractive_fragments(document, summary);
        assert!(found.coverage.is_sign_positive() && found.density.is_sign_positive());
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_sign_and_the_numbers_of_a_list_are_no_matter_of_digits() {
    use epitome::metrics::{EntityOptions, entity_factuality};
    let precision = |document: &str, summary: &str| {
        entity_factuality(document, summary, &EntityOptions::default()).precision_source
    };
    for (document, summary) in [
        (
            "The temperature fell to -5 degrees.",
            "The temperature fell to 5 degrees.",
        ),
        (
            "In der Stadt fiel die Temperatur auf -5 Grad.",
            "In der Stadt fiel die Temperatur auf 5 Grad.",
        ),
        ("星期一气温降至-5度。", "星期一气温降至5度。"),
        ("星期一气温降至零下5度。", "星期一气温降至5度。"),
        ("دمای شهر به -۵ درجه رسید.", "دمای شهر به ۵ درجه رسید."),
    ] {
        assert_eq!(precision(document, summary), Some(0.0), "{summary}");
        assert_eq!(precision(document, document), Some(1.0), "{document}");
    }
    assert_eq!(
        precision(
            "The river rose. Police expect calm.",
            "1. The river rose.\n2. Police expect calm."
        ),
        None
    );
}
