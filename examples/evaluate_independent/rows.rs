//! The pairs that are judged: where they come from, and what is known of each.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use epitome::text::{Language, Utf16Span};
use flate2::read::GzDecoder;
use serde::Deserialize;

use crate::languages::LANGUAGES;

const INDEPENDENT: &str = "models/recipes/judge/independent";
const PAIRS: &str = "models/recipes/judge/pairs";
const DATA: &str = "../shared/data";
/// The public sets that no matcher learned from, each with how many of its pairs are judged.
const PUBLIC: [(&str, Language, usize); 20] = [
    ("summedits_ectsum", Language::English, 100),
    ("summedits_qmsumm", Language::English, 100),
    ("summedits_sales_email", Language::English, 100),
    ("summedits_scitldr", Language::English, 100),
    ("wice_claim", Language::English, 100),
    ("ragtruth_summary", Language::English, 100),
    ("uhgeval", Language::Chinese, 60),
    ("eval-only/xnli", Language::Chinese, 60),
    ("eval-only/xnli", Language::German, 60),
    ("eval-only/farexstance", Language::Persian, 60),
    ("eval-only/farsick", Language::Persian, 60),
    ("cliff", Language::English, 60),
    ("bump", Language::English, 60),
    ("begin", Language::English, 60),
    ("foolmetwice", Language::English, 60),
    ("q2_wow", Language::English, 60),
    ("eval-only/ragtruth_qa", Language::English, 60),
    ("eval-only/goyal21", Language::English, 60),
    ("eval-only/healthver", Language::English, 60),
    ("factcg_doc", Language::English, 60),
];

/// A summary and what is known of it.
pub struct Row {
    pub id: String,
    /// Rows of one document are drawn together.
    pub group: String,
    pub document: String,
    pub summary: String,
    pub is_true: bool,
    /// `close` or `free`.
    pub manner: Option<String>,
    /// `headline` or `summary`.
    pub form: Option<String>,
    /// The type of the error.
    pub error: Option<String>,
    /// The wrong parts; none where it is not known which they are.
    pub wrong: Option<Vec<Utf16Span>>,
    /// What the document says instead.
    pub instead: Option<String>,
}

/// Where a set comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Made apart from all texts of training; nothing was chosen by it.
    Independent,
    /// A fifth of a set that is kept back; in view while rules were chosen.
    Realistic,
    /// Public sets of other people.
    Public,
    /// The first pairs of a set of which the large matcher has not judged all.
    Begun,
    /// Those that thresholds of baselines are chosen on.
    Threshold,
}

/// The pairs of a set in one language.
pub struct Set {
    pub name: String,
    pub kind: Kind,
    pub language: Language,
    pub rows: Vec<Row>,
}

impl Set {
    /// Whether it is asked for by a name, in any language.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.split(' ').next() == Some(name)
    }
}

/// A row as it is stored.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    doc_id: Option<String>,
    #[serde(default)]
    doc: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    label: f64,
    #[serde(default)]
    manner: Option<String>,
    #[serde(default)]
    form: Option<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    wrong: Option<String>,
    #[serde(default)]
    instead: Option<String>,
    /// In characters of the summary.
    #[serde(default)]
    spans: Option<Vec<(usize, usize)>>,
    /// Those of a document, where a line holds it.
    #[serde(default)]
    summaries: Vec<Stored>,
}

impl Stored {
    /// The row, about a document where it does not hold one itself.
    fn row(self, document: &str) -> Row {
        let document = if self.doc.is_empty() {
            document.to_owned()
        } else {
            self.doc
        };
        let is_true = self.label == 1.0;
        let units = |bytes: usize| self.summary[..bytes].encode_utf16().count();
        let named = self.wrong.as_deref().and_then(|wrong| {
            let start = self.summary.find(wrong)?;
            Some(vec![Utf16Span {
                start: units(start),
                end: units(start + wrong.len()),
            }])
        });
        let of_characters =
            |at: usize| -> usize { self.summary.chars().take(at).map(char::len_utf16).sum() };
        let marked = self.spans.as_ref().map(|spans| {
            let span = |&(start, end): &(usize, usize)| Utf16Span {
                start: of_characters(start),
                end: of_characters(end),
            };
            spans.iter().map(span).collect::<Vec<_>>()
        });
        let wrong = match (is_true, named, marked) {
            (true, ..) => Some(vec![]),
            (false, Some(named), _) => Some(named),
            (false, None, marked) => marked.filter(|spans| !spans.is_empty()),
        };
        Row {
            id: self.id.unwrap_or_default(),
            group: self.doc_id.unwrap_or_else(|| document.clone()),
            document,
            summary: self.summary,
            is_true,
            manner: self.manner,
            form: self.form,
            error: self.error,
            wrong,
            instead: self.instead,
        }
    }
}

