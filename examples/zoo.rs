//! Runs ONNX files beside what ONNX Runtime gave for them, and writes a table.
//!
//! `cargo run --example zoo -- FOLDER [PART ...]` takes every `FOLDER/MODEL/FORM/*.onnx`
//! whose path holds one of the parts, with the inputs and outputs in `FILE.cases.json` and
//! `FILE.bin` (`tests/oracles/zoo` writes both). A line a file goes to standard output: the
//! greatest difference over all outputs, or why it does not run. With `ZOO_STEPS` set it lists the
//! steps of each plan, with `ZOO_TIMES=n` it times n runs of each case. A summary of models and forms
//! follows, as `docs/results/zoo.md` has it.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use epitome::model::{Tensor, TensorData};
use epitome::runtime::{CpuBackend, onnx};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    inputs: Vec<Stored>,
    outputs: Vec<Stored>,
}

/// A tensor in the file of all tensors.
#[derive(Deserialize)]
struct Stored {
    name: String,
    dtype: String,
    shape: Vec<usize>,
    at: usize,
    bytes: usize,
}

impl Stored {
    fn tensor(&self, all: &[u8]) -> Result<Tensor, Box<dyn Error>> {
        let bytes = &all[self.at..][..self.bytes];
        let data = match &*self.dtype {
            "int64" => TensorData::I64(
                bytes
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .map(|&bytes| i64::from_le_bytes(bytes))
                    .collect(),
            ),
            "float32" => TensorData::F32(
                bytes
                    .as_chunks::<4>()
                    .0
                    .iter()
                    .map(|&bytes| f32::from_le_bytes(bytes))
                    .collect(),
            ),
            "bool" => TensorData::Bool(bytes.iter().map(|&byte| byte != 0).collect()),
            other => return Err(format!("tensors of {other}").into()),
        };
        Ok(Tensor::new(self.shape.clone(), data)?)
    }
}

/// How one file ran.
struct Outcome {
    /// The greatest difference, and that relative to the range of its output.
    difference: f32,
    relative: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("usage: zoo FOLDER [PART ...]")?);
    let parts: Vec<String> = arguments.collect();
    let mut table: BTreeMap<String, BTreeMap<String, Vec<Option<Outcome>>>> = BTreeMap::new();
    let mut problems = 0;
    for path in files(&folder)? {
        let name = path.strip_prefix(&folder)?.display().to_string();
        if !parts.is_empty() && !parts.iter().any(|part| name.contains(part)) {
            continue;
        }
        let Ok(cases) = std::fs::read(path.with_extension("onnx.cases.json")) else {
            continue;
        };
        let start = Instant::now();
        let outcome = run(&path, &serde_json::from_slice::<Vec<Case>>(&cases)?);
        let took = start.elapsed().as_millis();
        match &outcome {
            Ok(Outcome {
                difference,
                relative,
            }) => println!("{name}\t{difference:.1e}\t{relative:.1e}\t{took} ms"),
            Err(problem) => {
                problems += 1;
                println!("{name}\tFAILS\t{problem}");
            }
        }
        let mut names = name.split('/');
        let (model, form) = (names.next().unwrap_or(""), names.next().unwrap_or(""));
        let forms = table.entry(model.into()).or_default();
        forms.entry(form.into()).or_default().push(outcome.ok());
    }
    print_table(&table);
    println!("\n{problems} files do not run.");
    Ok(())
}

