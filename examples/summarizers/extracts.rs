//! Extracts against extracts that people made.

use std::fmt::Write as _;

use epitome::summarizer::{Method, SummaryLength, SummaryType, subset_sentences, top_sentences};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};

use crate::measures::{Rouge, interval, mean};
use crate::{Failure, Row, summarizer};

/// The set of extracts.
pub const SET: &str = "en_bbc_news_summary";

/// The share of sentences that Algorithm 1 of paper E takes.
const SHARE: f64 = 0.3;

/// A way to choose sentences of a text.
type Chooser = fn(&str) -> String;

pub fn section(rows: &[Row]) -> Result<String, Failure> {
    let systems: [(&str, Chooser); 9] = [
        ("lead-3", |text| by_method(text, Method::Lead)),
        ("TextRank, 3 sentences", |text| {
            by_method(text, Method::TextRank)
        }),
        ("top sentences, 3 sentences", |text| {
            by_method(text, Method::Extractive)
        }),
        ("subset, the words of those", |text| {
            by_method(text, Method::Subset)
        }),
        ("lead, 30 % of the sentences", |text| {
            first(text, share(text))
        }),
        ("top sentences, 30 % (Algorithm 1)", |text| {
            top(text, share(text))
        }),
        ("lead, the words of the reference", |_| String::new()),
        ("top sentences, the words of the reference", |_| {
            String::new()
        }),
        ("subset, the words of those of the reference", |_| {
            String::new()
        }),
    ];
    let mut section = format!(
        "## Extracts\n\n\
         `{SET}.dev`, {} documents; the references are extracts of {:.0} words on average, \
         from documents of {:.0}. The systems with the words of the reference take sentences until \
         they have as many, so that length does not decide; `subset` has at most the words of top \
         sentences beside it. The exponent and the weight of `subset` were chosen on the training \
         part of the set. Differences are paired.\n\n\
         | system | words | ROUGE-1 | ROUGE-2 | ROUGE-L | ROUGE-1 less lead-3 |\n\
         |---|---|---|---|---|---|\n",
        rows.len(),
        mean(
            &rows
                .iter()
                .map(|row| words(&row.summary).len() as f64)
                .collect::<Vec<_>>()
        ),
        mean(
            &rows
                .iter()
                .map(|row| words(&row.doc).len() as f64)
                .collect::<Vec<_>>()
        ),
    );
    let mut lead_3: Vec<f64> = vec![];
    let mut matched: Vec<Vec<f64>> = vec![];
    for (name, chooser) in systems {
        let (mut rouge, mut sizes) = (Rouge::default(), vec![]);
        for row in rows {
            let budget = words(&row.summary).len();
            let summary = match name {
                "lead, the words of the reference" => within(&row.doc, budget, false),
                "top sentences, the words of the reference" => within(&row.doc, budget, true),
                "subset, the words of those of the reference" => {
                    let alone = within(&row.doc, budget, true);
                    let words = words(&alone).len();
                    let spans = subset_sentences(&row.doc, Language::English, words)?;
                    let chosen: Vec<&str> = spans.into_iter().map(|span| &row.doc[span]).collect();
                    chosen.join(" ")
                }
                _ => chooser(&row.doc),
            };
            sizes.push(words(&summary).len() as f64);
            rouge.add(&summary, &row.summary);
        }
        if lead_3.is_empty() {
            lead_3.clone_from(&rouge.0[0]);
        }
        let differences: Vec<f64> = rouge.0[0].iter().zip(&lead_3).map(|(a, b)| a - b).collect();
        writeln!(
            section,
            "| {name} | {:.0} | {} | {} |",
            mean(&sizes),
            rouge.cells()?,
            interval(&differences, 2)?
        )?;
        if name.ends_with("reference") {
            matched.push(rouge.0[0].clone());
        }
    }
    let less = |a: usize, b: usize| {
        let pairs = matched[a].iter().zip(&matched[b]);
        let differences: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
        interval(&differences, 2)
    };
    writeln!(
        section,
        "\nAt the words of the reference, in ROUGE-1: top sentences less lead {}; subset less top \
         sentences {}.",
        less(1, 0)?,
        less(2, 1)?
    )?;
    Ok(section)
}

fn by_method(text: &str, method: Method) -> String {
    summarizer(
        SummaryType::Tldr,
        SummaryLength::Medium,
        method,
        Some(Language::English),
    )
    .and_then(|summarizer| Ok(summarizer.summarize(text)?))
    .expect("a document is not empty")
}

/// How many sentences Algorithm 1 takes.
fn share(text: &str) -> usize {
    let count = sentences(text, Language::English).len();
    ((SHARE * count as f64).round() as usize).max(1)
}

fn first(text: &str, count: usize) -> String {
    let mut spans = sentences(text, Language::English);
    spans.truncate(count);
    let chosen: Vec<&str> = spans.into_iter().map(|span| &text[span]).collect();
    chosen.join(" ")
}

fn top(text: &str, count: usize) -> String {
    let spans = top_sentences(text, Language::English, count);
    let chosen: Vec<&str> = spans.into_iter().map(|span| &text[span]).collect();
    chosen.join(" ")
}

/// The fewest sentences with at least `budget` words.
fn within(text: &str, budget: usize, by_score: bool) -> String {
    let count = sentences(text, Language::English).len();
    let choose = if by_score { top } else { first };
    (1..=count)
        .map(|count| choose(text, count))
        .find(|summary| words(summary).len() >= budget)
        .unwrap_or_else(|| text.to_owned())
}
