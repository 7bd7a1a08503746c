//! The structure of a laid-out document: what its blocks are, in which order
//! they are read, and which lines start a speech (de Jonge 2018, paper B).
//!
//! A [`PageLayout`] holds boxes of text with their position and font, read from
//! [`pdftohtml`]'s XML or from [`pdfjs`]'s text items. [`PageLayout::blocks`]
//! finds words, lines and blocks by single-linkage clustering, the columns and
//! the reading order, and the types of the blocks by k-means. A
//! [`LineClassifier`] tells which lines start a speech.
//!
//! ```
//! use epitome::structure::{BlockOptions, PageLayout};
//!
//! let xml = r#"<pdf2xml><page number="1" width="300" height="400">
//!   <fontspec id="0" size="10" family="Serif"/>
//!   <text top="20" left="30" width="50" height="10" font="0">A line</text>
//!   <text top="32" left="30" width="60" height="10" font="0">and its end.</text>
//! </page></pdf2xml>"#;
//! let found = PageLayout::from_pdftohtml(xml)?.blocks(&BlockOptions::default())?;
//! assert_eq!(found.lines[1].text, "and its end.");
//! assert_eq!(found.blocks.len(), 1);
//! # Ok::<(), epitome::Error>(())
//! ```

pub mod blocks;
pub mod cut;
pub mod kinds;
pub mod kmeans;
pub mod line_classifier;
pub mod lines;
pub mod linkage;
pub mod order;
pub mod page;
pub mod pdfjs;
pub mod pdftohtml;
pub mod placed;
pub mod sections;
mod tidy;

pub use blocks::{Block, BlockOptions, Blocks, Cuts};
pub use line_classifier::{ClassifiedLine, LineClassifier, Structure};
pub use lines::Line;
pub use page::{Font, Page, PageLayout, TextBox};
pub use placed::{PageSize, PlacedBlock, PlacedBlocks, PlacedLine};
pub use sections::Section;
