//! The page model: boxes of text with their position, size and font.
//!
//! Units are those of the source (pixels of `pdftohtml`, points of pdf.js);
//! the origin is the upper left corner and `top` grows downward. What follows
//! measures in ems, the size of the commonest font, so that both sources give
//! the same structure: they differ in how high they say a line is. Checking is linear in the boxes.

use std::collections::HashMap;

use super::tidy::tidy;
use crate::error::{Error, ErrorKind, Result};
use crate::order;

/// The most boxes that one page may hold; a dense newspaper page has 3,000.
pub const MAX_BOXES: usize = 200_000;

/// The most pages of one document.
pub const MAX_PAGES: usize = 20_000;

/// The greatest coordinate, either way: a page of 350 m in points.
pub const MAX_COORDINATE: f64 = 1e6;

/// The least em: distances in ems are squared, and must stay finite.
pub const LEAST_EM: f64 = 1e-3;

/// A typeface at a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Font {
    /// The family as the source names it.
    pub family: String,
    /// The size, in units of the page.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
}

/// A run of text at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The index of its font in [`PageLayout::fonts`].
    pub font: usize,
}

/// One page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The number that the source gives it, from 1.
    pub number: usize,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The boxes, in the order of the source.
    pub boxes: Vec<TextBox>,
}

/// A laid-out document. Made by [`PageLayout::from_pdftohtml`] and
/// [`PageLayout::from_pdfjs`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageLayout {
    fonts: Vec<Font>,
    pages: Vec<Page>,
}

impl PageLayout {
    /// A document of `pages` in `fonts`. What is printed twice is kept once, and a drop cap is put
    /// into its first line.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidLayout`] naming the page and the box if a number is
    /// not finite or beyond [`MAX_COORDINATE`], a size is negative, a font is
    /// not in `fonts`, or there are more than [`MAX_BOXES`] boxes on a page or
    /// [`MAX_PAGES`] pages.
    pub fn new(fonts: Vec<Font>, mut pages: Vec<Page>) -> Result<Self> {
        if pages.len() > MAX_PAGES {
            return Err(invalid(format!(
                "the document has {} pages; at most {MAX_PAGES} are read",
                pages.len()
            )));
        }
        for (index, font) in fonts.iter().enumerate() {
            check(font.size, 0.0, "size").map_err(|error| error.at(format!("font {index}")))?;
        }
        for page in &pages {
            page.check(fonts.len())
                .map_err(|error| error.at(format!("page {}", page.number)))?;
        }
        pages.iter_mut().for_each(tidy);
        Ok(Self { fonts, pages })
    }

    /// The fonts.
    pub fn fonts(&self) -> &[Font] {
        &self.fonts
    }

    /// The pages.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The size of the commonest font: the median of the fonts' sizes, weighted
    /// by their characters, or of the boxes' heights where no size is known; [`LEAST_EM`]
    /// at least. 1 for a document without text.
    pub fn em(&self) -> f64 {
        self.median(|found| self.fonts[found.font].size)
            .or_else(|| self.median(|found| found.height))
            .map_or(1.0, |em| em.max(LEAST_EM))
    }

    /// The median of what is positive, weighted by characters.
    fn median(&self, measure: impl Fn(&TextBox) -> f64) -> Option<f64> {
        let mut values: Vec<(f64, usize)> = self
            .pages
            .iter()
            .flat_map(|page| &page.boxes)
            .map(|found| (measure(found), visible(&found.text)))
            .filter(|(value, characters)| *value > 0.0 && *characters > 0)
            .collect();
        order::by(&mut values, |a, b| a.0.total_cmp(&b.0));
        let all: usize = values.iter().map(|(_, characters)| characters).sum();
        let mut passed = 0;
        for (value, characters) in values {
            passed += characters;
            if passed * 2 >= all {
                return Some(value);
            }
        }
        None
    }
}

impl Page {
    fn check(&self, fonts: usize) -> Result<()> {
        for (value, what) in [(self.width, "width"), (self.height, "height")] {
            check(value, 0.0, what)?;
        }
        if self.boxes.len() > MAX_BOXES {
            return Err(invalid(format!(
                "has {} boxes; at most {MAX_BOXES} are read",
                self.boxes.len()
            )));
        }
        for (index, found) in self.boxes.iter().enumerate() {
            found
                .check(fonts)
                .map_err(|error| error.at(format!("box {index}")))?;
        }
        Ok(())
    }
}

