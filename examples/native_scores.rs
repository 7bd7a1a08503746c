//! Scores the sample pairs of `www/samples.json` natively with every matcher that
//! reads their language, and writes headlines of its documents with every model
//! that writes it.
//!
//! Writes `target/native-scores.json`, which the tests of the other hosts
//! compare with, and prints tables, of the pairs for the default matchers only.
//!
//! ```sh
//! cargo run --profile harness --example native_scores
//! ```

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;

use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::model::Bundle;
use epitome::model::manifest::Task;
use epitome::summarizer::{SummaryFormat, Writer, WriterOptions};
use epitome::text::Language;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Samples {
    pairs: Vec<SamplePair>,
    documents: Vec<SampleDocument>,
}

#[derive(Deserialize)]
struct SamplePair {
    id: String,
    language: Language,
    level: u8,
    document: String,
    summary: String,
}

#[derive(Deserialize)]
struct SampleDocument {
    id: String,
    language: Language,
    text: String,
}

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples: Samples =
        serde_json::from_str(&std::fs::read_to_string(root.join("www/samples.json"))?)?;
    let mut bundles = vec![];
    for entry in std::fs::read_dir(root.join("models"))? {
        let folder = entry?.path();
        if folder.join("manifest.json").exists() {
            bundles.push(Bundle::open(folder)?);
        }
    }
    bundles.sort_by(|a, b| a.manifest().name.cmp(&b.manifest().name));
    let (mut scores, mut headlines) = (vec![], vec![]);
    println!("{:8} {:12} level  score  probability", "pair", "model");
    for bundle in &bundles {
        match bundle.manifest().task {
            Task::Matching => score(bundle, &samples.pairs, &mut scores)?,
            Task::Summarization => write(bundle, &samples.documents, &mut headlines)?,
            Task::Segmentation => {}
        }
    }
    std::fs::create_dir_all(root.join("target"))?;
    std::fs::write(
        root.join("target/native-scores.json"),
        serde_json::to_string_pretty(&json!({ "scores": scores, "headlines": headlines }))?,
    )?;
    Ok(())
}

/// The pairs that a matcher reads, judged by it.
fn score(bundle: &Bundle, pairs: &[SamplePair], rows: &mut Vec<Value>) -> Result<(), Failure> {
    let name = &bundle.manifest().name;
    for sample in pairs {
        if !bundle.manifest().languages.contains(&sample.language) {
            continue;
        }
        let matcher = pollster::block_on(Matcher::load(bundle, Some(sample.language)))?;
        let pair = Pair {
            document: sample.document.clone(),
            summary: sample.summary.clone(),
        };
        let found = pollster::block_on(matcher.match_batch(&[pair], MatchOptions::default()))?;
        let found = found.into_iter().next().expect("a result for every pair");
        if name.starts_with("fit-") {
            println!(
                "{:8} {name:12} {:5}  {:5.2}  {:11.3}",
                sample.id, sample.level, found.score, found.probability
            );
        }
        rows.push(json!({
            "id": sample.id,
            "model": name,
            "score": found.score,
            "probability": found.probability,
            "levels": found.levels,
        }));
    }
    Ok(())
}

/// Headlines of the documents that a model reads.
fn write(
    bundle: &Bundle,
    documents: &[SampleDocument],
    rows: &mut Vec<Value>,
) -> Result<(), Failure> {
    let name = &bundle.manifest().name;
    let writer = pollster::block_on(Writer::load(bundle))?;
    for document in documents {
        if !bundle.manifest().languages.contains(&document.language) {
            continue;
        }
        let options = WriterOptions {
            language: Some(document.language),
            format: SummaryFormat::PlainText,
            ..Default::default()
        };
        let found = pollster::block_on(writer.candidates(&document.text, options))?;
        let text = found.into_iter().next().expect("a headline").text;
        println!("{:12} {name:12} {text}", document.id);
        rows.push(json!({ "id": document.id, "model": name, "text": text }));
    }
    Ok(())
}
