//! Sentences that one document supports and another does not.
//!
//! An invented text stands in two versions, with sentences that one of them supports and the other does not
//! (`models/recipes/versions/README.md`). Each sentence is one row with either version, so that nothing can be
//! known without reading the document; or titles stand with two excerpts of an article, each with its level as a summary of either. The texts are
//! those that no model was trained on.

use std::path::Path;

use epitome::text::Language;
use serde_json::Value;

use crate::sets::{Failure, Row};

/// The rows of a kind of a language.
pub fn read(language: Language, kind: &str) -> Result<Vec<Row>, Failure> {
    let mut rows = vec![];
    for (number, article) in articles(language, kind)?.iter().enumerate() {
        let (a, b) = (text(article, "a")?, text(article, "b")?);
        for (field, supporting, other) in [("true_in_a", a, b), ("true_in_b", b, a)] {
            let sentences = article[field].as_array().ok_or("no sentences")?;
            for (place, sentence) in sentences.iter().enumerate() {
                let summary = sentence.as_str().ok_or("a sentence is a string")?;
                let group = format!("{number} {field} {place}");
                rows.push(row(supporting, summary, 1.0, &group));
                rows.push(row(other, summary, 0.0, &group));
            }
        }
    }
    Ok(rows)
}

/// The rows of the graded titles of a language.
pub fn graded(language: Language) -> Result<Vec<Row>, Failure> {
    let mut rows = vec![];
    for (number, article) in articles(language, "graded")?.iter().enumerate() {
        for title in article["titles"].as_array().ok_or("no titles")? {
            for (excerpt, level) in [("a", "level_a"), ("b", "level_b")] {
                let level = title[level].as_f64().ok_or("a level is a number")?;
                let (document, summary) = (text(article, excerpt)?, text(title, "title")?);
                let group = format!("{number} {excerpt}");
                rows.push(row(document, summary, level, &group));
            }
        }
    }
    Ok(rows)
}

/// The lines of a kind's test.
fn articles(language: Language, kind: &str) -> Result<Vec<Value>, Failure> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/recipes/versions");
    let name = format!("{kind}.test.jsonl");
    let lines = std::fs::read_to_string(folder.join(language.code()).join(name))?;
    let read = |line| serde_json::from_str(line).map_err(Failure::from);
    lines.lines().map(read).collect()
}

/// A field of text.
fn text<'v>(value: &'v Value, field: &str) -> Result<&'v str, Failure> {
    let text = value[field].as_str();
    text.ok_or_else(|| format!("no text in {field}").into())
}

fn row(document: &str, summary: &str, judged: f64, group: &str) -> Row {
    Row {
        document: document.to_owned(),
        summary: summary.to_owned(),
        judged: vec![judged],
        group: group.to_owned(),
        system: None,
        unchanged: None,
    }
}
