//! Boxes as a reader sees them: what a page prints twice is read once, and a large first letter
//! belongs to the line that it begins.
//!
//! Bold type is often made by printing a text again a fraction of a point beside itself. A drop cap
//! is a box of its own, as high as several lines; it becomes a part of the first of them. Control
//! characters, which some writers leave in their text, are blanks. Linear in the boxes.

use std::collections::HashMap;

use super::page::{Page, TextBox, visible};

/// Copies of a text lie less than this apart, in heights of its box.
const COPY: f64 = 0.12;

/// A drop cap is at least this many times as high as the text behind it.
const CAP_HEIGHT: f64 = 1.8;

/// Between a drop cap and the text behind it lies at most this, in heights of that text.
const CAP_GAP: f64 = 1.0;

/// The tops of a drop cap and of its line differ by at most this, in heights of the line: letters
/// and boxes are aligned in different ways.
const CAP_TOP: f64 = 0.8;

/// How many boxes before and behind a drop cap may be its line.
const NEAR: usize = 3;

/// Tidies the boxes of a page.
pub(super) fn tidy(page: &mut Page) {
    for found in &mut page.boxes {
        if found.text.contains(char::is_control) {
            found.text = found.text.replace(char::is_control, " ");
        }
    }
    drop_copies(&mut page.boxes);
    join_caps(&mut page.boxes);
}

/// Leaves out boxes that repeat another at nearly the same place.
fn drop_copies(boxes: &mut Vec<TextBox>) {
    let mut cells: HashMap<(String, i64, i64), (f64, f64)> = HashMap::new();
    boxes.retain(|found| {
        let near = COPY * found.height;
        if near <= 0.0 || found.text.trim().is_empty() {
            return true;
        }
        // Coordinates are bounded, and cells are no smaller than a thousandth.
        let cell = |place: f64| (place / near.max(1e-3)).floor() as i64;
        let (column, row) = (cell(found.left), cell(found.top));
        let is_copy = (-1..=1)
            .flat_map(|x| (-1..=1).map(move |y| (x, y)))
            .any(|(x, y)| {
                let key = (found.text.clone(), column + x, row + y);
                cells.get(&key).is_some_and(|(left, top)| {
                    (left - found.left).abs() < near && (top - found.top).abs() < near
                })
            });
        if !is_copy {
            cells.insert((found.text.clone(), column, row), (found.left, found.top));
        }
        !is_copy
    });
}

/// Puts each drop cap into the line that it begins.
fn join_caps(boxes: &mut [TextBox]) {
    for index in 0..boxes.len() {
        let around = index.saturating_sub(NEAR)..boxes.len().min(index + NEAR + 1);
        let cap = &boxes[index];
        if !is_letter(&cap.text) {
            continue;
        }
        let line = boxes[around].iter().find(|line| begins(cap, line)).cloned();
        if let Some(line) = line {
            let cap = &mut boxes[index];
            cap.width = line.left - cap.left;
            (cap.top, cap.height) = (line.top, line.height);
        }
    }
}

/// Whether a text is one letter, perhaps behind a quotation mark.
fn is_letter(text: &str) -> bool {
    let text = text.trim();
    let letter = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    visible(text) <= 2 && letter.chars().count() == 1 && letter.contains(char::is_uppercase)
}

/// Whether a box is as a drop cap is to the line `line`.
fn begins(cap: &TextBox, line: &TextBox) -> bool {
    let gap = line.left - (cap.left + cap.width);
    cap.height >= CAP_HEIGHT * line.height
        && line.text.starts_with(char::is_alphabetic)
        && (-0.2 * line.height..=CAP_GAP * line.height).contains(&gap)
        && (line.top - cap.top).abs() <= CAP_TOP * line.height
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(boxes: &[(&str, f64, f64, f64, f64)]) -> Page {
        let boxes = boxes
            .iter()
            .map(|&(text, left, top, width, height)| TextBox {
                text: text.into(),
                left,
                top,
                width,
                height,
                font: 0,
            });
        Page {
            number: 1,
            width: 700.0,
            height: 1000.0,
            boxes: boxes.collect(),
        }
    }

    #[test]
    fn a_text_that_is_printed_twice_is_read_once() {
        let mut page = page(&[
            ("Agenda", 50.0, 60.0, 40.0, 12.0),
            ("Agenda", 50.2, 60.0, 40.0, 12.0),
            ("Agenda", 50.4, 60.5, 40.0, 12.0),
            ("Agenda", 50.0, 75.0, 40.0, 12.0),
            (" ", 50.0, 60.0, 0.0, 12.0),
            (" ", 50.0, 60.0, 0.0, 12.0),
        ]);
        tidy(&mut page);
        assert_eq!(page.boxes.len(), 4);
    }

    #[test]
    fn a_drop_cap_is_in_its_first_line() {
        let mut page = page(&[
            ("T", 50.0, 100.0, 28.0, 44.0),
            ("he dam above the town", 82.0, 100.0, 210.0, 14.0),
            ("and two villages", 82.0, 116.0, 210.0, 14.0),
            ("X", 50.0, 300.0, 28.0, 44.0),
            ("3 of 4", 82.0, 300.0, 40.0, 14.0),
        ]);
        tidy(&mut page);
        let cap = &page.boxes[0];
        assert_eq!(
            (cap.left, cap.width, cap.top, cap.height),
            (50.0, 32.0, 100.0, 14.0)
        );
        assert_eq!(page.boxes[3].height, 44.0);
    }

    #[test]
    fn control_characters_are_blanks() {
        let mut page = page(&[("a\u{1}b\u{0}", 1.0, 1.0, 20.0, 10.0)]);
        tidy(&mut page);
        assert_eq!(page.boxes[0].text, "a b ");
    }
}
