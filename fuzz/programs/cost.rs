//! What every public call costs on every family of texts: processor time at growing sizes, with the
//! exponent that fits them, and the memory at the greatest. Writes results/cost.json.
//!
//!     cost [BYTES [CALL]]
//!
//! Times are those of the thread, so that other programs of the machine do not count. Linux only.

use std::fs;
use std::path::Path;

use epitome_fuzz::calls::{Call, calls};
use epitome_fuzz::families::{FAMILIES, Family};
use serde_json::{Value, json};

/// The greatest text, in bytes; the others are a quarter and a sixteenth of it.
const MOST: usize = 1 << 17;
/// A call that takes longer than this, in seconds, is not run with longer texts.
const PATIENCE: f64 = 5.0;
/// Times below this, in seconds, say nothing of an exponent.
const LEAST: f64 = 0.005;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let most = arguments.next().map_or(Ok(MOST), |bytes| bytes.parse())?;
    let only = arguments.next();
    let mut rows = vec![];
    for call in calls()
        .iter()
        .filter(|call| only.as_deref().is_none_or(|name| call.name.contains(name)))
    {
        let mut found: Vec<Value> = vec![];
        for family in FAMILIES {
            found.push(measure(call, family, most)?);
        }
        let worst = |key: &str| {
            let values = found.iter().filter(|one| one[key].is_number());
            values
                .max_by(|a, b| number(&a[key]).total_cmp(&number(&b[key])))
                .cloned()
                .unwrap_or_default()
        };
        let (steep, dear, large) = (worst("exponent"), worst("nanoseconds"), worst("multiple"));
        println!(
            "{}: exponent {} ({}), {} ns a byte ({}), memory {} times ({})",
            call.name,
            steep["exponent"],
            steep["family"],
            dear["nanoseconds"],
            dear["family"],
            large["multiple"],
            large["family"],
        );
        rows.push(json!({ "call": call.name, "limit": call.limit, "families": found }));
        if only.is_none() {
            let all = json!({ "bytes": most, "calls": rows });
            let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
            fs::create_dir_all(&results)?;
            fs::write(
                results.join("cost.json"),
                serde_json::to_string_pretty(&all)? + "\n",
            )?;
        }
    }
    Ok(())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default()
}

/// Time at three sizes, and memory at the last.
fn measure(call: &Call, (name, make): &Family, most: usize) -> std::io::Result<Value> {
    let mut points: Vec<(f64, f64)> = vec![];
    let mut multiple = None;
    for size in [most / 16, most / 4, most] {
        let mut text = make(size);
        if let Some(limit) = call.limit {
            let end = text
                .char_indices()
                .nth(limit)
                .map_or(text.len(), |(at, _)| at);
            text.truncate(end);
        }
        // What a first call makes once is not the text's.
        if points.is_empty() {
            (call.run)("It opens in May.");
        }
        fs::write("/proc/self/clear_refs", "5")?;
        let before = memory("VmRSS:")?;
        let begun = processor_time()?;
        (call.run)(&text);
        let seconds = processor_time()? - begun;
        points.push((text.len() as f64, seconds));
        let grown = memory("VmHWM:")?.saturating_sub(before);
        multiple = (size == most).then(|| (10.0 * grown as f64 / text.len() as f64).round() / 10.0);
        if seconds > PATIENCE {
            break;
        }
    }
    let (bytes, seconds) = points.last().copied().unwrap_or((1.0, 0.0));
    Ok(json!({
        "family": name,
        "exponent": exponent(&points),
        "nanoseconds": (1e9 * seconds / bytes).round(),
        "multiple": multiple,
        "bytes": bytes,
    }))
}

/// The slope of log time over log size by least squares, where times are long enough to tell.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|(_, seconds)| *seconds >= LEAST)
        .map(|(bytes, seconds)| (bytes.ln(), seconds.ln()))
        .collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|log| log.0), mean(|log| log.1));
    let above: f64 = logs.iter().map(|log| (log.0 - x) * (log.1 - y)).sum();
    let below: f64 = logs.iter().map(|log| (log.0 - x).powi(2)).sum();
    (logs.len() > 1 && below > 0.0).then(|| (100.0 * above / below).round() / 100.0)
}

/// The seconds that this thread has run.
fn processor_time() -> std::io::Result<f64> {
    let said = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = said
        .split(' ')
        .next()
        .and_then(|first| first.parse().ok())
        .unwrap_or_default();
    Ok(nanoseconds / 1e9)
}

/// A figure of the process's memory, in bytes.
fn memory(key: &str) -> std::io::Result<usize> {
    let said = fs::read_to_string("/proc/self/status")?;
    let line = said
        .lines()
        .find_map(|line| line.strip_prefix(key))
        .unwrap_or_default();
    let kilobytes: usize = line
        .split_whitespace()
        .next()
        .and_then(|first| first.parse().ok())
        .unwrap_or_default();
    Ok(1024 * kilobytes)
}
