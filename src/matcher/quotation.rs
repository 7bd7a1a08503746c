//! Which texts stand word for word within a sentence of a document.
//!
//! Words are compared as ROUGE does, without marks between them; a number is one word
//! with its points and commas. A tokenized text, whose marks stand alone (`3 , 000`), is read
//! both as it stands and with all such numbers whole: a sentence that needs the one reading for a date and
//! the other for a number is not found, nor is one of a summary whose decimal point ends a sentence (`1 . 3`).
//! Linear time in the document for every text.

use std::borrow::Cow;

use crate::text::{Language, said, sentences};

/// The sentences of a document, to look for texts in.
pub(super) struct Quotable {
    sentences: Vec<String>,
    language: Language,
}

impl Quotable {
    /// The sentences of `document`.
    pub(super) fn of(document: &str, language: Language) -> Self {
        let quotable = |text: Cow<'_, str>| -> Vec<String> {
            let spans = sentences(&text, language).into_iter();
            spans
                .filter_map(|span| Some(spaced(text.get(span)?, language)))
                .collect()
        };
        Self {
            sentences: readings(document).flat_map(quotable).collect(),
            language,
        }
    }

    /// Whether the words of a text stand in a sentence, one after the other. A text
    /// without words stands in none.
    pub(super) fn holds(&self, text: &str) -> bool {
        readings(text).any(|text| {
            let text = spaced(&text, self.language);
            text.len() > 1
                && self
                    .sentences
                    .iter()
                    .any(|sentence| sentence.contains(&text))
        })
    }
}

/// A text as it stands, and, if it is a tokenized one with numbers in parts, with these joined.
fn readings(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let both = [Some(Cow::Borrowed(text)), joined(text).map(Cow::Owned)];
    both.into_iter().flatten()
}

/// A text without the white space, of one character, on either side of marks between digits;
/// nothing if it has none.
fn joined(text: &str) -> Option<String> {
    let mut joined = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        joined.push(c);
        let mut after = characters.clone();
        if c.is_numeric()
            && after.next().is_some_and(char::is_whitespace)
            && let Some(mark) = after.next().filter(|&c| is_mark(c))
            && after.next().is_some_and(char::is_whitespace)
            && after.clone().next().is_some_and(char::is_numeric)
        {
            joined.push(mark);
            characters = after;
        }
    }
    (joined.len() < text.len()).then_some(joined)
}

/// Whether a character can stand between the digits of a number.
fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | ':' | '٫' | '٬')
}

/// The words of a text, each between two spaces.
fn spaced(text: &str, language: Language) -> String {
    let mut spaced = String::from(" ");
    for word in said(&with_whole_numbers(text), language) {
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
        whole.push(if is_mark(c) && inside { 'x' } else { c });
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
        // That `1990 . 20` is also read as one number takes nothing away.
        let tokenized = "About 3 , 000 people paid $ 1 . 3 billion for 1 , 200 , 500 sheep . It was \
            1990 . 20 of them left on May 12 , 300 came at 6 : 30 .";
        let tokenized = Quotable::of(tokenized, Language::English);
        for (text, quoted) in [
            ("about 3,000 people", true),
            ("About 3 , 000 people paid", true),
            ("paid $1.3 billion", true),
            ("for 1,200,500 sheep.", true),
            ("It was 1990.", true),
            ("20 of them left on May 12, 300 came", true),
            ("left on May 12,300", true),
            ("came at 6:30", true),
            ("000 people paid", true), // as it stands
            ("about 4,000 people", false),
            ("about 3 000 000 people", false),
            ("paid $1.3 million", false),
        ] {
            assert_eq!(tokenized.holds(text), quoted, "{text}");
        }
        for (text, quoted) in [
            (
                "About 1 . 5 million people left , 1 , 200 of them by sea .",
                true,
            ),
            ("1 , 200 of them by sea", true),
            ("1 , 201 of them by sea", false),
            ("1  , 200 of them by sea", false),
            ("1 ,  200 of them by sea", false),
        ] {
            assert_eq!(quotable.holds(text), quoted, "{text}");
        }
        let persian = Quotable::of("او ۱ ٬ ۲۰۰ کتاب داشت .", Language::Persian);
        assert!(persian.holds("۱٬۲۰۰ کتاب") && !persian.holds("۱٬۳۰۰ کتاب"));
        for [document, text] in [
            ["۵۲۰۰ نفر آمدند.", "5200 نفر آمدند"],
            ["5200 نفر آمدند.", "٥٢٠٠ نفر آمدند"],
        ] {
            assert!(Quotable::of(document, Language::Persian).holds(text));
        }
        let contracted = Quotable::of("The mayor didn’t sign it.", Language::English);
        assert!(contracted.holds("mayor did not sign") && contracted.holds("didn't sign"));
        let written_out = Quotable::of("The mayor did not sign it.", Language::English);
        assert!(written_out.holds("The mayor didn't sign it") && !written_out.holds("mayor don't"));
        assert!(!Quotable::of("", Language::English).holds("a"));
        assert!(!Quotable::of("", Language::English).holds(""));
    }
}
