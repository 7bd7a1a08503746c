//! The page of results.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use epitome::metrics::{mean_interval, rouge_n};
use epitome::summarizer::{Method, SummaryType};
use epitome::text::Language;
use epitome::text::tokenize::words;

use crate::sets::{self, Text};
use crate::{Failure, LANGUAGES, Outputs, machine, outputs, summary};

/// Of the bootstrap.
const REPLICATES: usize = 2_000;
const SEED: u64 = 1;

/// Writes the page.
pub fn write(realistic: &Path, picks: &Path, before: Option<&Path>) -> Result<(), Failure> {
    let mut known: BTreeMap<String, Outputs> = BTreeMap::new();
    if let Some(path) = before {
        for line in fs::read_to_string(path)?.lines() {
            let row: Outputs = serde_json::from_str(line)?;
            known.insert(row.id.clone(), row);
        }
    }
    let believed = sets::texts(realistic)?;
    let held: Vec<Text> = sets::texts(picks)?
        .into_iter()
        .filter(|text| sets::is_held_out(&text.id))
        .collect();
    if believed.is_empty() && held.is_empty() {
        println!("skipped: no documents are there");
        return Ok(());
    }
    let mut body = String::new();
    let answers = answers(&[
        ("realistic documents", &believed),
        ("held-out picks", &held),
    ])?;
    for (name, texts) in [
        ("Realistic documents", &believed),
        ("Held-out picks", &held),
    ] {
        for (kind, title) in [
            (SummaryType::Tldr, "tldr"),
            (SummaryType::Headline, "headline"),
        ] {
            if !texts.is_empty() {
                let table = table(texts, kind, &known)?;
                body.push_str(&format!("## {name}: `{title}`\n\n{table}\n"));
            }
        }
    }
    let page = format!(
        "# Summaries\n\n\
         **How near is the `tldr` of `auto` to what people wrote of the same document?**\n{answers}\n\n\
         Written by `cargo run --profile harness --example summaries -- page`; not edited by hand. \
         Machine: {}.\n\n\
         ROUGE-1 and ROUGE-2 are F1 × 100 over words (characters in Chinese), without stemming, \
         the mean over the references of a document, then over documents. Intervals are 95 % \
         percentile bootstraps over documents ({REPLICATES} replicates, seed {SEED}). All of length \
         `short`, native, without a model. `lead` is the first sentence of running text, `lead-3` \
         the first sentences up to the words of the `tldr` of `auto`, `extractive` paper E's top sentence, `before` the version \
         0.1 of `auto`, with its written headlines in Chinese and English, `auto` today's. The last \
         column is the mean length in words.\n\n{body}",
        machine::processor(),
    );
    let goal = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results/summaries.md");
    if goal.parent().is_some_and(Path::exists) {
        fs::write(&goal, &page)?;
    }
    print!("{page}");
    Ok(())
}

/// A sentence for each set: the mean over the languages of ROUGE-1 of `auto` and of the first
/// sentences of the same length.
fn answers(sets: &[(&str, &Vec<Text>)]) -> Result<String, Failure> {
    let none = BTreeMap::new();
    let mut said = vec![];
    for (name, texts) in sets {
        let mut means = vec![];
        for system in ["auto", "lead-3", "extractive"] {
            let mut languages = vec![];
            for language in LANGUAGES {
                let mut scores = vec![];
                let spoken = texts.iter().filter(|text| text.language == language);
                for text in spoken.filter(|text| !text.tldr.is_empty()) {
                    let Some(told) = written(text, SummaryType::Tldr, system, &none)? else {
                        continue;
                    };
                    let told = words(&told);
                    let all = text.tldr.iter();
                    let f1: f64 = all.map(|one| rouge_n(&told, &words(one), 1).f1).sum();
                    scores.push(100.0 * f1 / text.tldr.len() as f64);
                }
                if !scores.is_empty() {
                    languages.push(scores.iter().sum::<f64>() / scores.len() as f64);
                }
            }
            means.push(languages.iter().sum::<f64>() / languages.len().max(1) as f64);
        }
        if let [auto, lead, extractive] = means[..]
            && auto > 0.0
        {
            said.push(format!(
                "On {name} ROUGE-1 is {auto:.1} (mean of the languages); of the first sentences of \
                 the same length it is {lead:.1}, of paper E's top sentence {extractive:.1}."
            ));
        }
    }
    Ok(said.join(" "))
}

fn table(
    texts: &[Text],
    kind: SummaryType,
    before: &BTreeMap<String, Outputs>,
) -> Result<String, Failure> {
    let mut rows = String::from(
        "| language | documents | system | ROUGE-1 | ROUGE-2 | words |\n|---|---|---|---|---|---|\n",
    );
    for language in LANGUAGES {
        let texts: Vec<&Text> = texts
            .iter()
            .filter(|text| text.language == language && !references(text, kind).is_empty())
            .collect();
        for system in ["lead", "lead-3", "extractive", "before", "auto"] {
            let mut scores = [vec![], vec![], vec![]];
            for text in &texts {
                let Some(written) = written(text, kind, system, before)? else {
                    continue;
                };
                let hypothesis = words(&written);
                let of = |n: usize| -> f64 {
                    let all = references(text, kind);
                    let f1 = |reference: &String| rouge_n(&hypothesis, &words(reference), n).f1;
                    100.0 * all.iter().map(f1).sum::<f64>() / all.len() as f64
                };
                scores[0].push(of(1));
                scores[1].push(of(2));
                scores[2].push(hypothesis.len() as f64);
            }
            if scores[0].is_empty() {
                continue;
            }
            let interval = |values: &[f64]| -> Result<String, Failure> {
                let found = mean_interval(values, REPLICATES, SEED)?;
                Ok(format!(
                    "{:.1} ({:.1}–{:.1})",
                    found.mean, found.low, found.high
                ))
            };
            let size = scores[2].iter().sum::<f64>() / scores[2].len() as f64;
            rows.push_str(&format!(
                "| {language} | {} | {system} | {} | {} | {size:.0} |\n",
                scores[0].len(),
                interval(&scores[0])?,
                interval(&scores[1])?,
            ));
        }
    }
    Ok(rows)
}

fn references(text: &Text, kind: SummaryType) -> &[String] {
    match kind {
        SummaryType::Headline => &text.headline,
        _ => &text.tldr,
    }
}

fn written(
    text: &Text,
    kind: SummaryType,
    system: &str,
    before: &BTreeMap<String, Outputs>,
) -> Result<Option<String>, Failure> {
    let of = |outputs: &Outputs| match kind {
        SummaryType::Headline => outputs.headline.clone(),
        _ => outputs.tldr.clone(),
    };
    Ok(match system {
        "lead" => Some(summary(text, kind, Method::Lead)?),
        "lead-3" if kind == SummaryType::Tldr => {
            let size = words(&outputs(text)?.tldr).len();
            Some(lead(text, size)?)
        }
        "extractive" => Some(summary(text, kind, Method::Extractive)?),
        "before" => before.get(&text.id).map(of),
        "auto" => Some(of(&outputs(text)?)),
        _ => None,
    })
}

/// The first sentences up to a number of words, the last one whole.
fn lead(text: &Text, size: usize) -> Result<String, Failure> {
    let mut taken = String::new();
    let separator = if text.language == Language::Chinese {
        ""
    } else {
        " "
    };
    for sentence in epitome::summarizer::salience::sentence_features(&text.doc, text.language) {
        if words(&taken).len() >= size {
            break;
        }
        taken.push_str(separator);
        taken.push_str(&sentence.text);
    }
    Ok(taken)
}
