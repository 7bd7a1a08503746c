//! Compares tokenizers with the `tokenizers` package over many lines.
//!
//!     tokenizer_json.py FOLDER 10000 /tmp/lines.json     (tests/oracles)
//!     cargo run --release --example compare_tokenizers /tmp/lines.json

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::Instant;

use epitome::text::pretrained::PretrainedTokenizer;
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    file: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    ids: Vec<u32>,
    spans: Vec<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let mut lines = BufReader::new(File::open(path)?).lines();
    let texts: Vec<String> = serde_json::from_str(&lines.next().ok_or("an empty file")??)?;
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("{} lines, {bytes} bytes", texts.len());
    println!("tokenizer: lines with other ids, lines with other spans; file, packed; MB/s");
    for line in lines {
        let expected: Expected = serde_json::from_str(&line?)?;
        let file = std::fs::read(&expected.file)?;
        let start = Instant::now();
        let tokenizer = PretrainedTokenizer::from_json(&file)?;
        let load = start.elapsed().as_secs_f64() * 1e3;
        let packed = tokenizer.to_packed()?;
        let start = Instant::now();
        let tokenizer = PretrainedTokenizer::from_packed(&packed)?;
        let unpack = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let found: Vec<_> = texts.iter().map(|text| tokenizer.encode(text)).collect();
        let speed = bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
        let (mut ids, mut spans, mut shown) = (0, 0, 0);
        for ((text, pieces), case) in texts.iter().zip(&found).zip(&expected.cases) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let character = |byte: usize| places.partition_point(|&place| place < byte);
            let other_ids = !pieces
                .iter()
                .map(|piece| piece.id)
                .eq(case.ids.iter().copied());
            let other_spans = !pieces
                .iter()
                .flat_map(|piece| [character(piece.span.start), character(piece.span.end)])
                .eq(case.spans.iter().copied());
            ids += usize::from(other_ids);
            spans += usize::from(other_spans);
            if (other_ids || other_spans) && shown < 2 {
                shown += 1;
                let at = (0..pieces.len().min(case.ids.len()))
                    .find(|&at| {
                        let span = &pieces[at].span;
                        pieces[at].id != case.ids[at]
                            || case.spans.get(2 * at..2 * at + 2)
                                != Some(&[character(span.start), character(span.end)])
                    })
                    .unwrap_or(0);
                let got: Vec<_> = pieces.iter().skip(at).take(4).collect();
                let from = at * 2;
                println!(
                    "  {text:?}\n  token {at}: {got:?}\n  expected {:?} {:?}",
                    &case.ids[at.min(case.ids.len())..(at + 4).min(case.ids.len())],
                    &case.spans[from.min(case.spans.len())..(from + 8).min(case.spans.len())],
                );
                for piece in got {
                    println!("    {:?}", tokenizer.token(piece.id));
                }
            }
        }
        let (before, after) = (file.len() / 1000, packed.len() / 1000);
        println!(
            "{}: {ids}, {spans}; {before} KB {load:.1} ms, {after} KB {unpack:.1} ms; {speed:.1}",
            expected.file
        );
    }
    Ok(())
}
