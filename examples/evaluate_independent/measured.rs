//! Sets with what every system says of their rows, and figures over them.

use std::collections::BTreeMap;

use epitome::metrics::auc;

use crate::judging::{Found, SIZES, Size};
use crate::rows::{Kind, Row};
use crate::statistics::bootstrap;

/// The share of a summary's pairs of words that its document has.
pub const ROUGE: &str = "ROUGE-2 precision";
/// What matchers are compared with; the last two by `examples/quality/encoders.py`.
pub const BASELINES: [&str; 3] = [ROUGE, "BERTScore precision", "e5 cosine"];

/// What a system says of the rows of a set.
#[derive(Clone)]
pub struct Column {
    pub scores: Vec<f64>,
    /// Whether each is accepted at the system's one threshold.
    pub accepted: Vec<bool>,
}

/// A set, measured.
pub struct Seen<'a> {
    pub name: String,
    pub kind: Kind,
    pub rows: Vec<&'a Row>,
    pub found: BTreeMap<Size, Vec<&'a Found>>,
    /// By the baseline's name, a score a row.
    pub baselines: BTreeMap<String, Vec<f64>>,
}

/// An interval of 95 %, written.
pub fn written(figure: Option<(f64, f64, f64)>) -> String {
    match figure {
        Some((value, low, high)) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        None => "–".to_owned(),
    }
}

/// The names of all systems, in their order.
pub fn systems() -> Vec<String> {
    let matchers = SIZES.iter().map(|size| size.name());
    matchers.chain(BASELINES).map(str::to_owned).collect()
}

impl<'a> Seen<'a> {
    /// Several sets as one, with the systems that all of them have.
    pub fn joined(name: &str, of: &[&Self]) -> Option<Self> {
        let first = of.first()?;
        let mut joined = Self {
            name: name.to_owned(),
            kind: first.kind,
            rows: of.iter().flat_map(|one| one.rows.clone()).collect(),
            found: BTreeMap::new(),
            baselines: BTreeMap::new(),
        };
        for &size in first.found.keys() {
            let each: Option<Vec<_>> = of.iter().map(|one| one.found.get(&size)).collect();
            if let Some(each) = each {
                let all = each.into_iter().flatten().copied().collect();
                joined.found.insert(size, all);
            }
        }
        for name in first.baselines.keys() {
            let each: Option<Vec<_>> = of.iter().map(|one| one.baselines.get(name)).collect();
            if let Some(each) = each {
                let all = each.into_iter().flatten().copied().collect();
                joined.baselines.insert(name.clone(), all);
            }
        }
        Some(joined)
    }

    /// What a system says; that of a baseline is accepted from its threshold on.
    pub fn column(&self, system: &str, thresholds: &BTreeMap<String, f64>) -> Option<Column> {
        if let Some(size) = SIZES.into_iter().find(|size| size.name() == system) {
            let found = self.found.get(&size)?;
            return Some(Column {
                scores: found.iter().map(|one| one.probability).collect(),
                accepted: found.iter().map(|one| one.matched).collect(),
            });
        }
        let scores = self.baselines.get(system)?.clone();
        let least = thresholds.get(system).copied().unwrap_or(f64::INFINITY);
        Some(Column {
            accepted: scores.iter().map(|&score| score >= least).collect(),
            scores,
        })
    }

    /// The rows that are asked for.
    pub fn rows_where(&self, is: impl Fn(&Row) -> bool) -> Vec<usize> {
        let numbered = self.rows.iter().enumerate();
        numbered
            .filter(|(_, row)| is(row))
            .map(|(at, _)| at)
            .collect()
    }

    /// A figure of rows over documents that are drawn anew, with its interval.
    pub fn over_documents(
        &self,
        rows: &[usize],
        figure: impl Fn(&[usize]) -> Option<f64>,
    ) -> Option<(f64, f64, f64)> {
        let mut documents: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &at in rows {
            documents.entry(&self.rows[at].group).or_default().push(at);
        }
        let documents: Vec<_> = documents.into_values().collect();
        let of_sample = |sample: &[usize]| {
            let rows: Vec<_> = sample
                .iter()
                .flat_map(|&at| documents[at].iter().copied())
                .collect();
            figure(&rows)
        };
        bootstrap(documents.len(), of_sample)
    }

