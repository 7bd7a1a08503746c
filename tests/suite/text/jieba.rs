//! Chinese words by a dictionary.

use epitome::ErrorKind;
use epitome::text::tokenize::JiebaTokenizer;

const DICTIONARY: &str = "\
城市 500 n
地铁 300 n
线路 200 n
地铁线 3 n
的 9000 uj
新 800 a

公布 150 v
";

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn words_come_from_the_dictionary() {
    let tokenizer = JiebaTokenizer::from_dictionary(DICTIONARY.as_bytes()).unwrap();
    assert_eq!(
        tokenizer.words("城市公布新的地铁线路。\nＡＩ 2.5 OK!"),
        [
            "城市", "公布", "新", "的", "地铁", "线路", "ai", "2.5", "ok"
        ]
    );
    assert!(tokenizer.words(" \n。").is_empty());
    let long = tokenizer.words(&"城市地铁".repeat(20_000));
    assert_eq!(long.len(), 40_000);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_broken_dictionary_is_an_error_that_names_the_line() {
    let cases: [(&[u8], &str); 9] = [
        (b"", "no word"),
        (b"\n\n", "no word"),
        (b"a 1\nb\n", "line 2 must be WORD FREQUENCY [TAG]"),
        (b"a x n\n", "line 1 must be WORD FREQUENCY [TAG]"),
        (b"a 0 n\n", "line 1 must be WORD FREQUENCY [TAG]"),
        (b"a -1 n\n", "line 1 must be WORD FREQUENCY [TAG]"),
        (b"a 1 n more\n", "line 1 must be WORD FREQUENCY [TAG]"),
        (
            b"a 1\nb 2\na 3\n",
            "line 3 repeats the word \"a\" of line 1",
        ),
        (b"a 1\n\xFF 2\n", "line 2 is not UTF-8"),
    ];
    for (dictionary, message) in cases {
        let error = JiebaTokenizer::from_dictionary(dictionary).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidVocabulary);
        assert!(error.message().contains(message), "{error}");
    }
    let error = JiebaTokenizer::from_dictionary(b"a 4294967295\nb 1\n").unwrap_err();
    assert!(error.message().contains("line 2"), "{error}");
}
