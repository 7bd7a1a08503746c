//! What line breaks say: paragraphs, items of lists, headings, and lines that are only wrapped.

use super::Scanner;
use crate::text::Language;
use crate::text::sentences::marks::{Mark, closes, is_line_break, mark};

/// Text with a longer line, in characters, is not wrapped to lines: each of its
/// lines is a paragraph.
pub(super) const MAX_WRAPPED_LINE: usize = 120;

/// The most characters of a heading.
const MAX_HEADING: usize = 60;

impl Scanner<'_> {
    /// Reads the whitespace from a line break on and returns its end.
    pub(super) fn line_breaks(&mut self, start: usize) -> usize {
        let mut end = start;
        let mut lines = 0;
        let mut previous = '\0';
        for c in self.chars_from(start).take_while(|c| c.is_whitespace()) {
            end += c.len_utf8();
            match c {
                '\n' if previous == '\r' => {}
                // Paragraph separator and page break.
                '\u{2029}' | '\u{0C}' => lines += 2,
                _ => lines += usize::from(is_line_break(c)),
            }
            previous = c;
        }
        let is_cut = self.lines_are_paragraphs || lines > 1;
        if is_cut || self.is_list_item(start, end) || self.is_heading(start, end) {
            self.cut(start);
            self.quote_open = false;
        }
        end
    }

    /// Whether the line at `end`, behind the line break at `start`, begins with a bullet, a letter or
    /// a number of a list, and a blank.
    fn is_list_item(&self, start: usize, end: usize) -> bool {
        let mut chars = self.chars_from(end);
        let Some(first) = chars.next() else {
            return false;
        };
        let second = chars.next();
        if "-*+•·–".contains(first) {
            return second.is_some_and(char::is_whitespace);
        }
        let item = self.word_after(end);
        let mut behind = self.chars_from(end + item.len());
        let (mark, blank) = (behind.next(), behind.next());
        if !blank.is_some_and(char::is_whitespace) {
            return false;
        }
        let is_letter = item.chars().count() == 1 && item.starts_with(char::is_lowercase);
        let is_number =
            (1..=2).contains(&item.chars().count()) && item.chars().all(char::is_numeric);
        let before = self.text.get(..start).unwrap_or_default().trim_end();
        match mark {
            Some(')') => is_letter || is_number || item.chars().count() == 1,
            // A wrapped line may begin with an ordinal, or an initial.
            Some('.') => is_letter || is_number && before.ends_with([':', '.', '!', '?']),
            _ => false,
        }
    }

    /// Whether the line that ends at `start` is a heading of the one at `end`: it begins a paragraph,
    /// is much shorter, has no mark at its end, and both begin in upper case.
    fn is_heading(&self, start: usize, end: usize) -> bool {
        let before = self.text.get(..start).unwrap_or_default();
        let line = before
            .rsplit(is_line_break)
            .next()
            .unwrap_or_default()
            .trim();
        let begins = match self.sentence_start {
            Some(first) => first + line.len() >= before.trim_end().len(),
            None => true,
        };
        let length = line.chars().count();
        if !begins || length == 0 || length > MAX_HEADING || !line.ends_with(char::is_alphanumeric)
        {
            return false;
        }
        let next = self.text.get(end..).unwrap_or_default();
        let next: usize = next
            .chars()
            .take_while(|&c| !is_line_break(c))
            .take(MAX_WRAPPED_LINE)
            .count();
        let is_upper = |text: &str| text.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
        let next_begins = is_upper(self.text.get(end..).unwrap_or_default());
        is_upper(line) && next_begins && length * 5 <= next * 4
    }
}

/// Whether a Chinese or Persian text is wrapped to lines: three lines or more, most of which end
/// within a sentence and are of one length, while sentences end within lines.
pub(super) fn is_wrapped(text: &str, language: Language) -> bool {
    let lines: Vec<&str> = text
        .split(is_line_break)
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let Some((_, full)) = lines.split_last() else {
        return false;
    };
    let ends = |line: &str| {
        let line = line.trim_end_matches(|c| closes(c, language, true));
        line.ends_with(|c| mark(c, language).is_some())
    };
    let has_end_within = |line: &&str| {
        let mut chars = line
            .trim_end_matches(|c| mark(c, language).is_some() || closes(c, language, true))
            .chars();
        chars.any(|c| {
            matches!(mark(c, language), Some(Mark::Full))
                || c == '.' && language == Language::Persian
        })
    };
    let lengths = || full.iter().map(|line| line.chars().count());
    let longest = lengths().max().unwrap_or(0);
    // A shorter line ends a paragraph.
    let is_torn = |line: &&&str| line.chars().count() * 10 < longest * 7 && !ends(line);
    full.len() > 1
        && longest <= MAX_WRAPPED_LINE
        && full.iter().filter(is_torn).count() * 5 <= full.len()
        && full.iter().filter(|line| ends(line)).count() * 3 <= full.len()
        && lines.iter().any(has_end_within)
}
