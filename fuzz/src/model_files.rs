//! Files of a model: manifest, configuration, ONNX, plan, support vectors, vocabularies, tokenizers.

use std::sync::OnceLock;

use epitome::hub::{Config, Head, HeadOptions};
use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::model::manifest::{Axis, DataType, GraphSpec};
use epitome::model::{Bundle, Manifest, Tensor, TensorData};
use epitome::runtime::{CpuBackend, onnx};
use epitome::text::Vocabulary;
use epitome::text::pretrained::PretrainedTokenizer;
use epitome::text::tokenize::jieba::JiebaTokenizer;
use epitome::text::tokenize::unigram::Unigram;
use epitome::text::tokenize::wordpiece::WordPiece;

use crate::input::Input;
use crate::invariants::utf16;

/// `manifest.json`.
pub fn manifest(data: &[u8]) {
    let Ok(manifest) = Manifest::parse(data) else {
        return;
    };
    let written = serde_json::to_vec(&manifest).expect("what was read can be written");
    assert_eq!(Manifest::parse(&written).expect("and read again"), manifest);
    for file in &manifest.files {
        let path = &file.path;
        assert!(
            !path.starts_with(['/', '\\']) && !path.split(['/', '\\']).any(|part| part == ".."),
            "{path}"
        );
    }
    assert!(Bundle::new(data, []).is_err() || manifest.files.is_empty());
    // The total of what it lists, which no sum may exceed.
    manifest.bytes();
    if let Some(fit) = &manifest.fit {
        for score in [-1e300, -1.0, 0.0, 2.5, 1e300] {
            for found in [fit.calibration.exceedances(score)] {
                assert!(found.iter().all(|p| (0.0..=1.0).contains(p)), "{found:?}");
                assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
            }
        }
    }
}

/// `config.json` of a repository.
pub fn config(data: &[u8]) {
    let Ok(config) = Config::parse(data) else {
        return;
    };
    config.labels();
    config.is_generative();
    config.window(None);
    config.window(Some(data));
    for rank in [1, 2, 3] {
        for width in [None, Some(1), Some(2), Some(3)] {
            let _ = Head::of(&config, &HeadOptions::default(), rank, width);
        }
    }
}

/// An ONNX file, as one of a model of the field; a graph that is accepted runs, or says why not.
pub fn onnx_file(data: &[u8]) {
    let Ok(interface) = onnx::interface(data) else {
        return;
    };
    let _ = onnx::external_files(data);
    open_and_run(data, &interface.into_spec("model.onnx"));
}

/// A plan, for the interface of one of the seeds.
pub fn plan(data: &[u8]) {
    let mut input = Input::new(data);
    let specs = specs();
    let spec = &specs[input.below(specs.len())];
    open_and_run(input.rest(), spec);
}

/// The interfaces of the seeds of ONNX files, in the order of their names.
pub fn specs() -> &'static [GraphSpec] {
    static SPECS: OnceLock<Vec<GraphSpec>> = OnceLock::new();
    SPECS.get_or_init(|| {
        let files = crate::seeds::files("onnx");
        let spec = |bytes: &Vec<u8>| {
            onnx::interface(bytes)
                .ok()
                .map(|found| found.into_spec("model.onnx"))
        };
        files.iter().filter_map(|(_, bytes)| spec(bytes)).collect()
    })
}

/// The most elements of an input that a target makes: a model may ask for more, and may cost more.
const MOST_ELEMENTS: usize = 1 << 12;

fn open_and_run(bytes: &[u8], spec: &GraphSpec) {
    let stored = [0_u8; 64];
    let beside = |path: &str| (path == "stored").then_some(&stored[..]);
    let Ok(session) = CpuBackend.open(bytes, spec, &beside) else {
        return;
    };
    for symbol in [1, 3] {
        let inputs: Option<Vec<Tensor>> = spec
            .inputs
            .iter()
            .map(|input| {
                let axis = |axis: &Axis| match axis {
                    Axis::Fixed(size) => *size,
                    Axis::Symbol(_) => symbol,
                };
                tensor(input.shape.iter().map(axis).collect(), input.dtype)
            })
            .collect();
        if let Some(inputs) = inputs {
            let _ = pollster::block_on(session.run(inputs));
        }
    }
}

