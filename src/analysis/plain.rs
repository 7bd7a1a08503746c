//! A text without what is only writing, aligned with the text as it was written.
//!
//! Runs of blanks are one blank, line breaks are one or two, characters that only format fall away,
//! and full-width letters and digits have their ASCII forms. Of a summary in upper case, in lower
//! case or as a title, whose capitals say nothing, each word is written as its document writes it.
//! Texts that say the same so read the same, whoever typed them.
//!
//! Cost: linear in the text, and in the document where the capitals say nothing.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::Document;
use crate::lexicon::Lexicon;
use crate::text::normalize::for_words;
use crate::text::tokenize::words::is_han;
use crate::text::{Language, passes};

/// Letters of the words of a title that are capitalised, and its fewest words.
const TITLE_WORD: usize = 4;
const TITLE_WORDS: usize = 4;
/// English months that are other words, too.
const WORDS: &[&str] = &["may", "march"];

/// A text in its plain form.
pub(crate) struct Plain<'t> {
    pub(super) original: &'t str,
    pub(super) text: Cow<'t, str>,
    /// Places from which on the distance to the original is another: in this text, and in that.
    moves: Vec<(usize, usize)>,
}

impl<'t> Plain<'t> {
    /// The plain form of a text. Linear.
    pub(crate) fn of(original: &'t str, language: Language) -> Self {
        passes::count(passes::PLAIN, original);
        let mut writer = Writer::default();
        let mut chars = original.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            let mut end = start + c.len_utf8();
            if c.is_whitespace() {
                let (mut breaks, mut last) = (breaks(c, '\0'), c);
                while let Some((at, next)) = chars.next_if(|(_, next)| next.is_whitespace()) {
                    breaks += self::breaks(next, last);
                    (last, end) = (next, at + next.len_utf8());
                }
                let next = chars.peek().map(|&(_, next)| next);
                if next.is_none() {
                    // What ends with the text ends before them.
                    break;
                }
                let blank = match breaks {
                    _ if start == 0 => "",
                    0 if language == Language::Chinese && parts_script(writer.last(), next) => "",
                    0 => " ",
                    1 => "\n",
                    _ => "\n\n",
                };
                writer.write(blank, start..end, original);
                continue;
            }
            let is_format = c.general_category() == GeneralCategory::Format
                && !matches!(c, '\u{200C}' | '\u{200D}');
            match (is_format, narrow(c, language)) {
                (true, _) => writer.write("", start..end, original),
                (false, Some(narrow)) => {
                    writer.write(narrow.encode_utf8(&mut [0; 4]), start..end, original);
                }
                (false, None) => writer.write(&original[start..end], start..end, original),
            }
        }
        writer.finish(original)
    }

    /// The plain form of a summary, of which a line whose capitals say nothing has those of its
    /// document.
    pub(crate) fn of_summary(original: &'t str, document: &Document) -> Self {
        let plain = Self::of(original, document.language);
        let says_nothing = |line: &str| says_nothing(line, document.language);
        if !matches!(document.language, Language::English | Language::German)
            || !plain.text.split('\n').any(says_nothing)
        {
            return plain;
        }
        let forms = forms(document);
        let mut writer = Writer::default();
        let mut start = 0;
        for line in plain.text.split_inclusive('\n') {
            let restores = says_nothing(line.trim_end());
            for word in line.split_inclusive(|c: char| !c.is_alphanumeric()) {
                let letters = word.trim_end_matches(|c: char| !c.is_alphanumeric());
                let (end, next) = (start + letters.len(), start + word.len());
                let form = restores.then(|| restored(letters, document, &forms));
                writer.write(form.as_deref().unwrap_or(letters), start..end, &plain.text);
                writer.write(&plain.text[end..next], end..next, &plain.text);
                start = next;
            }
        }
        let cased = writer.finish(&plain.text);
        let (text, moves) = (cased.text.into_owned(), cased.moves);
        // Every place of either step is one of both.
        let mut all: Vec<usize> = moves.iter().map(|(here, _)| *here).collect();
        let of_first = plain.moves.iter().map(|&(here, _)| {
            let next = moves.partition_point(|&(_, there)| there <= here);
            next.checked_sub(1)
                .map_or(here, |at| moves[at].0 + here - moves[at].1)
        });
        all.extend(of_first);
        all.sort_unstable();
        all.dedup();
        let place = |at: usize| plain.place(place(&moves, at));
        Self {
            original,
            moves: all.into_iter().map(|at| (at, place(at))).collect(),
            text: Cow::Owned(text),
        }
    }

    /// Where in the original a place is.
    pub(super) fn place(&self, at: usize) -> usize {
        place(&self.moves, at).min(self.original.len())
    }
}

fn place(moves: &[(usize, usize)], at: usize) -> usize {
    let next = moves.partition_point(|(here, _)| *here <= at);
    match next.checked_sub(1).and_then(|last| moves.get(last)) {
        Some((here, there)) => there + (at - here),
        None => at,
    }
}

/// A text that is written with its moves.
#[derive(Default)]
struct Writer {
    text: String,
    moves: Vec<(usize, usize)>,
}

impl Writer {
    /// Writes what stands for some bytes of the original.
    fn write(&mut self, text: &str, of: Range<usize>, original: &str) {
        if text != &original[of.clone()] {
            self.moves.push((self.text.len(), of.start));
            self.moves.push((self.text.len() + text.len(), of.end));
        }
        self.text.push_str(text);
    }