/// Every ONNX file two folders down, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = vec![];
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "onnx") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn run(path: &Path, cases: &[Case]) -> Result<Outcome, Box<dyn Error>> {
    let bytes = std::fs::read(path)?;
    let all = std::fs::read(path.with_extension("onnx.bin"))?;
    let graph = onnx::interface(&bytes)?.into_spec("model.onnx");
    let outside = onnx::external_files(&bytes)?
        .into_iter()
        .map(|name| Ok((name.clone(), std::fs::read(path.with_file_name(name))?)))
        .collect::<Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>>>()?;
    if std::env::var_os("ZOO_STEPS").is_some() {
        let find = |name: &str| outside.get(name).map(|file| &file[..]);
        let plan = onnx::plan(&bytes, &graph, &find)?;
        let mut steps: BTreeMap<&str, usize> = BTreeMap::new();
        for step in &plan.steps {
            *steps.entry(step.op.name()).or_default() += 1;
        }
        println!("{steps:?}");
        for step in plan.steps.iter().take(60) {
            println!("{:?} {:?} -> {:?}", step.op, step.inputs, step.outputs);
        }
    }
    let session = CpuBackend.open(&bytes, &graph, &|name| {
        outside.get(name).map(|file| &file[..])
    })?;
    let mut worst = Outcome {
        difference: 0.0,
        relative: 0.0,
    };
    let times = std::env::var("ZOO_TIMES").ok();
    let times: usize = times.and_then(|times| times.parse().ok()).unwrap_or(0);
    for case in cases {
        let mut inputs = vec![];
        for spec in &graph.inputs {
            let stored = case.inputs.iter().find(|input| input.name == spec.name);
            inputs.push(stored.ok_or("an input is not stored")?.tensor(&all)?);
        }
        for _ in 0..times {
            let start = Instant::now();
            pollster::block_on(session.run(inputs.clone()))?;
            println!("{:.1} ms a run", start.elapsed().as_secs_f64() * 1e3);
        }
        let outputs = pollster::block_on(session.run(inputs))?;
        for (spec, output) in graph.outputs.iter().zip(&outputs) {
            let stored = case.outputs.iter().find(|output| output.name == spec.name);
            let wanted = stored.ok_or("an output is not stored")?.tensor(&all)?;
            compare(&spec.name, output, &wanted, &mut worst)?;
        }
    }
    Ok(worst)
}

fn compare(
    name: &str,
    found: &Tensor,
    wanted: &Tensor,
    worst: &mut Outcome,
) -> Result<(), Box<dyn Error>> {
    if found.shape() != wanted.shape() {
        return Err(format!(
            "output {name} of shape {:?} for {:?}",
            found.shape(),
            wanted.shape()
        )
        .into());
    }
    let (TensorData::F32(found), TensorData::F32(wanted)) = (found.data(), wanted.data()) else {
        return match found.data() == wanted.data() {
            true => Ok(()),
            false => Err(format!("output {name} differs").into()),
        };
    };
    let range = wanted
        .iter()
        .fold(0.0_f32, |most, value| most.max(value.abs()));
    for (found, wanted) in found.iter().zip(wanted) {
        let difference = (found - wanted).abs();
        if difference.is_nan() && !(found.is_nan() && wanted.is_nan()) {
            return Err(format!("output {name}: {found} for {wanted}").into());
        }
        worst.difference = worst.difference.max(difference);
        worst.relative = worst
            .relative
            .max(difference / range.max(f32::MIN_POSITIVE));
    }
    Ok(())
}

/// Models by forms: the greatest difference, or how many files of it run.
fn print_table(table: &BTreeMap<String, BTreeMap<String, Vec<Option<Outcome>>>>) {
    let forms: BTreeSet<&String> = table.values().flat_map(BTreeMap::keys).collect();
    let names: Vec<&str> = forms.iter().map(|form| form.as_str()).collect();
    println!("\n| model | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    for (model, found) in table {
        let cells = forms.iter().map(|form| match found.get(*form) {
            None => "·".to_string(),
            Some(outcomes) => {
                let ran: Vec<&Outcome> = outcomes.iter().flatten().collect();
                let worst = ran.iter().map(|outcome| outcome.difference);
                match ran.len() == outcomes.len() {
                    true => format!("{:.0e}", worst.fold(0.0, f32::max)),
                    false => format!("{}/{}", ran.len(), outcomes.len()),
                }
            }
        });
        println!("| {model} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}
