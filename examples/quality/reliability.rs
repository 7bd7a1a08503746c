//! Reliability diagrams: the share of pairs that people found good over the probability
//! that the matcher gives, in ten equal bins, one panel for each set.

use std::fmt::Write as _;

use crate::statistics::{calibration_error, reliability};

const COLUMNS: usize = 4;
/// The side of a panel, and the room that it has, in pixels.
const SIDE: f64 = 150.0;
const ROOM: (f64, f64) = (190.0, 215.0);

/// Probabilities with what they should have been.
pub struct Panel {
    pub title: String,
    /// The least level of which it is the probability.
    pub least_level: usize,
    pub probabilities: Vec<f64>,
    pub labels: Vec<bool>,
}

/// The panels as SVG.
pub fn picture(panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f64 * ROOM.0 + 40.0, rows as f64 * ROOM.1 + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"40\" y=\"{}\">across: probability; up: share found good; an area of a disc is a share of the pairs</text>\n",
        height - 10.0
    );
    for (number, panel) in panels.iter().enumerate() {
        draw(&mut svg, panel, number);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, panel: &Panel, number: usize) {
    let left = 40.0 + (number % COLUMNS) as f64 * ROOM.0;
    let top = 40.0 + (number / COLUMNS) as f64 * ROOM.1;
    let bottom = top + SIDE;
    let error = calibration_error(&panel.probabilities, &panel.labels);
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-size=\"12\">{}</text>\n\
         <text x=\"{left}\" y=\"{}\" fill=\"#555\">n = {}, levels {} to 5, ECE {error:.3}</text>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#aaa\"/>\n\
         <path d=\"M{left} {bottom}L{} {top}\" stroke=\"#aaa\" stroke-dasharray=\"4 3\"/>",
        top - 20.0,
        panel.title,
        top - 6.0,
        panel.labels.len(),
        panel.least_level,
        left + SIDE,
    );
    for (value, at) in [("0", bottom + 4.0), ("1", top + 4.0)] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{at}\" text-anchor=\"end\">{value}</text>",
            left - 5.0
        );
    }
    let mut line = String::new();
    for bin in reliability(&panel.probabilities, &panel.labels) {
        let (x, y) = (left + SIDE * bin.predicted, bottom - SIDE * bin.observed);
        let _ = write!(line, "{x:.1},{y:.1} ");
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#1f77b4\" fill-opacity=\"0.6\"/>",
            (bin.share.sqrt() * 14.0).max(2.0)
        );
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f77b4\"/>",
        line.trim_end()
    );
}
