//! Tokenizers of pretrained models. `tests/oracles/tokenizer_files.py` makes tiny ones of the
//! families, and `tests/oracles/tokenizer_json.py` writes what the `tokenizers` package does.

use std::io::Read;
use std::ops::Range;

use epitome::ErrorKind;
use epitome::text::pretrained::{PretrainedTokenizer, Sequence};
use serde::Deserialize;

#[derive(Deserialize)]
struct Oracle {
    texts: Vec<String>,
    tables: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    file: String,
    size: usize,
    texts: Vec<Encoded>,
    pair: Pair,
    single: Vec<i64>,
    decoded: Vec<Decoded>,
}

#[derive(Deserialize)]
struct Encoded {
    ids: Vec<u32>,
    spans: Vec<usize>,
}

#[derive(Deserialize)]
struct Pair {
    ids: Vec<i64>,
    types: Vec<i64>,
    sequences: Vec<i64>,
}

#[derive(Deserialize)]
struct Decoded {
    ids: Vec<u32>,
    text: String,
    plain: String,
}

fn oracle() -> Oracle {
    let packed = include_bytes!("../../data/tokenizers.json.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .unwrap();
    serde_json::from_str(&text).unwrap()
}

fn file(case: &Case, tables: &[String]) -> String {
    let mut file = case.file.clone();
    for (at, table) in tables.iter().enumerate() {
        file = file.replace(&format!("\"@{at}\""), &format!("\"{table}\""));
    }
    file
}

fn characters(text: &str, span: &Range<usize>) -> [usize; 2] {
    let count = |end: usize| text[..end].chars().count();
    [count(span.start), count(span.end)]
}

fn check(case: &Case, tokenizer: &PretrainedTokenizer, texts: &[String]) {
    let name = &case.name;
    assert_eq!(tokenizer.len(), case.size, "{name}");
    for (text, expected) in texts.iter().zip(&case.texts) {
        let pieces = tokenizer.encode(text);
        let ids: Vec<u32> = pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(ids, expected.ids, "{name}: {text:?}");
        let spans: Vec<usize> = pieces
            .iter()
            .flat_map(|piece| characters(text, &piece.span))
            .collect();
        assert_eq!(spans, expected.spans, "{name}: {text:?}");
    }

    let (first, second) = (tokenizer.encode(&texts[7]), tokenizer.encode(&texts[8]));
    assert_eq!(tokenizer.assemble(&first, None).ids, case.single, "{name}");
    let pair = tokenizer.assemble(&first, Some(&second));
    assert_eq!(pair.ids, case.pair.ids, "{name}");
    assert_eq!(pair.type_ids, case.pair.types, "{name}");
    let sequences: Vec<i64> = pair
        .pieces
        .iter()
        .map(|piece| match piece {
            None => -1,
            Some((Sequence::First, _)) => 0,
            Some((Sequence::Second, _)) => 1,
        })
        .collect();
    assert_eq!(sequences, case.pair.sequences, "{name}");
    let added = pair.ids.len() - first.len() - second.len();
    assert_eq!(tokenizer.special_tokens(true), added, "{name}");

    for expected in &case.decoded {
        let decode = |skip| tokenizer.decode(&expected.ids, skip);
        assert_eq!(decode(false), expected.text, "{name}: {:?}", expected.ids);
        assert_eq!(decode(true), expected.plain, "{name}: {:?}", expected.ids);
    }
}

#[test]
fn ids_spans_and_texts_equal_the_oracle() {
    let oracle = oracle();
    assert!(oracle.texts.len() >= 90 && oracle.cases.len() >= 30);
    for case in &oracle.cases {
        let file = file(case, &oracle.tables);
        let tokenizer = PretrainedTokenizer::from_json(file.as_bytes()).unwrap();
        check(case, &tokenizer, &oracle.texts);
        let packed = tokenizer.to_packed().unwrap();
        assert!(packed.len() < file.len(), "{}", case.name);
        let tokenizer = PretrainedTokenizer::from_packed(&packed).unwrap();
        check(case, &tokenizer, &oracle.texts);
    }
}

#[test]
fn packed_bytes_that_are_malformed_are_refused() {
    let oracle = oracle();
    let case = oracle
        .cases
        .iter()
        .find(|case| case.name == "llama3")
        .unwrap();
    let tokenizer = PretrainedTokenizer::from_json(case.file.as_bytes()).unwrap();
    let packed = tokenizer.to_packed().unwrap();
    for length in (0..packed.len()).step_by(37) {
        assert!(PretrainedTokenizer::from_packed(&packed[..length]).is_err());
    }
    // Whatever a byte becomes, the file is refused, or is one that cuts texts.
    for at in (8..packed.len()).step_by(11) {
        let mut changed = packed.clone();
        changed[at] ^= 0x81;
        if let Ok(tokenizer) = PretrainedTokenizer::from_packed(&changed) {
            tokenizer.decode(&[0, 5, 600], false);
            for text in &oracle.texts[..20] {
                tokenizer.encode(text);
            }
        }
    }
}

#[test]
fn vocabularies_of_older_models() {
    let oracle = oracle();
    for name in ["bert-uncased", "bert-cased", "bart"] {
        let case = oracle.cases.iter().find(|case| case.name == name).unwrap();
        let file: serde_json::Value = serde_json::from_str(&case.file).unwrap();
        let vocab = file["model"]["vocab"].as_object().unwrap();
        let tokenizer = if name == "bart" {
            let merges: Vec<String> = file["model"]["merges"]
                .as_array()
                .unwrap()
                .iter()
                .map(|pair| match pair {
                    serde_json::Value::String(both) => both.clone(),
                    pair => format!(
                        "{} {}",
                        pair[0].as_str().unwrap(),
                        pair[1].as_str().unwrap()
                    ),
                })
                .collect();
            let merges = format!("#version: 0.2\n{}\n", merges.join("\n"));
            let vocab = serde_json::to_vec(vocab).unwrap();
            PretrainedTokenizer::from_bpe_files(&vocab, merges.as_bytes()).unwrap()
        } else {
            let mut tokens: Vec<(&str, u64)> = vocab
                .iter()
                .map(|(token, id)| (token.as_str(), id.as_u64().unwrap()))
                .collect();
            tokens.sort_by_key(|token| token.1);
            let lines: Vec<&str> = tokens.iter().map(|token| token.0).collect();
            let vocab = lines.join("\n");
            PretrainedTokenizer::from_vocab_txt(vocab.as_bytes(), name == "bert-uncased").unwrap()
        };
        check(case, &tokenizer, &oracle.texts);
    }
    assert!(PretrainedTokenizer::from_vocab_txt(b"[UNK]\n[CLS]", true).is_err());
    assert!(PretrainedTokenizer::from_bpe_files(b"[]", b"").is_err());
}

const MODEL: &str = r#""model":{"type":"WordLevel","unk_token":"u","vocab":{"u":0}}"#;

#[test]
fn unknown_parts_are_named_with_those_that_are_known() {
    for (file, kind, named) in [
        (
            format!(r#"{{"normalizer":{{"type":"Upper"}},{MODEL}}}"#),
            ErrorKind::Unsupported,
            "NFKC",
        ),
        (
            format!(r#"{{"pre_tokenizer":{{"type":"FixedLength"}},{MODEL}}}"#),
            ErrorKind::Unsupported,
            "Metaspace",
        ),
        (
            format!(r#"{{"decoder":{{"type":"CTC"}},{MODEL}}}"#),
            ErrorKind::Unsupported,
            "Fuse",
        ),
        (
            format!(r#"{{"post_processor":{{"type":"X"}},{MODEL}}}"#),
            ErrorKind::Unsupported,
            "Roberta",
        ),
        (
            format!(r#"{{"version":"2.0",{MODEL}}}"#),
            ErrorKind::Unsupported,
            "1.0",
        ),
        (
            r#"{"model":{"type":"Other","vocab":{}}}"#.into(),
            ErrorKind::Unsupported,
            "Unigram",
        ),
        (
            r#"{"model":{"type":"BPE","vocab":{},"merges":[["a","b"]]}}"#.into(),
            ErrorKind::InvalidVocabulary,
            "merge 0",
        ),
        (
            r#"{"model":{"type":"BPE","vocab":{"a":0},"merges":["a"]}}"#.into(),
            ErrorKind::InvalidVocabulary,
            "merge 0",
        ),
        (
            r#"{"model":{"type":"Unigram","vocab":[["a",0.0]]}}"#.into(),
            ErrorKind::InvalidVocabulary,
            "unk_id",
        ),
        (
            r#"{"model":{"type":"Unigram","vocab":{"a":0}}}"#.into(),
            ErrorKind::InvalidVocabulary,
            "list",
        ),
        (
            r#"{"model":{"type":"WordPiece","vocab":{"a":0},"unk_token":"b"}}"#.into(),
            ErrorKind::InvalidVocabulary,
            "\"b\"",
        ),
        ("{}".into(), ErrorKind::InvalidVocabulary, "model"),
        (
            "[".repeat(100_000),
            ErrorKind::InvalidVocabulary,
            "tokenizer.json",
        ),
        (
            format!(
                r#"{{"normalizer":{}{MODEL}}}"#,
                r#"{"type":"Sequence","normalizers":["#.repeat(50_000)
            ),
            ErrorKind::InvalidVocabulary,
            "recursion",
        ),
    ] {
        let error = PretrainedTokenizer::from_json(file.as_bytes()).unwrap_err();
        let shown = &file[..file.len().min(200)];
        assert_eq!(error.kind(), kind, "{shown}: {error}");
        assert!(error.to_string().contains(named), "{shown}: {error}");
    }
}

#[test]
fn what_is_not_done_is_told() {
    let file = format!(r#"{{"truncation":{{"max_length":3}},"padding":null,{MODEL}}}"#);
    let tokenizer = PretrainedTokenizer::from_json(file.as_bytes()).unwrap();
    assert_eq!(tokenizer.ignored(), ["truncation"]);
}

/// A text of ten megabytes, or a million tokens, must end in seconds also without optimisation.
#[test]
fn long_texts_need_linear_time() {
    let oracle = oracle();
    let texts = [
        "a".repeat(2_000_000),
        "<mask>".repeat(300_000),
        " ".repeat(1_000_000) + "<mask>" + &" ".repeat(1_000_000),
        "\u{301}".repeat(500_000),
        "🇩".repeat(250_000),
        "\u{200d}👩".repeat(150_000),
        "\u{fdfa}".repeat(100_000),
    ];
    for name in ["bert-uncased", "roberta", "xlm-roberta", "llama", "words"] {
        let case = oracle.cases.iter().find(|case| case.name == name).unwrap();
        let tokenizer =
            PretrainedTokenizer::from_json(file(case, &oracle.tables).as_bytes()).unwrap();
        for text in &texts {
            let start = std::time::Instant::now();
            let pieces = tokenizer.encode(text);
            let seconds = start.elapsed().as_secs_f64();
            assert!(seconds < 60.0, "{name}: {seconds} s");
            println!(
                "{name}: {} bytes, {} tokens, {seconds:.2} s",
                text.len(),
                pieces.len()
            );
            assert!(
                pieces
                    .iter()
                    .all(|piece| text.get(piece.span.clone()).is_some())
            );
        }
    }
}
