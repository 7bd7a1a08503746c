//! The tables of the page of figures.

use std::collections::BTreeMap;

use epitome::matcher::Verdict;

use crate::judging::{Found, SIZES, Size};
use crate::measured::{Column, Seen, systems, written};
use crate::rows::{Kind, Row};
use crate::share::Share;
use crate::statistics::{calibration_error, reliability};

/// Thresholds of baselines, by their names.
pub type Thresholds = BTreeMap<String, f64>;

/// Whether a row is looked at.
type Is = fn(&Row) -> bool;

/// What is looked at apart, by its name.
const PARTS: [(&str, Is); 5] = [
    ("all", |_| true),
    ("close", |row| row.manner.as_deref() == Some("close")),
    ("free", |row| row.manner.as_deref() == Some("free")),
    ("headlines", |row| row.form.as_deref() == Some("headline")),
    ("summaries", |row| row.form.as_deref() == Some("summary")),
];
const ERRORS: [&str; 8] = [
    "number",
    "entity",
    "polarity",
    "relation",
    "attribution",
    "overclaim",
    "addition",
    "blend",
];
/// Errors that words can show, in sentences near the document's.
const PLAIN: [&str; 3] = ["number", "entity", "polarity"];

/// A row of a table.
pub fn row(cells: impl IntoIterator<Item = String>) -> String {
    let mut row = String::from("|");
    for cell in cells {
        row += &format!(" {cell} |");
    }
    row + "\n"
}

/// The head of a table.
pub fn head<S: AsRef<str>>(names: &[S]) -> String {
    row(names.iter().map(|name| name.as_ref().to_owned()))
        + &row(names.iter().map(|_| "---".to_owned()))
}

