//! The lines, blocks and sections of paged documents.

use epitome::structure::pdfjs::PdfJsPage;
use epitome::structure::{BlockOptions, PageLayout, PlacedBlocks, Structure};
use serde::Deserialize;

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

/// The lines and blocks of a document.
pub(crate) fn blocks(request: Blocks) -> Result<PlacedBlocks, Failure> {
    Ok(request.source.layout()?.placed_blocks(&request.options)?)
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
