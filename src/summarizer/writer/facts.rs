//! Numbers and names of a headline are those of its document.
//!
//! A word is a run of letters and digits, with points and commas between them; Han
//! characters are none. One that holds a digit, an upper-case letter, or, in a text of
//! another script, a Latin letter must stand in the document, in upper or lower case. The first
//! word of a headline may begin in upper case. Quotation marks close around a name or title only if
//! the document holds its words; what such a name is say the [`entities`](mod@crate::text::entities),
//! which leave out quoted speech. Whole headlines are judged by the names and numbers that
//! these rules find, and by their [`brackets`]. Linear time in the document, and in the headline for every
//! token that is tried; a name that is quoted is looked for wherever the document has its first word.

use std::collections::BTreeSet;

use unicode_script::{Script, UnicodeScript};

use super::brackets;
use crate::metrics::held_entities::EntityIndex;
use crate::text::Language;
use crate::text::entities::closes_quotation;
use crate::text::normalize::cased;

/// The end of a headline that goes on.
pub(super) struct Begun {
    /// The word that what follows can go on with.
    open: String,
    /// Whether no word is before it.
    first: bool,
}

impl Begun {
    pub fn of(text: &str) -> Self {
        let closed = |c: char| !(is_inside(c) || is_mark(c));
        let start = text.rfind(closed).map_or(0, |at| {
            at + text
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or(1, char::len_utf8)
        });
        let (before, open) = text.split_at(start);
        Self {
            open: open.to_owned(),
            first: words(before).is_empty(),
        }
    }
}

/// The words of a document.
pub(super) struct Facts {
    document: EntityIndex,
    language: Language,
    words: BTreeSet<String>,
    labels: bool,
}

impl Facts {
    pub fn of(document: &str, language: Language) -> Self {
        let folded = cased(document);
        let words = words(&folded).into_iter().map(|word| word.to_lowercase());
        Self {
            language,
            words: words.collect(),
            labels: brackets::has_labels(document),
            document: EntityIndex::new(document, language),
        }
    }

    /// Whether `following` may follow what is begun.
    pub fn allow(&self, begun: &Begun, following: &str) -> bool {
        let text = format!("{}{following}", begun.open);
        let found = words(&text);
        // A word that the text ends with can go on, also behind a point or comma.
        let mark = text.chars().next_back().filter(|c| is_mark(*c));
        let inside = mark.map_or(&text[..], |mark| text.trim_end_matches(mark));
        let goes_on = inside.chars().next_back().is_some_and(is_inside)
            && text.len() - inside.len() <= mark.map_or(0, char::len_utf8);
        found.iter().enumerate().all(|(index, word)| {
            let first = index == 0 && begun.first;
            if !goes_on || index + 1 < found.len() {
                return self.allows(word, first, None);
            }
            let ends = mark.is_some() && self.allows(word, first, None);
            ends || self.allows(word, first, Some(mark))
        })
    }

    /// Whether a headline may end where it is.
    pub fn allow_end(&self, begun: &Begun) -> bool {
        let found = words(&begun.open);
        let mut found = found.iter().enumerate();
        found.all(|(index, word)| self.allows(word, index == 0 && begun.first, None))
    }

    /// Whether `following` may follow the `text` of a headline, as far as brackets and quotation
    /// marks go.
    pub fn allow_marks(&self, text: &str, following: &str) -> bool {
        if following.chars().all(|c| c.is_alphanumeric() || c == ' ') {
            return true;
        }
        let whole = format!("{text}{following}");
        // What was quoted before was looked at when it closed.
        let closes = following.contains(closes_quotation);
        brackets::may_stand(&whole, self.language, self.labels)
            && (!closes || self.document.holds_quoted(&whole))
    }

    /// Whether the document holds all names and numbers of a finished headline.
    pub fn support(&self, text: &str) -> bool {
        self.document.holds_all(text)
    }

    /// Whether a finished headline closes its brackets.
    pub fn closes(&self, text: &str) -> bool {
        brackets::are_closed(text, self.language)
    }

    /// Whether a word may be written, whole or, with `goes_on`, as the beginning of one
    /// whose next character may be given.
    fn allows(&self, word: &str, first: bool, goes_on: Option<Option<char>>) -> bool {
        let digits = word.chars().any(char::is_numeric);
        let capitals = word.chars().filter(|c| c.is_uppercase()).count();
        let foreign = matches!(self.language, Language::Chinese | Language::Persian)
            && word.chars().any(|c| c.is_ascii_alphabetic());
        // German nouns are capitalised, names or not.
        let named = match self.language {
            Language::German => capitals > 1,
            _ => capitals > usize::from(first),
        };
        if !(digits || named || foreign) {
            return true;
        }
        let mut word = word.to_lowercase();
        if let Some(mark) = goes_on {
            word.extend(mark);
            let mut from = self.words.range(word.clone()..);
            return from.next().is_some_and(|next| next.starts_with(&word));
        }
        self.words.contains(&word)
    }
}

