//! Subword tokens by length. `tests/oracles/wordpiece.py` writes the expected ids.

use epitome::ErrorKind;
use epitome::text::Vocabulary;
use epitome::text::tokenize::WordPiece;
use serde::Deserialize;

#[derive(Deserialize)]
struct Oracle {
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
    let oracle: Oracle = serde_json::from_str(include_str!("../../data/wordpiece.json")).unwrap();
    let pieces = WordPiece::parse(oracle.vocabulary.as_bytes()).unwrap();
    assert!(oracle.texts.len() >= 300);
    for case in oracle.texts {
        assert_eq!(pieces.encode(&case.text), case.ids, "{:?}", case.text);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_word_without_pieces_or_of_more_than_100_characters_is_one_unknown_token() {
    let pieces = WordPiece::parse(b"[PAD]\n[UNK]\na\n##a\n").unwrap();
    assert_eq!(pieces.encode("ab aa"), [Vocabulary::UNKNOWN, 2, 3]);
    assert_eq!(pieces.encode(&"a".repeat(100)).len(), 100);
    assert_eq!(pieces.encode(&"a".repeat(101)), [Vocabulary::UNKNOWN]);
    assert_eq!(
        pieces.encode(&"\u{436}".repeat(100_000)),
        [Vocabulary::UNKNOWN]
    );
    assert_eq!(pieces.id("##a"), Some(3));
    assert_eq!(pieces.id("b"), None);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_bad_vocabulary_is_named_by_its_line() {
    let error = WordPiece::parse(b"[PAD]\n[UNK]\na\n\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidVocabulary);
    assert!(error.to_string().contains("line 4 is empty"), "{error}");
}
