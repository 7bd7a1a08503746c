//! The XML that `pdftohtml -xml` writes: `<page>` with `<fontspec>` and
//! `<text top left width height font>`.
//!
//! A text's font is bold if its family says so or if most of the text stands
//! in `<b>`. Text that is not marked up as `<text>`, images and outlines are
//! passed over. Linear in the document; entities are expanded at most as far
//! as the parser allows, so that a small file cannot become a large one.

use std::collections::HashMap;

use roxmltree::{Document, Node, ParsingOptions};

use super::page::{FontTable, Page, PageLayout, TextBox, invalid, is_bold_name, visible};
use crate::error::Result;

/// The most nodes of an XML document: about 2 million boxes.
const MAX_NODES: u32 = 8_000_000;

/// How far above a text `<b>` is looked for; `pdftohtml` nests to 3.
const MAX_DEPTH: usize = 16;

/// The most attributes of a tag; `pdftohtml` writes 7. The parser compares each with each.
const MAX_ATTRIBUTES: usize = 256;

impl PageLayout {
    /// Reads the XML that `pdftohtml -xml` writes.
    ///
    /// # Errors
    ///
    /// [`InvalidLayout`](crate::ErrorKind::InvalidLayout), naming the line of
    /// the XML, if it is malformed, lacks an attribute or has one that is no
    /// number; or naming the page and box, as [`PageLayout::new`] does.
    pub fn from_pdftohtml(xml: &str) -> Result<Self> {
        let options = ParsingOptions {
            allow_dtd: true,
            nodes_limit: MAX_NODES,
            ..ParsingOptions::default()
        };
        let xml = xml.trim_start_matches('\u{feff}');
        if xml.split('<').any(|tag| attributes(tag) > MAX_ATTRIBUTES) {
            return Err(invalid(format!(
                "malformed XML: a tag has more than {MAX_ATTRIBUTES} attributes"
            )));
        }
        let document = Document::parse_with_options(xml, options)
            .map_err(|error| invalid(format!("malformed XML: {error}")).with_source(error))?;
        let mut reader = Reader::default();
        let mut pages = vec![];
        for node in document.root_element().children() {
            if node.has_tag_name("page") {
                pages.push(reader.page(node)?);
            }
        }
        if pages.is_empty() {
            return Err(invalid(format!(
                "the root element <{}> holds no <page>; expected is the output of pdftohtml -xml",
                document.root_element().tag_name().name()
            )));
        }
        Self::new(reader.fonts.into_fonts(), pages)
    }
}

/// How many attributes a tag may have at most, also one within the text of an entity: what opens a value.
fn attributes(tag: &str) -> usize {
    let opens = |rest: &&str| rest.trim_start().starts_with(['"', '\'']);
    tag.split('=').skip(1).filter(opens).count()
}

#[derive(Default)]
struct Reader<'a> {
    /// Family and size by the id of `<fontspec>`, which holds for later pages too.
    specs: HashMap<&'a str, (&'a str, f64)>,
    fonts: FontTable,
}

impl<'a> Reader<'a> {
    fn page(&mut self, node: Node<'a, '_>) -> Result<Page> {
        let mut page = Page {
            number: whole(node, "number")?,
            width: number(node, "width")?,
            height: number(node, "height")?,
            boxes: vec![],
        };
        for child in node.children() {
            match child.tag_name().name() {
                "fontspec" => {
                    let family = child.attribute("family").unwrap_or_default();
                    let spec = (family, number(child, "size")?);
                    self.specs.insert(attribute(child, "id")?, spec);
                }
                "text" => page.boxes.push(self.text(child)?),
                _ => {}
            }
        }
        Ok(page)
    }

    fn text(&mut self, node: Node<'a, '_>) -> Result<TextBox> {
        let (text, bold) = content(node);
        let id = attribute(node, "font")?;
        let (family, size) = *self.specs.get(id).ok_or_else(|| {
            invalid(format!(
                "{}: <text> names font \"{id}\", which no <fontspec> before it defines",
                place(node)
            ))
        })?;
        Ok(TextBox {
            left: number(node, "left")?,
            top: number(node, "top")?,
            width: number(node, "width")?,
            height: number(node, "height")?,
            font: self.fonts.index(family, size, bold || is_bold_name(family)),
            text,
        })
    }
}

