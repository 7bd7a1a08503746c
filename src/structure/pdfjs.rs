//! Text items of pdf.js (`page.getTextContent()`), one entry for each page.
//!
//! An item's `transform` maps its own space, where the baseline runs along x,
//! to the page; the page's `transform` (that of `page.getViewport()`) maps on
//! to the upper-left origin. The box of an item is the extent of its four
//! corners, from descent to ascent. Linear in the items.
//!
//! pdf.js ends an item at a wide space and puts an item that holds a space alone
//! between the two parts, whose width is not that of the gap: such an item counts
//! as empty, or is stretched over the gap within a line, as a space in the XML of
//! `pdftohtml` fills it.

use std::collections::HashMap;

use serde::Deserialize;

use super::page::{FontTable, Page, PageLayout, TextBox, invalid, is_bold_name};
use crate::error::Result;

/// The ascent and descent of a font that does not tell them, in ems.
const ASCENT: f64 = 0.9;
const DESCENT: f64 = -0.2;

/// The widest gap that a space fills, in sizes of the text after it: those of
/// justified lines in narrow columns come to 3, while tables set cells apart by more.
const SPACE: f64 = 3.25;

/// Parts of a line have one baseline to this share of their size; a mark in the
/// margin is set by hand.
const SAME_LINE: f64 = 0.01;

/// A page of pdf.js: the size of its viewport and what `getTextContent` gave.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PdfJsPage {
    /// The width of the viewport.
    pub width: f64,
    /// The height of the viewport.
    pub height: f64,
    /// The text items; marked content is passed over.
    pub items: Vec<PdfJsItem>,
    /// What is known of the fonts, by name.
    #[serde(default)]
    pub styles: HashMap<String, PdfJsStyle>,
    /// The transform of the viewport; by default that of an unrotated page at
    /// scale 1, `[1, 0, 0, -1, 0, height]`.
    #[serde(default)]
    pub transform: Option<[f64; 6]>,
}

/// A `TextItem` or `TextMarkedContent` of pdf.js.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PdfJsItem {
    /// The text; absent in marked content.
    #[serde(default)]
    pub str: Option<String>,
    /// From the item's space to the page's.
    #[serde(default)]
    pub transform: Option<[f64; 6]>,
    /// The width, in units of the page.
    #[serde(default)]
    pub width: f64,
    /// The name of its font.
    #[serde(default)]
    pub font_name: String,
}

/// A `TextStyle` of pdf.js, and the font's real name where the caller knows it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PdfJsStyle {
    /// The generic family.
    #[serde(default)]
    pub font_family: String,
    /// The ascent in ems.
    #[serde(default)]
    pub ascent: Option<f64>,
    /// The descent in ems, negative.
    #[serde(default)]
    pub descent: Option<f64>,
    /// The name in the PDF, `page.commonObjs.get(fontName).name`, which pdf.js
    /// tells with the option `fontExtraProperties`.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether it is bold, `page.commonObjs.get(fontName).bold`.
    #[serde(default)]
    pub bold: Option<bool>,
}

impl PageLayout {
    /// Reads the text items of pdf.js.
    ///
    /// # Errors
    ///
    /// [`InvalidLayout`](crate::ErrorKind::InvalidLayout), naming the page and
    /// the box, as [`PageLayout::new`] does.
    pub fn from_pdfjs(pages: &[PdfJsPage]) -> Result<Self> {
        let mut fonts = FontTable::default();
        let mut read = Vec::with_capacity(pages.len());
        for (index, source) in pages.iter().enumerate() {
            let number = index + 1;
            let viewport = source
                .transform
                .unwrap_or([1.0, 0.0, 0.0, -1.0, 0.0, source.height]);
            let mut boxes: Vec<TextBox> = Vec::with_capacity(source.items.len());
            let mut baselines = Vec::with_capacity(source.items.len());
            for (position, item) in source.items.iter().enumerate() {
                let Some(text) = &item.str else { continue };
                let Some(transform) = &item.transform else {
                    return Err(invalid(format!(
                        "page {number}: item {position}: lacks the transform"
                    )));
                };
                let style = source.styles.get(&item.font_name);
                boxes.push(place(text, item, transform, &viewport, style, &mut fonts));
                baselines.push(viewport[1] * transform[4] + viewport[3] * transform[5]);
                if let ([.., before, space, after], [.., above, _, below]) =
                    (&mut boxes[..], &baselines[..])
                {
                    let size = fonts.size(after.font);
                    if (above - below).abs() < SAME_LINE * size {
                        fill(before, space, after, size);
                    }
                }
            }
            read.push(Page {
                number,
                width: source.width,
                height: source.height,
                boxes,
            });
        }
        Self::new(fonts.into_fonts(), read)
    }
}

