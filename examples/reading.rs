//! How long matches take, and what they find of documents of `benches/reading/places.mjs`, as lines
//! of JSON that `benches/reading/measure.mjs` reads.
//!
//! ```sh
//! cargo run --profile harness --example reading -- times
//! cargo run --profile harness --example reading -- places FILE
//! ```

#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use epitome::matcher::{Match, MatchOptions, Matcher};
use epitome::model::Bundle;
use epitome::text::Language;
use pollster::block_on;
use serde_json::{Value, json};

/// Characters of a document.
const LENGTHS: [usize; 3] = [1_000, 10_000, 100_000];
/// Sentences of a summary, and summaries of a document.
const SENTENCES: usize = 5;
const SUMMARIES: usize = 10;
/// Times that a call is made, of which the median counts.
const REPEATS: usize = 5;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["times"] => times(),
        ["places", file] => places(Path::new(file)),
        _ => Err("one of: times, places FILE".into()),
    }
}

/// The default matcher of a language.
fn matcher(language: Language) -> Result<Matcher, Failure> {
    let folder = root().join(format!("models/fit-{language}"));
    Ok(block_on(Matcher::load(&Bundle::open(folder)?, None))?)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn found(
    matcher: &Matcher,
    document: &str,
    summaries: &[String],
    explain: bool,
) -> Result<Vec<Match>, Failure> {
    let options = MatchOptions { explain };
    Ok(block_on(matcher.match_all(document, summaries, options))?)
}

/// The invented texts of a language, and their sentences.
fn texts(language: Language) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let file = root().join(format!("models/recipes/judge/texts/{language}.a.jsonl"));
    let lines = std::fs::read_to_string(file)?;
    let text = |line: &str| -> Option<(String, Vec<String>)> {
        let row: Value = serde_json::from_str(line).ok()?;
        let sentences = row["sentences"].as_array()?.iter();
        let sentences = sentences.filter_map(|one| Some(one["text"].as_str()?.to_owned()));
        Some((row["doc"].as_str()?.to_owned(), sentences.collect()))
    };
    Ok(lines.lines().filter_map(text).collect())
}

/// Milliseconds of the processor for a call, the median of some.
fn milliseconds(call: &dyn Fn() -> Result<(), Failure>) -> Result<f64, Failure> {
    call()?;
    let mut times = Vec::with_capacity(REPEATS);
    for _ in 0..REPEATS {
        let (begun, clock) = (of_thread(), Instant::now());
        call()?;
        times.push(match (begun, of_thread()) {
            (Some(begun), Some(ended)) => (ended - begun) / 1e6,
            _ => clock.elapsed().as_secs_f64() * 1e3,
        });
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times[REPEATS / 2])
}

/// Nanoseconds that this thread has run, where the system says so.
fn of_thread() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok()
}

fn times() -> Result<(), Failure> {
    for language in Language::ALL {
        let (matcher, texts) = (matcher(language)?, texts(language)?);
        for length in LENGTHS {
            let mut document = String::new();
            for (text, _) in texts.iter().cycle() {
                let left = length - document.chars().count();
                document.extend(text.chars().take(left));
                if left > 2 && text.chars().count() < left {
                    document.push_str("\n\n");
                }
                if document.chars().count() >= length {
                    break;
                }
            }
            let sentences: Vec<&String> = texts.iter().flat_map(|(_, own)| own).collect();
            let summary = |sentences: &[&String]| {
                let texts: Vec<&str> = sentences.iter().map(|one| one.as_str()).collect();
                texts.join(if language == Language::Chinese {
                    ""
                } else {
                    " "
                })
            };
            let of_five = sentences.chunks(SENTENCES).take(SUMMARIES);
            let summaries: Vec<String> = of_five.map(summary).collect();
            let call = |summaries: &[String], explain| -> Result<(), Failure> {
                found(&matcher, &document, summaries, explain).map(drop)
            };
            let one = |explain| milliseconds(&|| call(&summaries[..1], explain));
            let each = || -> Result<(), Failure> {
                let mut one = summaries.chunks(1);
                one.try_for_each(|summary| call(summary, true))
            };
            for (name, milliseconds) in [
                ("match", one(false)?),
                ("explained match", one(true)?),
                ("ten matches", milliseconds(&|| call(&summaries, true))?),
                ("one of ten", milliseconds(&each)? / SUMMARIES as f64),
            ] {
                let row = json!({
                    "language": language,
                    "length": length,
                    "call": name,
                    "milliseconds": milliseconds,
                });
                println!("{row}");
            }
        }
    }
    Ok(())
}

fn places(file: &Path) -> Result<(), Failure> {
    let mut loaded: Option<(Language, Matcher)> = None;
    for line in BufReader::new(std::fs::File::open(file)?).lines() {
        let mut row: Value = serde_json::from_str(&line?)?;
        let language: Language = serde_json::from_value(row["language"].clone())?;
        let summaries: Vec<String> = serde_json::from_value(row["summaries"].take())?;
        let document: String = serde_json::from_value(row["document"].take())?;
        let (_, matcher) = match loaded.take_if(|(known, _)| *known == language) {
            Some(known) => loaded.insert(known),
            None => loaded.insert((language, matcher(language)?)),
        };
        let begun = Instant::now();
        let matches = found(matcher, &document, &summaries, true)?;
        row["milliseconds"] = json!(begun.elapsed().as_secs_f64() * 1e3);
        row["verdicts"] = matches.iter().map(|one| json!(one.verdict)).collect();
        row["matched"] = matches.iter().map(|one| json!(one.matched)).collect();
        row["memory"] = json!(memory());
        println!("{row}");
    }
    Ok(())
}

/// The most megabytes that this process has had, where the system says so.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1000)
}
