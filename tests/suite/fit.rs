//! The default matchers: the network against ONNX Runtime's answers on the same
//! int8 file, the whole against its formula, and what it is for.

use crate::support::{Files, ReferenceCase, fit, pair, scorable, score};
use epitome::ErrorKind;
use epitome::matcher::fit::FitMatcher;
use epitome::matcher::{Evidence, EvidenceKind, Levels, Pair, Verdict, evidence};
use epitome::metrics::{extractive_fragments, rouge};
use epitome::text::Language;
use epitome::text::tokenize::{Unigram, words};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

const LANGUAGES: [Language; 4] = [
    Language::Chinese,
    Language::English,
    Language::Persian,
    Language::German,
];

/// English words that novel bigrams leave out.
const FUNCTION_WORDS: &[&str] = &[
    "the", "a", "an", "this", "that", "its", "his", "her", "their", "it", "he", "she", "they",
    "which", "who", "of", "to", "in", "on", "at", "by", "for", "from", "with", "about", "after",
    "into", "over", "and", "or", "but", "as", "is", "are", "was", "were", "be", "been", "has",
    "have", "had", "can", "could", "will", "would", "s",
];

/// Of four letters or more in Persian and German, that the pairs have.
const LONG_FUNCTION_WORDS: &[&str] = &[
    "اعلام",
    "برای",
    "خواهد",
    "دارد",
    "کردند",
    "کنند",
    "یافت",
    "یافته",
    "میشود",
    "میکند",
    "میکنند",
    "میگوید",
    "dass",
    "doch",
    "eine",
    "einen",
    "ihrem",
    "ihrer",
    "jedoch",
    "seit",
    "sich",
    "sind",
    "soll",
    "weil",
    "werden",
    "wird",
    "worden",
    "wurde",
    "sagte",
];

/// A document and a summary that says nothing with many words, of every language.
const FEW_WORDS: [(&str, &str); 4] = [
    ("线路在五月开通，港口和城镇相连。", "在"),
    ("The line opens in May. It is in the harbour.", "It is the"),
    ("خط در ماه مه باز می شود.", "در"),
    ("Die Linie wird im Mai in der Stadt eröffnet.", "in der"),
];

fn reference(language: Language) -> Vec<ReferenceCase> {
    let json = match language {
        Language::Chinese => include_str!("../../models/fit-zh/reference.json"),
        Language::English => include_str!("../../models/fit-en/reference.json"),
        Language::Persian => include_str!("../../models/fit-fa/reference.json"),
        Language::German => include_str!("../../models/fit-de/reference.json"),
    };
    crate::support::reference(json)
}

/// A pair of these tests as its words are compared: contractions written out, and ASCII digits.
fn compared(pair: &Pair) -> Pair {
    let said = |text: &str| -> String {
        let text = text.replace("won't", "will not").replace("isn't", "is not");
        let ascii = |c: char| match c {
            '۰'..='۹' => char::from_digit(c as u32 - '۰' as u32, 10).unwrap(),
            _ => c,
        };
        text.chars().map(ascii).collect()
    };
    Pair {
        document: said(&pair.document),
        summary: said(&pair.summary),
    }
}

