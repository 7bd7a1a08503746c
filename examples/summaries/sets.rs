//! The documents, with what people wrote of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use epitome::text::Language;
use serde::Deserialize;

use crate::{Failure, LANGUAGES};

/// A document.
#[derive(Clone)]
pub struct Text {
    pub id: String,
    pub language: Language,
    pub kind: String,
    pub doc: String,
    /// References of a `tldr` and of a headline.
    pub tldr: Vec<String>,
    pub headline: Vec<String>,
    /// The sentences that a person picked, best first.
    pub picks: Vec<String>,
}

impl Text {
    /// A document alone.
    pub fn of(doc: &str, language: Language) -> Self {
        Self {
            id: String::new(),
            language,
            kind: String::new(),
            doc: doc.to_owned(),
            tldr: vec![],
            headline: vec![],
            picks: vec![],
        }
    }
}

#[derive(Deserialize)]
struct Row {
    id: String,
    doc: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    summary: Option<String>,
    #[serde(default)]
    label: i64,
    #[serde(default)]
    form: String,
    #[serde(default)]
    headline: Option<String>,
    #[serde(default)]
    tldr: Option<String>,
    #[serde(default)]
    picks: Vec<String>,
}

/// The documents of a folder: `LANG.dev.jsonl`, and `LANG.c.jsonl` to `LANG.e.jsonl`.
pub fn texts(folder: &Path) -> Result<Vec<Text>, Failure> {
    let mut texts = vec![];
    for language in LANGUAGES {
        for kind in ["dev", "c", "d", "e"] {
            let path = folder.join(format!("{language}.{kind}.jsonl"));
            let Ok(rows) = fs::read_to_string(&path) else {
                continue;
            };
            texts.extend(read(&rows, language)?);
        }
    }
    Ok(texts)
}

fn read(rows: &str, language: Language) -> Result<Vec<Text>, Failure> {
    let mut found: Vec<Text> = vec![];
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for line in rows.lines().filter(|line| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line)?;
        let place = *places.entry(row.doc.clone()).or_insert_with(|| {
            found.push(Text {
                id: row.id.clone(),
                kind: row.kind.clone(),
                ..Text::of(&row.doc, language)
            });
            found.len() - 1
        });
        let text = &mut found[place];
        if let (Some(summary), 1) = (row.summary, row.label) {
            match row.form.as_str() {
                "headline" => text.headline.push(summary),
                _ => text.tldr.push(summary),
            }
        }
        text.headline.extend(row.headline);
        text.tldr.extend(row.tldr);
        text.picks.extend(row.picks);
    }
    Ok(found)
}

/// Whether a document of the picks is held out: the CRC-32 of its id is a multiple of 8.
pub fn is_held_out(id: &str) -> bool {
    let mut crc = u32::MAX;
    for byte in id.bytes() {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        }
    }
    (!crc).is_multiple_of(8)
}
