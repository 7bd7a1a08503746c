//! Where sentences end.
//!
//! One pass over the text. At a run of end marks the scanner takes in the
//! closing quotes and brackets, then decides by the character before the run,
//! the word before a full stop and the word after the gap. What it looks at
//! lies before the next mark or is limited in length, so the pass is linear.

mod lines;

use unicode_script::{Script, UnicodeScript};

use super::abbreviations::{Abbreviation, abbreviation, begins_sentences};
use super::marks::{Mark, closes, is_line_break, mark, opens, separates_clauses};
use crate::text::Language;
use lines::{MAX_WRAPPED_LINE, is_wrapped};

/// The longest word, in characters, that is compared with a list.
const MAX_WORD_LENGTH: usize = 16;

/// German numbers of up to this many digits before a full stop are ordinals;
/// longer ones are years and counts.
const MAX_ORDINAL_DIGITS: usize = 3;

/// Text with fewer upper-case letters than one to this many lower-case ones is
/// not cased: sentences begin in lower case. Prose has one to fifteen or fifty.
const MAX_LOWER_PER_UPPER: usize = 200;

/// The most characters of the rest of a title, and of a clause that tells who speaks.
const MAX_TITLE: usize = 40;
const MAX_SPEAKER: usize = 14;
/// What Chinese clauses end in that tell who speaks.
const SPOKEN: &[&str] = &[
    "说", "說", "道", "问", "問", "答", "称", "稱", "喊", "表示", "指出", "强调", "強調", "补充",
    "解释", "介绍", "写道",
];

/// The most digits of a note reference such as `[12]` after a sentence.
const MAX_NOTE_DIGITS: usize = 3;

/// The byte positions after which a new sentence begins, ascending. A position
/// may be followed by whitespace, and the end of the text may be among them.
pub(super) fn boundaries(text: &str, language: Language) -> Vec<usize> {
    let lines_are_paragraphs = match language {
        Language::Chinese | Language::Persian => !is_wrapped(text, language),
        Language::English | Language::German => text
            .split(is_line_break)
            .any(|line| line.chars().nth(MAX_WRAPPED_LINE).is_some()),
    };
    let mut scanner = Scanner {
        text,
        language,
        lines_are_paragraphs,
        is_cased: is_cased(text),
        cuts: Vec::new(),
        sentence_start: None,
        bracket: None,
        title: None,
        quote_open: false,
    };
    scanner.scan();
    scanner.cuts
}

struct Scanner<'t> {
    text: &'t str,
    language: Language,
    lines_are_paragraphs: bool,
    /// Whether sentences begin in upper case, where the script has one.
    is_cased: bool,
    cuts: Vec<usize>,
    /// Where the first character of the current sentence is, once it is read.
    sentence_start: Option<usize>,
    /// Where the last bracket of the current sentence opens.
    bracket: Option<usize>,
    /// Where a title (`《`) opens that is not closed yet.
    title: Option<usize>,
    /// Whether a straight double quote is open in this paragraph.
    quote_open: bool,
}

/// A run of end marks.
struct Run {
    start: usize,
    end: usize,
    dots: usize,
    ellipses: usize,
    exclamations: usize,
    full: usize,
}

impl<'t> Scanner<'t> {
    fn scan(&mut self) {
        let mut position = 0;
        while let Some(c) = self.char_at(position) {
            if !c.is_whitespace() {
                self.sentence_start.get_or_insert(position);
            }
            position = if is_line_break(c) {
                self.line_breaks(position)
            } else if mark(c, self.language).is_some() {
                self.end_marks(position)
            } else {
                self.note_quote(c);
                match c {
                    '(' | '[' => self.bracket = Some(position),
                    '《' => self.title = Some(position),
                    '》' => self.title = None,
                    _ => {}
                }
                position + c.len_utf8()
            };
        }
    }

    fn cut(&mut self, position: usize) {
        self.cuts.push(position);
        self.sentence_start = None;
        self.bracket = None;
        self.title = None;
    }

    /// Reads a run of end marks and what closes after it, cuts there if the
    /// sentence ends, and returns the end of what was read.
    fn end_marks(&mut self, start: usize) -> usize {
        let run = self.run(start);
        let mut end = run.end;
        while let Some(c) = self
            .char_at(end)
            .filter(|&c| closes(c, self.language, self.quote_open))
        {
            self.note_quote(c);
            end += c.len_utf8();
        }
        let closed = end > run.end;
        end = self.after_note_references(end);
        if self.ends_sentence(&run, closed, end) {
            self.cut(end);
        }
        end
    }

