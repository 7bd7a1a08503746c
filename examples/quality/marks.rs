//! Whether explanations mark what was changed in a title, how much they mark where nothing was, and whether how much they mark tells true
//! summaries from false ones.

use std::fmt::Write as _;
use std::ops::Range;

use epitome::matcher::evidence::find;
use epitome::matcher::{Evidence, EvidenceKind};
use epitome::text::Language;

use crate::changed;
use crate::sets::{Figure, Row, Set};
use crate::statistics;

/// What explanations mark of changed titles.
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

/// A summary of which more is marked, end marks aside, is marked whole.
const WHOLE: f64 = 0.95;

const KINDS: [(f64, &str); 3] = [
    (changed::NUMBER, "number"),
    (changed::WORD, "word"),
    (changed::NEGATED, "negation put in"),
];

/// Of changed titles.
pub fn of(set: &Set, rows: &[Row]) -> Marks {
    let is_read = |row: &&Row| {
        let kind = row.judged[0];
        kind == 1.0 || KINDS.iter().any(|(of, _)| *of == kind)
    };
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
    for row in rows.iter().filter(is_read) {
        let units: Vec<u16> = row.summary.encode_utf16().collect();
        let marked = of_row(row, set.language);
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
    marks
}

/// What explanations mark of true and of false summaries.
pub struct Told {
    set: &'static str,
    /// The share that is marked, of each true one and of each false one.
    of_true: Vec<f64>,
    of_false: Vec<f64>,
    /// AUC of what is not marked.
    auc: Option<(f64, f64, f64)>,
}

/// Of the rows of a set, of which those judged as at least `least` are true.
pub fn told(set: &Set, rows: &[Row], least: f64) -> Told {
    let marked: Vec<f64> = rows
        .iter()
        .map(|row| share(&of_row(row, set.language)))
        .collect();
    let is_true = |row: &Row| row.judged[0] >= least;
    let shares = |wanted: bool| {
        let rows = rows.iter().zip(&marked);
        let rows = rows.filter(move |(row, _)| is_true(row) == wanted);
        rows.map(|(_, marked)| *marked).collect()
    };
    let unmarked: Vec<f64> = marked.iter().map(|marked| 1.0 - marked).collect();
    Told {
        set: set.title,
        of_true: shares(true),
        of_false: shares(false),
        auc: Figure::Auc(0, least, "true")
            .over(rows, &unmarked)
            .with_interval(),
    }
}

/// Which units of a row's summary an explanation marks; all of one without words.
fn of_row(row: &Row, language: Language) -> Vec<bool> {
    let length = row.summary.encode_utf16().count();
    let pair = row.pair();
    match find(&pair.document, &pair.summary, language).evidence {
        found if found.is_empty() => vec![true; length],
        found => marked(length, &found),
    }
}

/// Which units of a summary lie in a part to which the document objects.
fn marked(length: usize, evidence: &[Evidence]) -> Vec<bool> {
    let mut marked = vec![false; length];
    let objects = |part: &&Evidence| {
        !matches!(
            part.kind,
            EvidenceKind::Supported | EvidenceKind::Paraphrase
        )
    };
    for part in evidence.iter().filter(objects) {
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
pub fn section(marks: &[Marks], told: &[Told]) -> String {
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
                "| {} | {} | {} | {} | {} |",
                of.set,
                one.title,
                one.met.len(),
                crate::cell(mean(&one.met)),
                crate::cell(mean(&one.stray))
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
    page.push_str(
        "\nWhether how much is marked tells true summaries from false ones: the share of characters that is marked of either, in the mean, how many are marked \
         whole, and the AUC of what is not marked. A changed number is two characters of a long sentence, so that little is marked of what is nearly copied; what LCSTS's \
         readers, and those of graded titles, gave less than a 4 is often poor rather than false.\n\n\
         | set | true, marked | whole | false, marked | whole | AUC |\n|---|---|---|---|---|---|\n",
    );
    for one in told {
        let whole = |shares: &[f64]| {
            let whole = shares.iter().filter(|share| **share > WHOLE).count();
            whole as f64 / shares.len().max(1) as f64
        };
        let share = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        let _ = writeln!(
            page,
            "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {} |",
            one.set,
            share(&one.of_true),
            whole(&one.of_true),
            share(&one.of_false),
            whole(&one.of_false),
            crate::cell(one.auc)
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