/// The text of an element, and whether most of what is visible stands in `<b>`.
fn content(node: Node) -> (String, bool) {
    let mut text = String::new();
    let mut bold = 0;
    for part in node.descendants().filter(Node::is_text) {
        let part_text = part.text().unwrap_or_default();
        if part
            .ancestors()
            .take_while(|above| *above != node)
            .take(MAX_DEPTH)
            .any(|above| above.has_tag_name("b"))
        {
            bold += visible(part_text);
        }
        text.push_str(part_text);
    }
    let most = bold * 2 > visible(&text);
    (text, most)
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str> {
    node.attribute(name).ok_or_else(|| {
        invalid(format!(
            "{}: <{}> lacks the attribute {name}",
            place(node),
            node.tag_name().name()
        ))
    })
}

fn number(node: Node, name: &str) -> Result<f64> {
    let text = attribute(node, name)?;
    text.trim().parse().map_err(|error| {
        invalid(format!(
            "{}: {name}=\"{}\" of <{}> is not a number",
            place(node),
            text.chars().take(40).collect::<String>(),
            node.tag_name().name()
        ))
        .with_source(error)
    })
}

fn whole(node: Node, name: &str) -> Result<usize> {
    let value = number(node, name)?;
    // Within 0 to 1e9 the conversion is exact.
    if value.fract() == 0.0 && (0.0..=1e9).contains(&value) {
        return Ok(value as usize);
    }
    Err(invalid(format!(
        "{}: {name}={value} of <{}> is not a whole number from 0 to 1e9",
        place(node),
        node.tag_name().name()
    )))
}

fn place(node: Node) -> String {
    let position = node.document().text_pos_at(node.range().start);
    format!("line {}", position.row)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FONT: &str = r##"<fontspec id="0" size="15" family="Times" color="#000000"/>"##;

    fn document(body: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE pdf2xml SYSTEM \"pdf2xml.dtd\">\n<pdf2xml>\n<page number=\"3\" position=\"absolute\" top=\"0\" left=\"0\" height=\"1288\" width=\"918\">{body}</page></pdf2xml>"
        )
    }

    #[test]
    fn tags_of_many_attributes_are_refused() {
        let many: String = (0..50_000).map(|at| format!(" a{at} = 'b'")).collect();
        let entity = format!("<!DOCTYPE x [<!ENTITY e \"<b{many}/>\">]><pdf2xml>&e;</pdf2xml>");
        for xml in [format!("<pdf2xml{many}/>"), entity] {
            let error = PageLayout::from_pdftohtml(&xml).unwrap_err();
            assert!(error.message().contains("attributes"), "{error}");
        }
        let equations = document(&format!(
            "{FONT}<text top=\"1\" left=\"2\" width=\"3\" height=\"4\" font=\"0\">{}</text>",
            "a = b ".repeat(1000)
        ));
        assert!(PageLayout::from_pdftohtml(&equations).is_ok());
    }

    #[test]
    fn text_fonts_and_places_are_read() {
        let xml = document(&format!(
            "{FONT}\n<text top=\"-1.5\" left=\"2\" width=\"30.25\" height=\"4\" font=\"0\"><a href=\"x\"><b>Tom &amp; </b>Jo</a></text><image src=\"a.png\"/><text top=\"9\" left=\"2\" width=\"3\" height=\"4\" font=\"0\">plain</text>"
        ));
        let layout = PageLayout::from_pdftohtml(&xml).unwrap();
        let page = &layout.pages()[0];
        assert_eq!((page.number, page.width, page.height), (3, 918.0, 1288.0));
        assert_eq!(page.boxes[0].text, "Tom & Jo");
        assert_eq!((page.boxes[0].top, page.boxes[0].width), (-1.5, 30.25));
        let bold: Vec<_> = page
            .boxes
            .iter()
            .map(|b| layout.fonts()[b.font].bold)
            .collect();
        assert_eq!(bold, [true, false]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let text = "<text top=\"1\" left=\"2\" width=\"3\" height=\"4\" font=\"0\">x</text>";
        let cases = [
            (String::new(), "malformed XML"),
            ("not XML at all".into(), "malformed XML"),
            (document(text).replace("</text>", ""), "malformed XML"),
            (document(text), "line 4: <text> names font \"0\""),
            (
                document(&format!("{FONT}\n{}", text.replace("top=\"1\" ", ""))),
                "line 5: <text> lacks the attribute top",
            ),
            (
                document(&format!("{FONT}{}", text.replace("\"3\"", "\"wide\""))),
                "line 4: width=\"wide\" of <text> is not a number",
            ),
            (
                document(&format!("{FONT}{}", text.replace("\"3\"", "\"NaN\""))),
                "page 3: box 0: width is NaN",
            ),
            (document("").replace("\"3\"", "\"-3\""), "number=-3"),
            ("<html><body/></html>".into(), "<html> holds no <page>"),
            ("<a>".repeat(100_000), "malformed XML"),
            (
                "<a>".repeat(100_000) + &"</a>".repeat(100_000),
                "<a> holds no <page>",
            ),
            (
                "<!DOCTYPE a [<!ENTITY a \"&b;&b;\"><!ENTITY b \"&a;\">]><pdf2xml>&a;</pdf2xml>"
                    .into(),
                "malformed XML",
            ),
        ];
        for (xml, message) in cases {
            let error = PageLayout::from_pdftohtml(&xml).unwrap_err();
            assert_eq!(error.kind(), crate::error::ErrorKind::InvalidLayout);
            assert!(error.message().contains(message), "{error}");
        }
    }

    #[test]
    fn entities_cannot_blow_up() {
        let mut xml = String::from("<!DOCTYPE a [<!ENTITY e0 \"ha\">");
        for level in 1..12 {
            let below = format!("&e{};", level - 1).repeat(50);
            xml.push_str(&format!("<!ENTITY e{level} \"{below}\">"));
        }
        xml.push_str(
            "]><pdf2xml><page number=\"1\" width=\"1\" height=\"1\">&e11;</page></pdf2xml>",
        );
        let error = PageLayout::from_pdftohtml(&xml).unwrap_err();
        assert!(error.message().contains("malformed XML"), "{error}");
    }

    #[test]
    fn a_page_without_text_is_no_error() {
        let layout = PageLayout::from_pdftohtml(&document("")).unwrap();
        assert!(layout.pages()[0].boxes.is_empty());
    }
}
