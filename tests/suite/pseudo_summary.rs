//! What each builder of pseudo-summaries promises, on generated documents.

use std::collections::HashSet;

use epitome::corpus::pseudo_summary::PseudoOptions;
use epitome::corpus::{Objective, PseudoSummaries, PseudoSummary};
use epitome::metrics::{WordVectors, rouge_against_rest, static_f1_against_rest};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};

const MASK: &str = "<mask>";

/// The number of generated documents; enough for the shares to show.
const DOCUMENTS: usize = 400;

/// Pseudo-random numbers, the same everywhere.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % end) as usize
    }
}

/// Sentences of two to twelve words, each with a word of its own so that no
/// two are alike.
fn documents(language: Language) -> Vec<Vec<String>> {
    let mut draw = Draw(language as u64 + 1);
    (0..DOCUMENTS)
        .map(|_| {
            (0..2 + draw.below(12))
                .map(|i| {
                    let words: Vec<String> = (0..1 + draw.below(11))
                        .map(|_| word(language, draw.below(30)))
                        .collect();
                    match language {
                        Language::Chinese => format!("{}{}。", words.concat(), own(i)),
                        _ => format!("W{} {} own{i}.", draw.below(9), words.join(" ")),
                    }
                })
                .collect()
        })
        .collect()
}

fn word(language: Language, index: usize) -> String {
    match language {
        Language::Chinese => own(100 + index),
        _ => format!("word{index}"),
    }
}

/// A Han character.
fn own(index: usize) -> String {
    char::from_u32(0x5B50 + index as u32).unwrap().to_string()
}

fn vectors() -> WordVectors {
    let mut draw = Draw(77);
    let mut known: Vec<String> = (0..30).map(|i| format!("word{i}")).collect();
    known.extend((100..130).map(own));
    let values = (0..known.len() * 6)
        .map(|_| draw.below(200) as f32 / 100.0 - 0.7)
        .collect();
    WordVectors::new(6, known, values).unwrap()
}

/// A generated document and what a builder made of it.
struct Made {
    sentences: Vec<String>,
    summary: PseudoSummary,
}

const LANGUAGES: [Language; 2] = [Language::English, Language::Chinese];

fn make(objective: Objective, language: Language) -> Vec<Made> {
    let vectors = vectors();
    let mut builder = PseudoSummaries::new(PseudoOptions {
        objective,
        language,
        embeddings: Some(&vectors),
        ..Default::default()
    })
    .unwrap();
    documents(language)
        .into_iter()
        .map(|sentences| {
            let document = sentences.join(separator(language));
            let summary = builder.of_document(&document).unwrap().unwrap();
            Made { sentences, summary }
        })
        .collect()
}

fn separator(language: Language) -> &'static str {
    if language == Language::Chinese {
        ""
    } else {
        " "
    }
}

/// The pieces of an input: sentences and masks.
fn pieces(input: &str, language: Language) -> Vec<String> {
    let marked = input.replace(MASK, "\n\n<mask>\n\n");
    marked
        .split("\n\n")
        .flat_map(|part| {
            if part == MASK {
                return vec![MASK.to_owned()];
            }
            sentences(part, language)
                .into_iter()
                .map(|span| part[span].to_owned())
                .collect()
        })
        .collect()
}

/// What every objective promises of the target.
fn assert_target(made: &Made, language: Language, scores: &[f64]) {
    let size = made.sentences.len();
    let count = ((0.3 * size as f64).round() as usize).clamp(1, size - 1);
    let chosen = &made.summary.chosen;
    assert_eq!(chosen.len(), count);
    assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
    let target: Vec<&str> = chosen.iter().map(|&i| made.sentences[i].as_str()).collect();
    assert_eq!(made.summary.target, target.join(separator(language)));
    // No sentence that was left out scores above one that was chosen.
    let least = chosen
        .iter()
        .map(|&i| scores[i])
        .fold(f64::INFINITY, f64::min);
    for (index, score) in scores.iter().enumerate() {
        assert!(
            chosen.contains(&index) || *score <= least,
            "{scores:?} {chosen:?}"
        );
    }
}

fn parts(made: &Made) -> Vec<Vec<String>> {
    made.sentences
        .iter()
        .map(|sentence| words(sentence))
        .collect()
}