impl TextBox {
    fn check(&self, fonts: usize) -> Result<()> {
        check(self.left, -MAX_COORDINATE, "left")?;
        check(self.top, -MAX_COORDINATE, "top")?;
        check(self.width, 0.0, "width")?;
        check(self.height, 0.0, "height")?;
        if self.font >= fonts {
            return Err(invalid(format!(
                "names font {}, but there are {fonts} fonts",
                self.font
            )));
        }
        Ok(())
    }
}

/// Fonts without repetition, in the order of their first use.
#[derive(Default)]
pub(super) struct FontTable {
    fonts: Vec<Font>,
    indices: HashMap<(String, u64, bool), usize>,
}

impl FontTable {
    /// The index of a font, which is added if it is new.
    pub(super) fn index(&mut self, family: &str, size: f64, bold: bool) -> usize {
        let fonts = &mut self.fonts;
        *self
            .indices
            .entry((family.to_owned(), size.to_bits(), bold))
            .or_insert_with(|| {
                fonts.push(Font {
                    family: family.to_owned(),
                    size,
                    bold,
                });
                fonts.len() - 1
            })
    }

    /// The size of a font of the table.
    pub(super) fn size(&self, index: usize) -> f64 {
        self.fonts[index].size
    }

    pub(super) fn into_fonts(self) -> Vec<Font> {
        self.fonts
    }
}

/// How many characters of `text` leave ink.
pub(super) fn visible(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Whether a family's name says that it is bold.
pub(super) fn is_bold_name(family: &str) -> bool {
    let name = family.to_ascii_lowercase();
    ["bold", "black", "heavy"]
        .iter()
        .any(|weight| name.contains(weight))
}

pub(super) fn invalid(problem: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidLayout, problem)
}

fn check(value: f64, least: f64, what: &str) -> Result<()> {
    if (least..=MAX_COORDINATE).contains(&value) {
        return Ok(());
    }
    Err(invalid(format!(
        "{what} is {value}; allowed are numbers from {least} to {MAX_COORDINATE}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(change: impl Fn(&mut Page)) -> Result<PageLayout> {
        let mut page = Page {
            number: 7,
            width: 600.0,
            height: 800.0,
            boxes: vec![TextBox {
                text: "x".into(),
                left: 1.0,
                top: 2.0,
                width: 3.0,
                height: 4.0,
                font: 0,
            }],
        };
        change(&mut page);
        let font = |size| Font {
            family: "Serif".into(),
            size,
            bold: false,
        };
        PageLayout::new(vec![font(10.0), font(8.0)], vec![page])
    }

    #[test]
    fn absurd_numbers_are_named() {
        layout(|_| ()).unwrap();
        type Change = fn(&mut Page);
        let cases: [(Change, &str); 6] = [
            (
                |page| page.boxes[0].left = f64::NAN,
                "page 7: box 0: left is NaN",
            ),
            (|page| page.boxes[0].top = 1e300, "page 7: box 0: top is 1"),
            (
                |page| page.boxes[0].width = -1.0,
                "page 7: box 0: width is -1",
            ),
            (
                |page| page.boxes[0].height = f64::INFINITY,
                "box 0: height is inf",
            ),
            (|page| page.boxes[0].font = 3, "box 0: names font 3"),
            (|page| page.width = -0.5, "page 7: width is -0.5"),
        ];
        for (change, message) in cases {
            let error = layout(change).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidLayout);
            assert!(error.message().contains(message), "{error}");
        }
    }

    #[test]
    fn too_many_boxes_are_an_error() {
        let error = layout(|page| page.boxes = vec![page.boxes[0].clone(); MAX_BOXES + 1]);
        assert!(error.unwrap_err().message().contains("at most 200000"));
    }

    #[test]
    fn the_em_is_the_size_of_most_characters() {
        let mut layout = layout(|page| {
            page.boxes[0].text = "X X X".into();
            page.boxes.push(TextBox {
                text: "running text".into(),
                height: 9.0,
                font: 1,
                ..page.boxes[0].clone()
            });
        })
        .unwrap();
        assert_eq!(layout.em(), 8.0);
        for font in &mut layout.fonts {
            font.size = 0.0;
        }
        assert_eq!(layout.em(), 9.0);
        assert_eq!(PageLayout::default().em(), 1.0);
    }
}
