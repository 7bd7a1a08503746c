//! The page of pairs: the first of each language, as they stand.

use epitome::matcher::Verdict;

use crate::{Judged, Mark};

/// The pairs of a language.
const MOST: usize = 50;
const HEAD: &str = "| pair | summary | error | verdict | probability | marks | what is wrong |
| --- | --- | --- | --- | --- | --- | --- |
";

/// A cell of a table holds neither its border nor a line's end.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The part of a text of a span of UTF-16 units.
fn part(text: &str, mark: &Mark) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16_lossy(&units[mark.span.start..mark.span.end])
}

/// The summary, its wrong part bold.
fn written(one: &Judged<'_>) -> String {
    let summary = cell(&one.of.summary);
    match one.of.wrong.as_deref().map(cell) {
        Some(wrong) => summary.replacen(&wrong, &format!("**{wrong}**"), 1),
        None => summary,
    }
}

fn shown(one: &Judged<'_>) -> String {
    let each: Vec<String> = one
        .marks
        .iter()
        .map(|mark| {
            let of = cell(&part(&one.of.summary, mark));
            let kind = format!("{:?}", mark.kind).to_lowercase();
            match mark.instead.as_deref().map(cell) {
                Some(instead) => format!("{kind}: {of} → {instead}"),
                None => format!("{kind}: {of}"),
            }
        })
        .collect();
    each.join("; ")
}

/// What is wrong with the judgement.
fn fault(one: &Judged<'_>) -> String {
    let mut faults = Vec::new();
    match (one.is_true(), one.found.verdict) {
        (true, Verdict::Contradicted) => faults.push("true, but contradicted"),
        (false, Verdict::Supported) => faults.push("false, but supported"),
        _ => {}
    }
    match (one.is_true(), one.found.matched) {
        (true, false) => faults.push("true, not accepted"),
        (false, true) => faults.push("false, accepted"),
        _ => {}
    }
    if one.marks.iter().any(|mark| !one.is_right(mark)) {
        faults.push("a mark where nothing is wrong");
    }
    faults.join("; ")
}

/// The page about what the matchers found.
pub fn page(found: &[(String, Vec<Judged<'_>>)]) -> String {
    let mut page = format!(
        "# Pairs that nothing was chosen by, one by one

The first {MOST} pairs of each language of `models/recipes/judge/independent`, unselected, as the small matchers judge
them. The wrong part of a false summary is bold. Marks are parts that evidence objects to, with what the document says
instead. [independent.md](independent.md) has the figures. Written by
`cargo run --profile harness --example evaluate_independent`.
"
    );
    for (name, judged) in found {
        page += &format!("\n## {name}\n\n{HEAD}");
        for one in &judged[..judged.len().min(MOST)] {
            page += &row(one);
        }
    }
    page
}

/// The row of a pair.
fn row(one: &Judged<'_>) -> String {
    format!(
        "| {} | {} | {} | {} | {:.2} | {} | {} |\n",
        one.of.id,
        written(one),
        one.of.error.as_deref().unwrap_or("true"),
        format!("{:?}", one.found.verdict).to_lowercase(),
        one.found.probability,
        shown(one),
        fault(one)
    )
}
