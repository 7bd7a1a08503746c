//! Subword tokens. `tests/oracles/unigram.py` writes the expected ids.

use epitome::ErrorKind;
use epitome::text::tokenize::Unigram;
use serde::Deserialize;

#[derive(Deserialize)]
struct Oracle {
    buckets: u32,
    vocabulary: String,
    texts: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    text: String,
    ids: Vec<i64>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn ids_equal_the_oracle() {
    let oracle: Oracle = serde_json::from_str(include_str!("../../data/unigram.json")).unwrap();
    let unigram = Unigram::parse(oracle.vocabulary.as_bytes(), oracle.buckets).unwrap();
    assert!(oracle.texts.len() >= 300);
    for case in oracle.texts {
        assert_eq!(unigram.encode(&case.text), case.ids, "{:?}", case.text);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_bad_vocabulary_is_named_by_its_line() {
    let head = "[PAD]\t0\n[UNK]\t0\n";
    for (file, named) in [
        (String::new(), "line 1 is missing"),
        ("[PAD]\t0\n".into(), "line 2 is missing"),
        ("[UNK]\t0\n[PAD]\t0\n".into(), "line 1 must be \"[PAD]\""),
        (format!("{head}a -1\n"), "line 3 holds no tab"),
        (
            format!("{head}a\tx\n"),
            "line 3 has the log-probability \"x\"",
        ),
        (format!("{head}a\tNaN\n"), "line 3 has the log-probability"),
        (format!("{head}\t-1\n"), "line 3 holds an empty piece"),
        (format!("{head}a\t-1\nb\t-1\na\t-2\n"), "line 5 repeats"),
    ] {
        let error = Unigram::parse(file.as_bytes(), 4).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidVocabulary);
        assert!(error.to_string().contains(named), "{error}");
    }
    let error = Unigram::parse(b"[PAD]\t0\n[UNK]\t0\n\xff\t-1\n", 4).unwrap_err();
    assert!(error.to_string().contains("line 3 is not UTF-8"), "{error}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn without_buckets_unknown_tokens_share_an_id() {
    let unigram = Unigram::parse("[PAD]\t0\n[UNK]\t0\n▁\t-1\n".as_bytes(), 0).unwrap();
    assert_eq!(unigram.encode("ab cd"), [2, 1, 2, 1]);
    assert_eq!(unigram.len(), 3);
    assert!(unigram.encode(&"ж".repeat(100_000)).len() == 2);
}
