//! Headlines against the titles that people wrote.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use epitome::metrics::{EntityOptions, entity_factuality, extractive_fragments};
use epitome::model::Bundle;
use epitome::summarizer::{
    Candidate, Choice, Method, Summarizer, SummaryFormat, SummaryLength, SummaryType, Writer,
    WriterOptions, consensus_scores,
};
use epitome::text::Language;
use epitome::text::entities::EntityKind;

use crate::measures::{Rouge, interval, mean};
use crate::{Failure, Row, summarizer};

/// The sets of titles, with their languages.
pub const SETS: [(&str, Language); 8] = [
    ("zh_lctt_title", Language::Chinese),
    ("zh_csl_title", Language::Chinese),
    ("zh_xinwenlianbo_title", Language::Chinese),
    ("en_reuters21578_title", Language::English),
    ("en_debian_synopsis", Language::English),
    ("en_aeslc", Language::English),
    ("fa_farsnews_title", Language::Persian),
    ("fa_varzesh3_title", Language::Persian),
];

/// Documents of a set that headlines are written for, at most.
pub const MOST: usize = 400;

/// Titles that a set has at least this often name a section; without them means are
/// shown once more.
const REPEATED: usize = 5;

/// What writes a headline.
enum System {
    /// The one that a person wrote.
    Title,
    Method(Box<Summarizer>),
    Model(Writer, WriterOptions),
}

/// The headlines of a system, with its name and the seconds that they took.
type Headlines = (String, Vec<String>, f64);

impl System {
    /// Headlines of all documents; a model gives two, by what is chosen from one search.
    fn headlines(&self, name: String, rows: &[&Row]) -> Result<Vec<Headlines>, Failure> {
        let start = Instant::now();
        let texts: Vec<String> = match self {
            Self::Title => rows.iter().map(|row| row.summary.clone()).collect(),
            Self::Method(summarizer) => rows
                .iter()
                .map(|row| summarizer.summarize(&row.doc))
                .collect::<Result<_, _>>()?,
            Self::Model(writer, options) => {
                let found = rows
                    .iter()
                    .map(|row| pollster::block_on(writer.candidates(&row.doc, *options)))
                    .collect::<Result<Vec<_>, _>>()?;
                let seconds = start.elapsed().as_secs_f64();
                let agreed = found.iter().map(|candidates| agreed(candidates, options));
                let likeliest = found.iter().map(|found| text(found.first()));
                return Ok(vec![
                    (name.clone(), agreed.collect(), seconds),
                    (format!("{name}, likeliest"), likeliest.collect(), seconds),
                ]);
            }
        };
        Ok(vec![(name, texts, start.elapsed().as_secs_f64())])
    }
}

/// The candidate that the others agree with most.
fn agreed(candidates: &[Candidate], options: &WriterOptions) -> String {
    let scores = consensus_scores(candidates, options.length_penalty);
    // Of equals the first, as the library has it.
    let ranked = scores.iter().zip(candidates).rev();
    text(
        ranked
            .max_by(|a, b| a.0.total_cmp(b.0))
            .map(|(_, best)| best),
    )
}

fn text(candidate: Option<&Candidate>) -> String {
    candidate.map_or_else(String::new, |one| one.text.clone())
}

