//! The methods that choose sentences. `tests/oracles/textrank.py` writes the
//! documents and their TextRank scores.

use epitome::metrics::{WordVectors, rouge_against_rest};
use epitome::summarizer::{
    Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType, textrank,
    top_sentences_by_embeddings,
};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Case {
    language: Language,
    separator: String,
    sentences: Vec<String>,
    scores: Vec<f64>,
}

impl Case {
    fn text(&self) -> String {
        self.sentences.join(&self.separator)
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../data/textrank.json")).unwrap()
}

fn summarizer(method: Method, r#type: SummaryType, length: SummaryLength) -> Summarizer {
    Summarizer::new(SummarizerOptions {
        r#type,
        length,
        format: SummaryFormat::PlainText,
        method,
        ..Default::default()
    })
    .unwrap()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn textrank_equals_the_oracle() {
    let cases = cases();
    assert!(cases.len() >= 200);
    for case in cases {
        let text = case.text();
        let spans = sentences(&text, case.language);
        let found: Vec<_> = spans.iter().map(|span| &text[span.clone()]).collect();
        assert_eq!(found, case.sentences);
        let scores = textrank::scores(&text, &spans);
        assert_eq!(scores.len(), case.scores.len());
        for (found, expected) in scores.iter().zip(&case.scores) {
            // Half of the last decimal that is kept.
            assert!((found - expected).abs() <= 1e-9, "{case:?}\n{scores:?}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn textrank_of_sentences_without_edges_is_even() {
    for text in ["One. Two. Three.", "a b. c d. e f.", "... !!! ???", ""] {
        let spans: Vec<_> = text
            .split_inclusive('.')
            .scan(0, |start, part| {
                let span = *start..*start + part.len();
                *start = span.end;
                Some(span)
            })
            .collect();
        let scores = textrank::scores(text, &spans);
        assert!(
            scores.windows(2).all(|pair| pair[0] == pair[1]),
            "{scores:?}"
        );
    }
    // Ranges that are not in the text count as empty.
    assert_eq!(textrank::scores("ä", &[0..1, 7..9]), [0.5, 0.5]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn lead_takes_the_first_sentences() {
    for case in cases()
        .iter()
        .filter(|case| case.sentences.len() >= 7)
        .take(60)
    {
        let text = case.text();
        let summary = |r#type, length| {
            let summarizer = Summarizer::new(SummarizerOptions {
                r#type,
                length,
                format: SummaryFormat::PlainText,
                language: Some(case.language),
                method: Method::Lead,
            });
            summarizer.unwrap().summarize(&text).unwrap()
        };
        let first = &case.sentences[0];
        assert_eq!(summary(SummaryType::Tldr, SummaryLength::Short), *first);
        assert_eq!(summary(SummaryType::Teaser, SummaryLength::Short), *first);
        let points = summary(SummaryType::KeyPoints, SummaryLength::Short);
        assert_eq!(points.lines().next().unwrap(), first);
        let headline = summary(SummaryType::Headline, SummaryLength::Short);
        let kept = headline.trim_end_matches(['…', '.', '。']);
        assert!(first.starts_with(kept), "{headline} {first}");
    }
    // The beginning is kept where the best clause comes later.
    let text = "据当地媒体昨天晚上报道，通往港口的地铁新线将于五月开通，并且每十分钟有一班列车往返运行。五月的票价为两元，老人和儿童坐地铁去港口可以半价。";
    let headline = |method| {
        summarizer(method, SummaryType::Headline, SummaryLength::Short)
            .summarize(text)
            .unwrap()
    };
    assert_eq!(headline(Method::Lead), "据当地媒体昨天晚上报道");
    assert_eq!(
        headline(Method::Extractive),
        "通往港口的地铁新线将于五月开通"
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn textrank_takes_the_most_central_sentence() {
    let mut languages = [0; 4];
    for case in cases().iter().filter(|case| case.sentences.len() >= 3) {
        let mut ranking: Vec<usize> = (0..case.scores.len()).collect();
        ranking.sort_by(|&a, &b| case.scores[b].total_cmp(&case.scores[a]));
        if case.scores[ranking[0]] - case.scores[ranking[1]] < 1e-6 {
            continue; // a tie, or as good as one
        }
        let summarizer = Summarizer::new(SummarizerOptions {
            r#type: SummaryType::Tldr,
            format: SummaryFormat::PlainText,
            language: Some(case.language),
            method: Method::TextRank,
            ..Default::default()
        });
        let summary = summarizer.unwrap().summarize(&case.text()).unwrap();
        assert_eq!(summary, case.sentences[ranking[0]], "{case:?}");
        languages[case.language as usize] += 1;
    }
    assert!(languages.iter().all(|&count| count > 10), "{languages:?}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_method_writes_every_type() {
    for case in cases()
        .iter()
        .filter(|case| case.sentences.len() >= 7)
        .take(40)
    {
        let text = case.text();
        for method in [
            Method::Auto,
            Method::Extractive,
            Method::Subset,
            Method::Lead,
            Method::TextRank,
        ] {
            for &r#type in SummaryType::ALL {
                for &length in SummaryLength::ALL {
                    let summarizer = summarizer(method, r#type, length);
                    let parts = summarizer.parts(&text).unwrap();
                    assert!(!parts.is_empty() && parts.iter().all(|part| !part.is_empty()));
                    assert_eq!(parts.concat(), summarizer.summarize(&text).unwrap());
                }
            }
        }
    }
    assert_eq!("textrank".parse::<Method>().unwrap(), Method::TextRank);
    let error = "pagerank".parse::<Method>().unwrap_err();
    assert!(
        error
            .message()
            .contains("auto, extractive, lead, textrank, subset, abstractive"),
        "{error}"
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_subset_has_no_more_words_than_the_best_sentences() {
    let (mut more, mut fewer) = (0, 0);
    for case in cases()
        .iter()
        .filter(|case| case.sentences.len() >= 7)
        .take(40)
    {
        let text = case.text();
        let parts = |method| {
            Summarizer::new(SummarizerOptions {
                r#type: SummaryType::KeyPoints,
                length: SummaryLength::Medium,
                format: SummaryFormat::PlainText,
                language: Some(case.language),
                method,
            })
            .unwrap()
            .parts(&text)
            .unwrap()
        };
        let (together, alone) = (parts(Method::Subset), parts(Method::Extractive));
        let size = |parts: &[String]| words(&parts.concat()).len();
        assert!(size(&together) <= size(&alone), "{together:?} {alone:?}");
        more += usize::from(together.len() > alone.len());
        fewer += usize::from(together.len() < alone.len());
    }
    assert!(more > 0 && fewer == 0, "{more} {fewer}");
}

/// Documents of 100,000 characters in which sentences are many, long, alike or
/// share one word each with all others.
fn long_documents() -> Vec<String> {
    let fill = |piece: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for i in 0.. {
            text.push_str(&piece(i));
            if text.chars().count() >= 100_000 {
                break;
            }
        }
        text
    };
    vec![
        fill(&|i| format!("Word{i} tram w{} of line{}. ", i % 977, i % 31)),
        fill(&|i| format!("Tram {i}. ")),
        fill(&|i| format!("{} tram. ", "The line ".repeat(1 + i))),
        fill(&|i| format!("地铁{}号线开通，第{i}班。", i % 97)),
        "The tram is late. ".repeat(6_000),
    ]
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_hundred_thousand_characters_take_little_time() {
    // Thirty thousand sentences have 450 million pairs: minutes in a test build.
    for text in long_documents() {
        for method in [
            Method::Extractive,
            Method::Subset,
            Method::Lead,
            Method::TextRank,
        ] {
            let summary = summarizer(method, SummaryType::KeyPoints, SummaryLength::Long)
                .summarize(&text)
                .unwrap();
            assert!(!summary.is_empty());
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn embeddings_find_what_words_do_not() {
    // "bus" and "coach" mean the same, and no sentence repeats a word.
    let text = "Buses stopped. Coaches halted. Cats purr.";
    let words = ["buses", "coaches", "stopped", "halted", "cats", "purr"];
    let values = [
        [1.0, 0.1, 0.0],
        [1.0, 0.0, 0.1],
        [0.1, 1.0, 0.0],
        [0.0, 1.0, 0.1],
        [0.0, 0.1, 1.0],
        [-0.1, 0.0, 1.0],
    ];
    let vectors = WordVectors::new(3, words.map(str::to_owned).to_vec(), values.concat()).unwrap();
    let parts: Vec<Vec<&str>> = vec![vec!["buses", "stopped"], vec!["coaches", "halted"]];
    assert_eq!(rouge_against_rest(&parts), [0.0, 0.0]);
    let best = top_sentences_by_embeddings(text, Language::English, 2, &vectors).unwrap();
    let found: Vec<_> = best.into_iter().map(|span| &text[span]).collect();
    assert_eq!(found, ["Buses stopped.", "Coaches halted."]);
}
