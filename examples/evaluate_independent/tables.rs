//! The page of figures.

use std::collections::BTreeMap;

use epitome::matcher::Verdict;
use epitome::metrics::auc;

use crate::share::Share;
use crate::statistics::{bootstrap, calibration_error, reliability};
use crate::{Judged, LARGE, machine};

/// A matcher's name and what it found.
type Found<'a> = (String, Vec<Judged<'a>>);

/// Whether a pair is looked at.
type Is = fn(&Judged<'_>) -> bool;

/// What is looked at apart, by its name.
const PARTS: [(&str, Is); 5] = [
    ("all", |_| true),
    ("close", |one| one.of.manner == "close"),
    ("free", |one| one.of.manner == "free"),
    ("headlines", |one| one.of.form == "headline"),
    ("summaries", |one| one.of.form == "summary"),
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

/// A figure over documents that are drawn anew, with its interval.
fn over_documents<'a>(
    rows: &[&'a Judged<'a>],
    figure: impl Fn(&[&'a Judged<'a>]) -> Option<f64>,
) -> String {
    let mut documents: BTreeMap<&str, Vec<&Judged<'_>>> = BTreeMap::new();
    for row in rows {
        documents.entry(&row.of.doc_id).or_default().push(row);
    }
    let documents: Vec<_> = documents.into_values().collect();
    let of_sample = |sample: &[usize]| {
        let rows: Vec<_> = sample
            .iter()
            .flat_map(|&at| documents[at].clone())
            .collect();
        figure(&rows)
    };
    match bootstrap(documents.len(), of_sample) {
        Some((value, low, high)) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        None => "–".to_owned(),
    }
}

/// The area under the curve of a score of rows.
fn area(score: impl Fn(&Judged<'_>) -> f64) -> impl Fn(&[&Judged<'_>]) -> Option<f64> {
    move |rows| {
        let (scores, labels): (Vec<f64>, Vec<bool>) =
            rows.iter().map(|one| (score(one), one.is_true())).unzip();
        auc(&scores, &labels).ok()
    }
}

/// The mean of the shares of true ones that are accepted and of false ones that are not.
fn balanced(rows: &[&Judged<'_>]) -> Option<f64> {
    let share = |is_true: bool| {
        let of: Vec<_> = rows.iter().filter(|one| one.is_true() == is_true).collect();
        let right = of.iter().filter(|one| one.found.matched == is_true).count();
        (!of.is_empty()).then(|| right as f64 / of.len() as f64)
    };
    Some((share(true)? + share(false)?) / 2.0)
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    let mut row = String::from("|");
    for cell in cells {
        row += &format!(" {cell} |");
    }
    row + "\n"
}

fn head(names: &[&str]) -> String {
    row(names.iter().map(|&name| name.to_owned())) + &row(names.iter().map(|_| "---".to_owned()))
}

fn areas(found: &[Found<'_>]) -> String {
    let mut table = head(&["matcher", "all", "close", "free", "headlines", "summaries"]);
    let of_parts = |judged: &[Judged<'_>], score: fn(&Judged<'_>) -> f64| {
        PARTS.map(|(_, is)| {
            over_documents(
                &judged.iter().filter(|one| is(one)).collect::<Vec<_>>(),
                area(score),
            )
        })
    };
    for (name, judged) in found {
        let cells = of_parts(judged, |one| one.found.probability);
        table += &row([name.clone()].into_iter().chain(cells));
    }
    for (name, judged) in found.iter().filter(|(name, _)| !name.starts_with(LARGE)) {
        let name = name.replace("fit-", "ROUGE-2 precision, ");
        table += &row([name]
            .into_iter()
            .chain(of_parts(judged, |one| one.rouge_2)));
    }
    table
}

fn accuracies(found: &[Found<'_>]) -> String {
    let mut table = head(&["matcher", "all", "close", "free", "headlines", "summaries"]);
    for (name, judged) in found {
        let cells = PARTS.map(|(_, is)| {
            over_documents(
                &judged.iter().filter(|one| is(one)).collect::<Vec<_>>(),
                balanced,
            )
        });
        table += &row([name.clone()].into_iter().chain(cells));
    }
    table
}

fn errors(found: &[Found<'_>]) -> String {
    let mut names = vec!["error"];
    names.extend(found.iter().map(|(name, _)| name.as_str()));
    let mut table = head(&names);
    for error in ERRORS {
        let cells = found.iter().map(|(_, judged)| {
            let is = |one: &&Judged<'_>| one.is_true() || one.of.error.as_deref() == Some(error);
            let of: Vec<_> = judged.iter().filter(is).collect();
            area(|one| one.found.probability)(&of)
                .map_or("–".into(), |value| format!("{value:.2}"))
        });
        table += &row([error.to_owned()].into_iter().chain(cells));
    }
    table
}

fn verdicts(found: &[Found<'_>]) -> String {
    let mut table = head(&[
        "matcher",
        "",
        "accepted",
        "supported",
        "unclear",
        "contradicted",
    ]);
    for (name, judged) in found {
        for is_true in [true, false] {
            let of = || judged.iter().filter(|one| one.is_true() == is_true);
            let share = |is: fn(&Judged<'_>) -> bool| of().map(is).collect::<Share>().to_string();
            table += &row([
                name.clone(),
                if is_true { "true" } else { "false" }.to_owned(),
                share(|one| one.found.matched),
                share(|one| one.found.verdict == Verdict::Supported),
                share(|one| one.found.verdict == Verdict::Unclear),
                share(|one| one.found.verdict == Verdict::Contradicted),
            ]);
        }
    }
    table
}

fn marks(found: &[Found<'_>]) -> String {
    let mut table = head(&[
        "matcher",
        "true ones with a mark",
        "marks of false ones at the wrong part",
        "plain errors found",
        "`instead` right",
        "F1 by characters",
    ]);
    for (name, judged) in found {
        let is_false = || judged.iter().filter(|one| !one.is_true());
        let is_plain = |one: &&Judged<'_>| {
            one.of.manner == "close"
                && one
                    .of
                    .error
                    .as_deref()
                    .is_some_and(|error| PLAIN.contains(&error))
        };
        let right = |one: &Judged<'_>| {
            one.marks
                .iter()
                .map(|mark| one.is_right(mark))
                .collect::<Vec<_>>()
        };
        table += &row([
            name.clone(),
            judged
                .iter()
                .filter(|one| one.is_true())
                .map(|one| !one.marks.is_empty())
                .collect::<Share>()
                .to_string(),
            is_false().flat_map(right).collect::<Share>().to_string(),
            is_false()
                .filter(is_plain)
                .map(|one| right(one).contains(&true))
                .collect::<Share>()
                .to_string(),
            is_false()
                .flat_map(|one| {
                    one.marks
                        .iter()
                        .filter_map(|mark| one.instead_is_right(mark))
                })
                .collect::<Share>()
                .to_string(),
            over_documents(&judged.iter().collect::<Vec<_>>(), f1),
        ]);
    }
    table
}

/// F1 of the marked characters against those of the wrong parts, over all rows.
fn f1(rows: &[&Judged<'_>]) -> Option<f64> {
    let (mut both, mut marked, mut wrong) = (0, 0, 0);
    for one in rows {
        let wrong_part = one.wrong();
        wrong += wrong_part.map_or(0, |part| part.end - part.start);
        for mark in &one.marks {
            marked += mark.span.end - mark.span.start;
            both += wrong_part.map_or(0, |part| {
                mark.span
                    .end
                    .min(part.end)
                    .saturating_sub(mark.span.start.max(part.start))
            });
        }
    }
    (wrong > 0).then(|| 2.0 * both as f64 / (marked + wrong) as f64)
}

fn bins(found: &[Found<'_>]) -> String {
    let mut table = head(&["matchers", "share of pairs", "mean probability", "true"]);
    for (title, is) in [("small", false), ("large", true)] {
        let of = found
            .iter()
            .filter(|(name, _)| name.starts_with(LARGE) == is);
        let (probabilities, labels): (Vec<f64>, Vec<bool>) = of
            .flat_map(|(_, judged)| judged)
            .map(|one| (one.found.probability, one.is_true()))
            .unzip();
        for bin in reliability(&probabilities, &labels) {
            table += &row([
                title.to_owned(),
                format!("{:.0} %", 100.0 * bin.share),
                format!("{:.2}", bin.predicted),
                format!("{:.2}", bin.observed),
            ]);
        }
        let error = calibration_error(&probabilities, &labels);
        table += &row([
            format!("{title}, calibration error"),
            String::new(),
            String::new(),
            format!("{error:.2}"),
        ]);
    }
    table
}

/// The page about what matchers found.
pub fn page(found: &[Found<'_>]) -> String {
    format!(
        "# Pairs that nothing was chosen by

**Do the packaged matchers tell true summaries from false ones that nobody of this project had seen?**

25 invented documents of twelve kinds a language, four true and four false summaries of each, with one error
each. Their writers saw neither code nor other pairs; a second reader, who saw documents and summaries alone, gave
all 800 the same label. No model, threshold or rule was chosen by them. Intervals are of 95 %: bootstrap over documents for AUC, balanced accuracy
and F1, Wilson's for shares. Each pair, with what is wrong, is in
[independent-pairs.md](independent-pairs.md) (the first fifty of each language).

## AUC of `probability`

0.5 is a coin's. `close` are summaries near the document's words, `free` rephrased ones.

{}
## Balanced accuracy of `matched`

At a probability of 0.5, which was fixed by other sets.

{}
## AUC by error

False summaries with that error (12 or 13 a language) against all true ones.

{}
## Verdicts

{}
## Marks

A mark is evidence of a kind other than `supported` and `paraphrase`; it is right where it overlaps the wrong
part. Plain errors are another number, name or the opposite in a summary near the document's words. `instead` is right
where its mark is and the text that was written holds it, or the other way round.

{}
## Reliability

All languages together, in tenths of `probability`.

{}
Written by `cargo run --profile harness --example evaluate_independent` on {}.
",
        areas(found),
        accuracies(found),
        errors(found),
        verdicts(found),
        marks(found),
        bins(found),
        machine::processor()
    )
}
