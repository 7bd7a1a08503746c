//! Summaries of documents of many kinds against those that people wrote, and the features that
//! teach which sentences to take.
//!
//! ```sh
//! cargo run --profile harness --example summaries -- features FOLDER > features.jsonl
//! cargo run --profile harness --example summaries -- outputs FOLDER > outputs.jsonl
//! cargo run --profile harness --example summaries -- read LANG.txt…
//! cargo run --profile harness --example summaries -- page REALISTIC PICKS [BEFORE.jsonl]
//! cargo run --profile harness --example summaries -- held models LANG….jsonl…
//! cargo run --profile harness --example summaries -- speed FOLDER
//! ```
//!
//! `REALISTIC` holds `LANG.dev.jsonl`, rows with `doc`, `summary`, `label` and `form`; `PICKS` holds
//! `LANG.c.jsonl` to `LANG.e.jsonl`, rows with `doc`, `headline`, `tldr` and `picks`. `read` prints
//! what is shown of the documents of a file, each under a line `@@@ NAME`, beside the first sentence. `page` writes
//! `docs/results/summaries.md`; `BEFORE.jsonl` are the `outputs` of another version, to compare with.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod held;
#[path = "../support/machine.rs"]
mod machine;
mod page;
mod sets;
mod speed;

use epitome::summarizer::salience::sentence_features;
use epitome::summarizer::{Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryType};
use epitome::text::Language;
use serde::{Deserialize, Serialize};

use sets::Text;

type Failure = Box<dyn std::error::Error>;

/// What one version makes of a document.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Outputs {
    /// The document.
    pub id: String,
    /// Of the default method.
    pub headline: String,
    /// The gist, of the default method.
    pub tldr: String,
    /// Of the default method.
    #[serde(default)]
    pub teaser: String,
    /// The key points, one to a line.
    #[serde(default)]
    pub points: String,
}

/// A summary of a kind by a method.
pub fn summary(text: &Text, kind: SummaryType, method: Method) -> Result<String, Failure> {
    let summarizer = Summarizer::new(SummarizerOptions {
        r#type: kind,
        method,
        format: SummaryFormat::PlainText,
        language: Some(text.language),
        ..Default::default()
    })?;
    Ok(summarizer.summarize(&text.doc)?)
}

/// What the default method makes of a document.
pub fn outputs(text: &Text) -> Result<Outputs, Failure> {
    let of = |kind| summary(text, kind, Method::Auto);
    Ok(Outputs {
        id: text.id.clone(),
        headline: of(SummaryType::Headline)?,
        tldr: of(SummaryType::Tldr)?,
        teaser: of(SummaryType::Teaser)?,
        points: of(SummaryType::KeyPoints)?,
    })
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["features", folder] => {
            for text in sets::texts(folder.as_ref())? {
                let sentences = sentence_features(&text.doc, text.language);
                let row = serde_json::json!({
                    "id": text.id, "language": text.language, "kind": text.kind,
                    "picks": text.picks, "headline": text.headline, "tldr": text.tldr,
                    "sentences": sentences,
                });
                println!("{row}");
            }
        }
        ["outputs", folder] => {
            for text in sets::texts(folder.as_ref())? {
                println!("{}", serde_json::to_string(&outputs(&text)?)?);
            }
        }
        ["read", ref paths @ ..] if !paths.is_empty() => {
            for path in paths {
                read(path.as_ref())?;
            }
        }
        ["held", models, ref paths @ ..] if !paths.is_empty() => {
            held::check(models.as_ref(), paths)?
        }
        ["speed", folder] => speed::measure(&sets::texts(folder.as_ref())?)?,
        ["page", realistic, picks] => page::write(realistic.as_ref(), picks.as_ref(), None)?,
        ["page", realistic, picks, before] => {
            page::write(realistic.as_ref(), picks.as_ref(), Some(before.as_ref()))?;
        }
        _ => println!(
            "skipped: features FOLDER, outputs FOLDER, read FILES, held FILES, speed FOLDER, or page REALISTIC PICKS [BEFORE]"
        ),
    }
    Ok(())
}

/// Prints what is shown of the documents of a file.
fn read(path: &std::path::Path) -> Result<(), Failure> {
    let stem = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    let language: Language = stem.parse()?;
    let rows = std::fs::read_to_string(path)?;
    for row in rows.split("@@@ ").skip(1) {
        let (name, doc) = row.split_once('\n').unwrap_or((row, ""));
        let text = Text::of(doc, language);
        let lead = |kind| summary(&text, kind, Method::Lead);
        let shown = outputs(&text)?;
        let form = sentence_features(doc, language)
            .first()
            .and_then(|one| one.form);
        println!(
            "=== {name} ({})\nH  {}\nHl {}",
            form.unwrap_or("prose"),
            shown.headline,
            lead(SummaryType::Headline)?
        );
        println!("T  {}\nTl {}", shown.tldr, lead(SummaryType::Tldr)?);
        println!(
            "S  {}\nK  {}",
            shown.teaser,
            shown.points.replace('\n', "\nK  ")
        );
    }
    Ok(())
}

/// Every language, by the name of its files.
pub const LANGUAGES: [Language; 4] = [
    Language::English,
    Language::Chinese,
    Language::German,
    Language::Persian,
];
