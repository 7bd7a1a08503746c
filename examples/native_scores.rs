//! Scores the sample pairs of `www/samples.json` natively with every model of
//! their language, and summarises its documents.
//!
//! Writes `target/native-scores.json`, which the tests of the other hosts
//! compare with, and prints a table.
//!
//! ```sh
//! cargo run --profile harness --example native_scores
//! ```

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;

use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::model::Bundle;
use epitome::summarizer::{Summarizer, SummarizerOptions, SummaryFormat, SummaryType};
use epitome::text::Language;
use serde::Deserialize;
use serde_json::json;

const MODELS: [&str; 6] = [
    "fit-zh",
    "fit-en",
    "fit-fa",
    "fit-de",
    "rouge",
    "lstm-ii-zh",
];

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples: Samples =
        serde_json::from_str(&std::fs::read_to_string(root.join("www/samples.json"))?)?;
    let mut rows = vec![];
    println!("{:8} {:12} level  score  probability", "pair", "model");
    for name in MODELS {
        let bundle = Bundle::open(root.join("models").join(name))?;
        for sample in &samples.pairs {
            if !bundle.manifest().languages.contains(&sample.language) {
                continue;
            }
            let matcher = pollster::block_on(Matcher::load(&bundle, Some(sample.language)))?;
            let pair = Pair {
                document: sample.document.clone(),
                summary: sample.summary.clone(),
            };
            let found = pollster::block_on(matcher.match_batch(&[pair], MatchOptions::default()))?
                .remove(0);
            println!(
                "{:8} {name:12} {:5}  {:5.2}  {:11.3}",
                sample.id, sample.level, found.score, found.probability
            );
            rows.push(json!({
                "id": sample.id,
                "model": name,
                "score": found.score,
                "probability": found.probability,
                "levels": found.levels,
            }));
        }
    }
    std::fs::create_dir_all(root.join("target"))?;
    std::fs::write(
        root.join("target/native-scores.json"),
        serde_json::to_string_pretty(&rows)?,
    )?;
    for document in &samples.documents {
        let summarizer = Summarizer::new(SummarizerOptions {
            r#type: SummaryType::Tldr,
            format: SummaryFormat::PlainText,
            language: Some(document.language),
            ..Default::default()
        })?;
        println!(
            "\n{}: {}",
            document.id,
            summarizer.summarize(&document.text)?
        );
    }
    Ok(())
}
