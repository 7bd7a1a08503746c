//! Names in Latin letters.

use std::collections::HashSet;
use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

use crate::order;
use crate::text::Language;
use crate::text::entities::numbers::digit;
use crate::text::entities::units::{is_named, is_unit};
use crate::text::initials::initials_at;

/// Words that begin sentences and are no part of the name after them, in order.
const FUNCTION_WORDS: &[&str] = &[
    "a",
    "about",
    "after",
    "all",
    "also",
    "although",
    "an",
    "and",
    "another",
    "any",
    "as",
    "at",
    "because",
    "before",
    "both",
    "but",
    "by",
    "das",
    "dem",
    "den",
    "der",
    "des",
    "despite",
    "die",
    "dr",
    "during",
    "each",
    "ein",
    "eine",
    "every",
    "few",
    "for",
    "former",
    "from",
    "he",
    "her",
    "his",
    "how",
    "however",
    "i",
    "if",
    "im",
    "in",
    "into",
    "is",
    "it",
    "its",
    "last",
    "many",
    "meanwhile",
    "more",
    "most",
    "mr",
    "mrs",
    "ms",
    "my",
    "no",
    "not",
    "now",
    "of",
    "on",
    "one",
    "or",
    "other",
    "our",
    "over",
    "she",
    "since",
    "so",
    "some",
    "such",
    "that",
    "the",
    "their",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "though",
    "to",
    "under",
    "until",
    "we",
    "what",
    "when",
    "while",
    "with",
];

/// English words in upper case that say when: they stand beside names and join none, in order. Other months (`April`,
/// `May`) are names of people, too.
const DATES: &[&str] = &[
    "December",
    "February",
    "Friday",
    "January",
    "July",
    "Monday",
    "November",
    "October",
    "Saturday",
    "September",
    "Sunday",
    "Thursday",
    "Tuesday",
    "Wednesday",
];

/// In a title, words of this many letters are capitalised unless they are
/// function words; shorter ones may not be.
const TITLE_WORD_LETTERS: usize = 4;

/// A sentence of fewer words is not taken for a title.
const MIN_TITLE_WORDS: usize = 4;

/// The spans of names, in order. The text's sentences are those of English and German.
pub(super) fn names(
    text: &str,
    language: Language,
    sentences: &[Range<usize>],
) -> Vec<Range<usize>> {
    match language {
        Language::Chinese | Language::Persian => tokens(text, 0..text.len())
            .into_iter()
            .filter_map(|token| match token.is_quantity() {
                true => token.named_unit(),
                false => Some(token.span),
            })
            .collect(),
        Language::English | Language::German => cased_names(text, language, sentences),
    }
}

fn cased_names(text: &str, language: Language, sentences: &[Range<usize>]) -> Vec<Range<usize>> {
    let sentences: Vec<Vec<Token>> = sentences
        .iter()
        .map(|span| tokens(text, span.clone()))
        .map(|tokens| {
            if says_nothing(&tokens, language) {
                Vec::new()
            } else {
                tokens
            }
        })
        .collect();
    let within: HashSet<&str> = sentences
        .iter()
        .flat_map(|tokens| tokens.iter().skip(1))
        .filter(|token| token.is_capitalised())
        .map(|token| token.word)
        .collect();
    let units = sentences.iter().flatten().filter_map(Token::named_unit);
    let mut names: Vec<_> = units.collect();
    for tokens in &sentences {
        let mut rest = tokens.as_slice();
        let mut begins_sentence = true;
        while let Some(first) = rest.first() {
            if !first.is_capitalised() {
                begins_sentence = false;
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let follows = |pair: &[Token]| match pair {
                [a, b] => {
                    let is_apart = a.is_date(language) || b.is_date(language);
                    b.is_capitalised()
                        && !is_apart
                        && text.get(a.span.end..b.span.start) == Some(" ")
                }
                _ => false,
            };
            let length = 1 + rest.windows(2).take_while(|pair| follows(pair)).count();
            let (run, after) = rest.split_at(length);
            rest = after;
            names.extend(name_in(run, begins_sentence, language, &within));
            begins_sentence = false;
        }
    }
    order::by_key(&mut names, |name: &Range<usize>| name.start);
    names
}

/// The part of a run of capitalised words that is a name.
fn name_in(
    run: &[Token],
    begins_sentence: bool,
    language: Language,
    within: &HashSet<&str>,
) -> Option<Range<usize>> {
    let mut run = run;
    while let [first, rest @ ..] = run
        && first.is_function_word()
    {
        run = rest;
    }
    let (first, last) = (run.first()?, run.last()?);
    let is_name = match (language, run) {
        (_, [only]) if only.is_acronym() => true,
        (Language::German, run) => run.len() > 1 && !begins_sentence,
        (_, [only]) => !begins_sentence || within.contains(only.word),
        _ => true,
    };
    is_name.then_some(first.span.start..last.span.end)
}

/// Whether the capitals of a sentence say nothing: every letter is one or, in
/// English, every longer word begins with one.
fn says_nothing(tokens: &[Token], language: Language) -> bool {
    let is_upper = |token: &Token| !token.word.contains(char::is_lowercase);
    let is_long_lower =
        |token: &Token| token.word.chars().count() >= TITLE_WORD_LETTERS && !token.is_capitalised();
    let upper = tokens.iter().filter(|token| is_upper(token)).count();
    (tokens.len() > 1 && upper == tokens.len())
        || (language == Language::English
            && tokens.len() >= MIN_TITLE_WORDS
            && !tokens.iter().any(is_long_lower))
}

/// A word with a Latin letter; letters of other alphabets, digits with their
/// marks and hyphens may be in it. Initials are one, without the last point (`U.S.`) or, with spaces, with it (`J. K.`).
struct Token<'t> {
    word: &'t str,
    span: Range<usize>,
}

