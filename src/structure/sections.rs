//! Lines to sections: each line that starts one opens it, and the lines up to
//! the next such line are its text.
//!
//! Running heads, page numbers and marks in the margin are left out of a
//! section's text: lines whose place and wording, numbers aside, recur on other
//! pages, and which are at the top or bottom of the pages or very short. A word
//! that a hyphen breaks at the end of a line is put together again. Linear in the
//! lines.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::line_classifier::ClassifiedLine;

/// On how many pages a line must recur to be furniture of the page.
const RECURS: usize = 3;

/// Furniture has at most this many characters that are not numbers.
const FURNITURE: usize = 120;

/// What is at the top or bottom: this share of the height that has text.
const BAND: f64 = 0.08;

/// Marks in the margin have at most this many characters that are not numbers.
const MARK: usize = 4;

/// Places that differ by less than this count as one, in units of the page.
const GRAIN: f64 = 6.0;

/// A hyphen that shows only where a line ends.
const SOFT_HYPHEN: char = '\u{AD}';

/// The hyphen of keyboards, and that of Unicode.
const HYPHENS: [char; 2] = ['-', '\u{2010}'];

/// A part of a document, such as a speech.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// The text of its first line; empty for what comes before the first start.
    pub heading: String,
    /// All its text, the heading included; lines of a paragraph are joined,
    /// blocks are separated by a line feed.
    pub text: String,
    /// The number of the page it starts on.
    pub page: usize,
    /// The index of its first line.
    pub first_line: usize,
    /// The number of its lines.
    pub lines: usize,
}

/// The sections of a document's lines; together they are all lines.
pub fn sections(lines: &[ClassifiedLine]) -> Vec<Section> {
    let furniture = furniture(lines);
    let mut starts: Vec<usize> = (0..lines.len())
        .filter(|&index| lines[index].starts)
        .collect();
    if !lines.is_empty() && starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| Section {
            heading: if lines[start].starts {
                lines[start].text.clone()
            } else {
                String::new()
            },
            text: text(lines, start..end, &furniture),
            page: lines[start].page,
            first_line: start,
            lines: end - start,
        })
        .collect()
}

fn text(
    lines: &[ClassifiedLine],
    range: std::ops::Range<usize>,
    furniture: &HashSet<usize>,
) -> String {
    let mut text = String::new();
    let mut before: Option<&ClassifiedLine> = None;
    for index in range.filter(|index| !furniture.contains(index)) {
        let line = &lines[index];
        if let Some(before) = before {
            let starts_small = line.text.starts_with(char::is_lowercase);
            if text.ends_with(SOFT_HYPHEN) || (starts_small && ends_in_hyphen(&text)) {
                text.pop();
            } else if before.block == line.block || starts_small {
                text.push(' ');
            } else {
                text.push('\n');
            }
        }
        // Within a line a soft hyphen is nothing.
        let (inner, last) = match line.text.strip_suffix(SOFT_HYPHEN) {
            Some(inner) => (inner, "\u{AD}"),
            None => (&*line.text, ""),
        };
        text.extend(inner.split(SOFT_HYPHEN));
        text.push_str(last);
        before = Some(line);
    }
    if text.ends_with(SOFT_HYPHEN) {
        text.pop();
    }
    text
}

/// Whether the text ends in a hyphen after a letter.
fn ends_in_hyphen(text: &str) -> bool {
    let mut back = text.chars().rev();
    back.next().is_some_and(|last| HYPHENS.contains(&last))
        && back.next().is_some_and(char::is_alphabetic)
}

/// The indices of lines whose place and wording recur.
fn furniture(lines: &[ClassifiedLine]) -> HashSet<usize> {
    let top = lines
        .iter()
        .map(|line| line.top)
        .fold(f64::INFINITY, f64::min);
    let bottoms = lines.iter().map(|line| line.top + line.height);
    let bottom = bottoms.fold(f64::NEG_INFINITY, f64::max);
    let band = (bottom - top) * BAND;
    let outer =
        |line: &ClassifiedLine| line.top < top + band || line.top + line.height > bottom - band;
    let mut places: HashMap<(i64, i64, String), Vec<usize>> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        let wording: String = line
            .text
            .chars()
            .filter(|c| !c.is_numeric() && !c.is_whitespace())
            .collect();
        let length = wording.chars().count();
        if !line.starts && (length <= MARK || length <= FURNITURE && outer(line)) {
            let place = |value: f64| (value / GRAIN).round() as i64;
            places
                .entry((place(line.left), place(line.top), wording))
                .or_default()
                .push(index);
        }
    }
    places
        .into_values()
        .filter(|found| {
            let pages: HashSet<usize> = found.iter().map(|&index| lines[index].page).collect();
            pages.len() >= RECURS
        })
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, page: usize, block: usize, starts: bool) -> ClassifiedLine {
        ClassifiedLine {
            text: text.into(),
            page,
            left: 10.0,
            top: if text.starts_with("Head") {
                0.0
            } else {
                100.0 * block as f64
            },
            width: 1.0,
            height: 1.0,
            block,
            kind: 0,
            column: 0,
            probability: f64::from(u8::from(starts)),
            starts,
        }
    }

    #[test]
    fn sections_are_all_lines_and_their_texts_are_clean() {
        let lines = [
            line("Head 1", 1, 0, false),
            line("Ann:", 1, 1, true),
            line("The har-", 1, 2, false),
            line("Head 2", 2, 3, false),
            line("bour is open.", 2, 4, false),
            line("North-", 2, 5, false),
            line("West", 2, 5, false),
            line("Bo:", 3, 7, true),
            line("Head 3", 3, 8, false),
        ];
        let found = sections(&lines);
        let texts: Vec<_> = found.iter().map(|section| section.text.as_str()).collect();
        assert_eq!(
            texts,
            ["", "Ann:\nThe harbour is open.\nNorth- West", "Bo:"]
        );
        let headings: Vec<_> = found
            .iter()
            .map(|section| section.heading.as_str())
            .collect();
        assert_eq!(headings, ["", "Ann:", "Bo:"]);
        assert_eq!(
            found.iter().map(|section| section.lines).sum::<usize>(),
            lines.len()
        );
        assert_eq!((found[2].first_line, found[2].page), (7, 3));
    }

    #[test]
    fn nothing_has_no_sections() {
        assert!(sections(&[]).is_empty());
    }

    #[test]
    fn hyphens_of_every_kind_are_put_together() {
        let lines = [
            line("Wir sprechen über Immo\u{AD}", 1, 0, true),
            line("bi\u{AD}lien und die Ver\u{2010}", 1, 0, false),
            line("waltung der Stadt.\u{AD}", 1, 0, false),
        ];
        let found = sections(&lines);
        assert_eq!(
            found[0].text,
            "Wir sprechen über Immobilien und die Verwaltung der Stadt."
        );
    }
}
