//! The lines, blocks and sections of paged documents.

use epitome::structure::{BlockOptions, Cuts, PageLayout, Structure, pdfjs::PdfJsPage};
use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::{models, run};

/// A document as a tool gives it.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    /// The XML of `pdftohtml -xml`.
    Pdftohtml(String),
    /// The pages of pdf.js.
    Pdfjs(Vec<PdfJsPage>),
}

impl Source {
    fn layout(&self) -> Result<PageLayout, Failure> {
        Ok(match self {
            Self::Pdftohtml(xml) => PageLayout::from_pdftohtml(xml)?,
            Self::Pdfjs(pages) => PageLayout::from_pdfjs(pages)?,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Blocks {
    source: Source,
    #[serde(default)]
    options: BlockOptions,
}

/// A line with its place.
#[derive(Serialize)]
struct Line {
    text: String,
    page: usize,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    block: usize,
    bold: bool,
}

/// A block with its place; its lines follow one another.
#[derive(Serialize)]
struct Block {
    page: usize,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    kind: usize,
    column: usize,
    first_line: usize,
    lines: usize,
}

/// A page and its size.
#[derive(Serialize)]
struct Page {
    number: usize,
    width: f64,
    height: f64,
}

/// The layout of a document.
#[derive(Serialize)]
pub(crate) struct Layout {
    pages: Vec<Page>,
    lines: Vec<Line>,
    blocks: Vec<Block>,
    cuts: Cuts,
    em: f64,
}

/// The lines and blocks of a document.
pub(crate) fn blocks(request: Blocks) -> Result<Layout, Failure> {
    let layout = request.source.layout()?;
    let found = layout.blocks(&request.options)?;
    let number = |page: usize| layout.pages().get(page).map_or(0, |page| page.number);
    let bold = |font: usize| layout.fonts().get(font).is_some_and(|font| font.bold);
    let pages = layout.pages().iter().map(|page| Page {
        number: page.number,
        width: page.width,
        height: page.height,
    });
    let blocks = found.blocks.iter().map(|block| Block {
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
    let lines = found.lines.into_iter().map(|line| Line {
        page: number(line.page),
        left: line.left,
        top: line.top,
        width: line.width,
        height: line.height,
        block: line.block,
        bold: bold(line.font),
        text: line.text,
    });
    Ok(Layout {
        pages,
        lines: lines.collect(),
        blocks,
        cuts: found.cuts,
        em: found.em,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Classify {
    handle: u32,
    source: Source,
}

/// The lines and sections of a document.
pub(crate) fn classify(request: Classify) -> Result<Structure, Failure> {
    let classifier = models::lines(request.handle)?;
    Ok(run::to_end(classifier.classify(&request.source.layout()?))?)
}
