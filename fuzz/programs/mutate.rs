//! Runs mutations of what is kept through a target, without counters: far more of them in a second than
//! libFuzzer does, which is led by what it covers.
//!
//!     mutate TARGET SECONDS [LONGEST]
//!
//! Prints the number of executions. An input that breaks what must hold, or takes longer than 20 seconds,
//! is left in artifacts/, and ends the run with a status over 0.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use epitome_fuzz::mutation::{Random, mutate};
use epitome_fuzz::{seeds, target};

/// What one input may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many executions between two looks at the clock.
const STRIDE: u64 = 256;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
    let (Some(target), Some(seconds)) = (target(&name), seconds) else {
        eprintln!("usage: mutate TARGET SECONDS [LONGEST]");
        exit(2)
    };
    let longest = arguments.next().and_then(|longest| longest.parse().ok());
    let longest = longest.unwrap_or(usize::MAX);
    let kept = kept(&name, longest);
    let seed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |since| since.as_nanos() as u64);
    let mut random = Random::new(seed);
    let executed = Arc::new(AtomicU64::new(0));
    let current: Arc<Mutex<Vec<u8>>> = Arc::default();
    watch(&name, &executed, &current);

    let end = Instant::now() + Duration::from_secs_f64(seconds);
    while Instant::now() < end {
        for _ in 0..STRIDE {
            let mut bytes = kept[random.below(kept.len())].clone();
            let other = &kept[random.below(kept.len())];
            mutate(&mut bytes, other, &mut random);
            bytes.truncate(longest);
            if let Ok(mut current) = current.lock() {
                current.clone_from(&bytes);
            }
            if panic::catch_unwind(AssertUnwindSafe(|| target(&bytes))).is_err() {
                eprintln!("found {}", keep(&name, "broken", &bytes).display());
                println!("{}", executed.load(Ordering::Relaxed));
                exit(1)
            }
            executed.fetch_add(1, Ordering::Relaxed);
        }
    }
    println!("{}", executed.load(Ordering::Relaxed));
}

/// The seeds of the target and what libFuzzer kept, without what is longer than `longest`.
fn kept(name: &str, longest: usize) -> Vec<Vec<u8>> {
    let mut kept: Vec<Vec<u8>> = seeds::files(name).into_iter().map(|(_, bytes)| bytes).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/corpus")
        .join(name);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    kept.extend(entries.filter_map(|entry| fs::read(entry.path()).ok()));
    for bytes in &mut kept {
        bytes.truncate(longest);
    }
    kept.sort();
    kept.dedup();
    kept
}

/// Ends the process where one input takes too long.
fn watch(name: &str, executed: &Arc<AtomicU64>, current: &Arc<Mutex<Vec<u8>>>) {
    let (name, executed, current) = (name.to_owned(), executed.clone(), current.clone());
    thread::spawn(move || {
        let mut before = (u64::MAX, Instant::now());
        loop {
            thread::sleep(Duration::from_secs(1));
            let now = executed.load(Ordering::Relaxed);
            if now != before.0 {
                before = (now, Instant::now());
            } else if before.1.elapsed() > PATIENCE {
                let bytes = current.lock().map(|bytes| bytes.clone()).unwrap_or_default();
                eprintln!("slow {}", keep(&name, "slow", &bytes).display());
                println!("{now}");
                exit(1)
            }
        }
    });
}

/// Writes an input into artifacts/.
fn keep(name: &str, what: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts");
    let sum = Random::new(bytes.iter().fold(bytes.len() as u64, |sum, &byte| {
        sum.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte)
    }))
    .number();
    let path = folder.join(format!("{name}-{what}-{sum:016x}"));
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes)) {
        eprintln!("{}: {error}", path.display());
    }
    path
}