    fn last(&self) -> Option<char> {
        self.text.chars().next_back()
    }

    fn finish(mut self, original: &str) -> Plain<'_> {
        // Of places that fall together the last one counts.
        self.moves.reverse();
        self.moves.dedup_by_key(|(here, _)| *here);
        self.moves.reverse();
        Plain {
            original,
            text: match self.text == original {
                true => Cow::Borrowed(original),
                false => Cow::Owned(self.text),
            },
            moves: self.moves,
        }
    }
}

/// How many lines end at a blank.
fn breaks(c: char, before: char) -> usize {
    match c {
        '\n' if before == '\r' => 0,
        '\n' | '\r' | '\u{B}' | '\u{85}' | '\u{2028}' => 1,
        '\u{C}' | '\u{2029}' => 2,
        _ => 0,
    }
}

/// Whether a blank parts a Chinese character from a letter or digit of another script.
fn parts_script(before: Option<char>, behind: Option<char>) -> bool {
    let (Some(before), Some(behind)) = (before, behind) else {
        return false;
    };
    is_han(before) != is_han(behind)
        && (is_han(before) || is_han(behind))
        && before.is_alphanumeric()
        && behind.is_alphanumeric()
}

/// The ASCII form of a full-width character; of Chinese marks, which are of that width, none.
fn narrow(c: char, language: Language) -> Option<char> {
    let of = |c: char| char::from_u32(u32::from(c) - 0xFF01 + 0x21);
    let narrow = ('！'..='～').contains(&c).then(|| of(c)).flatten()?;
    let is_written_so = language == Language::Chinese
        && !narrow.is_ascii_alphanumeric()
        && !matches!(narrow, '%' | '+');
    (!is_written_so).then_some(narrow)
}

/// Whether the letters of a line are all in one case or, in English, begin all longer words.
fn says_nothing(line: &str, language: Language) -> bool {
    let has = |is: fn(char) -> bool| line.chars().any(is);
    let words = || {
        line.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    let is_lower = |word: &str| word.starts_with(char::is_lowercase);
    let count = words().count();
    count > 1 && has(char::is_lowercase) != has(char::is_uppercase)
        || language == Language::English
            && count >= TITLE_WORDS
            && has(char::is_uppercase)
            && !words().any(|word| is_lower(word) && word.chars().count() >= TITLE_WORD)
}

/// How a document writes its words, by their lower case: as within a sentence, if it does.
fn forms<'d>(document: &'d Document) -> HashMap<&'d str, &'d str> {
    let mut forms: HashMap<&str, &str> = HashMap::new();
    let mut last = usize::MAX;
    for token in &document.tokens {
        let written = &document.text[token.span.clone()];
        if token.sentence != last {
            forms.entry(&token.norm).or_insert(written);
        } else {
            forms.insert(&token.norm, written);
        }
        last = token.sentence;
    }
    forms
}

fn restored(word: &str, document: &Document, forms: &HashMap<&str, &str>) -> String {
    let lower = for_words(word);
    if let Some(form) = forms.get(lower.as_str()) {
        return (*form).to_owned();
    }
    if is_capitalised(&lower, document.lexicon) {
        let mut letters = lower.chars();
        return letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect();
    }
    lower
}

/// Whether a word that a document lacks has a capital all the same.
fn is_capitalised(word: &str, lexicon: &Lexicon) -> bool {
    word == "uhr"
        || lexicon.weekday(word).is_some() && word.len() > 3
        || lexicon.month(word).is_some() && !WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, language: Language) -> String {
        Plain::of(text, language).text.into_owned()
    }

    #[test]
    fn what_is_only_writing_falls_away() {
        let text = " \tAna\u{a0}Roe  paid\u{ad} １２ euros. \r\n\r\n\u{feff}It\u{202f}rained.\n";
        assert_eq!(
            plain(text, Language::English),
            "Ana Roe paid 12 euros.\n\nIt rained."
        );
        assert_eq!(
            plain("共有 12 人，增长 ５％。", Language::Chinese),
            "共有12人，增长5%。"
        );
    }

    #[test]
    fn every_place_is_that_of_the_original() {
        let document = Document::new("Ana Roe paid 12 euros in Holm.", Language::English);
        for original in [
            "  ANA  ROE PAID １２ EUROS\u{ad} ",
            "Ana Roe paid 12 euros",
            "ana\t\troe\n\n\nPAID",
        ] {
            let plain = Plain::of_summary(original, &document);
            let words = plain
                .text
                .split_whitespace()
                .zip(original.split_whitespace());
            for (word, written) in words {
                let start = plain.text.find(word).unwrap();
                let place = plain.place(start)..plain.place(start + word.len());
                assert!(
                    original[place.clone()].starts_with(written.trim_end_matches('\u{ad}')),
                    "{original}: {word}"
                );
            }
        }
        let plain = Plain::of("It rained. \n", Language::English);
        assert_eq!(
            (&*plain.text, plain.place(plain.text.len())),
            ("It rained.", 10)
        );
        let plain = Plain::of_summary("ANA ROE PAID 12 EUROS IN NOVEMBER", &document);
        assert_eq!(plain.text, "Ana Roe paid 12 euros in November");
    }
}
