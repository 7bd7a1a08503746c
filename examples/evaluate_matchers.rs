//! Scores pairs with packaged matchers for `docs/results/matchers.md`.
//!
//! ```sh
//! cargo run --profile harness --example evaluate_matchers -- zh PAIRS.jsonl rouge lsi-zh …
//! ```
//!
//! `PAIRS.jsonl` holds an object with `document` and `summary` a line. To standard output goes
//! one JSON object: for every model its bytes and the probability of every pair; and other
//! ROUGE scores of the pairs. `python -m recipes.matchers.experiments` calls this and writes
//! the page; benches/matchers.mjs tells the speed.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::Path;

use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::metrics::rouge;
use epitome::model::Bundle;
use epitome::text::Language;
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [language, path, models @ ..] = arguments.as_slice() else {
        return Err("usage: evaluate_matchers LANGUAGE PAIRS.jsonl MODEL…".into());
    };
    let language: Language = serde_json::from_value(json!(language))?;
    let pairs = std::fs::read_to_string(path)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<Vec<Pair>, _>>()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut found = BTreeMap::new();
    for name in models {
        let bundle = Bundle::open(root.join(name))?;
        let matcher = pollster::block_on(Matcher::load(&bundle, Some(language)))?;
        let matches = pollster::block_on(matcher.match_batch(&pairs, MatchOptions::default()))?;
        let probabilities: Vec<f64> = matches.iter().map(|found| found.probability).collect();
        let bytes = bundle.manifest().bytes();
        found.insert(
            name,
            json!({ "bytes": bytes, "probabilities": probabilities }),
        );
    }
    let scores: Vec<_> = pairs
        .iter()
        .map(|pair| rouge(&pair.summary, &pair.document))
        .collect();
    let column = |of: fn(&epitome::metrics::RougeScores) -> f64| -> Vec<f64> {
        scores.iter().map(of).collect()
    };
    let output = json!({
        "models": found,
        "measures": {
            "ROUGE-1 F1": column(|s| s.rouge1.f1),
            "ROUGE-2 precision": column(|s| s.rouge2.precision),
            "ROUGE-2 F1": column(|s| s.rouge2.f1),
            "ROUGE-L precision": column(|s| s.rouge_l.precision),
            "ROUGE-L F1": column(|s| s.rouge_l.f1),
        },
    });
    println!("{output}");
    Ok(())
}
