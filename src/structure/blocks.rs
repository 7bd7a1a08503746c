//! Lines to blocks, with their types, columns and order of reading.
//!
//! A page's lines are clustered by single linkage. A line is reduced to its
//! middle line; the third coordinate is its font (size and boldness), so that a
//! heading set in bold does not merge with the paragraph below it. The cut is
//! chosen from the heights of the document's own merges; see [`cut`](super::cut).

use serde::{Deserialize, Serialize};

use super::cut::{commonest, emptiest};
use super::kinds::{Traits, classify, cluster};
use super::kmeans::Point;
use super::lines::{self, Line, Run, counted};
use super::linkage::{Extent, Merge, cut, single_linkage};
use super::order::{Rectangle, reading_order};
use super::page::PageLayout;
use crate::error::{Error, ErrorKind, Result};
use crate::order;

/// How much more a gap to the side parts two lines than one in height: lines of
/// a block lie over one another, and columns may stand an em apart.
const SIDEWAYS: f64 = 2.5;
/// What boldness adds to the third coordinate, in ems.
const BOLD: f64 = 1.3;
/// What a font that is larger by the body's size adds to it.
const SIZE: f64 = 3.9;

/// The ranges in which cuts lie, in ems; that of blocks in distances of
/// neighbouring lines.
const WORDS: (f64, f64) = (0.1, 0.3);
const LINES: (f64, f64) = (0.42, 0.82);
const BLOCKS: (f64, f64) = (1.12, 1.45);
/// Neighbouring lines are this far apart, in ems; where no lines are, the
/// second is taken.
const PITCH: (f64, f64, f64) = (0.7, 1.2, 3.0);

/// What [`PageLayout::blocks`] is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BlockOptions {
    /// How many types of blocks there are, 1 to 100.
    pub kinds: usize,
    /// The seed of k-means.
    pub seed: u64,
    /// The heights to cut at; by default chosen from the document.
    pub cuts: Option<Cuts>,
}

impl Default for BlockOptions {
    fn default() -> Self {
        Self {
            kinds: 10,
            seed: 1,
            cuts: None,
        }
    }
}

/// The heights at which the three dendrograms are cut, in ems.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cuts {
    /// Pieces to words.
    pub words: f64,
    /// Words to lines.
    pub lines: f64,
    /// Lines to blocks.
    pub blocks: f64,
}

/// A block of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
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
    /// Its type, from 0.
    pub kind: usize,
    /// The number of its column on the page, from 0.
    pub column: usize,
    /// The index of its first line; its lines follow one another.
    pub first_line: usize,
    /// The number of its lines.
    pub lines: usize,
    /// What its type depends on.
    pub traits: Traits,
}

/// The lines and blocks of a document, both in the order of reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    /// The lines.
    pub lines: Vec<Line>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The heights that were cut at.
    pub cuts: Cuts,
    /// The unit of the cuts, in units of the pages.
    pub em: f64,
}

impl PageLayout {
    /// The words, lines and blocks of the document, their types by k-means.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if an option is out of its range.
    pub fn blocks(&self, options: &BlockOptions) -> Result<Blocks> {
        if !(1..=100).contains(&options.kinds) {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("kinds is {}; allowed are 1 to 100", options.kinds),
            ));
        }
        if let Some(cuts) = options.cuts {
            for (name, height) in [
                ("words", cuts.words),
                ("lines", cuts.lines),
                ("blocks", cuts.blocks),
            ] {
                if !(0.0..=1000.0).contains(&height) {
                    return Err(Error::new(
                        ErrorKind::InvalidArgument,
                        format!("cuts.{name} is {height}; allowed are 0 to 1000 ems"),
                    ));
                }
            }
        }
        let mut found = self.untyped(options.cuts);
        let traits: Vec<Traits> = found.blocks.iter().map(|block| block.traits).collect();
        let kinds = cluster(&traits, options.kinds, options.seed);
        found.set_kinds(&kinds);
        Ok(found)
    }

    /// The same with the types that a model's centres give.
    pub(super) fn blocks_by(&self, centres: &[Point]) -> Blocks {
        let mut found = self.untyped(None);
        let traits: Vec<Traits> = found.blocks.iter().map(|block| block.traits).collect();
        found.set_kinds(&classify(&traits, centres));
        found
    }

    fn untyped(&self, cuts: Option<Cuts>) -> Blocks {
        let em = self.em();
        let pieces: Vec<_> = self.pages().iter().map(lines::pieces).collect();
        let trees: Vec<_> = pieces
            .iter()
            .map(|pieces| lines::word_merges(pieces, em))
            .collect();
        let word_cut = cuts.map_or_else(|| emptiest(&heights(&trees), WORDS), |cuts| cuts.words);
        let words: Vec<_> = pieces
            .into_iter()
            .zip(&trees)
            .map(|(pieces, merges)| lines::words(pieces, merges, word_cut))
            .collect();
        let trees: Vec<_> = self
            .pages()
            .iter()
            .map(|page| lines::line_merges(page, em))
            .collect();
        let line_cut = cuts.map_or_else(|| emptiest(&heights(&trees), LINES), |cuts| cuts.lines);
        let pages: Vec<Vec<Run>> = words
            .into_iter()
            .zip(self.pages())
            .zip(&trees)
            .map(|((words, page), merges)| lines::lines(words, page.boxes.len(), merges, line_cut))
            .collect();
        let fonts = Fonts::of(self, &pages);
        let trees: Vec<_> = pages
            .iter()
            .map(|lines| {
                let extents: Vec<_> = lines.iter().map(|line| fonts.extent(line, em)).collect();
                single_linkage(&extents)
            })
            .collect();
        let block_cut = cuts.map_or_else(
            || {
                let heights = heights(&trees);
                let pitch = commonest(&heights, PITCH.0, PITCH.2).unwrap_or(PITCH.1);
                emptiest(&heights, (pitch * BLOCKS.0, pitch * BLOCKS.1))
            },
            |cuts| cuts.blocks,
        );
        let mut found = Blocks {
            lines: vec![],
            blocks: vec![],
            cuts: Cuts {
                words: word_cut,
                lines: line_cut,
                blocks: block_cut,
            },
            em,
        };
        for (page, (lines, merges)) in pages.into_iter().zip(trees).enumerate() {
            let clusters = cut(lines.len(), &merges, block_cut);
            found.add_page(page, lines, &clusters, &fonts);
        }
        found
    }
}