/// A figure of a column over rows, with its interval.
type Figure = fn(&Seen<'_>, &Column, &[usize]) -> Option<(f64, f64, f64)>;

/// A figure of every system, by set and part.
pub fn figures(sets: &[&Seen<'_>], thresholds: &Thresholds, figure: Figure) -> String {
    let systems = systems();
    let mut names = vec!["set".to_owned(), "part".to_owned(), "pairs".to_owned()];
    names.extend(systems.iter().cloned());
    let mut table = head(&names);
    for set in sets {
        for (part, is) in PARTS {
            let rows = set.rows_where(is);
            if rows.is_empty() || (part != "all" && rows.len() == set.rows.len()) {
                continue;
            }
            let mut cells = vec![set.name.clone(), part.to_owned(), rows.len().to_string()];
            cells.extend(systems.iter().map(|system| {
                let column = set.column(system, thresholds);
                written(column.and_then(|column| figure(set, &column, &rows)))
            }));
            table += &row(cells);
        }
    }
    table
}

/// The ranges of the AUC over languages, in sentences.
pub fn answer(sets: &[&Seen<'_>]) -> String {
    let mut told = vec![];
    let parts = [
        ("close", "Near the document's words"),
        ("free", "In free words"),
    ];
    for (part, words) in parts {
        let is = PARTS.iter().find(|(name, _)| *name == part);
        let Some((_, is)) = is else { continue };
        let mut ranges = vec![];
        for system in systems() {
            let areas = sets.iter().filter_map(|set| {
                let column = set.column(&system, &Thresholds::new())?;
                Some(set.area(&column, &set.rows_where(is))?.0)
            });
            let areas: Vec<f64> = areas.collect();
            let least = areas.iter().copied().reduce(f64::min);
            let most = areas.iter().copied().reduce(f64::max);
            if let (Some(least), Some(most)) = (least, most) {
                ranges.push(format!("{system} {least:.2} to {most:.2}"));
            }
        }
        told.push(format!("{words}: AUC by language {}.", ranges.join(", ")));
    }
    told.join(" ")
}

/// AUC of the false ones with an error against all true ones.
pub fn errors(sets: &[&Seen<'_>], thresholds: &Thresholds) -> String {
    let systems = systems();
    let mut names = vec![
        "set".to_owned(),
        "error".to_owned(),
        "false ones".to_owned(),
    ];
    names.extend(systems.iter().cloned());
    let mut table = head(&names);
    for set in sets {
        for error in ERRORS {
            let has = |row: &Row| row.error.as_deref() == Some(error);
            let rows = set.rows_where(|row| row.is_true || has(row));
            let count = set.rows_where(has).len();
            if count == 0 {
                continue;
            }
            let mut cells = vec![set.name.clone(), error.to_owned(), count.to_string()];
            cells.extend(systems.iter().map(|system| {
                let column = set.column(system, thresholds);
                written(column.and_then(|column| set.area(&column, &rows)))
            }));
            table += &row(cells);
        }
    }
    table
}

/// What is accepted and which verdicts there are, of headlines and of summaries.
pub fn verdicts(sets: &[&Seen<'_>]) -> String {
    let mut table = head(&[
        "matcher",
        "set",
        "form",
        "true, accepted",
        "false, accepted",
        "true, `unclear`",
        "false, `unclear`",
        "true, `contradicted`",
        "false, `contradicted`",
        "false, `supported`",
    ]);
    for (size, set) in by_size(sets) {
        for form in ["headline", "summary"] {
            let share = |is_true: bool, is: fn(&Found) -> bool| {
                let each = set.rows.iter().zip(&set.found[&size]);
                let of = each
                    .filter(|(row, _)| row.is_true == is_true && row.form.as_deref() == Some(form));
                of.map(|(_, found)| is(found))
                    .collect::<Share>()
                    .to_string()
            };
            table += &row([
                size.name().to_owned(),
                set.name.clone(),
                form.to_owned(),
                share(true, |found| found.matched),
                share(false, |found| found.matched),
                share(true, |found| found.verdict == Verdict::Unclear),
                share(false, |found| found.verdict == Verdict::Unclear),
                share(true, |found| found.verdict == Verdict::Contradicted),
                share(false, |found| found.verdict == Verdict::Contradicted),
                share(false, |found| found.verdict == Verdict::Supported),
            ]);
        }
    }
    table
}

/// The sets that each size has judged, size by size.
fn by_size<'s, 'a>(sets: &'s [&'s Seen<'a>]) -> impl Iterator<Item = (Size, &'s Seen<'a>)> {
    let of_size = move |size: Size| {
        let has = move |set: &&&Seen<'a>| set.found.contains_key(&size);
        sets.iter().filter(has).map(move |&set| (size, set))
    };
    SIZES.into_iter().flat_map(of_size)
}

/// Where marks are, of sets whose wrong parts are known.
pub fn marks(sets: &[&Seen<'_>]) -> String {
    let mut table = head(&[
        "matcher",
        "set",
        "true ones with a mark",
        "marks of false ones at the error",
        "plain errors found",
        "`instead` right",
        "F1 by characters",
    ]);
    for (size, set) in by_size(sets) {
        let is_marked = |row: &&Row| row.wrong.as_ref().is_some_and(|wrong| !wrong.is_empty());
        if !set.rows.iter().any(is_marked) {
            continue;
        }
        let each = || {
            set.rows
                .iter()
                .copied()
                .zip(set.found[&size].iter().copied())
        };
        let of_false = || each().filter(|(row, _)| !row.is_true && row.wrong.is_some());
        let is_plain = |row: &Row| {
            let is = |error: &String| PLAIN.contains(&error.as_str());
            row.manner.as_deref() == Some("close") && row.error.as_ref().is_some_and(is)
        };
        let alarms: Share = each()
            .filter(|(row, _)| row.is_true)
            .map(|(_, found)| !found.marks.is_empty())
            .collect();
        let right: Share = of_false()
            .flat_map(|(row, found)| found.marks.iter().map(move |mark| mark.is_right(row)))
            .collect();
        let plain: Share = of_false()
            .filter(|(row, _)| is_plain(row))
            .map(|(row, found)| found.marks.iter().any(|mark| mark.is_right(row)))
            .collect();
        let instead: Share = of_false()
            .flat_map(|(row, found)| {
                found
                    .marks
                    .iter()
                    .filter_map(move |mark| mark.instead_is_right(row))
            })
            .collect();
        table += &row([
            size.name().to_owned(),
            set.name.clone(),
            alarms.to_string(),
            right.to_string(),
            plain.to_string(),
            instead.to_string(),
            written(set.f1(size)),
        ]);
    }
    table
}

/// Tenths of the probability, and how many of each are true.
pub fn bins(sets: &[&Seen<'_>]) -> String {
    let mut table = head(&["matcher", "share of pairs", "mean probability", "true"]);
    for (size, set) in by_size(sets) {
        let found = set.found[&size].iter();
        let (probabilities, labels): (Vec<f64>, Vec<bool>) = found
            .zip(&set.rows)
            .map(|(found, row)| (found.probability, row.is_true))
            .unzip();
        for bin in reliability(&probabilities, &labels) {
            table += &row([
                size.name().to_owned(),
                format!("{:.0} %", 100.0 * bin.share),
                format!("{:.2}", bin.predicted),
                format!("{:.2}", bin.observed),
            ]);
        }
        let error = calibration_error(&probabilities, &labels);
        table += &row([
            format!("{}, calibration error", size.name()),
            String::new(),
            String::new(),
            format!("{error:.2}"),
        ]);
    }
    table
}

/// What is asked of the large matcher: the AUC of each part of `realistic`.
const ASKED: [(&str, f64); 3] = [("all", 0.75), ("close", 0.85), ("free", 0.68)];
/// The balanced accuracy that is asked of it on SummEdits.
const ASKED_OF_EDITS: f64 = 0.72;

/// What was asked beside what was found: of a small matcher half of the way from a coin's 0.5.
pub fn goals(sets: &[&Seen<'_>], edits: Option<&Seen<'_>>) -> String {
    let mut table = head(&["matcher", "set", "figure", "asked", "found", ""]);
    let none = Thresholds::new();
    for size in [Size::Small, Size::Large] {
        let asked = |goal: f64| match size {
            Size::Large => goal,
            _ => (goal + 0.5) / 2.0,
        };
        let mut line = |set: &Seen<'_>, figure: &str, goal: f64, found: Option<(f64, f64, f64)>| {
            if let Some((value, ..)) = found {
                let verdict = if value >= asked(goal) {
                    "reached"
                } else {
                    "**not reached**"
                };
                table += &row([
                    size.name().to_owned(),
                    set.name.clone(),
                    figure.to_owned(),
                    format!("{:.2}", asked(goal)),
                    written(found),
                    verdict.to_owned(),
                ]);
            }
        };
        for set in sets.iter().filter(|set| set.kind != Kind::Public) {
            let Some(column) = set.column(size.name(), &none) else {
                continue;
            };
            for (part, goal) in ASKED {
                let Some((_, is)) = PARTS.iter().find(|(name, _)| *name == part) else {
                    continue;
                };
                let rows = set.rows_where(is);
                line(set, &format!("AUC, {part}"), goal, set.area(&column, &rows));
            }
        }
        if let Some((set, column)) =
            edits.and_then(|set| Some((set, set.column(size.name(), &none)?)))
        {
            let rows = set.rows_where(|_| true);
            line(
                set,
                "balanced accuracy",
                ASKED_OF_EDITS,
                set.balanced(&column, &rows),
            );
        }
    }
    table
}
