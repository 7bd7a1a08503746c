//! HTML as Markdown says it: headings with `#`, items with `-`, cells with `|`.
//!
//! Scripts, styles, navigation and comments give none. What looks like a tag and is none stays.
//! Linear time.

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
pub(super) fn is_html(text: &str) -> bool {
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
pub(super) fn without_tags(text: &str) -> String {
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