fn tensor(shape: Vec<usize>, dtype: DataType) -> Option<Tensor> {
    let count = shape
        .iter()
        .try_fold(1_usize, |all, &size| all.checked_mul(size))?;
    if count > MOST_ELEMENTS {
        return None;
    }
    let data = match dtype.carried() {
        DataType::Int64 => TensorData::I64((0..count as i64).map(|at| at % 3).collect()),
        DataType::Bool => TensorData::Bool(vec![true; count]),
        _ => TensorData::F32((0..count).map(|at| at as f32 / 7.0 - 1.0).collect()),
    };
    Tensor::new(shape, data).ok()
}

/// The file of support vectors, in a bundle with a vocabulary of six words.
pub fn support(data: &[u8]) {
    const VOCABULARY: &str = "[PAD]\n[UNK]\nharbour\nline\nopens\nmay\n";
    static MANIFEST: OnceLock<Manifest> = OnceLock::new();
    let manifest = MANIFEST.get_or_init(|| crate::models::bundle("svm-en").manifest().clone());
    let files = [
        ("support.bin".to_owned(), data.to_vec()),
        ("vocabulary.txt".to_owned(), VOCABULARY.into()),
    ];
    let bundle = Bundle::describe(manifest.clone(), files).expect("both files are listed");
    let Ok(matcher) = pollster::block_on(Matcher::load(&bundle, None)) else {
        return;
    };
    let pair = Pair {
        document: "The harbour line opens in May.".into(),
        summary: "Harbour line opens".into(),
    };
    let found = pollster::block_on(matcher.match_batch(&[pair], MatchOptions::default()));
    if let Ok(found) = found {
        assert!(
            (1.0..=5.0).contains(&found[0].score),
            "the score is {}",
            found[0].score
        );
    }
}

/// Vocabularies and dictionaries that are lines of text.
pub fn vocabulary(data: &[u8]) {
    const TEXT: &str = "The harbour line 港口新线 opens in May, ﬁrst خط تازه";
    let mut input = Input::new(data);
    match input.below(6) {
        0 => {
            if let Ok(found) = Vocabulary::parse(input.rest()) {
                assert!(
                    found
                        .id("harbour")
                        .is_none_or(|id| (id as usize) < found.len())
                );
            }
        }
        1 => {
            if let Ok(found) = WordPiece::parse(input.rest()) {
                found.encode(TEXT);
            }
        }
        2 => {
            let buckets = u32::from(input.byte());
            if let Ok(found) = Unigram::parse(input.rest(), buckets) {
                let ids = found.encode(TEXT);
                assert!(
                    ids.iter().all(|&id| (0..found.len() as i64).contains(&id)),
                    "{ids:?}"
                );
            }
        }
        3 => {
            if let Ok(found) = JiebaTokenizer::from_dictionary(input.rest()) {
                found.words(TEXT);
            }
        }
        4 => {
            if let Ok(found) = PretrainedTokenizer::from_vocab_txt(input.rest(), input.is_empty()) {
                encoded(&found, TEXT);
            }
        }
        _ => {
            let (vocabulary, merges) = input.two_texts();
            if let Ok(found) =
                PretrainedTokenizer::from_bpe_files(vocabulary.as_bytes(), merges.as_bytes())
            {
                encoded(&found, TEXT);
            }
        }
    }
}

/// `tokenizer.json`, and behind a parting a text for it.
pub fn tokenizer(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == crate::input::PARTING);
    let file = parts.next().unwrap_or_default();
    let text = String::from_utf8_lossy(parts.next().unwrap_or(b"Harbour line 48 \xe6\xb8\xaf"));
    let Ok(found) = PretrainedTokenizer::from_json(file) else {
        return;
    };
    encoded(&found, &text);
    let Ok(packed) = found.to_packed() else {
        return;
    };
    let again = PretrainedTokenizer::from_packed(&packed).expect("what was packed is read");
    assert_eq!(found.encode(&text), again.encode(&text));
}

/// The packed form of a tokenizer, which is in caches and packages.
pub fn packed_tokenizer(data: &[u8]) {
    if let Ok(found) = PretrainedTokenizer::from_packed(data) {
        encoded(&found, "Harbour line 48 港口");
    }
}

fn encoded(tokenizer: &PretrainedTokenizer, text: &str) {
    let pieces = tokenizer.encode(text);
    for piece in &pieces {
        assert!(
            text.get(piece.span.clone()).is_some(),
            "{:?} of {}",
            piece.span,
            utf16(text)
        );
    }
    let whole = tokenizer.assemble(&pieces, Some(&pieces));
    assert_eq!(whole.ids.len(), whole.type_ids.len());
    assert_eq!(whole.ids.len(), whole.pieces.len());
    let ids: Vec<u32> = pieces.iter().map(|piece| piece.id).collect();
    tokenizer.decode(&ids, true);
}
