//! Evaluates the packaged matchers on the human-scored Chinese pairs and
//! writes `docs/results/matchers.md`.
//!
//! ```sh
//! cargo run --profile harness --example evaluate_matchers -- ../shared/data
//! ```
//!
//! The folder must hold `scored/zh_lcsts_part3_scored.jsonl.gz`; without it the
//! evaluation is skipped, with its reason, and the page stays as it is. AUC is
//! of levels 4–5 against 1–3, as in paper A; intervals are 95 % percentile
//! bootstraps, stratified by class.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "support/machine.rs"]
mod machine;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::metrics::{auc_interval, rouge};
use epitome::model::Bundle;
use epitome::text::Language;
use flate2::read::GzDecoder;
use serde::Deserialize;

const SET: &str = "scored/zh_lcsts_part3_scored.jsonl.gz";
const REPLICATES: usize = 10_000;
const SEED: u64 = 1;

#[derive(Deserialize)]
struct Row {
    doc: String,
    summary: String,
    score: u8,
}

struct Line {
    system: String,
    scores: Vec<f64>,
    paper: &'static str,
    bytes: Option<u64>,
    pairs_per_second: Option<f64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = std::env::args()
        .nth(1)
        .map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let path = data.join(SET);
    let Ok(file) = File::open(&path) else {
        println!("skipped: {} is not there", path.display());
        return Ok(());
    };
    let rows = BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<Vec<Row>, Box<dyn std::error::Error>>>()?;
    let labels: Vec<bool> = rows.iter().map(|row| row.score >= 4).collect();
    let pairs: Vec<Pair> = rows
        .iter()
        .map(|row| Pair {
            document: row.doc.clone(),
            summary: row.summary.clone(),
        })
        .collect();

    let mut lines = vec![];
    for (name, paper) in [("lstm-ii-zh", "0.6703"), ("rouge", "0.6351")] {
        let bundle = Bundle::open(root.join("models").join(name))?;
        let matcher = pollster::block_on(Matcher::load(&bundle, Some(Language::Chinese)))?;
        let start = Instant::now();
        let matches = pollster::block_on(matcher.match_batch(&pairs, MatchOptions::default()))?;
        let seconds = start.elapsed().as_secs_f64();
        lines.push(Line {
            system: format!("`{name}` (shipped)"),
            scores: matches.iter().map(|found| found.probability).collect(),
            paper,
            bytes: Some(bundle.manifest().bytes()),
            pairs_per_second: Some(pairs.len() as f64 / seconds),
        });
    }
    let scores: Vec<_> = pairs
        .iter()
        .map(|pair| rouge(&pair.summary, &pair.document))
        .collect();
    for (name, statistic) in [
        ("ROUGE-1 F1", scores.iter().map(|s| s.rouge1.f1).collect()),
        (
            "ROUGE-2 precision",
            scores.iter().map(|s| s.rouge2.precision).collect(),
        ),
        (
            "ROUGE-2 F1",
            scores.iter().map(|s| s.rouge2.f1).collect::<Vec<_>>(),
        ),
        (
            "ROUGE-L precision",
            scores.iter().map(|s| s.rouge_l.precision).collect(),
        ),
        ("ROUGE-L F1", scores.iter().map(|s| s.rouge_l.f1).collect()),
    ] {
        lines.push(Line {
            system: name.into(),
            scores: statistic,
            paper: "",
            bytes: None,
            pairs_per_second: None,
        });
    }
    let page = page(&lines, &labels)?;
    print!("{page}");
    let goal = root.join("docs/results/matchers.md");
    std::fs::create_dir_all(goal.parent().expect("it has a parent"))?;
    std::fs::write(goal, page)?;
    Ok(())
}

fn page(lines: &[Line], labels: &[bool]) -> Result<String, Box<dyn std::error::Error>> {
    let positive = labels.iter().filter(|label| **label).count();
    let mut page = format!(
        "# Matchers on human-scored pairs\n\n\
         Written by `cargo run --profile harness --example evaluate_matchers`; not edited by hand.\n\n\
         Set: LCSTS part III, the {} pairs of `{SET}` ({positive} of level 4–5 against {} of \
         level 1–3), a part of the paper's test set; never trained on. AUC with a 95 % \
         percentile bootstrap ({REPLICATES} replicates, stratified, seed {SEED}). The paper's \
         figures (Hou et al. 2017, Table 8) are of its whole test set and of models trained on \
         human labels. Speed: native build, one thread, {}.\n\n\
         | system | AUC | 95 % interval | the paper's AUC | bytes | pairs per second |\n\
         |---|---|---|---|---|---|\n",
        labels.len(),
        labels.len() - positive,
        machine::processor(),
    );
    for line in lines {
        let found = auc_interval(&line.scores, labels, REPLICATES, SEED)?;
        let bytes = line.bytes.map_or(String::new(), |bytes| bytes.to_string());
        let speed = line
            .pairs_per_second
            .map_or(String::new(), |speed| format!("{speed:.0}"));
        writeln!(
            page,
            "| {} | {:.4} | {:.4}–{:.4} | {} | {bytes} | {speed} |",
            line.system, found.auc, found.low, found.high, line.paper
        )?;
    }
    Ok(page)
}
