//! Prints how right the marks of explanations are, on pairs whose error is known.
//!
//! `cargo run --release --example evaluate_evidence -- FILE…`: files of JSON lines with `doc`, `summary`, `label`, and
//! `wrong` (a part of the summary) or `spans` (character ranges). `--show` prints each mark.

use std::collections::BTreeMap;

use epitome::matcher::evidence::{Evidence, find};
use epitome::matcher::{EvidenceKind, Verdict};
use epitome::text::Language;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: String,
    doc: String,
    summary: String,
    label: f64,
    #[serde(default)]
    wrong: Option<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    manner: Option<String>,
    #[serde(default)]
    spans: Vec<(usize, usize)>,
    #[serde(default)]
    lang: Option<String>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let show = arguments.iter().any(|one| one == "--show");
    for file in arguments.iter().filter(|one| !one.starts_with("--")) {
        let text = std::fs::read_to_string(file).unwrap();
        let guess = file.rsplit('/').next().unwrap().get(..2).unwrap_or("en");
        let mut t = Tally::default();
        for line in text.lines() {
            let row: Row = serde_json::from_str(line).unwrap();
            let language: Language = row
                .lang
                .as_deref()
                .unwrap_or(guess)
                .parse()
                .unwrap_or(Language::English);
            evaluate(&row, language, show, &mut t);
        }
        println!("{file}");
        println!(
            "  true marked {}/{} = {:.1}%",
            t.true_marked,
            t.trues,
            100.0 * t.true_marked as f64 / t.trues.max(1) as f64
        );
        println!(
            "  marks of false at the right place {}/{} = {:.1}%  any mark {}/{}",
            t.right,
            t.marks,
            100.0 * t.right as f64 / t.marks.max(1) as f64,
            t.false_marked,
            t.falses
        );
        println!("  by kind (right/all in false; in true): {:?}", t.by_kind);
        println!("  found by error, manner: {:?}", t.by_error);
        println!("  verdicts (true, false): {:?}", t.verdicts);
    }
}

#[derive(Default)]
struct Tally {
    trues: usize,
    true_marked: usize,
    falses: usize,
    false_marked: usize,
    marks: usize,
    right: usize,
    by_kind: BTreeMap<String, (usize, usize, usize)>,
    by_error: BTreeMap<String, (usize, usize)>,
    verdicts: BTreeMap<String, (usize, usize)>,
}

fn evaluate(row: &Row, language: Language, show: bool, t: &mut Tally) {
    let found = find(&row.doc, &row.summary, language);
    let marks: Vec<&Evidence> = found
        .evidence
        .iter()
        .filter(|one| !matches!(one.kind, EvidenceKind::Supported | EvidenceKind::Paraphrase))
        .collect();
    let units: Vec<u16> = row.summary.encode_utf16().collect();
    let document: Vec<u16> = row.doc.encode_utf16().collect();
    let is_true = row.label >= 0.5;
    let name = match found.verdict {
        Verdict::Supported => "supported",
        Verdict::Contradicted => "contradicted",
        _ => "unclear",
    };
    let v = t.verdicts.entry(name.to_owned()).or_default();
    if is_true {
        v.0 += 1
    } else {
        v.1 += 1
    }
    let wrong: Vec<(usize, usize)> = match &row.wrong {
        Some(wrong) => row
            .summary
            .find(wrong.as_str())
            .map(|at| {
                let start = row.summary[..at].encode_utf16().count();
                (start, start + wrong.encode_utf16().count())
            })
            .into_iter()
            .collect(),
        None => row
            .spans
            .iter()
            .map(|&(a, b)| {
                let u = |n: usize| {
                    row.summary
                        .chars()
                        .take(n)
                        .map(char::len_utf16)
                        .sum::<usize>()
                };
                (u(a), u(b))
            })
            .collect(),
    };
    if !is_true && wrong.is_empty() {
        return;
    }
    let is_right = |one: &Evidence| {
        wrong
            .iter()
            .any(|(a, b)| one.summary_span.start < *b && *a < one.summary_span.end)
    };
    for one in &marks {
        let kind = t.by_kind.entry(format!("{:?}", one.kind)).or_default();
        if is_true {
            kind.2 += 1
        } else {
            kind.1 += 1;
            kind.0 += usize::from(is_right(one));
            t.marks += 1;
            t.right += usize::from(is_right(one));
        }
        if show {
            let said =
                String::from_utf16_lossy(&units[one.summary_span.start..one.summary_span.end]);
            let instead = one
                .instead
                .map(|s| String::from_utf16_lossy(&document[s.start..s.end]));
            let mark = if is_true {
                "FALSE ALARM"
            } else if is_right(one) {
                "right"
            } else {
                "WRONG PLACE"
            };
            println!(
                "{mark} {} {:?} [{said}] instead {instead:?} | wrong {:?} | {}\n      {}",
                row.id,
                one.kind,
                row.wrong,
                row.summary,
                one.document_span
                    .map(|s| String::from_utf16_lossy(&document[s.start..s.end]))
                    .unwrap_or_default()
            );
        }
    }
    if is_true {
        t.trues += 1;
        t.true_marked += usize::from(!marks.is_empty());
    } else {
        t.falses += 1;
        t.false_marked += usize::from(!marks.is_empty());
        let hit = marks.iter().any(|one| is_right(one));
        let key = format!(
            "{} {}",
            row.error.as_deref().unwrap_or("?"),
            row.manner.as_deref().unwrap_or("?")
        );
        let e = t.by_error.entry(key).or_default();
        e.1 += 1;
        e.0 += usize::from(hit);
        if show
            && !hit
            && row.manner.as_deref() == Some("close")
            && matches!(row.error.as_deref(), Some("number" | "entity" | "polarity"))
        {
            println!("MISSED {} {:?} | {}", row.id, row.wrong, row.summary);
        }
    }
}