impl Token<'_> {
    fn is_capitalised(&self) -> bool {
        self.word.chars().next().is_some_and(char::is_uppercase)
            || (!self.is_quantity()
                && self.word.contains(char::is_uppercase)
                && self.word.contains(char::is_numeric))
    }

    /// Two or more letters, or letters and digits, all in upper case.
    fn is_acronym(&self) -> bool {
        !self.is_quantity()
            && self.word.chars().count() > 1
            && self.word.contains(char::is_uppercase)
            && !self.word.contains(char::is_lowercase)
    }

    fn is_function_word(&self) -> bool {
        let word = self.word.to_lowercase();
        FUNCTION_WORDS.binary_search(&word.as_str()).is_ok()
    }

    /// A day of the week, or a month that is nothing else.
    fn is_date(&self, language: Language) -> bool {
        language == Language::English && DATES.binary_search(&self.word).is_ok()
    }

    /// Digits with a unit, such as `10km`.
    fn is_quantity(&self) -> bool {
        let unit = self.letters_behind_digits();
        unit.is_some_and(|unit| is_unit(unit) || !unit.contains(char::is_uppercase))
    }

    /// Where the unit stands that looks like a name, of digits with one.
    fn named_unit(&self) -> Option<Range<usize>> {
        let unit = self.letters_behind_digits()?;
        let start = self.span.end - unit.len();
        (is_unit(unit) && is_named(unit)).then_some(start..self.span.end)
    }

    fn letters_behind_digits(&self) -> Option<&str> {
        let is_of_number = |c: char| c.is_numeric() || matches!(c, '.' | ',');
        let letters = self.word.trim_start_matches(is_of_number);
        (letters.len() < self.word.len()).then_some(letters)
    }
}

fn tokens(text: &str, span: Range<usize>) -> Vec<Token<'_>> {
    let offset = span.start;
    let content = text.get(span).unwrap_or_default();
    let mut tokens = Vec::new();
    let mut start: Option<usize> = None;
    let mut push = |range: Range<usize>| {
        let word = content.get(range.clone()).unwrap_or_default();
        let trimmed = word.trim_end_matches('-');
        if trimmed.contains(is_latin) {
            let start = offset + range.start;
            tokens.push(Token {
                word: trimmed,
                span: start..start + trimmed.len(),
            });
        }
    };
    let mut before = '\0';
    let mut chars = content.char_indices().peekable();
    while let Some((position, c)) = chars.next() {
        if start.is_none()
            && c.is_uppercase()
            && let Some((_, last)) = initials_at(content, position, Language::English)
        {
            let has_spaces = content
                .get(position..last)
                .unwrap_or_default()
                .contains(' ');
            let end = last + usize::from(has_spaces);
            push(position..end);
            while let Some((_, last)) = chars.next_if(|&(at, _)| at < end) {
                before = last;
            }
            continue;
        }
        let after = chars.peek().map_or('\0', |&(_, c)| c);
        let belongs = is_word(c)
            || (c == '-' && start.is_some())
            || (matches!(c, '.' | ',') && before.is_ascii_digit() && after.is_ascii_digit());
        if belongs {
            start.get_or_insert(position);
        } else if let Some(start) = start.take() {
            push(start..position);
        }
        before = c;
    }
    if let Some(start) = start {
        push(start..content.len());
    }
    tokens
}

/// Whether `c` is a part of words that can hold Latin letters.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || digit(c).is_some()
        || (c.is_alphabetic() && !matches!(c.script(), Script::Han | Script::Arabic))
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic() && c.script() == Script::Latin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_are_sorted() {
        assert!(FUNCTION_WORDS.is_sorted() && DATES.is_sorted());
    }
}