fn systems(root: &Path, language: Language) -> Result<Vec<(String, System)>, Failure> {
    let mut systems = vec![];
    for method in [Method::Lead, Method::TextRank, Method::Extractive] {
        let kind = (SummaryType::Headline, SummaryLength::Short);
        let summarizer = summarizer(kind.0, kind.1, method, Some(language))?;
        systems.push((method.to_string(), System::Method(Box::new(summarizer))));
    }
    let folder = |name: &str| root.join("models").join(name);
    let load = |name: &str| -> Result<Writer, Failure> {
        let bundle = Bundle::open(folder(name))?;
        Ok(pollster::block_on(Writer::load(&bundle))?)
    };
    let search = |length, faithful| WriterOptions {
        length,
        faithful,
        choice: Choice::Likeliest,
        language: Some(language),
        format: SummaryFormat::PlainText,
        ..Default::default()
    };
    let short = Some(SummaryLength::Short);
    let name = format!("headline-{}", language.code());
    let writer = load(&name)?;
    let free = System::Model(writer.clone(), search(None, false));
    systems.push((name.clone(), System::Model(writer, search(short, true))));
    systems.push((format!("{name}, free"), free));
    let name = format!("headline-gru-{}", language.code());
    if folder(&name).exists() {
        let system = System::Model(load(&name)?, search(short, true));
        systems.push((name, system));
    }
    systems.push(("title".into(), System::Title));
    Ok(systems)
}

/// At most [`MOST`] rows, evenly from all.
fn evenly(rows: &[Row]) -> Vec<&Row> {
    let all = rows.len();
    let chosen = |at: usize| all <= MOST || at * MOST / all != (at + 1) * MOST / all;
    let rows = rows.iter().enumerate();
    rows.filter(|&(at, _)| chosen(at))
        .map(|(_, row)| row)
        .collect()
}

/// The rows of a set in the table.
pub fn rows(root: &Path, name: &str, language: Language, all: &[Row]) -> Result<String, Failure> {
    let mut table = String::new();
    let mut titles: HashMap<&str, usize> = HashMap::new();
    for row in all {
        *titles.entry(&row.summary).or_default() += 1;
    }
    let rows = &evenly(all)[..];
    let real: Vec<bool> = rows
        .iter()
        .map(|row| {
            titles
                .get(row.summary.as_str())
                .is_none_or(|&times| times < REPEATED)
        })
        .collect();
    let mut written = vec![];
    for (name, system) in systems(root, language)? {
        written.extend(system.headlines(name, rows)?);
    }
    for (about, headlines, seconds) in written {
        let written = about != "title";
        let (mut rouge, mut without) = (Rouge::default(), Rouge::default());
        let (mut coverage, mut density) = (vec![], vec![]);
        let (mut numbers, mut names) = (Share::default(), Share::default());
        for ((row, headline), &real) in rows.iter().zip(&headlines).zip(&real) {
            if written {
                rouge.add(headline, &row.summary);
                if real {
                    without.add(headline, &row.summary);
                }
            }
            let fragments = extractive_fragments(&row.doc, headline);
            coverage.push(fragments.coverage);
            density.push(fragments.density);
            let options = EntityOptions {
                language: Some(language),
                ..Default::default()
            };
            for entity in entity_factuality(&row.doc, headline, &options).entities {
                let share = match entity.kind {
                    Some(EntityKind::Number) => &mut numbers,
                    _ => &mut names,
                };
                share.add(entity.in_document);
            }
        }
        let scores = |rouge: &Rouge, count: usize| -> Result<String, Failure> {
            Ok(if written && count > 0 {
                rouge.cells()?
            } else {
                " | | ".into()
            })
        };
        let repeated = real.iter().any(|real| !real);
        let more = if repeated && written {
            interval(&without.0[2], 2)?
        } else {
            String::new()
        };
        writeln!(
            table,
            "| {name} | {} | {about} | {} | {more} | {:.3} | {:.2} | {numbers} | {names} | {:.0} |",
            rows.len(),
            scores(&rouge, rows.len())?,
            mean(&coverage),
            mean(&density),
            1_000.0 * seconds / rows.len() as f64,
        )?;
    }
    Ok(table)
}

/// How many of how many.
#[derive(Default)]
struct Share {
    held: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, held: bool) {
        self.held += usize::from(held);
        self.all += 1;
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.all == 0 {
            return f.write_str("none");
        }
        let percent = 100.0 * self.held as f64 / self.all as f64;
        write!(f, "{percent:.1} % of {}", self.all)
    }
}