    /// The area under the curve of a column.
    pub fn area(&self, column: &Column, rows: &[usize]) -> Option<(f64, f64, f64)> {
        self.over_documents(rows, |rows| {
            let (scores, labels): (Vec<f64>, Vec<bool>) = rows
                .iter()
                .map(|&at| (column.scores[at], self.rows[at].is_true))
                .unzip();
            auc(&scores, &labels).ok()
        })
    }

    /// The mean of the shares of true ones that are accepted and of false ones that are not.
    pub fn balanced(&self, column: &Column, rows: &[usize]) -> Option<(f64, f64, f64)> {
        self.over_documents(rows, |rows| {
            let labels: Vec<bool> = rows.iter().map(|&at| self.rows[at].is_true).collect();
            let accepted: Vec<bool> = rows.iter().map(|&at| column.accepted[at]).collect();
            balance(&labels, &accepted)
        })
    }

    /// F1 of the characters that a matcher marks against the wrong ones, over all rows of which
    /// they are known.
    pub fn f1(&self, size: Size) -> Option<(f64, f64, f64)> {
        let found = self.found.get(&size)?;
        let known = self.rows_where(|row| row.wrong.is_some());
        let counts: Vec<[usize; 3]> = self
            .rows
            .iter()
            .zip(found)
            .map(|(row, found)| characters(row, found))
            .collect();
        self.over_documents(&known, |rows| {
            let sum = |which: usize| rows.iter().map(|&at| counts[at][which]).sum::<usize>();
            let [both, marked, wrong] = [0, 1, 2].map(sum);
            (wrong > 0).then(|| 2.0 * both as f64 / (marked + wrong) as f64)
        })
    }
}

/// How many characters of a summary are marked and wrong, marked, and wrong.
fn characters(row: &Row, found: &Found) -> [usize; 3] {
    let mut held = vec![(false, false); row.summary.encode_utf16().count()];
    for span in row.wrong.iter().flatten() {
        let known = held.iter_mut().take(span.end).skip(span.start);
        known.for_each(|(_, wrong)| *wrong = true);
    }
    for mark in &found.marks {
        let told = held.iter_mut().take(mark.span.end).skip(mark.span.start);
        told.for_each(|(marked, _)| *marked = true);
    }
    let count = |is: fn(&(bool, bool)) -> bool| held.iter().filter(|&one| is(one)).count();
    [
        count(|&(marked, wrong)| marked && wrong),
        count(|&(marked, _)| marked),
        count(|&(_, wrong)| wrong),
    ]
}

/// The mean of the shares of true ones that are accepted and of false ones that are not.
fn balance(labels: &[bool], accepted: &[bool]) -> Option<f64> {
    let share = |is_true: bool| {
        let of = labels.iter().zip(accepted);
        let of: Vec<_> = of.filter(|&(&label, _)| label == is_true).collect();
        let right = of.iter().filter(|&&(_, &accepted)| accepted == is_true);
        (!of.is_empty()).then(|| right.count() as f64 / of.len() as f64)
    };
    Some((share(true)? + share(false)?) / 2.0)
}

/// The threshold of each baseline with the greatest balanced accuracy on a set.
pub fn thresholds(on: &Seen<'_>) -> BTreeMap<String, f64> {
    let labels: Vec<bool> = on.rows.iter().map(|row| row.is_true).collect();
    let mut chosen = BTreeMap::new();
    for (name, scores) in &on.baselines {
        let at = |least: f64| {
            let accepted: Vec<bool> = scores.iter().map(|&score| score >= least).collect();
            balance(&labels, &accepted).unwrap_or(0.0)
        };
        let best = scores
            .iter()
            .copied()
            .max_by(|&a, &b| at(a).total_cmp(&at(b)));
        chosen.extend(best.map(|best| (name.clone(), best)));
    }
    chosen
}
