//! Languages, normal forms, tokens, sentences, spans and vocabularies.
//! `tests/oracles/text.py` writes the expected tokens and offsets.

use epitome::ErrorKind;
use epitome::text::normalize::{for_words, nfkc_lowercase};
use epitome::text::tokenize::{characters, words};
use epitome::text::{Language, Utf16Index, Utf16Span, Vocabulary};
use serde::Deserialize;

#[cfg(feature = "jieba")]
mod jieba;
#[cfg(not(target_arch = "wasm32"))]
#[cfg(feature = "onnx")]
mod pretrained;
mod sentences;
mod unigram;
mod wordpiece;

#[derive(Deserialize)]
struct Case {
    text: String,
    characters: Vec<char>,
    for_words: String,
    words: Vec<String>,
    utf16: Vec<(usize, usize)>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../data/text.json")).unwrap()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn tokens_equal_the_oracle() {
    for case in cases() {
        assert_eq!(characters(&case.text), case.characters, "{:?}", case.text);
        assert_eq!(for_words(&case.text), case.for_words, "{:?}", case.text);
        assert_eq!(words(&case.text), case.words, "{:?}", case.text);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn utf16_offsets_equal_the_oracle() {
    for case in cases() {
        let index = Utf16Index::new(&case.text);
        for (byte, unit) in &case.utf16 {
            let from_start = Utf16Span {
                start: 0,
                end: *unit,
            };
            assert_eq!(index.span(0..*byte), Some(from_start), "{:?}", case.text);
        }
        for byte in 0..case.text.len() + 2 {
            let known = case.utf16.iter().any(|(boundary, _)| *boundary == byte);
            assert_eq!(index.span(byte..byte).is_some(), known, "{byte}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[allow(clippy::reversed_empty_ranges)]
fn utf16_spans_cross_blocks() {
    for filler in ["a", "文", "é", "😀"] {
        let text = filler.repeat(200);
        let index = Utf16Index::new(&text);
        let units = filler.encode_utf16().count();
        for first in 0..=200 {
            for last in [first, 200] {
                let bytes = first * filler.len()..last * filler.len();
                let expected = Utf16Span {
                    start: first * units,
                    end: last * units,
                };
                assert_eq!(index.span(bytes), Some(expected));
            }
        }
    }
    let index = Utf16Index::new("text");
    assert_eq!(index.span(3..2), None);
    assert_eq!(index.span(2..usize::MAX), None);
    let span = serde_json::to_string(&index.span(1..3)).unwrap();
    assert_eq!(span, r#"{"start":1,"end":3}"#);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn spellings_fold_into_one_word() {
    assert_eq!(for_words("مي\u{200C}رود"), for_words("می\u{200C}رود"));
    assert_eq!(for_words("كِتـــاب"), for_words("کتاب"));
    assert_eq!(nfkc_lowercase("ﬁＮ"), "fin");
    assert_eq!(
        words("well-known, isn't it?"),
        ["well", "known", "isn", "t", "it"]
    );
    assert_eq!(words("❤\u{FE0F}"), Vec::<String>::new());
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn languages_are_read_from_tags() {
    for (tag, language) in [
        ("zh", Language::Chinese),
        ("zh-Hans-CN", Language::Chinese),
        ("EN-us", Language::English),
        ("fa-IR", Language::Persian),
        ("de-1996", Language::German),
    ] {
        assert_eq!(tag.parse::<Language>().unwrap(), language);
    }
    for tag in [
        "",
        "fr",
        "english",
        "zh_CN",
        "en-",
        "-en",
        "en-US-verylongsubtag",
        "de-ä",
        " en",
    ] {
        let error = tag.parse::<Language>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnsupportedLanguage);
        assert!(error.message().contains("zh, en, fa, de"), "{error}");
        assert!(error.message().contains(&format!("{tag:?}")), "{error}");
    }
    for language in Language::ALL {
        let json = serde_json::to_string(&language).unwrap();
        assert_eq!(json, format!("\"{language}\""));
        assert_eq!(serde_json::from_str::<Language>(&json).unwrap(), language);
    }
    let error = serde_json::from_str::<Language>("\"fr\"").unwrap_err();
    assert!(error.to_string().contains("zh, en, fa, de"), "{error}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn languages_are_guessed_from_texts() {
    for (text, language) in [
        (
            "苹果iPhone 17 Pro Max昨天在上海开售。",
            Some(Language::Chinese),
        ),
        (
            "The harbour (港口) of the town is old.",
            Some(Language::English),
        ),
        ("Headline without function words", Some(Language::English)),
        (
            "شهردار گفت که خط ۵ مترو آماده است.",
            Some(Language::Persian),
        ),
        (
            "Der Rat hat den Plan mit Mehrheit beschlossen.",
            Some(Language::German),
        ),
        ("Straßenbahnverlängerung genehmigt", Some(Language::German)),
        ("", None),
        ("12 + 3 = 15 😀", None),
        ("Привет, мир", None),
    ] {
        assert_eq!(Language::detect(text), language, "{text}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_vocabulary_numbers_its_lines() {
    for file in ["[PAD]\n[UNK]\n的\n是\n", "[PAD]\n[UNK]\n的\n是"] {
        let vocabulary = Vocabulary::parse(file.as_bytes()).unwrap();
        assert_eq!(vocabulary.len(), 4);
        assert_eq!(vocabulary.id("[PAD]"), Some(Vocabulary::PADDING));
        assert_eq!(vocabulary.id("[UNK]"), Some(Vocabulary::UNKNOWN));
        assert_eq!(vocabulary.char_id('是'), 3);
        assert_eq!(vocabulary.char_id('好'), Vocabulary::UNKNOWN);
        assert_eq!(vocabulary.id("好"), None);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_broken_vocabulary_is_an_error_that_names_the_line() {
    let cases: [(&[u8], &str); 9] = [
        (b"", "line 1 must be [PAD]"),
        (b"[PAD]\n", "line 2 must be [UNK]"),
        (b"a\n[UNK]\n", "line 1 must be [PAD], found \"a\""),
        ("\u{FEFF}[PAD]\n[UNK]\n".as_bytes(), "line 1 must be [PAD]"),
        (b"[PAD]\n[UNK]\na\n\nb\n", "line 4 is empty"),
        (b"[PAD]\n[UNK]\na\n\n", "line 4 is empty"),
        (b"[PAD]\r\n[UNK]\r\n", "line 1 holds a carriage return"),
        (
            b"[PAD]\n[UNK]\na\nb\na\n",
            "line 5 repeats the token \"a\" of line 3",
        ),
        (b"[PAD]\n[UNK]\na\n\xFF\n", "line 4 is not UTF-8"),
    ];
    for (file, message) in cases {
        let error = Vocabulary::parse(file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidVocabulary);
        assert!(error.message().contains(message), "{error}");
    }
}
