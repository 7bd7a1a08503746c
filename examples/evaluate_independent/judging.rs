//! What matchers find, kept in `target/judged` so that nothing is judged twice.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use epitome::matcher::{EvidenceKind, Match, MatchOptions, Matcher, Pair, Verdict};
use epitome::model::Bundle;
use epitome::text::{Language, Utf16Span};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::rows::Row;

/// Where judgements are kept.
const KEPT: &str = "target/judged";

type Failure = Box<dyn Error>;

/// Which matcher of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// The default one.
    Small,
    /// The larger one of before, that loads by name.
    Before,
    /// What `size: "large"` stands for.
    Large,
}

pub const SIZES: [Size; 3] = [Size::Small, Size::Before, Size::Large];

impl Size {
    /// The name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Before => "larger of before",
            Self::Large => "large",
        }
    }

    /// The name among arguments.
    pub fn argument(self) -> &'static str {
        match self {
            Self::Before => "before",
            other => other.name(),
        }
    }

    pub fn model(self, language: Language) -> String {
        match self {
            Self::Small => format!("fit-{language}"),
            Self::Before => format!("fit-{language}-large"),
            Self::Large => "judge-multi".to_owned(),
        }
    }

    pub fn bundle(self, root: &Path, language: Language) -> Result<Bundle, Failure> {
        Ok(Bundle::open(
            root.join("models").join(self.model(language)),
        )?)
    }
}

/// A mark that objects to a part of the summary.
#[derive(Serialize, Deserialize)]
pub struct Mark {
    pub span: Utf16Span,
    pub kind: EvidenceKind,
    /// What the document says there.
    pub instead: Option<String>,
}

impl Mark {
    /// Whether it overlaps a wrong part.
    pub fn is_right(&self, row: &Row) -> bool {
        let mut wrong = row.wrong.iter().flatten();
        wrong.any(|wrong| wrong.start < self.span.end && self.span.start < wrong.end)
    }

    /// Where it is right and says what the document has instead: whether one of both texts that were
    /// written and found holds the other. None where nothing was written.
    pub fn instead_is_right(&self, row: &Row) -> Option<bool> {
        let (written, found) = (row.instead.as_ref()?, self.instead.as_ref()?);
        let (written, found) = (written.to_lowercase(), found.to_lowercase());
        Some(self.is_right(row) && (written.contains(&found) || found.contains(&written)))
    }
}

/// What a matcher says of a pair.
#[derive(Serialize, Deserialize)]
pub struct Found {
    pub score: f64,
    pub probability: f64,
    pub matched: bool,
    pub verdict: Verdict,
    pub marks: Vec<Mark>,
}

impl Found {
    fn of(found: &Match, document: &str) -> Self {
        let units: Vec<u16> = document.encode_utf16().collect();
        let evidence = found.evidence.iter().flatten();
        let objects = |kind| !matches!(kind, EvidenceKind::Supported | EvidenceKind::Paraphrase);
        let text = |span: Utf16Span| String::from_utf16_lossy(&units[span.start..span.end]);
        Self {
            score: found.score,
            probability: found.probability,
            matched: found.matched,
            verdict: found.verdict,
            marks: evidence
                .filter(|one| objects(one.kind))
                .map(|one| Mark {
                    span: one.summary_span,
                    kind: one.kind,
                    instead: one.instead.map(text),
                })
                .collect(),
        }
    }
}

/// Pairs to judge, by the name that judgements are kept by.
pub struct Asked<'a> {
    pub name: String,
    pub language: Language,
    /// Documents and summaries.
    pub pairs: Vec<(&'a str, &'a str)>,
}

#[derive(Deserialize)]
struct Kept {
    of: String,
    found: Vec<Found>,
}

fn file(root: &Path, name: &str) -> PathBuf {
    root.join(KEPT).join(name.replace(' ', "-"))
}

/// What judgements depend on: the model and the texts.
fn digest(asked: &Asked<'_>, bundle: &Bundle) -> Result<String, Failure> {
    let of = json!({ "model": bundle.manifest(), "pairs": asked.pairs });
    let mut written = String::new();
    for byte in Sha256::digest(serde_json::to_vec(&of)?) {
        write!(written, "{byte:02x}")?;
    }
    Ok(written)
}

/// What the matcher of a size finds of the first pairs: as it is kept, and of `most` pairs judged
/// anew. What an interrupted run has found is kept, too.
pub fn found(
    root: &Path,
    asked: &Asked<'_>,
    size: Size,
    most: usize,
) -> Result<Vec<Found>, Failure> {
    let bundle = size.bundle(root, asked.language)?;
    let of = digest(asked, &bundle)?;
    let path = file(root, &format!("{} {}.json", asked.name, size.argument()));
    let mut found = match std::fs::read_to_string(&path) {
        Ok(text) => {
            let kept: Kept = serde_json::from_str(&text)?;
            if kept.of == of { kept.found } else { vec![] }
        }
        Err(_) => vec![],
    };
    let most = most.min(asked.pairs.len());
    if found.len() >= most {
        return Ok(found);
    }
    let (started, before) = (std::time::Instant::now(), found.len());
    let matcher = pollster::block_on(Matcher::load(&bundle, Some(asked.language)))?;
    std::fs::create_dir_all(root.join(KEPT))?;
    for each in asked.pairs[before..most].chunk_by(|a, b| a.0 == b.0) {
        let pairs: Vec<Pair> = each
            .iter()
            .map(|&(document, summary)| Pair {
                document: document.to_owned(),
                summary: summary.to_owned(),
            })
            .collect();
        let options = MatchOptions { explain: true };
        let judged = pollster::block_on(matcher.match_batch(&pairs, options))?;
        found.extend(judged.iter().map(|one| Found::of(one, each[0].0)));
        let kept = json!({ "of": of, "found": found });
        let part = path.with_extension("part");
        std::fs::write(&part, serde_json::to_vec(&kept)?)?;
        std::fs::rename(&part, &path)?;
    }
    eprintln!(
        "{}, {}: {} pairs, {:.0} s",
        asked.name,
        size.name(),
        found.len() - before,
        started.elapsed().as_secs_f64()
    );
    Ok(found)
}

/// Writes pairs for `examples/quality/encoders.py`, and reads what it found of them, if it has run.
pub fn by_encoders(root: &Path, asked: &Asked<'_>) -> Result<BTreeMap<String, Vec<f64>>, Failure> {
    std::fs::create_dir_all(root.join(KEPT))?;
    let mut lines = String::new();
    for (document, summary) in &asked.pairs {
        writeln!(lines, "{}", json!({ "doc": document, "summary": summary }))?;
    }
    std::fs::write(file(root, &format!("{}.rows.jsonl", asked.name)), lines)?;
    let path = file(root, &format!("{}.encoders.json", asked.name));
    let Ok(text) = std::fs::read_to_string(path) else {
        return Ok(BTreeMap::new());
    };
    let found: BTreeMap<String, Vec<f64>> = serde_json::from_str(&text)?;
    match found
        .values()
        .all(|scores| scores.len() == asked.pairs.len())
    {
        true => Ok(found),
        false => Err(format!("{}: encoders scored other pairs; run them anew", asked.name).into()),
    }
}
