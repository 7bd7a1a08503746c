//! Measures of what a summary owes its document, against the figures that
//! `tests/oracles/fragments.py` and `embeddings.py` write.

use std::ops::Range;

use epitome::ErrorKind;
use epitome::metrics::{
    ExtractiveFragments, Fragment, IdfWeights, PrecisionRecallF1, TokenEmbeddings, WordVectors,
    bert_score, extractive_fragments, fragments_of, static_f1_against_rest, static_score,
};
use epitome::summarizer::top_sentences_by_embeddings;
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct FragmentCase {
    document: Vec<String>,
    summary: Vec<String>,
    fragments: Vec<Fragment>,
    coverage: f64,
    density: f64,
    compression: f64,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn fragments_equal_the_oracle() {
    let cases: Vec<FragmentCase> =
        serde_json::from_str(include_str!("../data/fragments.json")).unwrap();
    assert!(cases.len() >= 200);
    for case in cases {
        let found = fragments_of(&case.document, &case.summary);
        assert_eq!(found.fragments, case.fragments, "{case:?}");
        for (found, expected) in [
            (found.coverage, case.coverage),
            (found.density, case.density),
            (found.compression, case.compression),
        ] {
            // serde_json may read the last digit differently than it was written.
            assert!(
                (found - expected).abs() <= 4.0 * f64::EPSILON * expected,
                "{case:?}"
            );
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn fragments_of_texts_are_those_of_their_words() {
    let found = extractive_fragments("通往港口的地铁五月开通。", "港口地铁开通");
    assert_eq!((found.coverage, found.density), (1.0, 2.0));
    assert_eq!(
        extractive_fragments("Any text.", ""),
        ExtractiveFragments::default()
    );
    let copied = extractive_fragments("A text. And more.", "a TEXT");
    assert_eq!(
        (copied.coverage, copied.density, copied.compression),
        (1.0, 2.0, 2.0)
    );
    let json = serde_json::to_value(copied).unwrap();
    assert_eq!(json["fragments"][0]["length"], 2);
    // Every word of a long summary begins many matches in a long document.
    let document = "the tram is late and the bus is late ".repeat(3_000);
    let summary = "late the ".repeat(200);
    assert_eq!(extractive_fragments(&document, &summary).coverage, 1.0);
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum EmbeddingCase {
    Embeddings {
        hypothesis: Vec<Vec<f32>>,
        reference: Vec<Vec<f32>>,
        weights: Option<(Vec<f64>, Vec<f64>)>,
        score: PrecisionRecallF1,
    },
    Frequencies {
        references: Vec<Vec<String>>,
        tokens: Vec<String>,
        weights: Vec<f64>,
    },
    Document {
        language: Language,
        separator: String,
        sentences: Vec<String>,
        dimension: usize,
        words: Vec<String>,
        values: Vec<f32>,
        scores: Vec<f64>,
    },
}

/// The oracle computes in double precision, the crate in single precision.
const SINGLE_PRECISION: f64 = 5e-6;

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn bert_score_equals_the_oracle() {
    let cases: Vec<EmbeddingCase> =
        serde_json::from_str(include_str!("../data/embeddings.json")).unwrap();
    let mut counts = [0; 3];
    for case in &cases {
        match case {
            EmbeddingCase::Embeddings {
                hypothesis,
                reference,
                weights,
                score,
            } => {
                let side = |rows: &[Vec<f32>], weights: Option<&Vec<f64>>| {
                    let given = TokenEmbeddings::new(&rows.concat(), rows[0].len()).unwrap();
                    match weights {
                        Some(weights) => given.with_weights(weights).unwrap(),
                        None => given,
                    }
                };
                let found = bert_score(
                    &side(hypothesis, weights.as_ref().map(|weights| &weights.0)),
                    &side(reference, weights.as_ref().map(|weights| &weights.1)),
                )
                .unwrap();
                for (found, expected) in [
                    (found.precision, score.precision),
                    (found.recall, score.recall),
                    // Near a sum of zero the quotient magnifies what is rounded.
                    (
                        (score.precision + score.recall) * found.f1,
                        (score.precision + score.recall) * score.f1,
                    ),
                ] {
                    assert!((found - expected).abs() < SINGLE_PRECISION, "{case:?}");
                }
                counts[0] += 1;
            }
            EmbeddingCase::Frequencies {
                references,
                tokens,
                weights,
            } => {
                let found = IdfWeights::from_references(references).weights(tokens);
                for (found, expected) in found.iter().zip(weights) {
                    assert!((found - expected).abs() < 1e-12, "{case:?}");
                }
                counts[1] += 1;
            }
            EmbeddingCase::Document {
                language,
                separator,
                sentences: expected,
                dimension,
                words: known,
                values,
                scores,
            } => {
                let vectors = WordVectors::new(*dimension, known.clone(), values.clone()).unwrap();
                let text = expected.join(separator);
                let spans: Vec<Range<usize>> = sentences(&text, *language);
                let parts: Vec<Vec<String>> = spans
                    .iter()
                    .map(|span| words(&text[span.clone()]))
                    .collect();
                assert_eq!(parts.len(), expected.len());
                let found = static_f1_against_rest(&parts, &vectors).unwrap();
                for (index, (found, expected)) in found.iter().zip(scores).enumerate() {
                    assert!((found - expected).abs() < SINGLE_PRECISION, "{case:?}");
                    // The same, one sentence at a time.
                    let rest: Vec<String> =
                        [&parts[..index], &parts[index + 1..]].concat().concat();
                    let direct = static_score(&parts[index], &rest, &vectors).unwrap().f1;
                    assert!((direct - expected).abs() < SINGLE_PRECISION, "{case:?}");
                }
                let best = (0..scores.len())
                    .rev()
                    .max_by(|&a, &b| scores[a].total_cmp(&scores[b]))
                    .unwrap();
                let top = top_sentences_by_embeddings(&text, *language, 1, &vectors).unwrap();
                let found = spans.iter().position(|span| *span == top[0]).unwrap();
                assert!(scores[best] - scores[found] < SINGLE_PRECISION, "{case:?}");
                counts[2] += 1;
            }
        }
    }
    assert!(
        counts[0] >= 200 && counts[1] >= 20 && counts[2] >= 60,
        "{counts:?}"
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn embeddings_of_a_wrong_shape_are_errors() {
    let two = TokenEmbeddings::new(&[1.0, 0.0], 2).unwrap();
    let three = TokenEmbeddings::new(&[1.0, 0.0, 0.0], 3).unwrap();
    for (error, kind, message) in [
        (
            TokenEmbeddings::new(&[1.0; 3], 2).unwrap_err(),
            ErrorKind::ShapeMismatch,
            "3 values",
        ),
        (
            TokenEmbeddings::new(&[], 0).unwrap_err(),
            ErrorKind::ShapeMismatch,
            "at least 1",
        ),
        (
            TokenEmbeddings::new(&[0.0, 0.0, 0.0, f32::NAN], 2).unwrap_err(),
            ErrorKind::InvalidArgument,
            "value 1 of the embedding of token 1",
        ),
        (
            two.clone().with_weights(&[1.0; 2]).unwrap_err(),
            ErrorKind::ShapeMismatch,
            "2 weights for 1",
        ),
        (
            two.clone().with_weights(&[-1.0]).unwrap_err(),
            ErrorKind::InvalidArgument,
            "weight 0",
        ),
        (
            bert_score(&two, &three).unwrap_err(),
            ErrorKind::ShapeMismatch,
            "2 dimensions",
        ),
        (
            WordVectors::new(2, vec!["a".into()], vec![1.0]).unwrap_err(),
            ErrorKind::ShapeMismatch,
            "1 values for 1 words",
        ),
        (
            WordVectors::new(usize::MAX, vec!["a".into(), "b".into()], vec![]).unwrap_err(),
            ErrorKind::ShapeMismatch,
            "per word",
        ),
        (
            WordVectors::new(1, vec!["a".into()], vec![f32::INFINITY]).unwrap_err(),
            ErrorKind::InvalidArgument,
            "value 0 of word 0",
        ),
    ] {
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().contains(message), "{error}");
    }
    // Zero vectors and weights have no direction and no mean; nothing divides by them.
    let zero = TokenEmbeddings::new(&[0.0, 0.0], 2).unwrap();
    let weightless = two.clone().with_weights(&[0.0]).unwrap();
    let empty = TokenEmbeddings::new(&[], 2).unwrap();
    for side in [&zero, &weightless, &empty] {
        assert_eq!(bert_score(side, &two).unwrap().f1, 0.0);
        assert_eq!(bert_score(&two, side).unwrap().f1, 0.0);
    }
}