type Failure = Box<dyn Error>;

fn stored(path: &Path) -> Result<Vec<Stored>, Failure> {
    let file = File::open(path)?;
    let lines: Box<dyn BufRead> = if path.extension().is_some_and(|end| end == "gz") {
        Box::new(BufReader::new(GzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    lines
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect()
}

/// At most so many, at even distances.
pub fn thinned<T>(rows: Vec<T>, most: usize) -> Vec<T> {
    let count = rows.len();
    if count <= most {
        return rows;
    }
    let chosen: Vec<usize> = (0..most).map(|at| at * count / most).collect();
    let numbered = rows.into_iter().enumerate();
    numbered
        .filter(|(at, _)| chosen.binary_search(at).is_ok())
        .map(|(_, row)| row)
        .collect()
}

/// The independent pairs of a language.
pub fn independent(root: &Path, language: Language) -> Result<Set, Failure> {
    let path = |of: &str| {
        root.join(INDEPENDENT)
            .join(format!("{language}.{of}.jsonl"))
    };
    let documents: HashMap<String, String> = stored(&path("docs"))?
        .into_iter()
        .filter_map(|one| Some((one.id?, one.doc)))
        .collect();
    let of = |one: &Stored| {
        let id = one.doc_id.as_deref().unwrap_or_default();
        documents.get(id).cloned().unwrap_or_default()
    };
    Ok(Set {
        name: format!("independent {language}"),
        kind: Kind::Independent,
        language,
        rows: stored(&path("pairs"))?
            .into_iter()
            .map(|one| {
                let document = of(&one);
                one.row(&document)
            })
            .collect(),
    })
}

fn threshold(root: &Path, language: Language) -> Result<Set, Failure> {
    let mut rows = vec![];
    for mut document in stored(&root.join(PAIRS).join(format!("{language}.jsonl")))? {
        let summaries = std::mem::take(&mut document.summaries);
        rows.extend(summaries.into_iter().map(|one| one.row(&document.doc)));
    }
    Ok(Set {
        name: format!("pairs {language}"),
        kind: Kind::Threshold,
        language,
        rows,
    })
}

fn realistic(data: &Path, language: Language) -> Result<Set, Failure> {
    let rows = stored(&data.join("realistic").join(format!("{language}.dev.jsonl")))?;
    Ok(Set {
        name: format!("realistic {language}"),
        kind: Kind::Realistic,
        language,
        rows: rows.into_iter().map(|one| one.row("")).collect(),
    })
}

fn public(data: &Path, name: &str, language: Language, most: usize) -> Result<Set, Failure> {
    let path = data.join("faithfulness").join(format!("{name}.jsonl.gz"));
    let holds = |text: &str| text.contains(char::is_alphanumeric);
    let rows = stored(&path)?
        .into_iter()
        .filter(|one| one.label == 0.0 || one.label == 1.0)
        .filter(|one| one.lang.as_deref() == Some(language.code()))
        .filter(|one| holds(&one.doc) && holds(&one.summary))
        .map(|one| one.row(""))
        .collect();
    let short = name.rsplit('/').next().unwrap_or(name);
    Ok(Set {
        name: format!("{short} {language}"),
        kind: Kind::Public,
        language,
        rows: thinned(rows, most),
    })
}

/// All sets that are there, in the order in which they are judged.
pub fn all(root: &Path) -> Result<Vec<Set>, Failure> {
    let mut sets = vec![];
    let data = root.join(DATA);
    if data.exists() {
        for language in LANGUAGES {
            sets.push(realistic(&data, language)?);
        }
    }
    for language in LANGUAGES {
        sets.push(independent(root, language)?);
    }
    if data.exists() {
        for (name, language, most) in PUBLIC {
            sets.push(public(&data, name, language, most)?);
        }
    }
    for language in LANGUAGES {
        sets.push(threshold(root, language)?);
    }
    Ok(sets)
}
