//! Types of blocks: k-means on width, height, commonest font and its size
//! (paper B, 4.1.2).
//!
//! A font is told by how common it is in the document, 0 for the body's, and by
//! whether it is bold, because its number means nothing in another document.
//! Sizes are in ems and on a logarithmic scale: a line more makes of one line
//! another thing than of twenty. Features are divided by their standard
//! deviation in the document.

use super::kmeans::{FEATURES, Point, kmeans, nearest};

/// Font ranks from here on count as one.
const RAREST: usize = 6;

/// What a block's type depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    /// The width in ems.
    pub width: f64,
    /// The height in ems.
    pub height: f64,
    /// How many fonts of the document are commoner than its commonest one.
    pub rank: usize,
    /// Whether that font is bold.
    pub bold: bool,
    /// That font's size relative to the document's commonest font.
    pub size: f64,
}

impl Traits {
    /// The features: ln(1 + width), ln(1 + height), rank, bold, ln size.
    pub fn features(&self) -> Point {
        [
            self.width.ln_1p(),
            self.height.ln_1p(),
            self.rank.min(RAREST) as f64 / 2.0,
            f64::from(u8::from(self.bold)) * 2.0,
            // 0.05: a font of size 0 has a place, too.
            self.size.max(0.05).ln() * 4.0,
        ]
    }
}

/// The types that k-means finds among the blocks of one document, by block.
pub fn cluster(blocks: &[Traits], k: usize, seed: u64) -> Vec<usize> {
    let mut points: Vec<Point> = blocks.iter().map(Traits::features).collect();
    standardise(&mut points);
    kmeans(&points, k, seed).labels
}

/// The types of blocks by given centres of features.
pub fn classify(blocks: &[Traits], centres: &[Point]) -> Vec<usize> {
    blocks
        .iter()
        .map(|block| nearest(&block.features(), centres).0)
        .collect()
}

fn standardise(points: &mut [Point]) {
    let count = points.len().max(1) as f64;
    for axis in 0..FEATURES {
        let mean = points.iter().map(|point| point[axis]).sum::<f64>() / count;
        let variance = points
            .iter()
            .map(|point| (point[axis] - mean).powi(2))
            .sum::<f64>()
            / count;
        let deviation = if variance > 0.0 { variance.sqrt() } else { 1.0 };
        for point in points.iter_mut() {
            point[axis] = (point[axis] - mean) / deviation;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_paragraphs_differ() {
        let heading = Traits {
            width: 10.0,
            height: 1.0,
            rank: 1,
            bold: true,
            size: 1.2,
        };
        let paragraph = Traits {
            width: 20.0,
            height: 12.0,
            rank: 0,
            bold: false,
            size: 1.0,
        };
        let blocks = [heading, paragraph, paragraph, heading, paragraph];
        let found = cluster(&blocks, 2, 1);
        assert_eq!(found[0], found[3]);
        assert_eq!(found[1], found[2]);
        assert_ne!(found[0], found[1]);
        let centres = [paragraph.features(), heading.features()];
        assert_eq!(classify(&blocks, &centres), [1, 0, 0, 1, 0]);
    }
}