/// The heights of all merges of a document.
fn heights(trees: &[Vec<Merge>]) -> Vec<f64> {
    trees.iter().flatten().map(|merge| merge.height).collect()
}

/// How common, large and bold the fonts of a document are, by index.
struct Fonts {
    ranks: Vec<usize>,
    sizes: Vec<f64>,
    bold: Vec<bool>,
}

impl Fonts {
    fn of(layout: &PageLayout, pages: &[Vec<Run>]) -> Self {
        let mut counts = vec![0; layout.fonts().len()];
        for run in pages.iter().flatten() {
            for &(font, characters) in &run.fonts {
                counts[font] += characters;
            }
        }
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order::by_key(&mut order, |&font| (std::cmp::Reverse(counts[font]), font));
        let mut ranks = vec![0; counts.len()];
        for (rank, &font) in order.iter().enumerate() {
            ranks[font] = rank;
        }
        let body = order
            .first()
            .map(|&font| layout.fonts()[font].size)
            .filter(|size| *size > 0.0)
            .unwrap_or(1.0);
        Self {
            ranks,
            sizes: layout.fonts().iter().map(|font| font.size / body).collect(),
            bold: layout.fonts().iter().map(|font| font.bold).collect(),
        }
    }

    /// The place of a line for clustering.
    fn extent(&self, line: &Run, em: f64) -> Extent {
        let font = line.font();
        let height = (line.top + line.bottom) / 2.0 / em;
        let kind = self.sizes[font] * SIZE + f64::from(u8::from(self.bold[font])) * BOLD;
        Extent {
            low: [line.left * SIDEWAYS / em, height, kind],
            high: [line.right * SIDEWAYS / em, height, kind],
        }
    }
}

impl Blocks {
    fn add_page(&mut self, page: usize, lines: Vec<Run>, clusters: &[usize], fonts: &Fonts) {
        let count = clusters.iter().max().map_or(0, |last| last + 1);
        let mut members: Vec<Vec<Run>> = vec![vec![]; count];
        for (line, &cluster) in lines.into_iter().zip(clusters) {
            members[cluster].push(line);
        }
        let places: Vec<Rectangle> = members.iter().map(|lines| bounds(lines)).collect();
        for place in reading_order(&places) {
            let mut lines = std::mem::take(&mut members[place.block]);
            order::by(&mut lines, |a, b| {
                (a.top + a.bottom)
                    .total_cmp(&(b.top + b.bottom))
                    .then(a.left.total_cmp(&b.left))
            });
            let Rectangle {
                left,
                top,
                right,
                bottom,
            } = places[place.block];
            let font = commonest_font(&lines);
            let block = self.blocks.len();
            self.blocks.push(Block {
                page,
                left,
                top,
                width: right - left,
                height: bottom - top,
                kind: 0,
                column: place.column,
                first_line: self.lines.len(),
                lines: lines.len(),
                traits: Traits {
                    width: (right - left) / self.em,
                    height: (bottom - top) / self.em,
                    rank: fonts.ranks[font],
                    bold: fonts.bold[font],
                    size: fonts.sizes[font],
                },
            });
            self.lines.extend(lines.into_iter().map(|line| Line {
                font: line.font(),
                page,
                left: line.left,
                top: line.top,
                width: line.right - line.left,
                height: line.bottom - line.top,
                block,
                text: line.text,
            }));
        }
    }

    fn set_kinds(&mut self, kinds: &[usize]) {
        for (block, &kind) in self.blocks.iter_mut().zip(kinds) {
            block.kind = kind;
        }
    }
}

fn bounds(lines: &[Run]) -> Rectangle {
    let mut all = Rectangle {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };
    for line in lines {
        all.left = all.left.min(line.left);
        all.top = all.top.min(line.top);
        all.right = all.right.max(line.right);
        all.bottom = all.bottom.max(line.bottom);
    }
    all
}

/// The font of most characters, the first of equally common ones.
fn commonest_font(lines: &[Run]) -> usize {
    let counts = counted(lines.iter().flat_map(|line| &line.fonts).copied().collect());
    counts
        .iter()
        .rev()
        .max_by_key(|(_, characters)| *characters)
        .map_or(0, |(font, _)| *font)
}
