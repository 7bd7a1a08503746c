//! The default matchers: the network against ONNX Runtime's answers on the same
//! int8 file, the whole against its formula, and what it is for.

use crate::evidence::WRITTEN_OTHERWISE;
use crate::support::{Files, ReferenceCase, fit, pair, scorable, score};
use epitome::ErrorKind;
use epitome::matcher::fit::FitMatcher;
use epitome::matcher::{Levels, Pair, Verdict};
use epitome::metrics::{EntityOptions, entity_factuality, extractive_fragments, rouge};
use epitome::text::entities::EntityKind;
use epitome::text::tokenize::{Unigram, words};
use epitome::text::{Language, sentences};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

const LANGUAGES: [Language; 4] = [
    Language::Chinese,
    Language::English,
    Language::Persian,
    Language::German,
];

/// English words that proximity and novelty leave out.
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

/// A document and a summary whose pieces have changed places, of every language.
const TURNED: [(&str, &str); 4] = [
    ("线路在五月开通，港口和城镇相连。", "港口和城镇在五月开通"),
    (
        "The line opens in May. It is in the harbour.",
        "In the harbour the line opens",
    ),
    ("خط در ماه مه باز می شود.", "باز می شود خط در ماه"),
    (
        "Die Linie wird im Mai in der Stadt eröffnet.",
        "In der Stadt wird im Mai",
    ),
];

/// A document that says five words again and again, and a summary that holds them and says two again.
const FREQUENT: (&str, &str) = (
    "The line links port and mill. Line, port, mill: the council votes on the budget. The council \
     wants a budget for the line, the port and the mill; the budget of the council is small.",
    "Council votes on budget for line, port and mill; line and port are small",
);

/// Documents and summaries with numbers, and how many of these the document gives otherwise.
const FIGURES: [(Language, &str, &str, f64); 8] = [
    (
        Language::Chinese,
        "港口线路前4个月售票33万张，5月通车。",
        "港口线路前5个月售票23万张",
        2.0,
    ),
    (
        Language::Chinese,
        "港口线路前4个月售票33万张。",
        "4个月售票330000张",
        0.0,
    ),
    (
        Language::English,
        "The line opens on May 12 in the harbour.",
        "Line opens on May 21 in the harbour",
        1.0,
    ),
    (
        Language::English,
        "On May 12 the line opens; it cost 97 million euros.",
        "Line cost 97 million, opens May 12",
        0.0,
    ),
    (
        Language::Persian,
        "در این ماه ۲۰ کشتی از بندر رفت.",
        "۳۰ کشتی از بندر رفت",
        1.0,
    ),
    (
        Language::Persian,
        "در این ماه ۲۰ کشتی از بندر رفت.",
        "۲۰ کشتی از بندر رفت",
        0.0,
    ),
    (
        Language::German,
        "Der Hafen verkaufte 4.200 Karten im Mai.",
        "Hafen verkaufte 4.300 Karten",
        1.0,
    ),
    (
        Language::German,
        "Der Hafen verkaufte 4.200 Karten im Mai.",
        "Hafen verkaufte 4200 Karten",
        0.0,
    ),
];

/// Documents and summaries that deny, and how many of their negations the document does not hold.
const DENIALS: [(Language, &str, &str, f64); 8] = [
    (
        Language::Chinese,
        "线路五月开通，港口和城镇相连。",
        "线路五月不开通",
        1.0,
    ),
    (
        Language::Chinese,
        "票价不涨，线路未来五月开通。",
        "线路五月不开通",
        0.5,
    ),
    (
        Language::English,
        "The line opens in May. It's in the harbour.",
        "Line won't open in May",
        1.0,
    ),
    (
        Language::English,
        "Fares do not rise in the town. The line opens in May.",
        "Line not open in May",
        0.5,
    ),
    (
        Language::English,
        "The line isn't open in May.",
        "Line not open in May",
        0.0,
    ),
    (
        Language::Persian,
        "خط در ماه مه باز شد.",
        "خط در ماه مه باز نشد",
        1.0,
    ),
    (
        Language::Persian,
        "خط در ماه مه باز نمی‌شود.",
        "خط در ماه مه باز نشد",
        0.0,
    ),
    (
        Language::German,
        "Die Linie wird im Mai in der Stadt eröffnet.",
        "Linie nicht im Mai eröffnet",
        1.0,
    ),
];

/// A pair of these tests with the numbers of its summary as its document writes them.
fn restated(pair: &Pair) -> Pair {
    let mut pair = pair.clone();
    for (written, there) in [("330000", "33万"), ("4200", "4.200"), ("4200", "4,200")] {
        if pair.document.contains(there) && !pair.document.contains(written) {
            pair.summary = pair.summary.replace(written, there);
        }
    }
    pair
}