fn place(
    text: &str,
    item: &PdfJsItem,
    transform: &[f64; 6],
    viewport: &[f64; 6],
    style: Option<&PdfJsStyle>,
    fonts: &mut FontTable,
) -> TextBox {
    let [a, b, c, d, e, f] = *transform;
    let size = c.hypot(d);
    let along = a.hypot(b);
    // A known extent of zero says nothing.
    let known = |value: Option<f64>, default: f64| match value {
        Some(value) if value.is_finite() && value != 0.0 => value,
        _ => default,
    };
    let ascent = known(style.and_then(|style| style.ascent), ASCENT);
    let descent = known(style.and_then(|style| style.descent), DESCENT);
    let (right_x, right_y) = if along > 0.0 {
        (a / along * item.width, b / along * item.width)
    } else {
        (item.width, 0.0)
    };
    let (right_x, right_y) = if text.trim().is_empty() {
        (0.0, 0.0)
    } else {
        (right_x, right_y)
    };
    let mut low = [f64::INFINITY; 2];
    let mut high = [f64::NEG_INFINITY; 2];
    for (share, rise) in [(0.0, ascent), (0.0, descent), (1.0, ascent), (1.0, descent)] {
        let x = e + share * right_x + rise * c;
        let y = f + share * right_y + rise * d;
        let corner = [
            viewport[0] * x + viewport[2] * y + viewport[4],
            viewport[1] * x + viewport[3] * y + viewport[5],
        ];
        for axis in 0..2 {
            low[axis] = low[axis].min(corner[axis]);
            high[axis] = high[axis].max(corner[axis]);
        }
    }
    let scale = viewport[2].hypot(viewport[3]);
    let name = style
        .and_then(|style| style.name.as_deref())
        .unwrap_or(&item.font_name);
    let bold = style
        .and_then(|style| style.bold)
        .unwrap_or_else(|| is_bold_name(name));
    TextBox {
        text: text.to_owned(),
        left: low[0],
        top: low[1],
        width: high[0] - low[0],
        height: high[1] - low[1],
        // To a hundredth, so that rounding does not make two fonts of one.
        font: fonts.index(name, (size * scale * 100.0).round() / 100.0, bold),
    }
}

/// Stretches a space over the gap between its neighbours on one baseline.
fn fill(before: &TextBox, space: &mut TextBox, after: &TextBox, size: f64) {
    let is_blank = |found: &TextBox| found.text.trim().is_empty();
    let (left, gap) = (
        before.left + before.width,
        after.left - before.left - before.width,
    );
    if is_blank(space)
        && !is_blank(before)
        && !is_blank(after)
        && (0.0..=SPACE * size).contains(&gap)
    {
        *space = TextBox {
            left,
            width: gap,
            top: before.top,
            height: before.height,
            text: std::mem::take(&mut space.text),
            font: space.font,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<PageLayout> {
        PageLayout::from_pdfjs(&serde_json::from_str::<Vec<PdfJsPage>>(json).unwrap())
    }

    #[test]
    fn the_origin_moves_to_the_upper_left() {
        let layout = read(
            r#"[{"width": 600, "height": 800, "styles": {"f1": {"fontFamily": "serif", "ascent": 0.8, "descent": -0.2, "vertical": false, "name": "Times-Bold"}},
                "items": [{"type": "beginMarkedContent"}, {"str": "Hi", "dir": "ltr", "width": 20, "height": 10, "transform": [10, 0, 0, 10, 50, 700], "fontName": "f1", "hasEOL": false}]}]"#,
        )
        .unwrap();
        let found = &layout.pages()[0].boxes[0];
        assert_eq!((found.left, found.width), (50.0, 20.0));
        assert!((found.top - 92.0).abs() < 1e-9 && (found.height - 10.0).abs() < 1e-9);
        assert!(layout.fonts()[found.font].bold);
        assert_eq!(layout.fonts()[found.font].size, 10.0);
    }

    #[test]
    fn a_rotated_page_is_turned_upright() {
        let layout = read(
            r#"[{"width": 800, "height": 600, "transform": [0, 1, 1, 0, 0, 0],
                "items": [{"str": "Hi", "width": 20, "transform": [0, 10, -10, 0, 100, 50], "fontName": "f1"}]}]"#,
        )
        .unwrap();
        let found = &layout.pages()[0].boxes[0];
        assert!((found.left - 50.0).abs() < 1e-9 && (found.width - 20.0).abs() < 1e-9);
        assert!((found.top - 91.0).abs() < 1e-9 && (found.height - 11.0).abs() < 1e-9);
    }

    #[test]
    fn a_space_fills_the_gap_of_its_line() {
        let item = |text: &str, left: f64, width: f64, baseline: f64| serde_json::json!({"str": text, "width": width, "transform": [10, 0, 0, 10, left, baseline], "fontName": "f"});
        let items = [
            item("Im", 50.0, 12.0, 700.0),
            item(" ", 62.0, 2.5, 700.0), // to 87
            item("Text", 87.0, 20.0, 700.0),
            item(" ", 107.0, 4.3, 700.0), // too far
            item("12", 150.0, 10.0, 700.0),
            item(" ", 160.0, 0.0, 700.0), // another baseline
            item("Ende", 165.0, 20.0, 699.5),
        ];
        let page = serde_json::json!([{"width": 600, "height": 800, "items": items}]);
        let layout = read(&page.to_string()).unwrap();
        let spaces: Vec<_> = layout.pages()[0].boxes.iter().skip(1).step_by(2).collect();
        let widths: Vec<f64> = spaces.iter().map(|space| space.width).collect();
        assert_eq!(widths, [25.0, 0.0, 0.0]);
        assert_eq!(spaces[0].left, 62.0);
    }

    #[test]
    fn bad_items_are_named() {
        let missing = read(r#"[{"width": 1, "height": 1, "items": [{"str": "Hi"}]}]"#);
        let message = missing.unwrap_err().to_string();
        assert!(
            message.contains("page 1: item 0: lacks the transform"),
            "{message}"
        );
        let absurd = read(
            r#"[{"width": 1, "height": 1, "items": [{"str": "Hi", "transform": [1, 0, 0, 1, 1e300, 0]}]}]"#,
        );
        let message = absurd.unwrap_err().to_string();
        assert!(message.contains("page 1: box 0: left is 1"), "{message}");
    }
}