    fn run(&self, start: usize) -> Run {
        let mut run = Run {
            start,
            end: start,
            dots: 0,
            ellipses: 0,
            exclamations: 0,
            full: 0,
        };
        for c in self.chars_from(start) {
            match mark(c, self.language) {
                Some(Mark::Dot) => run.dots += 1,
                Some(Mark::Ellipsis) => run.ellipses += 1,
                Some(Mark::Exclamation) => run.exclamations += 1,
                Some(Mark::Full) => run.full += 1,
                None => break,
            }
            run.end += c.len_utf8();
        }
        // An ellipsis with blanks between its points.
        if run.dots == 1 && run.end == start + 1 {
            let rest = self.text.get(run.end..).unwrap_or_default();
            let more = rest
                .as_bytes()
                .chunks_exact(2)
                .take_while(|two| two == b" .")
                .count();
            if more > 1 {
                run.dots += more;
                run.end += 2 * more;
            }
        }
        run
    }

    /// The end of the note references (`[12]`) that begin at `position`.
    fn after_note_references(&self, mut position: usize) -> usize {
        while let Some(note) = self
            .text
            .get(position..)
            .and_then(|rest| rest.strip_prefix('['))
        {
            let digits = note.bytes().take_while(u8::is_ascii_digit).count();
            let closed = note.as_bytes().get(digits) == Some(&b']');
            if !(1..=MAX_NOTE_DIGITS).contains(&digits) || !closed {
                break;
            }
            position += digits + 2;
        }
        position
    }

    fn ends_sentence(&self, run: &Run, closed: bool, end: usize) -> bool {
        let Some(after) = self.char_at(end) else {
            return true;
        };
        if separates_clauses(after) {
            return false;
        }
        if self.is_within_title(end) || closed && self.is_spoken(end) {
            return false;
        }
        // The Chinese ellipsis is two characters wide and ends a sentence.
        if run.full > 0 || (self.language == Language::Chinese && run.ellipses > 1) {
            return true;
        }
        if after.is_whitespace() {
            self.ends_before_gap(run, end)
        } else {
            self.ends_without_gap(run, closed, after)
        }
    }

    /// Whether a title is open that closes soon: `《回家吧！孩子》`.
    fn is_within_title(&self, end: usize) -> bool {
        self.title.is_some()
            && self
                .chars_from(end)
                .take(MAX_TITLE)
                .take_while(|&c| !is_line_break(c) && c != '《')
                .any(|c| c == '》')
    }

    /// Whether behind a Chinese quotation that ends at `end` its speaker is told: `“…。”他说。`
    fn is_spoken(&self, end: usize) -> bool {
        if self.language != Language::Chinese {
            return false;
        }
        let is_end = |c: char| {
            separates_clauses(c) || mark(c, Language::Chinese).is_some() || is_line_break(c)
        };
        let clause: String = self
            .chars_from(end)
            .take(MAX_SPEAKER)
            .take_while(|&c| !is_end(c))
            .collect();
        let is_whole = clause.chars().count() < MAX_SPEAKER;
        is_whole && SPOKEN.iter().any(|verb| clause.ends_with(verb))
    }

    /// Decides where text goes on right after the marks: `3.14`, `U.S`, `a.txt`,
    /// but also sentences without a space between them.
    fn ends_without_gap(&self, run: &Run, closed: bool, after: char) -> bool {
        let before = self
            .text
            .get(..run.start)
            .and_then(|s| s.chars().next_back());
        if run.exclamations > 0 {
            // Not in an address (`?q=1`), nor a remark in Latin script.
            let spaced = matches!(self.language, Language::English | Language::German);
            return if spaced {
                closed && after.is_uppercase()
            } else {
                !after.is_ascii() && before.is_some_and(|c| !c.is_ascii())
            };
        }
        if run.dots == 1 && is_unspaced_letter(after) {
            let word = self.word_before(run.start).unwrap_or_default();
            let number = before.is_some_and(char::is_numeric);
            // Persian letters with a point behind each are initials.
            let is_initials = word.split('.').all(|part| part.chars().nth(2).is_none())
                && (word.contains('.') || word.chars().nth(1).is_none());
            return !number && (after.script() == Script::Han || !is_initials);
        }
        after.is_uppercase() && (closed || (run.dots == 1 && self.lacks_space(run)))
    }

    /// Whether a full stop between two words ends a sentence all the same: a
    /// lower-case word stands before it and one that begins sentences after it.
    fn lacks_space(&self, run: &Run) -> bool {
        let word = self.word_before(run.start).unwrap_or_default();
        word.chars().nth(1).is_some()
            && word.chars().all(char::is_lowercase)
            && begins_sentences(self.word_after(run.end), self.language)
    }

    /// Decides where whitespace follows the marks.
    fn ends_before_gap(&self, run: &Run, end: usize) -> bool {
        if self.is_remark(run.end) {
            return false;
        }
        let next = self
            .text
            .get(end..)
            .unwrap_or_default()
            .trim_start_matches(|c: char| c.is_whitespace() || opens(c));
        let mut letters = next.chars();
        let Some(first) = letters.next() else {
            return true;
        };
        // Names such as iPhone begin a sentence in lower case.
        if self.is_cased && first.is_lowercase() && !letters.next().is_some_and(char::is_uppercase)
        {
            return false;
        }
        if run.exclamations > 0 || run.ellipses > 0 || run.dots > 1 {
            return true;
        }
        !self.is_abbreviated(run.start, next)
    }

