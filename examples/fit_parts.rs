//! What a `fit` matcher judges pairs by, for the recipe that calibrates it.
//!
//! Reads JSON Lines with `document` and `summary` from standard input and writes
//! the parts of each as JSON Lines, in order.
//!
//! ```sh
//! cargo run --profile harness --example fit_parts -- models/fit-en < pairs.jsonl
//! ```

#![allow(clippy::print_stdout)]

use std::io::{BufRead, Write};

use epitome::matcher::Pair;
use epitome::matcher::fit::FitMatcher;
use epitome::model::Bundle;

/// Pairs that are scored together.
const CHUNK: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("give the folder of a model")?;
    let bundle = Bundle::open(folder)?;
    let language = *bundle
        .manifest()
        .languages
        .first()
        .ok_or("the model has no language")?;
    let matcher = pollster::block_on(FitMatcher::load(&bundle))?;
    let mut pairs: Vec<Pair> = vec![];
    for line in std::io::stdin().lock().lines() {
        pairs.push(serde_json::from_str(&line?)?);
    }
    let mut out = std::io::stdout().lock();
    for chunk in pairs.chunks(CHUNK) {
        let languages = vec![language; chunk.len()];
        for (parts, _) in pollster::block_on(matcher.parts(chunk, &languages))? {
            serde_json::to_writer(&mut out, &parts)?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}
