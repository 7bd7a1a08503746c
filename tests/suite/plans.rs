//! Plans as files: they answer as the ONNX files they are made of, to the last bit,
//! and a damaged one is an error, never a panic.

use crate::graphs::encoder_with;
use crate::support::random::Random;
use crate::support::{Files, fit, headline, lines, lstm};
use epitome::model::{Backend, Session, Tensor, TensorData};
use epitome::runtime::{CpuBackend, plan_of};
use epitome::summarizer::{Writer, WriterOptions};
use epitome::text::Language;
use epitome::{ErrorKind, Result};

fn session(files: &Files) -> Result<Box<dyn Session>> {
    let bundle = files.bundle()?;
    let graph = bundle.manifest().graph.clone().unwrap();
    pollster::block_on(CpuBackend.load(&bundle, &graph))
}

fn run(session: &dyn Session, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    pollster::block_on(session.run(inputs.to_vec()))
}

fn with_plan(files: &Files) -> Files {
    let plan = plan_of(&files.bundle().unwrap(), "model.onnx").unwrap();
    files.clone().replace("model.onnx", plan)
}

/// Ids of two texts of two pairs, the shorter ones padded.
fn pairs(random: &mut Random, document: usize, summary: usize) -> Vec<Tensor> {
    [document, summary]
        .map(|length| {
            let ids = (0..2 * length).map(|at| match at {
                at if at >= length && at % length >= length / 2 => 0,
                _ => 1 + random.below(4000) as i64,
            });
            Tensor::new(vec![2, length], TensorData::I64(ids.collect())).unwrap()
        })
        .into()
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_plan_answers_as_its_onnx_file() {
    let mut random = Random(1);
    for files in [lstm(), fit(Language::Chinese), fit(Language::English)] {
        let planned = with_plan(&files);
        let (onnx, plan) = (session(&files).unwrap(), session(&planned).unwrap());
        for (document, summary) in [(1, 1), (33, 9), (100, 40)] {
            let inputs = pairs(&mut random, document, summary);
            let wanted = run(&*onnx, &inputs).unwrap();
            assert_eq!(run(&*plan, &inputs).unwrap(), wanted);
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_plan_keeps_weights_in_8_bits() {
    for files in [lstm(), fit(Language::German), lines()] {
        let planned = with_plan(&files);
        let size = |files: &Files| files.files[0].1.len();
        assert!(
            size(&planned) < size(&files) + size(&files) / 10,
            "{} bytes, of {} in ONNX",
            size(&planned),
            size(&files)
        );
    }
}

/// A model that writes, both of its graphs as plans.
fn writing_with_plans(language: Language) -> Files {
    let files = headline(language);
    ["encoder.onnx", "decoder.onnx"]
        .iter()
        .fold(files, |files, graph| {
            let plan = plan_of(&files.bundle().unwrap(), graph).unwrap();
            files.replace(graph, plan)
        })
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_plan_holds_the_embeddings_that_also_write_once() {
    let (files, planned) = (
        headline(Language::English),
        writing_with_plans(Language::English),
    );
    for (file, bytes) in &files.files {
        let (_, plan) = planned.files.iter().find(|(name, _)| name == file).unwrap();
        let most = bytes.len() + bytes.len() / 10;
        assert!(
            plan.len() <= most,
            "{file}: {} bytes, of {}",
            plan.len(),
            bytes.len()
        );
    }
    let text = "The harbour of Porto opens a second line in June. It cost 12 million euros.";
    let written = |files: &Files| {
        let writer = pollster::block_on(Writer::load(&files.bundle().unwrap())).unwrap();
        pollster::block_on(writer.candidates(text, WriterOptions::default()))
            .unwrap()
            .into_iter()
            .map(|found| (found.text, found.log_probability.to_bits()))
            .collect::<Vec<_>>()
    };
    assert_eq!(written(&planned), written(&files));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_plan_whose_matrix_names_another_table_is_refused() {
    let planned = writing_with_plans(Language::English);
    let (_, bytes) = planned
        .files
        .iter()
        .find(|(name, _)| name == "decoder.onnx")
        .unwrap();
    // The list of matrices that tables stand for: one, and the places of both.
    let mark = b"epitome plan\0".len() + 1;
    let (count, matrix, table) = (bytes[mark], bytes[mark + 1], bytes[mark + 2]);
    assert_eq!(count, 1);
    let refused = |head: &[u8]| {
        let changed = [&bytes[..mark], head, &bytes[mark + 3..]].concat();
        let files = planned.clone().replace("decoder.onnx", changed);
        let error = pollster::block_on(Writer::load(&files.bundle().unwrap()))
            .err()
            .unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidModel);
        error.to_string()
    };
    assert!(refused(&[0]).contains("matrix"));
    assert!(refused(&[1, 120, table]).contains("not there"));
    assert!(refused(&[1, matrix, 120]).contains("not there"));
    assert!(refused(&[1, matrix, table + 1]).contains("do not fit"));
    assert!(refused(&[2, matrix, table, matrix, table]).contains("has taken"));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_damaged_plan_is_an_error_or_another_plan() {
    let texts = pairs(&mut Random(2), 12, 7);
    let models = [
        (lstm(), texts),
        encoder_with("DynamicQuantizeLinear"),
        encoder_with("QuantizeLinear"),
    ];
    for (number, (files, inputs)) in models.into_iter().enumerate() {
        let planned = with_plan(&files);
        let bytes = planned.files[0].1.clone();
        let mut random = Random(2);
        let mut refused = 0;
        for case in 0..160 {
            let mut damaged = bytes.clone();
            // The steps stand behind the weights.
            let place = if case % 2 == 0 {
                damaged.len() - 1 - random.below(damaged.len().min(3000))
            } else {
                random.below(damaged.len())
            };
            match case % 4 {
                3 => damaged.truncate(place),
                _ => damaged[place] ^= 1 << random.below(8),
            }
            let done = session(&planned.clone().replace("model.onnx", damaged))
                .and_then(|session| run(&*session, &inputs));
            refused += usize::from(done.is_err());
        }
        assert!(
            refused >= 40,
            "model {number}: {refused} of 160 were refused"
        );
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_plan_of_another_version_or_model_says_so() {
    let planned = with_plan(&lstm());
    let mut newer = planned.files[0].1.clone();
    let mark = b"epitome plan\0".len();
    newer[mark] += 1;
    let error = session(&planned.replace("model.onnx", newer))
        .err()
        .unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidModel);
    assert!(error.to_string().contains("another version"), "{error}");

    let other = with_plan(&lines()).files[0].1.clone();
    let error = session(&lstm().replace("model.onnx", other)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidModel);
    assert!(error.to_string().contains("manifest"), "{error}");
}