    /// Whether the marks that end at `end` stand in brackets within the
    /// sentence, as in `he left (really!) on Monday`.
    fn is_remark(&self, end: usize) -> bool {
        matches!(self.char_at(end), Some(')' | ']'))
            && self.bracket.is_some()
            && self.bracket != self.sentence_start
    }

    /// Whether the full stop at `dot`, with `next` after the gap, abbreviates
    /// the word before it or makes it an ordinal.
    fn is_abbreviated(&self, dot: usize, next: &str) -> bool {
        let Some(word) = self.word_before(dot).filter(|word| !word.is_empty()) else {
            return false;
        };
        let german = self.language == Language::German;
        let before_number = next.starts_with(char::is_numeric);
        let next_word = self.word_after(self.text.len() - next.len());
        let starts_anew = begins_sentences(next_word, self.language);
        let length = word.chars().count();

        if word.chars().all(char::is_numeric) {
            let start = dot - word.len();
            let list_number = self.sentence_start == Some(start) && length <= MAX_ORDINAL_DIGITS;
            return list_number || (german && length <= MAX_ORDINAL_DIGITS && !starts_anew);
        }
        // A day and month: 7.10.
        let is_day =
            |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if german && word.split('.').count() == 2 && word.split('.').all(is_day) {
            return !starts_anew;
        }
        // The letter of a list: a. Open the valve
        if length == 1
            && self.sentence_start == Some(dot - word.len())
            && word.starts_with(char::is_lowercase)
        {
            return true;
        }
        if german && word.chars().all(|c| "IVXL".contains(c)) {
            return !starts_anew;
        }
        match abbreviation(word, self.language) {
            Some(Abbreviation::NeverFinal) => return true,
            Some(Abbreviation::MaybeFinal) => return !starts_anew,
            Some(Abbreviation::BeforeNumber) => return before_number,
            None => {}
        }
        if length == 1 && word.chars().all(char::is_alphabetic) {
            if is_unspaced_letter(word.chars().next().unwrap_or_default()) {
                // A Persian initial; one Chinese character is a word.
                return self.language == Language::Persian;
            }
            let chain = self.text.get(..dot - word.len()).is_some_and(|s| {
                s.strip_suffix([' ', '\u{A0}', '\u{202F}'])
                    .unwrap_or(s)
                    .ends_with('.')
            });
            return chain || !starts_anew;
        }
        // Letter by letter: U.S., Ph.D., z.B., ق.م.
        let lettered = word.contains('.')
            && word.split('.').all(|part| {
                (1..=2).contains(&part.chars().count()) && !part.contains(char::is_numeric)
            });
        lettered && (german || self.language == Language::Persian || !starts_anew)
    }

    /// The word that ends at `end`, back to whitespace, an opening mark or a
    /// hyphen. `None` if it is too long for any list.
    fn word_before(&self, end: usize) -> Option<&'t str> {
        let text = self.text.get(..end)?;
        let mut start = end;
        for (length, (position, c)) in text.char_indices().rev().enumerate() {
            if !(c.is_alphanumeric() || c == '.') {
                break;
            }
            if length == MAX_WORD_LENGTH {
                return None;
            }
            start = position;
        }
        text.get(start..)
    }

    /// The word that begins at `start`, cut off where it is too long for any
    /// list.
    fn word_after(&self, start: usize) -> &'t str {
        let length: usize = self
            .chars_from(start)
            .take(MAX_WORD_LENGTH)
            .take_while(|c| c.is_alphanumeric())
            .map(char::len_utf8)
            .sum();
        self.text.get(start..start + length).unwrap_or_default()
    }

    fn note_quote(&mut self, c: char) {
        if matches!(c, '"' | '＂') {
            self.quote_open = !self.quote_open;
        }
    }

    fn char_at(&self, position: usize) -> Option<char> {
        self.chars_from(position).next()
    }

    fn chars_from(&self, position: usize) -> std::str::Chars<'t> {
        self.text.get(position..).unwrap_or_default().chars()
    }
}

fn is_cased(text: &str) -> bool {
    let (mut upper, mut lower) = (0_usize, 0_usize);
    for c in text.chars() {
        upper += usize::from(c.is_uppercase());
        lower += usize::from(c.is_lowercase());
    }
    upper * MAX_LOWER_PER_UPPER >= lower
}

/// Whether `c` is a letter of a script that may leave no space between
/// sentences.
fn is_unspaced_letter(c: char) -> bool {
    c.is_alphabetic() && matches!(c.script(), Script::Han | Script::Arabic)
}
