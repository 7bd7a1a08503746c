//! Headlines against the titles that people wrote.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use epitome::metrics::{EntityOptions, entity_factuality, extractive_fragments};
use epitome::model::Bundle;
use epitome::summarizer::{
    Choice, Method, Summarizer, SummaryFormat, SummaryLength, SummaryType, Writer, WriterOptions,
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

impl System {
    fn headline(&self, row: &Row) -> Result<String, Failure> {
        Ok(match self {
            Self::Title => row.summary.clone(),
            Self::Method(summarizer) => summarizer.summarize(&row.doc)?,
            Self::Model(writer, options) => {
                let found = pollster::block_on(writer.candidates(&row.doc, *options))?;
                found
                    .into_iter()
                    .next()
                    .map(|best| best.text)
                    .unwrap_or_default()
            }
        })
    }
}

fn systems(root: &Path, language: Language) -> Result<Vec<(String, System)>, Failure> {
    let mut systems = vec![];
    for method in [Method::Lead, Method::TextRank, Method::Extractive] {
        let kind = (SummaryType::Headline, SummaryLength::Short);
        let summarizer = summarizer(kind.0, kind.1, method, Some(language))?;
        systems.push((method.to_string(), System::Method(Box::new(summarizer))));
    }
    let name = format!("headline-{}", language.code());
    if let Ok(bundle) = Bundle::open(root.join("models").join(&name)) {
        let writer = pollster::block_on(Writer::load(&bundle))?;
        let short = Some(SummaryLength::Short);
        for (about, length, faithful, choice) in [
            ("", short, true, Choice::Consensus),
            (", likeliest", short, true, Choice::Likeliest),
            (
                ", any length, likeliest, unchecked",
                None,
                false,
                Choice::Likeliest,
            ),
        ] {
            let options = WriterOptions {
                length,
                faithful,
                choice,
                language: Some(language),
                format: SummaryFormat::PlainText,
                ..Default::default()
            };
            let system = System::Model(writer.clone(), options);
            systems.push((format!("{name}{about}"), system));
        }
    }
    systems.push(("title".into(), System::Title));
    Ok(systems)
}

/// The rows of a set in the table.
pub fn rows(root: &Path, name: &str, language: Language, rows: &[Row]) -> Result<String, Failure> {
    let mut table = String::new();
    let repeats = |row: &Row| {
        rows.iter()
            .filter(|other| other.summary == row.summary)
            .count()
    };
    let real: Vec<bool> = rows.iter().map(|row| repeats(row) < REPEATED).collect();
    for (about, system) in systems(root, language)? {
        let written = !matches!(system, System::Title);
        let (mut rouge, mut without) = (Rouge::default(), Rouge::default());
        let (mut coverage, mut density) = (vec![], vec![]);
        let (mut numbers, mut names) = (Share::default(), Share::default());
        let start = Instant::now();
        let headlines: Vec<String> = rows
            .iter()
            .map(|row| system.headline(row))
            .collect::<Result<_, _>>()?;
        let seconds = start.elapsed().as_secs_f64();
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