/// Whether a character is one of a word.
fn is_inside(c: char) -> bool {
    c.is_alphanumeric() && c.script() != Script::Han
}

/// Whether a character can stand between two of a word.
fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',')
}

/// The words of a text in their order.
fn words(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = None;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if is_inside(c) {
            start = start.or(Some(at));
            end = at + c.len_utf8();
        } else if !(is_mark(c) && end == at) {
            found.extend(start.take().and_then(|start| text.get(start..end)));
        }
    }
    found.extend(start.and_then(|start| text.get(start..end)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_points_between_digits() {
        assert_eq!(
            words("In 1,200.5 m, Node.js的v2.6版 (U.S.)"),
            ["In", "1,200.5", "m", "Node.js", "v2.6", "U.S"]
        );
    }

    #[test]
    fn numbers_and_names_are_those_of_the_document() {
        let facts = Facts::of(
            "The council gave Ana Roe 1,200 euros for ACME in 2024.",
            Language::English,
        );
        let ends = |text: &str| facts.allow_end(&Begun::of(text));
        let continues = |text: &str, next: &str| facts.allow(&Begun::of(text), next);
        for (text, allowed) in [
            ("Council gives Ana Roe 1,200", true),
            ("Council gives Ana Roe 1,300", false),
            ("Council gives 200", false),
            ("Council gives Berlin", false),
            ("Berlin", true),
            ("BERLIN", false),
            ("ACME", true),
            ("a council for acme", true),
        ] {
            assert_eq!(ends(text), allowed, "{text}");
            assert_eq!(continues(text, " and"), allowed, "{text}");
        }
        for (text, next) in [(" ", "1"), (" 1", ","), (" 1,", "200"), (" 1", "\u{2c}2")] {
            assert!(continues(&format!("Council gives{text}"), next), "{next}");
        }
        assert!(!continues("Council gives 1", "."));
        assert!(!continues("Council gives 1", ",,"));
        assert!(!continues("Council gives 1,", " euros"));
        assert!(!ends("Council gives 1,2"));
        assert!(!continues("Council gives 1,2", " e"));
        assert!(!continues("Council gives", " Berl"));
    }

    #[test]
    fn words_with_points_are_written_piece_by_piece() {
        let facts = Facts::of(
            "The U.S. fund rose 3.5 pct, said Node.js Inc.",
            Language::English,
        );
        for word in ["U.S.", "3.5", "Node.js", "Inc.", "pct,"] {
            let mut text = String::from("Fund of ");
            for c in word.chars() {
                let next = c.to_string();
                assert!(facts.allow(&Begun::of(&text), &next), "{text}{next}");
                text.push(c);
            }
            assert!(facts.allow_end(&Begun::of(&text)), "{text}");
            assert!(facts.allow(&Begun::of(&text), " and"), "{text}");
        }
        assert!(!facts.allow_end(&Begun::of("Fund of U.")));
        assert!(!facts.allow_end(&Begun::of("fund of x..Berl")));
    }

    #[test]
    fn latin_words_in_chinese_are_those_of_the_document() {
        let facts = Facts::of("如何在 Linux 上安装 nginx 1.2", Language::Chinese);
        assert!(facts.allow_end(&Begun::of("在 linux 上安装 Nginx")));
        assert!(!facts.allow(&Begun::of("在 apache"), "上安装"));
        assert!(facts.allow(&Begun::of("在 Li"), "nu"));
    }

    #[test]
    fn what_is_quoted_stands_in_the_document() {
        // Written character by character.
        let marks = |facts: &Facts, text: &str| {
            text.char_indices()
                .all(|(at, c)| facts.allow_marks(&text[..at], &c.to_string()))
        };
        let facts = Facts::of("گروه «نسیم شمال» امروز در تهران خواند.", Language::Persian);
        for (text, allowed) in [
            ("گروه «نسیم شمال»", true),
            ("گروه «باد شمال»", false),
            ("گروه «ن»", false),
            ("گروه «ن", true),
            ("«تهران» امروز", true),
        ] {
            assert_eq!(marks(&facts, text), allowed, "{text}");
        }
        let facts = Facts::of("新书《大桥》今天出版。", Language::Chinese);
        assert!(marks(&facts, "《大桥》出版"));
        assert!(!marks(&facts, "《小桥》出版"));
    }
}
