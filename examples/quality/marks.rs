//! Whether explanations mark what was changed in a title, and how much they mark where nothing was.

use std::fmt::Write as _;
use std::ops::Range;

use epitome::matcher::{Evidence, MatchOptions, Matcher, Pair};

use crate::changed;
use crate::sets::{Failure, Row, Set};
use crate::statistics;

/// What the explanations of a language's default matcher mark.
pub struct Marks {
    set: &'static str,
    /// Changed titles of a kind, and in how many a mark meets the change.
    met: Vec<Met>,
    /// Titles that fit, with the share of their characters that is marked.
    faithful: Vec<f64>,
}

struct Met {
    kind: f64,
    title: &'static str,
    /// 1 where half of what was changed is marked, else 0.
    met: Vec<f64>,
    /// The share of the rest that is marked.
    stray: Vec<f64>,
}

const KINDS: [(f64, &str); 3] = [
    (changed::NUMBER, "number"),
    (changed::WORD, "word"),
    (changed::NEGATED, "negation put in"),
];

/// Of changed titles, by the explanations of `matcher`.
pub fn of(set: &Set, rows: &[Row], matcher: &Matcher) -> Result<Marks, Failure> {
    let is_read = |row: &&Row| {
        let kind = row.judged[0];
        kind == 1.0 || KINDS.iter().any(|(of, _)| *of == kind)
    };
    let rows: Vec<&Row> = rows.iter().filter(is_read).collect();
    let pairs: Vec<Pair> = rows.iter().map(|row| row.pair()).collect();
    let options = MatchOptions { explain: true };
    let found = pollster::block_on(matcher.match_batch(&pairs, options))?;
    let mut marks = Marks {
        set: set.title,
        met: KINDS
            .iter()
            .map(|&(kind, title)| Met {
                kind,
                title,
                met: vec![],
                stray: vec![],
            })
            .collect(),
        faithful: vec![],
    };
    for (row, found) in rows.iter().zip(found) {
        let units: Vec<u16> = row.summary.encode_utf16().collect();
        let marked = marked(units.len(), &found.evidence.unwrap_or_default());
        let kind = row.judged[0];
        if kind == 1.0 {
            marks.faithful.push(share(&marked));
        }
        let fits: Vec<u16> = row
            .unchanged
            .as_deref()
            .unwrap_or_default()
            .encode_utf16()
            .collect();
        let change = change(&fits, &units);
        for one in marks.met.iter_mut().filter(|one| one.kind == kind) {
            // Where something was taken out there is nothing to mark.
            if !change.is_empty() {
                let is_met = share(&marked[change.clone()]) >= 0.5;
                one.met.push(f64::from(u8::from(is_met)));
                let rest = [&marked[..change.start], &marked[change.end..]].concat();
                one.stray.push(share(&rest));
            }
        }
    }
    Ok(marks)
}

/// Which units of a summary lie in a part that nothing supports.
fn marked(length: usize, evidence: &[Evidence]) -> Vec<bool> {
    let mut marked = vec![false; length];
    for part in evidence.iter().filter(|part| part.document_span.is_none()) {
        marked[part.summary_span.start..part.summary_span.end].fill(true);
    }
    marked
}

fn share(marked: &[bool]) -> f64 {
    marked.iter().filter(|one| **one).count() as f64 / marked.len().max(1) as f64
}

/// What of `changed` is not of `fits`, between what both begin and end with.
fn change(fits: &[u16], changed: &[u16]) -> Range<usize> {
    let same =
        |pairs: &mut dyn Iterator<Item = (&u16, &u16)>| pairs.take_while(|(a, b)| a == b).count();
    let begin = same(&mut fits.iter().zip(changed));
    let (fits, rest) = (&fits[begin..], &changed[begin..]);
    let end = same(&mut fits.iter().rev().zip(rest.iter().rev()));
    begin..changed.len() - end
}

/// The part of the page.
pub fn section(marks: &[Marks]) -> String {
    let mut page = String::from(
        "\n## What explanations mark\n\n\
         In how many of the changed titles `explain` marks half of what was changed, or more, and which share of a title's other characters it marks, in the \
         mean; of those that fit, which share of all. Titles have words that their articles do not, so that a mark on one of these says no more \
         than that.\n\n\
         | titles | kind | pairs | change marked | rest marked |\n|---|---|---|---|---|\n",
    );
    for of in marks {
        for one in &of.met {
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {:.3} |",
                of.set,
                one.title,
                one.met.len(),
                crate::cell(mean(&one.met)),
                one.stray.iter().sum::<f64>() / one.stray.len().max(1) as f64
            );
        }
        let _ = writeln!(
            page,
            "| {} | fits | {} | – | {} |",
            of.set,
            of.faithful.len(),
            crate::cell(mean(&of.faithful))
        );
    }
    page
}

/// The mean with its 95 % interval.
fn mean(values: &[f64]) -> Option<(f64, f64, f64)> {
    statistics::bootstrap(values.len(), |sample| {
        let sum: f64 = sample.iter().map(|&at| values[at]).sum();
        (!sample.is_empty()).then(|| sum / sample.len() as f64)
    })
}
