//! Which texts stand word for word within a sentence of a document.
//!
//! Words are compared as ROUGE does, without marks between them; a number is one word
//! with its points and commas. Linear time in the document for every text.

use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// The sentences of a document, to look for texts in.
#[derive(Default)]
pub(super) struct Quotable(Vec<String>);

impl Quotable {
    /// The sentences of `document`.
    pub(super) fn of(document: &str, language: Language) -> Self {
        let spans = sentences(document, language).into_iter();
        let texts = spans.filter_map(|span| document.get(span));
        Self(texts.map(spaced).collect())
    }

    /// Whether the words of a text stand in a sentence, one after the other. A text
    /// without words stands in none.
    pub(super) fn holds(&self, text: &str) -> bool {
        let text = spaced(text);
        text.len() > 1 && self.0.iter().any(|sentence| sentence.contains(&text))
    }
}

/// The words of a text, each between two spaces.
fn spaced(text: &str) -> String {
    let mut spaced = String::from(" ");
    for word in words(&with_whole_numbers(text)) {
        spaced.push_str(&word);
        spaced.push(' ');
    }
    spaced
}

/// A text with a letter in the place of every mark between two digits.
fn with_whole_numbers(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = characters.next() {
        let inside = before.is_numeric() && characters.peek().is_some_and(|c| c.is_numeric());
        let mark = matches!(c, '.' | ',' | ':' | '٫' | '٬');
        whole.push(if mark && inside { 'x' } else { c });
        before = c;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_within_a_sentence_is_quoted() {
        let document = "About 1.5 million people left, 1,200 of them by sea. The talks failed. Both \
            sides met the mayor in Leeds.";
        let quotable = Quotable::of(document, Language::English);
        for (text, quoted) in [
            ("About 1.5 million people left, 1,200 of them by sea.", true),
            ("the talks failed", true),
            ("Both sides met the mayor", true),
            ("Met the mayor in Leeds!", true),
            ("1,200 of them by sea", true),
            ("5 million people left.", false),
            ("200 of them by sea", false),
            ("1 200 of them by sea", false),
            ("The talks failed both sides.", false),
            ("The talk failed.", false),
            (
                "Both sides met the mayor in Leeds. The talks failed.",
                false,
            ),
            ("", false),
            ("...", false),
        ] {
            assert_eq!(quotable.holds(text), quoted, "{text}");
        }
        assert!(!Quotable::of("", Language::English).holds("a"));
        assert!(!Quotable::of("", Language::English).holds(""));
    }
}
