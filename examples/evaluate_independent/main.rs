//! How well matchers tell true summaries from false ones on the independent pairs of
//! `models/recipes/judge/independent`: nothing is trained on them, and nothing is chosen by them.
//!
//! `cargo run --profile harness --example evaluate_independent` judges them with the small and the
//! large matchers, and writes `docs/results/independent.md` and `independent-pairs.md`.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use epitome::matcher::{EvidenceKind, Match, MatchOptions, Matcher, Pair};
use epitome::metrics::rouge;
use epitome::model::Bundle;
use epitome::text::{Language, Utf16Span};
use serde::Deserialize;

mod listing;
#[path = "../support/machine.rs"]
mod machine;
mod share;
#[path = "../quality/statistics.rs"]
#[allow(dead_code)]
mod statistics;
mod tables;

const DATA: &str = "models/recipes/judge/independent";
const PAGE: &str = "docs/results/independent.md";
const LISTING: &str = "docs/results/independent-pairs.md";
/// The matcher that `size: "large"` stands for.
const LARGE: &str = "judge-multi";
const LANGUAGES: [Language; 4] = [
    Language::English,
    Language::Chinese,
    Language::German,
    Language::Persian,
];

#[derive(Deserialize)]
struct Document {
    id: String,
    doc: String,
}

/// A summary as it was written, with its error.
#[derive(Deserialize)]
struct Written {
    id: String,
    doc_id: String,
    summary: String,
    label: u8,
    manner: String,
    form: String,
    error: Option<String>,
    wrong: Option<String>,
    instead: Option<String>,
}

/// A mark that objects to a part of the summary.
struct Mark {
    span: Utf16Span,
    kind: EvidenceKind,
    /// What the document says there.
    instead: Option<String>,
}

/// A summary, judged by a matcher.
struct Judged<'a> {
    of: &'a Written,
    found: Match,
    /// ROUGE-2 precision of the summary in its document.
    rouge_2: f64,
    marks: Vec<Mark>,
}

impl Judged<'_> {
    fn is_true(&self) -> bool {
        self.of.label == 1
    }

    /// The wrong part, in UTF-16 units of the summary.
    fn wrong(&self) -> Option<Utf16Span> {
        let start = self.of.summary.find(self.of.wrong.as_deref()?)?;
        let units = |bytes: usize| self.of.summary[..bytes].encode_utf16().count();
        let end = start + self.of.wrong.as_ref()?.len();
        Some(Utf16Span {
            start: units(start),
            end: units(end),
        })
    }

    /// Whether a mark overlaps the wrong part.
    fn is_right(&self, mark: &Mark) -> bool {
        self.wrong()
            .is_some_and(|wrong| wrong.start < mark.span.end && mark.span.start < wrong.end)
    }

    /// Of a right mark that says what the document has instead: whether one of both texts that were
    /// written and found holds the other. None where nothing was written.
    fn instead_is_right(&self, mark: &Mark) -> Option<bool> {
        let (written, found) = (self.of.instead.as_ref()?, mark.instead.as_ref()?);
        let (written, found) = (written.to_lowercase(), found.to_lowercase());
        Some(self.is_right(mark) && (written.contains(&found) || found.contains(&written)))
    }
}

/// The pairs of a language.
struct Set {
    language: Language,
    documents: HashMap<String, String>,
    pairs: Vec<Written>,
}

impl Set {
    fn read(language: Language) -> Result<Self, Box<dyn Error>> {
        let lines = |of: &str| {
            std::fs::read_to_string(root().join(DATA).join(format!("{language}.{of}.jsonl")))
        };
        let documents: Result<HashMap<_, _>, serde_json::Error> = lines("docs")?
            .lines()
            .map(|line| serde_json::from_str::<Document>(line).map(|one| (one.id, one.doc)))
            .collect();
        let pairs: Result<_, serde_json::Error> =
            lines("pairs")?.lines().map(serde_json::from_str).collect();
        Ok(Self {
            language,
            documents: documents?,
            pairs: pairs?,
        })
    }

    /// The pairs, judged by the matcher of a name.
    fn judged(&self, model: &str) -> Result<Vec<Judged<'_>>, Box<dyn Error>> {
        let bundle = Bundle::open(root().join("models").join(model))?;
        let matcher = pollster::block_on(Matcher::load(&bundle, Some(self.language)))?;
        let mut judged = Vec::new();
        for each in self.pairs.chunk_by(|a, b| a.doc_id == b.doc_id) {
            let document = &self.documents[&each[0].doc_id];
            let units: Vec<u16> = document.encode_utf16().collect();
            let pairs: Vec<Pair> = each
                .iter()
                .map(|one| Pair {
                    document: document.clone(),
                    summary: one.summary.clone(),
                })
                .collect();
            let found =
                pollster::block_on(matcher.match_batch(&pairs, MatchOptions { explain: true }))?;
            judged.extend(each.iter().zip(found).map(|(of, found)| Judged {
                of,
                rouge_2: rouge(&of.summary, document).rouge2.precision,
                marks: marks(&found, &units),
                found,
            }));
        }
        Ok(judged)
    }
}

/// The evidence that objects.
fn marks(found: &Match, document: &[u16]) -> Vec<Mark> {
    let evidence = found.evidence.iter().flatten();
    let objects = |kind| !matches!(kind, EvidenceKind::Supported | EvidenceKind::Paraphrase);
    evidence
        .filter(|one| objects(one.kind))
        .map(|one| Mark {
            span: one.summary_span,
            kind: one.kind,
            instead: one
                .instead
                .map(|span| String::from_utf16_lossy(&document[span.start..span.end])),
        })
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn main() -> Result<(), Box<dyn Error>> {
    let sets: Vec<Set> = LANGUAGES
        .into_iter()
        .map(Set::read)
        .collect::<Result<_, _>>()?;
    let mut found = Vec::new();
    for is_large in [false, true] {
        for set in &sets {
            let code = set.language.code();
            let (model, name) = if is_large {
                (LARGE.to_owned(), format!("{LARGE}, {code}"))
            } else {
                (format!("fit-{code}"), format!("fit-{code}"))
            };
            let judged = set.judged(&model)?;
            eprintln!("{name}: {} pairs", judged.len());
            found.push((name, judged));
        }
    }
    std::fs::write(root().join(PAGE), tables::page(&found))?;
    std::fs::write(
        root().join(LISTING),
        listing::page(&found[..LANGUAGES.len()]),
    )?;
    Ok(())
}
