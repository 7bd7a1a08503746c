//! The older sets of `evaluate_quality`, a part of their rows: matchers beside the best of ROUGE.

use std::error::Error;
use std::path::Path;

use epitome::metrics::{RougeScores, rouge};

use crate::judging::{self, Asked, Size};
use crate::rows::thinned;
use crate::sets::{self, Figure, Row, Set};
use crate::tables::head;

/// How many rows each matcher judges; of sets whose rows compete, all.
const MOST: [(Size, usize); 2] = [(Size::Small, 600), (Size::Large, 120)];

/// What these sets are asked for by.
pub const NAME: &str = "older";

/// A number of ROUGE's.
type OfRouge = fn(&RougeScores) -> f64;

const ROUGE: [(&str, OfRouge); 6] = [
    ("ROUGE-1 precision", |s| s.rouge1.precision),
    ("ROUGE-1 F1", |s| s.rouge1.f1),
    ("ROUGE-2 precision", |s| s.rouge2.precision),
    ("ROUGE-2 F1", |s| s.rouge2.f1),
    ("ROUGE-L precision", |s| s.rouge_l.precision),
    ("ROUGE-L F1", |s| s.rouge_l.f1),
];

/// The table; `may` tells how many pairs of a set a size judges anew.
pub fn table(root: &Path, may: &dyn Fn(Size) -> usize) -> Result<String, Box<dyn Error>> {
    let mut table = head(&[
        "set",
        "figure",
        "matcher",
        "rows",
        "found",
        "best of ROUGE",
        "above it",
        "verdict",
    ]);
    for set in sets::SETS.iter().filter(|set| set.is_judged()) {
        for (size, most) in MOST {
            let Some(rows) = sets::read(&root.join("../shared/data"), set)? else {
                continue;
            };
            let holds = |text: &str| text.contains(char::is_alphanumeric);
            let mut rows = rows;
            rows.retain(|row| holds(&row.document) && holds(&row.summary));
            let compete = |figure: &Figure| matches!(figure, Figure::Ranking(_));
            if !set.figures.iter().any(compete) {
                rows = thinned(rows, most);
            }
            let pairs = rows.iter().map(|row| (&*row.document, &*row.summary));
            let asked = Asked {
                name: format!("{NAME} {}", set.origin.name()),
                language: set.language,
                pairs: pairs.collect(),
            };
            let found = judging::found(root, &asked, size, may(size))?;
            if found.len() < rows.len() {
                continue;
            }
            let scores: Vec<f64> = found.iter().map(|one| one.score).collect();
            table += &compared(set, &rows, size, &scores);
        }
    }
    Ok(table)
}

/// A row a figure of the set.
fn compared(set: &Set, rows: &[Row], size: Size, scores: &[f64]) -> String {
    let overlap: Vec<RougeScores> = rows
        .iter()
        .map(|row| rouge(&row.summary, &row.document))
        .collect();
    let mut table = String::new();
    for figure in set.figures {
        let of_rouge = ROUGE.iter().filter_map(|(name, of)| {
            let scores: Vec<f64> = overlap.iter().map(of).collect();
            let over = figure.over(rows, &scores);
            Some((name, over.with_interval()?, over))
        });
        let best = of_rouge.max_by(|(_, a, _), (_, b, _)| a.0.total_cmp(&b.0));
        let own = figure.over(rows, scores);
        let (Some((name, (best, low, high), over)), Some((value, ..))) =
            (best, own.with_interval())
        else {
            continue;
        };
        let verdict = if value >= best {
            "not below"
        } else if value >= best - (high - low) / 2.0 {
            "below by less than half an interval"
        } else {
            "**below by more**"
        };
        let above = own
            .above(&over)
            .map_or("–".to_owned(), |(value, low, high)| {
                format!("{value:+.2} [{low:+.2}, {high:+.2}]")
            });
        table += &format!(
            "| {} | {} | {} | {} | {value:.2} | {name} {best:.2} [{low:.2}, {high:.2}] | {above} | {verdict} |\n",
            set.title,
            figure.title(),
            size.name(),
            rows.len(),
        );
    }
    table
}
