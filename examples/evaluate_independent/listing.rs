//! The page of pairs: the first of each language, as they stand.

use epitome::matcher::Verdict;

use crate::judging::{Found, Mark, Size};
use crate::measured::Seen;
use crate::rows::Row;

/// The pairs of a language.
const MOST: usize = 50;
const HEAD: &str = "| pair | summary | error | verdict | probability | marks | what is wrong |
| --- | --- | --- | --- | --- | --- | --- |
";

/// A cell of a table holds neither its border nor a line's end.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The part of a text of UTF-16 units.
fn part(text: &str, start: usize, end: usize) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16_lossy(&units[start..end])
}

/// The summary, its wrong part bold.
fn summary(row: &Row) -> String {
    let whole = cell(&row.summary);
    match row.wrong.iter().flatten().next() {
        Some(span) => {
            let wrong = cell(&part(&row.summary, span.start, span.end));
            whole.replacen(&wrong, &format!("**{wrong}**"), 1)
        }
        None => whole,
    }
}

fn shown(row: &Row, mark: &Mark) -> String {
    let of = cell(&part(&row.summary, mark.span.start, mark.span.end));
    let kind = format!("{:?}", mark.kind).to_lowercase();
    match mark.instead.as_deref().map(cell) {
        Some(instead) => format!("{kind}: {of} → {instead}"),
        None => format!("{kind}: {of}"),
    }
}

/// What is wrong with the judgement.
fn fault(row: &Row, found: &Found) -> String {
    let mut faults = Vec::new();
    match (row.is_true, found.verdict) {
        (true, Verdict::Contradicted) => faults.push("true, but contradicted"),
        (false, Verdict::Supported) => faults.push("false, but supported"),
        _ => {}
    }
    match (row.is_true, found.matched) {
        (true, false) => faults.push("true, not accepted"),
        (false, true) => faults.push("false, accepted"),
        _ => {}
    }
    if found.marks.iter().any(|mark| !mark.is_right(row)) {
        faults.push("a mark where nothing is wrong");
    }
    if !row.is_true && found.marks.is_empty() {
        faults.push("no mark");
    }
    faults.join("; ")
}

fn row(row: &Row, found: &Found) -> String {
    let marks: Vec<String> = found.marks.iter().map(|mark| shown(row, mark)).collect();
    format!(
        "| {} | {} | {} | {} | {:.2} | {} | {} |\n",
        row.id,
        summary(row),
        row.error.as_deref().unwrap_or("true"),
        format!("{:?}", found.verdict).to_lowercase(),
        found.probability,
        marks.join("; "),
        fault(row, found)
    )
}

/// How often each fault comes among the rows that are shown.
fn counted(rows: &[(&Row, &Found)]) -> String {
    let count = |is: &dyn Fn(&Row, &Found) -> bool| {
        rows.iter().filter(|(row, found)| is(row, found)).count()
    };
    let of = rows.len();
    let right = count(&|row, found| fault(row, found).is_empty());
    let refused = count(&|row, found| row.is_true && !found.matched);
    let accepted = count(&|row, found| !row.is_true && found.matched);
    let blind = count(&|row, found| !row.is_true && found.marks.is_empty());
    let stray = count(&|row, found| found.marks.iter().any(|mark| !mark.is_right(row)));
    format!(
        "Of {of}, {right} have nothing wrong; {refused} are true and not accepted, {accepted} false and accepted, \
         {blind} false without a mark; {stray} have a mark where nothing is wrong.\n"
    )
}

/// The page about what the matchers of both sizes found on sets, or on the first pairs of them.
pub fn page(sets: &[&Seen<'_>], begun: &[&Seen<'_>]) -> String {
    let mut page = format!(
        "# Pairs that nothing was chosen by, one by one

The first {MOST} pairs of each language of `models/recipes/judge/independent`, unselected, as the small and the large
matchers judge them. The wrong part of a false summary is bold. Marks are parts that evidence objects to, with what the
document says instead. [independent.md](independent.md) has the figures. Written by
`cargo run --profile harness --example evaluate_independent`.
"
    );
    for size in [Size::Small, Size::Large] {
        for set in sets {
            let is_of = |other: &&&Seen<'_>| other.name.starts_with(&set.name);
            let of = [set].into_iter().chain(begun.iter().filter(is_of));
            let mut of = of.filter(|one| one.found.contains_key(&size));
            let Some((set, found)) = of.next().map(|one| (one, &one.found[&size])) else {
                continue;
            };
            let each = set.rows.iter().copied().zip(found.iter().copied());
            let each: Vec<(&Row, &Found)> = each.take(MOST).collect();
            let language = set.name.split([' ', ',']).nth(1).unwrap_or_default();
            page += &format!(
                "\n## {}, {language}\n\n{}\n{HEAD}",
                size.name(),
                counted(&each)
            );
            for (pair, found) in each {
                page += &row(pair, found);
            }
        }
    }
    page
}
