//! Boxes to words to lines, by single linkage on each page.
//!
//! The characters of a box between two spaces touch, so that they are one
//! cluster at any height; what is left to cluster are these pieces, into words
//! (`(` and `SPD` of two fonts), and the boxes into lines, to which the words
//! belong whose boxes they are. A box that holds a space alone bridges its gap.
//! A box is reduced to its middle line, because neighbouring lines overlap in
//! height, and an offset in height counts double: lines are long and thin.
//!
//! Distances are in ems. O(n log² n) in the pieces of a page.

use std::collections::HashMap;

use super::linkage::{Extent, Merge, cut, single_linkage};
use super::page::{Page, visible};
use crate::order;

/// How much more an offset in height parts two pieces than one to the side.
const VERTICAL: f64 = 2.0;

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its words, separated by single spaces.
    pub text: String,
    /// The index of its page.
    pub page: usize,
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The index of the font of most of its characters.
    pub font: usize,
    /// The index of its block.
    pub block: usize,
}

/// Text at a place: a piece, a word or a line.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub text: String,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    /// Visible characters by font.
    pub fonts: Vec<(usize, usize)>,
    /// The index of its first box on the page.
    pub source: usize,
}

impl Run {
    /// The font of most characters; of equally common ones the first.
    pub(super) fn font(&self) -> usize {
        self.fonts
            .iter()
            .rev()
            .max_by_key(|(_, characters)| *characters)
            .map_or(0, |(font, _)| *font)
    }
}

/// The place of a box for clustering.
fn extent(left: f64, right: f64, top: f64, bottom: f64, em: f64) -> Extent {
    let height = (top + bottom) / 2.0 * VERTICAL / em;
    Extent {
        low: [left / em, height, 0.0],
        high: [right / em, height, 0.0],
    }
}

/// The least width of a character, in heights of its box, where a text runs along the box.
const LEAST_WIDTH: f64 = 0.1;

/// The pieces between the spaces of a page's boxes. Characters of a box count
/// as equally wide. A text that is turned, or whose width is not known, is one piece: where
/// its words lie cannot be told.
pub(super) fn pieces(page: &Page) -> Vec<Run> {
    let mut found = vec![];
    for (index, source) in page.boxes.iter().enumerate() {
        let count = source.text.chars().count().max(1) as f64;
        if count > 1.0 && source.width < LEAST_WIDTH * count * source.height {
            let words: Vec<_> = source.text.split_whitespace().collect();
            if !words.is_empty() {
                found.push(Run {
                    text: words.join(" "),
                    left: source.left,
                    right: source.left + source.width,
                    top: source.top,
                    bottom: source.top + source.height,
                    fonts: vec![(source.font, visible(&source.text))],
                    source: index,
                });
            }
            continue;
        }
        let mut position = 0;
        for part in source.text.split_inclusive(char::is_whitespace) {
            let piece = part.trim_end();
            let start = position;
            position += part.chars().count();
            if piece.is_empty() {
                continue;
            }
            let characters = piece.chars().count();
            let at = |place: usize| source.left + source.width * place as f64 / count;
            found.push(Run {
                text: piece.to_owned(),
                left: at(start),
                right: at(start + characters),
                top: source.top,
                bottom: source.top + source.height,
                fonts: vec![(source.font, visible(piece))],
                source: index,
            });
        }
    }
    found
}

/// The merges of the pieces of one page into words.
pub(super) fn word_merges(pieces: &[Run], em: f64) -> Vec<Merge> {
    let extents: Vec<Extent> = pieces
        .iter()
        .map(|run| extent(run.left, run.right, run.top, run.bottom, em))
        .collect();
    single_linkage(&extents)
}

/// The merges of the boxes of one page into lines.
pub(super) fn line_merges(page: &Page, em: f64) -> Vec<Merge> {
    let extents: Vec<Extent> = page
        .boxes
        .iter()
        .map(|found| {
            let (right, bottom) = (found.left + found.width, found.top + found.height);
            extent(found.left, right, found.top, bottom, em)
        })
        .collect();
    single_linkage(&extents)
}

