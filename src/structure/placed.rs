//! Lines and blocks as other languages read them: each with the number of its page, and a line with
//! the weight of its font.
//!
//! A [`Line`](super::Line) names its page and font by their index in the layout, which a host does not
//! hold. Cost: linear in the lines.

use serde::Serialize;

use super::blocks::{BlockOptions, Cuts};
use super::page::PageLayout;
use crate::error::Result;

/// A line with its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlacedLine {
    /// What it says.
    pub text: String,
    /// The number of its page, from 1.
    pub page: usize,
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The index of its block.
    pub block: usize,
    /// Whether its font is bold.
    pub bold: bool,
}

/// A block with its place; its lines follow one another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlacedBlock {
    /// The number of its page, from 1.
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
    /// The index of its first line.
    pub first_line: usize,
    /// The number of its lines.
    pub lines: usize,
}

/// The size of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageSize {
    /// Its number, from 1.
    pub number: usize,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The lines and blocks of a document, both in the order of reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlacedBlocks {
    /// The pages.
    pub pages: Vec<PageSize>,
    /// The lines.
    pub lines: Vec<PlacedLine>,
    /// The blocks.
    pub blocks: Vec<PlacedBlock>,
    /// The heights at which words, lines and blocks were cut apart, in ems.
    pub cuts: Cuts,
    /// The size of most of the text.
    pub em: f64,
}

impl PageLayout {
    /// What [`PageLayout::blocks`] finds, with the numbers of pages in the place of their indices.
    pub fn placed_blocks(&self, options: &BlockOptions) -> Result<PlacedBlocks> {
        let found = self.blocks(options)?;
        let number = |page: usize| self.pages().get(page).map_or(0, |page| page.number);
        let bold = |font: usize| self.fonts().get(font).is_some_and(|font| font.bold);
        let pages = self.pages().iter().map(|page| PageSize {
            number: page.number,
            width: page.width,
            height: page.height,
        });
        let blocks = found.blocks.iter().map(|block| PlacedBlock {
            page: number(block.page),
            left: block.left,
            top: block.top,
            width: block.width,
            height: block.height,
            kind: block.kind,
            column: block.column,
            first_line: block.first_line,
            lines: block.lines,
        });
        let (pages, blocks) = (pages.collect(), blocks.collect());
        let lines = found.lines.into_iter().map(|line| PlacedLine {
            page: number(line.page),
            left: line.left,
            top: line.top,
            width: line.width,
            height: line.height,
            block: line.block,
            bold: bold(line.font),
            text: line.text,
        });
        Ok(PlacedBlocks {
            pages,
            lines: lines.collect(),
            blocks,
            cuts: found.cuts,
            em: found.em,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<pdf2xml><page number="7" width="300" height="400">
      <fontspec id="0" size="10" family="Serif"/>
      <text top="20" left="30" width="50" height="10" font="0"><b>A head</b></text>
      <text top="90" left="30" width="60" height="10" font="0">and a line.</text></page></pdf2xml>"#;

    #[test]
    fn places_have_the_numbers_of_their_pages() {
        let layout = PageLayout::from_pdftohtml(XML).unwrap();
        let options = BlockOptions::default();
        let placed = layout.placed_blocks(&options).unwrap();
        let found = layout.blocks(&options).unwrap();
        assert_eq!(placed.pages[0].number, layout.pages()[0].number);
        assert_eq!(placed.lines.len(), found.lines.len());
        for (one, line) in placed.lines.iter().zip(&found.lines) {
            assert_eq!(one.page, layout.pages()[line.page].number);
            assert_eq!(one.bold, layout.fonts()[line.font].bold);
        }
        assert_eq!(placed.blocks.len(), found.blocks.len());
    }

    #[test]
    fn names_are_those_of_javascript() {
        let layout = PageLayout::from_pdftohtml(XML).unwrap();
        let placed = layout.placed_blocks(&BlockOptions::default()).unwrap();
        let written = serde_json::to_value(&placed).unwrap();
        assert_eq!(written["blocks"][0]["firstLine"], 0);
    }
}
