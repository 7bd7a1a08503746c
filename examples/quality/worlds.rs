//! Sentences that one document supports and another does not.
//!
//! An invented article stands in two versions that tell of the same people in other ways, with sentences that are true in one of
//! them and not in the other (`models/recipes/worlds/README.md`). Each sentence is one row with either version, so that nothing can be
//! known without reading the document. The articles are those that no model was trained on.

use std::path::Path;

use serde_json::Value;

use crate::sets::{Failure, Row};

/// The rows of a file.
pub fn read(path: &Path) -> Result<Vec<Row>, Failure> {
    let text = std::fs::read_to_string(path)?;
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
