//! Evaluates the extractive summarizers on the held-in `.dev` files and writes
//! `docs/results/summarizers.md`.
//!
//! ```sh
//! cargo run --profile harness --no-default-features --example evaluate_summarizers -- ../shared/data
//! ```
//!
//! The folder must hold `titles/NAME.dev.jsonl.gz`; without it the evaluation
//! is skipped, with its reason, and the page stays as it is. Means have 95 %
//! percentile bootstraps over documents.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use epitome::metrics::{
    EntityOptions, StaticEmbeddings, entity_factuality, extractive_fragments, mean_interval,
    rouge_l, rouge_n,
};
use epitome::summarizer::{
    Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType,
    subset_sentences, top_sentences, top_sentences_by_embeddings,
};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};
use flate2::read::GzDecoder;
use serde::Deserialize;

type Failure = Box<dyn std::error::Error>;

const REPLICATES: usize = 2_000;
const SEED: u64 = 1;

/// The sets of titles, with their languages.
const TITLES: [(&str, Language); 8] = [
    ("zh_lctt_title", Language::Chinese),
    ("zh_csl_title", Language::Chinese),
    ("zh_xinwenlianbo_title", Language::Chinese),
    ("en_reuters21578_title", Language::English),
    ("en_debian_synopsis", Language::English),
    ("en_aeslc", Language::English),
    ("fa_farsnews_title", Language::Persian),
    ("fa_varzesh3_title", Language::Persian),
];

/// The set of extracts.
const EXTRACTS: &str = "en_bbc_news_summary";

/// The share of sentences that Algorithm 1 of paper E takes.
const SHARE: f64 = 0.3;

/// The size of the document that is timed.
const LONG: usize = 100_000;

/// The numbers of each vector in the timing over word vectors.
const DIMENSION: usize = 100;

#[derive(Deserialize)]
struct Row {
    doc: String,
    summary: String,
}

fn rows(data: &Path, name: &str) -> Result<Option<Vec<Row>>, Failure> {
    let path = data.join(format!("titles/{name}.dev.jsonl.gz"));
    let Ok(file) = File::open(&path) else {
        println!("skipped: {} is not there", path.display());
        return Ok(None);
    };
    let mut rows = vec![];
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let row: Row = serde_json::from_str(&line?)?;
        if !row.doc.trim().is_empty() {
            rows.push(row);
        }
    }
    Ok(Some(rows))
}

fn main() -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = std::env::args()
        .nth(1)
        .map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let mut headlines = String::new();
    for (name, language) in TITLES {
        let Some(rows) = rows(&data, name)? else {
            return Ok(());
        };
        headlines.push_str(&headline_table(name, language, &rows)?);
        println!("{name}: {} documents", rows.len());
    }
    let Some(extracts) = rows(&data, EXTRACTS)? else {
        return Ok(());
    };
    let page = format!(
        "# Summarizers\n\n\
         Written by `cargo run --profile harness --no-default-features --example \
         evaluate_summarizers`; not edited by hand. Machine: {}.\n\n\
         ROUGE is F1 × 100 over words (characters in Chinese), without stemming. Intervals are \
         95 % percentile bootstraps over documents ({REPLICATES} replicates, seed {SEED}).\n\n\
         ## Headlines\n\n\
         `headline` of length `short` on the `.dev` files: `lead` is the first sentence, \
         `textrank` the most central one, `extractive` the product's choice by top sentence \
         selection, place and length; all are cut to 12 words or 18 Chinese characters by the \
         same rules. Coverage and density are those of Grusky et al. 2018; entity precision is \
         precision-source of Nan et al. 2021 over entities found by rules, in the headlines \
         that have one (n). The row `title` measures the titles that people wrote.\n\n\
         | set | n | system | ROUGE-1 | ROUGE-2 | ROUGE-L | coverage | density | entity precision (n) |\n\
         |---|---|---|---|---|---|---|---|---|\n\
         {headlines}\n{}\n{}",
        machine(),
        extract_section(&extracts)?,
        speed_section()?,
    );
    let goal = root.join("docs/results/summarizers.md");
    std::fs::create_dir_all(goal.parent().expect("it has a parent"))?;
    std::fs::write(&goal, &page)?;
    print!("{page}");
    Ok(())
}

fn summarizer(
    r#type: SummaryType,
    length: SummaryLength,
    method: Method,
    language: Option<Language>,
) -> Result<Summarizer, Failure> {
    Ok(Summarizer::new(SummarizerOptions {
        r#type,
        length,
        format: SummaryFormat::PlainText,
        language,
        method,
    })?)
}

/// The ROUGE F1 scores of summaries against references.
#[derive(Default)]
struct Rouge([Vec<f64>; 3]);

impl Rouge {
    fn add(&mut self, hypothesis: &str, reference: &str) {
        let (h, r) = (words(hypothesis), words(reference));
        let scores = [rouge_n(&h, &r, 1), rouge_n(&h, &r, 2), rouge_l(&h, &r)];
        for (all, score) in self.0.iter_mut().zip(scores) {
            all.push(100.0 * score.f1);
        }
    }

    fn cells(&self) -> Result<String, Failure> {
        let cells = self
            .0
            .iter()
            .map(|scores| interval(scores, 2))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(cells.join(" | "))
    }
}

/// A mean with its interval.
fn interval(values: &[f64], digits: usize) -> Result<String, Failure> {
    let found = mean_interval(values, REPLICATES, SEED)?;
    Ok(format!(
        "{:.digits$} ({:.digits$}–{:.digits$})",
        found.mean, found.low, found.high
    ))
}

