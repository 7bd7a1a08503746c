//! What pairs of real files of the field score natively, how long that takes, and in how much memory.
//!
//! `cargo run --profile harness --example field_files -- FOLDER` takes a repository with the
//! `reference.json` that `benches/field_files.py` writes, and prints one line of JSON for
//! `benches/field_files.mjs`. One thread; times are milliseconds of the wall clock.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use epitome::hub::FolderOptions;
use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::model::Bundle;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Reference {
    pairs: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    document: String,
    summary: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder is missing")?;
    let reference = std::fs::read(Path::new(&folder).join("reference.json"))?;
    let Reference { pairs } = serde_json::from_slice(&reference)?;
    let milliseconds = |since: Instant| Duration::as_secs_f64(&since.elapsed()) * 1e3;
    let start = Instant::now();
    let bundle = Bundle::open_repository(&folder, &FolderOptions::default())?;
    let matcher = pollster::block_on(Matcher::load(&bundle, None))?;
    drop(bundle);
    let load = milliseconds(start);
    let (mut supported, mut times) = (vec![], vec![]);
    for Expected { document, summary } in pairs {
        let pair = [Pair { document, summary }];
        let start = Instant::now();
        let found = pollster::block_on(matcher.match_batch(&pair, MatchOptions::default()))?;
        times.push(milliseconds(start));
        let sentences = found.iter().flat_map(|one| &one.sentences);
        supported.push(sentences.map(|one| one.supported).fold(1.0, f64::min));
    }
    times.sort_by(f64::total_cmp);
    let pair = times.get(times.len() / 2);
    println!(
        "{}",
        json!({ "load": load, "pair": pair, "peak": peak(), "supported": supported })
    );
    Ok(())
}

/// The most memory that this process has held, in bytes; 0 where the system does not tell.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    number.map_or(0, |kibibytes| kibibytes * 1024)
}
