//! Sentences that one document supports and another does not.
//!
//! An invented text stands in two versions, with sentences that one of them supports and the other does not
//! (`models/recipes/versions/README.md`). Each sentence is one row with either version, so that nothing can be
//! known without reading the document. The texts are those that no model was trained on.

use std::path::Path;

use epitome::text::Language;
use serde_json::Value;

use crate::sets::{Failure, Row};

/// The rows of a kind of a language.
pub fn read(language: Language, kind: &str) -> Result<Vec<Row>, Failure> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/recipes/versions");
    let text = std::fs::read_to_string(
        folder
            .join(language.code())
            .join(format!("{kind}.test.jsonl")),
    )?;
    let mut rows = vec![];
    for (number, line) in text.lines().enumerate() {
        let article: Value = serde_json::from_str(line)?;
        let document = |name: &str| article[name].as_str().ok_or("no document");
        let (a, b) = (document("a")?, document("b")?);
        for (field, supporting, other) in [("true_in_a", a, b), ("true_in_b", b, a)] {
            let sentences = article[field].as_array().ok_or("no sentences")?;
            for (place, sentence) in sentences.iter().enumerate() {
                let summary = sentence.as_str().ok_or("a sentence is a string")?;
                rows.extend(
                    [(supporting, 1.0), (other, 0.0)].map(|(document, judged)| Row {
                        document: document.to_owned(),
                        summary: summary.to_owned(),
                        judged: vec![judged],
                        group: format!("{number} {field} {place}"),
                        system: None,
                        unchanged: None,
                    }),
                );
            }
        }
    }
    Ok(rows)
}
