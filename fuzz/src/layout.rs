//! Layouts: the XML of pdftohtml and the items of pdf.js, down to blocks, sections and lines that
//! start a speech.

use std::cell::OnceCell;

use epitome::model::Bundle;
use epitome::structure::pdfjs::PdfJsPage;
use epitome::structure::{BlockOptions, LineClassifier, PageLayout};

use crate::input::Input;
use crate::invariants::share;
use crate::models::bundle;

/// The XML of pdftohtml.
pub fn pdftohtml(data: &[u8]) {
    let input = Input::new(data);
    if let Ok(layout) = PageLayout::from_pdftohtml(&input.text()) {
        read(&layout, data);
    }
}

/// Pages of pdf.js, as the JSON that a program hands over.
pub fn pdfjs(data: &[u8]) {
    let Ok(pages) = serde_json::from_slice::<Vec<PdfJsPage>>(data) else {
        return;
    };
    if let Ok(layout) = PageLayout::from_pdfjs(&pages) {
        read(&layout, data);
    }
}

/// Boxes put down by the bytes: three lines of code in a seed cannot reach what a page can hold.
pub fn boxes(data: &[u8]) {
    use epitome::structure::{Font, Page, TextBox};
    let mut input = Input::new(data);
    let place = |input: &mut Input| f64::from(input.byte()) * 4.0 + f64::from(input.byte()) / 64.0;
    let fonts = (0..1 + input.below(3)).map(|at| Font {
        family: ["Times", "Times-Bold", "Symbol"][at].into(),
        size: 1.0 + f64::from(input.byte()) / 8.0,
        bold: at == 1,
    });
    let fonts: Vec<_> = fonts.collect();
    let mut pages = vec![];
    while !input.is_empty() {
        let boxes = (0..input.below(64)).map(|_| TextBox {
            text: input
                .one_of(&[
                    "a",
                    "word",
                    "two words",
                    " ",
                    "",
                    "\u{ad}-",
                    "ﬁ",
                    "语言",
                    "\u{7}",
                ])
                .into(),
            left: place(&mut input) - 64.0,
            top: place(&mut input) - 64.0,
            width: f64::from(input.byte()),
            height: f64::from(input.byte()) / 4.0,
            font: input.below(fonts.len()),
        });
        let boxes = boxes.collect();
        pages.push(Page {
            number: pages.len() + 1,
            width: 600.0,
            height: 800.0,
            boxes,
        });
    }
    if let Ok(layout) = PageLayout::new(fonts, pages) {
        read(&layout, data);
    }
}

/// One input of so many goes on to what is dear: the same blocks again, and the network over lines.
const THOROUGH: u32 = 16;

fn read(layout: &PageLayout, data: &[u8]) {
    let found = layout
        .blocks(&BlockOptions::default())
        .expect("the options are the defaults");
    let pages = layout.pages().len();
    let mut next = 0;
    for (at, block) in found.blocks.iter().enumerate() {
        assert_eq!(block.first_line, next, "lines of blocks follow one another");
        assert!(block.page < pages && block.lines > 0);
        next += block.lines;
        for line in &found.lines[block.first_line..next] {
            assert_eq!((line.page, line.block), (block.page, at));
            let sizes = [line.left, line.top, line.width, line.height];
            assert!(sizes.iter().all(|size| size.is_finite()), "{line:?}");
        }
    }
    assert_eq!(next, found.lines.len(), "every line is of a block");
    let sum = data
        .iter()
        .fold(0_u32, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    if !sum.is_multiple_of(THOROUGH) || found.lines.len() > 256 {
        return;
    }
    assert!(found == layout.blocks(&BlockOptions::default()).expect("as before"));
    CLASSIFIER.with(|classifier| {
        let classifier = classifier.get_or_init(load);
        let structure = pollster::block_on(classifier.classify(layout)).expect("a layout is read");
        assert_eq!(structure.lines.len(), found.lines.len());
        for line in &structure.lines {
            share("the probability of a line", line.probability);
        }
        let lines: usize = structure.sections.iter().map(|section| section.lines).sum();
        assert_eq!(
            lines,
            structure.lines.len(),
            "sections hold every line once"
        );
    });
}

thread_local! {
    static CLASSIFIER: OnceCell<LineClassifier> = const { OnceCell::new() };
}

fn load() -> LineClassifier {
    let bundle: Bundle = bundle("speech-lines-de");
    pollster::block_on(LineClassifier::load(&bundle)).expect("the model is of the repository")
}
