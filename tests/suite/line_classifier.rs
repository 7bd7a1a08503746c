//! The packaged line classifier: the same logits as ONNX Runtime, and starts
//! where a document has them.

use crate::support::{lines, lstm};
use epitome::model::{Backend, Tensor, TensorData};
use epitome::runtime::CpuBackend;
use epitome::structure::{LineClassifier, PageLayout};
use epitome::text::Vocabulary;
use epitome::text::tokenize::shapes::shape_ids;
use epitome::{ErrorKind, Result};

#[derive(serde::Deserialize)]
struct Reference {
    lines: Vec<ReferenceLine>,
}

#[derive(serde::Deserialize)]
struct ReferenceLine {
    text: String,
    kind: i64,
    ids: Vec<i64>,
    logit: f32,
}

fn reference() -> Vec<ReferenceLine> {
    let json = include_str!("../../models/speech-lines-de/reference.json");
    serde_json::from_str::<Reference>(json).unwrap().lines
}

fn logits(ids: &[Vec<i64>], kinds: &[i64]) -> Result<Vec<f32>> {
    let words = ids.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let tokens = ids
        .iter()
        .flat_map(|line| line.iter().copied().chain(std::iter::repeat(0)).take(words))
        .collect();
    let bundle = lines().bundle()?;
    let graph = bundle.manifest().graph.clone().unwrap();
    let session = pollster::block_on(CpuBackend.load(&bundle, &graph))?;
    let outputs = pollster::block_on(session.run(vec![
        Tensor::new(vec![ids.len(), words], TensorData::I64(tokens))?,
        Tensor::new(vec![ids.len()], TensorData::I64(kinds.to_vec()))?,
    ]))?;
    match outputs[0].data() {
        TensorData::F32(logits) => Ok(logits.clone()),
        _ => panic!("logits are float32"),
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn tokens_and_logits_are_those_of_the_recipe() -> Result<()> {
    let expected = reference();
    let bundle = lines().bundle()?;
    let vocabulary = Vocabulary::parse(bundle.file("vocabulary.txt")?)?;
    let ids: Vec<_> = expected
        .iter()
        .map(|line| shape_ids(&line.text, &vocabulary))
        .collect();
    for (found, line) in ids.iter().zip(&expected) {
        assert_eq!(*found, line.ids, "{}", line.text);
    }
    let kinds: Vec<i64> = expected.iter().map(|line| line.kind + 1).collect();
    for (found, line) in logits(&ids, &kinds)?.iter().zip(&expected) {
        assert!(
            (found - line.logit).abs() < 2e-3,
            "{}: {found} for {}",
            line.text,
            line.logit
        );
    }
    Ok(())
}

/// A protocol of invented speeches: the speaker in bold, then paragraphs.
fn protocol(speeches: usize) -> String {
    let mut xml = String::from("<pdf2xml>");
    let names = [
        "Wendula Harmsen (SPD)",
        "Dr. Enno Tjarks (CDU/CSU)",
        "Vizepräsident Dr. Jan Seidelbast",
    ];
    for page in 0..speeches.div_ceil(4) {
        xml += &format!(
            "<page number=\"{}\" width=\"918\" height=\"1288\"><fontspec id=\"0\" size=\"15\" family=\"TimesNewRoman\"/>",
            page + 1
        );
        let mut top = 100.0 + 3.0 * page as f64;
        for speech in (page * 4..speeches).take(4) {
            let mut text = |left: f64, words: &str| {
                let bold = words.ends_with(':');
                let width = 7.0 * words.chars().count() as f64;
                let words = if bold {
                    format!("<b>{words}</b>")
                } else {
                    words.into()
                };
                xml += &format!(
                    "<text top=\"{top}\" left=\"{left}\" width=\"{width}\" height=\"19.7\" font=\"0\">{words}</text>"
                );
                top += 16.5;
            };
            text(125.0, &format!("{}:", names[speech % names.len()]));
            text(125.0, "Frau Präsidentin! Meine Damen und Herren! Der");
            for line in 0..7 {
                text(
                    108.0,
                    &format!(
                        "Hafen ist seit {} offen, und so soll es auch blei-",
                        1871 + line
                    ),
                );
            }
            text(108.0, "ben. Vielen Dank.");
            top += 10.0;
        }
        xml += "</page>";
    }
    xml + "</pdf2xml>"
}

fn classifier() -> Result<LineClassifier> {
    pollster::block_on(LineClassifier::load(&lines().bundle()?))
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn speeches_start_where_a_speaker_is_named() -> Result<()> {
    let layout = PageLayout::from_pdftohtml(&protocol(9))?;
    let found = pollster::block_on(classifier()?.classify(&layout))?;
    for line in &found.lines {
        assert_eq!(line.starts, line.text.ends_with(':'), "{line:?}");
    }
    assert_eq!(found.sections.len(), 9);
    assert_eq!(found.sections[4].heading, "Dr. Enno Tjarks (CDU/CSU):");
    assert!(
        found.sections[4]
            .text
            .contains("so soll es auch bleiben. Vielen Dank.")
    );
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_line_does_not_depend_on_where_stretches_end() -> Result<()> {
    let layout = PageLayout::from_pdftohtml(&protocol(120))?;
    let found = pollster::block_on(classifier()?.classify(&layout))?;
    assert!(found.lines.len() > 1100);
    let bundle = lines().bundle()?;
    let vocabulary = Vocabulary::parse(bundle.file("vocabulary.txt")?)?;
    let ids: Vec<_> = found
        .lines
        .iter()
        .map(|line| shape_ids(&line.text, &vocabulary))
        .collect();
    let kinds: Vec<i64> = found
        .lines
        .iter()
        .map(|line| line.kind as i64 + 1)
        .collect();
    for (line, logit) in found.lines.iter().zip(logits(&ids, &kinds)?) {
        let probability = 1.0 / (1.0 + f64::from(-logit).exp());
        assert!(
            (line.probability - probability).abs() < 1e-5,
            "{line:?}: {probability}"
        );
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn an_empty_document_has_no_lines() -> Result<()> {
    let found = pollster::block_on(classifier()?.classify(&PageLayout::default()))?;
    assert!(found.lines.is_empty() && found.sections.is_empty());
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_model_of_another_task_is_refused() {
    let error = pollster::block_on(LineClassifier::load(&lstm().bundle().unwrap()))
        .err()
        .unwrap();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("load it with Matcher"), "{error}");
    let error = lines().matcher(None).err().unwrap();
    assert!(
        error.message().contains("load it with LineClassifier"),
        "{error}"
    );
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_manifest_that_contradicts_itself_is_refused() {
    for (from, to, words) in [
        (
            "\"threshold\": 0.",
            "\"threshold\": 1.",
            "lines.threshold is 1.",
        ),
        ("\"context\": 4", "\"context\": 400", "lines.context is 400"),
        (
            "\"kind\": \"shapes\"",
            "\"kind\": \"characters\"",
            "over `shapes`",
        ),
        (
            "\"task\": \"segmentation\"",
            "\"task\": \"matching\"",
            "task `segmentation`",
        ),
        (
            "\"system\": \"lines\"",
            "\"system\": \"neural\"",
            "do not go with system `neural`",
        ),
    ] {
        let mut files = lines();
        assert!(files.manifest.contains(from), "{from}");
        files.manifest = files.manifest.replace(from, to);
        let error = files.bundle().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidManifest);
        assert!(error.message().contains(words), "{error}");
    }
}
