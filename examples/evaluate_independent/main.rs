//! How well matchers tell true summaries from false ones: on the independent pairs of
//! `models/recipes/judge/independent`, by which nothing is chosen, on `../shared/data/realistic`,
//! and on public sets that no matcher was trained on.
//!
//! `cargo run --profile harness --example evaluate_independent [-- PART…]` judges them and writes
//! `docs/results/independent.md` and `independent-pairs.md`. A part is `small`, `before`, `large`
//! or `cost`; without one all are done, with `page` none. A number is how many pairs of a set are
//! judged at most, other words are the sets (`independent`, `realistic`, `older`, `wice_claim` …).
//! Judgements are kept in `target/judged`:
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

/// What the matchers of each size found of the pairs of a set.
type BySize = BTreeMap<Size, Vec<Found>>;

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

/// What the matchers found of the first pairs, set by set. Thresholds alone need none.
fn judged(
    root: &Path,
    sets: &[Set],
    may: &dyn Fn(Size, &str) -> usize,
) -> Result<Vec<BySize>, Box<dyn Error>> {
    let mut found: Vec<BySize> = sets.iter().map(|_| BTreeMap::new()).collect();
    for size in SIZES {
        for (set, found) in sets.iter().zip(&mut found) {
            if set.kind != Kind::Threshold {
                let of_size = judging::found(root, &asked(set), size, may(size, &set.name))?;
                found.insert(size, of_size);
            }
        }
    }
    Ok(found)
}

/// A set with what was found of it; of a set that the large matcher has begun, also its first pairs.
fn seen<'a>(
    root: &Path,
    set: &'a Set,
    found: &'a BTreeMap<Size, Vec<Found>>,
) -> Result<Vec<Seen<'a>>, Box<dyn Error>> {
    let mut baselines = judging::by_encoders(root, &asked(set))?;
    let overlap = set.rows.iter();
    let overlap = overlap.map(|row| rouge(&row.summary, &row.document).rouge2.precision);
    baselines.insert(ROUGE.to_owned(), overlap.collect());
    let first = |count: usize, name: String, kind: Kind| {
        let has = |(_, found): &(&Size, &Vec<Found>)| found.len() >= count;
        let of_size =
            |(&size, found): (&Size, &'a Vec<Found>)| (size, found.iter().take(count).collect());
        let scores =
            |(name, scores): (&String, &Vec<f64>)| (name.clone(), scores[..count].to_vec());
        Seen {
            name,
            kind,
            rows: set.rows.iter().take(count).collect(),
            found: found.iter().filter(has).map(of_size).collect(),
            baselines: baselines.iter().map(scores).collect(),
        }
    };
    let mut seen = vec![first(set.rows.len(), set.name.clone(), set.kind)];
    let begun = found.get(&Size::Large).map_or(0, Vec::len);
    if begun > 0 && begun < set.rows.len() {
        let name = format!("{}, the first {begun}", set.name);
        seen.push(first(begun, name, Kind::Begun));
    }
    Ok(seen)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = root();
    if let Some((cost::ARGUMENT, given)) = arguments
        .split_first()
        .map(|(first, given)| (first.as_str(), given))
    {
        return cost::measure(&root, given);
    }
    let sets = rows::all(&root)?;
    let most = arguments.iter().find_map(|one| one.parse().ok());
    let named: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|one| one.parse::<usize>().is_err())
        .collect();
    let (parts, names): (Vec<&str>, Vec<&str>) =
        named.into_iter().partition(|one| PARTS.contains(one));
    let is_name = |name: &str| name == older::NAME || sets.iter().any(|set| set.is_named(name));
    if let Some(other) = names.iter().find(|one| !is_name(one)) {
        let allowed = PARTS.join(", ");
        return Err(format!("`{other}`; allowed: {allowed}, or the name of a set").into());
    }
    let is_asked = |part: &str| parts.is_empty() || parts.contains(&part);
    let may = |size: Size, set: &str| {
        let is_named = names.is_empty() || names.iter().any(|name| set.starts_with(name));
        match is_asked(size.argument()) && is_named {
            true => most.unwrap_or(usize::MAX),
            false => 0,
        }
    };
    let found = judged(&root, &sets, &may)?;
    let older = older::table(&root, &|size| may(size, older::NAME))?;
    let cost = cost::table(&root, is_asked("cost"))?;
    let mut all: Vec<Seen<'_>> = vec![];
    for (set, found) in sets.iter().zip(&found) {
        all.extend(seen(&root, set, found)?);
    }
    let of = |kind: Kind| {
        all.iter()
            .filter(|set| set.kind == kind)
            .collect::<Vec<_>>()
    };
    let thresholds = Seen::joined("pairs", &of(Kind::Threshold))
        .map(|pairs| measured::thresholds(&pairs))
        .unwrap_or_default();
    let listing = listing::page(&of(Kind::Independent), &of(Kind::Begun));
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
