//! Markdown and HTML read as the lines of text that they show.
//!
//! Emphasis, links, tags and character references give their text; scripts, styles and fenced code
//! give none. What looks like markup and is none, such as `2 * 3` or `a < b`, stays. Linear time.

use std::collections::HashSet;

use super::html::{is_html, without_tags};

/// What markup says of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// Nothing.
    Plain,
    /// It is a heading.
    Heading,
    /// It is a heading that stands in the line of its text.
    RunIn,
    /// It repeats somebody's text.
    Quoted,
}

/// The lines of a text without its markup.
pub(super) fn lines(text: &str) -> Vec<(String, Hint)> {
    let shown = if is_html(text) {
        without_tags(text)
    } else {
        text.to_owned()
    };
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in shown.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{0C}']) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
            lines.push((String::new(), Hint::Plain));
        } else if !fenced {
            match run_in(trimmed) {
                Some((heading, rest)) => {
                    lines.push((inline(heading), Hint::RunIn));
                    lines.push(read(rest));
                }
                None => lines.push(read(trimmed)),
            }
        }
    }
    // A fence that nobody closes is none.
    if fenced && lines.iter().all(|(line, _)| line.is_empty()) {
        return shown.lines().map(|line| read(line.trim())).collect();
    }
    lines
}

/// The most bytes of a heading that stands in the line of its text.
const LONGEST_RUN_IN: usize = 120;

/// `**Who may come?** Anyone.`: the heading and the text behind it.
fn run_in(line: &str) -> Option<(&str, &str)> {
    let bare = line.trim_start_matches(|c: char| {
        "-–—+•0123456789.) ".contains(c) || c == '*' && line.starts_with("* ")
    });
    let mark = ["**", "__", "*", "_"]
        .into_iter()
        .find(|mark| bare.starts_with(mark))?;
    let inside = bare.get(mark.len()..)?;
    let end = inside.find(mark)?;
    let heading = inside.get(..end)?;
    let rest = inside.get(end + mark.len()..)?;
    let ends = heading.ends_with(['.', '?', '!', '。', '？', '！', '؟']);
    let fits = !heading.is_empty() && heading.len() <= LONGEST_RUN_IN && !heading.starts_with(' ');
    let text = rest.trim_start();
    let apart = rest.starts_with('\u{3000}')
        || ends && (rest.starts_with(' ') || rest.starts_with(|c: char| !c.is_ascii()));
    (fits && apart && text.contains(char::is_alphanumeric)).then_some((heading, text))
}

fn read(line: &str) -> (String, Hint) {
    let hashes = line.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=6).contains(&hashes)
        && let Some(heading) = line.get(hashes..).and_then(|rest| rest.strip_prefix(' '))
    {
        return (inline(heading.trim_end_matches('#').trim()), Hint::Heading);
    }
    if let Some(quoted) = line.strip_prefix('>') {
        let quoted = quoted.trim_start_matches(['>', ' ']);
        return (inline(quoted), Hint::Quoted);
    }
    let bold = line
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    let ends = |text: &str| text.ends_with(['.', '!', '?', '。', '！', '？', '؟', ':', '：']);
    match bold {
        Some(bold) if !bold.contains("**") && !bold.is_empty() && !ends(bold) => {
            (inline(bold), Hint::Heading)
        }
        _ => (inline(line), Hint::Plain),
    }
}

/// A line without emphasis, links and the marks of code.
fn inline(line: &str) -> String {
    if !line.contains(['*', '_', '`', '[', '~']) {
        return line.to_owned();
    }
    let chars: Vec<char> = line.chars().collect();
    // Of each kind of mark the places that can close it, so that the pass stays linear.
    let mut written = String::with_capacity(line.len());
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let run = match c {
            '*' | '_' | '~' | '`' => chars[at..].iter().take_while(|&&next| next == c).count(),
            _ => 1,
        };
        // Within code nothing is markup but its end.
        if let Some(&('`', opened)) = open.last()
            && (c != '`' || run != opened)
        {
            written.extend(&chars[at..at + run]);
            at += run;
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + run);
        let is_word = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
        let is_blank = |c: Option<&char>| c.is_none_or(|c| c.is_whitespace());
        match c {
            '*' | '_' | '~' if run <= 3 && (c != '~' || run == 2) => {
                let inside = c == '_' && is_word(before) && is_word(after);
                let is_open = open.last() == Some(&(c, run));
                if is_open && !is_blank(before) && !inside {
                    open.pop();
                } else if !is_blank(after) && !inside && closes_later(&chars, at + run, c, run) {
                    open.push((c, run));
                } else {
                    written.extend(&chars[at..at + run]);
                }
                at += run;
            }
            '`' if open.last() == Some(&('`', run)) => {
                open.pop();
                at += run;
            }
            '`' if closes_later(&chars, at + run, '`', run) => {
                open.push(('`', run));
                at += run;
            }
            '[' | '!' if c == '[' || after == Some(&'[') => match link(&chars, at) {
                Some((shown, end)) => {
                    written.push_str(&shown);
                    at = end;
                }
                None => {
                    written.push(c);
                    at += 1;
                }
            },
            _ => {
                written.extend(&chars[at..at + run]);
                at += run;
            }
        }
    }
    written
}

