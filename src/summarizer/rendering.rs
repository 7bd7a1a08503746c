//! Writing chosen sentences down as plain text or Markdown.

use std::borrow::Cow;

use super::options::SummaryFormat;
use crate::text::Language;
use crate::text::tokenize::words::is_han;

/// Bullets that a sentence of a list brings along from its document.
const BULLETS: &str = "-*+•·–—";

/// A sentence as it stands in a summary: on one line, without the bullet of a
/// list, in the given format.
pub(super) fn render(sentence: &str, format: SummaryFormat) -> String {
    let sentence = unwrapped(sentence);
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let words = match words.split_first() {
        Some((first, rest)) if !rest.is_empty() && is_bullet(first) => rest,
        _ => &words,
    };
    let line = words.join(" ");
    match format {
        SummaryFormat::PlainText => line,
        SummaryFormat::Markdown => escape_markdown(&line),
    }
}

/// What stands before a sentence, in the given format, with the blank at its end.
pub(super) fn render_before(before: &str, format: SummaryFormat) -> String {
    match format {
        SummaryFormat::PlainText => before.to_owned(),
        SummaryFormat::Markdown => escape_markdown(before),
    }
}

/// A text without the line breaks that stand between Chinese characters.
fn unwrapped(text: &str) -> Cow<'_, str> {
    let is_joined = |c: char| is_han(c) || "，、；：“”《》（）".contains(c);
    if !text.contains('\n') || !text.contains(is_han) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let is_within = written.ends_with(is_joined) && line.starts_with(is_joined);
        if !written.is_empty() && !is_within {
            written.push(' ');
        }
        written.push_str(line);
    }
    Cow::Owned(written)
}

/// The beginning of a line that [`render`] gives, of which so far only `begun` is known:
/// what does not depend on the rest.
pub(super) fn render_beginning(begun: &str, format: SummaryFormat) -> String {
    let words: Vec<&str> = begun.split_whitespace().collect();
    let words = match words.split_first() {
        Some((first, rest)) if is_bullet(first) => rest,
        _ => &words,
    };
    // How a character is set can depend on the next one.
    let line = words.join(" ");
    let mut sure = line.chars();
    sure.next_back();
    match format {
        SummaryFormat::PlainText => sure.as_str().to_owned(),
        SummaryFormat::Markdown => escape_first(&line, sure.as_str().len()),
    }
}

/// What stands between two sentences of a paragraph. Chinese leaves no space
/// after a mark, unless both sides are ASCII.
pub(super) fn separator(previous: &str, next: &str, language: Language) -> &'static str {
    let (Some(last), Some(first)) = (previous.chars().next_back(), next.chars().next()) else {
        return "";
    };
    let ends_with_mark = !last.is_alphanumeric();
    let ascii = last.is_ascii() && first.is_ascii();
    if language == Language::Chinese && ends_with_mark && !ascii {
        ""
    } else {
        " "
    }
}

fn is_bullet(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|c| BULLETS.contains(c)) && chars.next().is_none()
}

/// `line` with backslashes before the characters that CommonMark or GitHub
/// would read as markup, so that it shows as it stands in the document.
///
/// Everywhere these are `` \ ` * [ ] < ~ `` and, where they can have a meaning,
/// `_` (not inside a word) and `&` (before a letter or `#`); at the beginning of
/// the line also `# > + - =` and the mark after a list number.
fn escape_markdown(line: &str) -> String {
    escape_first(line, line.len())
}

/// The first `count` bytes of `line`, escaped as those of the whole line are.
fn escape_first(line: &str, count: usize) -> String {
    let mut escaped = String::with_capacity(line.len());
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mut previous: Option<char> = None;
    let mut chars = line.char_indices().peekable();
    while let Some((position, c)) = chars.next() {
        if position >= count {
            break;
        }
        let next = chars.peek().map(|&(_, next)| next);
        let inside_word =
            previous.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
        let is_markup = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' => true,
            '_' => !inside_word,
            '&' => next.is_some_and(|next| next.is_ascii_alphabetic() || next == '#'),
            '#' | '>' | '+' | '-' | '=' => position == 0,
            '.' | ')' => digits > 0 && position == digits && next.is_none_or(|next| next == ' '),
            _ => false,
        };
        if is_markup {
            escaped.push('\\');
        }
        escaped.push(c);
        previous = Some(c);
    }
    escaped
}

/// A sentence that ends where a series of clauses is cut.
pub(super) fn closed(sentence: &str) -> String {
    if let Some(clause) = sentence.strip_suffix('；') {
        return format!("{clause}。");
    }
    if let Some(clause) = sentence.strip_suffix('؛') {
        return format!("{clause}.");
    }
    sentence.to_owned()
}

/// A sentence of a paragraph with a mark at its end, as points of lists have none.
pub(super) fn marked(sentence: &str, language: Language) -> String {
    let bare = sentence.trim_end_matches(['"', '”', '’', '»', ')', '）', '」', '』']);
    if !bare.ends_with(|c: char| c.is_alphanumeric() || "%％℃".contains(c)) {
        return sentence.to_owned();
    }
    let stop = if language == Language::Chinese {
        '。'
    } else {
        '.'
    };
    format!("{sentence}{stop}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_shows_the_text_as_it_stands() {
        for (text, expected) in [
            ("plain text, 3.5 % - yes", "plain text, 3.5 % - yes"),
            ("a * b_c _d_ [e](f)", r"a \* b_c \_d\_ \[e\](f)"),
            ("<b> && AT&T &lt;", r"\<b> && AT\&T \&lt;"),
            ("# one", r"\# one"),
            ("12. Mai", r"12\. Mai"),
            ("12.5 km", "12.5 km"),
            ("> -1", r"\> -1"),
            (r"C:\x", r"C:\\x"),
        ] {
            assert_eq!(render(text, SummaryFormat::Markdown), expected);
            assert_eq!(render(text, SummaryFormat::PlainText), text);
        }
    }

    #[test]
    fn a_beginning_is_that_of_the_whole_line() {
        for whole in [
            "12. Mai & AT&T _a_ b_c",
            "- Two lines",
            "# 1 &lt;x",
            "-",
            "1.5",
        ] {
            for format in [SummaryFormat::PlainText, SummaryFormat::Markdown] {
                let rendered = render(whole, format);
                let mut before = String::new();
                for (end, _) in whole.char_indices() {
                    let beginning = render_beginning(&whole[..end], format);
                    assert!(
                        rendered.starts_with(&beginning),
                        "{beginning} of {rendered}"
                    );
                    assert!(beginning.starts_with(&before), "{beginning} after {before}");
                    before = beginning;
                }
            }
        }
    }

    #[test]
    fn a_sentence_is_one_line_without_its_bullet() {
        assert_eq!(
            render("- Two\n  lines.", SummaryFormat::PlainText),
            "Two lines."
        );
        assert_eq!(render("-", SummaryFormat::PlainText), "-");
    }
}
