//! Markdown and HTML read as the lines of text that they show.
//!
//! Emphasis, links, tags and character references give their text; scripts, styles and fenced code
//! give none. What looks like markup and is none, such as `2 * 3` or `a < b`, stays. Linear time.

/// What markup says of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// Nothing.
    Plain,
    /// It is a heading.
    Heading,
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
            lines.push(read(trimmed));
        }
    }
    // A fence that nobody closes is none.
    if fenced && lines.iter().all(|(line, _)| line.is_empty()) {
        return shown.lines().map(|line| read(line.trim())).collect();
    }
    lines
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

/// The most bytes of a tag.
const LONGEST_TAG: usize = 2000;

/// The elements that begin a line of their own.
const BLOCKS: &[&str] = &[
    "p",
    "div",
    "br",
    "ul",
    "ol",
    "table",
    "tr",
    "section",
    "article",
    "header",
    "main",
    "hr",
    "body",
    "html",
    "blockquote",
    "figure",
    "figcaption",
    "dl",
    "dt",
    "dd",
    "pre",
    "address",
];
/// The elements within a line.
const INLINE: &[&str] = &[
    "a", "b", "i", "em", "strong", "span", "u", "s", "small", "sub", "sup", "code", "font", "mark",
    "abbr", "cite", "q", "time", "img", "label", "tbody", "thead", "meta", "link", "input",
    "button", "form", "th", "td", "li", "h1", "h2", "h3", "h4", "h5", "h6", "del", "ins", "center",
];
/// The elements whose text nobody reads.
const HIDDEN: &[&str] = &[
    "script", "style", "noscript", "nav", "footer", "svg", "template", "head", "iframe", "select",
];

fn is_known(name: &str) -> bool {
    [BLOCKS, INLINE, HIDDEN]
        .iter()
        .any(|names| names.contains(&name))
}

/// Whether a text holds an element that is closed, or a doctype.
fn is_html(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = rest.get(at + 2..).unwrap_or_default();
        if is_known(&name(rest)) {
            return true;
        }
    }
    text.trim_start()
        .get(..9)
        .is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"))
}

/// The name of the element that a tag begins with.
fn name(tag: &str) -> String {
    tag.chars()
        .take(12)
        .take_while(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// HTML as Markdown says it: headings with `#`, items with `-`, cells with `|`.
fn without_tags(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&', '\n', '\r']) {
        written.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        if rest.starts_with(['\n', '\r']) {
            // Lines of the source are not lines of the page.
            written.push(' ');
            rest = rest.get(1..).unwrap_or_default();
        } else if let Some(after) = rest.strip_prefix('&') {
            match reference(after) {
                Some((c, length)) => {
                    written.push(c);
                    rest = after.get(length..).unwrap_or_default();
                }
                None => {
                    written.push('&');
                    rest = after;
                }
            }
        } else {
            rest = tag(rest, &mut written);
        }
    }
    written.push_str(rest);
    written
}

/// Reads a tag at `<`; returns what follows it.
fn tag<'t>(rest: &'t str, written: &mut String) -> &'t str {
    let inside = rest.get(1..).unwrap_or_default();
    if let Some(comment) = inside.strip_prefix("!--") {
        return comment.split_once("-->").map_or("", |(_, after)| after);
    }
    let closing = inside.starts_with('/');
    let found = name(inside.trim_start_matches('/'));
    let is_tag = is_known(&found) || inside.starts_with('!');
    let end = inside
        .bytes()
        .take(LONGEST_TAG)
        .position(|byte| byte == b'>');
    let Some(after) = end.filter(|_| is_tag).and_then(|end| inside.get(end + 1..)) else {
        written.push('<');
        return inside;
    };
    match found.as_str() {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            written.push_str(if closing { "\n\n" } else { "\n\n# " });
        }
        "li" if !closing => written.push_str("\n- "),
        "td" | "th" if !closing => written.push_str(" | "),
        "br" | "tr" | "li" => written.push('\n'),
        "td" | "th" => {}
        hidden if HIDDEN.contains(&hidden) && !closing => return behind(hidden, after),
        block if BLOCKS.contains(&block) => written.push_str("\n\n"),
        _ => {}
    }
    after
}

/// What follows the end of a hidden element; nothing where it never ends.
fn behind<'t>(hidden: &str, inside: &'t str) -> &'t str {
    let mut rest = inside;
    while let Some(at) = rest.find("</") {
        rest = rest.get(at + 2..).unwrap_or_default();
        if name(rest) == hidden {
            return rest.split_once('>').map_or("", |(_, after)| after);
        }
    }
    ""
}

/// The character that a reference behind `&` stands for, and its length with the `;`.
fn reference(after: &str) -> Option<(char, usize)> {
    let end = after.char_indices().take(10).find(|(_, c)| *c == ';')?.0;
    let named = after.get(..end)?;
    let c = match named {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "zwnj" => '\u{200C}',
        "auml" => 'ä',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "szlig" => 'ß',
        "euro" => '€',
        "pound" => '£',
        _ => {
            let number = named.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|c| !c.is_control())?
        }
    };
    Some((c, end + 1))
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
        assert_eq!(lines("**Lift.** It stops.")[0].1, Hint::Plain);
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
