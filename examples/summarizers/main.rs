//! Evaluates the summarizers on the held-in `.dev` files and writes
//! `docs/results/summarizers.md`.
//!
//! ```sh
//! cargo run --profile harness --example summarizers -- ../shared/data
//! ```
//!
//! The folder must hold `titles/NAME.dev.jsonl.gz`; without it the evaluation
//! is skipped, with its reason, and the page stays as it is. Means have 95 %
//! percentile bootstraps over documents.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod extracts;
mod headlines;
#[path = "../support/machine.rs"]
mod machine;
mod measures;
mod speed;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use epitome::summarizer::{
    Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType,
};
use epitome::text::Language;
use flate2::read::GzDecoder;
use serde::Deserialize;

type Failure = Box<dyn std::error::Error>;

/// Of the bootstrap.
const REPLICATES: usize = 2_000;
const SEED: u64 = 1;

#[derive(Deserialize)]
struct Row {
    doc: String,
    summary: String,
}

fn rows(data: &Path, name: &str) -> Result<Option<Vec<Row>>, Failure> {
    let path = data.join(format!("titles/{name}.dev.jsonl.gz"));
    let Ok(file) = File::open(&path) else {
        println!("skipped: {} is not there", path.display());
        return Ok(None);
    };
    let mut rows = vec![];
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let row: Row = serde_json::from_str(&line?)?;
        if !row.doc.trim().is_empty() {
            rows.push(row);
        }
    }
    Ok(Some(rows))
}

fn main() -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = std::env::args()
        .nth(1)
        .map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let mut table = String::new();
    for (name, language) in headlines::SETS {
        let Some(rows) = rows(&data, name)? else {
            return Ok(());
        };
        table.push_str(&headlines::rows(root, name, language, &rows)?);
        println!("{name}: {} documents", rows.len());
    }
    let Some(documents) = rows(&data, extracts::SET)? else {
        return Ok(());
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let page = format!(
        "# Summarizers\n\n\
         Written by `cargo run --profile harness --example summarizers`; not edited by hand. Machine: {}, {threads} threads shared with other work.\n\n\
         ROUGE is F1 × 100 over words (characters in Chinese), without stemming. Intervals are \
         95 % percentile bootstraps over documents ({REPLICATES} replicates, seed {SEED}).\n\n\
         ## Headlines\n\n\
         `headline` of length `short` on the `.dev` files, at most {} documents of each, evenly: `lead` is the first sentence, \
         `textrank` the most central one, `extractive` the product's choice by top sentence \
         selection, place and length; all are cut to 12 words or 18 Chinese characters by the \
         same rules. `headline-…` is the model of the language: the candidate that the others agree \
         with most (by three numbers that were chosen on 1,100 of these titles, and flatter a little), and the likeliest one; `free`: without that limit, and not kept to the numbers and \
         names of the document. `headline-gru-…` is the GRU with context of Hu et al. \
         2015, which cannot copy ([filtering](filtering.md)); what pre-training does is on a page \
         [of its own](pretraining.md). Coverage and density are those of Grusky et al. \
         2018; numbers and names are the entities found by rules (Nan et al. 2021), of which the \
         document holds a share. \
         Some titles name a section, stand five times or more in a set, and cannot be written \
         from a document: ROUGE-L without them stands beside. The last column is the mean time of a \
         headline in milliseconds, native, one thread. The row `title` measures the titles that people wrote.\n\n\
         | set | n | system | ROUGE-1 | ROUGE-2 | ROUGE-L | without sections | coverage | density | numbers | names | ms |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n\
         {table}\n{}\n{}",
        machine::processor(),
        headlines::MOST,
        extracts::section(&documents)?,
        speed::section()?,
    );
    let goal = root.join("docs/results/summarizers.md");
    std::fs::create_dir_all(goal.parent().expect("it has a parent"))?;
    std::fs::write(&goal, &page)?;
    print!("{page}");
    Ok(())
}

fn summarizer(
    r#type: SummaryType,
    length: SummaryLength,
    method: Method,
    language: Option<Language>,
) -> Result<Summarizer, Failure> {
    Ok(Summarizer::new(SummarizerOptions {
        r#type,
        length,
        format: SummaryFormat::PlainText,
        language,
        method,
    })?)
}
