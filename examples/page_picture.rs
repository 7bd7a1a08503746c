//! A page's blocks as a picture: `cargo run --example page_picture -- FILE PAGE`
//! writes an SVG to standard output. FILE is the XML of `pdftohtml`, PAGE counts
//! from 1.
//!
//! Blocks have the colour of their type and the number of their place in the order
//! of reading; bars stand for the lines, so that the picture holds nothing of the
//! document's text.

use epitome::structure::{BlockOptions, PageLayout};

const USAGE: &str = "usage: page_picture FILE PAGE";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or(USAGE)?;
    let number: usize = arguments.next().ok_or(USAGE)?.parse()?;
    let page = number.checked_sub(1).ok_or(USAGE)?;
    let layout = PageLayout::from_pdftohtml(&std::fs::read_to_string(path)?)?;
    let found = layout.blocks(&BlockOptions::default())?;
    let blocks: Vec<_> = found
        .blocks
        .iter()
        .filter(|block| block.page == page)
        .collect();
    let lines: Vec<_> = found
        .lines
        .iter()
        .filter(|line| line.page == page)
        .collect();
    let right = blocks
        .iter()
        .map(|block| block.left + block.width)
        .fold(0.0, f64::max);
    let bottom = blocks
        .iter()
        .map(|block| block.top + block.height)
        .fold(0.0, f64::max);
    let margin = 2.0 * found.em;
    println!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0} {:.0}" font-family="sans-serif" font-size="{:.1}"><rect width="100%" height="100%" fill="#fff"/>"##,
        right + margin,
        bottom + margin,
        1.2 * found.em,
    );
    for line in lines {
        println!(
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="#bbb"/>"##,
            line.left,
            line.top + 0.3 * line.height,
            line.width,
            0.4 * line.height,
        );
    }
    for (order, block) in (1..).zip(blocks) {
        // Neighbouring types are far apart on the circle of hues.
        let hue = block.kind * 137 % 360;
        println!(
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="hsl({hue} 70% 50% / .25)" stroke="hsl({hue} 70% 35%)"/><text x="{:.1}" y="{:.1}" fill="#000">{order}</text>"##,
            block.left,
            block.top,
            block.width,
            block.height,
            block.left + 2.0,
            block.top + 1.2 * found.em,
        );
    }
    println!("</svg>");
    Ok(())
}