/// A pair of these tests as its words are compared: numbers as in the document, contractions written out, and ASCII digits.
fn compared(pair: &Pair) -> Pair {
    let pair = restated(pair);
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
            assert_eq!(parts.contradictions, 0.0, "{pair:?}");
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
fn numbers_and_dates_count_the_same_however_they_are_written() {
    for (language, document, as_there, otherwise) in WRITTEN_OTHERWISE {
        let matcher = fit(language).matcher(None).unwrap();
        let pairs = [as_there, otherwise].map(|summary| pair(document, summary));
        let [wanted, found] = <[_; 2]>::try_from(score(&matcher, &pairs).unwrap()).unwrap();
        let difference = (found.probability - wanted.probability).abs();
        assert!(
            difference < 0.05,
            "{otherwise}: {} and {}",
            found.probability,
            wanted.probability
        );
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
        for (document, summary) in [FEW_WORDS, TURNED].map(|of| of[language as usize]) {
            pairs.push(pair(document, summary));
        }
        if language == Language::English {
            pairs.push(pair(FREQUENT.0, FREQUENT.1));
        }
        let of_figures: Vec<_> = FIGURES.iter().filter(|one| one.0 == language).collect();
        pairs.extend(
            of_figures
                .iter()
                .map(|(_, document, summary, _)| pair(document, summary)),
        );
        let denials: Vec<_> = DENIALS.iter().filter(|one| one.0 == language).collect();
        pairs.extend(
            denials
                .iter()
                .map(|(_, document, summary, _)| pair(document, summary)),
        );
        let seen: Vec<_> = pairs.iter().map(restated).collect();
        let alone = score(&network(language).matcher(None).unwrap(), &seen).unwrap();
        let matcher = fit(language).matcher(None).unwrap();
        let spec = matcher.manifest().fit.clone().unwrap();
        let together = score(&matcher, &pairs).unwrap();
        // What is denied goes by lists of words, and numbers by how they are written: those pairs have what is
        // found written down.
        let loaded =
            pollster::block_on(FitMatcher::load(&fit(language).bundle().unwrap())).unwrap();
        let parts = pollster::block_on(loaded.parts(&pairs, &vec![language; pairs.len()])).unwrap();
        let contradictions: Vec<f64> = parts.iter().map(|(one, _)| one.contradictions).collect();
        let with_figures =
            pairs.len() - denials.len() - of_figures.len()..pairs.len() - denials.len();
        let written = of_figures.iter().map(|(.., otherwise)| otherwise.ln_1p());
        assert_eq!(
            contradictions[with_figures],
            written.collect::<Vec<_>>(),
            "{language}"
        );
        let negations: Vec<f64> = parts.iter().map(|(parts, _)| parts.negations).collect();
        let written = denials.iter().map(|(.., unheld)| unheld.ln_1p());
        assert!(
            negations.ends_with(&written.collect::<Vec<_>>()),
            "{language}: {negations:?}"
        );
        let (mut quotes, mut most_pieces, mut turned) = (0, 0, 0);
        let (mut most_frequent, mut most_again) = (0, 0);
        let listed = contradictions.into_iter().zip(negations);
        for (((pair, network), found), (contradictions, negations)) in
            pairs.iter().zip(alone).zip(together).zip(listed)
        {
            let compared = compared(pair);
            let shared = rouge(&compared.summary, &compared.document);
            let options = EntityOptions {
                language: Some(language),
                ..EntityOptions::default()
            };
            let numbers: Vec<_> = entity_factuality(&pair.document, &pair.summary, &options)
                .entities
                .into_iter()
                .filter(|one| one.kind == Some(EntityKind::Number))
                .collect();
            let absent = numbers.iter().filter(|one| !one.in_document).count();
            let copied = extractive_fragments(&compared.document, &compared.summary);
            let long: Vec<_> = copied
                .fragments
                .iter()
                .filter(|one| one.length > 1)
                .collect();
            let after = long
                .windows(2)
                .filter(|two| two[0].document + two[0].length <= two[1].document);
            let pieces = after.count() + usize::from(!long.is_empty());
            most_pieces = pieces.max(most_pieces);
            turned += usize::from(pieces < long.len());
            let (document, summary) = (words(&compared.document), words(&compared.summary));
            let lead = &document[..document.len().min(150)];
            let told = lead.iter().filter(|word| summary.contains(word)).count();
            let stem = |word: &String| match word.chars().any(char::is_numeric) {
                true => word.clone(),
                false => word.chars().take(4).collect(),
            };
            let stems: Vec<_> = document.iter().map(stem).collect();
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
            let content: BTreeSet<_> = said.iter().collect();
            let length = (1.25 * said.len() as f64).round() as usize;
            let together = (0..places.len())
                .map(|from| &places[from..places.len().min(from + length)])
                .map(|stretch| content.iter().filter(|stem| stretch.contains(stem)).count())
                .max()
                .unwrap();
            let novel = content.iter().filter(|stem| !stems.contains(stem)).count();
            let sorted = |a: &String, b: &String| BTreeSet::from([a.clone(), b.clone()]);
            let near: BTreeSet<_> = (0..places.len())
                .flat_map(|at| (at + 1..places.len().min(at + 3)).map(move |next| (at, next)))
                .map(|(at, next)| sorted(&places[at], &places[next]))
                .collect();
            let beside: BTreeSet<_> = said
                .windows(2)
                .map(|two| sorted(&two[0], &two[1]))
                .collect();
            let bigrams: Vec<_> = beside.difference(&near).collect();
            let again = (0..said.len())
                .filter(|&at| said[at.saturating_sub(30)..at].contains(&said[at]))
                .count();
            let times = |stem: &String| places.iter().filter(|place| *place == stem).count();
            let frequent = content.iter().filter(|stem| times(stem) >= 3).count();
            most_frequent = frequent.max(most_frequent);
            most_again = again.max(most_again);
            let spaced = |text: &str| format!(" {} ", words(text).join(" "));
            let quoted = sentences(&compared.document, language)
                .into_iter()
                .any(|span| spaced(&compared.document[span]).contains(&spaced(&compared.summary)));
            quotes += usize::from(quoted);
            let p = match quoted && spec.quotes {
                true => network.levels.0[1..].iter().sum(),
                false => network.probability,
            };
            let x = spec.rouge_1 * shared.rouge1.precision
                + spec.rouge_2 * shared.rouge2.precision
                + spec.proximity * together as f64 / content.len() as f64
                - spec.novelty * (novel as f64).ln_1p()
                - spec.novel_bigrams * (bigrams.len() as f64).ln_1p()
                + spec.network * p.max(1e-6).ln()
                + spec.density * copied.density.ln_1p()
                + spec.fragments * (pieces as f64).ln_1p()
                + spec.length * (document.len().clamp(20, 400) as f64 / 20.0).ln()
                + spec.lead * told.saturating_sub(30) as f64 / 150.0
                + spec.topics * (frequent.clamp(3, 15) - 3) as f64 / 12.0
                - spec.repetition * again.saturating_sub(1) as f64 / said.len() as f64
                - spec.numbers * absent as f64 / numbers.len().max(1) as f64
                - spec.contradictions * contradictions
                - spec.negations * negations;
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
        assert!(quotes > 0, "{language}: a case is a quotation");
        assert!(
            most_pieces > 1 && turned > 0,
            "{language}: a case has pieces, one has some out of order"
        );
        if language == Language::English {
            assert!(spec.topics > 0.0 && most_frequent > 3, "{most_frequent}");
            assert!(spec.repetition > 0.0 && most_again > 1, "{most_again}");
        }
        assert_eq!(spec.quotes, language != Language::Chinese);
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
        .map(|(parts, _)| parts.novel_bigrams.exp_m1().round())
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
                scores[0] > scores[1] + 1.0,
                "{language}: {}: {scores:?}",
                story.faithful
            );
            all += story.wrong.len();
            right += scores[2..].iter().filter(|one| **one < scores[0]).count();
        }
        assert!(right * 10 >= all * 9, "{language}: {right} of {all}");
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
    change("fit.proximity is -3; it must not be negative", &|m| {
        m["fit"]["proximity"] = (-3.0).into()
    });
    change("fit.novelty is -1; it must not be negative", &|m| {
        m["fit"]["novelty"] = (-1.0).into()
    });
    change("fit.novel_bigrams is -1; it must not be negative", &|m| {
        m["fit"]["novel_bigrams"] = (-1.0).into()
    });
    change("fit.fragments is -1; it must not be negative", &|m| {
        m["fit"]["fragments"] = (-1.0).into()
    });
    change("fit.length is -2; it must not be negative", &|m| {
        m["fit"]["length"] = (-2.0).into()
    });
    change("fit.contradictions is -1; it must not be negative", &|m| {
        m["fit"]["contradictions"] = (-1.0).into()
    });
    change("fit.negations is -1; it must not be negative", &|m| {
        m["fit"]["negations"] = (-1.0).into()
    });
    change("fit.lead is -1; it must not be negative", &|m| {
        m["fit"]["lead"] = (-1.0).into()
    });
    change("fit.topics is -1; it must not be negative", &|m| {
        m["fit"]["topics"] = (-1.0).into()
    });
    change("fit.repetition is -2; it must not be negative", &|m| {
        m["fit"]["repetition"] = (-2.0).into()
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
