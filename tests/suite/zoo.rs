//! Files of the field's architectures and forms, against what ONNX Runtime gives for them, and
//! what becomes of damaged ones. `tests/oracles/zoo` writes them.

use std::io::Read;

use crate::support::decoded;
use crate::support::random::Random;
use epitome::model::{Session, Tensor, TensorData};
use epitome::runtime::{CpuBackend, onnx};
use epitome::{ErrorKind, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Fixture {
    model: String,
    form: String,
    onnx: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    inputs: Vec<Stored>,
    outputs: Vec<Stored>,
}

#[derive(Deserialize)]
struct Stored {
    name: String,
    dtype: String,
    shape: Vec<usize>,
    values: String,
}

impl Stored {
    fn tensor(&self) -> Tensor {
        let bytes = decoded(&self.values);
        let words = bytes.as_chunks::<4>().0.iter();
        let data = match &*self.dtype {
            "float32" => TensorData::F32(words.map(|&bytes| f32::from_le_bytes(bytes)).collect()),
            "bool" => TensorData::Bool(bytes.iter().map(|&byte| byte != 0).collect()),
            _ => {
                let words = bytes.as_chunks::<8>().0.iter();
                TensorData::I64(words.map(|&bytes| i64::from_le_bytes(bytes)).collect())
            }
        };
        Tensor::new(self.shape.clone(), data).unwrap()
    }
}

fn fixtures() -> Vec<Fixture> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/zoo");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let fixtures = paths.iter().map(|path| {
        let packed = std::fs::read(path).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..])
            .read_to_string(&mut text)
            .unwrap();
        serde_json::from_str(&text).unwrap()
    });
    fixtures.collect()
}

/// A session with the names of its inputs and outputs.
type Opened = (Box<dyn Session>, Vec<String>, Vec<String>);

fn open(bytes: &[u8]) -> Result<Opened> {
    let spec = onnx::interface(bytes)?.into_spec("model.onnx");
    let session = CpuBackend.open(bytes, &spec, &|_| None)?;
    let names = |specs: &[epitome::model::manifest::TensorSpec]| {
        specs.iter().map(|spec| spec.name.clone()).collect()
    };
    Ok((session, names(&spec.inputs), names(&spec.outputs)))
}

impl Case {
    fn inputs(&self, names: &[String]) -> Vec<Tensor> {
        let stored = |name: &String| self.inputs.iter().find(|input| input.name == *name);
        names
            .iter()
            .map(|name| stored(name).unwrap().tensor())
            .collect()
    }
}

/// How far a form may be from ONNX Runtime's, in values around 1, or of an output's range where
/// values are rounded on both sides.
fn allowed(form: &str, range: f32) -> f32 {
    match form {
        "fp16" | "q4f16" => 0.02 * range,
        form if form.contains("int8") => 0.02 * range,
        _ => 1e-3,
    }
}

fn greatest(row: &[f32]) -> usize {
    let places = (0..row.len()).rev();
    places
        .max_by(|&a, &b| row[a].total_cmp(&row[b]))
        .unwrap_or(0)
}

#[test]
fn files_of_the_field_give_what_onnx_runtime_gives() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 50, "{} fixtures", fixtures.len());
    for fixture in &fixtures {
        let place = format!("{} {}", fixture.model, fixture.form);
        let (session, inputs, outputs) =
            open(&decoded(&fixture.onnx)).unwrap_or_else(|error| panic!("{place}: {error}"));
        for case in &fixture.cases {
            let found = pollster::block_on(session.run(case.inputs(&inputs)));
            let found = found.unwrap_or_else(|error| panic!("{place}: {error}"));
            for (name, found) in outputs.iter().zip(&found) {
                let wanted = case.outputs.iter().find(|output| output.name == *name);
                let wanted = wanted.unwrap().tensor();
                assert_eq!(found.shape(), wanted.shape(), "{place}: {name}");
                let (TensorData::F32(found), TensorData::F32(values)) =
                    (found.data(), wanted.data())
                else {
                    panic!("{place}: {name} is no float32");
                };
                let range = values
                    .iter()
                    .fold(0.0_f32, |most, value| most.max(value.abs()));
                for (found, wanted) in found.iter().zip(values) {
                    assert!(
                        (found - wanted).abs() <= allowed(&fixture.form, range),
                        "{place}: {name}: {found} for {wanted}"
                    );
                }
                let labels = *wanted.shape().last().unwrap_or(&1);
                if name == "logits" && wanted.shape().len() == 2 {
                    for (found, wanted) in found.chunks(labels).zip(values.chunks(labels)) {
                        assert_eq!(greatest(found), greatest(wanted), "{place}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_damaged_file_is_an_error_or_another_graph() {
    let mut random = Random(11);
    let mut refused = 0;
    let mut count = 0;
    for (number, fixture) in fixtures().iter().enumerate() {
        let bytes = decoded(&fixture.onnx);
        // The nodes stand before the weights.
        let nodes = bytes.len().min(20_000);
        for case in 0..6 {
            let mut damaged = bytes.clone();
            match (case + number) % 6 {
                5 => damaged.truncate(random.below(damaged.len())),
                more => {
                    for _ in 0..=more {
                        let place = random.below(nodes);
                        damaged[place] = match random.below(3) {
                            0 => random.below(256) as u8,
                            1 => damaged[place] ^ (1 << random.below(8)),
                            _ => damaged[random.below(nodes)],
                        };
                    }
                }
            }
            count += 1;
            let Ok((session, inputs, _)) = open(&damaged) else {
                refused += 1;
                continue;
            };
            let known = |name: &String| {
                let mut stored = fixture.cases[0].inputs.iter();
                stored.any(|input| input.name == *name)
            };
            if inputs.iter().all(known) {
                let run = session.run(fixture.cases[0].inputs(&inputs));
                refused += usize::from(pollster::block_on(run).is_err());
            }
        }
    }
    assert!(refused * 3 >= count, "{refused} of {count} were refused");
}

#[test]
fn inputs_that_a_graph_does_not_take_are_refused() {
    let fixtures = fixtures();
    let bert = fixtures
        .iter()
        .find(|fixture| fixture.model == "bert")
        .unwrap();
    let (session, names, _) = open(&decoded(&bert.onnx)).unwrap();
    let mut inputs = bert.cases[1].inputs(&names);
    inputs[1] = Tensor::new(vec![3, 7], TensorData::I64(vec![1; 21])).unwrap();
    let error = pollster::block_on(session.run(inputs)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ShapeMismatch, "{error}");
}
