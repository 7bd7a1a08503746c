//! How well matchers tell true summaries from false ones: on the independent pairs of
//! `models/recipes/judge/independent`, by which nothing is chosen, on `../shared/data/realistic`,
//! and on public sets that no matcher was trained on.
//!
//! `cargo run --profile harness --example evaluate_independent [-- PART…]` judges them and writes
//! `docs/results/independent.md` and `independent-pairs.md`. A part is `small`, `before`, `large`
//! or `cost`; without one all are done, with `page` none. Judgements are kept in `target/judged`:
//! parts that are not named come from there, and an interrupted run goes on. They know the texts
//! and the model, but not the code: delete the folder where that has changed. Scores of encoders
//! are read where `examples/quality/encoders.py --rows target/judged` has left them.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use epitome::metrics::rouge;

use judging::{Asked, Found, SIZES, Size};
use measured::{ROUGE, Seen};
use rows::{Kind, Set};

#[path = "../quality/changed.rs"]
#[allow(dead_code)]
mod changed;
mod cost;
mod judging;
#[path = "../support/languages.rs"]
mod languages;
mod listing;
#[path = "../support/machine.rs"]
mod machine;
mod measured;
mod older;
mod page;
mod rows;
#[path = "../quality/sets.rs"]
#[allow(dead_code)]
mod sets;
#[path = "../support/share.rs"]
mod share;
#[path = "../quality/statistics.rs"]
#[allow(dead_code)]
mod statistics;
mod tables;
#[path = "../quality/versions.rs"]
#[allow(dead_code)]
mod versions;

const PAGE: &str = "docs/results/independent.md";
const LISTING: &str = "docs/results/independent-pairs.md";
const PARTS: [&str; 5] = ["small", "before", "large", "cost", "page"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn asked(set: &Set) -> Asked<'_> {
    let pairs = set.rows.iter().map(|row| (&*row.document, &*row.summary));
    Asked {
        name: set.name.clone(),
        language: set.language,
        pairs: pairs.collect(),
    }
}

/// What the matchers found, set by set. Thresholds alone need none.
fn judged(
    root: &Path,
    sets: &[Set],
    may: &dyn Fn(Size) -> bool,
) -> Result<Vec<BTreeMap<Size, Vec<Found>>>, Box<dyn Error>> {
    let mut found: Vec<BTreeMap<Size, Vec<Found>>> = sets.iter().map(|_| BTreeMap::new()).collect();
    for size in SIZES {
        for (set, found) in sets.iter().zip(&mut found) {
            if set.kind != Kind::Threshold {
                let of_size = judging::found(root, &asked(set), size, may(size))?;
                found.extend(of_size.map(|of_size| (size, of_size)));
            }
        }
    }
    Ok(found)
}

/// A set with what was found of it.
fn seen<'a>(
    root: &Path,
    set: &'a Set,
    found: &'a BTreeMap<Size, Vec<Found>>,
) -> Result<Seen<'a>, Box<dyn Error>> {
    let mut baselines = judging::by_encoders(root, &asked(set))?;
    let overlap = set.rows.iter();
    let overlap = overlap.map(|row| rouge(&row.summary, &row.document).rouge2.precision);
    baselines.insert(ROUGE.to_owned(), overlap.collect());
    let of_size = |(&size, found): (&Size, &'a Vec<Found>)| (size, found.iter().collect());
    Ok(Seen {
        name: set.name.clone(),
        kind: set.kind,
        rows: set.rows.iter().collect(),
        found: found.iter().map(of_size).collect(),
        baselines,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = root();
    let sets = rows::all(&root)?;
    if let Some((cost::ARGUMENT, given)) = arguments
        .split_first()
        .map(|(first, given)| (first.as_str(), given))
    {
        return cost::measure(&root, &sets, given);
    }
    if let Some(other) = arguments.iter().find(|one| !PARTS.contains(&one.as_str())) {
        return Err(format!("part `{other}`; allowed: {}", PARTS.join(", ")).into());
    }
    let is_asked = |part: &str| arguments.is_empty() || arguments.iter().any(|one| one == part);
    let may = |size: Size| is_asked(size.argument());
    let found = judged(&root, &sets, &may)?;
    let older = older::table(&root, &may)?;
    let cost = cost::table(&root, is_asked("cost"))?;
    let each = sets.iter().zip(&found);
    let all: Vec<Seen<'_>> = each
        .map(|(set, found)| seen(&root, set, found))
        .collect::<Result<_, _>>()?;
    let of = |kind: Kind| {
        all.iter()
            .filter(|set| set.kind == kind)
            .collect::<Vec<_>>()
    };
    let thresholds = Seen::joined("pairs", &of(Kind::Threshold))
        .map(|pairs| measured::thresholds(&pairs))
        .unwrap_or_default();
    let listing = listing::page(&of(Kind::Independent));
    let parts = page::Parts {
        sets: &all,
        thresholds,
        older,
        cost,
    };
    std::fs::write(root.join(PAGE), page::page(&parts))?;
    std::fs::write(root.join(LISTING), listing)?;
    Ok(())
}
