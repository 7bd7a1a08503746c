//! Texts: language, sentences, clauses, words, entities, forms, tokens.

use epitome::text::tokenize::words::word_spans;
use epitome::text::tokenize::{characters, shapes, words};
use epitome::text::{Language, Utf16Index, clauses, entities, normalize, sentences};

use crate::input::Input;
use crate::invariants::{ordered, share, utf16, within};

/// The guess of a language.
pub fn language(data: &[u8]) {
    let text = Input::new(data).text();
    let guess = Language::guess(&text);
    assert_eq!(guess, Language::guess(&text));
    if let Some(guess) = guess {
        share("the confidence", guess.confidence);
    }
    let doubled = Language::detect(&text);
    assert!(
        doubled.is_none() || guess.is_some(),
        "detected, and not guessed"
    );
}

/// What a text is divided into.
pub fn parts(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let text = input.text();
    let sentences = sentences(&text, language);
    ordered(&text, &sentences);
    for sentence in &sentences {
        let of = &text[sentence.clone()];
        assert!(!of.trim().is_empty(), "a sentence holds something");
    }
    let left: String = outside(&text, &sentences);
    assert!(
        left.trim().is_empty(),
        "sentences hold all of a text but {left:?}"
    );
    let clauses = clauses(&text, language);
    ordered(&text, &clauses);
    let spans = word_spans(&text);
    ordered(&text, &spans);
    // A character that folds to several is of one span, and may be of several words.
    let is_one = |c: char| normalize::nfkc_lowercase(c.encode_utf8(&mut [0; 4])).chars().count() <= 1;
    if text.chars().all(is_one) {
        assert_eq!(words(&text).len(), spans.len());
    }
    let index = Utf16Index::new(&text);
    let length = utf16(&text);
    for span in sentences.iter().chain(&spans) {
        within(
            index.span(span.clone()).expect("a span of the text"),
            length,
        );
    }
    let found = entities(&text, language);
    let mut start = 0;
    for entity in &found {
        assert!(entity.span.start >= start, "entities stand in order");
        start = entity.span.start;
        assert!(
            text.get(entity.span.clone())
                .is_some_and(|part| !part.is_empty())
        );
    }
    let once = normalize::nfkc_lowercase(&text);
    normalize::for_words(&once);
    normalize::cased(&text);
    characters(&text);
    shapes(&text);
}

fn outside(text: &str, spans: &[std::ops::Range<usize>]) -> String {
    let mut left = String::new();
    let mut end = 0;
    for span in spans {
        left.push_str(&text[end..span.start]);
        end = span.end;
    }
    left + &text[end..]
}