/// The first words of what a text sets as code: names, which keep their letters. Linear time.
pub(super) fn code_words(text: &str) -> HashSet<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let words = spans.filter(|span| span.len() <= FAR && !span.contains('\n'));
    words
        .filter_map(|span| span.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

/// The most characters between two marks of emphasis, or of a link.
const FAR: usize = 300;

fn closes_later(chars: &[char], from: usize, mark: char, run: usize) -> bool {
    let end = chars.len().min(from + FAR);
    let mut at = from;
    while at < end {
        let here = chars[at..].iter().take_while(|&&c| c == mark).count();
        if here == run && at > from {
            let before_blank = chars[at - 1].is_whitespace();
            let next = chars.get(at + run);
            let inside = mark == '_' && next.is_some_and(|c| c.is_alphanumeric());
            if !before_blank && !inside {
                return true;
            }
        }
        at += here.max(1);
    }
    false
}

/// What a link at `[` shows, nothing of a picture at `!`, and where it ends.
fn link(chars: &[char], at: usize) -> Option<(String, usize)> {
    let picture = chars.get(at) == Some(&'!');
    let from = at + 1 + usize::from(picture);
    let end = chars.len().min(from + FAR);
    let closed = (from..end).find(|&at| matches!(chars[at], ']' | '['))?;
    if chars[closed] != ']' || chars.get(closed + 1) != Some(&'(') {
        return None;
    }
    let after = chars.len().min(closed + FAR);
    let last = (closed + 2..after).find(|&at| chars[at] == ')')?;
    let shown = chars[from..closed].iter().collect::<String>();
    Some((
        if picture {
            String::new()
        } else {
            inline_words(&shown)
        },
        last + 1,
    ))
}

fn inline_words(shown: &str) -> String {
    shown.replace(['*', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let lines = lines(text).into_iter().map(|(line, _)| line);
        lines.filter(|line| !line.trim().is_empty()).collect()
    }

    #[test]
    fn markdown_is_read_as_its_text() {
        for (line, expected) in [
            ("The *new* line is **open**.", "The new line is open."),
            (
                "See [the plan](http://x.org/a) and ![map](m.png)now.",
                "See the plan and now.",
            ),
            (
                "Run `make all` in file_name_x.",
                "Run make all in file_name_x.",
            ),
            (
                "Call `__fold__(*items)` or `a[0](b)`.",
                "Call __fold__(*items) or a[0](b).",
            ),
            (
                "2 * 3 * 4 = 24, a_b and [draft]",
                "2 * 3 * 4 = 24, a_b and [draft]",
            ),
            (
                "Emil (* 1871; † 1948) lived.",
                "Emil (* 1871; † 1948) lived.",
            ),
            ("## Costs ##", "Costs"),
            ("> quoted", "quoted"),
            ("~~old~~ new ~5 km", "old new ~5 km"),
            ("* a point", "* a point"),
        ] {
            assert_eq!(shown(line), [expected], "{line}");
        }
        assert_eq!(shown("a\n```\nlet x = 1;\n```\nb"), ["a", "b"]);
        assert_eq!(lines("**Costs**")[0].1, Hint::Heading);
        let run_in = lines("1. **Lift.** It stops.");
        assert_eq!(run_in[0], ("Lift.".to_owned(), Hint::RunIn));
        assert_eq!(run_in[1], ("It stops.".to_owned(), Hint::Plain));
        assert_eq!(lines("**The lift** stopped. It is old.").len(), 1);
    }

    #[test]
    fn html_is_read_as_its_text() {
        let page = "<!DOCTYPE html><html><head><title>T</title><style>p{color:red}</style></head>\
                    <body><h1>Tram</h1><p>The tram &amp; the\nbus are <b>late</b>.</p>\
                    <ul><li>One</li><li>Two &lt; 3</li></ul><script>x()</script></body></html>";
        assert_eq!(
            shown(page),
            ["Tram", "The tram & the bus are late.", "- One", "- Two < 3"]
        );
        assert_eq!(shown("a < b and c > d"), ["a < b and c > d"]);
        assert_eq!(shown("if (a <b> c)"), ["if (a <b> c)"]);
    }

    #[test]
    fn hostile_markup_takes_linear_time() {
        for text in [
            "*a ".repeat(50_000),
            "[".repeat(100_000),
            "</p".repeat(50_000),
            "<script>".repeat(20_000),
            "&#".repeat(50_000),
            "`".repeat(100_001),
        ] {
            lines(&text);
        }
    }
}