/// The network of a model alone.
fn network(language: Language) -> Files {
    let mut files = fit(language);
    let mut manifest: Value = serde_json::from_str(&files.manifest).unwrap();
    manifest.as_object_mut().unwrap().remove("fit");
    manifest["system"] = "neural".into();
    files.manifest = manifest.to_string();
    files
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn documents_contradict_no_faithful_summary() {
    let stories: Value = serde_json::from_str(include_str!("../data/explained.json")).unwrap();
    for language in LANGUAGES {
        let text = |story: &Value, field: &str| story[field].as_str().unwrap().to_owned();
        let of_language = stories[language.code()].as_array().unwrap();
        let pairs: Vec<Pair> = of_language
            .iter()
            .map(|story| pair(&text(story, "document"), &text(story, "faithful")))
            .collect();
        let matcher =
            pollster::block_on(FitMatcher::load(&fit(language).bundle().unwrap())).unwrap();
        let parts =
            pollster::block_on(matcher.parts(&pairs, &vec![language; pairs.len()])).unwrap();
        assert!(!parts.is_empty());
        for (pair, (parts, _)) in pairs.iter().zip(parts) {
            assert_eq!(parts.contradicted, 0.0, "{pair:?}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn tokens_have_the_ids_of_the_recipe() {
    for language in LANGUAGES {
        let files = fit(language);
        let vocabulary = &files
            .files
            .iter()
            .find(|(path, _)| path == "vocabulary.txt")
            .unwrap()
            .1;
        let unigram = Unigram::parse(vocabulary, 256).unwrap();
        for case in reference(language) {
            for (text, expected, length) in [
                (&case.document, &case.document_ids, 4096),
                (&case.summary, &case.summary_ids, 256),
            ] {
                let mut ids = unigram.encode(text);
                ids.truncate(length);
                assert_eq!(ids, *expected, "{language}: {text:?}");
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_networks_agree_with_onnx_runtime() {
    for language in LANGUAGES {
        let matcher = network(language).matcher(None).unwrap();
        let cases: Vec<_> = reference(language).into_iter().filter(scorable).collect();
        assert!(cases.len() >= 20, "{} cases", cases.len());
        let pairs: Vec<_> = cases
            .iter()
            .map(|case| pair(&case.document, &case.summary))
            .collect();
        let found = score(&matcher, &pairs).unwrap();
        for (case, found) in cases.iter().zip(found) {
            let expected = Levels::from_logits(case.logits).unwrap();
            for level in 0..5 {
                let difference = (found.levels.0[level] - expected.0[level]).abs();
                assert!(
                    difference < 1e-3,
                    "{language}: {:?}: {:?} {expected:?}",
                    case.summary,
                    found.levels
                );
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_sentence_scores_by_the_formula_alone_and_among_others() {
    for language in LANGUAGES {
        let cases: Vec<_> = reference(language).into_iter().filter(scorable).collect();
        // One sentence: no end mark but at the end.
        let mut pairs: Vec<_> = cases
            .iter()
            .map(|case| {
                let summary = case
                    .summary
                    .replace(['.', '!', '?', '。', '！', '？', '؟', '\n'], " ");
                pair(&case.document, &summary)
            })
            .collect();
        let (document, summary) = FEW_WORDS[language as usize];
        pairs.push(pair(document, summary));
        let alone = score(&network(language).matcher(None).unwrap(), &pairs).unwrap();
        let matcher = fit(language).matcher(None).unwrap();
        let spec = matcher.manifest().fit.clone().unwrap();
        let together = score(&matcher, &pairs).unwrap();
        for ((pair, network), found) in pairs.iter().zip(alone).zip(together) {
            let compared = compared(pair);
            let shared = rouge(&compared.summary, &compared.document);
            let held = evidence::find(&pair.document, &pair.summary, language).evidence;
            let otherwise = held.iter().filter(|one| one.instead.is_some()).count();
            let missing = |one: &&Evidence| one.kind == EvidenceKind::Missing;
            let missing = held.iter().filter(missing).count();
            let copied = extractive_fragments(&compared.document, &compared.summary);
            let (document, summary) = (words(&compared.document), words(&compared.summary));
            let stem = |word: &String| match word.chars().any(char::is_numeric) {
                true => word.clone(),
                false => word.chars().take(4).collect(),
            };
            let says_much = |word: &&String| match language {
                Language::English => !FUNCTION_WORDS.contains(&word.as_str()),
                Language::Chinese => true,
                _ if LONG_FUNCTION_WORDS.contains(&word.as_str()) => false,
                _ => word.chars().count() >= 4 || word.chars().any(char::is_numeric),
            };
            // A summary of function words alone is looked for among all words.
            let anything = summary.iter().any(|word| says_much(&word));
            let content_of = |words: &[String]| -> Vec<String> {
                let chosen = |word: &&String| !anything || says_much(word);
                words.iter().filter(chosen).map(stem).collect()
            };
            let (places, said) = (content_of(&document), content_of(&summary));
            let sorted = |a: &String, b: &String| BTreeSet::from([a.clone(), b.clone()]);
            let near: BTreeSet<_> = (0..places.len())
                .flat_map(|at| (at + 1..places.len().min(at + 3)).map(move |next| (at, next)))
                .map(|(at, next)| sorted(&places[at], &places[next]))
                .collect();
            let beside: BTreeSet<_> = said
                .windows(2)
                .map(|two| sorted(&two[0], &two[1]))
                .collect();
            let bigrams = beside.difference(&near).count();
            let x = spec.rouge_1 * shared.rouge1.precision
                + spec.network * network.probability.max(1e-6).ln()
                + spec.copied / (1.0 + bigrams as f64).powi(2)
                + spec.density * (copied.density.ln_1p() - 2.0).max(0.0)
                - spec.contradicted * (otherwise as f64).ln_1p()
                - spec.missing * (missing as f64).ln_1p();
            let knot = spec.calibration.knot.unwrap();
            let odds = |below: f64, level: usize| {
                let bent = x + (below - 1.0) * (x - knot.at).min(0.0);
                let logit =
                    spec.calibration.slope * (bent - spec.calibration.thresholds[level - 1]);
                1.0 / (1.0 + (-logit).exp())
            };
            let expected = odds(knot.below, 3);
            let related = odds(knot.related.unwrap(), 1).max(expected);
            let unrelated = found.levels.0[0];
            assert!(
                (1.0 - unrelated - related).abs() < 1e-5,
                "{pair:?}: {unrelated} {related}"
            );
            // Where the document is shown to say otherwise, a fifth of it stays.
            let stays = match found.verdict {
                Verdict::Contradicted => 0.2,
                _ => 1.0,
            };
            assert!(
                (found.probability - stays * expected).abs() < 1e-5,
                "{pair:?}: {} {expected}",
                found.probability
            );
            let by_itself = score(&matcher, std::slice::from_ref(pair))
                .unwrap()
                .remove(0);
            assert!(
                found.score == by_itself.score,
                "{pair:?} depends on its neighbours"
            );
            assert!((found.levels.0.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn novel_bigrams_of_all_sentences_are_added_up() {
    let document = "The mayor praised the new bridge. The harbour line opens in May.";
    let summaries = [
        // praised harbour; new line
        "The mayor praised the harbour.",
        "The new line opens in May.",
        "The mayor praised the harbour. The new line opens in May.",
        // Whatever stands at the end of one sentence and at the beginning of the next.
        "The harbour line opens. The mayor praised the new bridge.",
    ];
    let pairs = summaries.map(|summary| pair(document, summary));
    let matcher = pollster::block_on(FitMatcher::load(&fit(Language::English).bundle().unwrap()));
    let found = pollster::block_on(matcher.unwrap().parts(&pairs, &[Language::English; 4]));
    let counts: Vec<f64> = found
        .unwrap()
        .iter()
        .map(|(parts, _)| (1.0 / parts.copied.sqrt() - 1.0).round())
        .collect();
    assert_eq!(counts, [1.0, 1.0, 2.0, 0.0]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_faithful_summary_scores_above_one_with_a_false_part() {
    #[derive(Deserialize)]
    struct Story {
        document: String,
        faithful: String,
        /// Summaries, and the part of each that the document does not say.
        wrong: Vec<(String, String)>,
    }
    let stories: Value = serde_json::from_str(include_str!("../data/explained.json")).unwrap();
    for language in LANGUAGES {
        let matcher = fit(language).matcher(None).unwrap();
        let stories: Vec<Story> = serde_json::from_value(stories[language.code()].clone()).unwrap();
        let mut right = 0;
        let mut all = 0;
        for (at, story) in stories.iter().enumerate() {
            let other = &stories[(at + 1) % stories.len()];
            let summaries = [&story.faithful, &other.faithful]
                .into_iter()
                .chain(story.wrong.iter().map(|(summary, _)| summary));
            let pairs: Vec<Pair> = summaries.map(|text| pair(&story.document, text)).collect();
            let found = score(&matcher, &pairs).unwrap();
            let scores: Vec<f64> = found.iter().map(|found| found.score).collect();
            println!("{language} {scores:.2?}");
            assert!(
                scores[0] > scores[1] + 0.5,
                "{language}: {}: {scores:?}",
                story.faithful
            );
            all += story.wrong.len();
            right += scores[2..].iter().filter(|one| **one < scores[0]).count();
        }
        assert!(right * 10 >= all * 7, "{language}: {right} of {all}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn long_and_odd_texts_have_a_score() {
    let matcher = fit(Language::English).matcher(None).unwrap();
    let long = "The council of Arlow votes on the library. ".repeat(2000);
    let found = score(
        &matcher,
        &[
            pair(&long, "The council votes."),
            pair("\u{e000}a", "\u{e001}\u{e001}b"),
            pair("Town", &long),
        ],
    )
    .unwrap();
    assert!(found[0].read.document < 1.0 && found[0].read.summary == 1.0);
    assert!(found.iter().all(|one| one.probability.is_finite()));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_manifest_that_does_not_fit_is_refused_with_the_reason() {
    let whole: Value = serde_json::from_str(&fit(Language::German).manifest).unwrap();
    let mut cases = vec![];
    let mut change = |named: &'static str, edit: &dyn Fn(&mut Value)| {
        let mut manifest = whole.clone();
        edit(&mut manifest);
        cases.push((manifest, named));
    };
    change("system `fit` needs `fit`", &|m| {
        drop(m.as_object_mut().unwrap().remove("fit"))
    });
    change("`fit` does not go with system `neural`", &|m| {
        m["system"] = "neural".into()
    });
    change("fit.network is -1; it must not be negative", &|m| {
        m["fit"]["network"] = (-1.0).into()
    });
    change("fit.density is -0.5; it must not be negative", &|m| {
        m["fit"]["density"] = (-0.5).into()
    });
    change("fit.copied is -1; it must not be negative", &|m| {
        m["fit"]["copied"] = (-1.0).into()
    });
    change("fit.contradicted is -1; it must not be negative", &|m| {
        m["fit"]["contradicted"] = (-1.0).into()
    });
    change("fit.missing is -1; it must not be negative", &|m| {
        m["fit"]["missing"] = (-1.0).into()
    });
    change("fit.calibration", &|m| {
        m["fit"]["calibration"]["slope"] = 0.0.into()
    });
    change("fit.calibration needs a knot", &|m| {
        m["fit"]["calibration"]["knot"]["below"] = (-0.5).into()
    });
    change("needs `tokenizer` and `graph`", &|m| {
        drop(m.as_object_mut().unwrap().remove("graph"))
    });
    change("tokenizer.buckets", &|m| {
        m["tokenizer"]["kind"] = "characters".into()
    });
    for (manifest, named) in cases {
        let mut files = fit(Language::German);
        files.manifest = manifest.to_string();
        let error = files.bundle().err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidManifest);
        assert!(error.to_string().contains(named), "{error}");
    }
}
