//! Pseudo-summaries of documents, for the recipe that pre-trains on them.
//!
//! Reads JSON Lines with `doc` from standard input, and the options of the recipe
//! `arman` (`objective`, `language`, `seed`, …) from a JSON file. Writes JSON Lines: first
//! `counts`, what every rule of the cleaning left, then `doc` and `summary` of each
//! pseudo-summary with the `index` of its document.
//!
//! ```sh
//! cargo run --profile harness --example pseudo_summaries -- options.json < documents.jsonl
//! ```

#![allow(clippy::print_stdout)]

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

use epitome::corpus::{CorpusPair, Recipe, prepare_corpus};
use serde::Deserialize;
use serde_json::json;

/// A line of the input.
#[derive(Deserialize)]
struct Line {
    doc: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("give the file with the options")?;
    let options = serde_json::from_reader(BufReader::new(File::open(path)?))?;
    let mut pairs = vec![];
    for line in std::io::stdin().lock().lines() {
        let Line { doc: document } = serde_json::from_str(&line?)?;
        pairs.push(CorpusPair {
            document,
            ..CorpusPair::default()
        });
    }
    let prepared = prepare_corpus(&pairs, &Recipe::Arman(Box::new(options)))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", json!({ "counts": prepared.counts }))?;
    for row in &prepared.rows {
        let line = json!({ "index": row.index, "doc": row.document, "summary": row.summary });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
