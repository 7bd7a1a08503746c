//! The lines of laid-out documents as JSON Lines, for the recipes and for a
//! look: `cargo run --example page_lines -- FILE`, where the file holds the XML of
//! `pdftohtml` or, named `.json`, the pages of pdf.js.
//!
//! The first row holds the document's em and cuts; each further row is a line
//! with its text, page, place and the traits of its block.

use epitome::structure::{BlockOptions, PageLayout};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: page_lines FILE")?;
    let source = std::fs::read_to_string(&path)?;
    let layout = if path.ends_with(".json") {
        PageLayout::from_pdfjs(&serde_json::from_str::<Vec<_>>(&source)?)?
    } else {
        PageLayout::from_pdftohtml(&source)?
    };
    let found = layout.blocks(&BlockOptions::default())?;
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let head = serde_json::json!({ "em": found.em, "cuts": found.cuts });
    writeln!(output, "{head}")?;
    for line in &found.lines {
        let block = &found.blocks[line.block];
        let row = serde_json::json!({
            "text": line.text,
            "page": line.page,
            "place": [line.left, line.top, line.width, line.height],
            "block": line.block,
            "column": block.column,
            "kind": block.kind,
            "features": block.traits.features(),
        });
        writeln!(output, "{row}")?;
    }
    output.flush()?;
    Ok(())
}