fn headline_table(name: &str, language: Language, rows: &[Row]) -> Result<String, Failure> {
    let mut table = String::new();
    let systems = [Method::Lead, Method::TextRank, Method::Extractive];
    for method in systems.into_iter().map(Some).chain([None]) {
        let (mut rouge, mut coverage, mut density, mut precision) =
            (Rouge::default(), vec![], vec![], vec![]);
        let system = method
            .map(|method| {
                summarizer(
                    SummaryType::Headline,
                    SummaryLength::Short,
                    method,
                    Some(language),
                )
            })
            .transpose()?;
        for row in rows {
            let headline = match &system {
                Some(system) => system.summarize(&row.doc)?,
                None => row.summary.clone(),
            };
            if system.is_some() {
                rouge.add(&headline, &row.summary);
            }
            let fragments = extractive_fragments(&row.doc, &headline);
            coverage.push(fragments.coverage);
            density.push(fragments.density);
            let options = EntityOptions {
                language: Some(language),
                ..Default::default()
            };
            precision.extend(entity_factuality(&row.doc, &headline, &options).precision_source);
        }
        let entities = if precision.is_empty() {
            "none found (0)".to_owned()
        } else {
            format!("{} ({})", interval(&precision, 3)?, precision.len())
        };
        writeln!(
            table,
            "| {name} | {} | {} | {} | {:.3} | {:.2} | {entities} |",
            rows.len(),
            method.map_or("title", Method::as_str),
            if system.is_some() {
                rouge.cells()?
            } else {
                " | | ".into()
            },
            mean(&coverage),
            mean(&density),
        )?;
    }
    Ok(table)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// A way to choose sentences of a text.
type Chooser = fn(&str) -> String;

fn extract_section(rows: &[Row]) -> Result<String, Failure> {
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
         `{EXTRACTS}.dev`, {} documents; the references are extracts of {:.0} words on average, \
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

/// Vectors of numbers that depend on the word alone.
struct Hashed;

impl StaticEmbeddings for Hashed {
    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, word: &str, vector: &mut [f32]) -> bool {
        let mut state = word.bytes().fold(7_u64, |state, byte| {
            state.wrapping_mul(0x0100_0000_01B3) ^ u64::from(byte)
        });
        for value in vector {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *value = (state >> 40) as f32 / (1 << 24) as f32 - 0.5;
        }
        true
    }
}

/// A document of at least [`LONG`] characters, of words drawn as in real texts:
/// the rank of a word is inversely proportional to its frequency.
fn long_document(language: Language) -> String {
    let mut state = 1_u64;
    let mut draw = |end: f64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Evenly in the logarithm: Zipf's law.
        end.powf((state >> 11) as f64 / (1_u64 << 53) as f64) as u32
    };
    let (mut text, mut size) = (String::new(), 0);
    while size < LONG {
        let length = 5 + draw(40.0);
        let sentence = match language {
            Language::Chinese => {
                let characters: String = (0..2 * length)
                    .filter_map(|_| char::from_u32(0x4E00 + draw(3_000.0)))
                    .collect();
                format!("{characters}。")
            }
            _ => {
                let words: Vec<String> = (0..length)
                    .map(|_| format!("word{}", draw(8_000.0)))
                    .collect();
                format!("The {}. ", words.join(" "))
            }
        };
        size += sentence.chars().count();
        text.push_str(&sentence);
    }
    text
}

fn speed_section() -> Result<String, Failure> {
    let mut section = format!(
        "## Time for a long document\n\n\
         A generated document of {LONG} characters, whose words are as frequent as in real \
         texts; native build, one thread, processor time, the median of five runs of the \
         slowest of the types `headline`, `tldr`, `teaser` and `key-points` at length `long`. \
         The limit is 2 s. \
         `top sentences over vectors` is Algorithm 1 with F1 over word vectors of {DIMENSION} \
         dimensions (a library function, not a method).\n\n\
         | language | sentences | words | method | milliseconds |\n|---|---|---|---|---|\n"
    );
    for language in [Language::English, Language::Chinese] {
        let text = long_document(language);
        let sizes = format!(
            "{} | {}",
            sentences(&text, language).len(),
            words(&text).len()
        );
        for method in [
            Method::Lead,
            Method::TextRank,
            Method::Extractive,
            Method::Subset,
        ] {
            let mut slowest: f64 = 0.0;
            for &r#type in SummaryType::ALL {
                let system = summarizer(r#type, SummaryLength::Long, method, Some(language))?;
                slowest = slowest.max(median(|| {
                    system.summarize(&text).map(drop).map_err(Into::into)
                })?);
            }
            writeln!(
                section,
                "| {language} | {sizes} | {method} | {slowest:.1} |"
            )?;
        }
        let milliseconds = median(|| {
            top_sentences_by_embeddings(&text, language, 5, &Hashed)?;
            Ok(())
        })?;
        writeln!(
            section,
            "| {language} | {sizes} | top sentences over vectors | {milliseconds:.1} |"
        )?;
    }
    Ok(section)
}

/// The median time of five runs, in milliseconds.
fn median(run: impl Fn() -> Result<(), Failure>) -> Result<f64, Failure> {
    let start = Instant::now();
    let mut times = vec![];
    for _ in 0..5 {
        let before = milliseconds(start);
        run()?;
        times.push(milliseconds(start) - before);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[2])
}

/// The time that the processor has spent on this thread, where the system tells,
/// else the time since `start`.
fn milliseconds(start: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(
            || 1_000.0 * start.elapsed().as_secs_f64(),
            |nanoseconds| nanoseconds / 1e6,
        )
}

/// The processor's name, where the system tells, and its threads.
fn machine() -> String {
    let name = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_string())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.into());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{name}, {threads} threads shared with other work")
}