/// The words of one page.
pub(super) fn words(pieces: Vec<Run>, merges: &[Merge], height: f64) -> Vec<Run> {
    let clusters = cut(pieces.len(), merges, height);
    join(pieces, &clusters, "")
}

/// The lines of one page of `boxes` boxes.
pub(super) fn lines(words: Vec<Run>, boxes: usize, merges: &[Merge], height: f64) -> Vec<Run> {
    let clusters = cut(boxes, merges, height);
    let clusters: Vec<usize> = words.iter().map(|word| clusters[word.source]).collect();
    join(words, &clusters, " ")
}

/// The clusters of runs as longer runs, their texts joined from left to right
/// with `separator`.
fn join(runs: Vec<Run>, clusters: &[usize], separator: &str) -> Vec<Run> {
    let count = clusters.iter().max().map_or(0, |last| last + 1);
    let mut members: Vec<Vec<Run>> = vec![vec![]; count];
    for (run, &cluster) in runs.into_iter().zip(clusters) {
        members[cluster].push(run);
    }
    members
        .into_iter()
        .filter_map(|mut members| {
            // Stable: runs at one place keep the order of the source.
            order::by(&mut members, |a, b| a.left.total_cmp(&b.left));
            let mut members = members.into_iter();
            let mut whole = members.next()?;
            for run in members {
                whole.text.push_str(separator);
                whole.text.push_str(&run.text);
                whole.right = whole.right.max(run.right);
                whole.left = whole.left.min(run.left);
                whole.top = whole.top.min(run.top);
                whole.bottom = whole.bottom.max(run.bottom);
                whole.fonts.extend(run.fonts);
            }
            whole.fonts = counted(whole.fonts);
            Some(whole)
        })
        .collect()
}

/// Fonts with their characters added up, in the order of their first places.
pub(super) fn counted(mut fonts: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut places: HashMap<usize, usize> = HashMap::with_capacity(fonts.len().min(8));
    let mut kept = 0;
    for at in 0..fonts.len() {
        let (font, characters) = fonts[at];
        match places.get(&font) {
            Some(&place) => fonts[place].1 += characters,
            None => {
                places.insert(font, kept);
                fonts[kept] = (font, characters);
                kept += 1;
            }
        }
    }
    fonts.truncate(kept);
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::page::TextBox;

    fn page(boxes: &[(&str, f64, f64, usize)]) -> Page {
        Page {
            number: 1,
            width: 600.0,
            height: 800.0,
            boxes: boxes
                .iter()
                .map(|(text, left, top, font)| TextBox {
                    text: (*text).into(),
                    left: *left,
                    top: *top,
                    width: 5.0 * text.chars().count() as f64,
                    height: 10.0,
                    font: *font,
                })
                .collect(),
        }
    }

    fn found(boxes: &[(&str, f64, f64, usize)]) -> Vec<(String, usize)> {
        let page = page(boxes);
        let pieces = pieces(&page);
        let merges = word_merges(&pieces, 10.0);
        let words = words(pieces, &merges, 0.15);
        lines(words, page.boxes.len(), &line_merges(&page, 10.0), 0.6)
            .into_iter()
            .map(|run| (run.text.clone(), run.font()))
            .collect()
    }

    #[test]
    fn touching_pieces_are_words_and_words_are_lines() {
        let found = found(&[
            ("Ann Lee ", 10.0, 10.0, 1),
            ("(", 50.0, 10.5, 0),
            ("SPD):", 55.0, 10.0, 0),
            ("next  line", 10.0, 20.0, 0), // ends at 60
            ("    ", 60.0, 20.0, 0),
            ("wide", 80.0, 20.0, 0),
            ("other column", 110.0, 10.0, 0),
        ]);
        assert_eq!(
            found,
            [
                ("Ann Lee (SPD):".to_string(), 1),
                ("next line wide".to_string(), 0),
                ("other column".to_string(), 0)
            ]
        );
    }

    #[test]
    fn blank_boxes_hold_no_line() {
        assert!(found(&[("", 1.0, 1.0, 0), ("  \u{a0}", 1.0, 1.0, 0)]).is_empty());
    }
}
