//! The experiment of paper D, into `docs/results/subset.md`: random corpora with
//! the parameters of its Table 1, and the gap to the optimum on small problems.
//!
//! ```sh
//! cargo run --profile harness --no-default-features --example subset -- [CORPORA]
//! ```
//!
//! The page is written anew after every corpus, with the number of corpora that
//! it is of.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod corpora;
mod page;

use std::collections::BTreeMap;
use std::time::Instant;

use epitome::subset::{
    Problem, Selection, Solver, SubsetMethod, SubsetOptions, exhaustive, select,
};

/// Table 1 of paper D.
const FIRST_MULTIPLIER: f64 = 1.0;
const STEP: f64 = 0.003;
const STARTS: u64 = 5;

const SMALL_PROBLEMS: u64 = 1000;

/// What one method did on one corpus.
struct Run {
    selection: Selection,
    budget: f64,
    cpu: f64,
    wall: f64,
    mebibytes: f64,
}

/// A kind of corpora, and what every method did on each, best first start first.
struct Study {
    items: usize,
    pairwise: bool,
    runs: BTreeMap<&'static str, Vec<Vec<Run>>>,
}

/// The gap to the optimum of one method on the small problems.
struct Gap {
    method: String,
    gaps: Vec<f64>,
    proven: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corpora: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(20), |text| text.parse())?;
    let gaps = gaps()?;
    let mut studies: Vec<Study> = vec![];
    for (items, pairwise, count) in [
        (1_000, true, corpora),
        (10_000, true, corpora),
        (100_000, false, corpora.min(3)),
        (100_000, true, corpora),
    ] {
        studies.push(Study {
            items,
            pairwise,
            runs: BTreeMap::new(),
        });
        for seed in 0..count {
            let study = studies.last_mut().expect("one was added");
            measure(study, seed)?;
            page::write(&studies, &gaps)?;
            println!("{items} items, corpus {seed} done");
        }
    }
    Ok(())
}

fn measure(study: &mut Study, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let spec = corpora::table_1(study.items, seed, study.pairwise);
    let problem = Problem::new(&spec)?;
    let budget = spec.attributes[0].budget;
    drop(spec);
    let options = |method| SubsetOptions {
        method,
        ..Default::default()
    };
    let mut runs = vec![
        ("1 greedy", vec![options(SubsetMethod::Greedy)]),
        ("4 mqmcg", vec![options(SubsetMethod::Mqmcg)]),
    ];
    let starts = |multiplier, step| {
        (0..STARTS)
            .map(|seed| SubsetOptions {
                seed,
                multiplier,
                step,
                ..options(SubsetMethod::Dlib)
            })
            .collect()
    };
    runs.push(("2 dlib", starts(Some(FIRST_MULTIPLIER), Some(STEP))));
    // On a large corpus five starts take more time than all other rows together.
    if study.items <= 10_000 {
        runs.push(("3 dlib, units", starts(None, None)));
    }
    for (name, options) in runs {
        let found = options
            .iter()
            .map(|options| run(&problem, options, budget))
            .collect::<Result<Vec<_>, _>>()?;
        study.runs.entry(name).or_default().push(found);
    }
    Ok(())
}

fn run(
    problem: &Problem,
    options: &SubsetOptions,
    budget: f64,
) -> Result<Run, Box<dyn std::error::Error>> {
    reset_peak_memory();
    let (cpu, wall) = (cpu_seconds(), Instant::now());
    let mut solver = Solver::new(problem, options)?;
    while !solver.step() {}
    let selection = solver.selection();
    let (cpu, wall) = (cpu_seconds() - cpu, wall.elapsed().as_secs_f64());
    let mebibytes = peak_memory();
    // What was reported is what the entries add up to.
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs().max(1.0);
    assert!(close(
        selection.objective,
        problem.objective(&selection.chosen)?
    ));
    assert!(close(
        selection.spent[0],
        problem.spent(&selection.chosen)?[0]
    ));
    assert!(selection.spent[0] <= budget);
    Ok(Run {
        selection,
        budget,
        cpu,
        wall,
        mebibytes,
    })
}

fn gaps() -> Result<Vec<Gap>, Box<dyn std::error::Error>> {
    let mut gaps: Vec<Gap> = SubsetMethod::ALL
        .iter()
        .map(|method| Gap {
            method: method.to_string(),
            gaps: vec![],
            proven: 0,
        })
        .collect();
    for seed in 0..SMALL_PROBLEMS {
        let problem = Problem::new(&corpora::small(seed))?;
        let optimum = exhaustive(&problem)?.objective;
        for (gap, method) in gaps.iter_mut().zip(SubsetMethod::ALL) {
            let options = SubsetOptions {
                method,
                ..Default::default()
            };
            let found = select(&problem, &options)?;
            gap.gaps.push(if optimum > 0.0 {
                1.0 - found.objective / optimum
            } else {
                0.0
            });
            gap.proven += usize::from(found.exact);
        }
    }
    Ok(gaps)
}

/// Processor time of this process, where the system tells.
fn cpu_seconds() -> f64 {
    /// What `/proc` counts in.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    (ticks(11).unwrap_or(f64::NAN) + ticks(12).unwrap_or(f64::NAN)) / TICKS_PER_SECOND
}

fn reset_peak_memory() {
    // Where this is not possible, the peak is that of all runs so far.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kibibytes.unwrap_or(f64::NAN) / 1024.0
}
