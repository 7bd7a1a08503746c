//! Time, memory and bytes of a pair, each in a process of its own.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::text::Language;

use crate::judging::{SIZES, Size};
use crate::languages::LANGUAGES;
use crate::rows::{self, Set};
use crate::tables::head;

/// The argument that a process which measures starts with.
pub const ARGUMENT: &str = "--cost";
/// Lengths of documents, in characters.
const LENGTHS: [usize; 3] = [500, 5_000, 50_000];
/// Calls of which the fastest counts.
const CALLS: usize = 3;
const KEPT: &str = "target/judged/cost.md";

type Failure = Box<dyn Error>;

/// A document of so many characters: those of a set, one after the other, again where they end.
fn document(set: &Set, length: usize) -> String {
    let mut documents: Vec<&str> = set.rows.iter().map(|row| &*row.document).collect();
    documents.dedup();
    let joined = documents.join("\n\n");
    joined.chars().cycle().take(length).collect()
}

/// Judges a pair and prints milliseconds and the most memory in MB.
pub fn measure(root: &Path, given: &[String]) -> Result<(), Failure> {
    let [size, language, length] = given else {
        return Err(format!("usage: {ARGUMENT} SIZE LANGUAGE CHARACTERS").into());
    };
    let language: Language = language.parse()?;
    let size = SIZES.into_iter().find(|one| one.argument() == size);
    let size = size.ok_or("a size is one of small, before, large")?;
    let set = rows::independent(root, language)?;
    let pair = Pair {
        document: document(&set, length.parse()?),
        summary: set.rows[0].summary.clone(),
    };
    let bundle = size.bundle(root, language)?;
    let started = Instant::now();
    let matcher = pollster::block_on(Matcher::load(&bundle, Some(language)))?;
    let loaded = started.elapsed().as_secs_f64() * 1000.0;
    let mut fastest = f64::INFINITY;
    for _ in 0..CALLS {
        let started = Instant::now();
        let options = MatchOptions { explain: true };
        pollster::block_on(matcher.match_batch(std::slice::from_ref(&pair), options))?;
        fastest = fastest.min(started.elapsed().as_secs_f64() * 1000.0);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<f64>().ok());
    println!(
        "{loaded} {fastest} {}",
        kilobytes.unwrap_or(f64::NAN) / 1024.0
    );
    Ok(())
}

/// The table, kept; measured where it `may` be.
pub fn table(root: &Path, may: bool) -> Result<String, Failure> {
    let path = root.join(KEPT);
    if !may {
        return Ok(std::fs::read_to_string(path).unwrap_or_default());
    }
    let mut table = head(&[
        "matcher",
        "language",
        "bytes of the model",
        "to load",
        "500 characters",
        "5,000",
        "50,000",
        "most memory",
    ]);
    for size in [Size::Small, Size::Large] {
        for language in LANGUAGES {
            let bytes = size.bundle(root, language)?.manifest().bytes() as f64 / 1e6;
            let mut cells = vec![];
            let (mut load, mut memory) = (f64::INFINITY, 0.0_f64);
            for length in LENGTHS {
                let [loaded, each, peak] = apart(size, language, length)?;
                load = load.min(loaded);
                memory = memory.max(peak);
                cells.push(format!("{each:.0} ms"));
            }
            eprintln!(
                "cost of {} in {language}: {}",
                size.name(),
                cells.join(", ")
            );
            table += &format!(
                "| {} | {language} | {bytes:.1} MB | {load:.0} ms | {} | {memory:.0} MB |\n",
                size.name(),
                cells.join(" | ")
            );
        }
    }
    std::fs::write(path, &table)?;
    Ok(table)
}

/// What a process of its own measures.
fn apart(size: Size, language: Language, length: usize) -> Result<[f64; 3], Failure> {
    let output = Command::new(std::env::current_exe()?)
        .args([ARGUMENT, size.argument(), language.code()])
        .arg(length.to_string())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let failed = String::from_utf8_lossy(&output.stderr);
    <[f64; 3]>::try_from(numbers)
        .map_err(|_| format!("a process that measures failed: {failed}").into())
}
