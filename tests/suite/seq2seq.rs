//! Encoder-decoder models of the field. `tests/oracles/seq2seq.py` exports tiny ones, and writes
//! what `generate` of transformers gives.

use std::collections::BTreeMap;
use std::io::Read;

use epitome::runtime::{CpuBackend, onnx};
use epitome::summarizer::seq2seq::{
    Decoder, GenerationConfig, Graph, Seq2Seq, Seq2SeqOptions, decoder_spec, encoder_spec,
};
use epitome::summarizer::{SummarizerOptions, SummaryType};
use epitome::text::pretrained::PretrainedTokenizer;
use epitome::{DecoderFiles, ErrorKind, Seq2SeqFiles};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    name: String,
    pad: i64,
    /// Name of a graph → its file in hexadecimal digits.
    graphs: BTreeMap<String, String>,
    config: Value,
    generation_config: Option<Value>,
    outputs: Vec<Outputs>,
}

#[derive(Deserialize)]
struct Outputs {
    document: Vec<i64>,
    way: serde_json::Map<String, Value>,
    sequences: Vec<Vec<i64>>,
    scores: Vec<f64>,
}

fn cases() -> Vec<Case> {
    let packed = include_bytes!("../data/seq2seq.json.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .unwrap();
    serde_json::from_str(&text).unwrap()
}

impl Case {
    fn bytes(&self, name: &str) -> Vec<u8> {
        let digits = self.graphs[name].as_bytes();
        let pairs = digits.chunks(2);
        pairs
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    fn graph(&self, name: &str, caches: bool, first: bool) -> Graph {
        let bytes = self.bytes(name);
        let spec = onnx::interface(&bytes).unwrap().into_spec(name);
        let spec = if name == "encoder_model" {
            encoder_spec(spec)
        } else {
            decoder_spec(spec, caches, first)
        };
        let session = CpuBackend.open(&bytes, &spec, &|_| None).unwrap();
        Graph { spec, session }
    }

    /// Every form of the decoder that the case has.
    fn decoders(&self) -> Vec<(&'static str, Decoder)> {
        let mut decoders = vec![
            (
                "pair",
                Decoder::Pair {
                    first: self.graph("decoder_model", true, true),
                    past: self.graph("decoder_with_past_model", true, false),
                },
            ),
            (
                "plain",
                Decoder::Plain(self.graph("decoder_model", false, false)),
            ),
        ];
        if self.graphs.contains_key("decoder_model_merged") {
            let merged = self.graph("decoder_model_merged", true, true);
            decoders.push(("merged", Decoder::Merged(merged)));
        }
        decoders
    }

    /// How the model generates in a way.
    fn config(&self, way: &serde_json::Map<String, Value>) -> GenerationConfig {
        let mut generation = self.generation_config.clone().unwrap_or(json!({}));
        for (name, value) in way {
            generation[name] = value.clone();
        }
        GenerationConfig::read(&self.config, Some(&generation)).unwrap()
    }

    fn model(&self, decoder: Decoder, config: GenerationConfig, window: usize) -> Seq2Seq {
        let encoder = self.graph("encoder_model", false, false);
        Seq2Seq::new(tokenizer(), config, Some(window), encoder, decoder).unwrap()
    }
}

/// Words `w0`, `w1` … whose ids are their numbers.
fn tokenizer() -> PretrainedTokenizer {
    PretrainedTokenizer::from_json(tokenizer_file().as_bytes()).unwrap()
}

fn tokenizer_file() -> String {
    let vocab: BTreeMap<String, usize> = (0..60).map(|id| (format!("w{id}"), id)).collect();
    let file = json!({
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "WordLevel", "unk_token": "w3", "vocab": vocab},
    });
    file.to_string()
}

#[test]
fn outputs_are_those_of_transformers() {
    for case in cases() {
        let mut decoders = case.decoders();
        for (form, decoder) in decoders.drain(..) {
            let default = case.config(&serde_json::Map::new());
            let model = case.model(decoder, default, 64);
            for expected in &case.outputs {
                let config = case.config(&expected.way);
                let model = model.with_config(config.clone()).unwrap();
                let mut generation = model
                    .begin_with_tokens(expected.document.clone(), &Seq2SeqOptions::default())
                    .unwrap();
                while !pollster::block_on(generation.step()).unwrap() {}
                let outputs = &generation.outputs()[0];
                let place = format!("{} {form} {:?}", case.name, expected.way);
                assert_eq!(outputs.len(), expected.sequences.len(), "{place}");
                for (at, (output, sequence)) in outputs.iter().zip(&expected.sequences).enumerate()
                {
                    let mut tokens = output.tokens.clone();
                    if output.complete {
                        tokens.push(config.eos[0]);
                    }
                    tokens.resize(sequence.len(), case.pad);
                    assert_eq!(&tokens, sequence, "{place}: output {at}");
                    let difference = (output.score - expected.scores[at]).abs();
                    let tolerance = 5e-4 * expected.scores[at].abs().max(1.0);
                    assert!(
                        difference < tolerance,
                        "{place}: {} {difference}",
                        output.score
                    );
                }
            }
        }
    }
}

fn document(sentences: usize) -> String {
    let words = |at: usize| {
        let words = (0..9).map(|word| format!("w{}", 4 + (at * 7 + word * 5) % 56));
        words.collect::<Vec<_>>().join(" ")
    };
    let sentences = (0..sentences).map(|at| format!("W{} {}. ", at, words(at)));
    sentences.collect()
}

#[test]
fn a_long_document_is_read_in_windows() {
    let cases = cases();
    let case = cases.iter().find(|case| case.name == "bart").unwrap();
    let config = case.config(
        json!({"max_length": 8, "num_beams": 2})
            .as_object()
            .unwrap(),
    );
    let (_, decoder) = case.decoders().remove(0);
    let model = case.model(decoder, config, 40);
    let document = document(20);
    let options = Seq2SeqOptions::default();
    let mut generation = model.begin(&document, &options).unwrap();
    let mut before = String::new();
    while !pollster::block_on(generation.step()).unwrap() {
        let text = generation.text();
        assert!(text.starts_with(&before), "{text:?} after {before:?}");
        before = text;
    }
    let text = generation.text();
    assert!(text.starts_with(&before));
    assert!(generation.outputs().len() > 3);
    assert_eq!(generation.read(), 0..document.trim_end().len());
    assert_eq!(
        pollster::block_on(model.summarize(&document, &options)).unwrap(),
        text
    );

    let two = Seq2SeqOptions {
        windows: Some(2),
        ..Seq2SeqOptions::default()
    };
    let mut generation = model.begin(&document, &two).unwrap();
    while !pollster::block_on(generation.step()).unwrap() {}
    assert_eq!(generation.outputs().len(), 2);
    assert!(generation.read().end < document.len() / 2);
    assert!(text.starts_with(&generation.text()));

    // One sentence without an end is cut between its tokens.
    let endless = "w5 w6 w7 ".repeat(40);
    let mut generation = model.begin(&endless, &options).unwrap();
    while !pollster::block_on(generation.step()).unwrap() {}
    assert_eq!(generation.outputs().len(), 3);
}

#[test]
fn the_files_of_a_repository_serve_every_type() {
    let cases = cases();
    let case = cases.iter().find(|case| case.name == "bart").unwrap();
    let (config, tokenizer) = (case.config.to_string(), tokenizer_file());
    let generation = case.generation_config.as_ref().map(Value::to_string);
    let names = ["encoder_model", "decoder_model", "decoder_with_past_model"];
    let [encoder, first, past] = names.map(|name| case.bytes(name));
    let merged = case.bytes("decoder_model_merged");
    let document = document(12);
    let mut written = vec![];
    for decoder in [
        DecoderFiles::Merged(&merged),
        DecoderFiles::Pair(&first, &past),
        DecoderFiles::Plain(&first),
    ] {
        let files = Seq2SeqFiles {
            config: config.as_bytes(),
            generation_config: generation.as_deref().map(str::as_bytes),
            tokenizer: tokenizer.as_bytes(),
            tokenizer_config: Some(br#"{"model_max_length": 48}"#),
            encoder: &encoder,
            decoder,
        };
        let model = Seq2Seq::from_files(&files, &|_| None).unwrap();
        assert_eq!(model.window(), 48);
        for r#type in SummaryType::ALL {
            let options = SummarizerOptions {
                r#type: *r#type,
                ..SummarizerOptions::default()
            };
            let mut generation = model
                .begin_summary(&document, &options, &Seq2SeqOptions::default())
                .unwrap();
            while !pollster::block_on(generation.step()).unwrap() {}
            let parts = generation.parts(&options).unwrap();
            assert!(!parts.is_empty());
            written.push(parts.concat());
        }
    }
    let (one, others) = written.split_at(SummaryType::ALL.len());
    assert!(others.chunks(one.len()).all(|other| other == one));
}

#[test]
fn what_does_not_fit_is_named() {
    let cases = cases();
    let case = cases.iter().find(|case| case.name == "t5").unwrap();
    let config = case.config(&serde_json::Map::new());
    let encoder = || case.graph("encoder_model", false, false);
    let past = Decoder::Plain(case.graph("decoder_with_past_model", true, false));
    let error = Seq2Seq::new(tokenizer(), config.clone(), None, encoder(), past).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ShapeMismatch);
    assert!(error.to_string().contains("first step"), "{error}");

    let (_, decoder) = case.decoders().remove(0);
    let model = Seq2Seq::new(tokenizer(), config, None, encoder(), decoder).unwrap();
    assert_eq!(model.window(), 512);
    for (text, options, named) in [
        (" ", Seq2SeqOptions::default(), "empty"),
        (
            "w5",
            Seq2SeqOptions {
                beams: Some(0),
                ..Seq2SeqOptions::default()
            },
            "1 to 32",
        ),
    ] {
        let error = model.begin(text, &options).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains(named), "{error}");
    }
}
