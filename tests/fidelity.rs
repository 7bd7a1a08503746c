//! Measures of what a summary owes its document, against the figures that
//! `tests/oracles/fragments.py`, `embeddings.py` and `entities.py` write.

#![allow(clippy::unwrap_used)]

use std::ops::Range;

use epitome::ErrorKind;
use epitome::metrics::entities::GivenEntities;
use epitome::metrics::{
    EntityFactuality, EntityOptions, ExtractiveFragments, Fragment, IdfWeights, PrecisionRecallF1,
    TokenEmbeddings, WordVectors, bert_score, entity_factuality, extractive_fragments,
    fragments_of, static_f1_against_rest, static_score,
};
use epitome::summarizer::top_sentences_by_embeddings;
use epitome::text::entities::EntityKind;
use epitome::text::entities::numbers::numbers;
use epitome::text::tokenize::words;
use epitome::text::{Language, entities, sentences};
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
        serde_json::from_str(include_str!("data/fragments.json")).unwrap();
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
        serde_json::from_str(include_str!("data/embeddings.json")).unwrap();
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

#[derive(Debug, Deserialize)]
struct EntityCase {
    language: Language,
    summary: String,
    document: String,
    reference: String,
    spellings: Spellings,
    entities: Vec<String>,
    kinds: Vec<EntityKind>,
    in_document: Vec<bool>,
    precision_source: Option<f64>,
    precision_target: Option<f64>,
    recall_target: Option<f64>,
    f1_target: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Spellings {
    summary: Vec<String>,
    document: Vec<String>,
    reference: Vec<String>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn entity_factuality_equals_the_oracle() {
    let cases: Vec<EntityCase> = serde_json::from_str(include_str!("data/entities.json")).unwrap();
    assert!(cases.len() >= 200);
    for case in cases {
        let given = |summary: bool, others: bool| {
            let list = |is_given: bool, list: &[String]| is_given.then(|| list.to_vec());
            GivenEntities {
                summary: list(summary, &case.spellings.summary),
                document: list(others, &case.spellings.document),
                reference: list(others, &case.spellings.reference),
            }
        };
        for given in [
            given(false, false),
            given(true, false),
            given(true, true),
            given(false, true),
        ] {
            let options = EntityOptions {
                language: Some(case.language),
                reference: Some(case.reference.clone()),
                entities: given,
            };
            let found = entity_factuality(&case.document, &case.summary, &options);
            let texts: Vec<_> = found.entities.iter().map(|entity| &entity.text).collect();
            assert_eq!(texts, case.entities.iter().collect::<Vec<_>>(), "{case:?}");
            let in_document: Vec<_> = found
                .entities
                .iter()
                .map(|entity| entity.in_document)
                .collect();
            assert_eq!(in_document, case.in_document, "{case:?}");
            for (found, expected) in [
                (found.precision_source, case.precision_source),
                (found.precision_target, case.precision_target),
                (found.recall_target, case.recall_target),
                (found.f1_target, case.f1_target),
            ] {
                assert_eq!(found.is_some(), expected.is_some(), "{case:?}");
                let off = found.unwrap_or_default() - expected.unwrap_or_default();
                assert!(off.abs() <= f64::EPSILON, "{case:?}");
            }
            if options.entities.summary.is_none() {
                let units: Vec<u16> = case.summary.encode_utf16().collect();
                for (entity, kind) in found.entities.iter().zip(&case.kinds) {
                    assert_eq!(entity.kind, Some(*kind), "{case:?}");
                    let span = entity.summary_span.unwrap();
                    let slice = String::from_utf16(&units[span.start..span.end]).unwrap();
                    assert_eq!(slice, entity.text);
                }
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn entities_are_what_the_rules_say() {
    let found = |text: &str, language| -> Vec<String> {
        entities(text, language)
            .into_iter()
            .map(|entity| text[entity.span].to_owned())
            .collect()
    };
    for (language, text, expected) in [
        // The first word of a sentence is a name only with evidence.
        (
            Language::English,
            "Trams were late. The people of Oslo waited.",
            &["Oslo"][..],
        ),
        (
            Language::English,
            "Oslo waited for trams. People like Oslo.",
            &["Oslo", "Oslo"],
        ),
        (
            Language::English,
            "The Harbour Line opened. Yesterday morning it closed.",
            &["Harbour Line"],
        ),
        (
            Language::English,
            "When Ana Roe came, I left.",
            &["Ana Roe"],
        ),
        // Where all is capitalised, capitals say nothing.
        (
            Language::English,
            "Council Approves Harbour Line for 48 Million",
            &["48 Million"],
        ),
        (Language::English, "COUNCIL APPROVES LINE 5", &["5"]),
        (
            Language::English,
            "He said \"no, never\" and left with \"Blue\" in 10km.",
            &["Blue", "10"],
        ),
        (
            Language::German,
            "Der Rat gab Ana Roe am Montag das Geld für die NATO.",
            &["Ana Roe", "NATO"],
        ),
        (
            Language::German,
            "Ab 1.5.2024 kostet es 2,40 Euro.",
            &["1.5.2024", "2,40"],
        ),
        (
            Language::Chinese,
            "使用Linux的5G手机，一个人万一有三成",
            &["Linux", "5G"],
        ),
        (
            Language::Chinese,
            "他说：“我不去，你去。”《老城》",
            &["老城"],
        ),
        (
            Language::Persian,
            "او گفت: «نمی‌دانم، شاید» و «ماه» را دید.",
            &["ماه"],
        ),
        (
            Language::English,
            "It takes 2.6M of the 5G band, v2.10 and μGUI.",
            &["2.6M", "5G"],
        ),
        (
            Language::Chinese,
            "目前μCGUI的显示，13.5MB",
            &["μCGUI", "13.5MB"],
        ),
        (Language::English, "", &[]),
        (Language::English, "«» \"\" 《》 - … 😀", &[]),
    ] {
        assert_eq!(found(text, language), expected, "{text}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn numbers_have_one_value_in_all_spellings() {
    for (language, text, expected) in [
        (
            Language::English,
            "1,200 1200 01200.00 1.2k",
            vec!["1200", "1200", "1200", "1200"],
        ),
        (
            Language::English,
            "3,5 12:30 2019-2020 v1.2.3 0.0",
            vec!["3", "5", "12", "30", "2019", "2020", "0"],
        ),
        (
            Language::English,
            "1.5 billion, five million, 2bn",
            vec!["1500000000", "5000000", "2000000000"],
        ),
        (
            Language::Chinese,
            "1.2万亿 三千零五 两亿五千万 二〇二五 十二",
            vec!["1200000000000", "3005", "250000000", "2025", "12"],
        ),
        (Language::Persian, "۱٬۲۰۰٫۵ هزار", vec!["1200500"]),
        (
            Language::German,
            "1.234.567,80 und drei Milliarden",
            vec!["1234567.8", "3000000000"],
        ),
        (Language::Chinese, "千 亿万 百百", vec![]),
    ] {
        let found: Vec<String> = numbers(text, language)
            .into_iter()
            .map(|n| n.value)
            .collect();
        assert_eq!(found, expected, "{text}");
    }
    // Numerals without end do not overflow.
    for unit in ["九", "九千", "亿", "九亿", "9亿", "1,000"] {
        numbers(&unit.repeat(20_000), Language::Chinese);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_scale_is_part_of_a_number() {
    let holds = |document: &str, summary: &str| {
        let found = entity_factuality(document, summary, &EntityOptions::default());
        assert_eq!(found.entities.len(), 1, "{summary}");
        found.precision_source == Some(1.0)
    };
    let document = "The line cost 48 million euros and three people came.";
    assert!(holds(document, "it cost 48m"));
    assert!(holds(document, "it cost 48"));
    assert!(!holds(document, "it cost 48 billion"));
    assert!(!holds(document, "it cost 480"));
    assert!(holds(document, "there were 3"));
    assert!(!holds(document, "there were 4"));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn without_entities_there_is_no_measure() {
    let found = entity_factuality("the tram is late", "it is late", &EntityOptions::default());
    assert_eq!(found, EntityFactuality::default());
    let options: EntityOptions =
        serde_json::from_str(r#"{"reference":"Oslo has 3 trams","language":"en"}"#).unwrap();
    let found = entity_factuality("the tram is late", "it is late", &options);
    assert_eq!(found.precision_target, None);
    assert_eq!(
        (found.recall_target, found.f1_target),
        (Some(0.0), Some(0.0))
    );
    for (json, allowed) in [
        (r#"{"refs":"x"}"#, "`language`, `reference`, `entities`"),
        (
            r#"{"entities":{"source":[]}}"#,
            "`summary`, `document`, `reference`",
        ),
    ] {
        let error = serde_json::from_str::<EntityOptions>(json).unwrap_err();
        assert!(error.to_string().contains(allowed), "{error}");
    }
}