/// The input with the sentences of `hidden` masked, one mask for each run of
/// them or for each of them.
fn masked(made: &Made, hidden: &HashSet<usize>, one_for_each: bool) -> Vec<String> {
    let mut pieces: Vec<String> = vec![];
    for (index, sentence) in made.sentences.iter().enumerate() {
        if !hidden.contains(&index) {
            pieces.push(sentence.clone());
        } else if one_for_each || index == 0 || !hidden.contains(&(index - 1)) {
            pieces.push(MASK.into());
        }
    }
    pieces
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn tss_rouge_masks_every_chosen_sentence() {
    for language in LANGUAGES {
        let mut neighbours = 0;
        for made in make(Objective::TssRouge, language) {
            assert_target(&made, language, &rouge_against_rest(&parts(&made)));
            let hidden: HashSet<usize> = made.summary.chosen.iter().copied().collect();
            let expected = masked(&made, &hidden, true);
            assert_eq!(made.summary.input, expected.join(separator(language)));
            neighbours += made.summary.input.matches("<mask> <mask>").count();
            neighbours += made.summary.input.matches("<mask><mask>").count();
        }
        assert!(neighbours > 0);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn ss_100_masks_runs_of_sentences_chosen_by_meaning() {
    for language in LANGUAGES {
        let (mut differ, mut runs) = (0, 0);
        for made in make(Objective::Ss100, language) {
            let parts = parts(&made);
            assert_target(
                &made,
                language,
                &static_f1_against_rest(&parts, &vectors()).unwrap(),
            );
            let hidden: HashSet<usize> = made.summary.chosen.iter().copied().collect();
            let expected = masked(&made, &hidden, false);
            assert_eq!(made.summary.input, expected.join(separator(language)));
            runs += usize::from(made.summary.input.matches(MASK).count() < hidden.len());
            let rouge = rouge_against_rest(&parts);
            let least = hidden
                .iter()
                .map(|&i| rouge[i])
                .fold(f64::INFINITY, f64::min);
            differ +=
                usize::from((0..rouge.len()).any(|i| rouge[i] > least && !hidden.contains(&i)));
        }
        // Meaning chooses other sentences than words do, and runs do occur.
        assert!(
            differ > DOCUMENTS / 4 && runs > DOCUMENTS / 10,
            "{differ} {runs}"
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn ss_80_keeps_a_fifth_of_the_chosen_sentences() {
    for language in LANGUAGES {
        let (mut chosen, mut kept) = (0, 0);
        for made in make(Objective::Ss80, language) {
            assert_target(
                &made,
                language,
                &static_f1_against_rest(&parts(&made), &vectors()).unwrap(),
            );
            let shown: HashSet<String> =
                pieces(&made.summary.input, language).into_iter().collect();
            let hidden: HashSet<usize> = made
                .summary
                .chosen
                .iter()
                .copied()
                .filter(|&i| !shown.contains(&made.sentences[i]))
                .collect();
            let expected = masked(&made, &hidden, false);
            assert_eq!(made.summary.input, expected.join(separator(language)));
            chosen += made.summary.chosen.len();
            kept += made.summary.chosen.len() - hidden.len();
        }
        let share = kept as f64 / chosen as f64;
        assert!((0.15..0.25).contains(&share), "{share} of {chosen}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn sh_shuffles_a_span_of_a_fifth_of_the_chosen_sentences() {
    for language in LANGUAGES {
        let (mut chosen, mut shuffled) = (0, 0);
        for made in make(Objective::Sh, language) {
            let chosen_here: HashSet<usize> = made.summary.chosen.iter().copied().collect();
            chosen += chosen_here.len();
            // Walk through the input along the document.
            let mut rest = made.summary.input.as_str();
            let mut follows_mask = false;
            for (index, sentence) in made.sentences.iter().enumerate() {
                if let Some(after) = rest.strip_prefix(sentence.as_str()) {
                    assert!(!chosen_here.contains(&index), "a chosen sentence was kept");
                    (rest, follows_mask) = (after.trim_start(), false);
                    continue;
                }
                assert!(chosen_here.contains(&index), "{}", made.summary.input);
                if let Some(after) = rest.strip_prefix(MASK) {
                    assert!(!follows_mask, "two masks in a row");
                    (rest, follows_mask) = (after.trim_start(), true);
                    continue;
                }
                // The same characters in another order, or hidden by the mask before.
                let length = sentence.len();
                let candidate = rest.get(..length).unwrap_or_default();
                if is_reordering(candidate, sentence) {
                    shuffled += 1;
                    (rest, follows_mask) = (rest[length..].trim_start(), false);
                } else {
                    assert!(follows_mask, "{} at {rest}", made.summary.input);
                }
            }
            assert_eq!(rest, "");
        }
        let share = shuffled as f64 / chosen as f64;
        assert!((0.15..0.25).contains(&share), "{share} of {chosen}");
    }
}

/// Whether two texts differ in the order of their words (characters, without
/// spaces) alone.
fn is_reordering(a: &str, b: &str) -> bool {
    let units = |text: &str| -> Vec<String> {
        let mut units: Vec<String> = if text.contains(' ') {
            text.split(' ').map(str::to_owned).collect()
        } else {
            text.chars().map(String::from).collect()
        };
        units.sort();
        units
    };
    a != b && units(a) == units(b)
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn msr_reorders_a_tenth_of_the_documents() {
    for language in LANGUAGES {
        let mut reordered = 0;
        for made in make(Objective::Msr, language) {
            let scores = static_f1_against_rest(&parts(&made), &vectors()).unwrap();
            assert_target(&made, language, &scores);
            if made.summary.input.contains(MASK) {
                let hidden: HashSet<usize> = made.summary.chosen.iter().copied().collect();
                let expected = masked(&made, &hidden, false);
                assert_eq!(made.summary.input, expected.join(separator(language)));
            } else {
                let mut found = pieces(&made.summary.input, language);
                let mut expected = made.sentences.clone();
                found.sort();
                expected.sort();
                assert_eq!(found, expected);
                reordered += 1;
            }
        }
        let share = reordered as f64 / DOCUMENTS as f64;
        assert!((0.06..0.14).contains(&share), "{share}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_document_of_one_sentence_has_no_pseudo_summary() {
    let mut builder = PseudoSummaries::new(PseudoOptions::default()).unwrap();
    assert!(builder.of_document("یک جمله.").unwrap().is_none());
    assert!(builder.of_document("").unwrap().is_none());
    let two = builder
        .of_document("یک جمله است. دو جمله است.")
        .unwrap()
        .unwrap();
    assert_eq!(two.chosen.len(), 1);
}
